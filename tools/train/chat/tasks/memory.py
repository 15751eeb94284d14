"""Facts that the user tells in one turn and asks for in a later one."""

from chat import words
from chat.bank import Bank
from chat.conversation import Message, exchange
from chat.noise import polish
from chat.phrases import split

# fact -> how the value is drawn, how it is named in answers
FACTS = {
    "name": "name",
    "city": "city",
    "age": "age",
    "job": "job",
    "color": "favorite color",
    "id": "order number",
    "pet": "pet",
}
PHRASES = {
    "memory.tell.name": split("""
        my name is {x} | I am {x} | I'm {x} | call me {x} | hello, my name is {x} | hi, I am {x} |
        you can call me {x} | people call me {x} | my name's {x} | this is {x} | {x} here | hello, I'm {x} |
        my first name is {x}"""),
    "memory.tell.city": split("""
        I live in {x} | I come from {x} | I am from {x} | my city is {x} | my home is {x} | I was born in {x} |
        I moved to {x} | my town is {x} | I have a flat in {x}"""),
    "memory.tell.age": split("""
        I am {x} years old | my age is {x} | I'm {x} years old | I turned {x} this year | I am {x} |
        I will be {x} soon"""),
    "memory.tell.job": split("""
        I am a {x} | I work as a {x} | my job is {x} | I'm a {x} | I earn my money as a {x} | by trade I am a {x}"""),
    "memory.tell.color": split("""
        my favorite color is {x} | I like {x} best | the color I like most is {x} | I love the color {x} |
        my favourite color is {x}"""),
    "memory.tell.id": split("""
        my order number is {x} | the number of my order is {x} | I have the order number {x} | my order is {x} |
        it is about my order {x}"""),
    "memory.tell.pet": split("""
        my pet is called {x} | my dog is called {x} | I have a cat called {x} | my cat's name is {x} |
        the name of my dog is {x}"""),
    "memory.ask.name": split("""
        what is my name? | what's my name? | do you know my name? | who am I? | !tell me my name |
        do you remember my name? | how am I called? | what am I called? | !say my name"""),
    "memory.ask.city": split("""
        where do I live? | which city am I from? | what is my city? | where am I from? |
        do you remember where I live? | !tell me where I live"""),
    "memory.ask.age": split("""
        how old am I? | what is my age? | do you know how old I am? | !tell me my age | what was my age?"""),
    "memory.ask.job": split("""
        what is my job? | what do I work as? | what is my profession? | do you remember my job? | !tell me my job |
        what am I by trade?"""),
    "memory.ask.color": split("""
        what is my favorite color? | which color do I like? | what color do I like best? |
        do you remember my favorite color? | my favorite color?"""),
    "memory.ask.id": split("""
        what is my order number? | which order number do I have? | what was my order number? |
        !tell me my order number | do you remember my order number?"""),
    "memory.ask.pet": split("""
        what is my pet called? | what is the name of my pet? | how is my pet called? |
        do you remember my pet's name? | !tell me my pet's name"""),
}


def value_of(bank: Bank, fact: str) -> str:
    return {
        "name": bank.name,
        "city": bank.city,
        "age": lambda: str(bank.rng.randint(5, 99)),
        "job": lambda: bank.rng.choice(words.JOBS),
        "color": lambda: bank.rng.choice(words.COLORS),
        "id": bank.identifier,
        "pet": bank.name,
    }[fact]()


def tell(bank: Bank, fact: str, value: str) -> list[Message]:
    key = "memory.tell." + fact
    answer = f"Nice to meet you, {value}." if fact == "name" else f"I see, your {FACTS[fact]} is {value}."
    text = polish(bank.rng, bank.phrase(key, PHRASES[key])).format(x=value) + bank.rng.choice(["", "."])
    return exchange(text, answer, f"The user tells me the {FACTS[fact]} {value}.")


def ask(bank: Bank, fact: str, value: str | None) -> list[Message]:
    key = "memory.ask." + fact
    text = polish(bank.rng, bank.phrase(key, PHRASES[key]))
    if value is None:
        return exchange(
            text, f"You have not told me your {FACTS[fact]}.", f"I do not find the {FACTS[fact]} in this conversation."
        )
    return exchange(text, f"Your {FACTS[fact]} is {value}.", f"The user told me the {FACTS[fact]} {value}.")


def sample(bank: Bank, between=lambda: []) -> list[Message]:
    """One or two facts, what `between` gives, then a question for one of them, at times for one that was not told."""
    told = {}
    messages = []
    for fact in bank.rng.sample(list(FACTS), bank.rng.choice([1, 1, 2])):
        told[fact] = value_of(bank, fact)
        messages += tell(bank, fact, told[fact])
    messages += between()
    asked = bank.rng.choice(list(told)) if bank.rng.random() < 0.8 else bank.rng.choice(list(FACTS))
    return messages + ask(bank, asked, told.get(asked))
