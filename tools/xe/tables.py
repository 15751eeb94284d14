"""Writes reports as text for a terminal, or as the page docs/xe-report.md."""
import itertools

KERNEL_COLUMNS = ("kernel", "SIMD", "registers", "SLM", "scratch", "spilled", "instructions")
SUMMARY_COLUMNS = ("kernel", "programs", "SIMD", "registers", "SLM", "scratch", "spilled", "dp4a of a loop")
LOOP_COLUMNS = ("loop", "instr", "dp4a", "slm", "untyped", "byte", "block", "stateless", "scratch", "sync", "int64")
COLUMNS = KERNEL_COLUMNS + LOOP_COLUMNS

INTRODUCTION = """# Kernels as compiled for Xe-LP

Made by `tools/xe_report --markdown docs/xe-report.md`; do not edit. Every program that the product builds for an Intel
N100 (Alder Lake N) with its default tuning, compiled without the device by Debian's compiler
({version}).
The driver of another distribution brings a newer compiler, which may allocate registers differently.

The first table has a line for each kernel, with the largest figure of all programs that it is built in (SIMD: all that
occur), and the loop with the most dp4a: how many of its instructions they are.

Columns of a kernel: work-items of one hardware thread (SIMD); the most registers (of 32 bytes) that hold values at a
time, and how many a thread has; bytes of shared local memory, `+` where an argument adds to them; bytes of scratch
memory of a thread, for what is not in registers, and how many of them hold spilled registers; instructions.

Then a row for each loop, without the loops inside it: the place of its code, `*` where it has loops inside; its
instructions; how many of them are dp4a (for up to 16 work-items each); its messages to shared local memory (slm), to
words of global memory (untyped), to bytes, halves or single words of it (byte), to consecutive words for a whole thread
(block), to 64-bit addresses (stateless), to spilled registers (scratch); barriers and fences (sync); operations on
64-bit integers. Code that runs once is in no row.

`tools/check` and `tools/test` fail when a kernel of {hot}
has scratch memory, or when a GEMM or GEMV has no dp4a in its loops or less than 16 work-items in a thread.
"""


def kernel_cells(report):
    facts = report.facts
    local = "%d%s" % (facts.local_bytes, "+" if facts.local_arguments else "")
    live = "%d/%d" % (report.live_registers, facts.registers)
    return [facts.name, facts.simd, live, local, facts.scratch_bytes, report.code.spilled_bytes,
            report.code.total.instructions]


def loop_cells(loop):
    own = loop.own
    return ["L%d%s" % (loop.start, "" if loop.innermost else "*"), own.instructions, own.dp4a,
            *(own.sends[kind] for kind in LOOP_COLUMNS[3:10]), own.wide]


def rows(reports):
    """Cells of every row below the header; the loops of a kernel after the first have no kernel columns."""
    for report in reports:
        loops = [loop_cells(loop) for loop in report.code.loops] or [[""] * len(LOOP_COLUMNS)]
        for i, cells in enumerate(loops):
            yield [str(cell) for cell in (kernel_cells(report) if i == 0 else [""] * len(KERNEL_COLUMNS)) + cells]


def summary_cells(reports):
    """One kernel in all its programs."""
    facts = [report.facts for report in reports]
    loops = [loop.own for report in reports for loop in report.code.loops if loop.own.dp4a]
    busiest = max(loops, key=lambda own: own.dp4a, default=None)
    return [facts[0].name, len(reports), ", ".join(map(str, sorted({f.simd for f in facts}))),
            "%d/%d" % (max(report.live_registers for report in reports), max(f.registers for f in facts)),
            "%d%s" % (max(f.local_bytes for f in facts), "+" if any(f.local_arguments for f in facts) else ""),
            max(f.scratch_bytes for f in facts), max(report.code.spilled_bytes for report in reports),
            "%d of %d" % (busiest.dp4a, busiest.instructions) if busiest else ""]


def summary(reports):
    kernels = {}
    for report in sorted(reports, key=lambda report: report.file):
        kernels.setdefault((report.file, report.facts.name), []).append(report)
    return [[str(cell) for cell in summary_cells(group)] for group in kernels.values()]


def by_program(reports):
    """(file, defines, reports), files in alphabetical order, the programs of a file in the order they are built."""
    ordered = sorted(reports, key=lambda report: report.file)
    for (file, defines), group in itertools.groupby(ordered, key=lambda report: (report.file, report.defines)):
        yield file, defines, list(group)


def as_text(reports):
    lines = []
    for file, defines, group in by_program(reports):
        table = [COLUMNS, *rows(group)]
        widths = [max(map(len, column)) for column in zip(*table)]
        lines.append(" ".join(filter(None, (file, defines))))
        for name, *cells in table:
            numbers = (cell.rjust(width) for cell, width in zip(cells, widths[1:]))
            lines.append("  ".join(("", name.ljust(widths[0]), *numbers)).rstrip())
        lines.append("")
    return "\n".join(lines)


def markdown_table(columns, cells):
    """The first column is code."""
    lines = ["| " + " | ".join(columns) + " |", "| --- |" + " ---: |" * (len(columns) - 1)]
    for name, *others in cells:
        lines.append("| " + " | ".join(["`%s`" % name if name else "", *others]) + " |")
    return lines + [""]


def as_markdown(reports, version, hot_files):
    hot = sorted("`%s`" % file for file in hot_files)
    lines = [INTRODUCTION.format(version=version or "version unknown", hot=", ".join(hot[:-1]) + " or " + hot[-1])]
    lines += markdown_table(SUMMARY_COLUMNS, summary(reports))
    previous = None
    for file, defines, group in by_program(reports):
        if file != previous:
            lines += ["## " + file, ""]
        previous = file
        if defines:
            lines += ["`%s`" % defines, ""]
        lines += markdown_table(COLUMNS, rows(group))
    return "\n".join(lines).rstrip() + "\n"
