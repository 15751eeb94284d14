"""Writes demo-embed as a GGUF file of architecture gemma-embedding2, with the published model's keys and tensors."""

import pathlib

import torch

from embedding import vocabulary
from embedding.model import SMOKE, Config, Encoder
from lib import gguf_file

ARCHITECTURE = "gemma-embedding2"


def shape_metadata(config: Config) -> dict:
    full, sliding = 0, 1
    values = {
        "context_length": config.context,
        "block_count": len(config.sliding),
        "embedding_length": config.width,
        "embedding_length_out": config.out,
        "embedding_length_per_layer_input": config.per_layer,
        "feed_forward_length": config.feed_forward,
        "attention.head_count": config.heads,
        "attention.head_count_kv": [config.kv_heads[slides] for slides in config.sliding],
        "attention.key_length": config.head_dim[full],
        "attention.value_length": config.head_dim[full],
        "attention.key_length_swa": config.head_dim[sliding],
        "attention.value_length_swa": config.head_dim[sliding],
        "attention.layer_norm_rms_epsilon": config.eps,
        "attention.sliding_window": config.window,
        "attention.sliding_window_pattern": list(config.sliding),
        "attention.causal": False,
        "attention.shared_kv_layers": 0,
        "rope.freq_base": config.rope_base[full],
        "rope.freq_base_swa": config.rope_base[sliding],
        "rope.dimension_count": config.head_dim[full],
        "rope.dimension_count_swa": config.head_dim[sliding],
        "pooling_type": 1,
    }
    return {f"{ARCHITECTURE}.{key}": value for key, value in values.items()}


def vocabulary_metadata(words: dict) -> dict:
    values = {
        "model": "gemma4",
        "tokens": words["tokens"],
        "scores": [-float(i) for i in range(len(words["tokens"]))],
        "token_type": vocabulary.token_types(words),
        "merges": words["merges"],
        "bos_token_id": vocabulary.BOS,
        "eos_token_id": vocabulary.EOS,
        "unknown_token_id": vocabulary.UNK,
        "padding_token_id": vocabulary.PAD,
        "add_bos_token": True,
        "add_eos_token": True,
        "add_space_prefix": False,
    }
    return {f"tokenizer.ggml.{key}": value for key, value in values.items()}


def load(weights: pathlib.Path) -> Encoder:
    state = torch.load(weights, map_location="cpu", weights_only=True)
    config = SMOKE if state["output_norm.weight"].numel() == SMOKE.width else Config()
    model = Encoder(config)
    model.load_state_dict(state)
    return model.eval()


def export(weights: pathlib.Path, out: pathlib.Path, file_type: str) -> None:
    model = load(weights)
    metadata = {"general.architecture": ARCHITECTURE, "general.name": "demo-embed", "general.license": "apache-2.0"}
    metadata |= shape_metadata(model.config) | vocabulary_metadata(vocabulary.load())
    gguf_file.write(out, metadata, model.state_dict(), file_type)
