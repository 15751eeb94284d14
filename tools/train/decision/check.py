"""Holds the exported F32 file against PyTorch: the same tokens, and on --device reference the same probabilities.

    PYTHONPATH=tools/train python -m decision.check WEIGHTS --ferro bazel-bin/tools/ferro/ferro [--questions 60]

Status 1 if a probability is further away than TOLERANCE.
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import torch

from decision.calibrate import temperature_of, tensors
from decision.data import arrays_of, build
from decision.export import export, load
from decision.measure import chances_of
from decision.prompt import PromptBuilder
from decision.questions import examples

TOLERANCE = 1e-3  # of probabilities, as for every float model here


def requests_of(items):
    return json.dumps([{"state": e.state, "questions": {"q": e.request()}} for e in items], ensure_ascii=False)


def ferro(binary, model, items, *flags):
    done = subprocess.run(
        [binary, "decide", "--model", model, "--request", "-", "--quiet", *flags],
        input=requests_of(items),
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=pathlib.Path)
    parser.add_argument("--ferro", required=True)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--device", default="reference")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    model, vocabulary = load(arguments.weights)
    builder = PromptBuilder(vocabulary)
    fitted = arguments.weights.with_name("temperatures.json")
    temperatures = json.loads(fitted.read_text()) if fitted.exists() else {}
    items = list(itertools.islice(examples("check", "test"), arguments.questions))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "f32.gguf"
        export(arguments.weights, file, "F32")
        dump = ferro(arguments.ferro, file, items, "--dump-prompts")
        replies = json.loads(ferro(arguments.ferro, file, items, "--device", arguments.device))

    prompts = [json.loads(line) for line in dump.splitlines()]
    for prompt, example in zip(prompts, items, strict=True):
        if (prompt["tokens"], prompt["markers"]) != builder.build(example):
            sys.exit(f"other tokens for {example}: {prompt} and {builder.build(example)}")

    worst = 0.0
    for example, reply in zip(items, replies, strict=True):
        batch = tensors(arrays_of([build(builder, example)]), "cpu")
        with torch.no_grad():
            scores = model(batch["ids"], batch["lengths"], batch["types"], batch["markers"])[0, : len(example.target)]
        expected = (scores / temperature_of(temperatures, example)).softmax(-1)
        worst = max(worst, (torch.tensor(chances_of(example, reply)) - expected).abs().max().item())
    print(f"{len(items)} questions: equal tokens, probabilities differ by at most {worst:.2e}")
    if worst > TOLERANCE:
        sys.exit(f"above {TOLERANCE}")


if __name__ == "__main__":
    main()
