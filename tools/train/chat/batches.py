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
NOTHING = -100  # what cross_entropy leaves out


def make_chunk(seed: str, index: int, tokenizer, lexicon: tuple[str, ...], tokens_a_batch: int) -> list[dict]:
    """Batches of conversations of similar lengths, in random order.

    A batch is `ids` (rows, length), `before`, the flat places before the tokens to learn, and `targets`, these tokens.
    There are few shapes (see lib/passes.py): a length has always as many rows, the last perhaps empty, and the tokens
    to learn are filled up with NOTHING to a power of two.
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
        length = -(-len(rows[0][0]) // STEP) * STEP
        count = max(1, tokens_a_batch // length)
        batches.append(_batch(rows[:count], (count, length)))
        rows = rows[count:]
    rng.shuffle(batches)
    return batches


def _batch(rows, shape: tuple[int, int]) -> dict[str, np.ndarray]:
    ids, learnt = np.full(shape, bpe.PAD, np.int16), np.zeros(shape, bool)
    for i, (row, own) in enumerate(rows):
        ids[i, : len(row)], learnt[i, : len(row)] = row, own
    where = np.flatnonzero(learnt)
    size = 1 << (len(where) - 1).bit_length()
    before, targets = np.zeros(size, np.int32), np.full(size, NOTHING, np.int16)
    before[: len(where)], targets[: len(where)] = where - 1, ids.ravel()[where]
    return {"ids": ids, "before": before, "targets": targets}


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

    def __init__(self, vocabulary: bpe.Vocabulary, seed: str, workers: int, tokens_a_batch: int):
        os.environ["TOKENIZERS_PARALLELISM"] = "false"
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
        batch = {name: torch.from_numpy(array.astype(np.int64)) for name, array in self._batches.pop().items()}
        return batch, batch["ids"].numel()

    def close(self) -> None:
        for worker in self._workers:
            worker.terminate()
