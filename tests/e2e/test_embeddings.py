"""/v1/embeddings, /embeddings and /v1/rerank of a real stack: shapes, bits, limits, many clients, a service that dies."""
import json
import os
import signal
import struct
import threading

import pytest

from embeddings import cosine, decoded, length, sentences
from stack import TINY_GEMMA2, Stack, wait_until

MEGABYTE = "Lorem ipsum dolor sit amet. " * 37500


def embed(stack, body, path="/v1/embeddings"):
    status, reply = stack.post(path, body)
    assert status == 200, reply
    return reply


def vectors(stack, texts, **fields):
    return [decoded(item) for item in embed(stack, {"input": texts, **fields})["data"]]


def bits(vector):
    return struct.pack("<%df" % len(vector), *vector)


def test_one_text_and_many(embed_stack):
    one = embed(embed_stack, {"input": "The lamp is lit.", "model": "any name"})
    assert one["object"] == "list" and one["model"] == "any name" and len(one["data"]) == 1
    assert one["usage"]["prompt_tokens"] == one["usage"]["total_tokens"] > 2
    many = embed(embed_stack, {"input": ["A first text.", "The lamp is lit.", "A third one."]})
    assert [item["index"] for item in many["data"]] == [0, 1, 2]
    assert bits(many["data"][1]["embedding"]) == bits(one["data"][0]["embedding"]), "the same alone and in company"
    assert abs(length(one["data"][0]["embedding"]) - 1) < 1e-6


def test_both_encodings_carry_the_same_bits(embed_stack):
    texts = sentences(20)
    floats = embed(embed_stack, {"input": texts, "encoding_format": "float"})
    packed = embed(embed_stack, {"input": texts, "encoding_format": "base64"})
    assert all(isinstance(item["embedding"], str) for item in packed["data"])
    assert [bits(decoded(item)) for item in packed["data"]] == [bits(decoded(item)) for item in floats["data"]]
    assert packed["usage"] == floats["usage"]


def test_token_ids_are_what_the_tokenizer_says(embed_stack):
    ids = embed(embed_stack, {"content": "The lamp is lit.", "add_special": True}, "/tokenize")["tokens"]
    by_text = embed(embed_stack, {"input": "The lamp is lit."})
    by_ids = embed(embed_stack, {"input": ids})
    assert by_text["usage"]["prompt_tokens"] == len(ids)
    assert bits(by_ids["data"][0]["embedding"]) == bits(by_text["data"][0]["embedding"])
    assert len(embed(embed_stack, {"input": [ids, ids]})["data"]) == 2


def test_the_other_shapes(embed_stack):
    expected = vectors(embed_stack, ["hello"])
    content = [{"type": "text", "text": "hel"}, {"type": "text", "text": "lo"}]
    for shape in ({"content": content}, [{"content": content}], {"prompt_string": "hello"}, ["hello"]):
        assert vectors(embed_stack, shape) == expected, shape
    native = embed(embed_stack, {"content": ["hello", "there"]}, "/embeddings")
    assert [item["index"] for item in native] == [0, 1] and native[0]["embedding"] == expected
    assert embed(embed_stack, {"content": "hello"}) == [native[0]]
    # Frigate's call.
    frigate = embed(embed_stack, {"model": "x", "content": [{"prompt_string": "hello"}]}, "/embeddings")
    assert frigate[0]["embedding"] == expected


def test_shorter_vectors(embed_stack):
    widths = embed_stack.get("/v1/models")[1]["data"][0]["embedding"]["dimensions"]
    (full,) = vectors(embed_stack, ["hello"])
    assert len(full) == widths[0]
    for width in widths:
        (short,) = vectors(embed_stack, ["hello"], dimensions=width)
        assert len(short) == width and abs(length(short) - 1) < 1e-6
        assert cosine(short, full[:width]) > 1 - 1e-6


def test_prompts_by_task_are_asked_for(embed_stack):
    plain, by_hand = vectors(embed_stack, ["hello", "task: search result | query: hello"])
    for field in ("task", "prompt_name", "input_type"):
        assert vectors(embed_stack, ["hello"], **{field: "query"}) == [by_hand] != [plain]
    assert vectors(embed_stack, "hello", input_type="search_document") == vectors(
        embed_stack, "title: none | text: hello")
    status, reply = embed_stack.post("/v1/embeddings", {"input": "hello", "task": "poetry"})
    assert status == 400 and reply["error"]["param"] == "task" and "clustering" in reply["error"]["message"]


def test_other_norms(embed_stack):
    (vector,) = vectors(embed_stack, ["hello"], embd_normalize=1)
    assert abs(sum(map(abs, vector)) - 1) < 1e-5
    (vector,) = vectors(embed_stack, ["hello"], embd_normalize=0)
    assert abs(max(map(abs, vector)) - 32760) < 0.01


def test_long_texts_are_refused_unless_they_may_be_cut(embed_stack):
    context = embed_stack.get("/v1/models")[1]["data"][0]["max_model_len"]
    status, reply = embed_stack.post("/v1/embeddings", {"input": ["short", "word " * (2 * context)]})
    assert status == 400 and reply["error"]["type"] == "exceed_context_size_error"
    assert reply["error"]["code"] == "context_length_exceeded" and reply["error"]["n_ctx"] == context
    assert reply["error"]["param"] == "input[1]" and reply["error"]["n_prompt_tokens"] > context
    assert "maximum context length is %d tokens" % context in reply["error"]["message"]
    cut = embed(embed_stack, {"input": ["short", "word " * (2 * context)], "truncate": True})
    assert len(cut["data"]) == 2 and "input[1] was cut" in cut["warnings"][0]


def test_rerank(embed_stack):
    texts = sentences(12)
    query, documents = texts[0], texts[1:] + texts[:1]
    both = vectors(embed_stack, [query] + documents)
    by_hand = sorted(range(len(documents)), key=lambda i: -cosine(both[0], both[i + 1]))
    reply = embed(embed_stack, {"query": query, "documents": documents}, "/v1/rerank")
    assert [result["index"] for result in reply["results"]] == by_hand
    assert reply["results"][0]["index"] == len(documents) - 1, "the query itself"
    assert abs(reply["results"][0]["relevance_score"] - 1) < 1e-6
    top = embed(embed_stack, {"query": query, "texts": documents, "return_text": True}, "/rerank")
    assert top[0]["text"] == query and len(top) == len(documents)
    prompted = embed(embed_stack, {"query": query, "documents": documents, "use_prompts": True, "top_n": 3}, "/v1/rerank")
    (asked,) = vectors(embed_stack, [query], task="query")
    (document,) = vectors(embed_stack, [documents[prompted["results"][0]["index"]]], task="document")
    assert abs(prompted["results"][0]["relevance_score"] - cosine(asked, document)) < 1e-6
    assert len(prompted["results"]) == 3


HOSTILE = [
    ({"input": ""}, "input"),
    ({"input": ["good", ""]}, "input[1]"),
    ({"input": []}, "input"),
    ({"input": [[]]}, "input[0]"),
    ({"input": ["x"] * 2049}, "input"),
    ({"input": "x" * (1 << 20)}, "input"),
    ({"input": MEGABYTE}, "input"),
    (b'{"input": "\xff\xfe"}', None),
    (b'{"input": ["good", "\xc3("]}', None),
    (b'{"input": "\xed\xa0\x80"}', None),
    (b'{"input": "\\ud800"}', None),
    ({"input": [1 << 20]}, "input"),
    ({"input": [-1]}, "input[0]"),
    ({"input": [1 << 40]}, "input[0]"),
    ({"input": [[2, 1], [1 << 20]]}, "input[1]"),
    ({"input": [2.5]}, "input[0]"),
    ({"input": [True]}, "input[0]"),
    ({"input": "x", "dimensions": 0}, "dimensions"),
    ({"input": "x", "dimensions": -1}, "dimensions"),
    ({"input": "x", "dimensions": 7}, "dimensions"),
    ({"input": "x", "dimensions": 10000}, "dimensions"),
    ({"input": "x", "dimensions": 10**30}, "dimensions"),
    ({"input": "x", "dimensions": "96"}, "dimensions"),
    ({"input": "x", "encoding_format": "hex"}, "encoding_format"),
    ({"input": "x", "embd_normalize": -1}, "embd_normalize"),
    ({"input": "x", "embd_normalize": 100}, "embd_normalize"),
    ({"input": None}, "input"),
    ({"input": {"text": "x"}}, "input"),
    ({}, "input"),
    (b"[" * 10000, None),
    (b"", None),
]


@pytest.mark.parametrize("body, param", HOSTILE)
def test_hostile_bodies_get_a_reason(embed_stack, body, param):
    status, reply = embed_stack.post("/v1/embeddings", body)
    assert status == 400, reply
    assert reply["error"]["message"] and reply["error"]["param"] == param
    embed(embed_stack, {"input": "still there"})


@pytest.mark.parametrize("body", [body for body, _ in HOSTILE])
def test_hostile_bodies_get_a_reason_in_the_other_shape(embed_stack, body):
    status, reply = embed_stack.post("/embeddings", body)
    assert status == 400 and reply["error"]["code"] == 400 and reply["error"]["message"]


def test_odd_texts_are_texts(embed_stack):
    odd = ["\u0000", " ", "\n" * 500, "a\u0000b", "\ufeff", "\U0010ffff", "</s><bos>"]
    for vector in vectors(embed_stack, odd + [MEGABYTE], truncate=True, dimensions=None):
        assert abs(length(vector) - 1) < 1e-6


def test_media_say_that_they_are_not_built(embed_stack):
    image = {"content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]}
    assert embed_stack.post("/v1/embeddings", {"input": [image]})[0] == 501


def test_the_largest_request_is_answered(embed_stack):
    texts = sentences(2048)
    got = vectors(embed_stack, texts, encoding_format="base64")
    assert len(got) == 2048
    assert bits(got[2047]) == bits(vectors(embed_stack, texts[2047])[0])


def test_two_thousand_texts_of_sixteen_clients(embed_stack):
    """None lost, none swapped, each with the bits that it has alone, and passes are shared."""
    texts = sentences(2000, seed=2)
    chunks = [texts[i:i + 5] for i in range(0, 2000, 5)]
    got = [None] * len(chunks)
    steps = embed_stack.metric("ferro_steps_total", service="embed")

    def client(number):
        for i in range(number, len(chunks), 16):
            got[i] = vectors(embed_stack, chunks[i], encoding_format="base64")

    threads = [threading.Thread(target=client, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    flat = [bits(vector) for chunk in got for vector in chunk]
    assert len(set(flat)) == 2000
    assert embed_stack.metric("ferro_steps_total", service="embed") - steps < len(chunks), "passes were not shared"
    alone = vectors(embed_stack, texts, encoding_format="base64")
    assert flat == [bits(vector) for vector in alone]


def test_a_killed_service_comes_back(tmp_path):
    """Requests that run end with an error that invites to come again, the gateway stays, and the answer is the same."""
    with Stack("--embed", TINY_GEMMA2) as stack:
        texts = sentences(500)
        expected = vectors(stack, texts[:5])
        answers, stop = [], threading.Event()

        def client():
            while not stop.is_set():
                answers.append(stack.post("/v1/embeddings", {"input": texts}))

        threads = [threading.Thread(target=client) for _ in range(4)]
        for thread in threads:
            thread.start()
        wait_until(lambda: len(answers) > 2, 30)
        pid = stack.pids()["embed"]
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: stack.pids().get("embed", pid) != pid, 30)
        wait_until(lambda: stack.get("/health")[0] == 200, 30)
        seen = len(answers)
        wait_until(lambda: len(answers) > seen + 4, 60)
        stop.set()
        for thread in threads:
            thread.join()
        assert {status for status, _ in answers} <= {200, 502, 503}
        assert all(len(reply["data"]) == 500 for status, reply in answers if status == 200)
        assert vectors(stack, texts[:5]) == expected


def test_long_requests_take_no_more_memory_each_time(embed_stack):
    context = embed_stack.get("/v1/models")[1]["data"][0]["max_model_len"]
    longest = {"input": ["word " * context] * 4, "truncate": True}
    embed(embed_stack, longest)
    before = embed_stack.health()["memory"]["used"]
    for _ in range(5):
        embed(embed_stack, longest)
    assert embed_stack.health()["memory"]["used"] < before + (32 << 20)


def test_health_and_models(embed_stack):
    health = embed_stack.health()
    assert health["models"]["embed"]["state"] == "ready"
    (model,) = embed_stack.get("/v1/models")[1]["data"]
    assert model["architecture"]["output_modalities"] == ["embeddings"] and model["capabilities"] == ["embeddings"]
    assert "query" in model["embedding"]["tasks"]
    assert embed_stack.post("/v1/chat/completions", {"messages": [{"role": "user", "content": "x"}]})[0] == 501
    assert json.dumps(embed_stack.get("/props")[1]["media_marker"]) == '"<__media__>"'
