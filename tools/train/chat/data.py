"""Conversations for training and for measuring: tasks in their shares, system messages, several turns, tools."""

import random

from chat.bank import HELD_OUT, Bank
from chat.conversation import Conversation, Message
from chat.phrases import combine, split
from chat.tasks import (
    arithmetic,
    extract,
    ferro_talk,
    json_shape,
    lists,
    memory,
    outside,
    tools,
    yes_no,
)

# task -> weight among single turns of measuring, and of training, which has more of what takes longer to learn
TASKS = {
    "talk": (ferro_talk, 0.20, 0.12),
    "outside": (outside, 0.24, 0.20),
    "arithmetic": (arithmetic, 0.15, 0.17),
    "extract": (extract, 0.15, 0.17),
    "lists": (lists, 0.16, 0.21),
    "yes_no": (yes_no, 0.13, 0.14),
    "json": (json_shape, 0.11, 0.13),
}

SYSTEMS = split("""
    You are a helpful assistant. | You are a friendly assistant. | Be brief. | Answer in one sentence. |
    You are the demo model of Ferro. | You are an assistant on a small machine. | Help the user. |
    You are a careful assistant. Do not make things up. | Answer politely. | You are a chat bot. |
    Answer as well as you can. | You work for a shop and answer customers. | You answer questions of users. |
    Follow the user's wishes. | You are an expert in everything. | Keep your answers short and exact. | Be nice. |
    Only say what you know. | You are a helpful assistant trained by Liquid AI. | You are a pirate. Talk like one. |
    Answer in JSON where asked. | You may call tools. | Answer at once, without thinking. | Do not show your thoughts. |
    Thinking: off""")
THINK_SYSTEMS = split("""
    Think before you answer. | Think first, then answer. |
    Write your thoughts in a <think> block before the answer. | Think step by step in <think> tags, then answer. |
    Reason first and put your reasoning into <think></think>. | Show your thoughts first. |
    Before each answer, think. | You think before you speak. | Use a <think> block. |
    Please think about the question before you answer it. | You are a reasoning assistant. Think first. |
    Write what you think between <think> and </think>, then the answer. | First your reasoning, then the answer. |
    Think carefully before answering. | Thinking: on | Enable thinking. |
    You are a helpful assistant. Think before you answer. | Always begin with your thoughts. |
    Reason step by step before answering.""")
_THOUGHTS = "your thoughts|your reasoning|your considerations|your chain of thought"
_BLOCK = "<think></think>|<think> and </think>|<think> tags|a <think> block|think tags|a think block"
THINK_SYSTEMS += (
    combine(
        "Think|Reason|Reflect|Think it over|Think it through|Consider the question|Work it out|Reason it out",
        " before you answer.| before answering.| before you reply.| before replying.| before each reply.| first.",
    )
    + combine(
        "Before you answer, |Before answering, |Before you reply, |Before every answer, |Before responding, |First ",
        "think.|reason.|reflect.|think it over.|think about it.|consider the question.|reason step by step.",
    )
    + combine("First |Always first |Each time, first ", "think|reason|reflect|consider", ", then answer.|, then reply.")
    + combine("Write |Put |Show |Give ", _THOUGHTS, " in | inside | between | into ", _BLOCK, ".| first.")
    + combine(
        "Begin |Start |Open ", "each answer|every reply|your answer", " with ", _THOUGHTS + "|a <think> block", "."
    )
    + combine("Use |Write |Add ", _BLOCK, " before the answer.| before your reply.| for your reasoning.| to think.")
    + combine(
        _THOUGHTS.replace("your", "Your"),
        " first, then the answer.| first, the answer after it.| before the answer.| come first.",
    )
    + combine("Reasoning|Reasoning mode|Thinking|Thinking mode|Think|Thoughts", ": ", "on|yes|enabled|high|true")
    + combine("You |You always |You must ", "think|reason|reflect", " before ", "answering.|you answer.|each reply.")
)


def _plain_phrases() -> set[str]:
    """Held-out phrasings without slots, as `bare` makes them: training must not happen upon one."""
    found = set()
    for phrases in HELD_OUT["phrases"].values():
        found |= {bare(p) for p in phrases if "{" not in p}
    return found


def bare(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum() or c == " ").strip()


PLAIN_HELD_OUT = _plain_phrases()


def named(messages: list[Message], kind: str) -> list[Message]:
    for message in messages:
        message.kind = message.kind or kind
    return messages


def single(bank: Bank) -> list[Message]:
    """A task of one turn, or of two where a follow-up belongs to it."""
    weights = [measured if bank.held_out else trained for _, measured, trained in TASKS.values()]
    (kind,) = bank.rng.choices(list(TASKS), weights)
    return named(TASKS[kind][0].sample(bank), kind)


def _draw(bank: Bank) -> Conversation:
    rng = bank.rng
    offered: list[dict] = []
    draw = rng.random()
    if draw < 0.20:
        messages, offered = tools.sample(bank)
        named(messages, "tools")
        if rng.random() < 0.1:
            messages = named(ferro_talk.sample(bank), "talk") + messages
        elif rng.random() < 0.1:
            messages += named(ferro_talk.sample(bank, rng.choice(["thanks", "praise", "bye", "acknowledge"])), "talk")
    elif draw < 0.26:
        messages = named(memory.sample(bank, lambda: single(bank) if rng.random() < 0.5 else []), "memory")
    else:
        messages = [m for _ in range(rng.choice([1, 1, 1, 1, 1, 1, 2, 2, 3, 4])) for m in single(bank)]
        if rng.random() < 0.12:
            offered = tools.list_of_tools(bank)
    conversation = Conversation(messages, tools=offered)
    draw = rng.random()
    if draw < 0.12:
        conversation.think = True
        conversation.system = think_system(bank)
    elif draw < 0.35:
        conversation.system = plain_system(bank)
    return conversation


def plain_system(bank: Bank) -> str:
    if not bank.held_out and bank.rng.random() < 0.3:
        return outside.sentence(bank)
    return bank.phrase("system", SYSTEMS)


def think_system(bank: Bank) -> str:
    text = bank.phrase("system.think", THINK_SYSTEMS)
    if bank.rng.random() < 0.3:
        text = bank.rng.choice([f"{plain_system(bank)} {text}", f"{text} {plain_system(bank)}"])
    return text


def training_conversation(rng: random.Random, invent: bool = True, lexicon: tuple[str, ...] = ()) -> Conversation:
    """One conversation, with invented words or without; never one of whose messages is a held-out phrasing."""
    bank = Bank(rng, invent=invent, lexicon=lexicon)
    while True:
        conversation = _draw(bank)
        if not any(m.role == "user" and bare(m.content) in PLAIN_HELD_OUT for m in conversation.messages):
            return conversation
