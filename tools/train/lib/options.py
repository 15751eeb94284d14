"""What `tools/train/train` was asked for; every model's train.run() takes one."""

import dataclasses
import pathlib


@dataclasses.dataclass(frozen=True)
class Options:
    """The command ends after `minutes` of wall time or, if given, after `steps`; both count what earlier runs did.

    started: time.monotonic() when the command began.
    """

    out: pathlib.Path
    minutes: float
    steps: int | None
    device: str
    seed: int
    smoke: bool
    started: float
