#!/usr/bin/env python3
"""Compares the chat template interpreter with Jinja2 on generated templates and conversations.

usage: differential.py --cli PATH [--count N] [--seed N] [--template FILE]...

PATH is the program //engine/text/template:render_cli. Jinja2 is set up as Hugging Face transformers does it. Half of the
cases are random templates over random data, the other half the given template files (and those of tests/data) over
random conversations. A case passes when both give the same text or both fail. Integer arithmetic beyond 64 bits, which
the interpreter refuses on purpose, is counted apart. Exit 1 with the first differences.
"""
import argparse
import datetime
import glob
import json
import os
import random
import subprocess
import sys

from jinja2 import ext, nodes, sandbox
from jinja2.exceptions import TemplateError

import generate

HERE = os.path.dirname(os.path.abspath(__file__))


class Generation(ext.Extension):
    """{% generation %} marks the assistant's text for training; it prints its body."""
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        return nodes.Scope(parser.parse_statements(["name:endgeneration"], drop_needle=True), lineno=line)


def environment():
    def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    def raise_exception(message):
        raise TemplateError(message)

    env = sandbox.ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True,
                                                extensions=[Generation, ext.loopcontrols])
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = lambda form: datetime.datetime.now().strftime(form)
    return env


def expected(env, source, variables):
    try:
        return {"text": env.from_string(source).render(**variables)}
    except Exception as e:  # errors of the template, of jinja2, and of Python inside expressions
        return {"error": "%s: %s" % (type(e).__name__, e)}


class Renderer:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def render(self, source, variables):
        self.process.stdin.write(json.dumps({"template": source, "variables": variables}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the renderer ended (exit %s) on: %s" % (self.process.wait(), json.dumps(source)))
        return json.loads(line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--template", action="append", default=[])
    parser.add_argument("--show", type=int, default=5, help="differences to print")
    args = parser.parse_args()

    files = args.template + sorted(glob.glob(os.path.join(HERE, "..", "data", "templates", "*.jinja")))
    sources = [open(path, encoding="utf-8").read() for path in files]
    env, renderer = environment(), Renderer(args.cli)
    different = texts = too_large = 0
    for i in range(args.count):
        rng = random.Random("%d/%d" % (args.seed, i))
        if sources and i % 2:
            source, variables = rng.choice(sources), generate.conversation(rng)
        else:
            source, variables = generate.template(rng), generate.data(rng)
        want, got = expected(env, source, variables), renderer.render(source, variables)
        if " object at 0x" in want.get("text", ""):  # Python prints an address
            continue
        texts += "text" in want
        if want.get("text") == got.get("text"):
            continue
        if "integer arithmetic beyond 64 bits" in got.get("error", ""):
            too_large += 1
            continue
        different += 1
        if different <= args.show:
            print("case %d\n  template  %s\n  variables %s\n  jinja2    %s\n  ferro     %s" %
                  (i, json.dumps(source), json.dumps(variables), json.dumps(want), json.dumps(got)))
    print("%d cases, %d of them without an error in Jinja2, %d templates; %d beyond 64 bits, %d differ" %
          (args.count, texts, len(sources), too_large, different))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
