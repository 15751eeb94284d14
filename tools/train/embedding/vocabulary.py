"""The model's vocabulary: BPE over whole lines as Gemma has it, spaces as U+2581, bytes as the fallback.

    PYTHONPATH=tools/train python -m embedding.vocabulary      makes vocabulary.json anew (a minute); needed after the
                                                               topics changed much, and before a training only

Pieces never reach over the start of a word, a mark or a digit, so numbers are read digit by digit.
"""

import json
import pathlib
import random

import tokenizers
from tokenizers import models, normalizers, pre_tokenizers, trainers

from embedding import pairs

FILE = pathlib.Path(__file__).with_name("vocabulary.json")
SIZE = 8192
PAD, EOS, BOS, UNK = range(4)
SPECIAL = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>"]
LINE_BREAKS = ["\n"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
SPACE = "\u2581"
CHARACTERS = (
    [chr(c) for c in range(33, 127)] + list("äöüÄÖÜßàáâãçèéêëìíîïñòóôõøùúûåæœšžčłńęąğış€£°§–—…‘’“”«»") + [SPACE]
)
# Token types of GGUF files.
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6


def generated_texts(count: int, seed: int = 1):
    maker, rng = pairs.PairMaker(), random.Random(seed)
    for _ in range(count):
        for text in maker.triple(rng):
            yield text.text


def make(texts) -> dict:
    """{"tokens": [..], "merges": ["left right", ..]}"""
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.Replace(" ", SPACE)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(SPACE, "merged_with_next"),
        pre_tokenizers.Punctuation("isolated"),
        pre_tokenizers.Digits(individual_digits=True),
    ])  # fmt: skip
    fixed = SPECIAL + LINE_BREAKS + BYTES
    trainer = trainers.BpeTrainer(vocab_size=SIZE - len(fixed), initial_alphabet=CHARACTERS, show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    state = json.loads(tokenizer.to_str())["model"]
    pieces = sorted(state["vocab"], key=state["vocab"].get)
    merges = [" ".join(merge) if isinstance(merge, list) else merge for merge in state["merges"]]
    return {"tokens": fixed + pieces, "merges": merges}


def load(path: pathlib.Path = FILE) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def token_types(vocabulary: dict) -> list[int]:
    kinds = dict.fromkeys(SPECIAL, CONTROL) | {"<unk>": UNKNOWN} | dict.fromkeys(BYTES, BYTE)
    return [kinds.get(token, NORMAL) for token in vocabulary["tokens"]]


def tokenizer_of(vocabulary: dict) -> tokenizers.Tokenizer:
    """As the `tokenizers` library has it; adds no <bos> and <eos>."""
    ids = {token: i for i, token in enumerate(vocabulary["tokens"])}
    merges = [tuple(merge.split(" ")) for merge in vocabulary["merges"]]
    tokenizer = tokenizers.Tokenizer(models.BPE(ids, merges, byte_fallback=True))
    tokenizer.normalizer = normalizers.Replace(" ", SPACE)
    # Changes no id, since no merge reaches over a word's start; words are cached, which whole lines could not be.
    tokenizer.pre_tokenizer = pre_tokenizers.Split(SPACE, "merged_with_next")
    # As in the published model's servers, the text "<bos>" is the token.
    tokenizer.add_special_tokens(SPECIAL)
    return tokenizer


def main() -> None:
    vocabulary = make(generated_texts(150_000))
    if len(vocabulary["tokens"]) != SIZE:
        raise SystemExit(f"{len(vocabulary['tokens'])} pieces; the texts do not give {SIZE}")
    lines = ",\n".join(
        json.dumps(key) + ": " + json.dumps(value, ensure_ascii=False) for key, value in vocabulary.items()
    )
    FILE.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
