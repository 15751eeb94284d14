"""Sorting, reversing, counting and searching short lists of numbers, words or names."""

from chat.bank import Bank
from chat.conversation import Message, exchange
from chat.noise import polish
from chat.phrases import combine, split

PHRASES = {
    "lists.ascending": split("""
        !sort these numbers: {l} | !sort {l} | !sort these numbers in ascending order: {l} |
        !order these numbers: {l} | !sort from small to large: {l} | !put these numbers in order: {l} |
        !sort the list {l} | !arrange in ascending order: {l} | !sort this list of numbers: {l} |
        !order from lowest to highest: {l} | sorted: {l} | {l}\nSort these numbers. |
        what is the right order of {l}? | !put {l} in order | !sort these: {l} | !sort the numbers {l} | sort: {l} |
        {l} - sort them | !bring these numbers in order: {l} | !sort {l} from smallest to largest |
        !sort {l} ascending"""),
    "lists.descending": split("""
        !sort these numbers in descending order: {l} | !sort from large to small: {l} |
        !sort {l} from largest to smallest | !order from highest to lowest: {l} | !sort descending: {l} |
        !arrange in descending order: {l} | !sort {l} descending | !sort these numbers, largest first: {l} |
        !put the largest first: {l} | {l}\nSort them in descending order. | !sort these numbers backwards: {l} |
        {l} - sort from high to low | !sort with the biggest first: {l}"""),
    "lists.alphabetical": split("""
        !sort these words: {l} | !sort alphabetically: {l} | !sort these words alphabetically: {l} |
        !sort by letter: {l} | !put these words in alphabetical order: {l} | !order alphabetically: {l} |
        !sort these names: {l} | !sort {l} | !arrange in alphabetical order: {l} | !sort {l} alphabetically |
        !sort this list: {l} | !sort the words {l} | {l}\nSort these words. | !sort from a to z: {l} |
        !put these in order: {l} | what is the alphabetical order of {l}? | alphabetical order: {l} |
        !bring these words in order: {l} | !list these words from a to z: {l} | sort: {l}"""),
    "lists.reverse": split("""
        !reverse this list: {l} | !reverse {l} | !turn this list around: {l} | !write this list backwards: {l} |
        !reverse the order of {l} | {l}\nReverse this list. | !list these in reverse order: {l} | reverse: {l} |
        !give me {l} in reverse order | !flip this list: {l} | !put this list in reverse order: {l}"""),
    "lists.count": split("""
        how many items are in this list? {l} | !count these: {l} | !count the items: {l} |
        how many words are there? {l} | how many are there? {l} | how many things do I list here: {l} |
        !count the words: {l} | how long is this list? {l} | {l} - how many are these? |
        {l}\nHow many items are there? | how many entries does {l} have? | !count {l} | number of items in {l}? |
        !tell me how many items are in {l} | how many elements does this list have: {l} | how many items: {l} |
        count: {l}"""),
    "lists.count_of": split("""
        how many times does {w} appear in {l}? | how often is {w} in this list? {l} |
        !count how often {w} occurs: {l} | !count the {w} in {l} | how many {w} are in {l}? |
        {l}\nHow often does {w} occur? | !count {w} in this list: {l} | how often do you see {w} here: {l} |
        in {l}, how many times is {w}?"""),
    "lists.largest": split("""
        what is the largest number in {l}? | which number is the largest? {l} | !find the largest number: {l} |
        maximum of {l} | what is the biggest of {l}? | which of {l} is the largest? | !give me the maximum of {l} |
        {l} - which is the biggest? | which is the highest number? {l} | what is the maximum? {l} |
        !tell me the largest of {l} | largest: {l}"""),
    "lists.smallest": split("""
        what is the smallest number in {l}? | which number is the smallest? {l} | !find the smallest number: {l} |
        minimum of {l} | what is the lowest of {l}? | which of {l} is the smallest? | !give me the minimum of {l} |
        {l} - which is the smallest? | which is the lowest number? {l} | what is the minimum? {l} |
        !tell me the smallest of {l} | smallest: {l}"""),
    "lists.first": split("""
        what is the first item of {l}? | which is the first in this list? {l} | !give me the first item: {l} |
        first of {l} | what comes first in {l}? | {l}\nWhat is the first item? | !name the first element of {l}"""),
    "lists.last": split("""
        what is the last item of {l}? | which is the last in this list? {l} | !give me the last item: {l} |
        last of {l} | what comes last in {l}? | {l}\nWhat is the last item? | !name the last element of {l}"""),
    "lists.contains": split("""
        is {w} in this list? {l} | does {l} contain {w}? | is {w} one of {l}? | {l}\nIs {w} in the list? |
        does this list contain {w}: {l} | !check whether {w} is in {l} | is there {w} in {l}? |
        !look for {w} in {l}"""),
    "lists.then_reverse": split("""
        now reverse it | !now turn it around | and reversed? | !reverse it | and backwards? |
        !now the other way round | now in reverse order | !reverse that"""),
    "lists.then_count": split("""
        how many are there? | how many items is that? | !count them | and how many are they? | how many are these? |
        how many was that?"""),
    "lists.then_first": split("""
        which is the first? | what is the first one? | and the first item? | which one comes first?"""),
    "lists.then_last": split("""
        which is the last? | what is the last one? | and the last item? | which one comes last?"""),
}


WHAT = " these| the following| my| this list of| the list of| all| a few"
UP = "in ascending order|from small to large|from low to high|by size|in order|from the smallest to the largest"
DOWN = "in descending order|from large to small|from high to low|from the largest to the smallest|from big to small"
LETTERS = "alphabetically|in alphabetical order|from a to z|by letter|by their letters|by the alphabet"
PHRASES["lists.ascending"] += [
    *combine("!sort|!order|!arrange", WHAT, " numbers| values| figures", ": {l}"),
    *combine("!sort|!order|!arrange|!list", WHAT + "|", " numbers| values", f" {UP}".replace("|", "| "), ": {l}"),
    *combine("!sort|!order|!arrange|!list", " {l} ", UP),
    *combine("{l}\n|{l} ", "Sort|Order|Arrange", " them| these| the numbers", f" {UP}|".replace("|", "| ")),
]
PHRASES["lists.descending"] += [
    *combine(
        "!sort|!order|!arrange|!list|!put", WHAT + "|", " numbers| values|", f" {DOWN}".replace("|", "| "), ": {l}"
    ),
    *combine("!sort|!order|!arrange|!list|!put", " {l} ", DOWN),
    *combine("{l}\n|{l} ", "Sort|Order|Arrange|Put", " them| these| the numbers", f" {DOWN}".replace("|", "| ")),
]
PHRASES["lists.alphabetical"] += [
    *combine("!sort|!order|!arrange", WHAT, " words| names| items| things|", ": {l}"),
    *combine(
        "!sort|!order|!arrange|!list|!put",
        WHAT + "|",
        " words| names| items|",
        f" {LETTERS}".replace("|", "| "),
        ": {l}",
    ),
    *combine("!sort|!order|!arrange|!list|!put", " {l} ", LETTERS),
    *combine("{l}\n|{l} ", "Sort|Order|Arrange|Put", " them| these| the words| it", f" {LETTERS}|".replace("|", "| ")),
]
PHRASES["lists.count"] += [
    *combine(
        "how many",
        " words| items| things| entries| elements| names|",
        " are| do you see| do you find| stand| can you count",
        " here| in this list| in the list| in this| there",
        ": {l}|? {l}",
    ),
    *combine("{l}\n|{l} ", "How many| Count|Number of", " words| items| things| entries| elements", "?|"),
]
PHRASES["lists.reverse"] += combine(
    "!reverse|!turn around|!flip|!write backwards|!list backwards",
    " this| the list| this list| these items| these| the words",
    ": {l}",
) + combine("{l}\n|{l} ", "Reverse|Turn around|Flip", " it| them| the list| the order", ".|")


# Those that ask for one item or a number.
LIST = " {l}| the list {l}| this list: {l}| these: {l}| the following: {l}"
for which in ("largest", "smallest"):
    names = {"largest": "largest|biggest|highest|greatest|top", "smallest": "smallest|lowest|least|minimal|littlest"}[
        which
    ]
    PHRASES["lists." + which] += [
        *combine(
            "what is|which is|!find|!give me|!name|!tell me|!show|!pick",
            " the ",
            names,
            " of| number of| in| value in| among",
            LIST,
        ),
        *combine("{l}\n|{l} ", "What is|Which is|Find|Give me|Name|Show", " the ", names, "?| number.| one.| value."),
        *combine(names, ": {l}| of {l}| number in {l}| in {l}?"),
    ]
for which in ("first", "last"):
    PHRASES["lists." + which] += [
        *combine(
            "what is|which is|!find|!give me|!name|!tell me|!show|!pick|!copy",
            f" the {which} ",
            "item|word|one|element|entry|thing",
            " of| in",
            LIST,
        ),
        *combine(
            "{l}\n|{l} ", "What is|Which is|Give me|Name|Show|Tell me", f" the {which}", "?| item.| one.| word.| entry."
        ),
        *combine("what|which item|which one|which word", f" comes {which}| is {which}| stands {which}", " in", LIST),
        *combine(f"{which} item|{which} word|{which} of|the {which} in", ": {l}| {l}"),
    ]
PHRASES["lists.contains"] += [
    *combine("is|do you see|do you find|can you find", " {w}", " in| anywhere in| somewhere in| inside", LIST),
    *combine("does|do", LIST, " contain| have| include", " {w}?"),
    *combine(
        "{l}\n|{l} ",
        "Is {w}|Do you see {w}|Do you find {w}|Can you find {w}",
        " there?| in it?| in this list?| among them?",
    ),
    *combine("is {w}", " one of| among| part of| an item of", LIST),
]
PHRASES["lists.count_of"] += [
    *combine(
        "how many times|how often", " is {w}| do you see {w}| do I write {w}| does {w} come| stands {w}", " in", LIST
    ),
    *combine(
        "{l}\n|{l} ", "How many times|How often", " is {w} there?| is {w} in it?| do you see {w}?| do I say {w}?| {w}?"
    ),
    *combine("!count|!tell me the number of|the number of|how many", " {w}", " in| you see in", LIST),
]


def written(bank: Bank, items: list) -> str:
    """A list as people write it."""
    items = [str(i) for i in items]
    style = bank.rng.randrange(10)
    if style == 0:
        return " ".join(items)
    if style == 1:
        return "[" + ", ".join(items) + "]"
    if style == 2:
        return ",".join(items)
    if style == 3 and len(items) > 1:
        return ", ".join(items[:-1]) + " and " + items[-1]
    return ", ".join(items)


def joined(items: list) -> str:
    return ", ".join(str(i) for i in items)


def numbers(bank: Bank) -> list[int]:
    """Three to seven numbers, up to 99 or 999; the first two are on this side of the rule for pairs."""
    high = bank.rng.choice([20, 99, 99, 999])
    count = bank.rng.choice([3, 4, 4, 5, 5, 6, 7])
    first = list(bank.pair(0, high))
    rest = [n for n in bank.rng.sample(range(high + 1), count) if n not in first]
    items = list(dict.fromkeys(first + rest))[:count]
    bank.rng.shuffle(items)
    return items


def texts(bank: Bank) -> list[str]:
    """Three to six words, names or cities."""
    count = bank.rng.choice([3, 3, 4, 4, 5, 6])
    draw = bank.rng.random()
    if draw < 0.25:
        return bank.names(count)
    if draw < 0.4:
        return list(dict.fromkeys(bank.city() for _ in range(count)))
    return bank.words(count)


def ask(bank: Bank, key: str, answer: str, thought: str, **slots) -> list[Message]:
    return exchange(polish(bank.rng, bank.phrase(key, PHRASES[key])).format(**slots), answer, thought)


def follow_up(bank: Bank, items: list) -> list[Message]:
    """A question about the list of the last answer."""
    key, answer, thought = bank.rng.choice(
        [
            ("lists.then_reverse", joined(items[::-1]), "I turn the last list around."),
            ("lists.then_count", str(len(items)), f"The last list has {len(items)} items."),
            ("lists.then_first", str(items[0]), "I take the first item of the last list."),
            ("lists.then_last", str(items[-1]), "I take the last item of the last list."),
        ]
    )
    return ask(bank, key, answer, thought)


def sorting(bank: Bank) -> list[Message]:
    if bank.rng.random() < 0.5:
        items = numbers(bank)
        key = bank.rng.choice(["lists.ascending", "lists.ascending", "lists.descending"])
        ordered = sorted(items, reverse=key == "lists.descending")
        thought = "I sort the numbers, the " + ("largest" if key == "lists.descending" else "smallest") + " first."
    else:
        key, items = "lists.alphabetical", texts(bank)
        ordered = sorted(items, key=str.lower)
        thought = "I sort the words by their letters."
    turns = ask(bank, key, joined(ordered), thought, l=written(bank, items))
    return turns + follow_up(bank, ordered) if bank.rng.random() < 0.2 else turns


def reversing(bank: Bank) -> list[Message]:
    items = numbers(bank) if bank.rng.random() < 0.4 else texts(bank)
    turns = ask(bank, "lists.reverse", joined(items[::-1]), "I write the list from its end.", l=written(bank, items))
    return turns + follow_up(bank, items[::-1]) if bank.rng.random() < 0.15 else turns


def counting(bank: Bank) -> list[Message]:
    items = numbers(bank) if bank.rng.random() < 0.3 else texts(bank)
    items = items[: bank.rng.randint(2, len(items))]
    if bank.rng.random() < 0.4:
        word = bank.rng.choice(items)
        items = items + [word] * bank.rng.randint(0, 3)
        bank.rng.shuffle(items)
        count = items.count(word)
        return ask(bank, "lists.count_of", str(count), f"I find {word} {count} times.", l=written(bank, items), w=word)
    return ask(bank, "lists.count", str(len(items)), f"I count {len(items)} items.", l=written(bank, items))


def searching(bank: Bank) -> list[Message]:
    rng = bank.rng
    kind = rng.choice(["largest", "smallest", "first", "last", "contains"])
    if kind in ("largest", "smallest"):
        items = numbers(bank)
        found = max(items) if kind == "largest" else min(items)
        return ask(bank, "lists." + kind, str(found), f"The {kind} number is {found}.", l=written(bank, items))
    items = numbers(bank) if rng.random() < 0.3 else texts(bank)
    if kind in ("first", "last"):
        found = str(items[0] if kind == "first" else items[-1])
        return ask(bank, "lists." + kind, found, f"The {kind} item is {found}.", l=written(bank, items))
    inside = rng.random() < 0.5
    word = rng.choice(items) if inside else items.pop()
    thought = f"I {'find' if inside else 'do not find'} {word} in the list."
    return ask(bank, "lists.contains", "Yes." if inside else "No.", thought, l=written(bank, items), w=word)


def sample(bank: Bank) -> list[Message]:
    return bank.rng.choice([sorting, sorting, sorting, reversing, counting, counting, searching, searching])(bank)
