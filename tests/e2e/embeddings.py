"""What the tests of embeddings share."""
import base64
import math
import random
import struct

WORDS = ("copper iron river winter letter garden bread signal morning engine paper harbour lantern violin teacher "
         "mountain battery window refund invoice customer shipment weather orange").split()


def sentences(count, seed=1):
    """Different short texts, the same in every run."""
    draw = random.Random(seed)
    return ["%s %d" % (" ".join(draw.choices(WORDS, k=draw.randint(2, 12))), i) for i in range(count)]


def decoded(item):
    """The floats of one element of `data`, whichever way they travelled."""
    if isinstance(item["embedding"], list):
        return item["embedding"]
    raw = base64.b64decode(item["embedding"], validate=True)
    return list(struct.unpack("<%df" % (len(raw) // 4), raw))


def length(vector):
    return math.sqrt(sum(value * value for value in vector))


def cosine(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True)) / length(a) / length(b)
