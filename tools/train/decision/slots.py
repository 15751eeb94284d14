"""Values of a state: names, amounts, dates, numbers. What was used is known, for questions about it."""

from decision.split import number
from decision.texts import words


def reference(rng, split):
    """An order number or the like; half of the figures come from number(), so that no split shares one."""
    n = number(rng, split, 100, 9999)
    letters = "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(rng.randint(1, 3)))
    return rng.choice(
        [
            f"{letters}-{n}",
            f"{letters}{n}",
            f"#{n}",
            f"{n}-{letters}",
            f"{letters}-{number(rng, split, 10, 99)}-{n}",
            f"{n}",
        ]
    )


def amount(rng, split):
    n = number(rng, split, 3, 990)
    cents = rng.choice(["", "", f".{rng.randint(1, 99):02d}", ".50", ".99"])
    return rng.choice(
        [
            f"${n}{cents}",
            f"{n}{cents} euros",
            f"€{n}{cents}",
            f"{n}{cents} dollars",
            f"{n}{cents} EUR",
            f"£{n}{cents}",
            f"{n}{cents} USD",
        ]
    )


def date(rng, split):
    day = rng.choice([d for d in range(1, 29) if d < 10 or d % 7 not in (3, 5)])
    month = rng.randrange(12)
    year = 2000 + rng.choice([20, 21, 22, 25, 26, 27])
    name = words.MONTHS[month]
    return rng.choice(
        [
            f"{day} {name}",
            f"{name} {day}",
            f"{day} {name} {year}",
            f"{year}-{month + 1:02d}-{day:02d}",
            f"{day}.{month + 1}.{year}",
            f"{name} {day}, {year}",
            f"{day}/{month + 1}",
            f"the {day}th of {name}",
        ]
    )


def clock(rng, split):
    hour, minute = rng.randint(6, 21), rng.choice(["00", "15", "30", "45"])
    return rng.choice(
        [
            f"{hour}:{minute}",
            f"{hour}:{minute}",
            f"{(hour - 1) % 12 + 1} {'am' if hour < 12 else 'pm'}",
            f"{hour} o'clock",
        ]
    )


def phone(rng, split):
    return rng.choice(["0", "+49 ", "+44 ", "(0)"]) + " ".join(
        str(number(rng, split, 100, 999)) for _ in range(rng.randint(2, 3))
    )


def email(rng, split):
    user = rng.choice(
        [words.FIRST.pick(rng, split).lower(), words.LAST.pick(rng, split).lower(), "office", "info", "me"]
    )
    user += rng.choice(["", str(number(rng, split, 1, 99))])
    return f"{user}@{words.COMPANY.pick(rng, split).lower()}.{rng.choice(['com', 'org', 'net', 'de'])}"


def file_name(rng, split):
    stem = rng.choice(["report", "notes", "photo", "budget", "letter", "list"]) + rng.choice(["", "_", "-"])
    return f"{stem}{number(rng, split, 1, 99)}.{rng.choice(['txt', 'pdf', 'docx', 'xlsx', 'png'])}"


def invented(rng):
    """A name that no list has: it can only be read letter by letter, as any name that training never saw."""
    syllables = [
        rng.choice("bcdfghjklmnprstvwz")
        + rng.choice(["a", "e", "i", "o", "u", "ai", "ou"])
        + rng.choice(["", "", "n", "r", "l", "s", "th"])
        for _ in range(rng.choice([2, 2, 3]))
    ]
    return "".join(syllables).capitalize()


def name_of(lines):
    """One of the list; in training often an invented one."""
    return lambda rng, split: invented(rng) if split == "train" and rng.random() < 0.25 else lines.pick(rng, split)


FIRST, LAST, CITY, COMPANY = map(name_of, (words.FIRST, words.LAST, words.CITY, words.COMPANY))


MAKERS = {
    "first": FIRST,
    "first2": FIRST,
    "last": LAST,
    "city": CITY,
    "city2": CITY,
    "company": COMPANY,
    "company2": COMPANY,
    "product": words.PRODUCT.pick,
    "product2": words.PRODUCT.pick,
    "job": words.JOB.pick,
    "project": words.PROJECT.pick,
    "errortext": words.ERROR.pick,
    "street": words.STREET.pick,
    "order": reference,
    "amount": amount,
    "date": date,
    "date2": date,
    "time": clock,
    "phone": phone,
    "email": email,
    "file": file_name,
    "n": lambda rng, split: str(number(rng, split, 3, 99)),
    "n2": lambda rng, split: str(number(rng, split, 3, 999)),
    "n3": lambda rng, split: str(number(rng, split, 3, 99)),
    "few": lambda rng, split: str(rng.randint(2, 9)),
    "few2": lambda rng, split: str(rng.randint(0, 9)),
    "deg": lambda rng, split: str(rng.choice([17, 18, 19, 20, 21, 22])),
    "code": lambda rng, split: rng.choice(["E", "ERR-", "0x", ""]) + str(number(rng, split, 100, 999)),
    "version": lambda rng, split: f"{rng.randint(1, 9)}.{rng.randint(0, 9)}",
    "year": lambda rng, split: str(number(rng, split, 1995, 2025)),
    "month": lambda rng, split: rng.choice(words.MONTHS),
    "weekday": lambda rng, split: rng.choice(words.WEEKDAYS),
    "language": lambda rng, split: rng.choice(words.LANGUAGE_NAMES),
    "host": lambda rng, split: (
        rng.choice(["db", "web", "node", "cache", "mail", "api", "srv"])
        + rng.choice(["-", ""])
        + str(number(rng, split, 1, 40))
    ),
}


class Slots:
    """Values for the sentences of one state; `used` holds those that were asked for."""

    def __init__(self, rng, split):
        self.rng, self.split, self.used = rng, split, {}
        self.complete = True  # false: the text mentions things that are not in `used`

    def get(self, name):
        if name not in self.used:
            value = MAKERS[name](self.rng, self.split)
            while value in self.used.values() and name.rstrip("2") in self.used:
                value = MAKERS[name](self.rng, self.split)
            self.used[name] = value
        return self.used[name]
