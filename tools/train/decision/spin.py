"""Templates of sentences: `I [want|need] my money back for {product}.` stands for many sentences.

[a|b|] is one of its alternatives (an empty one vanishes), {slot} a value of the state's `Slots`. Brackets may nest and
hold slots. The text of a template is its identity: held_out.json lists held-out templates by their text.
"""

import re

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")


def spin(template, rng, slots=None):
    """One sentence of the template."""
    text = template
    while "[" in text:  # innermost brackets first
        text = _CHOICE.sub(lambda m: rng.choice(m.group(1).split("|")), text)
    if "{" in text and slots is not None:
        text = _SLOT.sub(lambda m: slots.get(m.group(1)), text)
    text = " ".join(text.split())
    for mark in ".,?!:":
        text = text.replace(" " + mark, mark)
    return text


def upper_first(text):
    return text[:1].upper() + text[1:]


def lower_first(text):
    """For a sentence that goes on after a comma; `I`, names in capitals and the like stay."""
    first = text.split(" ", 1)[0].rstrip(",.!?")
    return (
        text
        if first == "I" or first.startswith("I'") or (len(first) > 1 and first[1:] != first[1:].lower())
        else text[:1].lower() + text[1:]
    )


def typos(text, rng, count):
    """Swaps, drops or doubles `count` letters inside words; digits and capitals stay, they are asked about."""
    chars = list(text)
    places = [
        i for i in range(1, len(chars) - 1) if chars[i].islower() and chars[i - 1].islower() and chars[i + 1].islower()
    ]
    for i in rng.sample(places, min(count, len(places))):
        kind = rng.randrange(3)
        if kind == 0:
            chars[i], chars[i + 1] = chars[i + 1], chars[i]
        else:
            chars[i] = "" if kind == 1 else chars[i] * 2
    return "".join(chars)
