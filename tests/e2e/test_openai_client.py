"""openai-python against the gateway: both modes, both kinds of client, raw responses, error classes."""
import asyncio

import openai
import pytest

from stack import wait_until

CHAT = [{"role": "user", "content": "Say something about the sea."}]
GREEDY = {"temperature": 0, "max_tokens": 24}


@pytest.fixture
def client(stack):
    with openai.OpenAI(base_url=stack.url + "/v1", api_key="none", max_retries=0) as running:
        yield running


def run_async(stack, work):
    async def main():
        async with openai.AsyncOpenAI(base_url=stack.url + "/v1", api_key="none", max_retries=0) as client:
            return await work(client)
    return asyncio.run(main())


def test_models(client):
    models = client.models.list().data
    assert len(models) == 1 and models[0].id == "tiny-lfm2-Q8_0"
    assert client.models.retrieve(models[0].id).id == models[0].id
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("no-such-model")


def test_chat(client):
    reply = client.chat.completions.create(model="gpt-3.5-turbo", messages=CHAT, **GREEDY)
    choice = reply.choices[0]
    assert reply.object == "chat.completion" and reply.id.startswith("chatcmpl-")
    assert choice.message.role == "assistant" and isinstance(choice.message.content, str)
    assert choice.finish_reason in ("stop", "length")
    assert 0 < reply.usage.completion_tokens <= 24
    assert reply.usage.total_tokens == reply.usage.prompt_tokens + reply.usage.completion_tokens
    assert reply.system_fingerprint.startswith("ferro-")
    assert reply.timings["predicted_n"] == reply.usage.completion_tokens


def stream_text(chunks):
    """(text, reasoning, finish reasons, ids, usage) of a stream's chunks, checking what clients rely on."""
    text, reasoning, finish, ids, usage = "", "", [], set(), None
    for number, chunk in enumerate(chunks):
        ids.add(chunk.id)
        if chunk.usage:
            usage = chunk.usage
        for choice in chunk.choices:
            if number == 0:
                assert choice.delta.role == "assistant" and choice.delta.content == ""
            text += choice.delta.content or ""
            reasoning += getattr(choice.delta, "reasoning_content", None) or ""
            if choice.finish_reason:
                finish.append(choice.finish_reason)
    return text, reasoning, finish, ids, usage


@pytest.mark.parametrize("sampling", [{"temperature": 0}, {"temperature": 0.8, "seed": 7}])
def test_stream_equals_whole(client, sampling):
    whole = client.chat.completions.create(model="x", messages=CHAT, max_tokens=40, **sampling)
    chunks = list(client.chat.completions.create(model="x", messages=CHAT, max_tokens=40, stream=True,
                                                 stream_options={"include_usage": True}, **sampling))
    text, reasoning, finish, ids, usage = stream_text(chunks)
    assert text == whole.choices[0].message.content
    assert reasoning == (getattr(whole.choices[0].message, "reasoning_content", None) or "")
    assert finish == [whole.choices[0].finish_reason]
    assert len(ids) == 1
    assert usage.completion_tokens == whole.usage.completion_tokens
    assert usage.prompt_tokens == whole.usage.prompt_tokens


def test_without_include_usage_every_chunk_has_a_choice(client):
    chunks = list(client.chat.completions.create(model="x", messages=CHAT, stream=True, **GREEDY))
    assert all(chunk.choices for chunk in chunks)
    assert all(chunk.usage is None for chunk in chunks)


def test_stream_helper(client):
    # The helper takes a reply that was cut for an error, so this one has to end by itself.
    text = client.chat.completions.create(model="x", messages=CHAT, **GREEDY).choices[0].message.content
    stop = {**GREEDY, "stop": [text[8:10]]}
    with client.chat.completions.stream(model="x", messages=CHAT, **stop) as stream:
        for _ in stream:
            pass
        final = stream.get_final_completion()
    assert final.choices[0].finish_reason == "stop"
    assert final.choices[0].message.content == text[:text.index(text[8:10])]


def test_stop_strings(client):
    whole = client.chat.completions.create(model="x", messages=CHAT, **GREEDY).choices[0].message.content
    assert len(whole) > 8, "the tiny model must say something"
    middle = whole[4:6]
    cut = client.chat.completions.create(model="x", messages=CHAT, stop=[middle], **GREEDY).choices[0]
    assert cut.message.content == whole[:whole.index(middle)]
    assert cut.finish_reason == "stop"


def test_completions(client):
    reply = client.completions.create(model="x", prompt="The sea", **GREEDY)
    assert reply.object == "text_completion" and reply.id.startswith("cmpl-")
    parts = list(client.completions.create(model="x", prompt="The sea", stream=True, **GREEDY))
    assert "".join(c.text for part in parts for c in part.choices) == reply.choices[0].text
    assert [c.finish_reason for part in parts for c in part.choices if c.finish_reason] == [reply.choices[0].finish_reason]


def test_completions_of_several_prompts(client):
    prompts = ["The sea", "A mountain", "One"]
    reply = client.completions.create(model="x", prompt=prompts, **GREEDY)
    alone = [client.completions.create(model="x", prompt=prompt, **GREEDY).choices[0].text for prompt in prompts]
    assert [choice.text for choice in sorted(reply.choices, key=lambda c: c.index)] == alone


def test_raw_response(client):
    raw = client.chat.completions.with_raw_response.create(model="x", messages=CHAT, **GREEDY)
    assert raw.status_code == 200
    assert raw.headers["content-type"] == "application/json; charset=utf-8"
    assert raw.headers["x-request-id"] and raw.headers["server"].startswith("ferro/")
    assert raw.parse().choices
    again = client.chat.completions.with_raw_response.create(model="x", messages=CHAT, **GREEDY,
                                                             extra_headers={"X-Request-Id": "my-request.1"})
    assert again.headers["x-request-id"] == "my-request.1"


def test_raw_streaming_response(client):
    with client.chat.completions.with_streaming_response.create(model="x", messages=CHAT, stream=True, **GREEDY) as raw:
        assert raw.headers["content-type"].startswith("text/event-stream")
        assert "no-cache" in raw.headers["cache-control"]
        lines = [line for line in raw.iter_lines() if line]
    assert lines[-1] == "data: [DONE]" and lines.count("data: [DONE]") == 1


def test_async(stack):
    async def work(client):
        replies = await asyncio.gather(*[client.chat.completions.create(model="x", messages=CHAT, **GREEDY)
                                         for _ in range(6)])
        chunks = [chunk async for chunk in await client.chat.completions.create(model="x", messages=CHAT, stream=True,
                                                                                **GREEDY)]
        return [reply.choices[0].message.content for reply in replies], stream_text(chunks)[0]
    texts, streamed = run_async(stack, work)
    assert set(texts) == {streamed}


def test_closing_a_stream_early_frees_the_slot(slow_stack):
    with openai.OpenAI(base_url=slow_stack.url + "/v1", api_key="none", max_retries=0) as client:
        stream = client.chat.completions.create(model="x", messages=CHAT, temperature=0, max_tokens=7500, stream=True,
                                                extra_body={"ignore_eos": True})
        next(iter(stream))
        wait_until(lambda: slow_stack.health()["slots"]["busy"] == 1, 5)
        stream.close()
    slow_stack.wait_idle(5)


@pytest.mark.parametrize("change, param", [
    ({"messages": []}, "messages"),
    ({"temperature": -1}, "temperature"),
    ({"temperature": "0.2"}, "temperature"),
    ({"max_tokens": -2}, "max_tokens"),
    ({"n": 2}, "n"),
    ({"response_format": {"type": "json_object"}}, "response_format.type"),
    ({"logprobs": True}, "logprobs"),
    ({"logit_bias": {"5": 10}}, "logit_bias"),
    ({"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}]},
     "messages[0].content[0].type"),
])
def test_bad_requests(client, change, param):
    with pytest.raises(openai.BadRequestError) as caught:
        client.chat.completions.create(**{"model": "x", "messages": CHAT, **change})
    assert caught.value.type == "invalid_request_error"
    assert caught.value.param == param
    assert caught.value.request_id


def test_a_prompt_beyond_the_context(client):
    with pytest.raises(openai.BadRequestError) as caught:
        client.chat.completions.create(model="x", messages=[{"role": "user", "content": "word " * 5000}])
    assert caught.value.code == "context_length_exceeded"
    assert "maximum context length is 2048 tokens" in str(caught.value)
    assert caught.value.body["n_ctx"] == 2048 and caught.value.body["n_prompt_tokens"] > 2048


def test_what_is_not_built_answers_501(client):
    for call in (lambda: client.embeddings.create(model="x", input="text"),
                 lambda: client.responses.create(model="x", input="text")):
        with pytest.raises(openai.InternalServerError) as caught:
            call()
        assert caught.value.status_code == 501 and caught.value.type == "not_supported_error"


def test_unknown_fields_and_harmless_ones_are_ignored(client):
    reply = client.chat.completions.create(model="x", messages=CHAT, user="me", metadata={"a": "b"}, store=True,
                                           extra_body={"no_such_field": [1]}, **GREEDY)
    assert reply.choices
