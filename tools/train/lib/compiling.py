"""Compiles layers before the clock of a training starts."""

import time
from collections.abc import Callable, Iterable

import torch


def compile_layers(layers: Iterable[torch.nn.Module], passes: Iterable[Callable[[], torch.Tensor]], log) -> None:
    """Fuses the small operations of each layer, in place. Where the machine has no compiler for that, training goes on
    without.

    passes: functions that give a loss each, of batches as short and as long as training has, so that every shape that
    is compiled apart is compiled here. Their gradients must be dropped afterwards.
    """
    start = time.monotonic()
    try:
        for layer in layers:
            layer.compile(dynamic=True)
        for one in passes:
            one().backward()
        log(f"compiled in {time.monotonic() - start:.0f} s")
    except Exception as error:  # whatever a compiler may raise
        torch.compiler.set_stance("force_eager")
        log(f"not compiled: {type(error).__name__}: {str(error)[:200]}")
