"""Past tool calls with a chat template that ignores them."""
import pytest

from stack import Stack

CHAT = {"messages": [
    {"role": "user", "content": "Is it cold?"},
    {"role": "assistant", "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo", "days": 1}'}}]},
    {"role": "tool", "tool_call_id": "call_1", "content": "-3"},
]}
CALL = "<|tool_call_start|>[weather(city='Oslo', days=1)]<|tool_call_end|>"


@pytest.fixture(scope="module")
def writing_stack():
    with Stack("--write-lost-tool-calls") as running:
        yield running


def test_they_are_lost_with_a_warning_that_names_the_flag(stack):
    status, reply = stack.post("/apply-template", CHAT)
    assert status == 200 and "weather" not in reply["prompt"]
    assert any("--write-lost-tool-calls" in warning for warning in reply["warnings"]), reply


def test_or_written_into_the_prompt(writing_stack):
    status, reply = writing_stack.post("/apply-template", CHAT)
    assert status == 200 and reply["prompt"].count(CALL) == 1, reply
    status, reply = writing_stack.post("/v1/chat/completions", {**CHAT, "max_tokens": 2})
    assert status == 200 and reply["usage"]["completion_tokens"] > 0, reply
