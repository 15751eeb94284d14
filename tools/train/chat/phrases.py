"""Lists of phrasings, written as one text."""

import itertools
import random


def split(text: str) -> list[str]:
    """The phrasings between the bars, without the space around them."""
    return [phrase.strip() for phrase in text.split("|")]


MOST = 96


def combine(*parts: str) -> list[str]:
    """Phrasings of one choice from each part, whose choices have bars between them: combine("a|b", " c").

    All of them, or where there are very many a sample, the same one each time, so that no family outweighs the others.
    """
    every = ["".join(choice) for choice in itertools.product(*(part.split("|") for part in parts))]
    return every if len(every) <= MOST else random.Random("".join(parts)).sample(every, MOST)
