"""Chat templates against Jinja2 on generated templates and conversations (tests/template/differential.py says how)."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_renders_what_jinja2_renders():
    cli = ROOT / "bazel-bin/engine/text/template/render_cli"
    run = subprocess.run([sys.executable, ROOT / "tests/template/differential.py", "--cli", cli, "--count", "600", "--seed", "11"],
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-4000:]
