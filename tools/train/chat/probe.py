"""How many replies would be right: each token of the reply is the likeliest one after the true ones before it."""

import collections

import torch

from chat.conversation import encode
from lib import bpe, lfm2
from lib.passes import autocast


def kind_of(conversation) -> str:
    """A coarse name of what the last reply is, for the log."""
    return "think" if conversation.think else conversation.messages[-1].kind


@torch.no_grad()
def accuracy(trunk: lfm2.Trunk, vocabulary: bpe.Vocabulary, conversations: list, device: str) -> str:
    """Share of exact conversations by kind, in percent.

    Runs uncompiled: without gradients all would be compiled anew.
    """
    tokenizer = vocabulary.tokenizer()
    right, count = collections.Counter(), collections.Counter()
    for start in range(0, len(conversations), 100):
        group = conversations[start : start + 100]
        rows = [encode(c, tokenizer) for c in group]
        width = max(len(ids) for ids, _ in rows)
        ids = torch.tensor([r + [bpe.PAD] * (width - len(r)) for r, _ in rows], device=device)
        learnt = torch.tensor([own + [False] * (width - len(own)) for _, own in rows], device=device)
        with autocast(device), torch.compiler.set_stance("force_eager"):
            best = trunk.logits(trunk(ids[:, :-1])).argmax(-1)
        exact = ((best == ids[:, 1:]) | ~learnt[:, 1:]).all(dim=1).tolist()
        for conversation, good in zip(group, exact, strict=True):
            for kind in ("all", kind_of(conversation)):
                right[kind] += good
                count[kind] += 1
    return " ".join(f"{kind} {100 * right[kind] / count[kind]:.0f}%" for kind in sorted(count))
