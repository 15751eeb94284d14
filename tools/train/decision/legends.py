"""Legends of scales that training puts together, so that it sees more names of levels in more company."""

import functools
import re

from decision.texts import legend_words

GRADED_SHARE = 0.2  # legends whose levels have names that serve for any scale


@functools.cache
def _spans(scale):
    return {
        span: [name.strip() for name in re.split(r"\n| / ", text) if name.strip()]
        for span, text in legend_words.SPANS[scale].items()
    }


@functools.cache
def _grades():
    """Number of levels -> rows of names."""
    rows = {}
    for line in legend_words.GRADES.strip().split("\n"):
        names = [name.strip() for name in line.split(";")]
        rows.setdefault(len(names), []).append(names)
    return rows


def compose(scale, rng):
    """A legend in the words of `Scale.legend`: `later=0-1; today=2; now=3-4`. Empty where the scale has no words."""
    if scale.name not in legend_words.SPANS:
        return ""
    spans, count = _spans(scale.name), len(scale.levels)
    parts = rng.choice(legend_words.PARTS[count].split(" / ")).split()
    if rng.random() < GRADED_SHARE and scale.name != "rating":
        names = rng.choice(_grades()[len(parts)])
    elif all(part in spans for part in parts):
        names = [rng.choice(spans[part]) for part in parts]
    else:
        return ""
    if len(set(names)) != len(names):
        return ""
    return "; ".join(f"{name}={part}" for name, part in zip(names, parts))
