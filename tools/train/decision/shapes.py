"""The same text as the JSON that a program would send: a ticket, a mail with its head, the turns of a chat."""

from decision.cases import SUBJECTS
from decision.slots import reference


def _ticket(case, rng, split):
    inner = {rng.choice(["body", "text", "message", "description"]): case.text}
    if rng.random() < 0.6:
        inner = {
            rng.choice(["id", "ticket_id", "number"]): rng.choice([reference(rng, split), rng.randint(1000, 99999)]),
            **inner,
        }
    if rng.random() < 0.5:
        inner = {rng.choice(["subject", "title"]): SUBJECTS.pick(rng, split), **inner}
    if rng.random() < 0.4:
        inner[rng.choice(["channel", "source"])] = rng.choice(["web", "mail", "phone", "app", "chat"])
    if rng.random() < 0.2:
        inner["tags"] = rng.sample(["new", "eu", "vip", "web", "beta"], rng.randint(0, 2))
    return {rng.choice(["ticket", "case", "request"]): inner} if rng.random() < 0.4 else inner


def _mail(case, rng, split):
    slots = case.slots
    sender = slots.get("email") if rng.random() < 0.6 else f"{slots.get('first')} {slots.get('last')}"
    mail = {
        "from": sender,
        "to": rng.choice(["support", "office", "info"]),
        "subject": SUBJECTS.pick(rng, split),
        "body": case.text,
    }
    if rng.random() < 0.3:
        del mail["to"]
    return {"email": mail} if rng.random() < 0.2 else mail


def _turns(case, rng):
    turns = case.turns or [("user", case.text)]
    names = rng.choice([("user", "assistant"), ("user", "assistant"), ("customer", "agent"), ("client", "support")])
    turns = [(names[0] if role == "user" else names[1], text) for role, text in turns]
    if rng.random() < 0.25:
        return "\n".join(f"{role.capitalize()}: {text}" for role, text in turns)
    keys = rng.choice([("role", "content"), ("role", "content"), ("from", "text"), ("speaker", "message")])
    messages = [{keys[0]: role, keys[1]: text} for role, text in turns]
    return {"messages": messages} if rng.random() < 0.3 else messages


def state_of(case, rng, split):
    """A string for most, else JSON. Slots that the shape adds are noted in the case."""
    if case.turns:
        return _turns(case, rng)
    draw = rng.random()
    if draw < 0.72 or case.domain in ("log", "language") and draw < 0.9:
        return case.text
    if draw < 0.8 or case.domain in ("review", "topic", "forum", "log", "language"):
        return {rng.choice(["text", "message", "content", "body", "note", "input"]): case.text}
    if case.domain == "assistant" or draw < 0.85:
        return _turns(case, rng)
    return _mail(case, rng, split) if case.domain == "mail" or draw < 0.91 else _ticket(case, rng, split)
