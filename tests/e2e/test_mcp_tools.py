"""`ferro mcp` offers the tools whose model is there, wherever that is."""
import asyncio
import subprocess

import pytest

from mcp_server import QUESTIONS, REQUEST, SECONDS, connect, text_of
from stack import DENSE, FERRO, TINY_D1, TINY_GEMMA2, Stack

DECIDE, EMBED = ["decide", "decide_batch"], ["rank", "embed"]
RANK = {"query": "refund", "documents": ["I was charged twice.", "The lamp is lit."]}


def offered(*flags):
    """Names of the tools and the instructions, and how a call of the first of each kind ends."""
    async def talk():
        async with connect(*flags, "--device", "cpu") as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            calls = {name: await client.call_tool(name, arguments)
                     for name, arguments in [("decide", REQUEST), ("rank", RANK)] if name in names}
            return names, client.instructions, calls

    return asyncio.run(talk())


@pytest.mark.parametrize("stack_name, files, expected", [
    (None, ["--d1"], DECIDE),
    (None, ["--embed"], EMBED),
    (None, ["--embed", "--d1"], DECIDE + EMBED),
    ("decision_stack", [], DECIDE),
    ("embed_stack", [], EMBED),
    ("both_stack", [], DECIDE),
    ("decision_stack", ["--embed"], DECIDE + EMBED),
    ("embed_stack", ["--d1"], DECIDE + EMBED),
    ("embed_stack", ["--embed"], EMBED),
])
def test_the_tools_are_those_whose_model_is_there(request, stack_name, files, expected):
    flags = [word for flag in files for word in (flag, TINY_D1 if flag == "--d1" else TINY_GEMMA2)]
    if stack_name:
        flags += ["--gateway", request.getfixturevalue(stack_name).url]
    names, instructions, calls = offered(*flags)
    assert names == expected
    for word in ("decide", "rank"):
        assert (word in names) == ("Use %s " % word in instructions), instructions
    assert calls and not any(result.is_error for result in calls.values()), calls


def test_a_gateway_that_cannot_be_asked_may_have_all():
    names, _, calls = offered("--url", "http://127.0.0.1:1")
    assert names == DECIDE + EMBED
    for name, flag in [("decide", "--decide"), ("rank", "--embed")]:
        assert calls[name].is_error and "ferro up %s MODEL" % flag in text_of(calls[name])


def test_a_gateway_with_neither_model_is_told_at_once():
    with Stack("--lm", DENSE, "--device", "cpu") as stack:
        result = subprocess.run([str(FERRO), "mcp", "--url", stack.url], stdin=subprocess.DEVNULL, capture_output=True,
                                text=True, timeout=SECONDS)
        assert result.returncode == 1 and result.stdout == ""
        assert "neither a decision model nor an embedding model" in result.stderr
        assert "ferro up --decide MODEL or --embed MODEL" in result.stderr
        names, _, calls = offered("--url", stack.url, "--embed", TINY_GEMMA2)
        assert names == EMBED and not calls["rank"].is_error


def test_both_kinds_are_asked_at_the_same_time():
    async def talk():
        async with connect("--d1", TINY_D1, "--embed", TINY_GEMMA2, "--device", "cpu") as client:
            ask = lambda i: (client.call_tool("rank", {**RANK, "query": "query %d" % i}) if i % 2 else
                             client.call_tool("decide", {"state": "state %d" % i, "questions": QUESTIONS}))
            together = await asyncio.gather(*map(ask, range(32)))
            alone = [await ask(i) for i in range(32)]
            return [text_of(result) for result in together], [text_of(result) for result in alone]

    together, alone = asyncio.run(talk())
    assert together == alone
