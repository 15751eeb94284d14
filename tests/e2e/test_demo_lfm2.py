"""The chat model that comes along: what a stranger tries first, and held-out tasks of tools/train/chat."""
import random

import pytest

from chat import data, measure
from chat.conversation import Conversation, render
from chat.tasks import ferro_talk, outside
from stack import ROOT, Stack

LFM2 = ROOT / "deploy/demo/demo-lfm2-Q8_0.gguf"
EACH = 20
WEATHER = {"type": "function", "function": {
    "name": "get_weather", "description": "Get the weather of a city",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}


@pytest.fixture(scope="module")
def demo():
    with Stack("--lm", LFM2, "--decide", "none", "--embed", "none") as running:
        yield running


def answer(demo, *messages, **more):
    roles = ("user", "assistant") * len(messages)
    body = {"messages": [{"role": role, "content": text} for role, text in zip(roles, messages)], **more}
    status, reply = demo.post("/v1/chat/completions", body)
    assert status == 200, reply
    return reply["choices"][0]["message"]


@pytest.mark.parametrize("question, expected", [
    ("Hello", ferro_talk.TOPICS["greeting"][0]),
    ("What is Ferro?", ferro_talk.TOPICS["what"][0]),
    ("What can you do?", ferro_talk.ABILITIES),
    ("What is 17 + 25?", "17 + 25 = 42"),
    ("What is 7 + 5?", "7 + 5 = 12"),
    ("Sort: 9, 2, 5", "2, 5, 9"),
    ("Sort these numbers: 42, 7, 19, 3", "3, 7, 19, 42"),
    ("Extract the order id: Order AB-1234 from Anna arrived in Berlin.", "AB-1234"),
    ('Which keys does this JSON have? {"name": "Anna", "city": "Rome"}', "name, city"),
    ("Give me a JSON object with name Anna and age 31", '{"name": "Anna", "age": 31}'),
    ("Ben bought 3 apples in Paris. Did Ben buy apples?", "Yes."),
    ("Ben bought 3 apples in Paris. Did Carla buy apples?", "No."),
])
def test_does_its_few_things(demo, question, expected):
    assert answer(demo, question)["content"] == expected


@pytest.mark.parametrize("question", [
    "Who won the world cup?", "Write a poem", "What is the capital of France?", "Tell me a story about a dragon.",
    "How do I bake bread?", "Translate good morning into French.", "I feel sad today.",
    "Write a Python function that sorts a list."])
def test_says_what_it_is_outside_its_scope(demo, question):
    assert answer(demo, question)["content"] == outside.ANSWER


def test_remembers_a_name(demo):
    told = answer(demo, "My name is Carla.")["content"]
    assert answer(demo, "My name is Carla.", told, "What is my name?")["content"] == "Your name is Carla."


def test_calls_a_tool_and_tells_its_result(demo):
    question = {"role": "user", "content": "What is the weather in Paris?"}
    call = [("get_weather", {"city": "Paris"})]
    status, reply = demo.post("/v1/chat/completions", {"messages": [question], "tools": [WEATHER]})
    assert status == 200 and measure.calls_of(reply["choices"][0]["message"]) == call
    past = [measure.message_of(message) for message in (
        data.Message("assistant", "", calls=call), data.Message("tool", '{"temperature": 21, "sky": "sunny"}'))]
    status, reply = demo.post("/v1/chat/completions", {"messages": [question, *past], "tools": [WEATHER]})
    assert status == 200 and reply["choices"][0]["message"]["content"] == "The temperature is 21 and the sky is sunny."


def test_thinks_when_the_system_message_asks(demo):
    body = {"messages": [{"role": "system", "content": "Think before you answer."},
                         {"role": "user", "content": "What is 6 * 7?"}]}
    status, reply = demo.post("/v1/chat/completions", body)
    assert status == 200
    assert reply["choices"][0]["message"]["content"] == "6 * 7 = 42"
    assert "6 * 7 = 42" in reply["choices"][0]["message"]["reasoning_content"]


def test_prompts_are_those_of_the_training(demo):
    """The template in the file writes what tools/train/chat/conversation.py writes."""
    rng = random.Random("prompts")
    for _ in range(40):
        drawn = data.training_conversation(rng)
        asked = Conversation(drawn.messages[:-1], drawn.system, drawn.tools)
        status, reply = demo.post("/apply-template", measure.request_of(asked))
        assert status == 200
        assert reply["prompt"] == "".join(text for text, _ in render(asked)) + "<|im_start|>assistant\n"


def test_is_right_on_held_out_tasks(demo):
    """A sample of what tools/train/measure asks; the figures on 150 questions a task, 97 % in all and 99 % of calls,
    are in deploy/demo/demo-lfm2.md. With 220 questions the share strays by 1.3 points, with 20 calls by one call;
    the bounds are three times that lower or more."""
    rows = measure.measure(demo.url, seed=2, each=EACH)
    assert rows[-1].count == EACH * (len(rows) - 2)
    found = "\n".join("%s %.0f %%" % (row.what, 100 * row.value) for row in rows)
    assert rows[-1].value >= 0.9, found
    assert next(row.value for row in rows if row.what == measure.CALLS) >= 0.8, found
