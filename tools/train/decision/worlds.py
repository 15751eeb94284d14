"""Small worlds in a few sentences: the door is open, the keys are in the kitchen, Anna has a dog; and what follows."""

from decision.example import Example, choice, noul_criteria, one_hot
from decision.slots import Slots, people_of
from decision.spin import spin, upper_first
from decision.texts import words
from decision.texts import world_sentences as say

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
    things = say.THINGS.some(rng, split, rng.choice([1, 1, 2, 2, 3]))
    told, sentences = {}, []
    for thing in things:
        pair = rng.choice(STATES)
        side = rng.random() < 0.5
        told[thing] = (pair, side)
        sentences.append(
            _fill(
                say.TELL,
                rng,
                split,
                slots,
                thing=thing,
                state=rng.choice(pair[not side]),
                state2=rng.choice(pair[side]),
            )
        )
    state = " ".join(sentences)
    thing = rng.choice(things)
    pair, side = told[thing]
    if rng.random() < 0.75:
        truth = rng.random() < 0.5
        lines = say.ASK_IT if len(things) == 1 and rng.random() < 0.5 else say.ASK_STATE
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
            _fill(say.WHICH_STATE, rng, split, slots, thing=thing),
            options,
            0,
            state,
            rng,
            "world/which",
            ids_allowed=False,
        )
    ]


def _owners(rng, split, slots):
    people = people_of(rng, split, rng.choice([2, 2, 3, 4]))
    pool = (
        words.GROUPS["animal"][0].split()
        + words.GROUPS["instrument"][0].split()
        + words.GROUPS["vehicle"][0].split()
        + say.SMALL.of[split]
    )
    things = rng.sample(sorted(set(pool)), len(people))
    sentences = [_fill(say.HAVE, rng, split, slots, a=a, x=x) for a, x in zip(people, things)]
    rng.shuffle(sentences)
    state = " ".join(sentences)
    i = rng.randrange(len(people))
    draw = rng.random()
    if draw < 0.5:
        truth = rng.random() < 0.5
        j = i if truth else rng.choice([j for j in range(len(people)) if j != i])
        return [_noul(state, _fill(say.ASK_HAVE, rng, split, slots, a=people[i], x=things[j]), truth, rng, "world/has")]
    if draw < 0.8:
        return [
            choice(
                _fill(say.WHO_HAS, rng, split, slots, x=things[i]),
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
            _fill(say.WHAT_HAS, rng, split, slots, a=people[i]),
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
    things, places = say.SMALL.some(rng, split, count), say.PLACES.some(rng, split, count)
    count = min(len(things), len(places))
    sentences = [_fill(say.WHERE_TELL, rng, split, slots, x=x, place=place) for x, place in zip(things, places)]
    rng.shuffle(sentences)
    state = " ".join(sentences)
    i = rng.randrange(count)
    rest = [place for place in say.PLACES.of[split] if place != places[i]]
    if rng.random() < 0.5 or not rest:
        truth = rng.random() < 0.5 or not rest
        return [
            _noul(
                state,
                _fill(say.WHERE_IS, rng, split, slots, x=things[i], place=places[i] if truth else rng.choice(rest)),
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
            _fill(say.WHERE_ASK, rng, split, slots, x=things[i]),
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
