"""States that are records: readings, orders, users, stock, lists; and questions that compare, look up and count."""

from decision import slots as values
from decision.example import Example, choice, noul_criteria, one_hot
from decision.spin import spin
from decision.split import Lines, number
from decision.texts import words

QUANTITIES = Lines(
    "record/quantity",
    """
    temperature / pressure / speed / load / level / weight / voltage / humidity / noise / power / usage
    distance / volume / latency / flow / current / height / depth
    """,
)
UNITS = ["", "", "", "_c", "_bar", "_kmh", "_percent", "_kg", "_v", "_ms", "_pct"]
LIMITS = ["limit", "max", "maximum", "threshold", "upper_limit", "allowed"]

OVER = Lines(
    "record/over",
    """
    Is the {q} over [its|the] limit?
    Is the {q} [above|higher than|more than] [the limit|allowed|the maximum]?
    Does the {q} exceed [its|the] [limit|maximum|threshold]?
    Has the {q} [passed|gone over] the [limit|threshold]?
    Is the {q} too high?
    {q} over the limit?
    Should there be an alarm [for the {q}|because of the {q}]?
    Is [the|] {q} greater than what is allowed?
    """,
)
UNDER = Lines(
    "record/under",
    """
    Is the {q} within [its|the] limits?
    Is the {q} [below|lower than|under] the [limit|maximum|threshold]?
    Does the {q} stay [below|under] [its|the] [limit|maximum]?
    Is the {q} [allowed|in order|acceptable|alright]?
    {q} within the limit?
    Is the {q} low enough?
    Is everything fine with the {q}?
    """,
)
MORE = Lines(
    "record/more",
    """
    Is [the|] {key} [more|greater|higher] than {n}?
    Is [the|] {key} above {n}?
    Does [the|] {key} exceed {n}?
    Is {key} > {n}?
    {key} over {n}?
    Is there more than {n} [in|for] {key}?
    """,
)
LESS = Lines(
    "record/less",
    """
    Is [the|] {key} [less|smaller|lower] than {n}?
    Is [the|] {key} below {n}?
    Does [the|] {key} stay under {n}?
    Is {key} < {n}?
    {key} under {n}?
    Is there less than {n} [in|for] {key}?
    """,
)
IS = Lines(
    "record/is",
    """
    Is [the|] {key} {value}?
    Does [the|] {key} equal {value}?
    Is {value} the {key}?
    Does the record have {value} as its {key}?
    Is {key} set to {value}?
    {key} = {value}?
    Does {key} say {value}?
    """,
)
WHICH = Lines(
    "record/which",
    """
    What is the {key}?
    Which {key} [is it|does it have]?
    What does {key} say?
    Give the {key}.
    Which value has {key}?
    {key}?
    What is the value of {key}?
    Read the {key}.
    """,
)
ON = Lines(
    "record/on",
    """
    Is [the|] {key} [on|active|enabled|switched on]?
    Is [the|] {key} true?
    Has [the|] {key} been [activated|enabled|set]?
    {key} enabled?
    Is {key} turned on?
    Does it have {key}?
    Is the flag {key} set?
    """,
)
AMONG = Lines(
    "record/among",
    """
    Is {value} among the {key}?
    [Does|Do] the {key} [contain|include] {value}?
    Is {value} in the list [of {key}|]?
    Is {value} one of the {key}?
    Can {value} be found in {key}?
    {value} in {key}?
    """,
)
MOST = Lines(
    "record/most",
    """
    Who has the [most|highest number of] {key}?
    Which [of them|one|person] has the [highest|largest|biggest] {key}?
    Who is first in {key}?
    Whose {key} is the [highest|largest]?
    Who leads [in {key}|]?
    Top {key}?
    """,
)
LEAST = Lines(
    "record/least",
    """
    Who has the [fewest|lowest number of] {key}?
    Which [of them|one|person] has the [lowest|smallest] {key}?
    Who is last in {key}?
    Whose {key} is the [lowest|smallest]?
    Who is at the bottom [in {key}|]?
    Smallest {key}?
    """,
)

FLAGS = Lines(
    "record/flag",
    """
    newsletter / verified / express / gift / active / blocked / fan / pump / heater / alarm / backup / dark_mode
    notifications / logging / admin / subscribed / two_factor / locked / premium / autosave
    """,
)
COUNTS = Lines(
    "record/count",
    """
    points / age / quantity / items / visits / score / users / errors / seats / miles / wins / calls / sales
    orders / pages / retries / goals / votes
    """,
)
FIELDS = {
    "status": "open closed pending shipped paid cancelled delivered returned new waiting".split(),
    "color": "red blue green black white yellow brown grey".split(),
    "country": words.GROUPS["country"][0].split(),
    "plan": "free basic pro premium team enterprise".split(),
    "role": "admin guest editor viewer owner member".split(),
    "size": "small medium large tiny huge".split(),
    "priority": "low normal high critical".split(),
    "payment": "card cash invoice transfer voucher".split(),
    "language": [name.lower() for name in words.LANGUAGE_NAMES],
    "animal": words.GROUPS["animal"][0].split(),
    "fruit": words.GROUPS["fruit"][0].split(),
    "category": "books music food garden toys tools".split(),
}
STATUS = {  # (status, question lines, statuses for which it holds)
    "shipped": (
        Lines(
            "status/shipped",
            """
        Has the order been [shipped|sent|dispatched]?
        Is the order on its way [or there already|]?
        Did we send the order?
        Have the goods left the warehouse?
        Is it shipped?
        Was it handed to the courier?
        """,
        ),
        {"shipped", "delivered", "returned"},
    ),
    "paid": (
        Lines(
            "status/paid",
            """
        Has it been paid?
        Is the [invoice|bill|order] [paid|settled]?
        Did the customer pay?
        Have we got the money?
        Is the payment done?
        Payment received?
        """,
        ),
        {"paid", "shipped", "delivered"},
    ),
    "cancelled": (
        Lines(
            "status/cancelled",
            """
        [Was|Has] the order [cancelled|been cancelled|called off]?
        Is the order cancelled?
        Did somebody cancel it?
        Order cancelled?
        Is it void?
        Has the order been called off?
        """,
        ),
        {"cancelled"},
    ),
    "done": (
        Lines(
            "status/done",
            """
        Has the [customer|buyer] got the [goods|parcel]?
        Was it delivered?
        Did it arrive?
        Is the delivery [complete|done]?
        Delivered?
        Is the parcel at its destination?
        """,
        ),
        {"delivered"},
    ),
}


def _key(name, rng):
    return {
        0: name,
        1: name,
        2: name.title().replace("_", ""),
        3: name.upper(),
        4: "is_" + name if rng.random() < 0.3 else name,
    }[rng.randrange(5)]


def _say(name):
    return name.replace("_", " ")


def _noul(state, question, truth, rng, task):
    return Example(state, "noul", question, noul_criteria("", "", rng), one_hot(int(truth), 2), task)


def _ask(lines, rng, split, **names):
    text = spin(lines.pick(rng, split), rng)
    for name, value in names.items():
        text = text.replace("{" + name + "}", str(value))
    return text[:1].upper() + text[1:] if rng.random() < 0.9 else text


def _record(fields, rng):
    """The fields among others, in any order, perhaps inside an object, perhaps as lines of text."""
    pairs = list(fields.items())
    rng.shuffle(pairs)
    record = dict(pairs)
    draw = rng.random()
    if draw < 0.18:
        return {rng.choice(["data", "record", "order", "device", "user", "state"]): record}
    if draw < 0.3 and not any(isinstance(v, (dict, list)) for v in record.values()):
        return rng.choice(["\n", "; ", ", "]).join(
            f"{_say(key)}: {str(value).lower() if isinstance(value, bool) else value}" for key, value in record.items()
        )
    return record


def _others(rng, split, taken, most=4):
    """Fields that nobody asks for."""
    out = {}
    for _ in range(rng.randint(0, most)):
        draw = rng.random()
        if draw < 0.3:
            name = FLAGS.pick(rng, split)
            out[name] = rng.random() < 0.5 if rng.random() < 0.6 else rng.choice(["on", "off"])
        elif draw < 0.55:
            name = rng.choice(list(FIELDS))
            out[name] = rng.choice(FIELDS[name])
        elif draw < 0.75:
            out[COUNTS.pick(rng, split)] = number(rng, split, 0, 500)
        elif draw < 0.85:
            out["id"] = values.reference(rng, split)
        elif draw < 0.92:
            out["name"] = values.FIRST(rng, split)
        else:
            out[rng.choice(["note", "x", "tags", "comment"])] = rng.choice([None, {}, [], "", ["a", "b"], "-"])
    return {key: value for key, value in out.items() if key not in taken}


def _value(rng, split, low=1, high=300):
    n = number(rng, split, low, high)
    return n if rng.random() < 0.7 else n + rng.choice([0.5, 0.25, 0.1, 0.9])


def limits(rng, split):
    quantity, limit = QUANTITIES.pick(rng, split), rng.choice(LIMITS)
    unit = rng.choice(UNITS)
    a = _value(rng, split)
    b = _value(rng, split) if rng.random() < 0.6 else max(1, a + number(rng, split, 1, 20) * rng.choice([-1, 1]))
    if a == b:
        return []
    name, bound = rng.choice(
        [
            (quantity + unit, limit + unit),
            (quantity + unit, f"{quantity}_{limit}"),
            (quantity, limit),
            (quantity, f"{limit}_{quantity}"),
        ]
    )
    fields = {name: a, bound: b}
    state = _record({**fields, **_others(rng, split, fields)}, rng)
    over = rng.random() < 0.55
    lines = OVER if over else UNDER
    return [_noul(state, _ask(lines, rng, split, q=quantity), (a > b) == over, rng, "record/limit")]


def compare(rng, split):
    key = COUNTS.pick(rng, split)
    a, b = number(rng, split, 0, 300), number(rng, split, 0, 300)
    if rng.random() < 0.4:
        b = max(0, a + rng.choice([-1, 1]) * number(rng, split, 1, 9))
    if a == b:
        return []
    state = _record({_key(key, rng): a, **_others(rng, split, {key})}, rng)
    more = rng.random() < 0.5
    return [
        _noul(state, _ask(MORE if more else LESS, rng, split, key=key, n=b), (a > b) == more, rng, "record/compare")
    ]


def flags(rng, split):
    name = FLAGS.pick(rng, split)
    truth = rng.random() < 0.5
    value = (
        truth if rng.random() < 0.6 else rng.choice([("off", "on"), ("no", "yes"), ("false", "true"), (0, 1)])[truth]
    )
    state = _record({name: value, **_others(rng, split, {name})}, rng)
    return [
        _noul(state, _ask(ON, rng, split, key=_say(name) if rng.random() < 0.7 else name), truth, rng, "record/flag")
    ]


def _lookup_pair(rng, split):
    draw = rng.random()
    if draw < 0.6:
        key = rng.choice(list(FIELDS))
        return key, rng.choice(FIELDS[key]), lambda: rng.choice(FIELDS[key])
    if draw < 0.75:
        return (
            rng.choice(["name", "owner", "customer", "author"]),
            values.FIRST(rng, split),
            lambda: values.FIRST(rng, split),
        )
    if draw < 0.87:
        return rng.choice(["city", "place", "destination"]), values.CITY(rng, split), lambda: values.CITY(rng, split)
    return (
        rng.choice(["product", "article", "item"]),
        words.PRODUCT.pick(rng, split),
        lambda: words.PRODUCT.pick(rng, split),
    )


def lookup(rng, split):
    key, value, other = _lookup_pair(rng, split)
    state = _record({_key(key, rng): value, **_others(rng, split, {key})}, rng)
    if rng.random() < 0.5:
        truth = rng.random() < 0.5
        said = value if truth else other()
        return [_noul(state, _ask(IS, rng, split, key=key, value=said), said == value, rng, "record/is")]
    options = {value: ""}
    for _ in range(rng.choice([1, 2, 3, 4, 6])):
        options.setdefault(other(), "")
    return [choice(_ask(WHICH, rng, split, key=key), list(options.items()), 0, state, rng, "record/which")]


def status(rng, split):
    kind = rng.choice(list(STATUS))
    lines, holds = STATUS[kind]
    known = sorted(
        {"shipped", "paid", "cancelled", "delivered", "returned", "waiting", "new"}
        - ({"returned", "cancelled"} if kind in ("paid", "done") else set())
    )
    value = rng.choice(
        sorted(holds & set(known)) if rng.random() < 0.5 else [name for name in known if name not in holds]
    )
    fields = {
        "status": value,
        rng.choice(["order", "id"]): values.reference(rng, split),
        rng.choice(["item", "product"]): words.PRODUCT.pick(rng, split),
    }
    if rng.random() < 0.5:
        fields["total"] = number(rng, split, 3, 900)
    return [_noul(_record(fields, rng), _ask(lines, rng, split), value in holds, rng, "record/status")]


def members(rng, split):
    group = rng.choice(["names", "cities", "fruits", "colors", "tags", "items"])
    pick = {
        "names": values.FIRST,
        "cities": values.CITY,
        "items": words.PRODUCT.pick,
        "fruits": lambda r, s: r.choice(FIELDS["fruit"]),
        "colors": lambda r, s: r.choice(FIELDS["color"]),
        "tags": lambda r, s: r.choice(FIELDS["animal"] + FIELDS["category"]),
    }[group]
    there = list(dict.fromkeys(pick(rng, split) for _ in range(rng.randint(2, 6))))
    truth = rng.random() < 0.5
    value = rng.choice(there) if truth else pick(rng, split)
    state = there if rng.random() < 0.2 else _record({group: there, **_others(rng, split, {group})}, rng)
    return [_noul(state, _ask(AMONG, rng, split, key=group, value=value), value in there, rng, "record/among")]


def rank(rng, split):
    key = COUNTS.pick(rng, split)
    names = values.people_of(rng, split, rng.randint(2, 4))
    amounts = {}
    while len(amounts) < len(names):
        amounts.setdefault(number(rng, split, 1, 99), None)
    table = list(zip(names, amounts))
    most = rng.random() < 0.5
    best = (max if most else min)(table, key=lambda row: row[1])[0]
    state = rng.choice(
        [
            lambda: [{"name": n, key: a} for n, a in table],
            lambda: {n: a for n, a in table},
            lambda: {"rows": [[n, a] for n, a in table], "unit": key},
            lambda: ". ".join(f"{n} has {a} {key}" for n, a in table) + ".",
        ]
    )()
    return [
        choice(
            _ask(MOST if most else LEAST, rng, split, key=key),
            [(n, "") for n in names],
            names.index(best),
            state,
            rng,
            "record/rank",
            ids_allowed=False,
        )
    ]


MAKERS = [(limits, 5), (compare, 5), (flags, 3), (lookup, 5), (status, 3), (members, 3), (rank, 2)]


def make_record_questions(rng, split):
    makers, weights = zip(*MAKERS)
    return [example for example in rng.choices(makers, weights)[0](rng, split) if example]
