"""Slots whose values are made up rather than listed: numbers, times, dates, codes, invented names.

Each takes a random generator and whether the value is for measuring (`held`); held values and training's never meet,
by the rules of held_out.py. Values are patterns: `(9:30|half past nine)` is one time with two wordings.
"""

import random

from embedding import held_out

HOURS = "twelve one two three four five six seven eight nine ten eleven twelve".split()
MONTHS = "January February March April May June July August September October November December".split()
ONSETS = "b c d f g h j k l m n p r s t v w z br ch cr dr fl gr kl pr sch sh sk sl st th tr".split()
VOWELS = "a e i o u a e o ai ei ia oo ea".split()
CODAS = ["", "", "", "", "n", "r", "s", "l", "m", "t", "x", "nd", "rk", "ll", "st"]


def whole(low: int, high: int):
    """A drawer of whole numbers low..high that keeps to the rule for held numbers."""

    def draw(rng: random.Random, held: bool) -> str:
        number = rng.randint(low, high)
        while held_out.holds_number(number) != held:
            number = rng.randint(low, high)
        return str(number)

    return draw


def time(rng: random.Random, held: bool) -> str:
    while True:
        hour, minute = rng.randint(6, 22), 5 * rng.randrange(12)
        if held_out.holds_time(hour, minute) == held:
            break
    word, after = HOURS[hour % 12], HOURS[(hour + 1) % 12]
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    spoken = {0: f"{word} o'clock {part}", 15: f"quarter past {word} {part}", 30: f"half past {word} {part}",
              45: f"quarter to {after} {part}"}  # fmt: skip
    return f"({hour}:{minute:02}|{hour}:{minute:02}|{spoken[minute]})" if minute in spoken else f"{hour}:{minute:02}"


def date(rng: random.Random, held: bool) -> str:
    while True:
        day, month = rng.randint(1, 28), rng.randint(1, 12)
        if held_out.holds_date(day, month) == held:
            return f"({day} {MONTHS[month - 1]}|{MONTHS[month - 1]} {day})"


def code(rng: random.Random, held: bool) -> str:
    number = whole(100, 9999)(rng, held)
    return rng.choice(("{n}", "E{n}", "0x{n}", "{l}{n}", "{l}-{n}")).format(n=number, l=rng.choice("ABCDFHKMPRSTX"))


def kilos(rng: random.Random, held: bool) -> str:
    number = f"{rng.randrange(20)}.{7 if held else rng.choice('12345689')}"
    return f"({number} kilos|{number} kg)"


def euros_and_cents(rng: random.Random, held: bool) -> str:
    return f"{rng.randint(1, 3)}.{whole(10, 99)(rng, held)}"


def score(rng: random.Random, held: bool) -> str:
    ours, theirs = rng.randrange(9), rng.randrange(9)
    return f"({ours}:{theirs}|{ours} to {theirs})"


def stars(rng: random.Random, held: bool) -> str:
    return f"{rng.randint(1, 4)}.{rng.randrange(10)}"


def phone(rng: random.Random, held: bool) -> str:
    return f"0{rng.randint(20, 99)} {rng.randint(100, 999)} {whole(1000, 9999)(rng, held)}"


def year(rng: random.Random, held: bool) -> str:
    return whole(1860, 2025)(rng, held)


def invented_name(rng: random.Random, held: bool) -> str:
    """A name that nobody has, so that names are matched by their letters and not learnt by heart."""
    syllables = rng.choice((1, 2, 2, 3))
    name = "".join(rng.choice(ONSETS) + rng.choice(VOWELS) for _ in range(syllables)) + rng.choice(CODAS)
    return name.capitalize() if len(name) > 2 else name.capitalize() + rng.choice(("x", "ro", "nda"))


DRAWERS = {
    "num": whole(10, 99999), "num2": whole(2, 99), "num3": whole(2, 99), "minutes": whole(2, 90),
    "amount": whole(2, 900), "amount2": whole(2, 900), "time": time, "date": date, "code": code, "weight": kilos,
    "price": euros_and_cents, "score": score, "stars": stars, "phone": phone, "year": year, "pseudo": invented_name,
}  # fmt: skip
