"""Which templates and words are whose: `train`, `validation` (the temperatures') or `test` (the measured quality's).

held_out.json names those of validation and test, list by list; everything else is training's. `write()` chose them, by
a hash of their text, before a list was first trained on; lines added to a list later are training's, for the file does
not name them. texts/training/*.txt has more lines that are training's alone, under the names of their lists.
"""

import functools
import hashlib
import json
import pathlib
import re

from decision import synonyms

HELD_OUT = pathlib.Path(__file__).resolve().parents[1] / "held_out.json"
FOR_TRAINING = pathlib.Path(__file__).with_name("texts") / "training"
SPLITS = ("train", "validation", "test")
LISTS = {}  # name -> Lines, every list that was made
# Where another word would be another thing, or two levels or options the same.
UNVARIED, UNVARIED_ENDS = ("words/", "about/"), ("/names", "/legends")
SMALLEST = 6  # shorter lists are everybody's
ONLY_TRAINING = "tools."  # lists that begin so are training's


@functools.cache
def _held_out():
    section = json.loads(HELD_OUT.read_text()).get("decision", {}) if HELD_OUT.exists() else {}
    return section.get("lists", {})


def lines_of(text):
    return [line.strip() for line in re.split(r"\n| / ", text) if line.strip()]


@functools.cache
def for_training():
    """List name -> the lines of texts/training, where `## name` is above each list's."""
    more = {}
    for path in sorted(FOR_TRAINING.glob("*.txt")):
        for part in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            name, _, text = part.partition("\n")
            more.setdefault(name, []).extend(lines_of(text))
    return more


class Lines:
    """A list of templates or words, one a line or several with ` / ` between them, and who may use which."""

    def __init__(self, name, text):
        self.name = name
        self.all = lines_of(text) if isinstance(text, str) else [line.strip() for line in text if line.strip()]
        more = for_training().get(name, [])
        whole = self.all + more
        if len(set(whole)) != len(whole):
            raise ValueError(f"{name}: a line is there twice: {sorted(x for x in set(whole) if whole.count(x) > 1)}")
        if name in LISTS:
            raise ValueError(f"two lists are named {name}")
        LISTS[name] = self
        self.varied = not name.startswith(UNVARIED) and not name.endswith(UNVARIED_ENDS)
        held = _held_out().get(name, {})
        kept = {split: [line for line in self.all if line in set(held.get(split, []))] for split in SPLITS[1:]}
        kept["train"] = [line for line in self.all if not any(line in held.get(split, []) for split in SPLITS[1:])]
        self.of = {split: kept[split] or kept["train"] for split in SPLITS}
        self.of["train"] = kept["train"] + more
        if name.startswith(ONLY_TRAINING):
            self.of = {"train": whole, "validation": [], "test": []}

    def _said(self, line, rng, split):
        """The line as it is, in training sometimes with synonyms."""
        return synonyms.swap(line, rng) if split == "train" and self.varied and rng.random() < 0.6 else line

    def pick(self, rng, split):
        return self._said(rng.choice(self.of[split]), rng, split)

    def some(self, rng, split, count):
        return [self._said(line, rng, split) for line in rng.sample(self.of[split], min(count, len(self.of[split])))]


def choose(lines):
    """A tenth of the lines for validation, a sixth for the test, at least one each; by hash, whatever their order."""
    order = sorted(lines, key=lambda line: hashlib.sha256(line.encode()).hexdigest())
    test, validation = max(1, round(len(order) / 6)), max(1, round(len(order) / 10))
    return {"test": order[:test], "validation": order[test : test + validation]}


def numbers_of(split):
    """Residues modulo 7 that a split's numbers have: training never sees a number of the others."""
    return {"train": (0, 1, 2, 4, 6), "validation": (5,), "test": (3,)}[split]


def number(rng, split, low, high):
    """A whole number of low..high that is the split's; small ones, below 10, are everybody's."""
    while True:
        n = rng.randint(low, high)
        if n < 10 or n % 7 in numbers_of(split):
            return n


def write():
    """Adds to held_out.json the lists that its section "decision" does not name. What is there stays.

    PYTHONPATH=tools/train python -c "from decision import questions, split; split.write()"
    """
    whole = json.loads(HELD_OUT.read_text(encoding="utf-8")) if HELD_OUT.exists() else {}
    section = whole.setdefault("decision", {"lists": {}})
    section["about"] = (
        "Lines of tools/train/decision that training never sees. validation: for the temperatures. test: for "
        "the measured quality. Numbers from 10: n % 7 == 3 is the test's, 5 validation's."
    )
    for name, lines in sorted(LISTS.items()):
        if len(lines.all) >= SMALLEST and name not in section["lists"] and not name.startswith(ONLY_TRAINING):
            section["lists"][name] = choose(lines.all)
    HELD_OUT.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
