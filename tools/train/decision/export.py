"""Writes demo-d1 as GGUF from weights.pt, with the vocabulary.json and temperatures.json beside it."""

import json
import pathlib

import torch

from decision.model import CONFIG, SMOKE_CONFIG, DecisionModel, gguf_tensors, metadata
from decision.prompt import MASK
from lib import bpe, gguf_file
from lib.lfm2 import Lfm2Config

TEMPLATE = pathlib.Path(__file__).with_name("systemone.jinja")


def load(weights: pathlib.Path):
    """-> (model, vocabulary) of a training folder."""
    vocabulary = bpe.Vocabulary.load(weights.with_name("vocabulary.json"))
    state = torch.load(weights, map_location="cpu", weights_only=True)
    width = state["token_types.weight"].shape[1]
    shape = CONFIG if width == CONFIG["width"] else SMOKE_CONFIG
    model = DecisionModel(Lfm2Config(vocabulary=len(vocabulary), **shape))
    model.load_state_dict(state)
    return model.eval(), vocabulary


def export(weights: pathlib.Path, out: pathlib.Path, file_type: str) -> None:
    model, vocabulary = load(weights)
    fitted = weights.with_name("temperatures.json")
    temperatures = json.loads(fitted.read_text()) if fitted.exists() else {}
    keys = metadata(model.config, "demo-d1", temperatures, vocabulary.id(MASK), TEMPLATE.read_text().rstrip("\n"))
    keys.update(vocabulary.gguf_metadata(add_bos=False))
    gguf_file.write(out, keys, gguf_tensors(model), file_type)
