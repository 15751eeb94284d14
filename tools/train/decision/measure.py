"""Held-out quality of a served decision model: test wordings, names and numbers, asked over POST /v1/systemone."""

import itertools

from decision.questions import examples
from lib.http_json import post
from lib.table import Row

QUESTIONS = 3000
A_CALL = 50
BINS = 15
GROUPS = {
    "facts of tickets and mails, yes or no": ("fact",),
    "problem, team, wish, tone, kind of mail": (
        "choice/team", "choice/problem", "choice/mail", "choice/agent_asks", "choice/wish", "choice/tone",
        "noul/team", "noul/problem", "noul/mail", "noul/agent_asks", "noul/wish", "noul/tone",
    ),
    "urgency, satisfaction, severity": ("score/",),
    "tools and intents": ("choice/tool", "noul/tool"),
    "sentiment, moderation": ("choice/", "noul/"),
    "is there a name, amount, date, number": ("detail/",),
}  # fmt: skip


def group_of(task):
    return next(name for name, starts in GROUPS.items() if task.startswith(starts))


def held_out(count, seed):
    """Questions with one right answer; where a text leaves it open there is nothing to be right about."""
    clear = (e for e in examples(f"measure-{seed}", "test") if e.clear and len(e.target) > 1)
    return list(itertools.islice(clear, count))


def chances_of(example, reply):
    """Probabilities of a question's options, in the order of the prompt: false before true."""
    answer = reply["answers"]["q"]
    return [1 - answer["noul"], answer["noul"]] if example.type == "noul" else list(answer["probabilities"].values())


def ask(url, items):
    replies = post(url + "/v1/systemone", [{"state": e.state, "questions": {"q": e.request()}} for e in items])
    for example, reply in zip(items, replies, strict=True):
        yield chances_of(example, reply)


def calibration_error(outcomes):
    """Expected calibration error of (probability of the answer given, was it right), in bins of equal width."""
    bins = [[] for _ in range(BINS)]
    for confidence, right in outcomes:
        bins[min(BINS - 1, int(confidence * BINS))].append((confidence, right))
    return sum(abs(sum(c for c, _ in part) - sum(r for _, r in part)) for part in bins) / len(outcomes)


def outcomes_of(url, items):
    """[(question, probability of the answer given, was it right)]."""
    outcomes = []
    for start in range(0, len(items), A_CALL):
        part = items[start : start + A_CALL]
        for example, chances in zip(part, ask(url.rstrip("/"), part)):
            best = max(range(len(chances)), key=chances.__getitem__)
            outcomes.append((example, chances[best], best == example.answer))
    return outcomes


def measure(url, seed):
    """Rows for the table. Decisions must be right in 90 of 100 and calibrated to 0.05."""
    outcomes = outcomes_of(url, held_out(QUESTIONS, seed))
    rows = [
        Row("decisions right", len(outcomes), sum(right for *_, right in outcomes) / len(outcomes), goal=0.9),
        Row(
            "expected calibration error",
            len(outcomes),
            calibration_error([(c, r) for _, c, r in outcomes]),
            goal=0.05,
            at_most=True,
            percent=False,
        ),
    ]
    for kind in ("noul", "choice", "score"):
        part = [(c, r) for e, c, r in outcomes if e.type == kind]
        rows += [
            Row(f"{kind}: right", len(part), sum(r for _, r in part) / len(part)),
            Row(f"{kind}: calibration error", len(part), calibration_error(part), percent=False),
        ]
    for name in GROUPS:
        part = [r for e, _, r in outcomes if group_of(e.task) == name]
        rows.append(Row(name, len(part), sum(part) / len(part)))
    return rows
