"""Compiles programs for Xe-LP without a GPU, by Intel's ocloc, and reads back what became of their kernels."""
import concurrent.futures
import functools
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

import device_binary
import disassembly
import registers

TARGET = "adl-n"  # N100, N200, i3-N305
DISASSEMBLER = "/usr/lib/x86_64-linux-gnu/libiga64.so.1"
INSTALL = "apt-get install intel-opencl-icd (Debian 12) brings it"


class ToolError(Exception):
    pass


@dataclass(frozen=True)
class Report:
    """One kernel of one program."""
    file: str
    defines: str
    facts: device_binary.KernelFacts
    code: disassembly.Kernel
    live_registers: int  # the most that hold values at a time

    @property
    def name(self):
        return " ".join(filter(None, (self.file, self.defines, self.facts.name)))


def run(command, folder, library_folder):
    environment = dict(os.environ, LD_LIBRARY_PATH=library_folder)
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    return done.returncode, done.stdout


def compile_program(program, ocloc, library_folder, folder):
    """[Report] of the kernels of `program`, a dict of file, defines, options and source."""
    os.makedirs(folder)
    with open(os.path.join(folder, "program.cl"), "w", encoding="utf-8") as source:
        source.write(program["source"])
    command = [ocloc, "compile", "-device", TARGET, "-file", "program.cl", "-options", program["options"], "--format",
               "patchtokens", "-output", "program", "-output_no_suffix", "-exclude_ir"]
    code, log = run(command, folder, library_folder)
    binary = os.path.join(folder, "program")
    if code or not os.path.exists(binary):
        raise ToolError("%s [%s] does not compile for %s:\n%s" % (program["file"], program["options"], TARGET, log))
    with open(binary, "rb") as elf:
        kernels = device_binary.read_kernels(elf.read())
    code, log = run([ocloc, "disasm", "-device", TARGET, "-file", "program", "-dump", "."], folder, library_folder)
    reports = []
    for facts in kernels:
        text = os.path.join(folder, facts.name + "_KernelHeap.asm")
        if code or not os.path.exists(text):
            raise ToolError("%s: kernel %s cannot be disassembled:\n%s" % (program["file"], facts.name, log))
        with open(text, encoding="utf-8") as file:
            lines = file.read()
        reports.append(Report(program["file"], program["defines"], facts, disassembly.read_kernel(lines),
                              registers.most_live(lines, facts.registers)))
    return reports


def compile_programs(programs, ocloc, jobs, keep):
    """([Report], [what went wrong with a program]), both in the order of `programs`.

    keep: a folder that gets sources, binaries and disassembly; None: nothing stays.
    """
    if shutil.which(ocloc) is None:
        raise ToolError("%s, Intel's offline compiler, is not installed; %s" % (ocloc, INSTALL))
    if not os.path.exists(DISASSEMBLER):
        raise ToolError("%s, the disassembler that ocloc loads, is not there; %s" % (DISASSEMBLER, INSTALL))
    with tempfile.TemporaryDirectory() as temporary:
        # Debian has the library, but not under the name that ocloc asks for.
        libraries = os.path.join(temporary, "lib")
        os.makedirs(libraries)
        os.symlink(DISASSEMBLER, os.path.join(libraries, "libiga64.so"))
        if keep:
            shutil.rmtree(keep, ignore_errors=True)
        root = os.path.abspath(keep or os.path.join(temporary, "programs"))
        work = functools.partial(compile_program, ocloc=ocloc, library_folder=libraries)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            futures = [pool.submit(work, program, folder=os.path.join(root, "%03d-%s" % (i, program["file"])))
                       for i, program in enumerate(programs)]
        reports, errors = [], []
        for future in futures:
            try:
                reports += future.result()
            except (ToolError, device_binary.BinaryError) as error:
                errors.append(str(error))
        return reports, errors


def compiler_version():
    """Which compiler this is, by the packages that bring it; empty where dpkg does not know."""
    query = ["dpkg-query", "-W", "-f=${Package} ${Version}\\n", "intel-opencl-icd", "libigc1"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return ", ".join(done.stdout.split("\n")).strip(", ") if done.returncode == 0 else ""
