"""Rows of held-out quality and the markdown table that cards show."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Row:
    """One measured figure. `goal` is the least (with `at_most` the greatest) value that will do; None only reports."""

    what: str
    count: int
    value: float
    goal: float | None = None
    at_most: bool = False
    percent: bool = True

    @property
    def missed(self) -> bool:
        if self.goal is None:
            return False
        return self.value > self.goal if self.at_most else self.value < self.goal

    def text(self, number: float) -> str:
        return f"{100 * number:.1f} %" if self.percent else f"{number:.3f}"


def markdown(rows: list[Row]) -> str:
    lines = ["| held-out | questions | measured | goal |", "| --- | --- | --- | --- |"]
    for row in rows:
        goal = (
            ""
            if row.goal is None
            else ("<= " if row.at_most else ">= ") + row.text(row.goal) + (" (missed)" if row.missed else "")
        )
        lines.append(f"| {row.what} | {row.count:,} | {row.text(row.value)} | {goal} |")
    return "\n".join(lines)
