"""The contrastive loss: a text must find its partner among all texts of the batch, at every width of the vectors."""

import torch
from torch.nn import functional as F

TEMPERATURE = 0.05


def agreement(intents, slots, other_intents, other_slots) -> torch.Tensor:
    """(B, C): which texts are right for which, so that none of them counts as wrong; see pairs.agree."""
    same = intents[:, None] == other_intents
    for k in range(slots.shape[1]):
        a, b = slots[:, k, None], other_slots[:, k]
        same &= (a == b) | (a == 0) | (b == 0)
    return same


def one_way(queries, targets, also_right) -> torch.Tensor:
    """Cross entropy of target i for query i, among the targets that would not be right as well."""
    scores = queries @ targets.T / TEMPERATURE
    also_right = also_right & ~torch.eye(*scores.shape, dtype=torch.bool, device=scores.device)
    labels = torch.arange(len(queries), device=scores.device)
    return F.cross_entropy(scores.masked_fill(also_right, -torch.inf), labels)


def contrastive(vectors: torch.Tensor, intents, slots, widths) -> torch.Tensor:
    """vectors (3B, out): B texts, their partners, lookalikes. Mean over both directions and over `widths`."""
    count = len(vectors) // 3
    forth = agreement(intents[:count], slots[:count], intents[count:], slots[count:])
    back = agreement(intents[count : 2 * count], slots[count : 2 * count], intents[:count], slots[:count])
    total = 0.0
    for width in widths:
        cut = F.normalize(vectors[:, :width], dim=-1)
        first, second, rest = cut[:count], cut[count : 2 * count], cut[count:]
        total = total + one_way(first, rest, forth) + one_way(second, first, back)
    return total / (2 * len(widths))
