"""Reads the topics: files of intents, each with templates that ask and templates that tell.

    # What the file is about.
    @about person           the tells of several intents may be joined when they are about the same {person}
    [intent]
    ? (where|in which town) does {person} live
    ! {person} lives in {city}

What brackets mean is in grammar.py.
"""

import dataclasses
import functools
import pathlib

from embedding import grammar, held_out, values

FOLDER = pathlib.Path(__file__).with_name("topics")


@dataclasses.dataclass
class Intent:
    """One thing that is asked and told. Templates say the same as long as their slots have the same values."""

    name: str  # file.intent
    number: int
    about: str | None  # the slot of what the tells of this topic are about, if they may be joined
    asks: list[str]
    tells: list[str]

    @property
    def topic(self) -> str:
        return self.name.split(".")[0]

    @functools.cached_property
    def slots(self) -> list[str]:
        """Every slot of its templates, in a fixed order."""
        return sorted({slot for template in self.asks + self.tells for slot in grammar.slots_of(template)})


def read_topics(held: bool) -> list[Intent]:
    """All intents; with `held`, with the held-out templates in the place of the others."""
    intents = []
    for path in sorted(FOLDER.glob("*.txt")):
        about = None
        for line in path.read_text(encoding="utf-8").splitlines():
            mark, _, rest = line.partition(" ")
            if mark == "@about":
                about = rest
            elif line.startswith("["):
                intents.append(Intent(f"{path.stem}.{line.strip('[]')}", len(intents), about, [], []))
            elif mark in ("?", "!"):
                (intents[-1].asks if mark == "?" else intents[-1].tells).append(rest)
            elif line and mark != "#":
                raise ValueError(f"{path.name}: cannot read {line!r}")
    for intent in intents:
        kept = held_out.section()["templates"].get(intent.name, {"ask": [], "tell": []})
        if set(kept["ask"]) & set(intent.asks) or set(kept["tell"]) & set(intent.tells):
            raise ValueError(f"{intent.name}: a held-out template is among those for training")
        if held:
            intent.asks, intent.tells = kept["ask"], kept["tell"]
    check_slots(intents, values.Values(held))
    return intents


def check_slots(intents: list[Intent], known: values.Values) -> None:
    for intent in intents:
        for slot in intent.slots:
            if not known.knows(slot):
                raise ValueError(f"{intent.name}: no values for {{{slot}}}")
