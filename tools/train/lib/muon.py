"""Muon for the matrices of the layers, AdamW for the rest, as one optimizer.

Muon replaces the momentum of a matrix by the nearest matrix with equal singular values, so that rare directions learn
as fast as frequent ones; small transformers need about half the steps of AdamW. The update is scaled to the size that
AdamW would have, so that both kinds share one learning rate. Matrices of equal shape are updated as one batch.
"""

import collections

import torch


def orthogonal(g: torch.Tensor) -> torch.Tensor:
    """(batch, rows, columns) -> about the nearest matrices whose singular values are 1, by five Newton-Schulz steps."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g.bfloat16() if g.is_cuda else g
    wide = x.shape[-2] <= x.shape[-1]
    x = x if wide else x.mT
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        s = x @ x.mT
        x = a * x + (b * s + c * s @ s) @ x
    return (x if wide else x.mT).to(g.dtype)


class MuonAdamW(torch.optim.Optimizer):
    """Groups with `muon` true hold matrices; the others are AdamW's (betas, eps)."""

    def __init__(self, groups: list[dict], lr: float = 1e-3):
        defaults = {"lr": lr, "muon": False, "momentum": 0.95, "betas": (0.9, 0.95), "eps": 1e-8, "weight_decay": 0.0}
        super().__init__(groups, defaults)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            params = [p for p in group["params"] if p.grad is not None]
            if group["muon"]:
                self._muon(params, group)
            else:
                self._adamw(params, group)

    def _buffers(self, params: list[torch.Tensor], name: str) -> list[torch.Tensor]:
        for p in params:
            if name not in self.state[p]:
                self.state[p][name] = torch.zeros_like(p)
        return [self.state[p][name] for p in params]

    def _muon(self, params: list[torch.Tensor], group: dict) -> None:
        shapes = collections.defaultdict(list)
        for p in params:
            shapes[p.shape].append(p)
        for shape, same in shapes.items():
            grads = [p.grad for p in same]
            momenta = self._buffers(same, "momentum")
            torch._foreach_lerp_(momenta, grads, 1 - group["momentum"])
            updates = orthogonal(torch.stack(torch._foreach_lerp(grads, momenta, group["momentum"])))
            torch._foreach_mul_(same, 1 - group["lr"] * group["weight_decay"])
            torch._foreach_add_(same, list(updates.unbind()), alpha=-group["lr"] * 0.2 * max(shape) ** 0.5)

    def _adamw(self, params: list[torch.Tensor], group: dict) -> None:
        grads = [p.grad for p in params]
        first, second = self._buffers(params, "first"), self._buffers(params, "second")
        group["steps"] = group.get("steps", 0) + 1
        beta1, beta2 = group["betas"]
        torch._foreach_lerp_(first, grads, 1 - beta1)
        torch._foreach_mul_(second, beta2)
        torch._foreach_addcmul_(second, grads, grads, 1 - beta2)
        scale = torch._foreach_sqrt(torch._foreach_div(second, 1 - beta2 ** group["steps"]))
        torch._foreach_add_(scale, group["eps"])
        torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
        torch._foreach_addcdiv_(params, first, scale, -group["lr"] / (1 - beta1 ** group["steps"]))


def for_trunk(model: torch.nn.Module, decay: float = 0.1) -> MuonAdamW:
    """Muon on the matrices of the layers; AdamW, with decay, on the embedding and without it on norms and kernels."""
    named = dict(model.named_parameters())
    embedding = [p for name, p in named.items() if name.endswith("token_embd.weight")]
    kernels = [p for name, p in named.items() if p.dim() < 2 or name.endswith("shortconv.conv.weight")]
    apart = {id(p) for p in embedding + kernels}
    matrices = [p for p in named.values() if id(p) not in apart]
    return MuonAdamW(
        [
            {"params": matrices, "muon": True, "weight_decay": decay},
            {"params": embedding, "weight_decay": decay},
            {"params": kernels, "weight_decay": 0.0},
        ]
    )
