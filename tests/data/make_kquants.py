"""Writes kquants.json: random Q4_K, Q5_K and Q6_K blocks and the values that gguf-py reads from them.

usage: make_kquants.py OUT.json   (needs: pip install gguf; the checked-in file is of version 0.19.0)
The scales are random halves of moderate size; all other bytes are uniform, so every bit pattern occurs.
"""
import json
import sys

import gguf
import numpy as np

SCALE_OFFSETS = {"Q4_K": (0, 2), "Q5_K": (0, 2), "Q6_K": (208,)}
BLOCKS = 3

rng = np.random.default_rng(12)
out = {}
for name, offsets in SCALE_OFFSETS.items():
    qtype = gguf.GGMLQuantizationType[name]
    size = gguf.GGML_QUANT_SIZES[qtype][1]
    raw = rng.integers(0, 256, (BLOCKS, size), np.uint8)
    for block in raw:
        for offset in offsets:
            block[offset:offset + 2] = np.frombuffer(np.float16(rng.normal(0, 0.05)).tobytes(), np.uint8)
    values = gguf.quants.dequantize(raw.reshape(-1), qtype).astype("<f4")
    out[name] = {"hex": raw.tobytes().hex(), "f32_hex": values.tobytes().hex()}
with open(sys.argv[1], "w") as f:
    json.dump(out, f, indent=1)
    f.write("\n")
