"""Questions that any text allows: is there a name, an amount, a date, an order number."""

from decision.example import Example, noul_criteria, one_hot
from decision.spin import spin
from decision.split import Lines
from decision.texts.detail_questions import PRESENT

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
# Requests name places, firms and things that are in no list.
NOT_ASKED = {"assistant": {"city", "company"}, "request": {"city", "company", "product"}}


def yes_no(rng, split):
    return noul_criteria(spin(YES.pick(rng, split), rng), spin(NO.pick(rng, split), rng), rng)


def _present(case, used, state, rng, split):
    if not isinstance(state, str):
        return None  # a shape adds names and numbers of its own
    there = [name for name in PRESENT if name in used]
    name = rng.choice(there) if there and rng.random() < 0.65 else rng.choice(list(PRESENT))
    truth = name in used or name == "first" and "last" in used
    if name in NOT_ASKED.get(case.domain, ()) or not truth and ALIKE.get(name, set()) & set(used):
        return None
    text = spin(PRESENT[name].pick(rng, split), rng)
    return Example(state, "noul", text, yes_no(rng, split), one_hot(int(truth), 2), "detail/present")


def make_detail_question(case, state, rng, split):
    """None if the draw suits no question."""
    if not case.slots.complete:
        return None
    used = {name.rstrip("2"): value for name, value in case.slots.used.items()}
    return _present(case, used, state, rng, split)
