"""Small worlds in a few sentences: the door is open, the keys are in the kitchen, Anna has a dog; and what follows."""

from decision.example import Example, choice, noul_criteria, one_hot
from decision.slots import Slots, people_of
from decision.spin import spin, upper_first
from decision.split import Lines
from decision.texts import words

THINGS = Lines(
    "world/things",
    """
    door / window / lamp / oven / radio / machine / gate / box / bottle / shop / engine / pump / heating
    fridge / garage / road / bridge / museum / pool
    station / printer / server / valve / elevator / kettle / cinema / office / library / fan / alarm / screen
    drawer
    """,
)
# Words that say the same, words that say the contrary.
STATES = [
    (("on", "running", "switched on", "active"), ("off", "switched off", "inactive", "not on")),
    (("open", "unlocked", "not closed"), ("closed", "shut", "not open")),
    (("full", "not empty"), ("empty", "not full")),
    (("hot", "warm", "not cold"), ("cold", "cool", "not warm")),
    (("clean", "spotless", "not dirty"), ("dirty", "not clean")),
    (("broken", "out of order", "defective"), ("in order", "working", "not broken")),
    (("new", "brand new"), ("old", "not new")),
    (("lit", "bright", "lit up"), ("dark", "not lit", "unlit")),
    (("ready", "finished", "done"), ("not ready", "unfinished", "not done yet")),
    (("cheap", "inexpensive", "not expensive"), ("expensive", "costly", "not cheap")),
    (("loud", "noisy", "not quiet"), ("quiet", "silent", "not loud")),
    (("wet", "not dry"), ("dry", "not wet")),
    (("safe", "not dangerous"), ("dangerous", "unsafe", "not safe")),
]
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


def _fill(lines, rng, split, slots, **names):
    text = spin(lines.pick(rng, split), rng, None)
    for name, value in names.items():
        text = text.replace("{" + name + "}", value)
    if "{first}" in text:
        text = text.replace("{first}", slots.get("first"))
    text = text.replace("{when}", rng.choice(["Today", "Right now", "Since this morning", "At the moment"]))
    return upper_first(text)


def _noul(state, text, truth, rng, task):
    return Example(state, "noul", text, noul_criteria("", "", rng), one_hot(int(truth), 2), task)


def _conditions(rng, split, slots):
    things = THINGS.some(rng, split, rng.choice([1, 1, 2, 2, 3]))
    told, sentences = {}, []
    for thing in things:
        pair = rng.choice(STATES)
        side = rng.random() < 0.5
        told[thing] = (pair, side)
        sentences.append(
            _fill(TELL, rng, split, slots, thing=thing, state=rng.choice(pair[not side]), state2=rng.choice(pair[side]))
        )
    state = " ".join(sentences)
    thing = rng.choice(things)
    pair, side = told[thing]
    if rng.random() < 0.75:
        truth = rng.random() < 0.5
        lines = ASK_IT if len(things) == 1 and rng.random() < 0.5 else ASK_STATE
        return [
            _noul(
                state,
                _fill(lines, rng, split, slots, thing=thing, state=rng.choice(pair[not (side == truth)])),
                truth,
                rng,
                "world/is",
            )
        ]
    options = [(rng.choice(pair[not side]), ""), (rng.choice(pair[side]), "")]
    options += [
        (other[rng.randrange(2)][0], "")
        for other in rng.sample([p for p in STATES if p is not pair], rng.choice([0, 0, 1, 2]))
    ]
    return [
        choice(
            _fill(WHICH_STATE, rng, split, slots, thing=thing), options, 0, state, rng, "world/which", ids_allowed=False
        )
    ]


def _owners(rng, split, slots):
    people = people_of(rng, split, rng.choice([2, 2, 3, 4]))
    pool = (
        words.GROUPS["animal"][0].split()
        + words.GROUPS["instrument"][0].split()
        + words.GROUPS["vehicle"][0].split()
        + SMALL.of[split]
    )
    things = rng.sample(sorted(set(pool)), len(people))
    sentences = [_fill(HAVE, rng, split, slots, a=a, x=x) for a, x in zip(people, things)]
    rng.shuffle(sentences)
    state = " ".join(sentences)
    i = rng.randrange(len(people))
    draw = rng.random()
    if draw < 0.5:
        truth = rng.random() < 0.5
        j = i if truth else rng.choice([j for j in range(len(people)) if j != i])
        return [_noul(state, _fill(ASK_HAVE, rng, split, slots, a=people[i], x=things[j]), truth, rng, "world/has")]
    if draw < 0.8:
        return [
            choice(
                _fill(WHO_HAS, rng, split, slots, x=things[i]),
                [(a, "") for a in people],
                i,
                state,
                rng,
                "world/who",
                ids_allowed=False,
            )
        ]
    return [
        choice(
            _fill(WHAT_HAS, rng, split, slots, a=people[i]),
            [(x, "") for x in things],
            i,
            state,
            rng,
            "world/what",
            ids_allowed=False,
        )
    ]


def _rooms(rng, split, slots):
    count = rng.choice([1, 2, 2, 3])
    things, places = SMALL.some(rng, split, count), PLACES.some(rng, split, count)
    count = min(len(things), len(places))
    sentences = [_fill(WHERE_TELL, rng, split, slots, x=x, place=place) for x, place in zip(things, places)]
    rng.shuffle(sentences)
    state = " ".join(sentences)
    i = rng.randrange(count)
    rest = [place for place in PLACES.of[split] if place != places[i]]
    if rng.random() < 0.5 or not rest:
        truth = rng.random() < 0.5 or not rest
        return [
            _noul(
                state,
                _fill(WHERE_IS, rng, split, slots, x=things[i], place=places[i] if truth else rng.choice(rest)),
                truth,
                rng,
                "world/is_in",
            )
        ]
    others = list(
        dict.fromkeys([place for place in places[:count] if place != places[i]] + rng.sample(rest, min(len(rest), 2)))
    )
    return [
        choice(
            _fill(WHERE_ASK, rng, split, slots, x=things[i]),
            [(place, "") for place in [places[i]] + others],
            0,
            state,
            rng,
            "world/where",
            ids_allowed=False,
        )
    ]


def make_world_questions(rng, split):
    maker = rng.choices([_conditions, _owners, _rooms], [5, 4, 3])[0]
    return [example for example in maker(rng, split, Slots(rng, split)) if example]
