"""What a kernel must keep to on Xe-LP. Broken, it runs several times slower there, which no other test would show."""
import re

# Where nearly all of a step's time goes.
HOT_FILES = {"gemm.cl", "gemv.cl", "attention.cl", "symmetric_attention.cl"}
# Kernels that multiply int8 matrices.
DOT_KERNEL = re.compile(r"^(gemm|gemv)")


def problems(report):
    """What is wrong with the kernel, in words; empty when nothing is."""
    found = []
    spilled = report.code.spilled_bytes
    if report.file in HOT_FILES and spilled:
        found.append("%d bytes of registers are spilled to memory; a smaller tile needs fewer" % spilled)
    elif report.file in HOT_FILES and report.facts.scratch_bytes:
        found.append("%d bytes of arrays are kept in memory: index them by constants only, in unrolled loops" %
                     report.facts.scratch_bytes)
    if DOT_KERNEL.match(report.facts.name):
        if report.facts.simd < 16:  # every thread reads the same rows: half the work-items, twice the reading
            found.append("a thread has %d work-items, since more would not fit its registers; "
                         "a smaller tile needs fewer" % report.facts.simd)
        # A loop that only copies a tile has none; where everything is unrolled there is no loop.
        in_loops = sum(loop.own.dp4a for loop in report.code.loops)
        if not (in_loops if report.code.loops else report.code.total.dp4a):
            found.append("no loop has a dp4a instruction: the dot product is done by other means")
    return found
