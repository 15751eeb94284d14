"""Lists of phrasings, written as one text."""


def split(text: str) -> list[str]:
    """The phrasings between the bars, without the space around them."""
    return [phrase.strip() for phrase in text.split("|")]
