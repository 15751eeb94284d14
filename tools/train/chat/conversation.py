"""Conversations and how the chat template writes them, with the parts that the model learns to write marked."""

import dataclasses
import json

TEMPLATE_FILE = "template.jinja"
BOS = 1


@dataclasses.dataclass
class Message:
    """role is user, assistant or tool. An assistant message may have a thought, and calls: (function name, arguments).

    kind names the task of an assistant message, for reports.
    """

    role: str
    content: str
    thought: str = ""
    calls: list[tuple[str, dict]] = dataclasses.field(default_factory=list)
    kind: str = ""


@dataclasses.dataclass
class Conversation:
    """tools are OpenAI tool objects. With `think` every answer begins with a <think> block."""

    messages: list[Message]
    system: str = ""
    tools: list[dict] = dataclasses.field(default_factory=list)
    think: bool = False


def exchange(user: str, answer: str, thought: str) -> list[Message]:
    return [Message("user", user), Message("assistant", answer, thought)]


def literal(value) -> str:
    """An argument of a call: JSON for strings, lists and objects, Python's True, False and None."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (str, list, dict)) else str(value)


def calls_text(calls: list[tuple[str, dict]]) -> str:
    written = (f"{name}({', '.join(f'{k}={literal(v)}' for k, v in arguments.items())})" for name, arguments in calls)
    return f"<|tool_call_start|>[{', '.join(written)}]<|tool_call_end|>"


def reply_text(message: Message, with_thought: bool) -> str:
    """What the model writes for an assistant message."""
    thought = f"<think>{message.thought}</think>" if with_thought else ""
    return thought + message.content + (calls_text(message.calls) if message.calls else "")


def render(conversation: Conversation) -> list[tuple[str, bool]]:
    """Pieces of the prompt as template.jinja writes it, without BOS; True marks those that the model learns to write.

    Clients do not send thoughts back, so a thinking conversation shows that of the last reply only and learns that one.
    """
    head = conversation.system
    if conversation.tools:
        listed = ", ".join(json.dumps(tool, ensure_ascii=False) for tool in conversation.tools)
        head += ("\n" if head else "") + f"List of tools: [{listed}]"
    pieces = [(f"<|im_start|>system\n{head}<|im_end|>\n", False)] if head else []
    last = max((i for i, m in enumerate(conversation.messages) if m.role == "assistant"), default=-1)
    for i, message in enumerate(conversation.messages):
        pieces.append((f"<|im_start|>{message.role}\n", False))
        if message.role == "assistant":
            learnt = i == last or not conversation.think
            pieces.append((reply_text(message, conversation.think and i == last) + "<|im_end|>", learnt))
            pieces.append(("\n", False))
        else:
            pieces.append((f"{message.content}<|im_end|>\n", False))
    return pieces


def encode(conversation: Conversation, tokenizer) -> tuple[list[int], list[bool]]:
    """Token ids with BOS, and for each whether the model learns to write it."""
    ids, learnt = [BOS], [False]
    for text, own in render(conversation):
        piece = tokenizer.encode(text, add_special_tokens=False).ids
        ids += piece
        learnt += [own] * len(piece)
    return ids, learnt
