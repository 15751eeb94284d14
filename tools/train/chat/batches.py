"""Streams of training batches: worker processes generate and tokenize, the training process moves to the device.

Chunk k holds the conversations of random.Random(f"{seed} {k}"), whoever makes it, so a training sees the same batches
however many workers there are.
"""

import multiprocessing
import os
import random

import numpy as np
import torch

from chat import data, model
from chat.conversation import encode
from lib import bpe

CHUNK = 16384  # conversations generated, sorted by length and cut into batches together
STEP = 32  # lengths are padded to a multiple of this
FEWEST = 64  # rows that are still made a batch; a smaller one could be compiled anew


def make_chunk(seed: str, index: int, tokenizer, lexicon: tuple[str, ...], tokens_a_batch: int) -> list[tuple]:
    """Batches of conversations of similar lengths, in random order.

    A batch is ids (rows, length), the flat places before the tokens to learn, and these tokens.
    """
    rng = random.Random(f"{seed} {index}")
    rows = []
    while len(rows) < CHUNK:
        ids, learnt = encode(data.training_conversation(rng, lexicon=lexicon), tokenizer)
        if len(ids) <= model.LONGEST:
            rows.append((ids, learnt))
    rows.sort(key=lambda row: len(row[0]), reverse=True)
    batches = []
    while rows:
        count = max(1, tokens_a_batch // _padded(len(rows[0][0])))
        batches.append(_matrix(rows[:count]))
        rows = rows[count:]
        if len(rows) < FEWEST:
            break
    rng.shuffle(batches)
    return batches


def _padded(length: int) -> int:
    return (length + STEP - 1) // STEP * STEP


def _matrix(rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    width = _padded(max(len(ids) for ids, _ in rows))
    ids = np.full((len(rows), width), bpe.PAD, np.int16)
    learnt = np.zeros((len(rows), width), bool)
    for i, (row, own) in enumerate(rows):
        ids[i, : len(row)], learnt[i, : len(row)] = row, own
    where = np.flatnonzero(learnt)
    return ids, (where - 1).astype(np.int32), ids.ravel()[where]


def _work(queue, seed: str, first: int, stride: int, vocabulary: bpe.Vocabulary, tokens_a_batch: int) -> None:
    tokenizer, lexicon = vocabulary.tokenizer(), model.lexicon(vocabulary)
    index = first
    while True:
        queue.put(make_chunk(seed, index, tokenizer, lexicon, tokens_a_batch))
        index += stride


class Stream:
    """batch_at(step) for the training loop, which asks for the steps in order. Make it before the device is used:
    workers are forked.
    """

    def __init__(self, vocabulary: bpe.Vocabulary, seed: str, device: str, workers: int, tokens_a_batch: int):
        os.environ["TOKENIZERS_PARALLELISM"] = "false"
        self._device = device
        context = multiprocessing.get_context("fork")
        self._queues = [context.Queue(maxsize=3) for _ in range(workers)]
        self._workers = [
            context.Process(target=_work, args=(q, seed, i, workers, vocabulary, tokens_a_batch), daemon=True)
            for i, q in enumerate(self._queues)
        ]
        for worker in self._workers:
            worker.start()
        self._chunk = 0
        self._batches: list = []

    def batch_at(self, step: int):
        if not self._batches:
            self._batches = self._queues[self._chunk % len(self._queues)].get()
            self._chunk += 1
        ids, before, targets = self._batches.pop()
        batch = tuple(torch.from_numpy(a.astype(np.int64)) for a in (ids, before, targets))
        if self._device != "cpu":
            batch = tuple(t.pin_memory().to(self._device, non_blocking=True) for t in batch)
        return batch, ids.size

    def close(self) -> None:
        for worker in self._workers:
            worker.terminate()
