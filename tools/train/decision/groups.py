"""What everybody knows: a trumpet is an instrument, snow is weather. Without a state, or with the word as the state."""

from decision.example import Example, choice, noul_criteria, one_hot
from decision.spin import spin
from decision.split import Lines
from decision.texts import words

WORDS = {name: text.split() for name, (text, _) in words.GROUPS.items()}
NAMES = {name: Lines(f"group/{name}", text) for name, (_, text) in words.GROUPS.items()}
SINGULAR = {name: lines.all[0] for name, lines in NAMES.items()}

ASK_WHICH = Lines(
    "group/which",
    """
    What is it?
    Which [group|category|class] does it belong to?
    What kind of thing is this?
    Into which [group|category] does it fall?
    [Group|Category|Kind]?
    Sort the word.
    What does the word stand for?
    Which of these is it?
    """,
)
ASK_WHICH_WORD = Lines(
    "group/which_word",
    """
    What is [a|the word] {word}?
    Which [group|category] does {word} belong to?
    What kind of thing is {word}?
    Into which [group|category] does {word} fall?
    {word} is
    Sort {word} into a group.
    What does {word} stand for?
    """,
)
ASK_IS = Lines(
    "group/is",
    """
    Is it [a|an] {group}?
    Is this [a|an] {group}?
    Does it belong to the group {group}?
    Is the word a name for [a|some] {group}?
    Can it be called [a|an] {group}?
    Is {group} the right group?
    """,
)
ASK_IS_WORD = Lines(
    "group/is_word",
    """
    Is [a|the|] {word} [a|an] {group}?
    Does {word} belong to the group {group}?
    Is {word} a kind of {group}?
    Can {word} be called [a|an] {group}?
    Would you call {word} [a|an] {group}?
    Is {group} the right group for {word}?
    """,
)
ASK_MEMBER = Lines(
    "group/member",
    """
    Which of these is [a|an] {group}?
    Find the {group}.
    Which word is [a|an] {group}?
    Only one of them is [a|an] {group}. Which?
    Pick the {group}.
    Where is the {group}?
    """,
)


def _state(word, rng):
    return rng.choice([word, word, {"word": word}, f"The word is {word}.", {"text": word}, word.capitalize()])


def make_group_questions(rng, split):
    group = rng.choice(list(WORDS))
    word = rng.choice(WORDS[group])
    inside = rng.random() < 0.5
    state = rng.choice([None, "", {}]) if inside else _state(word, rng)
    draw = rng.random()
    if draw < 0.45:
        truth = rng.random() < 0.5
        said = SINGULAR[group if truth else rng.choice([other for other in WORDS if other != group])]
        text = (
            spin((ASK_IS_WORD if inside else ASK_IS).pick(rng, split), rng)
            .replace("{word}", word)
            .replace("{group}", said)
        )
        return [Example(state, "noul", text, noul_criteria("", "", rng), one_hot(int(truth), 2), "group/is")]
    if draw < 0.8:
        groups = [group] + rng.sample([other for other in WORDS if other != group], rng.choice([1, 2, 3, 4, 5]))
        text = spin((ASK_WHICH_WORD if inside else ASK_WHICH).pick(rng, split), rng).replace("{word}", word)
        return [
            choice(
                text,
                [(NAMES[name].pick(rng, split), "") for name in groups],
                0,
                state,
                rng,
                "group/which",
                ids_allowed=False,
            )
        ]
    wrong = rng.sample([other for other in WORDS if other != group], rng.choice([1, 2, 3, 4]))
    text = spin(ASK_MEMBER.pick(rng, split), rng).replace("{group}", SINGULAR[group])
    return [
        choice(
            text,
            [(word, "")] + [(rng.choice(WORDS[other]), "") for other in wrong],
            0,
            rng.choice([None, "", {}]),
            rng,
            "group/member",
            ids_allowed=False,
        )
    ]
