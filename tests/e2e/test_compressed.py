"""Compressed request bodies, as curl and Python clients send them: gzip and deflate with --accept-gzip, zstd always."""
import gzip
import json
import zlib

import pytest
import zstandard

from stack import Stack
from test_curl import curl

CHAT = {"messages": [{"role": "user", "content": "Hello"}], "temperature": 0, "max_tokens": 4}


@pytest.fixture(scope="module")
def gzip_stack():
    with Stack("--accept-gzip", "--max-body-mb", "4") as running:
        yield running


def test_both_codings_give_the_answer_of_the_plain_body(gzip_stack):
    plain = json.dumps(CHAT).encode()
    answers = []
    for coding, body in (("identity", plain), ("gzip", gzip.compress(plain)), ("deflate", zlib.compress(plain))):
        status, reply = gzip_stack.post("/v1/chat/completions", body, headers={"Content-Encoding": coding})
        assert status == 200, reply
        answers.append(reply["choices"])
    assert answers[0] == answers[1] == answers[2]


def test_curl_sends_a_gzip_file_in_chunks(gzip_stack):
    body = gzip.compress(json.dumps({"content": "word " * 200_000}).encode())
    reply = curl("-H", "Content-Encoding: gzip", "-H", "Transfer-Encoding: chunked", gzip_stack.url + "/tokenize",
                 "--data-binary", "@-", data=body)
    assert len(json.loads(reply)["tokens"]) >= 200_000


@pytest.mark.parametrize("name, body, status, message", [
    ("bomb", gzip.compress(b" " * (40 << 20)), 413, "when inflated"),
    ("cut", gzip.compress(json.dumps(CHAT).encode())[:-4], 400, "cut"),
    ("damaged", b"\x1f\x8b\x08\x00" + b"\xff" * 60, 400, "damaged"),
    ("not compressed", json.dumps(CHAT).encode(), 400, "damaged"),
])
def test_bad_bodies_get_a_clear_answer(gzip_stack, name, body, status, message):
    got, reply = gzip_stack.post("/v1/chat/completions", body, headers={"Content-Encoding": "gzip"})
    assert (got, reply["error"]["type"]) == (status, "invalid_request_error"), reply
    assert message in reply["error"]["message"]


def test_without_the_flag_they_are_refused(stack):
    status, reply = stack.post("/v1/chat/completions", gzip.compress(b"{}"), headers={"Content-Encoding": "gzip"})
    assert status == 415 and "--accept-gzip" in reply["error"]["message"], reply


def zstd(body):
    return zstandard.ZstdCompressor().compress(body)


def zstd_with_window(body, log):
    """A stream that asks for that window, since it does not know its length in advance."""
    parameters = zstandard.ZstdCompressionParameters(window_log=log)
    stream = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    return stream.compress(body) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK) + stream.flush()


def test_zstd_needs_no_flag(stack):
    plain = json.dumps(CHAT).encode()
    status, reply = stack.post("/v1/chat/completions", zstd(plain), headers={"Content-Encoding": "zstd"})
    assert status == 200 and reply["choices"] == stack.post("/v1/chat/completions", plain)[1]["choices"]


@pytest.mark.parametrize("name, body, status, message", [
    ("bomb", zstd(b" " * (100 << 20)), 413, "when inflated"),
    ("cut", zstd(json.dumps(CHAT).encode())[:-4], 400, "cut"),
    ("damaged", b"\x28\xb5\x2f\xfd\x00\x00" + b"\xff" * 60, 400, "damaged"),
    ("not compressed", json.dumps(CHAT).encode(), 400, "damaged"),
    ("window", zstd_with_window(b"x", 24), 400, "8 MiB"),
])
def test_bad_zstd_bodies_get_a_clear_answer(stack, name, body, status, message):
    got, reply = stack.post("/v1/chat/completions", body, headers={"Content-Encoding": "zstd"})
    assert (got, reply["error"]["type"]) == (status, "invalid_request_error"), reply
    assert message in reply["error"]["message"]
