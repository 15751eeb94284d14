"""Scores that PyTorch gives to held-out questions, in float64, for the tests of the engine's backends."""

import itertools
import json
import pathlib

import torch

from decision.calibrate import temperature_of, tensors
from decision.data import arrays_of, build
from decision.export import load
from decision.model import gguf_tensors
from decision.prompt import COLUMN, PromptBuilder
from decision.questions import examples
from lib import gguf_file

A_TYPE = 8


def chosen():
    """The first held-out questions of each type that are not alike."""
    items = {kind: [] for kind in COLUMN}
    for example in itertools.islice(examples("goldens", "test"), 2000):
        of_type = items[example.type]
        if len(of_type) < A_TYPE and example.task not in {other.task for other in of_type} or example.type == "score":
            of_type.append(example)
    return [example for kind in COLUMN for example in items[kind][:A_TYPE]]


@torch.no_grad()
def write(weights: pathlib.Path, stem: pathlib.Path) -> None:
    """Writes STEM.json; `scores` are those at the markers, before the temperature."""
    model, vocabulary = load(weights)
    variants = {"Q8_0": gguf_file.as_stored(model, gguf_tensors).double(), "F32": model.double()}
    builder = PromptBuilder(vocabulary)
    temperatures = json.loads(weights.with_name("temperatures.json").read_text())
    questions = []
    for example in chosen():
        ids, markers = builder.build(example)
        batch = tensors(arrays_of([build(builder, example)]), "cpu")
        row = {"state": example.state, "type": example.type, "instructions": example.instructions}
        if example.criteria is not None:
            row["criteria"] = example.criteria
        row |= {
            "tokens": ids,
            "markers": markers,
            "column": COLUMN[example.type],
            "temperature": temperature_of(temperatures, example),
        }
        for name, variant in variants.items():
            scores = variant(batch["ids"], batch["lengths"], batch["types"], batch["markers"])[0, : len(markers)]
            row[name] = {"scores": [round(score, 6) for score in scores.tolist()]}
        questions.append(row)
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in questions)
    stem.with_suffix(".json").write_text(f'{{"model": "demo-d1-Q8_0.gguf", "questions": [\n{lines}\n]}}\n')
