"""Calls of tools in LFM2's format, and the plain answer after their results."""

import dataclasses
import json

from chat import words
from chat.bank import HELD_OUT, Bank
from chat.conversation import Message
from chat.noise import polish
from chat.phrases import combine, split
from chat.tasks.tool_domains import DOMAINS, Domain, Parameter, alternatives, value_of
from chat.tasks.tool_domains_more import MORE
from chat.tasks.tool_requests import REQUESTS


@dataclasses.dataclass
class Offer:
    """A tool as it stands in one request: the OpenAI object, and what a call of it needs."""

    tool: dict
    domain: Domain
    parameters: list[tuple[str, Parameter]]  # name in this offer, what it is
    requests: list[str] | None = None  # None: those of the domain

    @property
    def name(self) -> str:
        return self.tool["function"]["name"]


def tool_object(bank: Bank, name: str, about: str, parameters: list[tuple[str, Parameter]]) -> dict:
    """The JSON schema in one of the ways in which people write it."""
    described = bank.rng.random() < 0.6
    properties = {}
    for key, parameter in parameters:
        properties[key] = {"type": parameter.type}
        if described and parameter.about:
            about_it = parameter.about
            properties[key]["description"] = bank.rng.choice(
                [about_it, about_it, f"The {about_it.lower()}", about_it + "."]
            )
        if parameter.kind == "priority" and bank.rng.random() < 0.5:
            properties[key]["enum"] = ["low", "normal", "high"]
    required = list(properties)
    if properties and bank.rng.random() < 0.2:
        properties |= {key: value for key, value in OPTIONAL if key not in properties and bank.rng.random() < 0.3}
    schema = {"type": "object", "properties": properties}
    if properties and bank.rng.random() < 0.8:
        schema["required"] = required
    if not properties and bank.rng.random() < 0.5:
        schema = {}
    return {"type": "function", "function": {"name": name, "description": about, "parameters": schema}}


def from_domain(bank: Bank, domain: Domain) -> Offer:
    names, about = alternatives(bank, domain)
    name, text = bank.rng.choice(names), bank.rng.choice(about)
    if bank.rng.random() < 0.07:
        text = ""
    elif bank.invent and bank.rng.random() < 0.25:  # then only the description tells what it does
        name = bank.rng.choice(
            [bank.invented(), f"{bank.word()}_{bank.word()}", f"{name}_{bank.word()}", f"{bank.word()}_{name}"]
        )
    elif not bank.held_out:
        name, text = renamed(bank, name), reworded(bank, text)
    parameters, used = [], set()
    for parameter in domain.parameters:
        key = bank.rng.choice([n for n in parameter.names if n not in used])
        if bank.invent and bank.rng.random() < 0.15 and parameter.about:
            key = bank.word()
        if key in used:
            key += "_2"
        used.add(key)
        parameters.append((key, parameter))
    return Offer(tool_object(bank, name, text, parameters), domain, parameters)


HELD_OUT_NAMES = {name for tool in HELD_OUT["tools"].values() for name in tool["names"]}
VERBS = split("""
    get | set | do | make | find | fetch | read | run | call | use | ask | give | query | handle | open | new | add |
    my | start | perform | api | fn | util | quick | simple | please | next | any""")


def renamed(bank: Bank, name: str) -> str:
    """The name of a function as another programmer would spell it, on this side of the split."""
    while (found := _respelt(bank, name)) in HELD_OUT_NAMES:
        pass
    return found


def _respelt(bank: Bank, name: str) -> str:
    rng = bank.rng
    draw = rng.random()
    parts = name.split("_")
    if draw < 0.15:
        return f"{rng.choice(VERBS)}_{name}"
    if draw < 0.25:
        return f"{name}_{rng.choice(VERBS)}"
    if draw < 0.45 and len(parts) > 1:  # the noun tells more than the verb
        return "_".join([rng.choice(VERBS), *parts[1:]])
    if draw < 0.55 and len(parts) > 1:
        return "_".join(parts[::-1])
    if draw < 0.65 and len(parts) > 1:
        return parts[0] + "".join(part.capitalize() for part in parts[1:])
    if draw < 0.7 and len(parts) > 1:
        return "".join(part.capitalize() for part in parts)
    if draw < 0.75:
        return f"{rng.choice(VERBS)}.{name}"
    if draw < 0.8:
        return f"{bank.word()}.{name}"
    return name


ABOUT = split("This tool: | Use this to: | Tool: | A function: | Call it to: | For users: | Helps: | API: | Here:")


def reworded(bank: Bank, text: str) -> str:
    """The description of a function with something around it."""
    rng = bank.rng
    draw = rng.random()
    if draw < 0.15:
        return f"{rng.choice(ABOUT)} {text[0].lower()}{text[1:]}"
    if draw < 0.3:
        return text + rng.choice([".", " for the user", " when asked", " now", " and return it", " (beta)", "!"])
    return text.lower() if draw < 0.4 else text


# Parameters that nobody sets: a call leaves them out.
OPTIONAL = [
    ("unit", {"type": "string", "enum": ["celsius", "fahrenheit"]}),
    ("units", {"type": "string", "description": "metric or imperial"}),
    ("limit", {"type": "integer", "description": "At most so many results"}),
    ("verbose", {"type": "boolean"}),
    ("format", {"type": "string", "enum": ["json", "text"]}),
    ("comment", {"type": "string", "description": "A comment"}),
]
SYNTHETIC_REQUESTS = [
    "!{verb} {object} {id}",
    "our {object} {id}: {verb} it",
    "about my {object} {id}: {verb} it",
    "is it possible to {verb} the {object} {id}?",
    "{object} {id}, {verb} this one",
    "!{verb} my {object}, its number is {id}",
    "{id} is the {object} to {verb}",
    "the id is {id}, {verb} this {object}",
    "you have to {verb} {object} {id}",
    "!{verb} for me the {object} with id {id}",
    "!{verb} the {object} that has the id {id}",
    "we should {verb} {object} {id}",
    "!{verb} the {object} {id}",
    "{object} {id}: {verb} it",
    "I want to {verb} the {object} {id}",
    "!{verb} {object} number {id}",
    "the {object} {id} needs you to {verb} it",
    "!{verb} it, the {object} {id}",
]
SYNTHETIC_REQUESTS += [
    *combine(
        "!{verb}",
        " {object}| the {object}| my {object}| our {object}| this {object}| that {object}",
        " {id}|, id {id}|, number {id}|: {id}| with the number {id}| called {id}| named {id}| which is {id}",
    ),
    *combine(
        "{object} {id}|the {object} {id}|{id}, the {object},|{id} is a {object}, it|my {object} with id {id}",
        " is what you {verb}| is to {verb}| is the one to {verb}",
    ),
    *combine(
        "I want|we want|we need|I need|it is time|try|do not forget",
        " to {verb}",
        " the {object} {id}| {object} {id}| the {object}, {id}",
    ),
]


def invented(bank: Bank) -> Offer:
    """A tool made of a verb and a noun, so that choosing rests on the words of the list and not on known names."""
    rng = bank.rng
    (verb, third), noun = bank.action(), bank.object()
    name = rng.choice(
        [f"{verb}_{noun}", f"{noun}_{verb}", verb + noun.capitalize(), f"{verb}_a_{noun}", f"{noun}.{verb}"]
    )
    about = rng.choice(
        [
            f"{third.capitalize()} a {noun}",
            f"{verb.capitalize()} a {noun}",
            f"{verb.capitalize()} the {noun} with this id.",
            "",
        ]
    )
    key = rng.choice(["id", f"{noun}_id", noun, "number", "name"])
    parameters = [(key, Parameter([key], "id", about=f"Which {noun}"))]
    domain = Domain(name, [name], [about], [parameters[0][1]], [], ["status", "id"])
    phrase = bank.phrase("tools.invented", SYNTHETIC_REQUESTS)
    ready = phrase.replace("{verb}", verb).replace("{object}", noun).replace("{id}", "{" + key + "}")
    return Offer(tool_object(bank, name, about, parameters), domain, parameters, [ready])


def offers(bank: Bank, count: int) -> list[Offer]:
    """Different tools; calculators, clocks and the like may stand beside each other as they do in life."""
    found: dict[str, Offer] = {}
    domains = set()
    known = DOMAINS if bank.held_out else DOMAINS + MORE
    while len(found) < count:
        offer = invented(bank) if bank.rng.random() < 0.4 else from_domain(bank, bank.rng.choice(known))
        if offer.domain.key not in domains:
            domains.add(offer.domain.key)
            found[offer.name] = offer
    return list(found.values())


def request_for(bank: Bank, offer: Offer) -> tuple[str, dict]:
    """(what the user says, the arguments of the call)"""
    if offer.requests:
        phrase = offer.requests[0]
    else:
        key = offer.domain.key
        phrase = bank.phrase("tools." + key, offer.domain.requests + REQUESTS.get(key, []))
    arguments, slots = {}, {}
    for key, parameter in offer.parameters:
        value, said = value_of(bank, parameter.kind)
        while said in slots.values():
            value, said = value_of(bank, parameter.kind)
        arguments[key] = value
        slots[parameter.names[0]] = said
    return around(bank, polish(bank.rng, phrase)).format(**slots), arguments


# What may stand around a request without belonging to it.
ENDINGS = split("""
    please | right now | today | at once | , please | if you can | soon | for us | quickly | , thanks |
    , thank you | with the tool | for my boss | again | as well | , will you? | , it is urgent | , and tell me then |
    on the internet | in the system | on my phone | when you have time | one more time | , ok? | before noon""")
BEGINNINGS = split("""
    I want this: | my wish: | quickly: | next task: | to do: | one question: | listen: | it is urgent: | again: |
    use a tool: | with your tools: | for my team: | a request:""")


def around(bank: Bank, phrase: str) -> str:
    """At times something before or after a request."""
    if bank.held_out:
        return phrase
    draw = bank.rng.random()
    if draw < 0.15:
        ending = bank.rng.choice(ENDINGS)
        body, mark = (phrase[:-1], phrase[-1]) if phrase[-1] in "?.!" else (phrase, "")
        return f"{body}{'' if ending.startswith(',') else ' '}{ending}{mark}"
    return f"{bank.rng.choice(BEGINNINGS)} {phrase}" if draw < 0.2 else phrase


def result_for(bank: Bank, offer: Offer) -> tuple[str, str]:
    """(what the tool returns, the plain answer)"""
    rng = bank.rng
    draw = rng.random()
    if draw < 0.12:
        return rng.choice(['{"ok": true}', '{"success": true}', "ok", '{"status": "ok"}', "OK"]), "Done."
    if draw < 0.2:
        reason = rng.choice(
            [
                "not found",
                "no access",
                "timeout",
                "the server is down",
                "unknown name",
                "not allowed",
                " ".join(bank.words(2)),
            ]
        )
        return json.dumps({"error": reason}), f"That failed: {reason}."
    if draw < 0.32:
        text = rng.choice(
            [str(rng.randint(0, 999)), " ".join(bank.words(rng.randint(1, 4))), bank.identifier(), bank.clock()]
        )
        return text, f"The answer is: {text}"
    keys = rng.sample(offer.domain.results, rng.randint(1, min(3, len(offer.domain.results))))
    if rng.random() < 0.2:
        keys = bank.fields(rng.randint(1, 3))
    values = {key: result_value(bank, key) for key in keys}
    parts = [f"the {key.replace('_', ' ')} is {value}" for key, value in values.items()]
    text = ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]
    return json.dumps(values), text[0].upper() + text[1:] + "."


def result_value(bank: Bank, key: str):
    rng = bank.rng
    known = {
        "city": bank.city,
        "date": bank.date,
        "time": bank.clock,
        "ends_at": bank.clock,
        "id": bank.identifier,
        "email": bank.email,
        "url": bank.url,
        "status": lambda: rng.choice(words.STATES),
        "sky": lambda: rng.choice(["sunny", "cloudy", "clear", "rainy", "foggy", "snowy"]),
        "currency": lambda: rng.choice(["EUR", "USD", "GBP"]),
        "title": lambda: " ".join(bank.words(2)),
        "unit": lambda: rng.choice(["C", "kg", "bar", "V"]),
        "headline": lambda: " ".join(bank.words(3)),
        "content": lambda: " ".join(bank.words(3)),
        "translation": lambda: bank.made_up(),
    }
    if key in known:
        return known[key]()
    return rng.choice([rng.randint(0, 99), rng.randint(0, 999), bank.word()])


def sample(bank: Bank) -> tuple[list[Message], list[dict]]:
    """(messages, tools): a request, the call, mostly the result and the answer"""
    rng = bank.rng
    listed = offers(bank, rng.choice([1, 1, 2, 2, 3, 3, 4]))
    offer = rng.choice(listed)
    text, arguments = request_for(bank, offer)
    messages = [
        Message("user", text),
        Message("assistant", "", f"The tool {offer.name} fits.", [(offer.name, arguments)]),
    ]
    if rng.random() < 0.7:
        result, answer = result_for(bank, offer)
        messages += [Message("tool", result), Message("assistant", answer, "The tool has answered.")]
    return messages, [o.tool for o in listed]


# Domains that no other task asks for by accident, as a sum would ask for the calculator.
SAFE = ("order_status", "refund", "job", "sensor", "server_status", "customer", "ticket", "heating")


def list_of_tools(bank: Bank) -> list[dict]:
    """Tools of which none will be needed."""
    safe = [domain for domain in DOMAINS if domain.key in SAFE]
    made = [from_domain(bank, d) for d in bank.rng.sample(safe, 3)] + [invented(bank) for _ in range(2)]
    return [offer.tool for offer in bank.rng.sample(made, bank.rng.choice([1, 1, 2, 3]))]
