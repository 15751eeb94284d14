"""Lists of phrasings, written as one text."""

import itertools


def split(text: str) -> list[str]:
    """The phrasings between the bars, without the space around them."""
    return [phrase.strip() for phrase in text.split("|")]


def combine(*parts: str) -> list[str]:
    """All phrasings of one choice from each part, whose choices have bars between them: combine("a|b", " c")."""
    return ["".join(choice) for choice in itertools.product(*(part.split("|") for part in parts))]
