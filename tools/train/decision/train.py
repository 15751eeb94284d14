"""Trains demo-d1: vocabulary, stream of questions, training, temperatures."""

import itertools
import json
import random

import torch

from decision import calibrate
from decision.data import Stream
from decision.model import CONFIG, SMOKE_CONFIG, DecisionModel, loss_of
from decision.prompt import SPECIALS, PromptBuilder, option_texts, text_of
from decision.questions import examples
from lib import bpe, loop
from lib.lfm2 import Lfm2Config
from lib.options import Options

VOCABULARY = 8192
PEAK_RATE = 2e-3


def texts_of(count):
    """What the vocabulary is learnt from: states, questions and options of training."""
    for example in itertools.islice(examples("vocabulary", "train"), count):
        yield text_of("" if example.state is None else example.state)
        yield text_of(example.instructions)
        yield from option_texts(example.type, example.criteria)


def prepare_vocabulary(options: Options):
    path = options.out / "vocabulary.json"
    if not path.exists():
        bpe.train(texts_of(2_000 if options.smoke else 60_000), VOCABULARY, SPECIALS).save(path)
    return bpe.Vocabulary.load(path)


class TokenNoise:
    """Replaces a few tokens of some questions, so that one unknown word decides nothing. Control tokens stay."""

    def __init__(self, seed, vocabulary, device):
        self._generator = torch.Generator(device).manual_seed(seed)
        self._size, self._first = len(vocabulary), vocabulary.special_count

    def __call__(self, ids):
        draw = torch.rand(ids.shape, generator=self._generator, device=ids.device)
        share = 0.03 * (torch.rand(ids.shape[0], 1, generator=self._generator, device=ids.device) < 0.4)
        random_ids = torch.randint(self._first, self._size, ids.shape, generator=self._generator, device=ids.device)
        return torch.where((draw < share) & (ids >= self._first), random_ids, ids)


def run(options: Options) -> None:
    torch.manual_seed(options.seed)
    random.seed(options.seed)
    log = loop.Log(options.out)
    vocabulary = prepare_vocabulary(options)
    builder = PromptBuilder(vocabulary)
    config = Lfm2Config(vocabulary=len(vocabulary), **(SMOKE_CONFIG if options.smoke else CONFIG))
    model = DecisionModel(config).to(options.device)
    log(
        f"demo-d1: {sum(p.numel() for p in model.parameters()):,} parameters, {len(vocabulary)} tokens, seed {options.seed}"
    )
    checkpoint = options.out / "checkpoint.pt"
    first = torch.load(checkpoint, map_location="cpu", weights_only=True)["step"] if checkpoint.exists() else 0
    stream = Stream(vocabulary, options.seed, 64 if options.smoke else 768, 1 if options.smoke else 14, first)
    noise = TokenNoise(options.seed, vocabulary, options.device)

    def batch_at(step):
        batch = stream.batch_at(step)
        tokens = int(batch["lengths"].sum())
        batch = calibrate.tensors(batch, options.device)
        batch["ids"] = noise(batch["ids"])
        return batch, tokens

    def probe(trained):
        parts = []
        for split in ("train", "validation"):
            tasks = calibrate.accuracy(
                calibrate.scored(trained, builder, split, 200 if options.smoke else 2000, "probe", options.device)
            )
            good, total = tasks.pop("all")
            worst = sorted(tasks, key=lambda name: tasks[name][0] / tasks[name][1])[:6]
            parts.append(
                f"{split} {good / total:.3f} ({', '.join(f'{name} {tasks[name][0]}/{tasks[name][1]}' for name in worst)})"
            )
        return "; ".join(parts)

    try:
        loop.train(model, loss_of, batch_at, options, PEAK_RATE, probe, log=log)
    finally:
        stream.close()
    rows = calibrate.scored(
        model, builder, "validation", 500 if options.smoke else 12_000, "temperatures", options.device
    )
    fitted = calibrate.temperatures(rows)
    (options.out / "temperatures.json").write_text(json.dumps(fitted, indent=1) + "\n")
    log(f"temperatures {fitted}")
    for name, (good, total) in sorted(calibrate.accuracy(rows).items(), key=lambda item: item[1][0] / item[1][1]):
        log(f"validation {name}: {good}/{total} = {good / total:.3f}")
