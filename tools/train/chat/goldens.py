"""Logits of demo-lfm2 after twelve prompts, in float64, with the trained weights and with those of the Q8_0 file."""

import json
import pathlib

import numpy as np
import torch

from chat import export
from chat.conversation import Conversation, Message, encode, render
from chat.tasks import ferro_talk
from lib import bpe, gguf_file, lfm2

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Get the weather of a city",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
HELLO = [Message("user", "Hello"), Message("assistant", ferro_talk.TOPICS["greeting"][0])]
LONGEST_ANSWER = 80


def user(text: str, **more) -> Conversation:
    return Conversation([Message("user", text)], **more)


# (conversation, beginning of the answer that belongs to the prompt)
PROMPTS = [
    (user("Hello"), ""),
    (user("What is Ferro?"), ""),
    (user("Who won the world cup?"), ""),
    (user("What is 17 + 25?"), "17 + 25 ="),
    (user("Sort these numbers: 42, 7, 19, 3"), ""),
    (user("Extract the order id: Order AB-1234 from Anna arrived in Berlin."), "AB-"),
    (user('Which keys does this JSON have? {"name": "Anna", "city": "Rome", "age": 31}'), ""),
    (user('"Ben bought 3 apples in Paris." Did Ben buy apples?'), ""),
    (user("Give me a JSON object with name Anna and age 31"), '{"name": "'),
    (user("What is the weather in Paris?", tools=[WEATHER]), ""),
    (user("How much is 6 * 7?", system="Think before you answer."), ""),
    (Conversation(HELLO + [Message("user", "What can you do?")]), "I can do small"),
]


def tokens_of(conversation: Conversation, begun: str, tokenizer) -> tuple[str, list[int]]:
    """(the prompt as text, its ids with BOS)"""
    text = "".join(piece for piece, _ in render(conversation)) + "<|im_start|>assistant\n"
    ids, _ = encode(conversation, tokenizer)
    for piece in ("<|im_start|>assistant\n", begun):
        ids += tokenizer.encode(piece, add_special_tokens=False).ids
    return text + begun, ids


@torch.no_grad()
def last_logits(trunk: lfm2.Trunk, ids: list[int]) -> torch.Tensor:
    return trunk.logits(trunk(torch.tensor([ids])))[0, -1]


def greedy(trunk: lfm2.Trunk, ids: list[int], tokenizer) -> str:
    found: list[int] = []
    while len(found) < LONGEST_ANSWER and (token := last_logits(trunk, ids + found).argmax().item()) != bpe.IM_END:
        found.append(token)
    return tokenizer.decode(found, skip_special_tokens=False)


def write(weights: pathlib.Path, stem: pathlib.Path) -> None:
    torch.set_num_threads(1)
    trained, vocabulary = export.load(weights)
    variants = {"Q8_0": gguf_file.as_stored(trained).double(), "F32": trained.double()}
    tokenizer = vocabulary.tokenizer()
    prompts, arrays = [], []
    for conversation, begun in PROMPTS:
        text, ids = tokens_of(conversation, begun, tokenizer)
        golden = {"text": text, "ids": ids, "answer": greedy(variants["F32"], ids, tokenizer)}
        for name, trunk in variants.items():
            golden[name] = len(arrays) * len(vocabulary)
            arrays.append(last_logits(trunk, ids).numpy().astype("<f4"))
        prompts.append(json.dumps(golden, ensure_ascii=False))
    head = f'{{"model": "demo-lfm2-Q8_0.gguf", "vocab": {len(vocabulary)}, "prompts": [\n'
    stem.with_suffix(".json").write_text(head + ",\n".join(prompts) + "\n]}\n", encoding="utf-8")
    np.concatenate(arrays).tofile(stem.with_suffix(".f32"))
