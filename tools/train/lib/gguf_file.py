"""Writes GGUF files: metadata as a plain dict, tensors as arrays, matrices in Q8_0 or F32."""

import copy
import pathlib

import gguf
import numpy as np
import torch

FILE_TYPES = {"F32": gguf.LlamaFileType.ALL_F32, "Q8_0": gguf.LlamaFileType.MOSTLY_Q8_0}
# Small tensors that quantisers leave in F32, beside all vectors.
KEEP_F32 = ("shortconv.conv.weight", "token_types.weight", "_norm.weight")


def tensor_type(name: str, shape: tuple[int, ...], file_type: str) -> gguf.GGMLQuantizationType:
    """Q8_0 for matrices whose rows are whole blocks of 32, as in the published files."""
    if file_type == "Q8_0" and len(shape) >= 2 and shape[-1] % 32 == 0 and not name.endswith(KEEP_F32):
        return gguf.GGMLQuantizationType.Q8_0
    return gguf.GGMLQuantizationType.F32


def array_of(tensor) -> np.ndarray:
    values = tensor.detach().cpu().float().numpy() if hasattr(tensor, "detach") else np.asarray(tensor, np.float32)
    return np.ascontiguousarray(values)


def rounded(name: str, tensor, file_type: str = "Q8_0") -> np.ndarray:
    """The float32 values that a file of this type holds of a tensor."""
    values = array_of(tensor)
    kind = tensor_type(name, values.shape, file_type)
    if kind == gguf.GGMLQuantizationType.F32:
        return values
    return gguf.quants.dequantize(gguf.quants.quantize(values, kind), kind).reshape(values.shape)


def as_stored(model: torch.nn.Module, tensors_of=torch.nn.Module.state_dict) -> torch.nn.Module:
    """A copy of the model with the weights that a Q8_0 file holds.

    tensors_of(model): its tensors by the names in the file, in the model's own memory.
    """
    stored = copy.deepcopy(model)
    for name, tensor in tensors_of(stored).items():
        tensor.copy_(torch.from_numpy(rounded(name, tensor)))
    return stored


def add_value(writer: gguf.GGUFWriter, key: str, value) -> None:
    """bool -> bool, int -> u32, float -> f32, str -> string, list -> array of i32, f32, bool or string."""
    if isinstance(value, bool):
        writer.add_bool(key, value)
    elif isinstance(value, int):
        writer.add_uint32(key, value)
    elif isinstance(value, float):
        writer.add_float32(key, value)
    elif isinstance(value, str):
        writer.add_string(key, value)
    elif isinstance(value, (list, tuple)):
        writer.add_array(key, list(value))
    else:
        raise TypeError(f"{key}: cannot store a {type(value).__name__} in a GGUF file")


def write(path: pathlib.Path, metadata: dict, tensors: dict, file_type: str = "Q8_0") -> None:
    """Tensors are NumPy or Torch arrays, the last axis contiguous; metadata must hold general.architecture."""
    if file_type not in FILE_TYPES:
        raise ValueError(f"file type {file_type} is unknown; use one of {', '.join(FILE_TYPES)}")
    writer = gguf.GGUFWriter(str(path), metadata["general.architecture"])
    writer.add_file_type(FILE_TYPES[file_type])
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    for key, value in metadata.items():
        if key != "general.architecture":
            add_value(writer, key, value)
    for name, tensor in tensors.items():
        values = array_of(tensor)
        kind = tensor_type(name, values.shape, file_type)
        writer.add_tensor(
            name,
            values if kind == gguf.GGMLQuantizationType.F32 else gguf.quants.quantize(values, kind),
            raw_dtype=kind,
        )
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
