"""How people type: politeness around a request, lower case, missing full stops, a slip now and then."""

import random

BEFORE = [
    "please ",
    "can you ",
    "could you ",
    "could you please ",
    "I need you to ",
    "I want you to ",
    "help me to ",
    "now ",
    "just ",
    "kindly ",
    "would you ",
    "can you please ",
    "I would like you to ",
    "go ahead and ",
    "you should ",
]
CALLS = ["hey, ", "hi, ", "hello, ", "ok, ", "so, ", "hi there, ", "well, ", "dear model, ", "one more thing: "]


def polish(rng: random.Random, text: str) -> str:
    """Turns a phrasing, its {slots} still open, into one that is worded as people do: politeness around an imperative
    (marked !), a call before it, mostly a capital.
    """
    if text.startswith("!"):
        text = text[1:]
        if rng.random() < 0.4:
            text = rng.choice(BEFORE) + text
        elif rng.random() < 0.15 and text[-1].isalpha():
            text += rng.choice([" please", ", please", " for me"])
    if rng.random() < 0.06:
        text = rng.choice(CALLS) + text
    return text[0].upper() + text[1:] if rng.random() < 0.75 else text


def slip(rng: random.Random, text: str) -> str:
    """One letter doubled, dropped or exchanged with its neighbour."""
    places = [i for i in range(1, len(text) - 1) if text[i].isalpha() and text[i + 1].isalpha()]
    if not places:
        return text
    i = rng.choice(places)
    return rng.choice(
        [text[:i] + text[i + 1 :], text[:i] + text[i + 1] + text[i] + text[i + 2 :], text[:i] + text[i] + text[i:]]
    )


def ferro_named(rng: random.Random, text: str) -> str:
    """Phrasings say ferro; people mostly write Ferro."""
    return text.replace(
        "ferro", rng.choice(["Ferro", "Ferro", "Ferro", "ferro", "FERRO"]) if rng.random() < 0.9 else "ferro"
    )


def careless(rng: random.Random, text: str) -> str:
    """For texts of which nothing is copied into the answer: case and punctuation may be lost, letters may slip."""
    if rng.random() < 0.25:
        text = text.lower()
    elif rng.random() < 0.03:
        text = text.upper()
    if rng.random() < 0.25:
        text = text.rstrip("?.!")
    elif rng.random() < 0.08:
        text += rng.choice(["!", "?", "??", "...", " :)", "!!", "."])
    if rng.random() < 0.06:
        text = slip(rng, text)
    return text
