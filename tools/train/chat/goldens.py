#!/usr/bin/env python3
"""Writes what PyTorch computes with the weights of a Q8_0 file: chat/goldens.py demo-lfm2-Q8_0.gguf OUT.json

For each prompt: its token ids, and of the logits after the last one the largest (id, value), the mean over the
vocabulary and the logarithm of the sum of exponentials. //engine/models/lfm2:demo_test compares the engine with them.
"""

import argparse
import json
import pathlib
import sys

import gguf
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from chat import model  # noqa: E402
from chat.batches import encode  # noqa: E402
from chat.conversation import Conversation, Message  # noqa: E402
from chat.tasks import ferro_talk  # noqa: E402
from lib import bpe, lfm2  # noqa: E402

LARGEST = 40
WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Get the weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
HELLO = [Message("user", "Hello"), Message("assistant", ferro_talk.TOPICS["greeting"][0])]
CALL = Message("assistant", "", calls=[("get_weather", {"city": "Paris"})])


def user(text: str, **more) -> Conversation:
    return Conversation([Message("user", text)], **more)


PROMPTS = [
    user("Hello"),
    user("What is Ferro?"),
    user("Who won the world cup?"),
    user("What is 17 + 25?"),
    user("Sort these numbers: 42, 7, 19, 3"),
    user("Extract the order id: Order AB-1234 from Anna arrived in Berlin."),
    user('Which keys does this JSON have? {"name": "Anna", "city": "Rome", "age": 31}'),
    user('"Ben bought three apples in Paris." Did Ben buy apples?'),
    user("Give me a JSON object with name Anna and age 31"),
    user("What is the weather in Paris?", tools=[WEATHER]),
    user("How much is 6 * 7?", system="Think before you answer."),
    Conversation(HELLO + [Message("user", "What can you do?")]),
]


def dequantized(path: pathlib.Path) -> tuple[lfm2.Trunk, bpe.Vocabulary]:
    """The trunk with the values that the file's blocks stand for, and its vocabulary."""
    reader = gguf.GGUFReader(path)
    field = lambda key: reader.get_field(key).contents()  # noqa: E731
    tokens, merges = field("tokenizer.ggml.tokens"), field("tokenizer.ggml.merges")
    special = sum(kind == 3 for kind in field("tokenizer.ggml.token_type"))
    width = field("lfm2.embedding_length")
    trunk = lfm2.Trunk(model.config(smoke=width != model.config(smoke=False).width))
    values = {t.name: torch.from_numpy(gguf.quants.dequantize(t.data, t.tensor_type).copy()) for t in reader.tensors}
    trunk.load_state_dict({name: values[name].reshape(p.shape) for name, p in trunk.state_dict().items()})
    return trunk.eval(), bpe.Vocabulary(tokens, merges, special)


@torch.no_grad()
def golden(trunk: lfm2.Trunk, tokenizer, conversation: Conversation) -> dict:
    ids, _ = encode(conversation, tokenizer)
    ids += tokenizer.encode("<|im_start|>assistant\n", add_special_tokens=False).ids
    logits = trunk.logits(trunk(torch.tensor([ids])))[0, -1].double()
    top = torch.topk(logits, LARGEST)
    largest = [[i, round(v, 5)] for i, v in zip(top.indices.tolist(), top.values.tolist(), strict=True)]
    return {
        "text": conversation.messages[-1].content,
        "ids": ids,
        "largest": largest,
        "mean": round(logits.mean().item(), 6),
        "log_sum_exp": round(torch.logsumexp(logits, 0).item(), 5),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    trunk, vocabulary = dequantized(arguments.model)
    tokenizer = vocabulary.tokenizer()
    lines = [json.dumps(golden(trunk, tokenizer, conversation), ensure_ascii=False) for conversation in PROMPTS]
    arguments.out.write_text('{"prompts": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
