"""Yes or no about a sentence that stands in the message."""

from chat import words
from chat.bank import Bank
from chat.conversation import Message, exchange
from chat.noise import polish
from chat.phrases import combine, split

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
        {q} Sentence: {s} | {q}\n{s} | {q} "{s}" | question: {q} sentence: {s} | question: {q}\nsentence: {s} |
        yes or no: {q} {s} | yes or no: {q} The sentence is: {s} | !say yes or no: {q} {s} | {q} Text: {s} |
        !tell me yes or no: {q} The text: {s} | {q} Here is the sentence: {s} |
        !answer this question: {q} Sentence: {s} |
        !look at this: {s} {q} | I want yes or no: {q} {s} | {q} It says: "{s}" | !answer: {q} {s} |
        "{s}" {q} | {s} {q} | {s}\n{q} | sentence: {s} Question: {q} | sentence: {s}\nquestion: {q} |
        !read this: {s} {q} | !read this sentence: {s} {q} | given the sentence "{s}", answer yes or no: {q} |
        {q} The sentence: {s} | {s} Yes or no: {q} | text: {s}\n{q} Answer with yes or no. | {s} {q} Yes or no? |
        here is a sentence: {s} {q} | !answer yes or no. {s} {q} | {s}\n\n{q} | we know this: {s} {q} |
        it says: {s} {q} | {q} {s} | consider this sentence: "{s}" {q} | this is true: {s} {q} |
        "{s}"\n{q} (yes or no) | somebody wrote: {s} {q}"""),
    "yes_no.state": split("""
        The {one} is {prep} the {two}. => Is the {one} {prep} the {two}? | {n} is a {job}. => Is {n} a {job}? |
        {n} is {count} years old. => Is {n} {count} years old? | {n} likes {many}. => Does {n} like {many}? |
        {n} has a {color} {one}. => Does {n} have a {color} {one}? | {n} lives in {c}. => Does {n} live in {c}? |
        {n} works as a {job} in {c}. => Does {n} work in {c}? |
        The {place} is closed on {day}. => Is the {place} closed on {day}? |
        There are {count} {many} in the {place}. => Are there {count} {many} in the {place}? |
        The {one} in the {place} is {color}. => Is the {one} {color}? | {n} is {adj}. => Is {n} {adj}? |
        The {one} was {adj} and {color}. => Was the {one} {adj}? | {n} is from {c} and {adj}. => Is {n} from {c}? |
        The train to {c} leaves on {day}. => Does the train leave on {day}? |
        The {one} costs {count} euros. => Does the {one} cost {count} euros? |
        The bus goes to {c}. => Does the bus go to {c}? | {n} wants a {one}. => Does {n} want a {one}? |
        The {one} belongs to {n}. => Does the {one} belong to {n}? | My name is {n}. => Is my name {n}? |
        I live in {c} and like {many}. => Do I like {many}? | We meet on {day} in the {place}. => Do we meet on {day}? |
        {n} sits {prep} the {two}. => Is {n} {prep} the {two}? | The {job} is {adj}. => Is the {job} {adj}? |
        The {one} is {prep} the {two}. => Is there a {one} {prep} the {two}? |
        {n} needs {count} {many}. => Does {n} need {many}?"""),
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
# Questions and what stands around them are combined, so that their wording matters less than what they ask for.
IN_IT = " in it| in the sentence| in this sentence| in the text| there| here|"
PHRASES["yes_no.ask"] += [
    *combine(
        "{q} |{q}\n", "Sentence|The sentence|Text|The text|Here it is|It says|This is said|I read", ": ", '{s}|"{s}"'
    ),
    *combine(
        "sentence|text|message|fact|note|given|I know this|I read this|someone says", ": ", '{s}|"{s}"', " {q}|\n{q}"
    ),
    *combine('{s}|"{s}"', " |\n", "Question: |Yes or no: |Now: |So: |Tell me: |My question: ", "{q}"),
    *combine(
        '{s}|"{s}"', " {q}|\n{q}", " Say yes or no.| Answer yes or no.| Yes or no?| Only yes or no, please.| (yes/no)"
    ),
    *combine(
        "!look at|!take|!read|!check|!consider|here is|!think of",
        " this sentence| the sentence| this text| this",
        ": {s} {q}",
    ),
    *combine(
        "!answer|!decide|!check|!tell me|!say", ", yes or no|: yes or no|| with yes or no", ": {q} {s}|: {q}\n{s}"
    ),
]
PHRASES["yes_no.did"] += [
    *combine("did {n} {base} {x}", "?|, yes or no?| or not?| according to this?| as the sentence says?"),
    *combine(
        "is it said|is it written|do we read|do we learn|can I read|does the sentence say|does the text say|is it right"
        "|is it correct|do you see|would you say|was it said",
        " that {n} {past} {x}?",
    ),
    *combine("{n} {past} {x}", ", right?|, is that true?|, is that right?|, correct?|. True?|, or not?"),
]
PHRASES["yes_no.where"] += combine(
    "was it|was that|did this happen|did that happen|is it|does it play|are we|is the place|does the sentence play",
    " in {c}?",
) + combine("is {c}", " named| mentioned| the city| the place| the town", IN_IT, "?")
PHRASES["yes_no.who"] += [
    *combine("is {n}", " mentioned| named| the person| the one| spoken of| meant", IN_IT, "?"),
    *combine(
        "does the sentence|does the text|does this|does it",
        " name| mention| speak of| talk about| say something about",
        " {n}?",
    ),
    *combine("do you find|can you see|do you see|do we read about|did they write about", " {n}", IN_IT, "?"),
]
PHRASES["yes_no.word"] += [
    *combine("do you see|can you find|do you find|is there", " the word", ' {w}| "{w}"', IN_IT, "?"),
    *combine("does the sentence|does the text|does it", " have| contain| use| include", " the word", ' {w}?| "{w}"?'),
    *combine("is|was", ' {w}| "{w}"', " one of the words| used| written| a word", IN_IT, "?"),
]
PHRASES["yes_no.count"] += [
    *combine("was|is", " the number| the amount| the count", " {count}?| really {count}?| equal to {count}?"),
    *combine("are|were", " it| that| these| they", " {count}?| {count} {many}?| exactly {count} {many}?"),
    *combine("is {count}", " the number| named| mentioned| how many there were| right", IN_IT, "?"),
    *combine(
        "do we read of|does it speak of|does it name|was it about|does the sentence say", " {count} {many}?| {count}?"
    ),
]
PHRASES["yes_no.color"] += [
    *combine("is|was", " the color| its color| the {one}", " {color}?| really {color}?"),
    *combine(
        "does it|does the sentence|does the text", " name| have| mention", " the color {color}?| a {color} thing?"
    ),
    *combine("did it have|has it|does the {one} have", " a {color} color?| the color {color}?"),
    *combine("is {color}", " the color| named| mentioned| the right color", IN_IT, "?"),
]
PHRASES["yes_no.day"] += [
    *combine("was that|was this|did it take place|did they do it|was it done|is it|is this", " on {day}?| on a {day}?"),
    *combine("is {day}", " the day| named| mentioned| the right day", IN_IT, "?"),
    *combine("is|was", " the day| it a| that a", " {day}?"),
    *combine("does it|does the sentence|does the text", " name| speak of| say", " {day}?"),
]
SOME = {
    "city": ("a city|a town|any city|some city", "the name of a city|the city|the town|in which city it was"),
    "number": ("a number|any number|a figure|some number", "how many|the number|an amount|a count|how much"),
}
for kind, (something, told) in SOME.items():
    something, told = f" {something}".replace("|", "| "), f" {told}".replace("|", "| ")
    PHRASES["yes_no." + kind] += [
        *combine("is|was", something, " named| mentioned| given| spoken of", IN_IT, "?"),
        *combine(
            "does it|does the sentence|does the text|does this",
            " name| mention| contain| have| speak of",
            something,
            "?",
        ),
        *combine("does it|does the sentence|does the text|does this", " say| tell| tell us| give", told, "?"),
        *combine("do you see|do you find|can you find|can we read|do we learn", f"{something}|{told}", IN_IT, "?"),
        *combine("is there", something, IN_IT, "?"),
    ]
# A baker is a person, but has no name.
PHRASES["yes_no.person"] += [
    *combine(
        "is|was",
        " a person| anybody| someone| somebody| anyone",
        " named| called by name| mentioned by name",
        IN_IT,
        "?",
    ),
    *combine(
        "does it|does the sentence|does the text|does this",
        " have| contain| mention| give| say",
        " a name| the name of a person| a person's name| somebody's name| a first name",
        "?",
    ),
    *combine(
        "do you see|do you find|can you find|can we read|do we learn|is there",
        " a name| the name of a person| a person's name| somebody's name",
        IN_IT,
        "?",
    ),
    *combine(
        "do we know|do we learn|can you tell|is it said",
        " the name of the person| who did it by name| what the person is called",
        "?",
    ),
]
PHRASES["yes_no.state"] += split("""
    The {one} is {color}. => Does the {one} have the color {color}? | {n} feels {adj}. => Does {n} feel {adj}? |
    {n} comes from {c}. => Does {n} come from {c}? | {n} owns a {one}. => Does {n} own a {one}? |
    {n} and {m} live in {c}. => Do {n} and {m} live in {c}? | {n} sells {many}. => Does {n} sell {many}? |
    {n} travels to {c} on {day}. => Does {n} travel on {day}? | {n} flies to {c}. => Is {n} flying to {c}? |
    {n}, the {job}, is {adj}. => Is {n} {adj}? | The {adj} {one} is in the {place}. => Is the {one} in the {place}? |
    The {one} stands {prep} the {two}. => Does the {one} stand {prep} the {two}? |
    {n} has {count} {many}. => Does {n} have {count} {many}? | {n} is in the {place}. => Is {n} in the {place}? |
    The {place} opens on {day}. => Does the {place} open on {day}? |
    The {color} {one} is {adj}. => Is the {one} {adj}? | {n} called {m} on {day}. => Did {n} call {m}? |
    {n} works in the {place}. => Does {n} work in the {place}? |
    The {one} weighs {count} kilos. => Does the {one} weigh {count} kilos? |
    My {one} is {color}. => Is my {one} {color}? | {n} became a {job}. => Did {n} become a {job}? |
    {n} was in {c} on {day}. => Was {n} in {c}? | The {job} comes from {c}. => Is the {job} from {c}? |
    {n} waits in the {place}. => Is {n} waiting in the {place}? |
    {n} does not like {many} but {adj} {job}s. => Is it about {n}? |
    {n} will come on {day}. => Will {n} come on {day}? | {n} is older than {m}. => Is {n} older than {m}? |
    {n} knows {m}. => Does {n} know {m}? | {n} got a {one} from {m}. => Did {n} get a {one}? |
    We need {count} {many}. => Do we need {count} {many}? | The {one} is for {n}. => Is the {one} for {n}? |
    {n} speaks with the {job}. => Does {n} speak with the {job}? |
    In {c} the {place} is {adj}. => Is the {place} {adj}? |
    The {many} cost {count} euros. => Do the {many} cost {count} euros?""")
SENTENCES += split("""
    {n} {past} {many} in {c}. | In the {place}, {n} {past} a {color} {one}. | {n} {past} {count} {many}. |
    {n} {past} the {color} {one}. | {n}, who is a {job}, {past} the {one}. | In {c} {n} {past} {count} {many}. |
    Last week {n} {past} {count} {many} in {c}. | {n} {past} a {one} for {m} in {c}. |
    The {job} from {c}, {n}, {past} a {one}. | {n} {past} a {color} {one} on {day}. |
    {n} {past} {count} {color} {many} on {day}. | We heard that {n} {past} the {one}. |
    This morning {n} {past} a {one} in the {place}. | {n} was in {c} and {past} {count} {many}. |
    On {day} the {job} {n} {past} the {one}. | With {m}, {n} {past} {count} {many} in {c}. |
    {n} quickly {past} the {color} {one}. | {n} {past} {count} {many} and went home.""")

# how things and people are
WHERE = ["on", "under", "behind", "beside", "in front of", "above", "near"]
HOW = "old new big small happy sad tired rich poor heavy broken clean famous hungry sick late".split()
NAMELESS = split("""
    The {one} in the {place} is {color}. | Somebody {past} {count} {many}. |
    There are {count} {many} in the {place}. | A {job} {past} the {one} on {day}. |
    The {color} {one} was in the {place}. | We {past} {count} {many}.""")
NAMELESS += split("""
    The {job} {past} a {color} {one}. | On {day} somebody {past} the {one}. | They {past} {count} {many} on {day}. |
    I {past} a {one} in the {place}. | All {many} were {color}. | Nobody {past} the {one}. |
    You {past} {count} {color} {many}. | The {one} was {prep} the {two}. | The {place} has {count} {many}.""")


def facts_of(bank: Bank) -> dict:
    """Values for all slots of sentences."""
    rng = bank.rng
    past, base = rng.choice(VERBS)
    (one, many), (two, _) = bank.thing(), bank.thing()
    n, m = bank.names(2)
    return {
        "n": n,
        "m": m,
        "c": bank.city(),
        "past": past,
        "base": base,
        "one": one,
        "many": many,
        "two": two,
        "count": rng.choice([rng.randint(2, 20), rng.randint(2, 99)]),
        "day": rng.choice(words.DAYS),
        "color": rng.choice(words.COLORS),
        "job": rng.choice(words.JOBS),
        "place": rng.choice(words.PLACES),
        "prep": rng.choice(WHERE),
        "adj": rng.choice(HOW),
    }


def other(bank: Bank, key: str, facts: dict):
    """Another value for a slot, one that the sentence does not have."""
    while True:
        value = bank.names(1)[0] if key == "n" else facts_of(bank)[key]
        if value != facts[key] and (key != "n" or value != facts["m"]):
            return value


def said_object(pattern: str, facts: dict) -> str:
    """How the object of the sentence is named again in a question."""
    if "{many}" in pattern:
        return "{count} {many}" if facts["count"] % 2 else "{many}"
    return "a {color} {one}" if "{color}" in pattern else "the {one}"


def question(bank: Bank, pattern: str, facts: dict) -> tuple[str, bool]:
    """(question, true answer) about a sentence made of `pattern` and the facts."""
    rng = bank.rng
    holds = rng.random() < 0.5
    kinds = ["did", "did", "who", "word"] if "{n}" in pattern else ["word"]
    slots = (("where", "{c}"), ("count", "{count}"), ("color", "{color} {one}"), ("day", "{day}"))
    kinds += [kind for kind, slot in slots if slot in pattern] * 2
    kind = rng.choice(kinds)
    asked = dict(facts)
    if kind == "did":
        template = said_object(pattern, facts)
        if not holds:
            key = rng.choice(["n"] + [k for k in ("one", "many") if "{" + k + "}" in template])
            asked[key] = other(bank, key, facts)
        text = bank.phrase("yes_no.did", PHRASES["yes_no.did"]).format(x=template.format(**asked), **asked)
    elif kind == "word":
        said = pattern.format(**facts).rstrip(".").replace(",", "").split()
        word = rng.choice(said) if holds else bank.word()
        holds = word in said
        text = bank.phrase("yes_no.word", PHRASES["yes_no.word"]).format(w=word)
    else:
        key = {"where": "c", "who": "n", "count": "count", "color": "color", "day": "day"}[kind]
        if not holds:
            asked[key] = other(bank, key, facts)
        text = bank.phrase("yes_no." + kind, PHRASES["yes_no." + kind]).format(**asked)
    return text, holds


def about_facts(bank: Bank) -> list[tuple[str, str, bool]]:
    """(sentence, question, true answer), at times with a second question about the same sentence."""
    facts = facts_of(bank)
    if bank.rng.random() < 0.85:
        pattern = bank.phrase("yes_no.sentence", SENTENCES)
    else:
        pattern = bank.phrase("yes_no.nameless", NAMELESS)
    count = 2 if bank.rng.random() < 0.15 else 1
    return [(pattern.format(**facts), *question(bank, pattern, facts)) for _ in range(count)]


def about_state(bank: Bank) -> list[tuple[str, str, bool]]:
    """The question has the words of the sentence, but one of them may be another."""
    pattern, question_pattern = bank.phrase("yes_no.state", PHRASES["yes_no.state"]).split(" => ")
    facts = facts_of(bank)
    asked = dict(facts)
    holds = bank.rng.random() < 0.5
    if not holds:
        key = bank.rng.choice([k for k in facts if "{" + k + "}" in question_pattern])
        asked[key] = other(bank, key, facts)
    return [(pattern.format(**facts), question_pattern.format(**asked), holds)]


def about_kinds(bank: Bank) -> list[tuple[str, str, bool]]:
    """Whether a person, a city or a number is mentioned at all."""
    if bank.rng.random() < 0.5:
        pattern = bank.phrase("yes_no.sentence", SENTENCES)
    else:
        pattern = bank.phrase("yes_no.nameless", NAMELESS)
    kind, slot = bank.rng.choice([("person", "{n}"), ("city", "{c}"), ("number", "{count}")])
    asked = bank.phrase("yes_no." + kind, PHRASES["yes_no." + kind])
    return [(pattern.format(**facts_of(bank)), asked, slot in pattern)]


def sample(bank: Bank) -> list[Message]:
    rng = bank.rng
    draw = rng.random()
    questions = about_kinds(bank) if draw < 0.2 else about_state(bank) if draw < 0.5 else about_facts(bank)
    turns = []
    for sentence, asked, holds in questions:
        if not turns:
            if rng.random() < 0.15:
                asked = asked.rstrip("?")
            phrase = polish(rng, bank.phrase("yes_no.ask", PHRASES["yes_no.ask"]))
            text = phrase.format(s=sentence, q=asked)
        else:
            text = rng.choice(["", "And: ", "Then: ", "Also: "]) + asked
        reason = "The sentence says so." if holds else "The sentence does not say so."
        turns += exchange(text, "Yes." if holds else "No.", reason)
    return turns
