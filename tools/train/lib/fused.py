"""Small operations compiled into one pass over memory. A demo model's time is mostly theirs, not its matrices'."""

import functools

import torch
import torch.fx.experimental._config

_enabled = False


def enable() -> None:
    """From now on, functions that are marked run compiled; where compiling fails, as they are."""
    global _enabled
    _enabled = True
    torch._dynamo.config.suppress_errors = True
    torch.fx.experimental._config.use_duck_shape = False  # a batch of as many rows as tokens is no other shape


def fused(function):
    """Marks a function of tensors of any shapes. It is compiled at its first call, once for all shapes.

    Like any part of a model it can be run as it is: with torch.compiler.set_stance("force_eager").
    """
    compiled = functools.cache(lambda: torch.compile(function, dynamic=True))

    @functools.wraps(function)
    def call(*arguments):
        return (compiled() if _enabled else function)(*arguments)

    return call
