"""`ferro mcp` with the official client over real pipes, with a model of its own and with a gateway; and line by line, as no
client would do it."""
import asyncio
import contextlib
import http.server
import json
import os
import select
import signal
import subprocess
import threading
import time

import mcp.client.session
import pytest
from mcp import Client, MCPError, StdioServerParameters

from stack import DENSE, FERRO, TINY_D1, Stack, cpu_seconds, wait_until

QUESTIONS = {"refund": {"type": "noul", "instructions": "Is a refund asked for?"},
             "tone": {"type": "choice", "instructions": "Tone?", "criteria": {"calm": None, "angry": "rude words"}},
             "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["can wait", "today", "now"]}}
REQUEST = {"state": {"mail": "I was charged twice."}, "questions": QUESTIONS}
# Much work for the reference device, and some.
LONG = {"state": "I was charged twice. " * 4000, "questions": {"q": QUESTIONS["refund"]}}
MEDIUM = {**LONG, "state": "I was charged twice. " * 250}
DIRECT = ("--d1", TINY_D1, "--device", "cpu")
HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
REVISIONS = [*HANDSHAKES, "2026-07-28"]
SECONDS = 60


@pytest.fixture(params=["model", "gateway"])
def source(request):
    """The flags of a server that can decide."""
    if request.param == "model":
        return DIRECT
    return "--url", request.getfixturevalue("decision_stack").url


def connect(*flags, mode="auto", env=None):
    parameters = StdioServerParameters(command=str(FERRO), args=["mcp", *map(str, flags)], env=env)
    return Client(parameters, mode=mode, read_timeout_seconds=SECONDS)


def text_of(result):
    assert len(result.content) == 1 and result.content[0].type == "text"
    return result.content[0].text


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

    results = []
    for revision in HANDSHAKES:
        monkeypatch.setattr(mcp.client.session, "LATEST_HANDSHAKE_VERSION", revision)
        results.append(asyncio.run(talk("legacy", revision)))
    results.append(asyncio.run(talk("auto", "2026-07-28")))
    for revision, result in zip(REVISIONS, results, strict=True):
        assert not result.is_error
        assert text_of(result) == text_of(results[0]), "the same answer in every revision"
        if revision >= "2025-06-18":
            assert result.structured_content == json.loads(text_of(result))


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


class Lines:
    """A server whose lines are written and read one by one."""

    def __init__(self, *flags, revision=None, **options):
        self.process = subprocess.Popen([str(FERRO), "mcp", *map(str, flags)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.log = []
        self.follower = threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True)
        self.follower.start()
        self.buffer = b""
        if revision:
            reply = self.ask({"id": 0, "method": "initialize", "params": {"protocolVersion": revision}})
            assert reply["result"]["protocolVersion"] == revision

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, message):
        if not isinstance(message, bytes):
            message = json.dumps({"jsonrpc": "2.0", **message} if isinstance(message, dict) else message).encode()
        self.process.stdin.write(message + b"\n")
        self.process.stdin.flush()

    def call(self, number, request, tool="decide"):
        self.send({"id": number, "method": "tools/call", "params": {"name": tool, "arguments": request}})

    def read(self, seconds=SECONDS):
        """The next message; fails when none comes."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.buffer:
            assert select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0], "no line came"
            block = os.read(self.process.stdout.fileno(), 1 << 20)
            assert block, "the server ended: %s" % self.log
            self.buffer += block
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def ask(self, message):
        self.send(message)
        return self.read()

    def rest(self):
        """What still comes until the server ends, after its input has."""
        self.process.stdin.close()
        output = self.buffer
        while block := os.read(self.process.stdout.fileno(), 1 << 20):
            output += block
        assert self.process.wait(timeout=SECONDS) == 0
        return [json.loads(line) for line in output.splitlines()]


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
        server.call(1, LONG)
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


@contextlib.contextmanager
def gateway(handle):
    """A server that answers POST with `handle(handler)`; its requests are counted in `.asked`."""
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            self.body = self.rfile.read(int(self.headers["Content-Length"]))
            server.asked.release()
            handle(self)

        def log_message(self, *_):
            pass

        def reply(self, status, body, **headers):
            self.send_response(status)
            for name, value in {"Content-Length": len(body), **headers}.items():
                self.send_header(name.replace("_", "-"), str(value))
            self.end_headers()
            self.wfile.write(body)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.asked = threading.Semaphore(0)
    server.url = "http://127.0.0.1:%d" % server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def test_a_cancelled_call_hangs_up_on_the_gateway():
    left = threading.Event()

    def wait_for_the_end(handler):
        if handler.connection.recv(1) == b"":
            left.set()
        handler.close_connection = True

    async def talk(server):
        async with connect("--url", server.url) as client:
            call = asyncio.create_task(client.call_tool("decide", REQUEST))
            assert await asyncio.to_thread(server.asked.acquire, timeout=SECONDS)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert await asyncio.to_thread(left.wait, SECONDS)

    with gateway(wait_for_the_end) as server:
        asyncio.run(talk(server))


def abrupt(handler):
    handler.close_connection = True


def half(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"model":')
    handler.close_connection = True


@pytest.mark.parametrize("handle, words", [
    (abrupt, "no answer from a gateway at http://127.0.0.1"),
    (half, "no answer from a gateway at http://127.0.0.1"),
    (lambda handler: handler.reply(200, b"<html>hello</html>"), "none of /v1/systemone: <html>"),
    (lambda handler: handler.reply(200, b"[" * 100000), "none of /v1/systemone"),
    (lambda handler: handler.reply(302, b"", Location="http://127.0.0.1:1/"), "answers 302"),
    (lambda handler: handler.reply(503, b'{"error":{"message":"queue full"}}'), "queue full; try again"),
    (lambda handler: handler.reply(500, b"\xff" * 1000), "answers 500"),
])
def test_a_gateway_that_misbehaves_is_an_error_of_the_call(handle, words):
    with gateway(handle) as server, Lines("--url", server.url, revision="2025-06-18") as lines:
        lines.call(1, REQUEST)
        result = lines.read()["result"]
        assert result["isError"] and words in result["content"][0]["text"], result
        assert lines.ask({"id": 2, "method": "ping"})["result"] == {}


def test_the_key_comes_from_the_environment():
    async def ask(env):
        async with connect("--url", stack.url, env=env) as client:
            return await client.call_tool("decide", REQUEST)

    with Stack("--decide", TINY_D1, "--device", "null", "--api-key", "sesame") as stack:
        refused = asyncio.run(ask({}))
        assert refused.is_error and "FERRO_API_KEY" in text_of(refused)
        assert not asyncio.run(ask({"FERRO_API_KEY": "sesame"})).is_error


def test_a_gateway_without_a_decision_model_names_the_flag():
    async def ask():
        async with connect("--url", stack.url) as client:
            return await client.call_tool("decide", REQUEST)

    with Stack("--lm", DENSE, "--device", "cpu") as stack:
        refused = asyncio.run(ask())
        assert refused.is_error and "ferro up --decide MODEL" in text_of(refused)


def test_the_gateway_may_die_and_come_back():
    with Stack("--decide", TINY_D1, "--device", "reference") as stack, Lines("--url", stack.url + "/",
                                                                               revision="2025-06-18") as lines:
        lines.call(1, REQUEST)
        before = lines.read()["result"]
        assert not before["isError"]
        busy = cpu_seconds(stack.pids()["decide"])
        lines.call(2, LONG)
        wait_until(lambda: cpu_seconds(stack.pids()["decide"]) > busy + 0.3, SECONDS)
        os.kill(stack.pids()["gateway"], signal.SIGKILL)
        broken = lines.read()
        assert broken["id"] == 2 and broken["result"]["isError"]
        assert "ferro up --decide MODEL" in broken["result"]["content"][0]["text"]

        def works_again(numbers=iter(range(3, 10000))):
            lines.call(next(numbers), REQUEST)
            return not (result := lines.read()["result"])["isError"] and result == before

        wait_until(works_again, SECONDS)


def test_only_the_protocol_is_on_standard_output_and_only_the_log_on_standard_error(tmp_path):
    with Lines(*DIRECT, revision="2025-06-18") as server:
        server.call(1, REQUEST)
        replies = [server.read(), *server.rest()]
        assert [reply["jsonrpc"] for reply in replies] == ["2.0"]
        server.follower.join()
        assert all(line.startswith(b"ts=") and b" service=mcp " in line for line in server.log), server.log


@pytest.mark.parametrize("flags, words", [
    ([], "Exactly 1 option"),
    (["--url", "127.0.0.1:8090"], "not an address"),
    (["--url", "http://127.0.0.1:1", "--d1", TINY_D1], "Exactly 1 option"),
    (["--d1", DENSE], "a language model"),
    (["--d1", "/no/such/file"], "/no/such/file"),
])
def test_wrong_flags_end_it_at_once(flags, words):
    result = subprocess.run([str(FERRO), "mcp", *map(str, flags)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                            timeout=SECONDS)
    assert result.returncode in (1, 2) and result.stdout == "" and words in result.stderr, result.stderr
