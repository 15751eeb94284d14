"""What the README shows is what the models that come along answer."""
import json
import re
import subprocess
import sys

import pytest

from stack import ROOT, Stack

README = (ROOT / "README.md").read_text()
BASE = "http://127.0.0.1:8090"


@pytest.fixture(scope="module")
def demo():
    with Stack("--device", "cpu", demo=True) as running:
        yield running


def rounded(value):
    """Numbers with the three digits that the README prints."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return round(value, 3) if isinstance(value, float) else value


def parts_of(reply):
    """`"key": value` of every member, however deep."""
    for key, value in reply.items() if isinstance(reply, dict) else enumerate(reply) if isinstance(reply, list) else ():
        if isinstance(key, str):
            yield "%s: %s" % (json.dumps(key), json.dumps(value))
        yield from parts_of(value)


def test_the_first_commands_print_what_is_shown(demo):
    block = README[README.index("tools/up &"):].split("```")[0]
    commands = re.split(r"\n(?=curl)", block.strip())[1:]
    shown = README[README.index("The text of the chat"):].split("```")[1].strip().splitlines()
    assert len(commands) == len(shown) == 3
    for command, line in zip(commands, shown):
        run = subprocess.run(["bash", "-c", command.replace(BASE, demo.url)], capture_output=True, text=True, check=True)
        assert line in list(parts_of(rounded(json.loads(run.stdout))))


def test_the_python_lines_print_what_is_shown(demo):
    code = README[README.index("```python") + len("```python"):].split("```")[0]
    shown = " ".join(line[2:] for line in code.splitlines() if line.startswith("# "))
    run = subprocess.run([sys.executable, "-c", code.replace(BASE, demo.url)], capture_output=True, text=True, check=True)
    assert run.stdout == shown
