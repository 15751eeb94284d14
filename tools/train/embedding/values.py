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


class Values:
    """Draws values. With `held`, from held-out lists where there are some; else never from them.

    {city2} is a second value of {city}. A value comes with the alternatives of its wordings undecided, and is equal to
    another exactly if both are the same thing.
    """

    def __init__(self, held: bool):
        self.held = held
        self.lists = read_lists()
        if held:
            self.lists.update(held_out.section()["values"])

    def knows(self, slot: str) -> bool:
        return slot in numbers.DRAWERS or slot in self.lists or slot.rstrip("0123456789") in self.lists

    def draw(self, slot: str, rng: random.Random) -> str:
        if slot in numbers.DRAWERS:
            return numbers.DRAWERS[slot](rng, self.held)
        patterns = self.lists.get(slot) or self.lists[slot.rstrip("0123456789")]
        pattern = grammar.decide_options(rng.choice(patterns), rng)
        return grammar.fill(pattern, lambda inner: self.draw(inner, rng))
