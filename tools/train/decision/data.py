"""Batches of questions as arrays. A chunk of batches follows from its number alone, so a resumed run sees the same."""

import collections
import itertools
import multiprocessing
import random

import numpy as np

from decision.prompt import COLUMN, PromptBuilder
from decision.questions import examples

BATCHES_A_CHUNK = 8

_builder = None


def arrays_of(built):
    """built: (ids, markers, target, column) of each question -> arrays padded beyond the longest, to few shapes."""
    longest, options = max(len(ids) for ids, *_ in built), max(len(markers) for _, markers, *_ in built)
    count, step = len(built), 16 if longest <= 128 else 32
    length, options = -(-longest // step) * step, -(-options // 16) * 16
    batch = {
        "ids": np.zeros((count, length), np.int32),
        "lengths": np.zeros(count, np.int32),
        "types": np.zeros(count, np.int32),
        "markers": np.full((count, options), -1, np.int32),
        "targets": np.zeros((count, options), np.float32),
    }
    for i, (ids, markers, target, column) in enumerate(built):
        batch["ids"][i, : len(ids)], batch["lengths"][i], batch["types"][i] = ids, len(ids), column
        batch["markers"][i, : len(markers)], batch["targets"][i, : len(target)] = markers, target
    return batch


def build(builder, example, rng=None):
    ids, markers = builder.build(example, rng)
    return ids, markers, example.target, COLUMN[example.type]


def lexis_share(number):
    """Of a chunk's questions these are about words: many at first, fewer when the rest is built on them."""
    return max(0.06, 0.3 - 0.24 * number / 120)


def chunk(builder, number, seed, split, batch_size, batches=BATCHES_A_CHUNK):
    """Batches of questions of like length, in random order."""
    rng = random.Random(f"chunk-{seed}-{number}")
    stream = examples(f"{seed}-{number}", split, lexis_share(number) if split == "train" else 0.0)
    built = [
        build(builder, e, rng if split == "train" else None) for e in itertools.islice(stream, batch_size * batches)
    ]
    built.sort(key=lambda item: len(item[0]))
    out = [arrays_of(built[i : i + batch_size]) for i in range(0, len(built), batch_size)]
    rng.shuffle(out)
    return out


def _start(vocabulary):
    global _builder
    _builder = PromptBuilder(vocabulary)


def _work(arguments):
    return chunk(_builder, *arguments)


class Stream:
    """Batches by step, made ahead by worker processes; steps must be asked for in order."""

    def __init__(self, vocabulary, seed, batch_size, workers, first_step=0):
        self._pool = multiprocessing.get_context("spawn").Pool(workers, _start, (vocabulary,))
        self._seed, self._batch_size = seed, batch_size
        self._number, skipped = divmod(first_step, BATCHES_A_CHUNK)
        self._coming = collections.deque()
        for _ in range(2 * workers):  # no more than so many chunks wait to be trained on
            self._order()
        self._next, self._skipped, self._batches = first_step, skipped, []

    def _order(self):
        self._coming.append(self._pool.apply_async(_work, ((self._number, self._seed, "train", self._batch_size),)))
        self._number += 1

    def batch_at(self, step):
        if step != self._next:
            raise ValueError(f"step {step} was asked for, {self._next} is next")
        if not self._batches:
            self._order()
            self._batches = self._coming.popleft().get()[self._skipped :]
            self._skipped = 0
        self._next += 1
        return self._batches.pop(0)

    def close(self):
        """Waits for the chunks that were begun: a worker ended amid one could leave the pool's pipes locked."""
        self._pool.close()
        self._pool.join()
