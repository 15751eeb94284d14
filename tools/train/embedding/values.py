"""What stands for the slots of the templates: the lists of values.txt, those of held_out.json, and numbers.py."""

import pathlib
import random

from embedding import grammar, held_out, numbers

FILE = pathlib.Path(__file__).with_name("values.txt")


def read_lists(path: pathlib.Path = FILE) -> dict[str, list[str]]:
    """`name: pattern; pattern; ..`, one list a line; # starts a comment."""
    lists = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, patterns = line.partition(": ")
            lists[name] = [pattern.strip() for pattern in patterns.split(";")]
    return lists


STRANGE = 0.15


class Values:
    """Draws values. With `held`, from held-out lists where there are some; else never from them.

    To training, STRANGE of the values are of another list or made up: a value that was never met must be matched by its
    letters. {city2} is a second value of {city}. A value comes with the alternatives of its wordings undecided, and is
    equal to another exactly if both are the same thing.
    """

    def __init__(self, held: bool):
        self.held = held
        self.lists = read_lists()
        kept = held_out.section()["values"]
        self._open = set() if held else set(kept)  # lists that measuring has other values of
        self._any = [
            pattern for name in sorted(kept) if name != "chore" for pattern in self.lists[name] if "{" not in pattern
        ]
        if held:
            self.lists.update(kept)

    def knows(self, slot: str) -> bool:
        return slot in numbers.DRAWERS or slot in self.lists or slot.rstrip("0123456789") in self.lists

    def draw(self, slot: str, rng: random.Random) -> str:
        if slot in numbers.DRAWERS:
            return numbers.DRAWERS[slot](rng, self.held)
        name = slot if slot in self.lists else slot.rstrip("0123456789")
        if name in self._open and rng.random() < STRANGE:
            return self.strange(rng)
        patterns = self.lists[name]
        pattern = grammar.decide_options(rng.choice(patterns), rng)
        return grammar.fill(pattern, lambda inner: self.draw(inner, rng))

    def strange(self, rng: random.Random) -> str:
        if rng.random() < 0.5:
            return rng.choice(self._any)
        name = numbers.invented_name(rng, held=False)
        return name if rng.random() < 0.5 else name.lower()
