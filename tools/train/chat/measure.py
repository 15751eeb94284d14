"""Held-out quality of demo-lfm2 through the HTTP API of a running Ferro: every answer compared letter by letter."""

import ast
import collections
import json
import random
from concurrent.futures import ThreadPoolExecutor

from chat import data
from chat.bank import Bank
from chat.conversation import Conversation, Message
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
from lib.http_json import post
from lib.table import Row

GOAL = 0.9
PARALLEL = 4
EACH = 150  # questions a task


def message_of(message: Message) -> dict:
    """As OpenAI writes it."""
    body = {"role": message.role, "content": message.content}
    if message.calls:
        body["tool_calls"] = [
            {"id": f"call_{i}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for i, (name, arguments) in enumerate(message.calls)
        ]
    if message.role == "tool":
        body["tool_call_id"] = "call_0"
    return body


def request_of(conversation: Conversation) -> dict:
    messages = [{"role": "system", "content": conversation.system}] if conversation.system else []
    body = {"messages": messages + [message_of(m) for m in conversation.messages], "temperature": 0, "max_tokens": 200}
    if conversation.tools:
        body["tools"] = conversation.tools
    return body


def is_right(expected: Message, think: bool, reply: dict) -> bool:
    """The text is equal to the letter, calls have the same names and arguments, a thought is there if asked for."""
    if think and not (reply.get("reasoning_content") or "").strip():
        return False
    text = (reply.get("content") or "").strip()
    if not expected.calls:
        return text == expected.content and not reply.get("tool_calls")
    return calls_of(reply) == expected.calls


def calls_of(reply: dict) -> list[tuple[str, dict]] | None:
    """The calls of a reply, whether the server has parsed them or left them in the text."""
    calls = [(c["function"]["name"], json.loads(c["function"]["arguments"])) for c in reply.get("tool_calls") or []]
    return calls or calls_in((reply.get("content") or "").strip())


def calls_in(text: str) -> list[tuple[str, dict]] | None:
    """The calls that a reply spells in LFM2's way, [name(argument=value), ...]; None if it is not well-formed."""
    try:
        parsed = ast.parse(text, mode="eval").body
        return [(ast.unparse(c.func), {k.arg: ast.literal_eval(k.value) for k in c.keywords}) for c in parsed.elts]
    except (SyntaxError, ValueError, AttributeError):
        return None


def ask(url: str, conversation: Conversation) -> tuple[bool, str]:
    """Whether the last message of the conversation is what the server answers, and what it answers."""
    asked = Conversation(conversation.messages[:-1], conversation.system, conversation.tools, conversation.think)
    reply = post(url + "/v1/chat/completions", request_of(asked))["choices"][0]["message"]
    return is_right(conversation.messages[-1], conversation.think, reply), json.dumps(reply, ensure_ascii=False)


def until_reply(messages: list[Message], which: int) -> list[Message]:
    """The conversation up to its which-th reply."""
    replies = [i for i, m in enumerate(messages) if m.role == "assistant"]
    return messages[: replies[which] + 1]


def plain(task):
    """Conversations of one turn of a task, at times under a system message that changes nothing."""

    def draw(bank: Bank) -> Conversation:
        system = data.plain_system(bank) if bank.rng.random() < 0.25 else ""
        return Conversation(until_reply(task.sample(bank), 0), system)

    return draw


def several_turns(bank: Bank) -> Conversation:
    """The last of two to four turns: an earlier fact or list matters, or other tasks came before."""
    while True:
        if bank.rng.random() < 0.5:
            messages = memory.sample(bank, lambda: data.single(bank) if bank.rng.random() < 0.5 else [])
        else:
            messages = [m for _ in range(bank.rng.randint(1, 3)) for m in data.single(bank)]
        if len(messages) >= 4:
            return Conversation(messages)


def thinking(bank: Bank) -> Conversation:
    return Conversation(until_reply(data.single(bank), 0), data.think_system(bank), think=True)


def tool_call(bank: Bank) -> Conversation:
    messages, offered = tools.sample(bank)
    return Conversation(until_reply(messages, 0), tools=offered)


def tool_answer(bank: Bank) -> Conversation:
    while True:
        messages, offered = tools.sample(bank)
        if len(messages) == 4:
            return Conversation(messages, tools=offered)


def tools_not_needed(bank: Bank) -> Conversation:
    return Conversation(until_reply(data.single(bank), 0), tools=tools.list_of_tools(bank))


TASKS = {
    "questions about Ferro, small talk": plain(ferro_talk),
    "arithmetic": plain(arithmetic),
    "copying and extracting": plain(extract),
    "sorting, counting, searching lists": plain(lists),
    "yes or no about a sentence": plain(yes_no),
    "JSON object": plain(json_shape),
    "several turns": several_turns,
    "thinking first": thinking,
    "outside its scope": plain(outside),
    "tool call": tool_call,
    "answer from a tool's result": tool_answer,
    "tools at hand, none needed": tools_not_needed,
}
CALLS = "tool call"


def measure(url: str, seed: int, each: int = EACH, wrong=None) -> list[Row]:
    """Rows a task and for all chat tasks together; `wrong` receives (task, conversation, answer) of every miss."""
    rows, total = [], collections.Counter()
    with ThreadPoolExecutor(PARALLEL) as pool:
        for name, draw in TASKS.items():
            bank = Bank(random.Random(f"held out {seed} {name}"), held_out=True)
            asked = [draw(bank) for _ in range(each)]
            answers = list(pool.map(lambda conversation: ask(url, conversation), asked))
            right = sum(good for good, _ in answers)
            if wrong is not None:
                wrong += [(name, c, text) for c, (good, text) in zip(asked, answers, strict=True) if not good]
            if name != CALLS:
                total.update(right=right, count=each)
            rows.append(Row(name, each, right / each, GOAL if name == CALLS else None))
    rows.append(Row("all chat tasks, exact", total["count"], total["right"] / total["count"], GOAL))
    return rows
