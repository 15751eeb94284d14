"""Sums with small whole numbers; anything larger gets an honest answer."""

from chat.bank import Bank
from chat.conversation import Message, exchange
from chat.noise import polish
from chat.phrases import combine, split
from chat.words import NUMBER_WORDS

PHRASES = {
    "arithmetic.bare": split("""
        {x} | {x}= | {x} = | {x}? | {x} = ? | = {x} | {x} is"""),
    "arithmetic.ask": split("""
        what is {x}? | what's {x}? | how much is {x}? | !calculate {x} | !compute {x} | !solve {x} | !work out {x} |
        what does {x} make? | what do you get for {x}? | !tell me {x} | !tell me what {x} is | !evaluate {x} |
        do you know what {x} is? | quick question: {x} | whats {x} | the result of {x}? |
        what is the result of {x}? | !do the math: {x} | !add it up: {x} | !calculate this: {x} |
        math question: {x} | I wonder what {x} is | what would {x} be? | !give me the result of {x} |
        how much would {x} be? | {x}, how much is that? | what is {x} equal to? | what does {x} equal? |
        !give me {x} | !find {x} | !say what {x} is | next: {x}"""),
    "arithmetic.add": split("""
        !add {a} and {b} | what is the sum of {a} and {b}? | !add {b} to {a} | {a} plus {b} | what is {a} plus {b}? |
        how much is {a} plus {b}? | what is {a} and {b} together? | !sum {a} and {b} |
        !give me the sum of {a} and {b} | what do {a} and {b} add up to? | the sum of {a} and {b} |
        what do you get when you add {a} and {b}?"""),
    "arithmetic.subtract": split("""
        !subtract {b} from {a} | what is {a} minus {b}? | {a} minus {b} | !take {b} from {a} |
        what is {a} less {b}? | what is left when I take {b} away from {a}? |
        what is the difference between {a} and {b}? | how much is {a} minus {b}? | !take {b} away from {a} |
        what remains of {a} after taking away {b}?"""),
    "arithmetic.multiply": split("""
        !multiply {a} by {b} | what is {a} times {b}? | {a} times {b} | !multiply {a} and {b} |
        how much is {a} times {b}? | what is the product of {a} and {b}? | {a} multiplied by {b} |
        what is {a} multiplied by {b}? | the product of {a} and {b} | !give me {a} times {b}"""),
    "arithmetic.divide": split("""
        !divide {a} by {b} | what is {a} divided by {b}? | {a} divided by {b} | how often does {b} go into {a}? |
        how much is {a} divided by {b}? | !split {a} into {b} equal parts, how big is one? | {a} over {b} |
        what is {a} over {b}? | how many times does {b} fit into {a}?"""),
    "arithmetic.story_add": split("""
        {n} has {a} {many} and gets {b} more. How many {many} does {n} have? |
        there are {a} {many} in the box. I put in {b} more. How many are there now? |
        {n} buys {a} {many} and then {b} {many}. How many is that? |
        I have {a} {many} and find {b} more. How many do I have? |
        {n} has {a} {many}, {m} has {b}. How many do they have together? |
        if I have {a} {many} and you give me {b}, how many {many} do I have?"""),
    "arithmetic.story_subtract": split("""
        {n} has {a} {many} and gives {b} away. How many {many} are left? |
        there are {a} {many} on the table. {n} takes {b}. How many remain? |
        I had {a} {many} and lost {b}. How many {many} do I have now? |
        {n} had {a} {many} and sold {b}. How many does {n} still have? |
        of {a} {many}, {b} are broken. How many are fine? |
        if I have {a} {many} and eat {b}, how many {many} are left?"""),
    "arithmetic.greater": split("""
        is {a} greater than {b}? | is {a} larger than {b}? | is {a} more than {b}? | is {a} bigger than {b}? |
        {a} > {b}? | is it true that {a} is greater than {b}? | is the number {a} larger than {b}? |
        is {a} above {b}?"""),
    "arithmetic.which": split("""
        which is larger, {a} or {b}? | which is greater: {a} or {b}? | what is more, {a} or {b}? |
        which number is bigger, {a} or {b}? | {a} or {b}, which is larger? | what is larger: {a} or {b}? |
        which of {a} and {b} is larger?"""),
    "arithmetic.then": split("""
        !add {b} to that | !now add {b} | plus {b}? | and {b} more? | + {b} | and plus {b}? | !add {b} more |
        what if I add {b} to it?"""),
    "arithmetic.then_less": split("""
        !subtract {b} from that | !now subtract {b} | minus {b}? | and {b} less? | - {b} | and minus {b}? |
        !take {b} away from it | what if I take away {b}?"""),
}
PHRASES["arithmetic.ask"] += combine(
    "what is|how much is|!calculate|!compute|!work out|!find out|!tell me|what do you get for|what comes out of"
    "|do you know"
    "|what is the result of|!solve|please:|quickly:|now:|so what is|and what is|I want to know",
    " {x}",
    "|?|, please| now| for me",
)
PHRASES["arithmetic.bare"] += combine(
    "|= |so |ok: |> |math: |sum: ", "{x}", "|=|?| =?| = ?| equals| equals?| gives| makes| is?|=??| ...| please|!| ->|:"
)
PHRASES["arithmetic.ask"] += combine(
    "what|how much", " does| do| would| will", " {x}", " make?| give?| equal?| be?| come to?| add up to?| result in?"
) + combine(
    "{x}",
    " is what?| makes what?| equals what?|, what is it?|, what do you get?|, please solve it|: how much?|, the result?",
)
PHRASES["arithmetic.add"] += [
    *combine(
        "!add|!add up|!sum|!sum up|!put together|!count together",
        " {a} and {b}| the numbers {a} and {b}| these: {a}, {b}",
        "|, please",
    ),
    *combine(
        "what|how much",
        " is| makes| are",
        " {a} plus {b}| {b} added to {a}| {a} and {b}| {a} and {b} together",
        "?| in all?",
    ),
    *combine(
        "what is|how large is|how big is|I want|I need|tell me",
        " the sum of {a} and {b}| the total of {a} and {b}| {a} plus {b}",
        "?|",
    ),
    *combine(
        "if I add|when I add|when you add|if one adds",
        " {b} to {a}",
        ", what is it?|, what comes out?|, how much is it?|, what do I get?",
    ),
    *combine(
        "{a}", " plus | and | increased by | with ", "{b}", ", how much is it?| makes?| is?| equals what?| together?"
    ),
]
PHRASES["arithmetic.subtract"] += [
    *combine("!subtract|!take|!take away|!deduct|!remove", " {b} from {a}", "|, please|, what is left?"),
    *combine(
        "what|how much",
        " is| makes",
        " {a} minus {b}| {a} without {b}| {b} less than {a}| {b} subtracted from {a}",
        "?",
    ),
    *combine(
        "what|how much",
        " is left| remains| stays",
        " of {a}| from {a}",
        " when {b} go?| without {b}?| minus {b}?| if you take {b}?",
    ),
    *combine("what is|tell me|I want|I need", " the difference of {a} and {b}| {a} minus {b}| {a} less {b}", "?|"),
    *combine(
        "if I take|when I take|if you subtract|when you subtract",
        " {b} from {a}",
        ", what is left?|, what do I get?|, how much is it?",
    ),
    *combine("{a}", " minus | less | without | reduced by ", "{b}", ", how much is it?| makes?| is?| equals what?"),
]
PHRASES["arithmetic.multiply"] += combine(
    "what is|how much is|tell me|!calculate|what makes",
    " {a} times {b}| {a} multiplied by {b}| the product of {a} and {b}",
    "?|",
) + combine("{a} times {b}|{a} multiplied with {b}", " is?| makes?|, how much is it?| equals what?")
PHRASES["arithmetic.divide"] += combine(
    "what is|how much is|tell me|!calculate|what makes",
    " {a} divided by {b}| {a} split by {b}| the quotient of {a} and {b}",
    "?|",
) + combine("{a} divided by {b}|{a} shared by {b}", " is?| makes?|, how much is it?| equals what?")
PHRASES["arithmetic.story_add"] += split("""
    {n} finds {a} {many} today and {b} later. How many in all? |
    first I saw {a} {many}, then {b}. How many {many} did I see? |
    a shop has {a} {many} and gets {b}. How many {many} has it now? |
    {n} baked {a} {many}, {m} baked {b}. How many in total? |
    {a} {many} are here and {b} are there. How many are there in total? |
    {n} reads {a} pages, then {b}. How many pages is that? |
    I own {a} {many}. {n} gives me {b}. How many {many} do I own now? |
    {n} took {a} {many} and {m} took {b}. What is the total?""")
PHRASES["arithmetic.story_subtract"] += split("""
    {n} had {a} {many}. {b} broke. How many are whole? |
    a shop has {a} {many} and sells {b}. How many {many} are left? |
    {n} picks {a} {many} and gives {b} to {m}. How many does {n} keep? |
    there were {a} {many}, {b} flew away. How many stayed? | I need {a} {many} and have {b}. How many are missing? |
    {n} baked {a} {many} and ate {b}. How many {many} remain? | from {a} {many} {n} takes {b}. How many are left? |
    {a} {many} stood here, {b} are gone. How many are still here?""")
PHRASES["arithmetic.greater"] += combine(
    "is|do you think|is the value", " {a}", " greater| larger| bigger| higher| more", " than {b}?| than {b}, yes or no?"
) + combine("does|is", " {a}", " come after {b}?| over {b}?| beyond {b}?")
PHRASES["arithmetic.which"] += combine(
    "which|which number|which one|what",
    " is",
    " larger| bigger| greater| higher| the larger| the bigger",
    ": {a} or {b}?|, {a} or {b}?| of {a} and {b}?",
) + combine(
    "{a} or {b}|{a}, {b}",
    ": |, |? ",
    "which is larger?|the bigger one?|what is more?|which is greater?|tell me the larger",
)
for then, sign, verb, way in (("then", "+", "add", "more"), ("then_less", "-", "subtract", "less")):
    PHRASES["arithmetic." + then] += combine(
        "now |and |then |so |ok, |and now |", f"{verb} {{b}}|{sign} {{b}}|{sign}{{b}}|{{b}} {way}", "|?|, please"
    )
TOO_HARD = "That is too hard for me. I add and subtract numbers below 1,000 and know the times tables up to 12."
SYMBOLS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}


def operands(bank: Bank) -> tuple[str, int, int, int]:
    """(operation, a, b, result). The times tables are a closed set that must be known: both sides have all of them."""
    kind = bank.rng.choice(["add"] * 5 + ["subtract"] * 5 + ["multiply"] * 3 + ["divide"] * 2)
    hard = not bank.held_out and bank.rng.random() < 0.3  # what takes longest to learn
    if hard:
        kind = bank.rng.choice(["add", "subtract", "subtract"])
    if kind == "multiply":
        a, b = bank.rng.randint(0, 12), bank.rng.randint(0, 12)
        return kind, a, b, a * b
    if kind == "divide":
        a, b = bank.rng.randint(0, 12), bank.rng.randint(1, 12)
        return kind, a * b, b, a
    a, b = bank.pair(0, 999 if hard else bank.rng.choice([10, 20, 100, 100, 100, 500, 999]))
    if kind == "subtract" and b > a and bank.rng.random() < 0.85:
        a, b = b, a
    return kind, a, b, a + b if kind == "add" else a - b


def thought_of(kind: str, a: int, b: int, result: int) -> str:
    plan = {
        "add": "I add the two numbers",
        "subtract": "I take the second number from the first",
        "multiply": "I multiply the two numbers",
        "divide": "I divide the first number by the second",
    }[kind]
    return f"{plan}: {a} {SYMBOLS[kind]} {b} = {result}."


def spelt(bank: Bank, number: int) -> str:
    return NUMBER_WORDS[number] if number <= 20 and bank.rng.random() < 0.12 else str(number)


def answer(kind: str, a: int, b: int, result: int) -> str:
    return f"{a} {SYMBOLS[kind]} {b} = {result}"


def expression(bank: Bank, kind: str, a: int, b: int) -> str:
    sign = SYMBOLS[kind]
    if kind == "multiply":
        sign = bank.rng.choice(["*", "*", "x", "×"])
    if kind == "divide":
        sign = bank.rng.choice(["/", "/", ":", "÷"])
    space = bank.rng.choice(["", " ", " "])
    return f"{a}{space}{sign}{space}{b}"


def question(bank: Bank, kind: str, a: int, b: int) -> str:
    key = bank.rng.choice(
        ["arithmetic.bare", "arithmetic.ask", "arithmetic.ask", "arithmetic." + kind, "arithmetic." + kind]
    )
    text = bank.phrase(key, PHRASES[key])
    if "{x}" in text:
        return polish(bank.rng, text).format(x=expression(bank, kind, a, b))
    return polish(bank.rng, text).format(a=spelt(bank, a), b=spelt(bank, b))


def story(bank: Bank) -> list[Message]:
    kind = bank.rng.choice(["add", "subtract"])
    a, b = bank.pair(0, 50)
    if kind == "subtract" and b > a:
        a, b = b, a
    n, m = bank.names(2)
    key = "arithmetic.story_" + kind
    text = polish(bank.rng, bank.phrase(key, PHRASES[key]))
    text = text.format(a=spelt(bank, a), b=spelt(bank, b), many=bank.thing()[1], n=n, m=m)
    result = a + b if kind == "add" else a - b
    return exchange(text, answer(kind, a, b, result), thought_of(kind, a, b, result))


def follow_up(bank: Bank, start: int) -> list[Message]:
    """The user goes on with the last result."""
    if start > 300 or start < 0:
        return []
    kind = bank.rng.choice(["add", "subtract"])
    b = bank.partner(start, 1, 20)
    if kind == "subtract" and b > start:
        kind = "add"
    key = "arithmetic.then" if kind == "add" else "arithmetic.then_less"
    result = start + b if kind == "add" else start - b
    text = polish(bank.rng, bank.phrase(key, PHRASES[key])).format(b=b)
    return exchange(text, answer(kind, start, b, result), thought_of(kind, start, b, result))


def uneven(bank: Bank) -> str:
    """A division that leaves something, or one beyond the tables."""
    while True:
        a, b = bank.rng.randint(1, 999), bank.rng.randint(2, 99)
        if a % b or a // b > 12 or b > 12:
            return f"{a}{bank.rng.choice([' / ', '/', ' : ', ' divided by '])}{b}"


def chain(bank: Bank) -> list[Message]:
    """Three small numbers, added and subtracted."""
    rng = bank.rng
    a, b = bank.pair(0, 20)
    c = rng.randint(0, 20)
    first, second = rng.choice("++-"), rng.choice("++-")
    result = a + (b if first == "+" else -b) + (c if second == "+" else -c)
    space = rng.choice(["", " ", " "])
    key = rng.choice(["arithmetic.bare", "arithmetic.ask"])
    text = polish(rng, bank.phrase(key, PHRASES[key])).format(x=f"{a}{space}{first}{space}{b}{space}{second}{space}{c}")
    written = f"{a} {first} {b} {second} {c} = {result}"
    return exchange(text, written, f"I go from left to right: {written}.")


def comparison(bank: Bank) -> list[Message]:
    a, b = bank.pair(0, bank.rng.choice([20, 100, 999]))
    if a != b and bank.rng.random() < 0.4:
        text = polish(bank.rng, bank.phrase("arithmetic.which", PHRASES["arithmetic.which"])).format(a=a, b=b)
        return exchange(text, str(max(a, b)), f"The larger one of {a} and {b} is {max(a, b)}.")
    text = polish(bank.rng, bank.phrase("arithmetic.greater", PHRASES["arithmetic.greater"])).format(a=a, b=b)
    return exchange(text, "Yes." if a > b else "No.", f"I compare {a} with {b}.")


def too_hard(bank: Bank) -> list[Message]:
    """Numbers of four digits and more, fractions, powers, products beyond the tables, long expressions."""
    rng = bank.rng
    big = lambda: str(rng.randint(1000, 10 ** rng.randint(4, 9)))  # noqa: E731
    small = lambda: str(rng.randint(2, 99))  # noqa: E731
    times = lambda: rng.choice([" * ", "*", " x ", "x", " × "])  # noqa: E731
    sign = lambda: rng.choice([" + ", " - ", " * ", " / ", "+", "*"])  # noqa: E731
    x = rng.choice(
        [
            lambda: big() + sign() + big(),
            lambda: big() + sign() + small(),
            lambda: small() + sign() + big(),
            lambda: f"{small()}.{rng.randint(1, 99)}{sign()}{small()}",
            lambda: f"{small()}^{small()}",
            lambda: f"({small()}{sign()}{small()}){sign()}{small()}",
            lambda: f"{small()}{sign()}{small()}{sign()}{small()}{sign()}{small()}",
            lambda: f"{rng.randint(13, 99)}{times()}{rng.randint(13, 99)}",
            lambda: f"{rng.randint(13, 999)}{times()}{rng.randint(2, 99)}",
            lambda: f"{rng.randint(2, 12)}{times()}{rng.randint(13, 999)}",
            lambda: f"{rng.randint(13, 99)} times {rng.randint(13, 99)}",
            lambda: uneven(bank),
            lambda: uneven(bank),
            lambda: f"sqrt({small()})",
            lambda: f"the square root of {small()}",
            lambda: f"{small()} percent of {small()}",
            lambda: f"{small()}% of {rng.randint(100, 999)}",
            lambda: f"{small()}!",
            lambda: f"the logarithm of {small()}",
        ]
    )()
    key = rng.choice(["arithmetic.bare", "arithmetic.ask"])
    return exchange(
        polish(rng, bank.phrase(key, PHRASES[key])).format(x=x), TOO_HARD, "These numbers are too hard for me."
    )


def sample(bank: Bank) -> list[Message]:
    if not bank.held_out and bank.rng.random() < 0.08:  # two sums in one take longest to learn
        return chain(bank)
    draw = bank.rng.random()
    if draw < 0.15:
        return too_hard(bank)
    if draw < 0.28:
        return story(bank)
    if draw < 0.35:
        return chain(bank)
    if draw < 0.42:
        return comparison(bank)
    kind, a, b, result = operands(bank)
    turns = exchange(question(bank, kind, a, b), answer(kind, a, b, result), thought_of(kind, a, b, result))
    return turns + follow_up(bank, result) if bank.rng.random() < 0.2 else turns
