"""Calls of tools through openai-python, made by the chat model that comes along."""
import json

import openai
import pytest

from stack import ROOT, Stack

LFM2 = ROOT / "deploy/demo/demo-lfm2-Q8_0.gguf"
WEATHER = {"type": "function", "function": {
    "name": "get_weather", "description": "Get the weather of a city",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}
QUESTION = [{"role": "user", "content": "What is the weather in Paris?"}]
ASKED = {"model": "demo", "messages": QUESTION, "tools": [WEATHER], "temperature": 0}


@pytest.fixture(scope="module")
def client():
    with Stack("--lm", LFM2, "--decide", "none", "--embed", "none") as running:
        with openai.OpenAI(base_url=running.url + "/v1", api_key="none", max_retries=0) as talking:
            yield talking


def check(call):
    assert call.type == "function" and call.id.startswith("call_") and len(call.id) == 29
    assert call.function.name == "get_weather" and json.loads(call.function.arguments) == {"city": "Paris"}


def test_a_whole_answer_and_its_continuation(client):
    choice = client.chat.completions.create(**ASKED).choices[0]
    assert choice.finish_reason == "tool_calls" and choice.message.content is None
    [call] = choice.message.tool_calls
    check(call)
    result = {"role": "tool", "tool_call_id": call.id, "content": '{"temperature": 21, "sky": "sunny"}'}
    told = client.chat.completions.create(**{**ASKED, "messages": [*QUESTION, choice.message, result]}).choices[0]
    assert told.finish_reason == "stop" and told.message.tool_calls is None
    assert told.message.content == "The temperature is 21 and the sky is sunny."


def test_a_stream(client):
    fragments, finish = [], []
    for chunk in client.chat.completions.create(**ASKED, stream=True):
        for choice in chunk.choices:
            assert not choice.delta.content
            calls = choice.delta.tool_calls or []
            assert len(calls) <= 1, "Home Assistant reads the first only"
            fragments += calls
            finish += [choice.finish_reason] if choice.finish_reason else []
    assert finish == ["tool_calls"] and [each.index for each in fragments] == [0, 0]
    first, rest = fragments
    assert first.id.startswith("call_") and first.function.name == "get_weather" and first.function.arguments == ""
    assert rest.id is None and rest.function.name is None
    assert json.loads(rest.function.arguments) == {"city": "Paris"}


def test_the_helper_that_puts_a_stream_together(client):
    with client.chat.completions.stream(**ASKED) as stream:
        done = [event for event in stream if event.type == "tool_calls.function.arguments.done"]
        choice = stream.get_final_completion().choices[0]
    assert [event.name for event in done] == ["get_weather"]
    assert choice.finish_reason == "tool_calls"
    [call] = choice.message.tool_calls
    check(call)


def test_functions_as_they_were_before_tools(client):
    asked = {key: value for key, value in ASKED.items() if key != "tools"} | {"functions": [WEATHER["function"]]}
    choice = client.chat.completions.create(**asked).choices[0]
    assert choice.finish_reason == "function_call" and choice.message.tool_calls is None
    call = choice.message.function_call
    assert call.name == "get_weather" and json.loads(call.arguments) == {"city": "Paris"}
    deltas = [chunk.choices[0].delta.function_call for chunk in client.chat.completions.create(**asked, stream=True)]
    first, rest = [delta for delta in deltas if delta]
    assert first.name == "get_weather" and first.arguments + rest.arguments == call.arguments
    result = {"role": "function", "name": call.name, "content": '{"temperature": 21, "sky": "sunny"}'}
    # Without what is null, as clients of the time sent it.
    past = choice.message.model_dump(exclude_none=True)
    told = client.chat.completions.create(**{**asked, "messages": [*QUESTION, past, result]}).choices[0]
    assert told.finish_reason == "stop" and told.message.content == "The temperature is 21 and the sky is sunny."


def test_stop_texts_do_not_cut_a_call(client):
    choice = client.chat.completions.create(**ASKED, stop=["<", "Paris", "("]).choices[0]
    assert choice.finish_reason == "tool_calls"
    check(choice.message.tool_calls[0])


def test_text_that_is_no_call_stays_text(client):
    greeting = {**ASKED, "messages": [{"role": "user", "content": "Hello"}]}
    for more in ({}, {"tool_choice": "none"}):
        choice = client.chat.completions.create(**greeting, **more).choices[0]
        assert choice.finish_reason == "stop" and choice.message.tool_calls is None and choice.message.content


def test_without_tools_nothing_is_taken_for_a_call(client):
    for more in ({"tools": []}, {"tool_choice": "none"}):
        choice = client.chat.completions.create(**{**ASKED, **more}).choices[0]
        assert choice.finish_reason == "stop" and choice.message.tool_calls is None and choice.message.content


def test_a_call_that_is_cut_is_text(client):
    for budget in range(1, 6):
        choice = client.chat.completions.create(**ASKED, max_tokens=budget).choices[0]
        assert choice.finish_reason == "length" and choice.message.tool_calls is None
        assert choice.message.content.startswith("<|tool_call_start|>")


def test_a_forced_call_is_refused(client):
    with pytest.raises(openai.BadRequestError, match="tool_choice"):
        client.chat.completions.create(**ASKED, tool_choice="required")
