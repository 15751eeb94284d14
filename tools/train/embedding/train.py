"""Trains demo-embed: a small encoder of EmbeddingGemma 2's shape, contrastively on generated pairs."""

import os

import torch

from embedding import feed, loss, vocabulary
from embedding.model import SMOKE, Config, Encoder, count_parameters
from lib import loop
from lib.options import Options

PAIRS = 2048
PEAK_RATE = 2e-3
PROBE_PAIRS = 512
PROBE_STEP = 1 << 40  # a batch that no training reaches


def to_device(batch: feed.Batch, device: str):
    def move(array):
        tensor = torch.from_numpy(array)
        return tensor.pin_memory().to(device, non_blocking=True) if device.startswith("cuda") else tensor

    return [move(chunk) for chunk in batch.chunks], *map(move, (batch.order, batch.intents, batch.slots))


def vectors_of(model, chunks, order) -> torch.Tensor:
    """In the order of the texts, whatever chunk they were in."""
    joined = torch.cat([model(chunk) for chunk in chunks])
    return torch.empty_like(joined).index_copy(0, order, joined)


def found_first(vectors: torch.Tensor, intents, slots, width: int) -> float:
    """Share of texts whose nearest text among all partners and lookalikes is a right one."""
    count = len(vectors) // 3
    cut = torch.nn.functional.normalize(vectors[:, :width], dim=-1)
    nearest = (cut[:count] @ cut[count:].T).argmax(1)
    right = loss.agreement(intents[:count], slots[:count], intents[count:], slots[count:])
    return right.gather(1, nearest[:, None]).float().mean().item()


def run(options: Options) -> None:
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    config = SMOKE if options.smoke else Config(vocabulary=len(vocabulary.load()["tokens"]))
    model = Encoder(config).to(options.device)
    log = loop.Log(options.out)
    workers = 0 if options.smoke else max(1, len(os.sched_getaffinity(0)) - 2)
    pairs = 64 if options.smoke else PAIRS
    log(f"embedding: {count_parameters(model):,} parameters, {pairs} pairs a step, {workers} workers")
    batches = feed.Feed(pairs, options.seed, workers)
    probed = to_device(
        feed.BatchMaker(64 if options.smoke else PROBE_PAIRS, options.seed).batch(PROBE_STEP), options.device
    )

    def batch_at(step: int):
        batch = batches.at(step)
        return to_device(batch, options.device), batch.tokens

    def loss_of(model, batch):
        chunks, order, intents, slots = batch
        return loss.contrastive(vectors_of(model, chunks, order), intents, slots, config.widths)

    @torch.no_grad()
    def probe(model) -> str:
        chunks, order, intents, slots = probed
        vectors = vectors_of(model, chunks, order).float()
        return "first found " + ", ".join(
            f"{found_first(vectors, intents, slots, width):.3f} at {width}" for width in config.widths
        )

    loop.train(model, loss_of, batch_at, options, PEAK_RATE, probe, log=log)
