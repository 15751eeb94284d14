"""Questions about a case: its labels, facts, levels and details. `examples` is the stream of all data."""

import random

from decision import cases, lexis_questions, paraphrase
from decision.details import make_detail_question, yes_no
from decision.example import Example, about_of, choice, choice_of_labels, name_of, noul_of_fact, one_hot, score_of_scale
from decision.shapes import state_of
from decision.spin import spin
from decision.texts import label_questions, mail, reviews

# Facts that no log line, note or request states.
STRANGE = [
    fact
    for fact in cases.SUPPORT_FACTS + mail.FACTS + reviews.FACTS
    if fact.name not in cases.UNCLEAR_IF_ABSENT | {"angry", "praise", "thanks", "callback", "legal_threat", "deadline"}
]
# Teams that might both be right where nobody has to choose.
CLOSE = [
    {"security_team", "account"},
    {"security_team", "technical"},
    {"security_team", "legal"},
    {"help", "technical"},
    {"account", "technical"},
    {"legal", "account"},
    {"help", "sales"},
    {"help", "account"},
]


def of_labels(case, state, rng, split):
    if not case.labels:
        return None
    labels, gold, other = rng.choice(case.labels)
    return choice_of_labels(labels, gold, state, rng, split, other)


def of_label_as_noul(case, state, rng, split):
    """`Is this about crime?` from the names of a label, or of another one."""
    if not case.labels:
        return None
    labels, gold, _ = rng.choice(case.labels)
    truth = rng.random() < 0.5
    label = labels.by_name[
        gold if truth else rng.choice([name for name in labels.by_name if name != gold and {name, gold} not in CLOSE])
    ]
    text = spin(label_questions.ASK[labels.name].pick(rng, split), rng).replace(
        "{label}", name_of(label, rng, split).replace("_", " ")
    )
    meaning = about_of(label, rng, split)
    criteria = {"true": meaning} if rng.random() < 0.2 else yes_no(rng, split)
    return Example(state, "noul", text, criteria, one_hot(int(truth), 2), "noul/" + labels.name)


def of_facts(case, state, rng, split):
    if not case.facts:
        return None
    # What the text speaks of is asked more often; else nearly every answer would be no.
    if case.said and rng.random() < 0.8:
        fact, truth = case.facts[rng.choice(case.said)]
    elif case.said or rng.random() < 0.3:
        fact, truth = rng.choice(list(case.facts.values()))
    else:
        return None
    return noul_of_fact(fact, truth, state, rng, split)


def of_fact_choice(case, state, rng, split):
    """A fact as a choice between what yes and what no mean."""
    if not case.said:
        return None
    fact, truth = case.facts[rng.choice(case.said)]
    yes, no = (spin(lines.pick(rng, split), rng) for lines in (fact.means, fact.means_not))
    draw = rng.random()
    names = ("yes", "no") if draw < 0.3 else (fact.name, "no_" + fact.name) if draw < 0.45 else (yes, no)
    about = (yes, no) if draw < 0.45 or rng.random() < 0.3 else ("", "")
    return choice(
        spin(fact.ask.pick(rng, split), rng),
        list(zip(names, about)),
        int(not truth),
        state,
        rng,
        "fact_choice/" + fact.name,
    )


def of_strange_facts(case, state, rng, split):
    """A fact of another domain: a log line asks for no refund."""
    if case.domain not in ("log", "forum", "assistant"):
        return None
    return noul_of_fact(rng.choice(STRANGE), False, state, rng, split)


def of_scales(case, state, rng, split):
    if not case.scales:
        return None
    scale, level = rng.choice(case.scales)
    return score_of_scale(scale, level, state, rng, split)


ASKERS = [
    (of_labels, 30),
    (of_label_as_noul, 10),
    (of_facts, 34),
    (of_fact_choice, 4),
    (of_strange_facts, 4),
    (of_scales, 30),
    (make_detail_question, 11),
]


def _inside(example, rng):
    """The text in the question itself, without a state."""
    text, question = example.state, example.instructions
    example.state = rng.choice([None, "", {}])
    example.instructions = rng.choice(
        [
            lambda: f"{question} Text: {text}",
            lambda: f"{text}\n{question}",
            lambda: {"question": question, "text": text},
        ]
    )()
    return example


def of_case(rng, split):
    """Up to four questions about one case."""
    case = cases.make_case(rng, split)
    state = state_of(case, rng, split)
    askers, weights = zip(*ASKERS)
    out = []
    for _ in range(7):
        example = rng.choices(askers, weights)[0](case, state, rng, split)
        if example is None or len(out) == 4:
            continue
        if isinstance(state, str) and rng.random() < 0.02:
            _inside(example, rng)
        if rng.random() < 0.04:
            example.instructions = (
                example.instructions.rstrip("?.") if isinstance(example.instructions, str) else example.instructions
            )
        elif rng.random() < 0.06 and isinstance(example.instructions, str):
            example.instructions = example.instructions.lower()
        out.append(example)
    return out


def examples(seed, split, lexis_share=0.0):
    """All questions, without end; the same for the same seed. `lexis_share` of them are of words, for training."""
    rng = random.Random(f"{split}-{seed}")
    while True:
        if lexis_share and rng.random() < 3 * lexis_share / (1 + 2 * lexis_share):  # others make three
            yield from filter(None, [lexis_questions.make_lexis_question(rng)])
        elif split == "train" and rng.random() < 0.24:
            yield from filter(None, paraphrase.make_paraphrase_questions(rng))
        else:
            yield from of_case(rng, split)
