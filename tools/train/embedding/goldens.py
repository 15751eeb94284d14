"""Vectors that PyTorch gives to texts, with matrices in float64, for the tests of the engine's backends."""

import copy
import json
import pathlib
import random

import numpy as np
import torch

from embedding import check, export, measure, vocabulary
from embedding.pairs import PairMaker
from embedding.wording import DOCUMENT, QUERY
from lib import gguf_file

COUNT = 24
LONG = (80, 150, 300)  # tokens of the texts that reach beyond the sliding window


def texts(tokenizer) -> list[str]:
    """Short and odd ones, generated ones with and without prompts, and long ones of many documents."""
    maker, rng = PairMaker(held=True), random.Random(7)
    told = [maker.triple(rng)[1].text for _ in range(200)]
    chosen = [*measure.NEAR, *check.ODD[:6], QUERY + "How do I start the server?", DOCUMENT + "Run ferro up."]
    for tokens in LONG:
        long = told[len(chosen)]
        while len(tokenizer.encode(long).ids) < tokens - 20:
            long += " " + rng.choice(told)
        chosen.append(long)
    return chosen + told[: COUNT - len(chosen)]


@torch.no_grad()
def write(weights: pathlib.Path, stem: pathlib.Path) -> None:
    """Writes STEM.json and STEM.f32; a text's "F32" and "Q8_0" say where its vectors begin in the latter."""
    model = export.load(weights)
    variants = {"F32": copy.deepcopy(model).double(), "Q8_0": gguf_file.as_stored(model).double()}
    tokenizer = vocabulary.tokenizer_of(vocabulary.load())
    rows, vectors = [], []
    for text in texts(tokenizer):
        ids = [vocabulary.BOS, *tokenizer.encode(text).ids, vocabulary.EOS]
        row = {"text": text, "ids": ids}
        for name, variant in variants.items():
            row[name] = sum(map(len, vectors))
            vectors.append(variant(torch.tensor([ids]))[0].numpy().astype("<f4"))
        rows.append(row)
    value = {"model": "demo-embed-Q8_0.gguf", "width": model.config.out, "texts": rows}
    stem.with_name(stem.name + ".json").write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8")
    np.concatenate(vectors).tofile(stem.with_name(stem.name + ".f32"))
