"""The training loop that all demo models share: warm-up and cosine, clipping, checkpoints, a log; AdamW by default.

A model brings its parameters, a loss of a batch, batches by step number and a probe; see `train`.
"""

import math
import pathlib
import time

import torch

from lib import fused
from lib.options import Options
from lib.passes import Passes, RecordedPasses

CHECKPOINT_SECONDS = 30
WARM_UP = 0.02  # share of the budget, where a model does not ask for another
FINAL_RATE = 0.02  # share of the peak rate at the end


class Log:
    """Lines to standard output and to DIR/train.log, appended so that a resumed run continues it."""

    def __init__(self, out: pathlib.Path):
        out.mkdir(parents=True, exist_ok=True)
        self._file = open(out / "train.log", "a", encoding="utf-8", buffering=1)

    def __call__(self, line: str) -> None:
        print(line, flush=True)
        self._file.write(line + "\n")


def rate_at(progress: float, peak: float, warm_up: float = WARM_UP) -> float:
    """Linear warm-up, then cosine down to FINAL_RATE of the peak."""
    if progress < warm_up:
        return peak * (progress + 1e-4) / warm_up
    done = min(1.0, (progress - warm_up) / (1 - warm_up))
    return peak * (FINAL_RATE + (1 - FINAL_RATE) * 0.5 * (1 + math.cos(math.pi * done)))


def optimizer_of(model: torch.nn.Module, device: str, decay: float = 0.1) -> torch.optim.AdamW:
    """Weight decay on matrices only. It also keeps activations small, which int8 inference needs."""
    decayed = [p for p in model.parameters() if p.dim() >= 2]
    plain = [p for p in model.parameters() if p.dim() < 2]
    groups = [{"params": decayed, "weight_decay": decay}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.95), fused=device.startswith("cuda"))


def save_atomically(value, path: pathlib.Path) -> None:
    """A reader, or a run that resumes after a crash, never sees half a file."""
    part = path.with_name(path.name + ".part")
    torch.save(value, part)
    part.replace(path)


def steps_done(out: pathlib.Path) -> int:
    """Steps of an earlier run into this folder."""
    path = out / "checkpoint.pt"
    return torch.load(path, map_location="cpu", weights_only=True)["step"] if path.exists() else 0


class Clock:
    """How far a training has come: 0 when its first step begins, 1 when what it was given is used up.

    Wall time is that of the whole command: what was done before the first step counts, and `reserve` seconds are left
    for what follows the last. Earlier runs count too: `trained` seconds at steps and `other` seconds before them.
    """

    def __init__(self, options: Options, reserve: float, trained: float = 0.0, other: float = 0.0):
        self._options, self._reserve = options, reserve
        self._began = time.monotonic()
        self._trained = trained
        self.other = other + self._began - options.started

    @property
    def trained(self) -> float:
        return self._trained + time.monotonic() - self._began

    def progress(self, step: int) -> float:
        if self._options.steps:
            return step / self._options.steps
        return self.trained / max(1.0, 60 * self._options.minutes - self._reserve - self.other)


def train(
    model: torch.nn.Module,
    loss_of,
    batch_at,
    options: Options,
    peak_rate: float,
    probe=None,
    probe_seconds: float = 30.0,
    log: Log | None = None,
    optimizer: torch.optim.Optimizer | None = None,
    warm_up: float = WARM_UP,
    recorded: bool = False,
    reserve: float = 2.0,
) -> None:
    """Trains `model` in place and leaves DIR/checkpoint.pt and, at the end, DIR/weights.pt (the float32 state dict).

    loss_of(model, batch) -> scalar loss; batch_at(step) -> (batch, number of tokens), asked step by step;
    probe(model) -> a short text, logged about every `probe_seconds`. `recorded`: on a GPU, passes are graphs (see
    lib/passes.py) of fused operations (lib/fused.py); `reserve`: seconds of the budget to leave. Takes up
    DIR/checkpoint.pt if it exists.
    """
    log = log or Log(options.out)
    path = options.out / "checkpoint.pt"
    optimizer = optimizer or optimizer_of(model, options.device)
    step, earlier = 0, {}
    if path.exists():
        saved = torch.load(path, map_location=options.device, weights_only=True)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        step, earlier = saved["step"], {"trained": saved["trained"], "other": saved["other"]}
        log(f"resumed at step {step}, {saved['trained']:.0f} s")
    if recorded and options.device.startswith("cuda"):
        fused.enable()
        passes = RecordedPasses(model, loss_of, options.device)
    else:
        passes = Passes(model, loss_of, options.device)
    model.train()
    batch, tokens = batch_at(step)
    passes.prepare(batch)
    clock = Clock(options, reserve, **earlier)
    log(f"{clock.other:.0f} s before the first step")

    logged_at = saved_at = probed_at = time.monotonic()
    tokens_since, loss_sum, loss_count = 0, torch.zeros((), device=options.device), 0

    def checkpoint() -> None:
        done = {"step": step, "trained": clock.trained, "other": clock.other}
        save_atomically({"model": model.state_dict(), "optimizer": optimizer.state_dict(), **done}, path)

    while (progress := clock.progress(step)) < 1:
        rate = rate_at(progress, peak_rate, warm_up)
        for group in optimizer.param_groups:
            group["lr"] = rate * group.get("rate_share", 1.0)
        loss_sum += passes(batch)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        tokens_since, loss_count = tokens_since + tokens, loss_count + 1
        batch, tokens = batch_at(step)

        now = time.monotonic()
        if now - logged_at >= 5 or step == 1:
            speed = tokens_since / (now - logged_at + 1e-9)
            log(
                f"step {step} {clock.trained:.0f}s loss {loss_sum.item() / loss_count:.4f} norm {norm.item():.2f} "
                f"rate {rate:.2e} {speed:,.0f} tokens/s"
            )
            logged_at, tokens_since, loss_count = now, 0, 0
            loss_sum.zero_()
        if probe and now - probed_at >= probe_seconds:
            model.eval()
            log(f"step {step} {clock.trained:.0f}s probe: {probe(model)}")
            model.train()
            probed_at = time.monotonic()
        if now - saved_at >= CHECKPOINT_SECONDS:
            checkpoint()
            saved_at = time.monotonic()

    model.eval()
    checkpoint()
    save_atomically({k: v.detach().float().cpu() for k, v in model.state_dict().items()}, options.out / "weights.pt")
    log(f"finished at step {step}, {clock.trained:.0f} s" + (f"; probe: {probe(model)}" if probe else ""))
