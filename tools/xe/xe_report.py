#!/usr/bin/env python3
"""Compiles every kernel for the GPU of an Intel N100 and shows what became of it: registers, spills, dp4a, messages.

Needs no such GPU, only Intel's offline compiler. Exits 1 when a kernel does not compile, a hot one spills registers or
a GEMM does without dp4a, 2 when it could not look.
"""
import argparse
import json
import os
import subprocess
import sys

import programs
import rules
import tables


def list_programs(options):
    """The programs to look at: dicts of file, defines, options and source."""
    if options.programs:
        with open(options.programs, encoding="utf-8") as listing:
            return json.load(listing)
    return json.loads(subprocess.run([options.list_programs], check=True, stdout=subprocess.PIPE, text=True).stdout)


def page_is_current(path, page, version):
    """False, with a message, if the file is not `page`. Another compiler's page cannot be compared."""
    with open(path, encoding="utf-8") as file:
        have = file.read()
    if have == page:
        return True
    if version and version not in have:
        print("%s was made with another compiler than %s: not compared" % (path, version), file=sys.stderr)
        return True
    print("FAIL %s is not what the kernels are now; run tools/xe_report --markdown %s" % (path, path), file=sys.stderr)
    return False


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="FILE.cl", help="just the kernels of this file")
    parser.add_argument("--keep", metavar="DIR", help="leave sources, binaries and disassembly there")
    parser.add_argument("--markdown", metavar="FILE", help="write the page")
    parser.add_argument("--check", metavar="FILE", help="fail unless FILE is what --markdown would write")
    parser.add_argument("--quiet", action="store_true", help="print problems only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at a time (one a processor)")
    parser.add_argument("--ocloc", default="ocloc", help="Intel's offline compiler")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--list_programs", metavar="PATH", help="//tools/xe:list_programs as tools/xe_report builds it")
    source.add_argument("--programs", metavar="JSON", help="a file that holds what that program would print")
    return parser.parse_args()


def main():
    options = parse_arguments()
    try:
        wanted = [p for p in list_programs(options) if options.only in (None, p["file"])]
        if not wanted:
            raise programs.ToolError("there is no program of %s" % (options.only or "any file"))
        reports, errors = programs.compile_programs(wanted, options.ocloc, options.jobs, options.keep)
        version = programs.compiler_version()
        page = tables.as_markdown(reports, version, rules.HOT_FILES)
        if options.markdown and not errors:
            with open(options.markdown, "w", encoding="utf-8") as file:
                file.write(page)
        current = not options.check or errors or page_is_current(options.check, page, version)
    except (programs.ToolError, OSError, ValueError, subprocess.CalledProcessError) as error:
        print("error: %s" % error, file=sys.stderr)
        return 2
    if not options.quiet:
        print(tables.as_text(reports))
    found = [(report.name, problem) for report in reports for problem in rules.problems(report)]
    for name, problem in found:
        print("FAIL %s: %s" % (name, problem), file=sys.stderr)
    for error in errors:
        print("FAIL %s" % error, file=sys.stderr)
    print("%d kernels of %d programs, %d problems" % (len(reports), len(wanted), len(found) + len(errors)))
    return 1 if found or errors or not current else 0


if __name__ == "__main__":
    sys.exit(main())
