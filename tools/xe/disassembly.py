"""Counts what matters in the disassembly of an Xe-LP kernel: the instructions of each loop, and the memory messages.

A line is `L656:`, or `(W&f0.0) mnemonic (SIMD|Mn) operands {flags} // comment`. A branch backwards makes a loop.
"""
import re
from dataclasses import dataclass, field

LABEL = re.compile(r"^L(\d+):$")
INSTRUCTION = re.compile(r"^(?:\([^)|]*\)\s*)?([a-z][\w.]*)\b")
TARGET = re.compile(r"\bL(\d+)\b")
DESCRIPTOR = re.compile(r"\b0x([0-9A-F]{8})\s")
WIDE_OPERAND = re.compile(r":u?q\b")
BRANCHES = {"while", "goto", "jmpi", "brc", "brd", "break", "cont", "if", "else", "endif", "join", "call", "calla"}
CARRIES = {"addc", "subb"}  # Xe-LP adds 64-bit integers as two halves
SCRATCH_BLOCK = re.compile(r"hword scratch block (?:read|write) x(\d)")
REGISTER_BYTES = 32

# Message kinds, in the order of the report. `slm`: shared local memory; `untyped`: words of global memory, one for each
# work-item; `byte`: bytes, halves, or single words of global memory; `block`: consecutive memory for the whole thread;
# `stateless`: global memory by 64-bit address, and arrays that are not in registers; `scratch`: spilled registers;
# `sync`: barriers and fences.
KINDS = ("slm", "untyped", "byte", "block", "stateless", "scratch", "sync", "other")
LOCAL_SURFACE = 0xFE
STATELESS_SURFACES = (0xFF, 0xFD)


@dataclass
class Counts:
    instructions: int = 0
    dp4a: int = 0
    wide: int = 0  # on 64-bit integers, moves of addresses included
    sends: dict = field(default_factory=lambda: dict.fromkeys(KINDS, 0))


@dataclass
class Loop:
    start: int  # byte offset of its first instruction in the code
    first: int  # lines [first, last]
    last: int
    innermost: bool = True
    own: Counts = field(default_factory=Counts)  # what lies in no inner loop


@dataclass
class Kernel:
    total: Counts
    loops: list  # of Loop, in order
    spilled_bytes: int  # of registers kept in memory, for a thread


def send_kind(line):
    """One of KINDS, or None for what ends the thread."""
    comment = line.rpartition(";")[2].strip() if "//" in line else ""
    if "end of thread" in comment:
        return None
    if "scratch" in comment:
        return "scratch"
    if "fence" in comment or "barrier" in comment or "send.gtwy" in line:
        return "sync"
    descriptor = DESCRIPTOR.search(line)
    surface = int(descriptor.group(1), 16) & 0xFF if descriptor else None
    if "a64" in comment or surface in STATELESS_SURFACES:
        return "stateless"
    if surface == LOCAL_SURFACE:
        return "slm"
    if "block" in comment:
        return "block"
    if "byte" in comment:
        return "byte"
    return "untyped" if "untyped" in comment else "other"


def add(counts, mnemonic, line):
    counts.instructions += 1
    base = mnemonic.partition(".")[0]
    if base == "dp4a":
        counts.dp4a += 1
    elif base in ("send", "sends", "sendc"):
        kind = send_kind(line)
        if kind is not None:
            counts.sends[kind] += 1
    elif base in CARRIES or WIDE_OPERAND.search(line):
        counts.wide += 1


def find_loops(lines):
    label_line = {int(m.group(1)): i for i, line in enumerate(lines) if (m := LABEL.match(line.strip()))}
    last_of = {}
    for i, line in enumerate(lines):
        match = INSTRUCTION.match(line.strip())
        if not match or match.group(1).partition(".")[0] not in BRANCHES:
            continue
        for target in map(int, TARGET.findall(line)):
            if label_line.get(target, i) < i:
                last_of[target] = i
    loops = [Loop(start, label_line[start], last) for start, last in sorted(last_of.items())]
    for loop in loops:
        loop.innermost = not any(
            other is not loop and loop.first <= other.first and other.last <= loop.last for other in loops)
    return loops


def spilled_end(line):
    """Where the scratch memory that the line's message touches ends, in bytes; 0 if it touches none."""
    block = SCRATCH_BLOCK.search(line)
    if not block:
        return 0
    first = int(DESCRIPTOR.search(line).group(1), 16) & 0xFFF
    return (first + int(block.group(1))) * REGISTER_BYTES


def read_kernel(text):
    lines = text.splitlines()
    loops = find_loops(lines)
    total = Counts()
    spilled = 0
    for i, line in enumerate(lines):
        match = INSTRUCTION.match(line.strip())
        if not match or LABEL.match(line.strip()):
            continue
        add(total, match.group(1), line)
        spilled = max(spilled, spilled_end(line))
        around = [loop for loop in loops if loop.first <= i <= loop.last]
        if around:
            add(min(around, key=lambda loop: loop.last - loop.first).own, match.group(1), line)
    return Kernel(total, loops, spilled)
