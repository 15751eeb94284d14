"""Pairs of texts that mean the same or answer one another, and a third one that only looks as if it did."""

import dataclasses
import random
import re
import zlib

from embedding import grammar, held_out, wording
from embedding.topics import Intent, read_topics
from embedding.values import Values

MOST_SLOTS = 4
# How often a topic is drawn for each of its intents; statements are few templates with very many values.
WEIGHTS = {"says": 14, "people": 1.5, "products": 1.5, "firms": 1.5}


@dataclasses.dataclass(frozen=True)
class Text:
    """A text and what it is about: two texts of one intent agree unless a slot that both mention differs."""

    text: str
    intent: int
    slots: tuple[int, ...]  # MOST_SLOTS hashes of values; 0 = the text does not mention this slot


def agree(a: Text, b: Text) -> bool:
    return a.intent == b.intent and all(x == y or not x or not y for x, y in zip(a.slots, b.slots))


def bare(text: str) -> str:
    return re.sub(r"[^a-z0-9 ]", "", text.lower()).strip()


class PairMaker:
    """Makes texts of the training side, or with `held` of the held-out side. Knows no state but its rng argument."""

    def __init__(self, held: bool = False):
        self.values = Values(held)
        self._synonyms = None if held else wording.Synonyms()
        self.intents = read_topics(held)
        self._weights = [WEIGHTS.get(intent.topic, 1) for intent in self.intents]
        self._tellers = {}
        for intent in self.intents:
            self._tellers.setdefault(intent.topic, []).append(intent)
        self._forbidden = () if held else tuple(bare(text) for text in held_out.section()["texts"])

    def draw_values(self, intent: Intent, rng: random.Random) -> dict[str, str]:
        """A value for each slot; {city} and {city2} differ."""
        drawn = {}
        for slot in intent.slots:
            drawn[slot] = self.values.draw(slot, rng)
            for _ in range(20):
                if all(drawn[slot] != value for other, value in drawn.items() if other != slot):
                    break
                drawn[slot] = self.values.draw(slot, rng)
        return drawn

    def sentence(self, template: str, drawn: dict[str, str], rng: random.Random) -> tuple[str, frozenset[str]]:
        """One wording, and the slots that it mentions."""
        chosen = grammar.choose(template, rng)
        if self._synonyms:
            chosen = self._synonyms.swap(chosen, rng)
        text = grammar.fill(chosen, lambda slot: grammar.choose(drawn[slot], rng))
        return grammar.tidy(text), frozenset(grammar.slots_of(chosen))

    def ask(self, intent: Intent, drawn: dict[str, str], rng: random.Random, template: str | None = None) -> Text:
        while True:
            text, used = self.sentence(template or rng.choice(intent.asks), drawn, rng)
            if bare(text) not in self._forbidden:
                return self._text(wording.as_asked(text, rng), intent, drawn, used)

    def tell(self, intent: Intent, drawn: dict[str, str], rng: random.Random, template: str | None = None) -> Text:
        """A document: a sentence of the intent, among sentences of its siblings where the topic is about one thing."""
        text, used = self.sentence(template or rng.choice(intent.tells), drawn, rng)
        sentences = [text]
        if intent.about and rng.random() < 0.8:
            others = [other for other in self._tellers[intent.topic] if other is not intent]
            for other in rng.sample(others, rng.randint(1, 3)):
                theirs = self.draw_values(other, rng) | {intent.about: drawn[intent.about]}
                sentences.insert(
                    rng.randrange(len(sentences) + 1), self.sentence(rng.choice(other.tells), theirs, rng)[0]
                )
        return self._text(wording.as_told(sentences, rng), intent, drawn, used)

    def _text(self, text: str, intent: Intent, drawn: dict[str, str], used: frozenset[str]) -> Text:
        hashes = [zlib.crc32(drawn[slot].encode()) | 1 if slot in used else 0 for slot in intent.slots]
        return Text(text, intent.number, tuple(hashes + [0] * (MOST_SLOTS - len(hashes))))

    def lookalike(self, like: Text, intent: Intent, drawn: dict[str, str], rng: random.Random) -> Text:
        """A document that shares words with the right one: another value in one place, or another intent."""
        mentioned = [slot for slot, value in zip(intent.slots, like.slots) if value]
        if mentioned and rng.random() < 0.65:
            changed = rng.choice(mentioned)
            return self.tell(intent, drawn | {changed: self.values.draw(changed, rng)}, rng)
        other = rng.choice([x for x in self._tellers[intent.topic] if x is not intent] or self.intents)
        theirs = self.draw_values(other, rng)
        return self.tell(other, theirs | {slot: drawn[slot] for slot in theirs if slot in drawn}, rng)

    def triple(self, rng: random.Random) -> tuple[Text, Text, Text]:
        """(text, what belongs to it, a lookalike), prompts included."""
        while True:
            intent = rng.choices(self.intents, weights=self._weights)[0]
            drawn, kind = self.draw_values(intent, rng), rng.random()
            first = self.tell(intent, drawn, rng) if kind > 0.85 else self.ask(intent, drawn, rng)
            second = self.ask(intent, drawn, rng) if 0.6 < kind < 0.85 else self.tell(intent, drawn, rng)
            if first.text != second.text:
                break
        third = self.lookalike(first, intent, drawn, rng)
        before = wording.prompts(wording.FOR_ASK_TELL if kind < 0.6 else wording.FOR_SAME, rng)
        return prefixed(before[0], first), prefixed(before[1], second), prefixed(before[1], third)


def prefixed(prompt: str, text: Text) -> Text:
    return dataclasses.replace(text, text=prompt + text.text) if prompt else text
