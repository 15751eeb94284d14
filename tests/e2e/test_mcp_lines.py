"""`ferro mcp` line by line, as no client would do it; its signals, streams and flags."""
import json
import signal
import subprocess

import pytest

from mcp_server import DIRECT, LONG, MEDIUM, QUESTIONS, REQUEST, SECONDS, Lines, source
from stack import DENSE, FERRO, TINY_D1, TINY_GEMMA2, cpu_seconds, wait_until


def test_bad_lines_get_errors_and_the_next_good_one_its_answer():
    with Lines(*DIRECT, revision="2025-06-18") as server:
        for line, code in [(b"{", -32700), (b"\xff\x00\xff", -32700), (b"[" * 100000, -32700), (b"7", -32600),
                           (b"[]", -32600), (b'{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600),
                           (b'{"jsonrpc": "2.0", "id": 1}', -32600), (b'{"id": 1, "method": "ping"}', -32600),
                           (b"x" * (9 << 20), -32600), (b'{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}', -32601),
                           (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": 3}', -32602)]:
            server.send(line)
            reply = server.read()
            assert reply["error"]["code"] == code, (line[:50], reply)
            assert reply["error"]["message"]
        server.send(b"")
        server.send({"method": "no/such/notification"})
        assert server.ask({"id": "p", "method": "ping"}) == {"jsonrpc": "2.0", "id": "p", "result": {}}
        server.call(2, REQUEST)
        assert server.read()["result"]["isError"] is False
        assert server.rest() == []


def test_arguments_may_be_as_deep_as_over_http_and_no_deeper(decision_stack):
    with Lines(*DIRECT, revision="2025-06-18") as server:
        outcomes = set()
        for levels in (100, 1000, 2047, 2048, 2049, 2053, 2054, 20000):
            request = '{"state": %s, "questions": %s}' % ("[" * levels + "]" * levels, json.dumps(QUESTIONS))
            status, _ = decision_stack.post("/v1/systemone", request.encode())
            server.send(b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "decide", "arguments": %s}}'
                        % request.encode())
            reply = server.read()
            works = "result" in reply and not reply["result"]["isError"]
            assert works == (status == 200), (levels, status, reply)
            outcomes.add(works)
        assert outcomes == {True, False}


def test_a_batch_gets_an_array_where_there_are_batches():
    batch = [{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "method": "notifications/initialized"},
             {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "decide", "arguments": REQUEST}}, 7]
    with Lines(*DIRECT, revision="2025-03-26") as server:
        replies = server.ask(batch)
        assert sorted(str(reply["id"]) for reply in replies) == ["1", "2", "None"]
        assert server.rest() == []
    for revision in ("2024-11-05", "2025-06-18"):
        with Lines(*DIRECT, revision=revision) as server:
            assert server.ask(batch)["error"]["code"] == -32600


def test_what_was_asked_before_the_end_of_the_input_is_answered(source):
    with Lines(*source, revision="2025-06-18") as server:
        for number in range(1, 31):
            server.call(number, REQUEST)
        replies = server.rest()
        assert sorted(reply["id"] for reply in replies) == list(range(1, 31))
        assert not any(reply["result"]["isError"] for reply in replies)
    with Lines(*DIRECT) as server:
        assert server.rest() == [], "a client that leaves at once"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_even_in_a_call(number):
    with Lines("--d1", TINY_D1, "--device", "reference", revision="2025-06-18") as server:
        # Seconds of work in segments of a fraction of that: a busy machine may stretch one of them to half a minute.
        server.call(1, {**LONG, "state": "I was charged twice. " * 500})
        wait_until(lambda: cpu_seconds(server.process.pid) > 0.5, SECONDS)
        server.process.send_signal(number)
        assert server.process.wait(timeout=SECONDS) == 0
        assert server.process.stdout.read() == b"", "a call that was given up is not answered"
        server.follower.join()
        assert b"cause=signal" in b"".join(server.log)


def test_it_ends_when_nobody_reads():
    with Lines(*DIRECT, revision="2025-06-18") as server:
        server.process.stdout.close()
        server.send({"id": 1, "method": "ping"})
        assert server.process.wait(timeout=SECONDS) == 0


def test_a_cancelled_call_frees_the_device():
    with Lines("--d1", TINY_D1, "--device", "reference", revision="2025-06-18") as server:
        spent = lambda: cpu_seconds(server.process.pid)
        server.call(1, REQUEST)
        server.read()
        start = spent()
        server.call(2, MEDIUM)
        server.read()
        whole = spent() - start
        start = spent()
        server.call(3, MEDIUM)
        wait_until(lambda: spent() > start + whole / 4, SECONDS)
        server.send({"method": "notifications/cancelled", "params": {"requestId": 3, "reason": "the user left"}})
        start = spent()
        server.call(4, REQUEST)
        assert server.read()["id"] == 4, "the cancelled call has no response"
        assert spent() - start < whole / 2, "the device went on with what nobody waits for"
        assert server.rest() == []


def test_only_the_protocol_is_on_standard_output_and_only_the_log_on_standard_error(tmp_path):
    with Lines(*DIRECT, revision="2025-06-18") as server:
        server.call(1, REQUEST)
        replies = [server.read(), *server.rest()]
        assert [reply["jsonrpc"] for reply in replies] == ["2.0"]
        server.follower.join()
        assert all(line.startswith(b"ts=") and b" service=mcp " in line for line in server.log), server.log


@pytest.mark.parametrize("flags, words", [
    ([], "At least 1 option"),
    (["--url", "127.0.0.1:8090"], "not an address"),
    (["--url", "http://127.0.0.1:1", "--d1", TINY_D1, "--embed", TINY_GEMMA2], "leave one of the three out"),
    (["--d1", DENSE], "a language model"),
    (["--embed", TINY_D1], "a decision model"),
    (["--d1", "/no/such/file"], "/no/such/file"),
])
def test_wrong_flags_end_it_at_once(flags, words):
    result = subprocess.run([str(FERRO), "mcp", *map(str, flags)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            timeout=SECONDS)
    assert result.returncode in (1, 2) and result.stdout == "" and words in result.stderr, result.stderr
