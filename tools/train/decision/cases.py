"""Texts with what is true of them: tickets, mails, reviews, notes, requests, log lines, forum posts, chats."""

import dataclasses

from decision import aspects as aspects_of
from decision import paraphrase
from decision.slots import Slots
from decision.spin import lower_first, spin, typos
from decision.split import Lines
from decision.texts import (
    assistant,
    chats,
    lexicon,
    mail,
    noise,
    reviews,
    support_feelings,
    support_frames,
    support_requests,
    support_teams,
    support_topics,
    support_urgency,
    support_views,
    tool_sets,
)

SUPPORT_FACTS = support_requests.FACTS + support_feelings.FACTS

OPENERS, CLOSERS = Lines("support/openers", support_frames.OPENERS), Lines("support/closers", support_frames.CLOSERS)
SUPPORT_FILLERS, REVIEW_FILLERS = (
    Lines("support/fillers", support_frames.FILLERS),
    Lines("review/fillers", reviews.FILLERS),
)
JOINERS = (", ", " and ", ", so ", " - ", ", but ", "; ", ", also ")
SUBJECTS = Lines(
    "ticket/subjects",
    """
    Question / Please help / My order / Problem / Request / Help needed / Contact form / (no subject) / Ticket
    Hello
    """,
)

# Where one of these is stated, either way, the answer about the others is a matter of taste.
BLURS = {
    "angry": {"polite", "praise"},
    "polite": {"angry", "thanks"},
    "legal_threat": {"angry", "leave", "polite"},
    "leave": {"cancel", "angry", "praise"},
    "cancel": {"leave"},
    "repeat": {"angry"},
    "praise": {"angry", "polite", "leave", "thanks"},
    "thanks": {"polite"},
    "refund": {"replacement"},
    "replacement": {"refund"},
    "reply": {"polite"},
}
UNCLEAR_IF_ABSENT = {"polite", "reply", "recommend", "again", "solved"}

# How urgent a matter is that says nothing of it, by its topic: weights of the levels.
URGENCY_UNSAID = {
    "security": [0, 0.05, 0.25, 0.55, 0.15],
    "crash": [0.02, 0.18, 0.45, 0.25, 0.1],
    "login": [0.05, 0.25, 0.45, 0.22, 0.03],
    "buy_more": [0.35, 0.45, 0.15, 0.05, 0],
    "how_to": [0.4, 0.4, 0.15, 0.05, 0],
    "change_data": [0.4, 0.45, 0.12, 0.03, 0],
    "privacy": [0.25, 0.55, 0.15, 0.05, 0],
}
URGENCY_OTHERWISE = [0.15, 0.4, 0.33, 0.1, 0.02]


@dataclasses.dataclass
class Case:
    """A text, and what is known of it."""

    text: str
    slots: Slots
    domain: str
    labels: list = dataclasses.field(
        default_factory=list
    )  # (Labels, name of the right label, whether `other` may be right)
    facts: dict = dataclasses.field(default_factory=dict)  # name -> (Fact, truth)
    scales: list = dataclasses.field(default_factory=list)  # (Scale, level or weights)
    said: list = dataclasses.field(default_factory=list)  # names of the facts that the text speaks of
    turns: list = None  # of a chat: (role, text)


def join(sentences, rng):
    """One text of sentences; now and then two of them become one."""
    text = ""
    for sentence in sentences:
        if text and text[-1] == "." and rng.random() < 0.12:
            text = text[:-1] + rng.choice(JOINERS) + lower_first(sentence)
        else:
            text += (rng.choice([" ", " ", " ", " ", "\n"]) if text else "") + sentence
    return text


def roughen(case, rng):
    """People do not write like templates: case, full stops and letters get lost."""
    draw = rng.random()
    if draw < 0.1:
        case.text = case.text.lower()
    elif draw < 0.13:
        case.text = case.text.upper()
    elif draw < 0.25:
        case.text = typos(case.text, rng, rng.randint(1, 3))
    if rng.random() < 0.12:
        case.text = case.text.rstrip(".!?")
    return case


def state_facts(facts, count, slots, rng, split, blocked=()):
    """-> (sentences, name -> (Fact, truth)) with `count` of them stated, a part of the others known to be absent."""
    stated, blurred, sentences = {}, set(blocked), []
    for fact in rng.sample(facts, min(count, len(facts))):
        if fact.name in blurred or blurred & (BLURS.get(fact.name, set()) | fact.blurs) & set(stated):
            continue
        truth = rng.random() < 0.58
        other = paraphrase.say_as(fact.name, rng) if split == "train" and truth and rng.random() < 0.2 else ""
        slots.complete = slots.complete and not other
        sentences.append(other or spin((fact.yes if truth else fact.no).pick(rng, split), rng, slots))
        stated[fact.name] = (fact, truth)
        blurred |= BLURS.get(fact.name, set()) | fact.blurs
    for fact in facts:
        if fact.name not in stated and fact.name not in blurred and fact.name not in UNCLEAR_IF_ABSENT:
            stated[fact.name] = (fact, False)
    said = [name for name in list(stated)[: len(sentences)]]
    return sentences, {name: stated[name] for name in stated if name in said or name not in blurred}, said


def views_of(facts, said):
    """Labels that follow from stated facts: the tone, and what is wanted if it is one thing."""
    true = {name for name in said if facts[name][1]}
    labels = []
    wishes = true & set(support_views.WISH_OF)
    if len(wishes) == 1:
        labels.append((support_views.WISHES, support_views.WISH_OF[wishes.pop()], False))
    if true & {"angry", "legal_threat"}:
        labels.append((support_views.TONES, "angry_tone", False) if "angry" in true else None)
    elif true & {"polite", "praise"}:
        labels.append((support_views.TONES, "friendly_tone", False))
    elif not set(said) & {"angry", "polite", "praise", "repeat", "leave"}:
        labels.append((support_views.TONES, "neutral_tone", False))
    return [label for label in labels if label]


def pick_says(labels, rng, split, slots, count=1):
    """A label and sentences of it; in training now and then a note of its words or a paraphrase instead."""
    label = rng.choice([label for label in labels.labels if label.says.all])
    if split == "train":
        draw = rng.random()
        other = (
            lexicon.note(label.name, rng) if draw < 0.2 else paraphrase.say_as(label.name, rng) if draw < 0.45 else ""
        )
        if other:
            slots.complete = slots.complete and draw < 0.2
            return label, [other]
    return label, [spin(line, rng, slots) for line in label.says.some(rng, split, count)]


def support(rng, split):
    slots = Slots(rng, split)
    problem, says = pick_says(support_topics.PROBLEMS, rng, split, slots, rng.choice([1, 1, 1, 2]))
    blocked = {"privacy": {"cancel"}, "damaged": {"attachment"}}.get(problem.name, set())
    sentences, facts, said = state_facts(SUPPORT_FACTS, rng.choice([0, 1, 1, 2, 2, 3]), slots, rng, split, blocked)
    scales = []
    draw = rng.random()
    if draw < 0.45:
        level = rng.randrange(5)
        sentences.append(spin(support_urgency.URGENCY.levels[level].pick(rng, split), rng, slots))
        scales = [(support_urgency.URGENCY, level)]
    elif draw < 0.6:
        scales = [(support_urgency.URGENCY, URGENCY_UNSAID.get(problem.name, URGENCY_OTHERWISE))]
    fillers = [spin(line, rng, slots) for line in SUPPORT_FILLERS.some(rng, split, rng.choice([0, 0, 0, 1, 1, 2]))]
    rng.shuffle(sentences)
    body = says + sentences
    for filler in fillers:
        body.insert(rng.randint(0, len(body)), filler)
    if rng.random() < 0.15:
        rng.shuffle(body)
    if rng.random() < 0.3:
        body.insert(0, spin(OPENERS.pick(rng, split), rng, slots))
    if rng.random() < 0.3 and "polite" not in said:
        body.append(spin(CLOSERS.pick(rng, split), rng, slots))
        facts.pop("polite", None)
    labels = [
        (support_topics.PROBLEMS, problem.name, True),
        (support_teams.TEAMS, support_teams.TEAM_OF[problem.name], False),
    ]
    labels += views_of({name: facts.get(name, (None, False)) for name in said}, said)
    return roughen(Case(join(body, rng), slots, "support", labels, facts, scales, said), rng)


def small(rng, split):
    """A short text: one or two sentences of a ticket, so that the model does not need length to be sure."""
    slots = Slots(rng, split)
    problem, says = pick_says(support_topics.PROBLEMS, rng, split, slots)
    blocked = {"privacy": {"cancel"}, "damaged": {"attachment"}}.get(problem.name, set())
    sentences, facts, said = state_facts(SUPPORT_FACTS, rng.choice([0, 1, 1]), slots, rng, split, blocked)
    body = says + sentences
    text = body[0]
    if len(body) > 1:
        text = (
            text.rstrip(".") + ", " + lower_first(body[1])
            if text.endswith(".") and rng.random() < 0.5
            else " ".join(body)
        )
    labels = [
        (support_topics.PROBLEMS, problem.name, True),
        (support_teams.TEAMS, support_teams.TEAM_OF[problem.name], False),
    ]
    labels += views_of(facts, said)
    unsaid = (
        [(support_urgency.URGENCY, URGENCY_UNSAID.get(problem.name, URGENCY_OTHERWISE))] if rng.random() < 0.2 else []
    )
    return roughen(Case(text, slots, "support", labels, facts, unsaid, said), rng)


def mails(rng, split):
    slots = Slots(rng, split)
    kind, says = pick_says(mail.KINDS, rng, split, slots, rng.choice([1, 2, 2]))
    blocked = {
        "newsletter": {"deadline", "reply"},
        "scam": {"deadline", "reply", "thanks"},
        "invoice": {"deadline", "thanks"},
        "meeting": {"reply"},
        "party": {"reply"},
        "application": {"reply"},
        "travel": {"deadline"},
    }.get(kind.name, set())
    sentences, facts, said = state_facts(mail.FACTS, rng.choice([0, 1, 1, 2]), slots, rng, split, blocked)
    body = says + sentences
    if rng.random() < 0.35:
        body.insert(0, spin(OPENERS.pick(rng, split), rng, slots))
    if rng.random() < 0.35:
        body.append(spin(CLOSERS.pick(rng, split), rng, slots))
        if "thanks" not in said:
            facts.pop("thanks", None)
    return roughen(Case(join(body, rng), slots, "mail", [(mail.KINDS, kind.name, True)], facts, [], said), rng)


def review(rng, split):
    slots = Slots(rng, split)
    domain = rng.choice(list(reviews.ASPECTS))
    aspects = rng.sample(range(len(reviews.ASPECTS[domain])), 2)
    moods = rng.choice([(1, 0), (1, 0), (1, 1), (0, 0), (1, None), (0, None)])
    sentences, praised, blamed = [], [], []
    for aspect, mood in zip(aspects, moods):
        if mood is not None:
            sentences.append(spin(aspects_of.SAYS[domain][aspect][mood].pick(rng, split), rng, slots))
            (praised if mood else blamed).append(aspect)
    rng.shuffle(sentences)
    scales, labels = [], []
    if rng.random() < 0.6:
        level = rng.choice([2] if praised and blamed else [3, 4] if praised else [0, 1])
        sentences.insert(
            rng.choice([0, len(sentences)]), spin(reviews.RATING.levels[level].pick(rng, split), rng, slots)
        )
        scales = [(reviews.RATING, level)]
    mood = "neutral" if praised and blamed else "positive" if praised else "negative"
    labels = [(reviews.SENTIMENT, mood, False)]
    stated, facts, _ = state_facts(
        reviews.FACTS, rng.choice([0, 0, 1, 1]) if mood != "neutral" else 0, slots, rng, split
    )
    kept = {}
    for name, (fact, truth) in facts.items():
        if name not in UNCLEAR_IF_ABSENT or stated:
            kept[name] = (fact, truth)
    # What is recommended fits the opinion.
    if stated:
        ((name, (fact, _)),) = kept.items()
        kept[name] = (fact, mood == "positive")
        stated = [spin((fact.yes if mood == "positive" else fact.no).pick(rng, split), rng, slots)]
    for filler in REVIEW_FILLERS.some(rng, split, rng.choice([0, 0, 1, 1, 2])):
        sentences.insert(rng.randint(0, len(sentences)), spin(filler, rng, slots))
    return roughen(
        Case(join(sentences + stated, rng), slots, "review", labels, kept, scales, list(kept) if stated else []),
        rng,
    )


def single(labels, domain, counts, other=False):
    """Texts that are of one label and nothing else."""

    def make(rng, split):
        slots = Slots(rng, split)
        label, says = pick_says(labels, rng, split, slots, rng.choice(counts))
        return roughen(Case(join(says, rng), slots, domain, [(labels, label.name, other)]), rng)

    return make


def request(rng, split):
    """Something that an assistant is asked to do; in training often one of other tools than the test's."""
    if split == "train" and rng.random() < 0.4:
        return single(rng.choice(tool_sets.SETS), "request", [1], other=True)(rng, split)
    return single(assistant.TOOLS, "assistant", [1], other=True)(rng, split)


def log_line(rng, split):
    slots = Slots(rng, split)
    level = rng.randrange(4)
    text = spin(noise.LOGS.levels[level].pick(rng, split), rng, slots)
    if rng.random() < 0.5:
        text = f"{slots.get('date2')} {slots.get('time')} {text}"
    return Case(text, slots, "log", scales=[(noise.LOGS, level)])


def chat(rng, split):
    """A conversation of support: problem, an answer, what the customer says then."""
    base = small(rng, split)
    base.text = base.text.strip()
    turns = [("user", base.text)]
    asks = rng.random() < 0.5
    answer = [spin(chats.AGENT_SAYS.pick(rng, split), rng, base.slots)]
    labels = [label for label in base.labels if label[0] is support_topics.PROBLEMS or rng.random() < 0.5]
    if asks:
        label, says = pick_says(chats.ASKS, rng, split, base.slots)
        answer += says
        labels.append((chats.ASKS, label.name, False))
    turns.append(("assistant", " ".join(answer)))
    facts, said = dict(base.facts), list(base.said)
    for name in ("callback", "attachment", "polite", "replacement"):
        facts.pop(name, None)
    if rng.random() < 0.7:
        if rng.random() < 0.3:
            turns += [
                ("user", spin(chats.USER_SAYS.pick(rng, split), rng, base.slots)),
                ("assistant", spin(chats.AGENT_SAYS.pick(rng, split), rng, base.slots)),
            ]
        sentences, solved, _ = state_facts(chats.FACTS, 1, base.slots, rng, split)
        turns.append(("user", sentences[0]))
        facts.update(solved)
        said.append("solved")
        for name in ("praise", "angry", "repeat"):
            facts.pop(name, None)
    return Case(
        "",
        base.slots,
        "chat",
        labels,
        facts,
        [],
        [name for name in said if name in facts],
        turns=turns,
    )


MAKERS = [
    (support, 24),
    (small, 12),
    (mails, 13),
    (review, 12),
    (request, 14),
    (single(noise.FORUM, "forum", [1]), 4),
    (log_line, 4),
    (chat, 7),
]
# Requests are of many more tools in training, so there are more of them.
IN_TRAINING = [(maker, 24 if maker is request else weight) for maker, weight in MAKERS]


def make_case(rng, split):
    makers, weights = zip(*(IN_TRAINING if split == "train" else MAKERS))
    return rng.choices(makers, weights)[0](rng, split)
