"""Compares this folder's PyTorch model and prompts with Ferro's.

    PYTHONPATH=tools/train python -m chat.check WEIGHTS --ferro bazel-bin/tools/ferro/ferro

Exports WEIGHTS as F32, serves it on the reference device, and compares for generated conversations the prompt (ids of
the chat template) and the greedy reply. Ends with 1 if they differ. The logits themselves are compared by the tests in
tests/demo.
"""

import argparse
import pathlib
import random
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import torch

from chat import data, export, measure
from chat.conversation import Conversation, encode
from lib import bpe, http_json

PORT = 8197
TOKENS = 24
NEAR_TIE = 5e-3  # of a logit: both sides compute in float32, in other orders


def conversations(count: int) -> list[Conversation]:
    rng = random.Random("check")
    drawn = [data.training_conversation(rng) for _ in range(10 * count)]
    return sorted(drawn, key=lambda c: (not c.tools, rng.random()))[:count]


def wait_until_ready(seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/health", timeout=5)
            return
        except (urllib.error.URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def post(path: str, body: dict) -> dict:
    return http_json.post(f"http://127.0.0.1:{PORT}{path}", body)


def compare(trunk, vocabulary, conversation: Conversation) -> int:
    """Tokens of the last reply that are compared; raises if the prompts or the replies differ."""
    tokenizer = vocabulary.tokenizer()
    asked = Conversation(conversation.messages[:-1], conversation.system, conversation.tools)
    request = measure.request_of(asked)
    ids, _ = encode(asked, tokenizer)
    ids += tokenizer.encode("<|im_start|>assistant\n", add_special_tokens=False).ids
    prompt = post("/apply-template", request)["prompt"]
    served = post("/tokenize", {"content": prompt, "add_special": True, "parse_special": True})["tokens"]
    if served != ids:
        raise SystemExit(f"the prompts differ: {prompt!r} has {len(served)} tokens, {len(ids)} here")
    expected = greedy(trunk, ids)
    reply = post("/v1/completions", {"prompt": prompt, "max_tokens": TOKENS, "temperature": 0})["choices"][0]["text"]
    for tag in bpe.THINK:  # the server shows these two and hides the other special tokens
        reply = reply.replace(tag, "")
    here = tokenizer.decode(expected, skip_special_tokens=True)
    if not reply.startswith(here):
        raise SystemExit(f"after {prompt!r} Ferro writes {reply!r}, PyTorch {here!r}")
    return len(expected)


@torch.no_grad()
def greedy(trunk, ids: list[int]) -> list[int]:
    """The likeliest tokens, until the end or a near tie, where the order of additions may decide."""
    found: list[int] = []
    while len(found) < TOKENS:
        best = torch.topk(trunk.logits(trunk(torch.tensor([ids + found])))[0, -1], 2)
        if best.indices[0] == bpe.IM_END or best.values[0] - best.values[1] < NEAR_TIE:
            break
        found.append(best.indices[0].item())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=pathlib.Path)
    parser.add_argument("--ferro", required=True)
    parser.add_argument("--count", type=int, default=20)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    trunk, vocabulary = export.load(arguments.weights)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "f32.gguf"
        export.export(arguments.weights, file, "F32")
        command = [arguments.ferro, "up", "--lm", str(file), "--device", "reference", "--port", str(PORT)]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_until_ready()
            compared = sum(compare(trunk, vocabulary, c) for c in conversations(arguments.count))
        finally:
            server.terminate()
            server.wait()
    print(f"{arguments.count} prompts and {compared} greedy tokens equal")


if __name__ == "__main__":
    main()
