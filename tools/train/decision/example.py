"""Questions about a state with the right answer, in the shape of a request to /v1/systemone."""

import dataclasses

from decision import legends
from decision.spin import spin, upper_first
from decision.texts import lexicon, wrappers

COMPOSED_LEGENDS = 0.6  # share of the scales' questions in training


@dataclasses.dataclass
class Example:
    """One question. `target` is a probability for each option; a clear answer has a single 1."""

    state: object
    type: str  # noul, choice or score
    instructions: object
    criteria: object  # as in a request
    target: list
    task: str  # the generator that made it

    @property
    def answer(self):
        return max(range(len(self.target)), key=self.target.__getitem__)

    @property
    def clear(self):
        return max(self.target) >= 0.99

    def request(self):
        question = {"type": self.type, "instructions": self.instructions}
        if self.criteria is not None:
            question["criteria"] = self.criteria
        return question


def one_hot(index, count):
    return [float(i == index) for i in range(count)]


def clause_question(clause, rng, split, doubt=False):
    """A question from a clause: `the customer is angry` -> `Is it true that the customer is angry?`"""
    template = spin((wrappers.DOUBT if doubt else wrappers.CLAIM).pick(rng, split), rng)
    return template.replace("{clause}", clause).replace("{Clause}", upper_first(clause))


def noul_criteria(yes, no, rng):
    """Usually none, else what true and false mean, under either pair of names, in either order, or only one."""
    draw = rng.random()
    if draw < 0.6 or not yes:
        return None
    if draw < 0.64:
        return {"true": "yes", "false": "no"}
    names = ("true", "false") if rng.random() < 0.75 else ("yes", "no")
    pairs = [(names[0], yes), (names[1], no)]
    if rng.random() < 0.25:
        pairs = [rng.choice(pairs)]
    rng.shuffle(pairs)
    return dict(pairs)


def noul_of_fact(fact, truth, state, rng, split):
    draw = rng.random()
    slots = None
    yes, no = (spin(lines.pick(rng, split), rng) if lines.all else "" for lines in (fact.means, fact.means_not))
    if draw < 0.55 or not fact.claim.all:
        text = spin(fact.ask.pick(rng, split), rng, slots)
    elif draw < 0.82:
        text = clause_question(spin(fact.claim.pick(rng, split), rng), rng, split)
    elif draw < 0.94 and fact.deny.all:
        text, truth, yes, no = clause_question(spin(fact.deny.pick(rng, split), rng), rng, split), not truth, no, yes
    else:
        text, truth, yes, no = (
            clause_question(spin(fact.claim.pick(rng, split), rng), rng, split, doubt=True),
            not truth,
            no,
            yes,
        )
    return Example(state, "noul", text, noul_criteria(yes, no, rng), one_hot(int(truth), 2), "fact/" + fact.name)


_IDS = ("abcdefghijklmnop", "ABCDEFGHIJKLMNOP", "123456789")


def _ids(count, rng):
    """Names that mean nothing: letters, numbers, option_1, q7x."""
    draw = rng.random()
    if draw < 0.5:
        letters = rng.choice(_IDS[:2] if count > 9 else _IDS)
        return list(letters[:count]) if rng.random() < 0.7 else rng.sample(letters, count)
    if draw < 0.75:
        stem = rng.choice(["option", "opt", "item", "class", "label", "team", "T", "x"]) + rng.choice(
            ["_", "-", "", " "]
        )
        return [f"{stem}{i + 1}" for i in range(count)]
    ids = {}
    while len(ids) < count:
        ids["".join(rng.choice("bcdfghjkmnpqrstvwxz23456789") for _ in range(3))] = None
    return list(ids)


def _styled(name, style):
    return {
        "lower": name.lower(),
        "upper": name.upper(),
        "snake": name.lower().replace(" ", "_"),
        "title": upper_first(name),
    }.get(style, name)


def choice(question, options, gold, state, rng, task):
    """options: [(name, description or "")] in any order, with `gold` the index of the right one; shuffled here."""
    order = list(range(len(options)))
    rng.shuffle(order)
    names, about = [options[i][0] for i in order], [options[i][1] for i in order]
    draw = rng.random()
    described = all(about)
    if described and draw < 0.18:
        criteria = dict(zip(_ids(len(names), rng), about))
    elif described and draw < 0.5:
        criteria = dict(zip(names, about))
    elif draw < 0.6:
        criteria = {name: (text or None) if rng.random() < 0.6 else None for name, text in zip(names, about)}
    else:
        criteria = {name: None for name in names}
    if len(criteria) != len(options):
        return None
    return Example(state, "choice", question, criteria, one_hot(order.index(gold), len(order)), task)


def name_of(label, rng, split):
    """A name of the label; in training sometimes any word that goes with it."""
    known = lexicon.words_of(label.name) if split == "train" and rng.random() < 0.15 else None
    return rng.choice(known) if known else spin(label.names.pick(rng, split), rng)


def about_of(label, rng, split):
    """A description of the label; in training sometimes a few words that go with it."""
    known = lexicon.words_of(label.name) if split == "train" and rng.random() < 0.12 else []
    if len(known) < 3:
        return spin(label.about.pick(rng, split), rng)
    a, b, c = rng.sample(known, 3)
    return rng.choice([f"{a}, {b}, {c}", f"{a} and {b}", f"{a} or {b}", f"about {a} and {b}", f"{a}, {b} and {c}"])


def choice_of_labels(labels, gold, state, rng, split, other=True):
    """`gold` is a label's name. With `other` there may be an option for everything else, even the right one."""
    rest = [label for label in labels.labels if label.name != gold]
    count = min(len(rest), rng.choice([1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 11]))
    chosen = [labels.by_name[gold]] + rng.sample(rest, count)
    style = rng.choice(["", "", "", "lower", "title", "snake", "upper"])
    options = [(_styled(name_of(label, rng, split), style), about_of(label, rng, split)) for label in chosen]
    right = 0
    if other and rng.random() < 0.15:
        name, about = (spin(lines.pick(rng, split), rng) for lines in (wrappers.OTHER, wrappers.OTHER_ABOUT))
        options.append((_styled(name, style), about))
        if rng.random() < 0.4 and len(options) > 2:
            del options[0]
            right = len(options) - 1
    if len({name.lower() for name, _ in options}) != len(options):
        return None
    question = spin(labels.ask.pick(rng, split), rng)
    return choice(question, options, right, state, rng, "choice/" + labels.name)


def score_of_scale(scale, level, state, rng, split):
    """`level` is a level of the scale, or a probability for each of them where the text does not tell."""
    legend = legends.compose(scale, rng) if split == "train" and rng.random() < COMPOSED_LEGENDS else ""
    texts, level_of = scale.legend(legend or scale.legends.pick(rng, split))
    weights = one_hot(level, len(scale.levels)) if isinstance(level, int) else level
    target = [0.0] * len(texts)
    for i, weight in enumerate(weights):
        target[level_of[i]] += weight
    if rng.random() < 0.2:
        texts = [upper_first(text) for text in texts]
    return Example(state, "score", spin(scale.ask.pick(rng, split), rng), texts, target, "score/" + scale.name)
