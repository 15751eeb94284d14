#!/usr/bin/env python3
"""Tests of tools/xe_report, with the real compiler."""
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest

import device_binary
import disassembly
import programs
import registers

HERE = os.path.dirname(os.path.abspath(__file__))

# More sums than a thread has registers.
SPILLING = """
#define ALL(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)
#define LOAD(i) float16 v##i = vload16(get_global_id(0) * 12 + i, a);
#define FOLD(i) v##i = fma(v##i, v0.s1, v1.s3210456789abcdef);
#define STORE(i) vstore16(v##i, get_global_id(0) * 12 + i, out);
__kernel void spills(__global const float* a, __global float* out, int n) {
  ALL(LOAD)
  for (int k = 0; k < n; ++k) { ALL(FOLD) v1 += v3.sfedcba9876543210; }
  ALL(STORE)
}
"""

# The same array index known only at run time.
ARRAY = """
__kernel void keeps_array(__global const float* a, __global float* out, int n) {
  float r[160];
  for (int i = 0; i < 160; ++i) r[i] = a[get_global_id(0) * 160 + i];
  for (int k = 0; k < n; ++k) r[(k * k + n) % 160] += r[(k + n * 7) % 160];
  for (int i = 0; i < 160; ++i) out[get_global_id(0) * 160 + i] = r[i];
}
"""

PRODUCT = """
#ifdef DP4A
int __builtin_IB_dp4a_ss(int acc, int a, int b);
#define dot(acc, a, b) __builtin_IB_dp4a_ss(acc, a, b)
#else
// Not a dot product: this compiler makes dp4a of any sum of four products of bytes.
inline int dot(int acc, int a, int b) {
  const int low = (a << 24 >> 24) * (b << 24 >> 24) + (a << 16 >> 24) * (b << 16 >> 24);
  return acc + (low ^ (a << 8 >> 24) * (b << 8 >> 24) ^ (a >> 24) * (b >> 24));
}
#endif
#ifndef WIDTH
#define WIDTH 16
#endif
__kernel __attribute__((reqd_work_group_size(64, 1, 1), intel_reqd_sub_group_size(WIDTH)))
void gemm_small(__global const int* a, __global const int* b, __global int* out, int n) {
  __local int tile[64];
  int acc = 0;
  for (int k = 0; k < n; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[get_local_id(0)] = b[k * 64 + (int)get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    acc = dot(acc, a[k * n + (int)get_global_id(0)], tile[get_local_id(0) ^ k & 63]);
  }
  out[get_global_id(0)] = acc;
}
"""


def program(file, source, defines=""):
    return {"file": file, "defines": defines, "options": "-cl-std=CL1.2 " + defines, "source": source}


def compiled(*wanted):
    reports, errors = programs.compile_programs(wanted, "ocloc", 2, None)
    assert not errors, errors
    return reports


class XeReport(unittest.TestCase):
    """The whole program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def report(self, wanted, *arguments):
        """(exit status, standard output, standard error)"""
        with open(self.path("programs.json"), "w", encoding="utf-8") as listing:
            json.dump(wanted, listing)
        tool = os.path.join(HERE, "xe_report.py")
        command = [sys.executable, tool, "--programs", self.path("programs.json"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_spill_in_a_hot_kernel_fails(self):
        status, _, problems = self.report([program("attention.cl", SPILLING, "-DTILE=3")])
        self.assertEqual(status, 1)
        self.assertRegex(problems, r"FAIL attention.cl -DTILE=3 spills: [1-9]\d* bytes of registers are spilled")

    def test_spill_elsewhere_is_shown_only(self):
        status, shown, problems = self.report([program("rows.cl", SPILLING)])
        self.assertEqual((status, problems), (0, ""))
        self.assertIn("spills", shown)

    def test_array_in_memory_in_a_hot_kernel_fails(self):
        status, _, problems = self.report([program("attention.cl", ARRAY)])
        self.assertEqual(status, 1)
        self.assertRegex(problems, r"keeps_array: \d+ bytes of arrays are kept in memory")

    def test_gemm_without_dp4a_fails(self):
        status, _, problems = self.report([program("gemm.cl", PRODUCT), program("gemm.cl", PRODUCT, "-DDP4A")])
        self.assertEqual(status, 1)
        self.assertEqual(problems, "FAIL gemm.cl gemm_small: no loop has a dp4a instruction: "
                                   "the dot product is done by other means\n")

    def test_gemm_with_dp4a_passes(self):
        status, shown, problems = self.report([program("gemm.cl", PRODUCT, "-DDP4A")])
        self.assertEqual((status, problems), (0, ""))
        self.assertIn("1 kernels of 1 programs, 0 problems", shown)

    def test_gemm_of_narrow_threads_fails(self):
        status, _, problems = self.report([program("gemm.cl", PRODUCT, "-DDP4A -DWIDTH=8")])
        self.assertEqual(status, 1)
        self.assertIn("gemm_small: a thread has 8 work-items", problems)

    def test_compiler_log_is_shown(self):
        broken = program("gemm.cl", "__kernel void broken() { undeclared = 1; }")
        status, shown, problems = self.report([broken, program("gemm.cl", PRODUCT, "-DDP4A")])
        self.assertEqual(status, 1)
        self.assertIn("FAIL gemm.cl [-cl-std=CL1.2 ] does not compile for adl-n", problems)
        self.assertIn("use of undeclared identifier 'undeclared'", problems)
        self.assertIn("gemm_small", shown)

    def test_missing_compiler(self):
        status, _, problems = self.report([program("gemm.cl", PRODUCT)], "--ocloc", "/nonexistent/ocloc")
        self.assertEqual(status, 2)
        self.assertIn("/nonexistent/ocloc, Intel's offline compiler, is not installed; apt-get install", problems)

    def test_page_is_compared(self):
        wanted = [program("gemm.cl", PRODUCT, "-DDP4A")]
        page = self.path("page.md")
        self.assertEqual(self.report(wanted, "--markdown", page)[0], 0)
        self.assertEqual(self.report(wanted, "--check", page)[0], 0)
        with open(page, "a", encoding="utf-8") as file:
            file.write("edited\n")
        status, _, problems = self.report(wanted, "--check", page)
        self.assertEqual(status, 1)
        self.assertIn("page.md is not what the kernels are now", problems)

    def test_only_and_keep(self):
        wanted = [program("gemm.cl", PRODUCT, "-DDP4A"), program("rows.cl", SPILLING)]
        status, shown, _ = self.report(wanted, "--only", "gemm.cl", "--keep", self.path("kept"))
        self.assertEqual(status, 0)
        self.assertNotIn("rows.cl", shown)
        with open(self.path("kept/000-gemm.cl/gemm_small_KernelHeap.asm"), encoding="utf-8") as text:
            self.assertIn("dp4a", text.read())
        self.assertEqual(self.report(wanted, "--only", "gem.cl")[0], 2)


class Compiled(unittest.TestCase):
    """What is read back from real binaries."""

    def test_facts(self):
        report, = compiled(program("gemm.cl", PRODUCT, "-DDP4A"))
        self.assertEqual(report.facts.name, "gemm_small")
        self.assertEqual(report.facts.simd, 16)
        self.assertEqual(report.facts.registers, 128)
        self.assertEqual(report.facts.local_bytes, 256)
        self.assertEqual(report.facts.scratch_bytes, 0)
        self.assertTrue(report.facts.barrier)
        self.assertFalse(report.facts.local_arguments)
        self.assertEqual(report.code.spilled_bytes, 0)

    def test_loop(self):
        report, = compiled(program("gemm.cl", PRODUCT, "-DDP4A"))
        loops = [loop.own for loop in report.code.loops if loop.own.dp4a]
        self.assertGreater(len(loops), 0)
        for own in loops:
            self.assertGreaterEqual(own.sends["slm"], 2)  # into the tile and out of it
            self.assertGreaterEqual(own.sends["untyped"], 2)  # a and b
            self.assertGreaterEqual(own.sends["sync"], 2)
            self.assertEqual(own.wide, 0)

    def test_spilled_registers_lie_in_scratch_memory(self):
        report, = compiled(program("attention.cl", SPILLING))
        self.assertGreater(report.code.spilled_bytes, 0)
        self.assertLessEqual(report.code.spilled_bytes, report.facts.scratch_bytes)

    def test_local_argument(self):
        source = """__kernel void k(__local int* l, __global int* o) {
          l[get_local_id(0)] = 1;
          *o = l[get_local_id(0) ^ 1];
        }"""
        report, = compiled(program("rows.cl", source))
        self.assertTrue(report.facts.local_arguments)

    def test_64_bit_sums_are_counted(self):
        source = """__kernel void k(__global const long* a, __global long* out, int n) {
          long acc = 0;
          for (int i = 0; i < n; ++i) acc += a[i * 64 + (int)get_global_id(0)];
          out[get_global_id(0)] = acc;
        }"""
        report, = compiled(program("rows.cl", source))
        self.assertGreater(max(loop.own.wide for loop in report.code.loops), 0)


class Disassembly(unittest.TestCase):
    TEXT = """L0:
(W)     mov (8|M0)               r3.0<1>:ud    r0.0<1;1,0>:ud
L16:
        dp4a (16|M0)             r42.0<1>:d    r20.0<8;1>:d      r29.0<8;1>:d      r38.0<1>:d       {$0.dst}
L32:
        send.dc1 (16|M0)    r26   r18   null  0x0    0x04205E01    {$0} // wr:2+0, rd:2; untyped surface read with x
(W)     addc (1|M0)              r4.0<1>:ud    r5.0<0;1,0>:ud    r6.0<0;1,0>:ud
(f0.0)  goto.b (16|M0)                       L48                  L32
L48:
        send.dc0 (8|M0)     null  r110  r6    0x40   0x020F0004    {$0} // wr:1h+1, rd:0; hword scratch block write x1
(f1.0)  while (16|M0)                         L16
(W)     send.ts (8|M0)      null  r127  null  0x0    0x02000010    {EOT} // wr:1+0, rd:0; end of thread
L64:
"""

    def test_loops_and_what_lies_in_none(self):
        kernel = disassembly.read_kernel(self.TEXT)
        self.assertEqual([(loop.start, loop.innermost) for loop in kernel.loops], [(16, False), (32, True)])
        outer, inner = (loop.own for loop in kernel.loops)
        self.assertEqual((outer.instructions, outer.dp4a, outer.sends["scratch"]), (3, 1, 1))
        self.assertEqual((inner.instructions, inner.dp4a, inner.sends["untyped"], inner.wide), (3, 0, 1, 1))
        self.assertEqual(kernel.total.instructions, 8)
        self.assertEqual(kernel.spilled_bytes, 5 * 32)

    def test_kinds_of_messages(self):
        for descriptor, comment, kind in (
                ("0x04205EFE", "untyped surface read with x", "slm"),
                ("0x021108FE", "byte gathering read 32b", "slm"),
                ("0x04405C00", "untyped surface read with xy", "untyped"),
                ("0x02110801", "byte gathering read 32b", "byte"),
                ("0x020A0202", "oword block read x4", "block"),
                ("0x040487FF", "untyped a64 atomic int32 integer add", "stateless"),
                ("0x04205EFF", "untyped surface read with x", "stateless"),
                ("0x0219E0FE", "synchronized SLM fence", "sync"),
                ("0x02000004", "signal barrier", "sync"),
                ("0x02000010", "end of thread", None)):
            line = "(W) send.dc0 (8|M0)  r8  r118  null  0x0  %s  {$3} // wr:1h+0, rd:1; %s" % (descriptor, comment)
            self.assertEqual(disassembly.send_kind(line), kind, line)


class Registers(unittest.TestCase):

    def effects(self, line):
        return tuple(map(sorted, registers.effects(line, disassembly.INSTRUCTION.match(line.strip()).group(1))))

    def test_effects(self):
        for line, read, overwritten in (
                ("        add (16|M0)   r10.0<1>:d   r4.0<0;1,0>:d   r2.0<16;16,1>:uw", [2, 4], [10, 11]),
                ("(W)     mov (1|M0)    r4.1<1>:f    1.442695e+00:f   {Compacted}", [], []),
                ("(f1.0)  mov (16|M0)   r66.0<1>:f   inf:f", [], []),
                ("(f1.0)  sel (16|M0)   r66.0<1>:f   r68.0<8;8,1>:f   r70.0<8;8,1>:f", [68, 69, 70, 71], [66, 67]),
                ("        cmp (16|M16)  (gt)f1.0   null<1>:f   r23.0<8;8,1>:f   8.8e+01:f", [23, 24], []),
                ("        mad (16|M0)   acc0.0<1>:f  r21.0<8;1>:f   -r25.0<8;1>:f  r4.3<0>:f", [4, 21, 22, 25, 26], []),
                ("        mov (8|M0)    r30.0<2>:ud  (abs)r31.0<8;8,1>:d", [31], []),
                ("        mov (16|M0)   r10.0<1>:f   r12.0<16;8,2>:f", [12, 13, 14, 15], [10, 11]),
                ("        send.dc1 (16|M0)  null  r16  r42  0x80  0x04025E02  {$6} // wr:2+2, rd:0; untyped write",
                 [16, 17, 42, 43], []),
                ("        send.dc1 (16|M0)  r18  r14  null  0x0  0x04405C00  {$0} // wr:2+0, rd:4; untyped read",
                 [14, 15], [18, 19, 20, 21]),
                ("        sync.allwr   ($1,$2)", [], [])):
            self.assertEqual(self.effects(line), (read, overwritten), line)

    def test_a_value_lives_through_a_loop(self):
        # r10 and r11 are read in the loop; r20 and r21 come and go in it; r1 is the address that the store needs.
        text = """L0:
        mov (16|M0)   r10.0<1>:d   1:d
L16:
        mov (16|M0)   r20.0<1>:d   2:d
        add (16|M0)   r22.0<1>:d   r10.0<8;8,1>:d   r20.0<8;8,1>:d
(f0.0)  while (16|M0)   L16
        send.dc1 (16|M0)   null   r1   r22   0x80   0x04025E02   {$6} // wr:1+2, rd:0; untyped surface write with x
"""
        self.assertEqual(registers.most_live(text, 128), 5)
        self.assertEqual(registers.most_live(text, 4), 4)

    def test_real_kernels(self):
        spilling, = compiled(program("attention.cl", SPILLING))
        small, = compiled(program("gemm.cl", PRODUCT, "-DDP4A"))
        self.assertGreater(spilling.live_registers, 110)
        self.assertLess(small.live_registers, 60)


class DeviceBinary(unittest.TestCase):

    def test_other_bytes_are_refused(self):
        for data in (b"", b"\x7fELF", b"text", b"\x7fELF" + bytes(60)):
            with self.assertRaises(device_binary.BinaryError):
                device_binary.read_kernels(data)

    def test_a_token_without_length_is_refused(self):
        with self.assertRaises(device_binary.BinaryError):
            list(device_binary.patch_tokens(struct.pack("<II", 23, 0)))


if __name__ == "__main__":
    unittest.main()
