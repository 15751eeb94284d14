"""Swaps words for others that mean the same, so that training sees a word in more places than it was written into."""

import functools
import pathlib
import re

FILES = (
    pathlib.Path(__file__).with_name("texts") / "synonyms.txt",
    pathlib.Path(__file__).resolve().parents[1] / "embedding/synonyms.txt",
)
SHARE = 0.3


@functools.cache
def _others():
    """Phrase -> those that may stand for it. A phrase with a * may stand for others but is left alone."""
    others = {}
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                continue
            group = line.strip().split(" = ")
            for phrase in group:
                if not phrase.startswith("*"):
                    others.setdefault(phrase, []).extend(other.strip("*") for other in group if other != phrase)
    return others


@functools.cache
def _pattern():
    longest_first = sorted(_others(), key=lambda phrase: (-len(phrase), phrase))
    return re.compile(r"(?<![\w{])(" + "|".join(map(re.escape, longest_first)) + r")(?![\w}])")


@functools.lru_cache(maxsize=1 << 15)
def _split(line):
    return _pattern().split(line)


def swap(line, rng):
    """The line, a template or not, with some of its phrases swapped; {slots} stay."""
    parts = _split(line)  # every second one is a phrase that has others
    if len(parts) == 1:
        return line
    return "".join(rng.choice(_others()[p]) if i % 2 and rng.random() < SHARE else p for i, p in enumerate(parts))
