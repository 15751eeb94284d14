"""Copying and picking out: ids, paths, addresses, dates and JSON keys, letter by letter as they stand."""

import json

from chat import words
from chat.bank import Bank
from chat.conversation import Message, exchange
from chat.noise import polish
from chat.phrases import combine, split
from chat.tasks.extract_texts import FILLERS, TEXTS

PHRASES = {
    "extract.copy": split("""
        !repeat: {x} | !repeat after me: {x} | !say {x} | !say: {x} | !copy this: {x} | !copy this exactly: {x} |
        !repeat this: {x} | !write {x} | !echo {x} | !repeat this text: {x} | !print {x} | !type {x} | copy: {x} |
        !say the following: {x} | !write this down: {x} | !repeat exactly what I say: {x} | !repeat the words {x} |
        !output {x} | !reply with {x} | !answer with {x} | !just say {x} | echo: {x} | !respond with {x} |
        !copy the following text:\n{x} | !repeat the following:\n{x} | !write exactly this: {x}"""),
    "extract.from": split("""
        !extract the {kind} from this text: {t} | !find the {kind} in this text: {t} |
        what is the {kind} in this text? {t} | what is the {kind} here? {t} | !give me the {kind}: {t} |
        {t} What is the {kind}? | {t}\nWhat is the {kind}? | !extract the {kind}: {t} | !find the {kind}: {t} |
        which {kind} is in this message? {t} | {t} Which {kind} is it? | !get the {kind} out of this: {t} |
        !copy only the {kind}: {t} | what {kind} do you see here? {t} | text: {t}\nextract the {kind} |
        {t}\n\nExtract the {kind}. | !pull the {kind} out of: {t} | !show me only the {kind} of this: {t} |
        {t} Give me the {kind}. | the {kind} in this sentence? {t} | !read this and tell me the {kind}: {t} |
        {kind}? {t} | !tell me the {kind} in "{t}" | what's the {kind} in "{t}"? | !pick the {kind} from "{t}" |
        !extract the {kind} from "{t}" """),
    "extract.keys": split("""
        which keys does this JSON have? {t} | !list the keys of this JSON: {t} | what are the keys of {t}? |
        keys of {t} | !give me the keys of this object: {t} | {t} Which keys are there? | !extract the keys: {t} |
        {t}\nList the keys. | what keys are in this JSON object? {t} | !name the keys in {t} |
        !show the keys of {t} | the keys in this JSON: {t} | what are the keys here? {t} |
        !extract the JSON keys from {t} | !list all keys: {t}"""),
    "extract.value": split("""
        what is the value of "{k}" in {t}? | what is the {k} in {t}? | {t} What is the {k}? |
        !give me the {k} of {t} | !get "{k}" from this JSON: {t} | !extract {k} from {t} |
        {t}\nWhat is the value of {k}? | value of {k} in {t} | !read the value of "{k}": {t} | !look up {k} in {t} |
        what does {k} say in {t}? | {t} Give me {k}. | which value has the key {k}? {t} |
        !find {k} in this object: {t} | in {t}, what is {k}? | {k}? {t} | !tell me the {k} from this JSON: {t} |
        which {k} does this JSON have? {t}"""),
}

# The beginnings and ends of requests are combined, so that the wording of a request matters less than what it names.
ASK = "give me|extract|find|show me|return|copy|write down|read out|pick out|print|name|I need|I want|get|list"
THIS = "this text|the text|this message|the message|this sentence|this line|the following|this|the following text"
PHRASES["extract.from"] += [
    *combine(
        "{t} Give me|{t} Extract|{t} Find|{t} Show me|{t} Return|{t} Copy|{t} I need|{t} Name|{t} Print",
        " the {kind}",
        ".|",
    ),
    *combine("{t}\nGive me|{t}\nExtract|{t}\nFind|{t}\nShow me|{t}\nReturn|{t}\nRead out", " the {kind}", ".|"),
    *combine("!" + ASK.replace("|", "|!"), " the {kind}", " from | in | of ", THIS, ": {t}"),
    *combine("what is|which is|what's|where is", " the {kind} in ", THIS, "? {t}"),
    *combine(
        "text: {t}\n|message: {t}\n|mail: {t}\n", "which {kind} is it?|the {kind}?|find the {kind}|give me the {kind}"
    ),
    *combine("!read|!look at|!take|!see|here is", f" {THIS}".replace("|", "| "), " and ", ASK, " the {kind}: {t}"),
]
PHRASES["extract.copy"] += combine(
    "!repeat|!copy|!write|!say|!echo|!print|!type|!output|!return|!give back",
    "| this| this text| the text| the words| the following| the line| the sentence| just this| only this| exactly",
    ": {x}|: {x}|:\n{x}",
)
PHRASES["extract.keys"] += combine(
    "!list|!show|!name|!give me|!find|!write down|!print|!return|which are|what are",
    " the keys| all keys| the names of the keys| the field names",
    " of| in| from",
    " this JSON| this object| the object| this JSON object| the following JSON| this",
    ": {t}",
) + combine("{t}\n|{t} ", "Show|Name|Give me|Find|Write down|Print|Which are", " the keys| all keys", ".|")
PHRASES["extract.value"] += combine(
    "!give me|!find|!show|!read|!return|!print|!get|what is|!look up|!extract|which is",
    ' the value of {k}| the value of "{k}"| the {k}| "{k}"| {k}',
    " in| from| of",
    " this JSON: {t}| {t}| this object: {t}| the object {t}| the following JSON: {t}",
) + combine(
    "{t}\n|{t} ", "Give me|Find|Show|Read|Return|Print|Which is|I need", " the {k}| the value of {k}| {k}", ".|"
)

PHRASES["extract.from"] += [
    *combine(
        "{t}\n|{t} ",
        "Tell me|Name|Which is|What is|Where is|Can you find|Do you see|Please find|Now the|Only",
        " the {kind}",
        "?|, please.|",
    ),
    *combine("{t}\n|{t} ", "The {kind}|{kind}|And the {kind}|Just the {kind}|{kind} only", "?|, please.|, please"),
    *combine("!find|!extract|!show|!give me|!tell me|!name|!copy", " the {kind}", ". | from it: | here: |\n", "{t}"),
    *combine(
        "I am looking for|I search|I would like|we need|I have to know|what I want is|please send me",
        " the {kind}",
        ": {t}|\n{t}| in {t}",
    ),
    *combine("from|in|out of", ' "{t}"', ", ", "give me|take|copy|extract|I need|find", " the {kind}"),
    *combine(
        "which|what",
        " {kind}",
        " is in| stands in| is named in| is mentioned in| does one find in| belongs to",
        " this text| this| the text| the message| it",
        "? {t}|: {t}",
    ),
]
PHRASES["extract.keys"] += [
    *combine(
        "which|what",
        " keys| fields| names",
        " does this have| are in this| are in here| has this JSON| do you see| are there",
        "? {t}|: {t}",
    ),
    *combine("{t}\n|{t} ", "Which|What", " keys| fields", " does it have?| are in it?| are these?| do you see?"),
    *combine(
        "!tell me|!copy|!read|!extract|!output|!write",
        " the keys| its keys| all the keys| only the keys",
        ": {t}| of {t}| in {t}",
    ),
    *combine(
        "the object is|JSON|here is an object|take this object",
        ": {t}",
        " What are its keys?| List its keys.| Now the keys.|\nKeys?",
    ),
]
PHRASES["extract.value"] += [
    *combine(
        "what|which value",
        " is under| stands under| is stored in| belongs to| is behind| has",
        ' the key {k}| {k}| "{k}"',
        " in {t}?|: {t}|? {t}",
    ),
    *combine(
        "from|in|out of",
        " {t}",
        ", |: ",
        "take|read|I need|give me|find|what is|tell me|look up",
        ' {k}| the {k}| "{k}"| the value of {k}',
    ),
    *combine(
        "!tell me|!copy|!name|!look for|!pick|!fetch|!see",
        ' the value of {k}| the value of "{k}"| {k}| what {k} is| the entry {k}',
        ": {t}| in {t}| from {t}|\n{t}",
    ),
    *combine(
        "{t}\n|{t} ",
        "And|Now|Tell me|Only|What about|Look up|What is",
        " {k}| the {k}| the value of {k}| the value for {k}| the entry {k}",
        "?|, please.|",
    ),
    *combine("key|field|name", ": {k}| {k}| = {k}", ", |; |\n| - ", "JSON: {t}|object: {t}|{t}"),
    *combine(
        "JSON|object|data|record", ": {t}", " |\n", "key: {k}|field: {k}|What is {k}?|Value of {k}?|{k}?|The {k}?"
    ),
    *combine("how|to what", " is {k} set| is the field {k} set", " in {t}?|: {t}"),
]

# kind of thing -> what else it is called
ALSO = {
    "id": ["order id", "ticket number", "identifier", "reference", "ID", "code"],
    "path": ["file path", "file", "path name"],
    "email address": ["email", "mail address", "e-mail"],
    "URL": ["link", "web address", "url"],
    "name": ["person", "first name"],
    "amount": ["price", "sum of money"],
    "IP address": ["ip", "address of the machine"],
    "city": ["town", "place"],
    "version": ["version number", "release"],
    "date": ["day"],
    "time": ["hour"],
    "number": ["figure"],
    "color": ["colour"],
}


def thing_of(bank: Bank, kind: str) -> str:
    make = {
        "id": bank.identifier,
        "path": bank.path,
        "email address": bank.email,
        "URL": bank.url,
        "date": bank.date,
        "time": bank.clock,
        "city": bank.city,
        "name": bank.name,
        "amount": bank.amount,
        "IP address": bank.ip,
        "version": bank.version,
        "number": lambda: str(bank.rng.randint(2, 999)),
        "color": lambda: bank.rng.choice(words.COLORS),
    }
    return make[kind]()


def filled(bank: Bank, kind: str) -> tuple[str, str]:
    """(sentence, the thing in it)"""
    rng = bank.rng
    sentence = bank.phrase("extract.text." + kind, TEXTS[kind])
    x = thing_of(bank, kind)
    one, many = bank.thing()
    return sentence.format(
        x=x,
        n=bank.name(),
        c=bank.city(),
        time=bank.clock(),
        date=bank.date(),
        s=rng.choice(words.STATES),
        p=rng.choice(words.PLACES),
        day=rng.choice(words.DAYS),
        d=rng.randint(2, 400),
        j=rng.choice(words.JOBS),
        id=bank.identifier(),
        thing=one,
        many=many,
    ), x


def pick_out(bank: Bank) -> list[Message]:
    kind = bank.rng.choice(list(TEXTS) + ["id"] * 4 + ["path"] * 3)
    text, x = filled(bank, kind)
    for _ in range(bank.rng.choice([0, 0, 0, 0, 0, 1, 1, 2, 4])):
        other = bank.rng.choice(FILLERS)
        text = bank.rng.choice([f"{text} {other}", f"{other} {text}"])
    called = bank.rng.choice([kind, kind, *ALSO[kind]])
    message = polish(bank.rng, bank.phrase("extract.from", PHRASES["extract.from"])).format(kind=called, t=text)
    return exchange(message, x, f"The {called} in the text is {x}.")


def copy(bank: Bank) -> list[Message]:
    rng = bank.rng
    x = rng.choice(
        [
            lambda: " ".join(bank.words(rng.randint(1, 6))),
            lambda: bank.identifier(),
            lambda: bank.path(),
            lambda: bank.email(),
            lambda: bank.digits(rng.randint(1, 9)),
            lambda: " ".join(bank.identifier() for _ in range(rng.randint(2, 3))),
            lambda: filled(bank, rng.choice(list(TEXTS)))[0],
            lambda: " ".join(filled(bank, rng.choice(list(TEXTS)))[0] for _ in range(2)),
            lambda: bank.url(),
            lambda: json.dumps(record(bank)[0]),
            lambda: bank.letters(rng.randint(3, 10)),
            lambda: f"{bank.name()} {bank.surname()}",
        ]
    )()
    phrase = polish(rng, bank.phrase("extract.copy", PHRASES["extract.copy"]))
    return exchange(phrase.format(x=f'"{x}"' if rng.random() < 0.25 else x), x, f"I repeat the text {x}")


def record(bank: Bank) -> tuple[dict, str]:
    """(a flat object, one of its keys)"""
    keys = bank.fields(bank.rng.randint(2, 5))
    if bank.rng.random() < 0.3:
        keys[0] = bank.word()
    return {k: value_for(bank, k) for k in dict.fromkeys(keys)}, bank.rng.choice(list(dict.fromkeys(keys)))


def value_for(bank: Bank, key: str):
    """Mostly what the key promises, at times anything."""
    rng = bank.rng
    known = {
        "name": bank.name,
        "owner": bank.name,
        "city": bank.city,
        "color": lambda: rng.choice(words.COLORS),
        "status": lambda: rng.choice(words.STATES),
        "email": bank.email,
        "id": bank.identifier,
        "code": bank.identifier,
        "country": lambda: rng.choice(words.COUNTRIES),
        "month": lambda: rng.choice(words.MONTHS),
        "day": lambda: rng.choice(words.DAYS),
        "job": lambda: rng.choice(words.JOBS),
        "version": bank.version,
    }
    if key in known and rng.random() < 0.8:
        return known[key]()
    return rng.choice(
        [
            lambda: rng.randint(0, 999),
            lambda: rng.randint(0, 99),
            bank.word,
            lambda: rng.random() < 0.5,
            lambda: rng.randint(1, 99) + 0.5,
        ]
    )()


def plain(value) -> str:
    """A JSON value as an answer: strings without quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def of_json(bank: Bank) -> list[Message]:
    fields, key = record(bank)
    text = json.dumps(fields)
    if bank.rng.random() < 0.4:
        message = polish(bank.rng, bank.phrase("extract.keys", PHRASES["extract.keys"])).format(t=text)
        return exchange(message, ", ".join(fields), f"The object has {len(fields)} keys.")
    message = polish(bank.rng, bank.phrase("extract.value", PHRASES["extract.value"])).format(k=key, t=text)
    return exchange(message, plain(fields[key]), f"The key {key} has the value {plain(fields[key])}.")


def sample(bank: Bank) -> list[Message]:
    return bank.rng.choice([pick_out, pick_out, pick_out, copy, copy, of_json, of_json])(bank)
