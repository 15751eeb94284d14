"""Sentences of small worlds, and questions about what they tell."""

from decision.split import Lines

THINGS = Lines(
    "world/things",
    """
    door / window / lamp / oven / radio / machine / gate / box / bottle / shop / engine / pump / heating
    fridge / garage / road / bridge / museum / pool
    station / printer / server / valve / elevator / kettle / cinema / office / library / fan / alarm / screen
    drawer
    """,
)
TELL = Lines(
    "world/tell",
    """
    The {thing} is {state}.
    {when} the {thing} is {state}.
    The {thing} [in the hall|upstairs|at the back] is {state}.
    {first} says [that|] the {thing} is {state}.
    I [see|noticed|found] that the {thing} is {state}.
    The {thing} turned out to be {state}.
    It is [clear|known|a fact] that the {thing} is {state}.
    The {thing} was {state2} [yesterday|an hour ago], [but|and] now it is {state}.
    The {thing} is {state} [now|again|at the moment].
    """,
)
ASK_STATE = Lines(
    "world/ask_state",
    """
    Is the {thing} {state}?
    Is the {thing} {state} [now|at the moment]?
    Would you say the {thing} is {state}?
    The {thing} is {state}.
    Is it true that the {thing} is {state}?
    Can we assume that the {thing} is {state}?
    {thing}: {state}?
    """,
)
ASK_IT = Lines(
    "world/ask_it",
    """
    Is it {state}? / Is it {state} now? / It is {state}. / {state}? / Is the thing {state}?
    Would you say it is {state}?
    """,
)
WHICH_STATE = Lines(
    "world/which_state",
    """
    [What|How] is the {thing}?
    In which state is the {thing}?
    The {thing} is
    What is true of the {thing}?
    Which word describes the {thing}?
    State of the {thing}?
    """,
)
HAVE = Lines(
    "world/have",
    """
    {a} has [a|one] {x}.
    {a} owns a {x}.
    {a} [bought|got] a {x} [last week|yesterday|].
    The {x} belongs to {a}.
    {a}'s {x} is [nice|old|small].
    {a} keeps a {x} [at home|].
    There is a {x} that belongs to {a}.
    {a} took the {x}.
    """,
)
ASK_HAVE = Lines(
    "world/ask_have",
    """
    Does {a} have [a|the] {x}?
    Does {a} own [a|the] {x}?
    Does the {x} belong to {a}?
    Is the {x} {a}'s?
    Has {a} got [a|the] {x}?
    The {x} is {a}'s.
    Is {a} the owner of the {x}?
    """,
)
WHO_HAS = Lines(
    "world/who_has",
    """
    Who has the {x}?
    Who owns the {x}?
    To whom does the {x} belong?
    Whose is the {x}?
    Who is the owner of the {x}?
    The {x} belongs to
    """,
)
WHAT_HAS = Lines(
    "world/what_has",
    """
    What does {a} have?
    What does {a} own?
    What belongs to {a}?
    Which thing is {a}'s?
    {a} has
    What is {a}'s?
    """,
)
PLACES = Lines(
    "world/places",
    """
    kitchen / garden / cellar / bathroom / attic / garage / office / hall / bedroom / library / stable
    workshop / laundry room / ballroom
    """,
)
SMALL = Lines(
    "world/small",
    """
    key / book / bag / pen / cup / phone / coin / letter / hat / umbrella / glove / ball / camera / ticket
    purse / ring
    """,
)
WHERE_TELL = Lines(
    "world/where_tell",
    """
    The {x} is in the {place}.
    {first} left the {x} in the {place}.
    The {x} lies in the {place}.
    You find the {x} in the {place}.
    In the {place} there is a {x}.
    {first} put the {x} into the {place}.
    The {x} was brought to the {place}.
    Somebody saw the {x} in the {place}.
    """,
)
WHERE_ASK = Lines(
    "world/where_ask",
    """
    Where is the {x}?
    In which room is the {x}?
    Where can I find the {x}?
    Where did the {x} end up?
    The {x} is in the
    Place of the {x}?
    Which room has the {x}?
    """,
)
WHERE_IS = Lines(
    "world/where_is",
    """
    Is the {x} in the {place}?
    Can the {x} be found in the {place}?
    Does the {x} lie in the {place}?
    The {x} is in the {place}.
    Should I look in the {place} for the {x}?
    Is it the {place} that has the {x}?
    """,
)
