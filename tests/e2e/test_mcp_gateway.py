"""`ferro mcp` before a gateway: one that misbehaves, refuses or dies."""
import asyncio
import contextlib
import http.server
import os
import signal
import socket
import threading

import pytest

from mcp_server import LONG, REQUEST, SECONDS, Lines, connect, text_of
from stack import TINY_D1, Stack, cpu_seconds, wait_until


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_while_the_gateway_is_asked_for_its_models(number):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(SECONDS)
        with Lines("--url", "http://127.0.0.1:%d" % silent.getsockname()[1]) as server:
            connection, _ = silent.accept()
            with connection:
                server.process.send_signal(number)
                assert server.process.wait(timeout=SECONDS) == 0
            server.follower.join()
            log = b"".join(server.log)
            assert b"cause=signal" in log and b"cancelled" in log, "it waited for no answer"


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
