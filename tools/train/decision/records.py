"""States that are records: readings, orders, users, stock, lists; and questions that compare, look up and count."""

from decision import slots as values
from decision.example import Example, choice, noul_criteria, one_hot
from decision.spin import spin
from decision.split import number
from decision.texts import record_questions as say
from decision.texts import words

UNITS = ["", "", "", "_c", "_bar", "_kmh", "_percent", "_kg", "_v", "_ms", "_pct"]
LIMITS = ["limit", "max", "maximum", "threshold", "upper_limit", "allowed"]


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
# Questions about the status of an order, the statuses for which it is so, and those for which it is not.
STATUS = [
    (say.SHIPPED, ("shipped", "delivered", "returned"), ("paid", "cancelled", "waiting", "new")),
    (say.PAID, ("paid",), ("waiting", "new", "open", "unpaid")),
    (say.CANCELLED, ("cancelled",), ("shipped", "paid", "delivered", "waiting", "new")),
    (say.DONE, ("delivered",), ("shipped", "paid", "cancelled", "waiting", "new")),
]


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
            name = say.FLAGS.pick(rng, split)
            out[name] = rng.random() < 0.5 if rng.random() < 0.6 else rng.choice(["on", "off"])
        elif draw < 0.55:
            name = rng.choice(list(FIELDS))
            out[name] = rng.choice(FIELDS[name])
        elif draw < 0.75:
            out[say.COUNTS.pick(rng, split)] = number(rng, split, 0, 500)
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
    quantity, limit = say.QUANTITIES.pick(rng, split), rng.choice(LIMITS)
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
    lines = say.OVER if over else say.UNDER
    return [_noul(state, _ask(lines, rng, split, q=quantity), (a > b) == over, rng, "record/limit")]


def compare(rng, split):
    key = say.COUNTS.pick(rng, split)
    a, b = number(rng, split, 0, 300), number(rng, split, 0, 300)
    if rng.random() < 0.4:
        b = max(0, a + rng.choice([-1, 1]) * number(rng, split, 1, 9))
    if a == b:
        return []
    state = _record({_key(key, rng): a, **_others(rng, split, {key})}, rng)
    more = rng.random() < 0.5
    return [
        _noul(
            state,
            _ask(say.MORE if more else say.LESS, rng, split, key=key, n=b),
            (a > b) == more,
            rng,
            "record/compare",
        )
    ]


def flags(rng, split):
    name = say.FLAGS.pick(rng, split)
    truth = rng.random() < 0.5
    value = (
        truth if rng.random() < 0.6 else rng.choice([("off", "on"), ("no", "yes"), ("false", "true"), (0, 1)])[truth]
    )
    state = _record({name: value, **_others(rng, split, {name})}, rng)
    return [
        _noul(
            state, _ask(say.ON, rng, split, key=_say(name) if rng.random() < 0.7 else name), truth, rng, "record/flag"
        )
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
        return [_noul(state, _ask(say.IS, rng, split, key=key, value=said), said == value, rng, "record/is")]
    options = {value: ""}
    for _ in range(rng.choice([1, 2, 3, 4, 6])):
        options.setdefault(other(), "")
    return [choice(_ask(say.WHICH, rng, split, key=key), list(options.items()), 0, state, rng, "record/which")]


def status(rng, split):
    lines, holds, fails = rng.choice(STATUS)
    truth = rng.random() < 0.5
    fields = {
        "status": rng.choice(holds if truth else fails),
        rng.choice(["order", "id"]): values.reference(rng, split),
        rng.choice(["item", "product"]): words.PRODUCT.pick(rng, split),
    }
    if rng.random() < 0.5:
        fields["total"] = number(rng, split, 3, 900)
    return [_noul(_record(fields, rng), _ask(lines, rng, split), truth, rng, "record/status")]


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
    return [_noul(state, _ask(say.AMONG, rng, split, key=group, value=value), value in there, rng, "record/among")]


def rank(rng, split):
    key = say.COUNTS.pick(rng, split)
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
            _ask(say.MOST if most else say.LEAST, rng, split, key=key),
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
