"""Byte-level BPE vocabularies with LFM2's pre-tokenizer and special tokens.

Digits never merge, so that every number is spelt one token a digit: arithmetic and copying are then the same task for
all numbers. That needs no change at run time: LFM2's pattern groups up to three digits into a word, and a word without
merges falls into its bytes.
"""

import collections.abc
import dataclasses
import json
import pathlib

import tokenizers
from tokenizers import decoders, models, pre_tokenizers, trainers

# Ids 0 to 13 of every LFM2 vocabulary, then the tags of reasoning.
LFM2_SPECIALS = (
    "<|pad|>",
    "<|startoftext|>",
    "<|endoftext|>",
    "<|fim_pre|>",
    "<|fim_mid|>",
    "<|fim_suf|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|tool_list_start|>",
    "<|tool_list_end|>",
    "<|tool_call_start|>",
    "<|tool_call_end|>",
    "<|tool_response_start|>",
    "<|tool_response_end|>",
)
THINK = ("<think>", "</think>")
PAD, BOS, IM_START, IM_END = 0, 1, 6, 7

PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


@dataclasses.dataclass
class Vocabulary:
    """tokens[i] is the text of token i, in the byte alphabet but for the first `special_count`, the control tokens."""

    tokens: list[str]
    merges: list[str]
    special_count: int

    def __len__(self) -> int:
        return len(self.tokens)

    def id(self, token: str) -> int:
        return self.tokens.index(token)

    def tokenizer(self) -> tokenizers.Tokenizer:
        """Encodes as the engine does; special tokens in the text are recognised, no BOS is added."""
        ids = {t: i for i, t in enumerate(self.tokens)}
        merges = [tuple(m.split(" ")) for m in self.merges]
        result = tokenizers.Tokenizer(models.BPE(vocab=ids, merges=merges))
        result.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Split(tokenizers.Regex(PATTERN), behavior="isolated"),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )
        result.decoder = decoders.ByteLevel()
        result.add_special_tokens(
            [tokenizers.AddedToken(t, special=True, normalized=False) for t in self.tokens[: self.special_count]]
        )
        return result

    def _type(self, i: int) -> int:
        """3: control, 5: unused, 1: normal."""
        return 3 if i < self.special_count else 5 if self.tokens[i].startswith("<|unused_") else 1

    def gguf_metadata(self, add_bos: bool = True) -> dict:
        """The keys tokenizer.ggml.*"""
        return {
            "tokenizer.ggml.model": "gpt2",
            "tokenizer.ggml.pre": "lfm2",
            "tokenizer.ggml.tokens": self.tokens,
            "tokenizer.ggml.token_type": [self._type(i) for i in range(len(self.tokens))],
            "tokenizer.ggml.merges": self.merges,
            "tokenizer.ggml.bos_token_id": BOS,
            "tokenizer.ggml.eos_token_id": IM_END,
            "tokenizer.ggml.padding_token_id": PAD,
            "tokenizer.ggml.add_bos_token": add_bos,
            "tokenizer.ggml.add_eos_token": False,
        }

    def without(self, dropped: set[str]) -> "Vocabulary":
        """Without the merges that make these tokens, so that their texts fall into shorter ones. Ids stay; a token that
        a later merge needs is kept.
        """
        merges = []
        for merge in reversed(self.merges):  # whatever needs a token comes after the merge that makes it
            if merge.replace(" ", "") not in dropped:
                merges.insert(0, merge)
                dropped = dropped - set(merge.split(" "))
        tokens = [f"<|unused_{i}|>" if token in dropped else token for i, token in enumerate(self.tokens)]
        return Vocabulary(tokens, merges, self.special_count)

    def save(self, path: pathlib.Path) -> None:
        path.write_text(json.dumps(dataclasses.asdict(self), ensure_ascii=False), encoding="utf-8")

    @classmethod
    def load(cls, path: pathlib.Path) -> "Vocabulary":
        return cls(**json.loads(path.read_text(encoding="utf-8")))


def train(
    texts: collections.abc.Iterable[str],
    size: int,
    specials: tuple[str, ...] = LFM2_SPECIALS + THINK,
    least_count: int = 2,
    signs_apart: bool = False,
) -> Vocabulary:
    """Learns a vocabulary of exactly `size` tokens: specials, 256 bytes, merges. Texts must not contain special tokens.

    Where the texts do not hold enough pairs that occur `least_count` times, the rest is filled with unused tokens that
    no merge makes. With `signs_apart` no token joins a letter to a sign, so that a word is the same token after a slash
    as after a quote; as with digits, that needs no change at run time.
    """
    splits = [
        pre_tokenizers.Split(tokenizers.Regex(PATTERN), behavior="isolated"),
        pre_tokenizers.Digits(individual_digits=True),
    ]
    if signs_apart:
        between = tokenizers.Regex(r"(?<=[^\s\p{L}])(?=\p{L})")
        splits.append(pre_tokenizers.Split(between, behavior="isolated"))
    splits.append(pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False))
    trainable = tokenizers.Tokenizer(models.BPE())
    trainable.pre_tokenizer = pre_tokenizers.Sequence(splits)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(
        vocab_size=size - len(specials), initial_alphabet=alphabet, show_progress=False, min_frequency=least_count
    )
    trainable.train_from_iterator(texts, trainer)
    learned = json.loads(trainable.to_str())["model"]
    merges = [m if isinstance(m, str) else " ".join(m) for m in learned["merges"]]
    ordered = sorted(learned["vocab"], key=learned["vocab"].get)
    tokens = list(specials) + ordered
    tokens += [f"<|unused_{i}|>" for i in range(len(tokens), size)]
    return Vocabulary(tokens, merges, len(specials))
