"""Holds the exported model against PyTorch: the same tokens, and on --device reference with F32 the same probabilities.

python -m decision.check WEIGHTS MODEL-F32.gguf --ferro PATH [--questions 60]        (in tools/train)
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys

import torch

from decision.calibrate import tensors
from decision.data import arrays_of, build
from decision.export import load
from decision.model import bucket
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


def probability_rows(reply, items):
    """In the order of the prompt's options: false before true."""
    for item, example in zip(json.loads(reply), items, strict=True):
        answer = item["answers"]["q"]
        yield [1 - answer["noul"], answer["noul"]] if example.type == "noul" else list(answer["probabilities"].values())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=pathlib.Path)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--ferro", required=True)
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--device", default="reference")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    model, vocabulary = load(arguments.weights)
    builder = PromptBuilder(vocabulary)
    fitted = arguments.weights.with_name("temperatures.json")
    temperatures = json.loads(fitted.read_text()) if fitted.exists() else {}
    items = [e for e in itertools.islice(examples("check", "test"), arguments.questions)]

    prompts = [
        json.loads(line) for line in ferro(arguments.ferro, arguments.model, items, "--dump-prompts").splitlines()
    ]
    for prompt, example in zip(prompts, items, strict=True):
        if (prompt["tokens"], prompt["markers"]) != builder.build(example):
            sys.exit(f"other tokens for {example}: {prompt} and {builder.build(example)}")

    worst = 0.0
    replies = probability_rows(ferro(arguments.ferro, arguments.model, items, "--device", arguments.device), items)
    for example, got in zip(items, replies):
        batch = tensors(arrays_of([build(builder, example)]), "cpu")
        with torch.no_grad():
            scores = model(batch["ids"], batch["lengths"], batch["types"], batch["markers"])[0]
        heat = temperatures.get(f"{example.type}.{bucket(len(example.target))}", temperatures.get(example.type, 1.0))
        worst = max(worst, (torch.tensor(got) - (scores / heat).softmax(-1)).abs().max().item())
    print(f"{len(items)} questions: equal tokens, probabilities differ by at most {worst:.2e}")
    if worst > TOLERANCE:
        sys.exit(f"above {TOLERANCE}")


if __name__ == "__main__":
    main()
