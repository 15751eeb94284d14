"""Sets of tools and requests for them, for training only: a request is to be matched with a description, not learnt.

A file of texts/tools has a line `ask:` with questions, and for each tool `## name`, lines `names:` and `about:` and the
requests. Within a set the tools exclude one another.
"""

import pathlib

from decision.kinds import Label, Labels
from decision.split import ONLY_TRAINING
from decision.texts.assistant import TOOLS


def _read(path):
    head, *parts = path.read_text(encoding="utf-8").split("\n## ")
    name = ONLY_TRAINING + path.stem
    labels = []
    for part in parts:
        tool, names, about, *says = part.strip().split("\n")
        labels.append(
            Label(
                f"{name}.{tool}",
                "\n".join(says),
                names.removeprefix("names:"),
                about.removeprefix("about:"),
            )
        )
    own = head.split("\nask:", 1)[1]
    return Labels(name, own.split(" / ") + TOOLS.ask.of["train"], labels)


SETS = [_read(path) for path in sorted(pathlib.Path(__file__).with_name("tools").glob("*.txt"))]
