"""Reads what an Intel device binary says about its kernels: the figures that the driver goes by when it launches them.

The binary (ocloc's `--format patchtokens`) is an ELF file with one section for the device. That section holds a program
header, then for each kernel a header, its name, its code and a list of patch tokens: (token, size in bytes, words).
"""
import struct
from dataclasses import dataclass

DEVICE_SECTION = 0xFF000005
PROGRAM_MAGIC = 0x494E5443  # "CTNI", little-endian

LOCAL_SURFACE = 15
DATA_PARAMETER = 17
MEDIA_VFE_STATE = 18
EXECUTION_ENVIRONMENT = 23
LOCAL_ARGUMENT_SIZE = 8  # first word of a DATA_PARAMETER: the offset of a __local argument, so there is one


class BinaryError(Exception):
    pass


@dataclass(frozen=True)
class KernelFacts:
    name: str
    simd: int  # work-items of a hardware thread
    registers: int  # of 32 bytes, that a thread has
    local_bytes: int  # shared local memory that the kernel declares itself
    local_arguments: bool  # and more of it comes as an argument
    scratch_bytes: int  # memory of a thread for spilled registers and arrays that are not in registers; 0: none
    barrier: bool


def device_section(elf):
    if elf[:4] != b"\x7fELF":
        raise BinaryError("not an ELF file")
    section_offset, = struct.unpack_from("<Q", elf, 40)
    entry_bytes, count = struct.unpack_from("<HH", elf, 58)
    for i in range(count):
        _, kind, _, _, offset, size = struct.unpack_from("<IIQQQQ", elf, section_offset + i * entry_bytes)
        if kind == DEVICE_SECTION:
            return elf[offset:offset + size]
    raise BinaryError("no device section of the patch token format")


def patch_tokens(data):
    """(token, words) of each."""
    position = 0
    while position < len(data):
        token, size = struct.unpack_from("<II", data, position)
        if size < 8:
            raise BinaryError("patch token %d of %d bytes" % (token, size))
        yield token, struct.unpack_from("<%dI" % ((size - 8) // 4), data, position + 8)
        position += size


def kernel_facts(name, tokens):
    simd = registers = local_bytes = scratch_bytes = 0
    local_arguments = barrier = False
    for token, words in tokens:
        if token == EXECUTION_ENVIRONMENT:
            simd, barrier, registers = words[3], bool(words[5]), words[20]
        elif token == LOCAL_SURFACE:
            local_bytes = words[1]
        elif token == MEDIA_VFE_STATE:
            scratch_bytes = words[1]
        elif token == DATA_PARAMETER and words[0] == LOCAL_ARGUMENT_SIZE:
            local_arguments = True
    if simd not in (8, 16, 32):
        raise BinaryError("kernel %s says SIMD width %d" % (name, simd))
    return KernelFacts(name, simd, registers, local_bytes, local_arguments, scratch_bytes, barrier)


def read_kernels(elf):
    """KernelFacts of each kernel of an ocloc output file, in its order."""
    try:
        data = device_section(elf)
        magic, _, _, _, kernels, _, patch_bytes = struct.unpack_from("<7I", data, 0)
        if magic != PROGRAM_MAGIC:
            raise BinaryError("the device section does not start with a program header")
        position = 28 + patch_bytes
        facts = []
        for _ in range(kernels):
            _, _, name_bytes, patch_bytes, *heap_bytes = struct.unpack_from("<IQ6I", data, position)
            position += 40
            name = data[position:position + name_bytes].rstrip(b"\0").decode()
            position += name_bytes + sum(heap_bytes)
            facts.append(kernel_facts(name, patch_tokens(data[position:position + patch_bytes])))
            position += patch_bytes
        return facts
    except (struct.error, IndexError) as error:
        raise BinaryError("the device binary ends early or is of another layout: %s" % error) from error
