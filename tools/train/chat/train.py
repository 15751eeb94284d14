"""Trains demo-lfm2: next-token cross entropy on what the assistant writes."""

import os
import random

import torch
from torch.nn import functional as F

from chat import data, model, probe
from chat.batches import NOTHING, Stream
from lib import bpe, lfm2, loop, muon
from lib.options import Options

PEAK_RATE = 3e-3
TOKENS_A_BATCH = 65_536


def loss_of(trunk: lfm2.Trunk, batch) -> torch.Tensor:
    """Mean over the tokens to learn; only the states before them go through the output matrix."""
    hidden = trunk(batch["ids"]).flatten(0, 1).index_select(0, batch["before"])
    return F.cross_entropy(trunk.logits(hidden).float(), batch["targets"], ignore_index=NOTHING)


def vocabulary_of(options: Options, size: int) -> bpe.Vocabulary:
    """Learnt once a training folder; the exporter reads it there."""
    path = options.out / "vocabulary.json"
    if not path.exists():
        count = 2_000 if options.smoke else model.VOCABULARY_CONVERSATIONS
        model.learn_vocabulary(size, count, options.seed).save(path)
    return bpe.Vocabulary.load(path)


def run(options: Options) -> None:
    log = loop.Log(options.out)
    config = model.config(options.smoke)
    vocabulary = vocabulary_of(options, config.vocabulary)
    workers = 1 if options.smoke else max(1, len(os.sched_getaffinity(0)) - 2)
    seed = f"{options.seed} {loop.steps_done(options.out)}"  # a resumed run goes on with fresh conversations
    stream = Stream(vocabulary, seed, workers, 4096 if options.smoke else TOKENS_A_BATCH)
    torch.manual_seed(options.seed)
    if options.smoke:
        torch.set_num_threads(1)
    trunk = lfm2.Trunk(config).to(options.device)
    log(f"{sum(p.numel() for p in trunk.parameters()):,} parameters, {workers} workers, seed {seed}")
    checks = [data.training_conversation(random.Random(f"probe {i}")) for i in range(24 if options.smoke else 600)]
    try:
        loop.train(
            trunk,
            loss_of,
            stream.batch_at,
            options,
            PEAK_RATE,
            probe=lambda m: probe.accuracy(m, vocabulary, checks, options.device),
            log=log,
            optimizer=muon.for_trunk(trunk),
            recorded=True,
        )
    finally:
        stream.close()
