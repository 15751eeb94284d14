"""Patterns of texts: `(send|mail) [me] {item}` stands for many wordings of one meaning.

(a|b|) is one of its alternatives, [x] is there or not, {slot} is a value. Round and square brackets may nest. What a
pattern leaves open is drawn from a `random.Random`, so the same generator state gives the same text.
"""

import random
import re

_INNERMOST = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
_ARTICLE = re.compile(r"\b([Aa])n? (?=([aeiouAEIO])?)")


def choose(pattern: str, rng: random.Random) -> str:
    """The pattern with every bracket decided; slots stay."""
    while "(" in pattern or "[" in pattern:
        pattern, count = _INNERMOST.subn(
            lambda m: rng.choice(m[1].split("|")) if m[1] is not None else (m[2] if rng.random() < 0.5 else ""), pattern
        )
        if count == 0:
            raise ValueError(f"brackets do not match in {pattern!r}")
    return pattern


def decide_options(pattern: str, rng: random.Random) -> str:
    """The pattern with [options] decided; alternatives stay, for they are wordings of the same value."""
    return re.sub(r"\[([^\[\]]*)\]", lambda m: m[1] if rng.random() < 0.5 else "", pattern)


def slots_of(pattern: str) -> list[str]:
    return _SLOT.findall(pattern)


def fill(pattern: str, value_of) -> str:
    """Puts value_of(slot) in the place of each {slot}."""
    return _SLOT.sub(lambda m: value_of(m[1]), pattern)


def tidy(text: str) -> str:
    """One space between words, none before a mark, `an` before vowels and `a` before others."""
    text = " ".join(text.split())
    for mark in ",.;:?!":
        text = text.replace(" " + mark, mark)
    return _ARTICLE.sub(lambda m: m[1] + ("n " if m[2] else " "), text)
