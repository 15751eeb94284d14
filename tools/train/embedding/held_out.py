"""What training never sees: the section "embedding" of held_out.json and three rules for numbers."""

import functools
import json
import pathlib

FILE = pathlib.Path(__file__).resolve().parents[1] / "held_out.json"


@functools.cache
def section() -> dict:
    """{"values": {list: [patterns]}, "templates": {intent: {"ask": [..], "tell": [..]}}, "texts": [..]}"""
    return json.loads(FILE.read_text(encoding="utf-8"))["embedding"]


def holds_number(number: int) -> bool:
    return number % 10 == 7


def holds_time(hour: int, minute: int) -> bool:
    return (hour + minute // 5) % 6 == 0


def holds_date(day: int, month: int) -> bool:
    return (day + month) % 6 == 0
