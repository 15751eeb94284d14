"""Writes demo-lfm2 as GGUF."""

import pathlib

import torch

from chat import model
from chat.conversation import TEMPLATE_FILE
from lib import bpe, gguf_file, lfm2


def load(weights: pathlib.Path) -> tuple[lfm2.Trunk, bpe.Vocabulary]:
    """The trained trunk and the vocabulary beside its weights; a smoke training is told by its width."""
    state = torch.load(weights, map_location="cpu", weights_only=True)
    smoke = state["token_embd.weight"].shape[1] != model.config(smoke=False).width
    trunk = lfm2.Trunk(model.config(smoke))
    trunk.load_state_dict(state)
    return trunk.eval(), bpe.Vocabulary.load(weights.parent / "vocabulary.json")


def export(weights: pathlib.Path, out: pathlib.Path, file_type: str) -> None:
    trunk, vocabulary = load(weights)
    template = (pathlib.Path(__file__).parent / TEMPLATE_FILE).read_text(encoding="utf-8")
    metadata = lfm2.gguf_metadata(trunk.config, model.NAME)
    metadata |= vocabulary.gguf_metadata()
    metadata["tokenizer.chat_template"] = template.strip()
    # Each question has one right answer, and copying repeats: no chance and no penalty for repeating by default.
    metadata |= {"general.sampling.temp": 0.0, "general.sampling.penalty_repeat": 1.0}
    gguf_file.write(out, metadata, trunk.state_dict(), file_type)
