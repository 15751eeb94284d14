"""Questions that any text allows: is there a name, an amount, a date; which; is this one in the text."""

from decision.example import Example, choice, noul_criteria, one_hot
from decision.spin import spin
from decision.split import Lines
from decision.texts.detail_questions import CONTAINS, PRESENT, VALUE

YES = Lines("about/yes", "it is there / yes, it is / yes, named / found in the text / present / it does")
NO = Lines("about/no", "it is not there / no, it is not / not named / not found in the text / absent / it does not")

# A text with one of these has something that may pass for the thing asked about.
ALIKE = {
    "date": {"weekday", "month", "year"},
    "order": {"code", "n", "version", "phone"},
    "phone": {"n2", "order"},
    "company": {"email"},
    "first": {"email"},
}
# Requests to an assistant name places and firms that are in no list.
NOT_FOR_ASSISTANTS = {"city", "company"}
FINDABLE = ("first", "last", "city", "company", "product", "order", "amount", "date", "weekday", "month")


def yes_no(rng, split):
    return noul_criteria(YES.pick(rng, split), NO.pick(rng, split), rng)


def _present(case, used, state, rng, split):
    if not isinstance(state, str):
        return None  # a shape adds names and numbers of its own
    there = [name for name in PRESENT if name in used]
    name = rng.choice(there) if there and rng.random() < 0.65 else rng.choice(list(PRESENT))
    truth = name in used or name == "first" and "last" in used
    if case.domain == "assistant" and name in NOT_FOR_ASSISTANTS or not truth and ALIKE.get(name, set()) & set(used):
        return None
    text = spin(PRESENT[name].pick(rng, split), rng)
    return Example(state, "noul", text, yes_no(rng, split), one_hot(int(truth), 2), "detail/present")


def _value(case, used, state, rng, split):
    raw = case.slots.used
    known = [name for name in used if name in VALUE and name in raw and name + "2" not in raw]
    if not known:
        return None
    name = rng.choice(known)
    others = dict.fromkeys(case.slots.other(name) for _ in range(rng.choice([1, 2, 3, 5])))
    options = [(value, "") for value in [used[name], *others]]
    text = spin(VALUE[name].pick(rng, split), rng)
    return choice(text, options, 0, state, rng, "detail/value", ids_allowed=False)


def _contains(case, used, state, rng, split):
    kinds = [name for name in used if name in FINDABLE]
    if not kinds:
        return None
    name = rng.choice(kinds)
    truth = rng.random() < 0.5
    value = used[name] if truth else case.slots.other(name)
    if not truth and value in str(state):
        return None
    text = spin(CONTAINS.pick(rng, split).replace("{value}", value), rng)
    return Example(state, "noul", text, noul_criteria("", "", rng), one_hot(int(truth), 2), "detail/contains")


def make_detail_question(case, state, rng, split):
    """None if the draw suits no question."""
    if case.domain == "language":
        return None
    used = {name.rstrip("2"): value for name, value in case.slots.used.items()}
    draw = rng.random()
    if draw < 0.4:
        return _present(case, used, state, rng, split)
    if not case.exact:
        return None
    return (_value if draw < 0.75 else _contains)(case, used, state, rng, split)
