"""Where generators take words, numbers and phrasings from: the training lists or, for measuring, held_out.json.

One object decides which side is drawn, so that a task is one program for both and no held-out item can slip into
training.
"""

import json
import pathlib
import random
import string

from chat import words

HELD_OUT = json.loads((pathlib.Path(__file__).parent.parent / "held_out.json").read_text(encoding="utf-8"))["chat"]


def is_held_out_pair(a: int, b: int) -> bool:
    """About a ninth of all pairs of numbers, in either order, is kept for measuring."""
    rule = HELD_OUT["number_pairs"]
    return (rule["smaller"] * min(a, b) + rule["larger"] * max(a, b)) % rule["modulus"] == rule["remainder"]


def _kept_words() -> frozenset[str]:
    """What training must not invent: the words and names that only measuring copies, in small letters."""
    lists = ("words", "fields", "objects", "id_prefixes", "names", "surnames", "cities")
    found = {word for key in lists for word in HELD_OUT[key]}
    found |= {word for key in ("things", "actions") for pair in HELD_OUT[key] for word in pair}
    return frozenset(word.lower() for word in found)


KEPT = _kept_words()


class Bank:
    """Draws from `rng`. Phrasings of a task are registered by the task's module: bank.phrase(key, its list)."""

    def __init__(self, rng: random.Random, held_out: bool = False, invent: bool = True, lexicon: tuple[str, ...] = ()):
        """Training invents a share of all words and names, if `invent`: what is copied must be read, not known.

        `lexicon` is the texts of the vocabulary's tokens. Words are invented of them too, so that each token is written
        often: one that is only ever read cannot be copied.
        """
        self.rng = rng
        self.lexicon = lexicon
        self.held_out = held_out
        self.invent = invent and not held_out

    def _invents(self, share: float) -> bool:
        return self.invent and self.rng.random() < share

    def _list(self, key: str, training: list) -> list:
        return HELD_OUT[key] if self.held_out else training

    def phrase(self, key: str, training: list[str]) -> str:
        """A phrasing with {slots}. A leading ! marks an imperative, which may be wrapped in politeness."""
        if self.held_out:
            return self.rng.choice(HELD_OUT["phrases"][key])
        # Lists begin with the phrasings that were written one by one, which people use more than the combined ones.
        # A combination may have happened upon a held-out one.
        while (phrase := training[int(len(training) * self.rng.random() ** 2)]) in HELD_OUT["phrases"].get(key, ()):
            pass
        return phrase

    def name(self) -> str:
        return self.invented().capitalize() if self._invents(0.5) else self.rng.choice(self._list("names", words.NAMES))

    def surname(self) -> str:
        if self._invents(0.4):
            return self.invented().capitalize()
        return self.rng.choice(self._list("surnames", words.SURNAMES))

    def city(self) -> str:
        return (
            self.invented().capitalize() if self._invents(0.4) else self.rng.choice(self._list("cities", words.CITIES))
        )

    def thing(self) -> tuple[str, str]:
        """(one, many)"""
        if self._invents(0.35):
            return (one := self.invented()), one + "s"
        return tuple(self.rng.choice(self._list("things", words.THINGS)))

    def word(self) -> str:
        """A common word, or an invented one."""
        return self.invented() if self._invents(0.65) else self.rng.choice(self._list("words", words.WORDS))

    def invented(self) -> str:
        """A word that is in no list: pieces of the vocabulary, parts of two words, a word with a letter changed, ..."""
        while (word := self._joined() if self.lexicon and self.rng.random() < 0.55 else self._altered()) in KEPT:
            pass
        return word

    def _joined(self) -> str:
        """One to three pieces of the vocabulary; small letters, as in most words, but for one in twenty."""
        word = "".join(self.rng.choice(self.lexicon) for _ in range(self.rng.choice((1, 1, 2, 2, 2, 3))))
        return word if self.rng.random() < 0.05 else word.lower()

    def _altered(self) -> str:
        rng = self.rng
        kind = rng.randrange(4)
        if kind == 0:
            return self.made_up()
        first, second = rng.choice(words.WORDS), rng.choice(words.WORDS)
        if kind == 1:
            return first[: rng.randint(1, len(first))] + second[rng.randint(0, len(second) - 1) :]
        if kind == 2:
            return first[rng.randint(0, len(first) - 2) :] + second[: rng.randint(1, 3)]
        at = rng.randrange(len(first))
        return first[:at] + rng.choice(string.ascii_lowercase) + first[at + rng.randrange(2) :]

    def made_up(self) -> str:
        """A pronounceable word that does not exist."""
        syllables = self.rng.randint(1, 3)
        return "".join(
            self.rng.choice("b c d f g h j k l m n p r s t v w z br cl dr fl gr pl st tr sh th".split())
            + self.rng.choice("a e i o u ai ea oo".split())
            + self.rng.choice(["", "", "n", "r", "l", "s", "t", "m", "x"])
            for _ in range(syllables)
        )

    def words(self, count: int) -> list[str]:
        """Different words."""
        return self._different(self.word, count)

    def names(self, count: int) -> list[str]:
        return self._different(self.name, count)

    def fields(self, count: int) -> list[str]:
        return self._different(self.field, count)

    def _different(self, draw, count: int) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < count:
            found[draw()] = None
        return list(found)

    def field(self) -> str:
        """A key of an object."""
        if self._invents(0.6):
            return self.rng.choice([self.invented(), self.invented(), self.word(), f"{self.word()}_{self.word()}"])
        return self.rng.choice(self._list("fields", words.FIELDS))

    def action(self) -> tuple[str, str]:
        """(verb, third person)"""
        if self._invents(0.4):
            return (verb := self.invented()), verb + "s"
        return tuple(self.rng.choice(self._list("actions", words.ACTIONS)))

    def object(self) -> str:
        """What an action is done to."""
        return self.invented() if self._invents(0.4) else self.rng.choice(self._list("objects", words.OBJECTS))

    def pair(self, low: int, high: int) -> tuple[int, int]:
        """Two numbers, on this side of the rule for pairs."""
        while True:
            a, b = self.rng.randint(low, high), self.rng.randint(low, high)
            if is_held_out_pair(a, b) == self.held_out:
                return a, b

    def partner(self, a: int, low: int, high: int) -> int:
        """A second number for `a`, on this side of the rule for pairs."""
        while is_held_out_pair(a, b := self.rng.randint(low, high)) != self.held_out:
            pass
        return b

    def letters(self, count: int, alphabet: str = string.ascii_lowercase) -> str:
        return "".join(self.rng.choice(alphabet) for _ in range(count))

    def digits(self, count: int) -> str:
        return self.letters(count, string.digits)

    def identifier(self) -> str:
        """Something that looks like the id of a record."""
        rng = self.rng
        upper = string.ascii_uppercase
        prefix = (
            self.letters(rng.randint(2, 4))
            if self._invents(0.5)
            else rng.choice(self._list("id_prefixes", ID_PREFIXES))
        )
        kind = rng.randrange(7)
        if kind == 0:
            return f"{prefix.upper()}-{self.digits(rng.randint(3, 6))}"
        if kind == 1:
            return f"{prefix}_{self.digits(rng.randint(3, 5))}"
        if kind == 2:
            return self.letters(rng.randint(2, 3), upper) + self.digits(rng.randint(2, 5))
        if kind == 3:
            return f"{self.letters(2, upper)}-{self.digits(rng.randint(2, 4))}-{self.letters(1, upper)}"
        if kind == 4:
            return self.letters(rng.randint(6, 8), "0123456789abcdef")
        if kind == 5:
            return f"#{self.digits(rng.randint(3, 6))}"
        return self.digits(rng.randint(4, 7))

    def path(self) -> str:
        rng = self.rng
        root = rng.choice(
            ["/home", "/usr/lib", "/var/log", "/etc", "/opt", "/tmp", "/srv", "/data", "~", "./src", "src"]
        )
        parts = [self.word() for _ in range(rng.randint(1, 2))]
        ending = rng.choice(["txt", "log", "json", "conf", "py", "cc", "h", "md", "csv", "png", "gguf", "yaml", "sh"])
        return "/".join([root, *parts]) + "." + ending

    def email(self) -> str:
        host = self.rng.choice([self.word(), self.word() + self.word(), "example", "mail"])
        user = self.name().lower() + self.rng.choice(["", "." + self.surname().lower(), self.digits(2)])
        return f"{user}@{host}.{self.rng.choice(['com', 'org', 'net', 'de', 'io', 'eu'])}"

    def url(self) -> str:
        host = self.word() + self.rng.choice(["", "-" + self.word()])
        end = self.rng.choice(["com", "org", "net", "dev", "io"])
        path = self.rng.choice(["", "/" + self.word(), "/" + self.word() + "/" + self.digits(3)])
        return f"{self.rng.choice(['http', 'https'])}://{self.rng.choice(['', 'www.'])}{host}.{end}{path}"

    def date(self) -> str:
        return f"20{self.rng.randint(10, 39)}-{self.rng.randint(1, 12):02}-{self.rng.randint(1, 28):02}"

    def clock(self) -> str:
        return f"{self.rng.randint(0, 23):02}:{self.rng.randrange(0, 60, 5):02}"

    def ip(self) -> str:
        return ".".join(str(self.rng.randint(1, 254)) for _ in range(4))

    def version(self) -> str:
        return (
            f"{self.rng.choice(['', 'v'])}{self.rng.randint(0, 12)}.{self.rng.randint(0, 20)}.{self.rng.randint(0, 9)}"
        )

    def amount(self) -> str:
        number = self.rng.randint(1, 999)
        cents = self.rng.choice(["", f".{self.rng.randint(0, 99):02}"])
        return self.rng.choice([f"${number}{cents}", f"{number}{cents} euros", f"{number}{cents} EUR"])


ID_PREFIXES = "ord inv cust usr tkt job ref req pkg acct item task case doc sku lot txn msg evt node".split()
