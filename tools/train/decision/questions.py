"""Questions about a case: its labels, facts, levels and details. `examples` is the stream of all data."""

import random

from decision import cases, groups, records, worlds
from decision.example import Example, choice, choice_of_labels, noul_criteria, noul_of_fact, one_hot, score_of_scale
from decision.shapes import state_of
from decision.spin import spin
from decision.split import Lines
from decision.texts import detail_questions, mail, reviews

ALL_FACTS = cases.SUPPORT_FACTS + mail.FACTS + reviews.FACTS
PRAISE_ASK = Lines(
    "aspect/ask_praise",
    """
    What does the [reviewer|writer|guest] [praise|like]?
    Which [aspect|point] is [praised|liked]?
    What is [praised|good] [here|]?
    Which of these is praised [by the writer|in the review|]?
    What gets praise?
    The [writer|reviewer] is pleased with
    What was good?
    """,
)
BLAME_ASK = Lines(
    "aspect/ask_blame",
    """
    What does the [reviewer|writer|guest] [criticise|complain about|dislike]?
    Which [aspect|point] is [criticised|blamed]?
    What is [criticised|bad] [here|]?
    Which of these is criticised [by the writer|in the review|]?
    What gets criticism?
    The [writer|reviewer] is not happy with
    What was bad?
    What should be better?
    """,
)
PRAISED = Lines(
    "aspect/is_praised",
    """
    Is the writer [happy|pleased|satisfied] with the {aspect}?
    Is the {aspect} praised?
    Does the [reviewer|writer] like the {aspect}?
    Was the {aspect} good?
    Does the text say something good about the {aspect}?
    Praise for the {aspect}?
    Is the opinion on the {aspect} positive?
    """,
)
BLAMED = Lines(
    "aspect/is_blamed",
    """
    Does the [reviewer|writer] complain about the {aspect}?
    Is the {aspect} [criticised|blamed]?
    Is the writer [unhappy|dissatisfied] with the {aspect}?
    Was the {aspect} bad?
    Is there a complaint about the {aspect}?
    Criticism of the {aspect}?
    Is the opinion on the {aspect} negative?
    """,
)
ASPECT_NAMES = {
    domain: [Lines(f"aspect/{domain}/{name}/names", names) for name, _, _, names in aspects]
    for domain, aspects in reviews.ASPECTS.items()
}
MEANING_YES, MEANING_NO = (
    Lines(
        "about/yes",
        """
    it is there / yes, it is / yes, named / found in the text / present / it does
    """,
    ),
    Lines("about/no", "it is not there / no, it is not / not named / not found in the text / absent / it does not"),
)


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
    ask = {
        "topic": ABOUT,
        "problem": ABOUT,
        "team": FOR_TEAM,
        "tool": FOR_TOOL,
        "mail": KIND,
        "language": IN_LANGUAGE,
        "sentiment": FEELING,
        "moderation": KIND,
        "agent_asks": ASKED_FOR,
        "wish": WANTED,
        "tone": FEELING,
    }[labels.name]
    text = spin(ask.pick(rng, split), rng).replace("{label}", label.names.pick(rng, split).replace("_", " "))
    meaning = label.about.pick(rng, split)
    criteria = (
        {"true": meaning}
        if rng.random() < 0.2
        else noul_criteria(MEANING_YES.pick(rng, split), MEANING_NO.pick(rng, split), rng)
    )
    return Example(state, "noul", text, criteria, one_hot(int(truth), 2), "noul/" + labels.name)


ABOUT = Lines(
    "label/about",
    """
    Is [this|it|the text] about {label}?
    Is the [subject|topic] {label}?
    Does it [concern|deal with] {label}?
    Does [this|the text] [belong|go] under {label}?
    Would you file this under {label}?
    {label}: yes or no?
    Is {label} the right label?
    """,
)
FOR_TEAM = Lines(
    "label/for_team",
    """
    Should {label} handle this?
    Is this [a case|something] for {label}?
    Does this belong to {label}?
    Should it go to {label}?
    Is {label} the right [team|department]?
    Can {label} [help|answer]?
    Forward to {label}?
    """,
)
FOR_TOOL = Lines(
    "label/for_tool",
    """
    Is the tool {label} [needed|the right one]?
    Should {label} be called?
    Does the user [want|need] {label}?
    Is this a [request|case] for {label}?
    Call {label}?
    Is {label} the intent?
    """,
)
KIND = Lines(
    "label/kind",
    """
    Is [this|it] {label}?
    Does [this|it] count as {label}?
    Would you call [this|it] {label}?
    Does the label {label} fit?
    {label}: yes or no?
    Is {label} the right label?
    """,
)
IN_LANGUAGE = Lines(
    "label/in_language",
    """
    Is [this|the text] [in|written in] {label}?
    Is the language {label}?
    Does the writer use {label}?
    Language: {label}?
    Is it {label}?
    Was it written in {label}?
    """,
)
FEELING = Lines(
    "label/feeling",
    """
    Is the [opinion|text|review|sentiment] {label}?
    Is the verdict {label}?
    Does it sound {label}?
    Would you call the tone {label}?
    Sentiment {label}?
    Is {label} the right word for the mood?
    """,
)
WANTED = Lines(
    "label/wanted",
    """
    Is this [a|the] wish for {label}?
    Does the customer want this: {label}?
    Is {label} what they ask for?
    Should we do that: {label}?
    {label}: is that wanted?
    Is the request {label}?
    Do they ask for {label}?
    """,
)
ASKED_FOR = Lines(
    "label/asked_for",
    """
    Does the agent ask for the {label}?
    Is the {label} asked for?
    Does the support want the {label}?
    Should the user give the {label}?
    Is the {label} what the agent needs?
    Was there a question about the {label}?
    """,
)


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
    if case.domain not in ("topic", "log", "language", "forum", "assistant"):
        return None
    facts = [
        fact
        for fact in ALL_FACTS
        if fact.name
        not in cases.UNCLEAR_IF_ABSENT | {"angry", "praise", "thanks", "callback", "legal_threat", "deadline"}
    ]
    return noul_of_fact(rng.choice(facts), False, state, rng, split)


def of_scales(case, state, rng, split):
    if not case.scales:
        return None
    scale, level = rng.choice(case.scales)
    return score_of_scale(scale, level, state, rng, split)


def of_aspects(case, state, rng, split):
    if not case.aspects:
        return None
    domain, praised, blamed = case.aspects
    names = ASPECT_NAMES[domain]
    good = rng.random() < 0.5
    right = praised if good else blamed
    if rng.random() < 0.5:
        if len(right) != 1:
            return None
        others = [i for i in range(len(names)) if i not in right]
        chosen = right + [i for i in others if i in praised + blamed or rng.random() < 0.5]
        return (
            choice(
                spin((PRAISE_ASK if good else BLAME_ASK).pick(rng, split), rng),
                [(names[i].pick(rng, split), "") for i in chosen],
                0,
                state,
                rng,
                "aspect/which",
                ids_allowed=False,
            )
            if len(chosen) > 1
            else None
        )
    aspect = rng.choice(praised + blamed) if rng.random() < 0.8 else rng.randrange(len(names))
    text = spin((PRAISED if good else BLAMED).pick(rng, split), rng).replace(
        "{aspect}", names[aspect].pick(rng, split).removeprefix("the ")
    )
    return Example(state, "noul", text, noul_criteria("", "", rng), one_hot(int(aspect in right), 2), "aspect/is")


def of_details(case, state, rng, split):
    """Is there a name, an amount, a date; which; is this one in the text."""
    used = {name.rstrip("2"): value for name, value in case.slots.used.items()}
    draw = rng.random()
    if case.domain == "language":
        return None
    if draw < 0.4:
        if not isinstance(state, str):
            return None  # a shape adds names and numbers of its own
        there = [name for name in detail_questions.PRESENT if name in used]
        name = rng.choice(there) if there and rng.random() < 0.65 else rng.choice(list(detail_questions.PRESENT))
        there = name in used or name == "first" and "last" in used
        if (
            name == "product"
            or name == "city"
            and case.domain == "assistant"
            or name == "company"
            and not there
            and case.domain == "assistant"
        ):
            return None
        if not there and {
            "date": {"weekday", "month", "year"},
            "order": {"code", "n", "version", "phone"},
            "phone": {"n2", "order"},
        }.get(name, set()) & set(used):
            return None
        if name == "company" and "email" in used and not there or name == "first" and not there and "email" in used:
            return None
        return Example(
            state,
            "noul",
            spin(detail_questions.PRESENT[name].pick(rng, split), rng),
            noul_criteria(MEANING_YES.pick(rng, split), MEANING_NO.pick(rng, split), rng),
            one_hot(int(there), 2),
            "detail/present",
        )
    known = [
        name
        for name in used
        if name in detail_questions.VALUE and name + "2" not in case.slots.used and name in case.slots.used
    ]
    if draw < 0.75:
        if not known or not case.exact:
            return None
        name = rng.choice(known)
        options = [(used[name], "")] + [
            (value, "") for value in {case.slots.other(name) for _ in range(rng.choice([1, 2, 3, 5]))}
        ]
        return choice(
            spin(detail_questions.VALUE[name].pick(rng, split), rng),
            options,
            0,
            state,
            rng,
            "detail/value",
            ids_allowed=False,
        )
    kinds = [
        name
        for name in used
        if name in ("first", "last", "city", "company", "product", "order", "amount", "date", "weekday", "month")
    ]
    if not kinds or not case.exact:
        return None
    name = rng.choice(kinds)
    there = rng.random() < 0.5
    value = used[name] if there else case.slots.other(name)
    if not there and value in str(state):
        return None
    return Example(
        state,
        "noul",
        spin(detail_questions.CONTAINS.pick(rng, split).replace("{value}", value), rng),
        noul_criteria("", "", rng),
        one_hot(int(there), 2),
        "detail/contains",
    )


ASKERS = [
    (of_labels, 30),
    (of_label_as_noul, 10),
    (of_facts, 28),
    (of_fact_choice, 4),
    (of_strange_facts, 4),
    (of_scales, 18),
    (of_aspects, 10),
    (of_details, 20),
]


def _inside(example, rng):
    """The text in the question itself, without a state."""
    text, question = example.state, example.instructions
    example.state = rng.choice([None, "", {}])
    example.instructions = rng.choice(
        [
            lambda: f"{question} Text: {text}",
            lambda: f"{text} / {question}",
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


def examples(seed, split):
    """All questions, without end; the same for the same seed."""
    rng = random.Random(f"{split}-{seed}")
    while True:
        draw = rng.random()
        if draw < 0.65:
            yield from of_case(rng, split)
        elif draw < 0.82:
            yield from records.make_record_questions(rng, split)
        elif draw < 0.93:
            yield from worlds.make_world_questions(rng, split)
        else:
            yield from groups.make_group_questions(rng, split)
