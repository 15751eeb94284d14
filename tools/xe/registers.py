"""How many registers of a thread hold values at a time, in the disassembly of an Xe-LP kernel.

The compiler deals registers out in turn, so that the ones named say nothing; what counts towards a spill is how many
are live. A register is live from a write to the last read that may see it. Divergent lanes take both ways of a branch,
so every branch also falls through.
"""
import re

import disassembly

REGISTER_BYTES = 32
TYPE_BYTES = {"b": 1, "ub": 1, "w": 2, "uw": 2, "hf": 2, "bf": 2, "d": 4, "ud": 4, "f": 4, "q": 8, "uq": 8, "df": 8}
WIDTH = re.compile(r"\((\d+)\|M\d+\)")
OPERAND = re.compile(r"(?<![\w.])r(\d+)(?:\.(\d+))?(?:<([\d;,]+)>)?(?::(\w+))?")
CONDITION = re.compile(r"^\(\w+\)f\d")  # (gt)f0.0 before the operands
PREDICATED = re.compile(r"^\([^)|]*f\d")
PLAIN_REGISTER = re.compile(r"(?<![\w.])(?:r(\d+)|null)\b")
MESSAGE_LENGTHS = re.compile(r"wr:(\d+)h?\+(\d+), rd:(\d+)")


def span(first_byte, last_byte):
    return range(first_byte // REGISTER_BYTES, last_byte // REGISTER_BYTES + 1)


def operand_registers(match, width):
    """(registers, those among them that are wholly covered)"""
    number, sub, region, kind = match.groups()
    size = TYPE_BYTES.get(kind, 4)
    start = int(number) * REGISTER_BYTES + int(sub or 0) * size
    strides = [int(s) for s in re.split("[;,]", region)] if region else [1]
    step = strides[-1]  # <step> of a destination, <rows;width,step>, <rows;step> of a source
    if len(strides) == 3 and strides[1]:
        rows, columns = max(width // strides[1], 1), min(strides[1], width)
        reach = (rows - 1) * strides[0] + (columns - 1) * step
    elif len(strides) == 2 and not step and strides[0]:
        reach = (width - 1) * strides[0]
    else:
        reach = (width - 1) * step
    end = start + reach * size + size
    registers = span(start, end - 1)
    whole = {r for r in registers if step == 1 and start <= r * REGISTER_BYTES and (r + 1) * REGISTER_BYTES <= end}
    return set(registers), whole


def message_registers(line):
    """(read, written) of a send."""
    lengths = MESSAGE_LENGTHS.search(line)
    names = PLAIN_REGISTER.findall(line.partition("//")[0])[:3]
    if not lengths or len(names) < 3:
        return set(), set()
    first, second, result = map(int, lengths.groups())
    blocks = [range(int(name), int(name) + length) if name else range(0)
              for name, length in zip(names, (result, first, second))]
    return {*blocks[1], *blocks[2]}, set(blocks[0])


def effects(line, mnemonic):
    """(read, overwritten) registers of an instruction."""
    if mnemonic.startswith("send"):
        return message_registers(line)
    width_text = WIDTH.search(line)
    if not width_text:
        return set(), set()
    width = int(width_text.group(1))
    words = line[width_text.end():].partition("{")[0].partition("//")[0].split()
    operands = [word for word in words if not CONDITION.match(word)]
    predicated = PREDICATED.match(line.lstrip()) and mnemonic != "sel"
    read, overwritten = set(), set()
    for place, word in enumerate(operands):
        match = OPERAND.search(word)
        if not match:
            continue
        registers, whole = operand_registers(match, width)
        if place > 0:
            read |= registers
        elif not predicated:
            overwritten = whole
    return read, overwritten


def most_live(text, all_registers):
    """The largest number of registers live at once."""
    lines = [line.strip() for line in text.splitlines()]
    label_line = {int(m.group(1)): i for i, line in enumerate(lines) if (m := disassembly.LABEL.match(line))}
    steps = []
    for i, line in enumerate(lines):
        match = disassembly.INSTRUCTION.match(line)
        if not match or disassembly.LABEL.match(line):
            steps.append((frozenset(), frozenset(), [i + 1]))
            continue
        read, overwritten = effects(line, match.group(1))
        following = [i + 1]
        if match.group(1).partition(".")[0] in disassembly.BRANCHES:
            following += [label_line[t] for t in map(int, disassembly.TARGET.findall(line)) if t in label_line]
        steps.append((frozenset(read), frozenset(overwritten), following))
    before = [frozenset()] * (len(steps) + 1)
    changed = True
    while changed:
        changed = False
        for i in range(len(steps) - 1, -1, -1):
            read, overwritten, following = steps[i]
            live = read | (frozenset().union(*(before[j] for j in following if j < len(before))) - overwritten)
            if live != before[i]:
                before[i] = live
                changed = True
    return min(max(map(len, before)), all_registers)
