"""Holds the exported files against PyTorch: the F32 file's vectors must be its own, the Q8_0 file's nearly so.

    PYTHONPATH=tools/train python -m embedding.check WEIGHTS --ferro bazel-bin/tools/ferro/ferro

Texts are generated ones and odd ones, so a vocabulary that Ferro reads otherwise shows as well. Status 1 on a miss.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy as np
import torch

from embedding import export, vocabulary
from embedding.pairs import PairMaker

# (file type, device, least cosine with PyTorch's vector)
RUNS = (("F32", "reference", 0.99999), ("Q8_0", "reference", 0.999), ("Q8_0", "cpu", 0.999))
ODD = ["x", "  two  spaces ", "日本語 テスト 😀", "naïve café — “quoted”", "a\nb\n\n\nc", "\ttab", "0x7F3A-17.5e-9",
       "ÄÖÜ ß ﬁ", "word " * 120, "ALL CAPITALS, VERY LOUD!!!", "<bos> is only text", "don't; can't | won't",
       "Привет, мир"]  # fmt: skip


def texts() -> list[str]:
    maker, rng = PairMaker(held=True), random.Random(5)
    return ODD + [text.text for _ in range(60) for text in maker.triple(rng)]


def in_torch(model, lines: list[str]) -> np.ndarray:
    tokenizer = vocabulary.tokenizer_of(vocabulary.load())
    rows = [[vocabulary.BOS] + tokenizer.encode(line).ids + [vocabulary.EOS] for line in lines]
    with torch.no_grad():
        return np.concatenate([model(torch.tensor([row])).numpy() for row in rows])


def in_ferro(
    ferro: pathlib.Path, model: pathlib.Path, lines: list[str], device: str, folder: pathlib.Path
) -> np.ndarray:
    source, out = folder / "texts.jsonl", folder / f"{model.stem}-{device}.npy"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    command = [ferro, "embed", "--embed", model, "--in", source, "--out", out, "--device", device, "--quiet"]
    subprocess.run(list(map(str, command)), check=True)
    return np.load(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=pathlib.Path)
    parser.add_argument("--ferro", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    lines, missed = texts(), False
    expected = in_torch(export.load(arguments.weights), lines)
    with tempfile.TemporaryDirectory() as folder:
        for file_type, device, least in RUNS:
            model = pathlib.Path(folder) / f"{file_type}.gguf"
            export.export(arguments.weights, model, file_type)
            cosines = (expected * in_ferro(arguments.ferro, model, lines, device, pathlib.Path(folder))).sum(1)
            worst = int(cosines.argmin())
            print(f"{file_type} on {device}: cosine of {len(lines)} texts with PyTorch: least {cosines[worst]:.7f} "
                  f"({lines[worst][:40]!r}), mean {cosines.mean():.7f}, goal {least}")  # fmt: skip
            missed |= bool(cosines[worst] < least)
    sys.exit(missed)


if __name__ == "__main__":
    main()
