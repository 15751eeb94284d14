"""`ferro mcp` with the official client over real pipes, with a model of its own and with a gateway."""
import asyncio

import pytest
from mcp import MCPError

from mcp_server import QUESTIONS, REQUEST, connect, in_every_revision, source, text_of


def test_the_client_lists_and_calls_in_every_revision(source, monkeypatch):
    async def talk(mode, revision):
        async with connect(*source, mode=mode) as client:
            assert client.protocol_version == revision
            assert client.server_info.name == "ferro" and client.instructions
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert list(tools) == ["decide", "decide_batch"]
            if revision >= "2025-03-26":
                assert tools["decide"].annotations.read_only_hint and not tools["decide"].annotations.open_world_hint
            assert (tools["decide"].output_schema is not None) == (revision >= "2025-06-18")
            return await client.call_tool("decide", REQUEST)

    in_every_revision(talk, monkeypatch)


def test_asks_the_three_types_as_the_gateway_answers_them(source, decision_stack):
    async def talk():
        async with connect(*source) as client:
            await client.list_tools()  # from here on the client checks results against the schema
            one = await client.call_tool("decide", REQUEST)
            many = await client.call_tool("decide_batch", {"requests": [REQUEST, {**REQUEST, "state": "Thanks!"}, REQUEST]})
            return one.structured_content, many.structured_content["responses"]

    one, many = asyncio.run(talk())
    assert one == decision_stack.post("/v1/systemone", REQUEST)[1]
    assert list(one["answers"]) == list(QUESTIONS)
    assert 0 <= one["answers"]["refund"]["noul"] <= 1
    assert one["answers"]["tone"]["choice"] in ("calm", "angry")
    assert 0 <= one["answers"]["urgency"]["score"] <= 2
    assert many[0] == many[2] == one and many[1] != one


@pytest.mark.parametrize("tool, arguments, words", [
    ("decide", {"questions": QUESTIONS}, 'the argument "state" is missing'),
    ("decide", {**REQUEST, "question": 1}, 'no argument "question"; it takes "state", "questions"'),
    ("decide", {"state": 1, "questions": {}}, '"questions" must be a non-empty object'),
    ("decide", {"state": 1, "questions": {"q": {"type": "guess", "instructions": "?"}}}, "choice, score, noul"),
    ("decide_batch", {}, 'the argument "requests" is missing'),
    ("decide_batch", {"requests": REQUEST}, '"requests" must be an array'),
    ("decide_batch", {"requests": []}, "must not be empty"),
    ("decide_batch", {"requests": [REQUEST, {"questions": QUESTIONS}]}, 'requests[1]: "state" must be provided'),
])
def test_wrong_arguments_are_told_to_the_model(source, tool, arguments, words):
    async def talk():
        async with connect(*source) as client:
            wrong = await client.call_tool(tool, arguments)
            right = await client.call_tool("decide", REQUEST)
            return wrong, right

    wrong, right = asyncio.run(talk())
    assert wrong.is_error and words in text_of(wrong), text_of(wrong)
    assert not right.is_error


def test_an_unknown_tool_is_an_error_of_the_protocol(source):
    async def talk():
        async with connect(*source) as client:
            with pytest.raises(MCPError, match='there is no tool "guess"'):
                await client.call_tool("guess", {})

    asyncio.run(talk())


def test_calls_at_the_same_time_get_their_own_answers(source):
    states = ["state %d" % i for i in range(48)]

    async def talk():
        async with connect(*source) as client:
            ask = lambda state: client.call_tool("decide", {"state": state, "questions": QUESTIONS})
            together = await asyncio.gather(*map(ask, states))
            alone = [await ask(state) for state in states]
            return together, alone

    together, alone = asyncio.run(talk())
    assert [text_of(result) for result in together] == [text_of(result) for result in alone]
    assert len({text_of(result) for result in alone}) > 40
