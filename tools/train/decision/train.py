"""Trains demo-d1: vocabulary, stream of questions, training, temperatures."""

import itertools
import json
import pathlib
import random

import torch
from torch.nn import functional as F

from decision import calibrate, lexis, word_vectors
from decision.data import Stream
from decision.model import CONFIG, SMOKE_CONFIG, DecisionModel, loss_of
from decision.prompt import SPECIALS, PromptBuilder, option_texts, text_of
from decision.questions import examples
from lib import bpe, loop, muon
from lib.lfm2 import Lfm2Config
from lib.options import Options

VOCABULARY = 16_384
PEAK_RATE = 2.5e-3
WARM_UP = 0.05
BATCH = 896
EMBEDDING_RATE = 0.4  # of the rate of the rest: what the dictionaries say should stay
KIN_SHARE = 0.2  # of the words that have kin, in most questions
WORD_COUNTS = {10: 60, 20: 30, 35: 8}  # how often the vocabulary is shown a common word, by its level


def texts_of(count):
    """What the vocabulary is learnt from: states, questions and options of training, and all common words."""
    known = lexis.load()
    for word, level in known.levels.items():
        shown = WORD_COUNTS.get(level, 0) if word in known.senses or level < 35 else 0
        yield from [f" {word}"] * shown + [word, word.capitalize()] * (shown // 8)
    for example in itertools.islice(examples("vocabulary", "train", lexis_share=0.15), count):
        yield text_of("" if example.state is None else example.state)
        yield text_of(example.instructions)
        yield from option_texts(example.type, example.criteria)


def prepare_vocabulary(options: Options):
    """The vocabulary beside this file, learnt before, goes with the weights; without the file it is learnt anew."""
    path, learnt = options.out / "vocabulary.json", pathlib.Path(__file__).with_name("vocabulary.json")
    if not path.exists():
        vocabulary = bpe.Vocabulary.load(learnt) if learnt.exists() else learn_vocabulary()
        vocabulary.save(path)
    return bpe.Vocabulary.load(path)


def learn_vocabulary(count=60_000):
    return bpe.train(texts_of(count), VOCABULARY, SPECIALS)


class TokenNoise:
    """Spoils a batch: in some questions a few tokens become others, so that one unknown word decides nothing, or words
    become their kin; in some a part of the tokens is hidden, to be guessed. Control tokens stay."""

    HIDDEN = 14  # <|reserved_4|>, which no prompt has

    def __init__(self, vocabulary, kin, device):
        self._kin, self._kin_counts = kin.to(device), (kin >= 0).sum(1).to(device)
        self._size, self._first, self._device = len(vocabulary), vocabulary.special_count, device

    def _draw(self, *shape):
        return torch.rand(shape, device=self._device)

    def __call__(self, batch):
        ids = batch["ids"]
        words = ids >= self._first
        share = 0.05 * (self._draw(len(ids), 1) < 0.6)
        others = (self._first + self._draw(*ids.shape) * (self._size - self._first)).long()
        which = (self._draw(*ids.shape) * self._kin_counts[ids]).long()
        kin = self._kin[ids, which]
        swapped = (kin >= 0) & (self._draw(*ids.shape) < KIN_SHARE * (self._draw(len(ids), 1) < 0.6))
        ids = torch.where(swapped, kin, ids)
        hidden = words & (self._draw(*ids.shape) < 0.15) & (self._draw(len(ids), 1) < 0.1)
        hidden[0] |= words[0]  # never none at all
        spoilt = torch.where(words & (self._draw(*ids.shape) < share), others, ids)
        return batch | {
            "ids": torch.where(hidden, self.HIDDEN, spoilt),
            "hidden_words": torch.where(hidden, ids, -1),
        }


def drop_branches(model, share=0.06):
    """Dropout on what each half of a layer adds, while training only."""
    for name, module in model.named_modules():
        if name.endswith(("attn_output", "ffn_down", "out_proj")):
            module.register_forward_hook(lambda m, _, out: F.dropout(out, share, m.training))


def set_rate_of(embedding, optimizer):
    """The embedding learns slower, and does not decay: it is not to leave what it began as where training is silent."""
    for group in optimizer.param_groups:
        if any(p is embedding for p in group["params"]):
            group.update(rate_share=EMBEDDING_RATE, weight_decay=0.0)


def run(options: Options) -> None:
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    random.seed(options.seed)
    log = loop.Log(options.out)
    vocabulary = prepare_vocabulary(options)
    builder = PromptBuilder(vocabulary)
    config = Lfm2Config(vocabulary=len(vocabulary), **(SMOKE_CONFIG if options.smoke else CONFIG))
    model = DecisionModel(config).to(options.device)
    known = lexis.load()
    found = word_vectors.of_common_words(known, config.width, options.device)
    start = word_vectors.token_vectors(vocabulary, known, found, config.width)
    model.trunk.token_embd.start_as(start, kept=vocabulary.special_count)
    kin = word_vectors.token_kin(vocabulary, known, found)
    optimizer = muon.for_trunk(model)
    set_rate_of(model.trunk.token_embd.weight, optimizer)
    drop_branches(model)
    noise = TokenNoise(vocabulary, kin, options.device)
    first = loop.steps_done(options.out)
    stream = Stream(vocabulary, options.seed, 64 if options.smoke else BATCH, 1 if options.smoke else 14, first)
    for p in model.parameters():
        # One batch whose gradient is not a number is lost, not the training.
        p.register_hook(lambda grad: torch.nan_to_num(grad, 0.0, 0.0, 0.0))
    log(
        f"demo-d1: {sum(p.numel() for p in model.parameters()):,} parameters, "
        f"{len(vocabulary)} tokens, seed {options.seed}"
    )

    def batch_at(step):
        arrays = stream.batch_at(step)
        return calibrate.tensors(arrays, "cpu"), int(arrays["lengths"].sum())

    def probe(trained):
        parts = []
        for split in ("train", "validation"):
            tasks = calibrate.accuracy(
                calibrate.scored(trained, builder, split, 200 if options.smoke else 1000, "probe", options.device)
            )
            good, total = tasks.pop("all")
            worst = sorted(tasks, key=lambda name: tasks[name][0] / tasks[name][1])[:6]
            shown = ", ".join(f"{name} {tasks[name][0]}/{tasks[name][1]}" for name in worst)
            parts.append(f"{split} {good / total:.3f} ({shown})")
        return "; ".join(parts)

    try:
        loop.train(
            model,
            lambda trained, batch: loss_of(trained, noise(batch)),
            batch_at,
            options,
            PEAK_RATE,
            probe,
            probe_seconds=45,
            log=log,
            warm_up=WARM_UP,
            optimizer=optimizer,
            recorded=True,
            reserve=8,
        )
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
