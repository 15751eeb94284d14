"""Forward and backward passes: run operation by operation, or recorded once as a CUDA graph and replayed.

The demo models are so small that a GPU computes faster than Python starts operations. A graph starts them all at once,
and is made in a fraction of the time that compiling takes.
"""

import contextlib
from collections.abc import Callable

import torch

Batch = dict[str, torch.Tensor]
LossOf = Callable[[torch.nn.Module, Batch], torch.Tensor]


def autocast(device: str):
    """bfloat16 where the device is fast at it."""
    return torch.autocast("cuda", torch.bfloat16) if device.startswith("cuda") else contextlib.nullcontext()


class Passes:
    """An object p is called as p(batch) -> the loss; the gradients are left with the parameters."""

    def __init__(self, model: torch.nn.Module, loss_of: LossOf, device: str):
        self._model, self._loss_of, self._device = model, loss_of, device

    def __call__(self, batch) -> torch.Tensor:
        self._model.zero_grad(set_to_none=True)
        return self._run(batch)

    def prepare(self, batch) -> None:
        """Does what the first pass of such a batch would do once for all."""

    def _run(self, batch) -> torch.Tensor:
        with autocast(self._device):
            loss = self._loss_of(self._model, batch)
        loss.backward()
        return loss.detach()


class RecordedPasses(Passes):
    """For a GPU, and batches in main memory of few different shapes: each is recorded when it is first seen.

    loss_of must not read anything back from the device, nor make tensors whose shapes depend on values. The loss is
    overwritten by the next call.
    """

    def __init__(self, model: torch.nn.Module, loss_of: LossOf, device: str):
        super().__init__(model, loss_of, device)
        self._graphs: dict[tuple, tuple[torch.cuda.CUDAGraph, Batch]] = {}
        self._memory = torch.cuda.graph_pool_handle()  # shared: only one graph runs at a time
        self._loss = torch.zeros((), device=device)
        for p in model.parameters():  # where all graphs leave them
            p.grad = torch.zeros_like(p)
        self._grads = [p.grad for p in model.parameters()]
        self._ended = torch.cuda.Event()

    def prepare(self, batch: Batch) -> None:
        self._graph_of(batch)

    def __call__(self, batch: Batch) -> torch.Tensor:
        graph, inputs = self._graph_of(batch)
        self._ended.synchronize()  # a training ends by the clock: no steps may pile up
        for name, tensor in inputs.items():
            tensor.copy_(batch[name].pin_memory(), non_blocking=True)
        graph.replay()
        self._ended.record()
        return self._loss

    def _graph_of(self, batch: Batch) -> tuple[torch.cuda.CUDAGraph, Batch]:
        """The graph of batches of this shape, and the tensors that it reads."""
        shape = tuple((name, *tensor.shape) for name, tensor in batch.items())
        if shape not in self._graphs:
            self._graphs[shape] = self._record({name: tensor.to(self._device) for name, tensor in batch.items()})
        return self._graphs[shape]

    def _record(self, inputs: Batch) -> tuple[torch.cuda.CUDAGraph, Batch]:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):  # once as it is: libraries set themselves up at the first call
            self._run(inputs)
        torch.cuda.current_stream().wait_stream(stream)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._memory):
            torch._foreach_zero_(self._grads)
            self._loss.copy_(self._run(inputs))
        return graph, inputs
