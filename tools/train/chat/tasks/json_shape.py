"""A JSON object of the shape that the message asks for."""

import json

from chat import words
from chat.bank import Bank
from chat.conversation import Message, exchange
from chat.noise import polish
from chat.phrases import combine, split
from chat.tasks.extract import plain, value_for

PHRASES = {
    "json.with": split("""
        !make a JSON object with {p} | !give me a JSON object with {p} | !write JSON with {p} |
        !create a JSON object: {p} | !return JSON with {p} | !write a JSON object that has {p} |
        !output a JSON object with {p} | JSON with {p} | !build a JSON object from this: {p} |
        !put this into JSON: {p} | !turn this into JSON: {p} | {p} as JSON | !format as JSON: {p} |
        !write this as a JSON object: {p} | I need a JSON object with {p} | !convert to JSON: {p} |
        {p}\nWrite it as JSON. | !give me this as JSON: {p} | json: {p} | !answer in JSON: {p}"""),
    "json.shape": split("""
        !fill this shape: {f} with {v} | !make JSON like {f} with the values {v} |
        !use the keys {k} and the values {v} | !write a JSON object with the keys {k} and the values {v} |
        keys: {k}; values: {v}; as JSON | !create JSON with the keys {k} for {v} |
        the shape is {f}, the values are {v}. Write the JSON object. | !give me {f} filled with {v} |
        shape: {f}\nvalues: {v} | !put {v} into {f} | JSON object, keys {k}, values {v} |
        !make a JSON object of the shape {f} from {v}"""),
    "json.empty": split("""
        !write a JSON object with the keys {k} | !make a JSON object with {k} | !give me an empty JSON object with {k} |
        !create JSON with the fields {k} | JSON with the keys {k} | I need a JSON object with the fields {k} |
        !write JSON with {k} | !show me a JSON object with {k} | !make JSON with the keys {k}, no values |
        !return a JSON template with {k} | a JSON object that has the keys {k}"""),
    "json.from": split("""
        !extract {k} as JSON: {t} | !extract {k} from this sentence as JSON: {t} | {t} Give me {k} as JSON. |
        !return {k} in JSON for this text: {t} | {t}\nJSON with {k} |
        !read {k} from the text and answer in JSON: {t} | !make a JSON object with {k} from: {t} |
        text: {t} Write {k} as a JSON object. | !turn this into JSON with {k}: {t} |
        !write JSON with the keys {k} from this text: {t} | {t}\nExtract {k} as a JSON object."""),
}
MAKE = "!make|!write|!give me|!create|!return|!build|!output|!print|!show me|I need|I want|!produce"
OBJECT = " a JSON object| JSON| a JSON| an object in JSON| one JSON object| some JSON| a small JSON object"
PHRASES["json.with"] += combine(MAKE, OBJECT, " with | that has | of | from | for |: ", "{p}") + combine(
    "{p}\n|{p} ",
    "Write|Make|Return|Give me|Show|Print|Put",
    " this| it| that| them",
    " as JSON| in JSON| as a JSON object",
    ".|",
)
PHRASES["json.shape"] += combine(
    MAKE,
    OBJECT,
    " with| of| from",
    " the keys {k}| keys {k}| the fields {k}",
    " and|,| for| with",
    " the values {v}| values {v}",
) + combine(
    "keys {k}|the keys are {k}|fields: {k}",
    ", |; |\n",
    "values {v}|the values are {v}|values: {v}",
    ", as JSON|. Make JSON.|",
)
PHRASES["json.empty"] += combine(MAKE, OBJECT, " with| that has| of", " the keys {k}| the fields {k}| keys {k}| {k}")
PHRASES["json.from"] += combine(
    "!find|!read|!take|!extract|!pick|!get|!copy",
    " {k}",
    " from this| out of this| in this| from the| in the",
    " text| sentence| message",
    " as JSON| and write JSON| and make a JSON object| in JSON",
    ": {t}",
) + combine("{t}\n|{t} ", "Return|Give me|Make|I need|Extract", " JSON with {k}| {k} as JSON| {k} in JSON", ".|")

# What is asked for may stand before the data, behind it, or on both sides.
BUILD = "Make|Write|Build|Create|Fill|Return|Print|Give me|Show me|Produce|Output|Form"
PHRASES["json.with"] += [
    *combine("{p}", ", please as JSON|: as JSON|; JSON, please| -> JSON|, in JSON|. JSON?| in JSON, please"),
    *combine(
        "with |from |of |for ", "{p}", " |, |: ", "make|build|write|create|form", " a JSON object| JSON| an object"
    ),
    *combine(
        "these are the data|data|fields|values|the fields|I have|given",
        ": {p}",
        ". |\n|; ",
        BUILD,
        " JSON.| the object.| a JSON object.",
    ),
    *combine(
        "the object has|the JSON has|it should have|I want JSON that says|a JSON that says|JSON for", " {p}", "|."
    ),
]
PHRASES["json.shape"] += [
    *combine("{f}", "\n| - |; |, ", "{v}|values {v}|with {v}|filled with {v}|the values are {v}", "|.|, please"),
    *combine("{v}", " |\n|: ", "in the shape|as|in this form|into the form|like", " {f}", "|.|, please"),
    *combine(
        "here are|I have|take|these are",
        " the keys {k}| keys {k}",
        " and the values {v}| and values {v}",
        ". |: |\n",
        BUILD,
        " JSON.| an object.| it.",
    ),
    *combine(
        "the form is|the shape is|form|template|schema",
        " {f}|: {f}",
        ". |, |\n",
        "the values are {v}|values: {v}|values {v}",
        ". |\n",
        BUILD,
        " it.| JSON.| the object.| the JSON object.",
    ),
    *combine(
        "!fill|!complete|!use|!take",
        " {f}",
        " with| and| by| using",
        " {v}| the values {v}| these values: {v}",
        "|, please",
    ),
    *combine(
        "!put|!write|!set",
        " {v}| the values {v}",
        " into| in| as| for",
        " the keys {k}| {f}| the shape {f}| the form {f}",
        "|, please",
    ),
]
PHRASES["json.empty"] += combine(
    "keys|fields|the keys are|I need the fields|the fields are|an object with|JSON with|JSON for",
    ": {k}| {k}",
    "|. No values.|, no values|, please| (empty)",
) + combine(
    "{k}", " as keys| as fields| as the keys", " of a JSON object| of an object| in JSON", "|, please|, no values"
)
PHRASES["json.from"] += [
    *combine("{t}", " |\n", BUILD, " JSON with| a JSON object with| an object of| JSON of", " {k}", "|, please|."),
    *combine(
        "read|take|see|look at",
        " this| the sentence| the text",
        ": {t}",
        " |\n",
        "Write|Return|Give|Show",
        " {k}",
        " as JSON.| in JSON.",
    ),
    *combine(
        "{k}",
        " as JSON from| in JSON from| as JSON, from| as a JSON object, from",
        ": {t}| this: {t}| the text: {t}| {t}",
    ),
    *combine("JSON with {k}|JSON: {k}|an object with {k}", ". |, |: |\n", "Text: {t}|text: {t}|{t}|from {t}"),
]

# sentences whose facts can be named by keys: (sentence, keys of the slots)
TEXTS = [
    ("{name} lives in {city}.", ["name", "city"]),
    ("{name} is {age} years old.", ["name", "age"]),
    ("{name} is {age} years old and lives in {city}.", ["name", "age", "city"]),
    ("{name} works as a {job} in {city}.", ["name", "job", "city"]),
    ("Order {id} is {status}.", ["id", "status"]),
    ("Ticket {id} from {name} is {status}.", ["id", "name", "status"]),
    ("The {color} {item} costs {price} euros.", ["color", "item", "price"]),
    ("{name} bought {count} {item}.", ["name", "count", "item"]),
    ("{name} arrives in {city} on {day}.", ["name", "city", "day"]),
    ("We sold {count} {item} in {city}.", ["count", "item", "city"]),
    ("{name}, {age}, is a {job}.", ["name", "age", "job"]),
    ("The {item} is {color}.", ["item", "color"]),
    ("{id} was sent to {city} on {day}.", ["id", "city", "day"]),
    ("My name is {name} and my email is {email}.", ["name", "email"]),
    ("{name} from {city} sent {id}.", ["name", "city", "id"]),
    ("On {day} {name} paid {price} euros.", ["day", "name", "price"]),
]


def pairs_text(bank: Bank, fields: dict) -> str:
    """The pairs in words: "name Anna and age 31", "name: Anna, age: 31", ..."""
    style = bank.rng.randrange(5)
    if style == 0:
        parts = [f"{k}: {plain(v)}" for k, v in fields.items()]
        return ", ".join(parts)
    if style == 1:
        return ", ".join(f"{k}={plain(v)}" for k, v in fields.items())
    if style == 2:
        parts = [f'"{k}" set to {json.dumps(v)}' for k, v in fields.items()]
    elif style == 3:
        parts = [f"the {k} {plain(v)}" for k, v in fields.items()]
    else:
        parts = [f"{k} {plain(v)}" for k, v in fields.items()]
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]


def type_name(value) -> str:
    if isinstance(value, bool):
        return "boolean"
    return "string" if isinstance(value, str) else "number"


def fields_of(bank: Bank) -> dict:
    """One to four fields whose values are one word, number or truth value."""
    found = {}
    for key in bank.fields(bank.rng.choice([1, 2, 2, 3, 3, 4])):
        while isinstance(value := value_for(bank, key), str) and value.isdigit():
            pass  # in words nobody can tell the text "12" from the number
        found[key] = value
    return found


def shape_text(bank: Bank, fields: dict) -> str:
    style = bank.rng.randrange(3)
    if style == 0:
        return "{" + ", ".join(f'"{k}": {type_name(v)}' for k, v in fields.items()) + "}"
    if style == 1:
        return "{" + ", ".join(f'"{k}": ...' for k, v in fields.items()) + "}"
    return json.dumps({k: type_name(v) for k, v in fields.items()})


def listed(bank: Bank, items: list[str]) -> str:
    if len(items) > 1 and bank.rng.random() < 0.6:
        return ", ".join(items[:-1]) + " and " + items[-1]
    return ", ".join(items)


def from_text(bank: Bank) -> list[Message]:
    rng = bank.rng
    index = rng.randrange(len(TEXTS))
    sentence, keys = TEXTS[index]
    one, many = bank.thing()
    values = {
        "name": bank.name(),
        "city": bank.city(),
        "age": rng.randint(1, 99),
        "job": rng.choice(words.JOBS),
        "id": "N-" + bank.identifier()
        if rng.random() < 0.1
        else bank.letters(2).upper() + "-" + bank.digits(rng.randint(3, 5)),
        "status": rng.choice(words.STATES),
        "color": rng.choice(words.COLORS),
        "item": many if "{count}" in sentence else one,
        "price": rng.randint(1, 500),
        "count": rng.randint(2, 99),
        "day": rng.choice(words.DAYS),
        "email": bank.email(),
    }
    wanted = [k for k in keys if len(keys) < 3 or rng.random() < 0.8] or keys
    if rng.random() < 0.15:
        rng.shuffle(wanted)
    answer = json.dumps({k: values[k] for k in wanted}, ensure_ascii=False)
    phrase = polish(rng, bank.phrase("json.from", PHRASES["json.from"]))
    return exchange(
        phrase.format(t=sentence.format(**values), k=listed(bank, wanted)),
        answer,
        f"I read {listed(bank, wanted)} from the text.",
    )


def without_values(bank: Bank) -> list[Message]:
    """Only keys are given: their values are null."""
    keys = bank.fields(bank.rng.choice([1, 2, 2, 3, 3, 4]))
    phrase = polish(bank.rng, bank.phrase("json.empty", PHRASES["json.empty"]))
    named = listed(bank, [f'"{k}"' for k in keys] if bank.rng.random() < 0.3 else keys)
    answer = json.dumps(dict.fromkeys(keys))
    return exchange(phrase.format(k=named), answer, "No values are given, so they are null.")


def sample(bank: Bank) -> list[Message]:
    draw = bank.rng.random()
    if draw < 0.1:
        return without_values(bank)
    if draw < 0.4:
        return from_text(bank)
    fields = fields_of(bank)
    answer = json.dumps(fields, ensure_ascii=False)
    thought = f"The object has the keys {', '.join(fields)}."
    if draw < 0.75:
        phrase = polish(bank.rng, bank.phrase("json.with", PHRASES["json.with"]))
        return exchange(phrase.format(p=pairs_text(bank, fields)), answer, thought)
    phrase = polish(bank.rng, bank.phrase("json.shape", PHRASES["json.shape"]))
    values = listed(bank, [plain(v) for v in fields.values()])
    return exchange(phrase.format(f=shape_text(bank, fields), k=listed(bank, list(fields)), v=values), answer, thought)
