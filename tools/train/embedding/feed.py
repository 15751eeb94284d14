"""Batches from worker processes: batch `step` is the same whoever makes it, so a resumed training sees the same."""

import dataclasses
import multiprocessing
import os
import random

import numpy as np

from embedding import vocabulary
from embedding.pairs import PairMaker

MOST_TOKENS = 128
CHUNKS = 5  # texts of a batch are sorted by length and padded chunk by chunk
QUEUED = 4  # batches that a worker is ahead
CUT_SHARE = 0.15  # of texts that are cut inside words, so that small pieces and unusual divisions are known too
LETTERS_A_CUT = 12


@dataclasses.dataclass
class Batch:
    """3B texts: B of them, their partners, lookalikes."""

    chunks: list[np.ndarray]  # int64 (texts, tokens), 0 behind the end
    order: np.ndarray  # row i of the joined chunks is text order[i]
    intents: np.ndarray  # int64 (3B,)
    slots: np.ndarray  # int64 (3B, MOST_SLOTS)

    @property
    def tokens(self) -> int:
        return sum(int((chunk != 0).sum()) for chunk in self.chunks)


class BatchMaker:
    def __init__(self, pairs: int, seed: int):
        self._count, self._seed = pairs, seed
        self._maker = PairMaker()
        self._tokenizer = vocabulary.tokenizer_of(vocabulary.load())

    def ids(self, text: str, rng: random.Random) -> list[int]:
        cuts = sorted(rng.sample(range(len(text)), len(text) // LETTERS_A_CUT)) if rng.random() < CUT_SHARE else []
        parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)])]
        ids = [i for part in parts for i in self._tokenizer.encode(part).ids]
        return [vocabulary.BOS] + ids[: MOST_TOKENS - 2] + [vocabulary.EOS]

    def batch(self, step: int) -> Batch:
        rng = random.Random(f"{self._seed}/{step}")
        triples = [self._maker.triple(rng) for _ in range(self._count)]
        texts = [text for part in zip(*triples) for text in part]
        rows = [self.ids(text.text, rng) for text in texts]
        order = np.argsort([len(row) for row in rows], kind="stable")
        chunks = [padded([rows[i] for i in part]) for part in np.array_split(order, CHUNKS)]
        return Batch(chunks, order, np.array([t.intent for t in texts]), np.array([t.slots for t in texts]))


def padded(rows: list[list[int]]) -> np.ndarray:
    longest = -8 * (-max(map(len, rows)) // 8)
    return np.array([row + [vocabulary.PAD] * (longest - len(row)) for row in rows])


def _work(queue, pairs: int, seed: int, first: int, stride: int) -> None:
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    maker, step = BatchMaker(pairs, seed), first
    while True:
        queue.put(maker.batch(step))
        step += stride


class Feed:
    """Ask for steps in order. Without workers it makes batches itself."""

    def __init__(self, pairs: int, seed: int, workers: int):
        self._pairs, self._seed, self._workers = pairs, seed, workers
        self._own = None if workers else BatchMaker(pairs, seed)
        self._queues, self._start = [], 0

    def at(self, step: int) -> Batch:
        if self._own:
            return self._own.batch(step)
        if not self._queues:
            self._launch(step)
        return self._queues[(step - self._start) % self._workers].get()

    def _launch(self, step: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._start = step
        for worker in range(self._workers):
            self._queues.append(context.Queue(QUEUED))
            arguments = (self._queues[-1], self._pairs, self._seed, step + worker, self._workers)
            context.Process(target=_work, args=arguments, daemon=True).start()
