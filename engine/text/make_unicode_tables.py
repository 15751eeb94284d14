#!/usr/bin/env python3
"""Writes unicode_ranges.inc: the letters and numbers that the byte-level BPE pre-tokenizer distinguishes.

usage: make_unicode_tables.py OUT        needs `pip install unicodedata2==16.0.0`

Unicode 16.0 on purpose: it is what the Hugging Face `tokenizers` library uses, so a newer standard would change ids.
"""
import sys

import unicodedata2

VERSION = "16.0.0"


def ranges(major):
    """Inclusive ranges of the code points whose general category starts with `major`."""
    out = []
    for c in range(0x110000):
        if unicodedata2.category(chr(c))[0] != major:
            continue
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def table(name, comment, values):
    lines, line = [f"// {comment}", f"inline constexpr CodePointRange {name}[] = {{"], "   "
    for first, last in values:
        item = f" {{0x{first:X}, 0x{last:X}}},"
        if len(line + item) > 120:
            lines.append(line)
            line = "   "
        line += item
    return "\n".join(lines + [line, "};"])


def main():
    if unicodedata2.unidata_version != VERSION:
        sys.exit(f"unicodedata2 has Unicode {unicodedata2.unidata_version}; pip install unicodedata2=={VERSION}")
    with open(sys.argv[1], "w", encoding="ascii") as f:
        f.write(f"// Unicode {VERSION} general categories as inclusive ranges. Origin: the Unicode Character Database through\n"
                f"// PyPI unicodedata2 {VERSION}. Generated: engine/text/make_unicode_tables.py engine/text/unicode_ranges.inc\n\n")
        f.write(table("kLetterRanges", "Lu, Ll, Lt, Lm, Lo", ranges("L")) + "\n\n")
        f.write(table("kNumberRanges", "Nd, Nl, No", ranges("N")) + "\n")


if __name__ == "__main__":
    main()
