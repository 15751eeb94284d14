"""Writes the seed corpus of the GGUF reader: one small file for each way to be sound or hostile.

usage: make_corpus.py OUT_DIR

Names tell the verdict that gguf_corpus_test expects: ok-*.gguf parse, bad-*.gguf are refused.
"""
import os
import struct
import sys

U8, I8, U16, I16, U32, I32, F32, BOOL, STRING, ARRAY, U64, I64, F64 = range(13)
TF32, TF16, TQ4_0, TQ8_0, TQ4_K, TQ5_K, TQ6_K, TBF16 = 0, 1, 2, 8, 12, 13, 14, 30
BLOCK = {TF32: (1, 4), TF16: (1, 2), TQ4_0: (32, 18), TQ8_0: (32, 34), TQ4_K: (256, 144), TQ5_K: (256, 176),
         TQ6_K: (256, 210), TBF16: (1, 2)}
FORMAT = {U8: "<B", I8: "<b", U16: "<H", I16: "<h", U32: "<I", I32: "<i", F32: "<f", BOOL: "<B", U64: "<Q", I64: "<q",
          F64: "<d"}


def text(value):
    raw = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<Q", len(raw)) + raw


def payload(kind, value):
    return text(value) if kind == STRING else struct.pack(FORMAT[kind], value)


def key(name, kind, value):
    return text(name) + struct.pack("<i", kind) + payload(kind, value)


def array(name, kind, values, count=None):
    head = struct.pack("<iiQ", ARRAY, kind, len(values) if count is None else count)
    return text(name) + head + b"".join(payload(kind, v) for v in values)


def tensor(name, shape, kind, offset):
    return text(name) + struct.pack("<I%dqiQ" % len(shape), len(shape), *shape, kind, offset)


def gguf(keys=(), tensors=(), data=b"", version=3, n_tensors=None, n_keys=None, alignment=32, magic=b"GGUF"):
    out = magic + struct.pack("<Iqq", version, len(tensors) if n_tensors is None else n_tensors,
                              len(keys) if n_keys is None else n_keys) + b"".join(keys) + b"".join(tensors)
    return out + (b"\0" * (-len(out) % alignment) + data if data else b"")


def every_tensor_type():
    tensors, data = [], b""
    for kind, (values, size) in BLOCK.items():
        width = max(values, 4)
        tensors.append(tensor("t%d" % kind, (width, 1), kind, len(data)))
        raw = bytes((7 * i + kind) % 251 for i in range(width // values * size))
        data += raw + b"\0" * (-len(raw) % 32)
    return gguf(tensors=tensors, data=data)


SCALARS = [key("u8", U8, 255), key("i8", I8, -1), key("u16", U16, 65535), key("i16", I16, -2), key("u32", U32, 7),
           key("i32", I32, -7), key("f32", F32, 0.5), key("bool", BOOL, 1), key("string", STRING, "text"),
           key("u64", U64, 2**64 - 1), key("i64", I64, -2**63), key("f64", F64, 1e300)]
ARRAYS = [array("a.u8", U8, [1, 2]), array("a.i32", I32, [0, 0, 2]), array("a.f32", F32, [1.5]),
          array("a.bool", BOOL, [0, 1]), array("a.string", STRING, ["", "two", b"\xff\0"]), array("a.none", U64, []),
          array("a.f64", F64, [0.1])]
T = tensor("t", (4,), TF32, 0)
HUGE = 2**64 - 1

CASES = {
    "ok-empty": gguf(),
    "ok-version-2": gguf(version=2),
    "ok-scalars": gguf(SCALARS),
    "ok-arrays": gguf(ARRAYS),
    "ok-everything": gguf(SCALARS + ARRAYS, [T], b"\1" * 16),
    "ok-every-tensor-type": every_tensor_type(),
    "ok-alignment-64": gguf([key("general.alignment", U32, 64)], [T], b"\0" * 16, alignment=64),
    "ok-gap": gguf(tensors=[T, tensor("u", (4,), TF32, 96)], data=b"\0" * 112),
    "ok-unread-type": gguf(tensors=[tensor("t", (4,), 77, 0)], data=b"\0" * 16),
    "ok-retired-type-no-data": gguf(tensors=[tensor("t", (4,), 4, 0)]),
    "ok-four-dimensions": gguf(tensors=[tensor("t", (2, 2, 2, 2), TF16, 0)], data=b"\0" * 32),
    "ok-split-count-1": gguf([key("split.count", U16, 1)]),
    "bad-zero-bytes": b"",
    "bad-magic": gguf(magic=b"GGML"),
    "bad-version-1": gguf(version=1),
    "bad-big-endian": gguf(version=0x03000000),
    "bad-negative-tensor-count": gguf(n_tensors=-1),
    "bad-huge-tensor-count": gguf(n_tensors=2**62),
    "bad-huge-key-count": gguf(n_keys=2**62),
    "bad-missing-key": gguf(SCALARS, n_keys=len(SCALARS) + 1),
    "bad-key-length": gguf([struct.pack("<Q", HUGE) + b"k" * 32]),
    "bad-empty-key": gguf([key("", U32, 1)]),
    "bad-twin-keys": gguf([key("k", U32, 1), key("k", U32, 2)]),
    "bad-key-nul": gguf([key(b"a\0b", U32, 1)]),
    "bad-key-utf8": gguf([key(b"\xc0\x80", U32, 1)]),
    "bad-string-length": gguf([text("k") + struct.pack("<iQ", STRING, 2**63) + b"x" * 32]),
    "bad-value-type": gguf([text("k") + struct.pack("<iQ", 13, 0)]),
    "bad-negative-value-type": gguf([text("k") + struct.pack("<iQ", -1, 0)]),
    "bad-array-of-arrays": gguf([text("k") + struct.pack("<iiQiQ", ARRAY, ARRAY, 1, U8, 0)]),
    "bad-array-length": gguf([array("k", U32, [1, 2], count=HUGE)]),
    "bad-array-length-wraps": gguf([array("k", U64, [1, 2], count=2**61 + 2)]),
    "bad-string-array-length": gguf([array("k", STRING, ["a"], count=2**40)]),
    "bad-alignment-0": gguf([key("general.alignment", U32, 0)], [T], b"\0" * 16),
    "bad-alignment-48": gguf([key("general.alignment", U32, 48)], [T], b"\0" * 16),
    "bad-alignment-huge": gguf([key("general.alignment", U32, 2**31)], [T], b"\0" * 16),
    "bad-alignment-string": gguf([key("general.alignment", STRING, "32")], [T], b"\0" * 16),
    "bad-split": gguf([key("split.count", U16, 3)]),
    "bad-tensor-name-64": gguf(tensors=[tensor("n" * 64, (4,), TF32, 0)], data=b"\0" * 16),
    "bad-tensor-name-empty": gguf(tensors=[tensor("", (4,), TF32, 0)], data=b"\0" * 16),
    "bad-twin-tensors": gguf(tensors=[T, tensor("t", (4,), TF32, 32)], data=b"\0" * 48),
    "bad-no-dimensions": gguf(tensors=[tensor("t", (), TF32, 0)], data=b"\0" * 16),
    "bad-five-dimensions": gguf(tensors=[tensor("t", (1,) * 5, TF32, 0)], data=b"\0" * 16),
    "bad-zero-dimension": gguf(tensors=[tensor("t", (4, 0), TF32, 0)], data=b"\0" * 16),
    "bad-negative-dimension": gguf(tensors=[tensor("t", (-4, -1), TF32, 0)], data=b"\0" * 16),
    "bad-elements-wrap": gguf(tensors=[tensor("t", (2**16,) * 4, TF32, 0)], data=b"\0" * 16),
    "bad-bytes-wrap": gguf(tensors=[tensor("t", (2**62,), TF32, 0)], data=b"\0" * 16),
    "bad-unread-type-elements-wrap": gguf(tensors=[tensor("t", (2**32, 2**32), 77, 0)], data=b"\0" * 16),
    "bad-partial-block": gguf(tensors=[tensor("t", (33,), TQ8_0, 0)], data=b"\0" * 68),
    "bad-offset-unaligned": gguf(tensors=[tensor("t", (4,), TF32, 8)], data=b"\0" * 64),
    "bad-offset-wraps": gguf(tensors=[tensor("t", (4,), TF32, 2**64 - 32)], data=b"\0" * 64),
    "bad-data-truncated": gguf(tensors=[T], data=b"\0" * 15),
    "bad-no-data": gguf(tensors=[T]),
    "bad-overlap": gguf(tensors=[tensor("t", (16,), TF32, 0), tensor("u", (4,), TF32, 32)], data=b"\0" * 64),
}

for name, content in CASES.items():
    assert len(content) < 4096, name
    with open(os.path.join(sys.argv[1], name + ".gguf"), "wb") as f:
        f.write(content)
print(len(CASES), "files")
