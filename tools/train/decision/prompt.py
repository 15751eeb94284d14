"""The prompt of one question, token by token as the engine builds it (engine/text/decision)."""

import json
import re

from lib import bpe

MASK = "<|mask|>"
# Ids 0 to 13 are LFM2's; then those that d1-omni has at 14 to 21.
SPECIALS = (
    bpe.LFM2_SPECIALS + ("<|reserved_4|>", "<|reserved_5|>", MASK) + tuple(f"<|reserved_{i}|>" for i in range(7, 12))
)
COLUMN = {"choice": 0, "score": 1, "noul": 2}  # row of token_types.weight
MAX_TOKENS = 16384
_CONTROL = re.compile(r"<\|([A-Za-z0-9_]+)\|>")
_DEFAULT = {"false": "no, the statement does not hold", "true": "yes, the statement holds"}


def json_text(value):
    """JSON with `, ` and `: `, floats with six digits, everything but quotes and control characters raw."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(key, ensure_ascii=False)}: {json_text(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(json_text, value)) + "]"
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


def text_of(value):
    """A string as it is, else JSON; what looks like a control token is defused."""
    text = value if isinstance(value, str) else json_text(value)
    return _CONTROL.sub("<\u00a6\\1\u00a6>", text).replace("<<d1omni:", "<<d1omni ") if "<" in text else text


def option_texts(kind, criteria):
    if kind == "score":
        return [f" level {i}: {text_of(item)}" for i, item in enumerate(criteria)]
    if kind == "choice":
        return [
            f" {text_of(key)}" + (f": {text_of(item)}" if item not in (None, "") else "")
            for key, item in criteria.items()
        ]
    given = criteria or {}
    texts = []
    for key, alias in (("false", "no"), ("true", "yes")):
        item = given[key] if key in given else given.get(alias)
        texts.append(f" {key}: " + (text_of(item) if item not in (None, "") else _DEFAULT[key]))
    return texts


class PromptBuilder:
    """Tokenises the pieces of a question one by one and keeps to their budgets."""

    def __init__(self, vocabulary):
        self.vocabulary = vocabulary
        self._tokenizer = vocabulary.tokenizer()
        ids = {name: vocabulary.id(name) for name in SPECIALS}
        self._mask = ids[MASK]
        self._start = [ids["<|startoftext|>"], ids["<|reserved_7|>"]]
        self._question, self._option, self._end_option, self._end = (ids[f"<|reserved_{i}|>"] for i in range(8, 12))
        self._known = {}

    def encode(self, text):
        """Token ids of a text without control tokens."""
        known = self._known.get(text)
        if known is None:
            known = self._tokenizer.encode(text, add_special_tokens=False).ids
            if len(text) < 80:
                if len(self._known) > 100_000:
                    self._known.clear()
                self._known[text] = known
        return known

    def encode_broken(self, text, rng):
        """The same text in smaller pieces, cut inside words at random: so come names that training never saw."""
        places = [i for i in range(1, len(text)) if text[i - 1].isalpha() and text[i].isalpha()]
        cuts = sorted(rng.sample(places, min(len(places), max(1, len(places) // 25))))
        ids = []
        for start, end in zip([0] + cuts, cuts + [len(text)]):
            ids += self.encode(text[start:end])
        return ids

    def build(self, example, rng=None):
        """-> (token ids, indices of the options' markers). With `rng` some states are encoded in smaller pieces."""
        options = option_texts(example.type, example.criteria)
        count = len(options)
        budget = max(96, min(24 * count + 32, MAX_TOKENS // 2))
        state_text = "" if example.state is None else text_of(example.state)
        state = self.encode_broken(state_text, rng) if rng and rng.random() < 0.15 else self.encode(state_text)
        question = ([self._question] + self.encode(text_of(example.instructions)))[: max(16, budget)]
        tail = list(question)
        markers = []
        for option in options:
            markers.append(len(tail) + 1)
            tail += (
                [self._option, self._mask]
                + self.encode(option)[: max(2, (budget - 3 * count) // count)]
                + [self._end_option]
            )
        tail.append(self._end)
        state = state[: max(0, MAX_TOKENS - 2 - len(tail))]
        return self._start + state + tail, [2 + len(state) + marker for marker in markers]
