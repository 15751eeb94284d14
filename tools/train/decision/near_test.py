#!/usr/bin/env python3
"""Tests that no line which only training uses says almost what a held-out line of its list says.

Near is: with some choice of the alternatives equal to it, or with 0.7 of the words of both in common, or containing it
whole where it has three words or more. `near_test.py --lines [NAME]` prints the lines of texts/training that are near
(of all lists, or those whose name begins with NAME), and never a held-out one.
"""

import functools
import itertools
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[1]))

from decision import questions, split  # noqa: F401  questions makes the lists
from decision.texts import assistant

ALIKE = 0.7


@functools.cache
def sentences(template):
    """What the template can say, as tuples of words; slots stay as they are."""
    texts = [template]
    while any("[" in text for text in texts):
        spread = []
        for text in texts:
            choice = re.search(r"\[([^\[\]]*)\]", text)
            others = choice.group(1).split("|") if choice else None
            spread += [text[: choice.start()] + o + text[choice.end() :] for o in others] if choice else [text]
        texts = spread
    found = {tuple(re.sub(r"[^\w{}'*+% ]", " ", text.lower().replace("_", " ")).split()) for text in texts}
    return sorted(words for words in found if words)


def is_near(words, held):
    """Both as tuples of words."""
    mine, theirs = set(words), set(held)
    return (
        words == held
        or len(mine & theirs) >= ALIKE * len(mine | theirs)
        or (len(held) >= 3 and any(words[i : i + len(held)] == held for i in range(len(words) - len(held) + 1)))
    )


def held_out(lines):
    """What the lines of validation and test can say."""
    own = set(lines.of["train"])
    held = [line for side in split.SPLITS[1:] for line in lines.of[side] if line not in own]
    return set(itertools.chain.from_iterable(map(sentences, held)))


def names():
    """Lists with lines for training only."""
    return list(split.for_training()) + [name for name in split.LISTS if name.startswith(split.ONLY_TRAINING)]


def near_lines(name):
    """Those of the list's lines for training only that are near a held-out one.

    Lines of tool_sets must not be near those of any tool of assistant.py.
    """
    others = [f"{tool.name}/{name.rpartition('/')[2]}" for tool in assistant.TOOLS.labels]
    only = name.startswith(split.ONLY_TRAINING) and not name.endswith("/ask")
    held = set().union(*(held_out(split.LISTS[other]) for other in (others if only else [name])))
    near = []
    for line in split.LISTS[name].all if only else split.for_training().get(name, []):
        can_say = sentences(line)
        known = set(itertools.chain.from_iterable(can_say))
        close = [other for other in held if len(known.intersection(other)) >= ALIKE * len(set(other))]
        if any(is_near(words, other) for other in close for words in can_say):
            near.append(line)
    return near


class NearTest(unittest.TestCase):
    def test_no_training_line_is_a_held_out_line(self):
        equal = {}
        for name, lines in split.LISTS.items():
            held = held_out(lines)
            same = held.intersection(itertools.chain.from_iterable(map(sentences, lines.of["train"])))
            if same and not name.endswith("/names") and name != "wrap/claim":  # these differ by their capitals
                equal[name] = len(same)
        self.assertEqual(equal, {})

    def test_no_line_for_training_only_is_near_a_held_out_one(self):
        counts = {name: len(near_lines(name)) for name in names()}
        self.assertEqual({name: count for name, count in counts.items() if count}, {})

    def test_near_is_equal_or_alike_or_containing(self):
        def near(line, other):
            return any(is_near(a, b) for a in sentences(line) for b in sentences(other))

        self.assertTrue(near("I [want|need] my money [back|].", "i need my money"))
        self.assertTrue(near("Please give me back all of my money", "Give me all of my money back"))
        self.assertTrue(
            near("If nothing comes by Friday I will call my lawyer tomorrow", "I will [call|ring] my lawyer")
        )
        self.assertFalse(near("Where is the refund?", "When do you open?"))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--lines"]:
        for name in names():
            if name.startswith("".join(sys.argv[2:3])):
                print(*(f"{name}: {line}" for line in near_lines(name)), sep="\n", end="")
    else:
        unittest.main()
