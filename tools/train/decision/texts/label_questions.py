"""Yes or no about a label: `Is this about {label}?`, by the kind of labels."""

from decision.split import Lines
from decision.texts.tool_sets import SETS

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

# The name of the labels -> how to ask for one of them.
ASK = {
    "problem": ABOUT,
    "team": FOR_TEAM,
    "tool": FOR_TOOL,
    "mail": KIND,
    "sentiment": FEELING,
    "moderation": KIND,
    "agent_asks": ASKED_FOR,
    "wish": WANTED,
    "tone": FEELING,
} | {labels.name: FOR_TOOL for labels in SETS}
