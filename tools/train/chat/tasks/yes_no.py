"""Yes or no about a sentence that stands in the message."""

from chat import words
from chat.bank import Bank
from chat.conversation import Message, exchange
from chat.noise import polish
from chat.phrases import split

# past tense, base form
VERBS = [
    tuple(pair.split("/"))
    for pair in """bought/buy sold/sell lost/lose found/find brought/bring took/take painted/paint
cleaned/clean repaired/repair counted/count packed/pack carried/carry ordered/order sent/send kept/keep hid/hide
broke/break washed/wash moved/move opened/open borrowed/borrow returned/return dropped/drop saw/see""".split()
]
SENTENCES = split("""
    {n} {past} {count} {many} in {c}. | {n} {past} {count} {many} in the {place}. |
    On {day} {n} {past} a {color} {one}. | {n} {past} the {one} in the {place}. |
    In {c}, {n} {past} {count} {color} {many}. | {n} from {c} {past} a {color} {one}. |
    {n}, a {job}, {past} {count} {many} on {day}. | The {job} {n} {past} {count} {many}. |
    {n} {past} a {one} on {day}. | Yesterday {n} {past} the {color} {one}. | {n} and {m} {past} {count} {many}. |
    {n} {past} {count} {many} for {m}.""")
PHRASES = {
    "yes_no.ask": split("""
        "{s}" {q} | {s} {q} | {s}\n{q} | sentence: {s} Question: {q} | sentence: {s}\nquestion: {q} |
        !read this: {s} {q} | !read this sentence: {s} {q} | given the sentence "{s}", answer yes or no: {q} |
        {q} The sentence: {s} | {s} Yes or no: {q} | text: {s}\n{q} Answer with yes or no. | {s} {q} Yes or no? |
        here is a sentence: {s} {q} | !answer yes or no. {s} {q} | {s}\n\n{q} | we know this: {s} {q} |
        it says: {s} {q} | {q} {s} | consider this sentence: "{s}" {q} | this is true: {s} {q} |
        "{s}"\n{q} (yes or no) | somebody wrote: {s} {q}"""),
    "yes_no.did": split("""
        Did {n} {base} {x}? | Did {n} really {base} {x}? | Does it say that {n} {past} {x}? |
        Is it true that {n} {past} {x}?"""),
    "yes_no.where": split("""
        Was this in {c}? | Did it happen in {c}? | Is it about {c}? | Does it mention {c}? | Was {n} in {c}?"""),
    "yes_no.who": split("""
        Is it about {n}? | Does it mention {n}? | Was it {n}? | Is {n} in this sentence? | Is {n} named?"""),
    "yes_no.word": split("""
        Does it contain the word "{w}"? | Is the word {w} in it? | Does the word "{w}" occur? |
        Is "{w}" in the sentence?"""),
    "yes_no.count": split("""
        Were there {count} {many}? | Were it {count} {many}? | Is the number {count}? |
        Does it mention the number {count}?"""),
    "yes_no.color": split("""
        Is the {one} {color}? | Was the {one} {color}? | Does it mention something {color}?"""),
    "yes_no.day": split("""
        Was it on {day}? | Did it happen on {day}? | Does it mention {day}?"""),
    "yes_no.person": split("""
        Is a person named? | Does it name a person? | Is somebody mentioned by name?"""),
    "yes_no.city": split("""
        Is a city named? | Does it mention a city? | Does it say which city?"""),
    "yes_no.number": split("""
        Does it contain a number? | Is there a number in it? | Does it mention a number?"""),
}
NAMELESS = split("""
    The {one} in the {place} is {color}. | Somebody {past} {count} {many}. |
    There are {count} {many} in the {place}. | A {job} {past} the {one} on {day}. |
    The {color} {one} was in the {place}. | We {past} {count} {many}.""")


def facts_of(bank: Bank) -> dict:
    rng = bank.rng
    past, base = rng.choice(VERBS)
    one, many = bank.thing()
    n, m = bank.names(2)
    return {
        "n": n,
        "m": m,
        "c": bank.city(),
        "past": past,
        "base": base,
        "one": one,
        "many": many,
        "count": rng.choice([rng.randint(2, 20), rng.randint(2, 99)]),
        "day": rng.choice(words.DAYS),
        "color": rng.choice(words.COLORS),
        "job": rng.choice(words.JOBS),
        "place": rng.choice(words.PLACES),
    }


def other(bank: Bank, key: str, value):
    """Another value for a slot, one that the sentence does not have."""
    draw = {
        "n": bank.name,
        "c": bank.city,
        "one": lambda: bank.thing()[0],
        "many": lambda: bank.thing()[1],
        "count": lambda: bank.rng.randint(2, 99),
        "day": lambda: bank.rng.choice(words.DAYS),
        "color": lambda: bank.rng.choice(words.COLORS),
    }[key]
    while (found := draw()) == value:
        pass
    return found


def said_object(pattern: str, f: dict) -> tuple[str, dict]:
    """How the object of the sentence is named again in a question, with the slots that it used."""
    if "{many}" in pattern:
        return ("{count} {many}" if f["count"] % 2 else "{many}"), f
    return ("a {color} {one}" if "{color}" in pattern else "the {one}"), f


def question(bank: Bank, pattern: str, f: dict) -> tuple[str, bool, str]:
    """(question, true answer, reason) about a sentence made of `pattern` and the facts `f`."""
    rng = bank.rng
    holds = rng.random() < 0.5
    kinds = ["did", "did", "who", "word"]
    kinds += [
        kind
        for kind, slot in (("where", "{c}"), ("count", "{count}"), ("color", "{color} {one}"), ("day", "{day}"))
        if slot in pattern
    ] * 2
    if "{n}" not in pattern:
        kinds = [k for k in kinds if k not in ("did", "who")]
    kind = rng.choice(kinds)
    asked = dict(f)
    if kind == "did":
        template, _ = said_object(pattern, f)
        changeable = ["n"] + [k for k in ("one", "many") if "{" + k + "}" in template]
        if not holds:
            key = rng.choice(changeable)
            taken = asked[key] if key != "n" or "{m}" not in pattern else f["m"]
            asked[key] = other(bank, key, taken)
            if key == "n" and asked["n"] in (f["n"], f["m"]):
                return question(bank, pattern, f)
        text = bank.phrase("yes_no.did", PHRASES["yes_no.did"]).format(x=template.format(**asked), **asked)
    elif kind == "word":
        said = pattern.format(**f).rstrip(".").replace(",", "").split()
        word = rng.choice(said) if holds else bank.word()
        if not holds and word in said:
            holds = True
        text = bank.phrase("yes_no.word", PHRASES["yes_no.word"]).format(w=word)
    else:
        key = {"where": "c", "who": "n", "count": "count", "color": "color", "day": "day"}[kind]
        if not holds:
            asked[key] = other(bank, key, f[key])
            if asked["n"] == f["m"]:
                return question(bank, pattern, f)
        text = bank.phrase("yes_no." + kind, PHRASES["yes_no." + kind]).format(**asked)
    return text, holds, "The sentence says so." if holds else "The sentence does not say so."


def kind_question(bank: Bank) -> tuple[str, str, bool]:
    """Whether a person, a city or a number is mentioned at all: (sentence, question, true answer)"""
    f = facts_of(bank)
    if bank.rng.random() < 0.5:
        pattern = bank.phrase("yes_no.sentence", SENTENCES)
    else:
        pattern = bank.phrase("yes_no.nameless", NAMELESS)
    kind, slot = bank.rng.choice([("person", "{n}"), ("city", "{c}"), ("number", "{count}")])
    return pattern.format(**f), bank.phrase("yes_no." + kind, PHRASES["yes_no." + kind]), slot in pattern


def sample(bank: Bank) -> list[Message]:
    rng = bank.rng
    if rng.random() < 0.25:
        sentence, asked, holds = kind_question(bank)
        reason = "The sentence has one." if holds else "The sentence has none."
    else:
        f = facts_of(bank)
        if rng.random() < 0.85:
            pattern = bank.phrase("yes_no.sentence", SENTENCES)
        else:
            pattern = bank.phrase("yes_no.nameless", NAMELESS)
        sentence = pattern.format(**f)
        asked, holds, reason = question(bank, pattern, f)
    if rng.random() < 0.2:
        asked = asked.lower() if rng.random() < 0.3 and not any(c.isupper() for c in asked[1:]) else asked.rstrip("?")
    text = polish(rng, bank.phrase("yes_no.ask", PHRASES["yes_no.ask"])).format(s=sentence, q=asked)
    turns = exchange(text, "Yes." if holds else "No.", reason)
    if rng.random() < 0.12 and "{n}" in (pattern if "pattern" in locals() else ""):
        again, holds, reason = question(bank, pattern, f)
        turns += exchange(rng.choice(["", "And: ", "Then: ", "Also: "]) + again, "Yes." if holds else "No.", reason)
    return turns
