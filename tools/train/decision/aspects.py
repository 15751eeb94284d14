"""What a review praises and what it blames: sentences, and questions for either."""

from decision.example import Example, choice, noul_criteria, one_hot
from decision.spin import spin
from decision.split import Lines
from decision.texts import reviews

# Of each aspect the sentences of blame, then those of praise.
SAYS = {
    domain: [
        (Lines(f"aspect/{domain}/{name}/blame", blame), Lines(f"aspect/{domain}/{name}/praise", praise))
        for name, praise, blame, _ in aspects
    ]
    for domain, aspects in reviews.ASPECTS.items()
}
NAMES = {
    domain: [Lines(f"aspect/{domain}/{name}/names", names) for name, _, _, names in aspects]
    for domain, aspects in reviews.ASPECTS.items()
}
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


def _which(right, others, lines, names, state, rng, split):
    if len(right) != 1 or not others:
        return None
    options = [(names[i].pick(rng, split), "") for i in right + others]
    return choice(spin(lines.pick(rng, split), rng), options, 0, state, rng, "aspect/which", ids_allowed=False)


def make_aspect_question(domain, praised, blamed, state, rng, split):
    """`praised` and `blamed` are indices into the domain's aspects. None if the draw suits no question."""
    names = NAMES[domain]
    good = rng.random() < 0.5
    right = praised if good else blamed
    if rng.random() < 0.5:
        others = [i for i in range(len(names)) if i not in right and (i in praised + blamed or rng.random() < 0.5)]
        return _which(right, others, PRAISE_ASK if good else BLAME_ASK, names, state, rng, split)
    aspect = rng.choice(praised + blamed) if rng.random() < 0.8 else rng.randrange(len(names))
    said = names[aspect].pick(rng, split).removeprefix("the ")
    text = spin((PRAISED if good else BLAMED).pick(rng, split), rng).replace("{aspect}", said)
    return Example(state, "noul", text, noul_criteria("", "", rng), one_hot(int(aspect in right), 2), "aspect/is")
