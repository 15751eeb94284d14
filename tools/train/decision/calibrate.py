"""Temperatures: for each type and number of options the one that makes the validation questions most probable."""

import itertools

import torch

from decision.data import arrays_of, build
from decision.model import bucket
from decision.questions import examples

TYPES = ("choice", "score", "noul")
SMALLEST = 100  # with fewer questions a bucket takes its type's temperature


def tensors(batch, device):
    return {
        key: torch.from_numpy(value).long().to(device)
        if value.dtype != "float32"
        else torch.from_numpy(value).to(device)
        for key, value in batch.items()
    }


@torch.no_grad()
def scored(model, builder, split, count, seed, device, batch_size=256):
    """[(example, scores of its options)] for `count` questions of a split."""
    items = list(itertools.islice(examples(seed, split), count))
    items.sort(key=lambda e: len(str(e.state)) + len(str(e.criteria)))
    out = []
    model.eval()
    for i in range(0, len(items), batch_size):
        part = items[i : i + batch_size]
        batch = tensors(arrays_of([build(builder, e) for e in part]), device)
        with torch.compiler.set_stance("force_eager"):  # without gradients all would be compiled anew
            scores = model(batch["ids"], batch["lengths"], batch["types"], batch["markers"]).float().cpu()
        out += [(e, row[: len(e.target)]) for e, row in zip(part, scores)]
    return out


def _best(rows):
    """The temperature of 0.3 to 6 with the least cross-entropy; the curve has one valley."""
    width = max(len(scores) for _, scores in rows)
    scores = torch.stack([torch.nn.functional.pad(s, (0, width - len(s)), value=-1e4) for _, s in rows])
    targets = torch.stack(
        [torch.nn.functional.pad(torch.tensor(e.target), (0, width - len(e.target))) for e, _ in rows]
    )
    grid = torch.logspace(-0.52, 0.78, 200)
    losses = torch.stack([-(targets * (scores / t).log_softmax(-1)).sum(-1).mean() for t in grid])
    return round(grid[losses.argmin()].item(), 4)


def temperatures(rows):
    """rows as `scored` gives them -> `choice.3_5` and the like -> temperature."""
    out = {}
    for kind in TYPES:
        of_kind = [(e, s) for e, s in rows if e.type == kind and len(e.target) > 1]
        if of_kind:
            out[kind] = _best(of_kind)
        for name in sorted({bucket(len(e.target)) for e, _ in of_kind}):
            part = [(e, s) for e, s in of_kind if bucket(len(e.target)) == name]
            if len(part) >= SMALLEST:
                out[f"{kind}.{name}"] = _best(part)
    return out


def temperature_of(fitted, example):
    """What the engine takes of temperatures() for a question."""
    return fitted.get(f"{example.type}.{bucket(len(example.target))}", fitted.get(example.type, 1.0))


def accuracy(rows):
    """Share of right answers among the clear questions, for all and by generator."""
    by_task = {}
    for example, scores in rows:
        if example.clear:
            right = int(scores.argmax()) == example.answer
            for name in ("all", example.task):
                good, total = by_task.get(name, (0, 0))
                by_task[name] = good + right, total + 1
    return by_task
