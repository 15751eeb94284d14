"""What `tools/train/train` was asked for; every model's train.run() takes one."""

import dataclasses
import pathlib


@dataclasses.dataclass(frozen=True)
class Options:
    """Training ends after `minutes` of wall time or, if given, after `steps`; both count what earlier runs did."""

    out: pathlib.Path
    minutes: float
    steps: int | None
    device: str
    seed: int
    smoke: bool

    def progress(self, step: int, seconds: float) -> float:
        """0 at the start, 1 at the end of the budget."""
        return step / self.steps if self.steps else seconds / (60 * self.minutes)
