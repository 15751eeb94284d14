"""Clients that are wrong, slow, greedy or gone. None of them may cost another one anything."""
import concurrent.futures
import json
import os
import random
import resource
import select
import socket
import statistics
import time

import pytest

import malformed
from stack import Stack, request, resident_bytes, wait_until


@pytest.mark.parametrize("path, body, status, kind, param", [row[1:] for row in malformed.JSON],
                         ids=[row[0] for row in malformed.JSON])
def test_malformed_body(stack, path, body, status, kind, param):
    got, answer = stack.post(path, body if isinstance(body, bytes) else json.dumps(body).encode())
    assert got == status, answer
    error = answer["error"]
    assert error["type"] == kind, error
    assert isinstance(error["message"], str) and error["message"]
    if param is not None:
        assert error["param"] == param, error


def test_there_are_at_least_a_hundred():
    assert len(malformed.JSON) >= 100
    assert len({row[0] for row in malformed.JSON + malformed.RAW}) == len(malformed.JSON) + len(malformed.RAW)


def read_all(connection, seconds=5):
    """What comes until the peer closes or nothing more comes for `seconds`."""
    connection.settimeout(seconds)
    received = b""
    try:
        while True:
            part = connection.recv(65536)
            if not part:
                return received, True
            received += part
    except socket.timeout:
        return received, False
    except ConnectionResetError:
        return received, True


@pytest.mark.parametrize("data, status", [row[1:] for row in malformed.RAW], ids=[row[0] for row in malformed.RAW])
def test_malformed_framing(stack, data, status):
    with stack.connect() as connection:
        connection.sendall(data)
        received, closed = read_all(connection, 2)
    if status is None:
        assert closed and not received.startswith(b"HTTP/1.1 2")
        return
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), received[:300]
    error = json.loads(body)["error"]
    assert error["message"] and error["type"]
    if status == 405:
        assert b"\r\nAllow: " in head


def test_byte_by_byte_and_pipelined(stack):
    one = b"POST /tokenize HTTP/1.1\r\nHost: x\r\nContent-Length: 16\r\n\r\n" + malformed.BODY
    with stack.connect() as connection:
        for i in range(len(one)):
            connection.sendall(one[i:i + 1])
        connection.sendall(one + one)
        received, _ = read_all(connection, 1)
    assert received.count(b"HTTP/1.1 200") == 3


def test_a_body_that_never_comes_whole(stack):
    with stack.connect() as connection:
        connection.sendall(malformed.post(b"Content-Length: 100\r\n", b'{"content"'))
        connection.shutdown(socket.SHUT_WR)
        received, closed = read_all(connection, 5)
    assert closed and received == b""


def health_latency(stack):
    start = time.monotonic()
    assert stack.get("/health")[0] == 200
    return time.monotonic() - start


def test_slowloris():
    """Hundreds of connections that dribble headers: /health stays quick, and they are cut off."""
    with Stack("--header-timeout", "3") as stack:
        connections = [stack.connect() for _ in range(500)]
        for connection in connections:
            connection.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n")
        deadline = time.monotonic() + 2
        latencies = []
        while time.monotonic() < deadline:
            for connection in random.sample(connections, 50):
                try:
                    connection.sendall(b"x")
                except OSError:
                    pass
            time.sleep(0.02)
            latencies.append(health_latency(stack))
        # Not the slowest: a single one also tells what else the machine did.
        assert statistics.median(latencies) < 0.1, "health took %s s" % sorted(latencies)
        assert stack.post("/v1/completions", {"prompt": "x", "max_tokens": 2})[0] == 200

        def cut_off():
            readable, _, _ = select.select(connections[:100], [], [], 0)
            return len(readable) == 100
        wait_until(cut_off, 10)
        received, closed = read_all(connections[0], 3)
        assert closed and received.startswith(b"HTTP/1.1 408")
        for connection in connections:
            connection.close()


def test_nine_hundred_idle_connections(stack):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    connections = [stack.connect() for _ in range(900)]
    try:
        assert max(health_latency(stack) for _ in range(20)) < 0.1
        assert stack.post("/v1/completions", {"prompt": "x", "max_tokens": 2})[0] == 200
        used = connections[::50]
        for connection in used:  # they are idle, not dead
            connection.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
            connection.settimeout(5)
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
    finally:
        for connection in connections:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_one_connection_too_many_gets_503():
    with Stack("--max-conns", "20") as stack:
        connections = [stack.connect() for _ in range(20)]
        extra = stack.connect()
        extra.sendall(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
        received, _ = read_all(extra, 5)
        assert received.startswith(b"HTTP/1.1 503")
        for connection in [extra, *connections]:
            connection.close()
        wait_until(lambda: stack.get("/livez")[0] == 200, 5)


STREAM = json.dumps({"prompt": "The sea", "stream": True, "ignore_eos": True, "max_tokens": 7500,
                     "temperature": 0}).encode()


def open_stream(stack, body=STREAM, receive_buffer=None):
    connection = socket.socket()
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(30)
    connection.connect(stack.address)
    connection.sendall(malformed.post(b"Content-Length: %d\r\n" % len(body), body, target=b"/v1/completions"))
    return connection


def test_a_client_that_stops_reading():
    """Its answer fills the socket, its request is cancelled, others are served meanwhile."""
    with Stack("--write-timeout", "3", "--lm-slots", "2", "--lm-ctx", "8192") as stack:
        # Tens of megabytes: more than the sockets' buffers swallow.
        body = json.dumps({**json.loads(STREAM), "prompt": ["The sea"] * 16, "return_tokens": True,
                           "timings_per_token": True}).encode()
        connection = open_stream(stack, body, receive_buffer=4096)
        connection.recv(100)
        assert stack.post("/v1/completions", {"prompt": "x", "max_tokens": 4})[0] == 200
        stack.wait_idle(60)
        wait_until(lambda: "status=499" in stack.log_text(), 30, stack.log_text)
        received, closed = read_all(connection, 5)
        assert closed and b"[DONE]" not in received
        connection.close()


STAGES = {
    "before the request": lambda stack: stack.connect(),
    "within the headers": lambda stack: half(stack, b"POST /v1/chat/completions HTTP/1.1\r\nHost"),
    "within the body": lambda stack: half(stack, malformed.post(b"Content-Length: 1000\r\n", b"{")),
    "at once after the request": open_stream,
    "after the first bytes": lambda stack: after(open_stream(stack), 1),
    "in the middle of the stream": lambda stack: after(open_stream(stack), 5000),
    "while waiting for a whole answer": lambda stack: open_stream(
        stack, json.dumps({**json.loads(STREAM), "stream": False}).encode()),
    "within a long prompt": lambda stack: open_stream(stack, json.dumps({"prompt": [5] * 7000}).encode()),
}


def half(stack, data):
    connection = stack.connect()
    connection.sendall(data)
    return connection


def after(connection, count):
    while count > 0:
        part = connection.recv(min(count, 4096))
        assert part
        count -= len(part)
    return connection


def hang_up(connection, how):
    if how == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    elif how == "half-close":
        connection.shutdown(socket.SHUT_WR)
        read_all(connection, 0.2)
    connection.close()


@pytest.mark.parametrize("how", ["close", "reset", "half-close"])
@pytest.mark.parametrize("stage", STAGES)
def test_disconnect(slow_stack, stage, how):
    hang_up(STAGES[stage](slow_stack), how)
    slow_stack.wait_idle(5)


def test_disconnect_while_queued(slow_stack):
    """More streams than slots; the waiting ones go first, then the others."""
    connections = [open_stream(slow_stack) for _ in range(8)]
    wait_until(lambda: slow_stack.health()["slots"]["busy"] == 4, 10)
    for connection in reversed(connections):
        connection.close()
    slow_stack.wait_idle(5)


@pytest.fixture
def long_stack():
    with Stack("--decide", "none", "--lm-slots", "4", "--lm-ctx", "8192") as running:
        yield running


def test_many_disconnects_leak_nothing(long_stack):
    """200 random ends, beside a stream that must not notice; memory and descriptors stay where they were."""
    stack = long_stack
    reference = stack.post("/v1/completions", {"prompt": "x", "max_tokens": 300, "temperature": 0, "ignore_eos": True,
                                               "return_tokens": True})[1]["choices"][0]["tokens"]
    chooser = random.Random(1)

    def round_of_ends():
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            def one(seed):
                stage, how = random.Random(seed).choice([(s, h) for s in STAGES for h in ("close", "reset")])
                hang_up(STAGES[stage](stack), how)
            list(pool.map(one, [chooser.random() for _ in range(100)]))
        stack.wait_idle(10)

    def state():
        pids = stack.pids()
        return {name: (resident_bytes(pid), len(os.listdir("/proc/%d/fd" % pid))) for name, pid in pids.items()}

    round_of_ends()
    before = state()
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        beside = pool.submit(stack.post, "/v1/completions", {"prompt": "x", "max_tokens": 300, "temperature": 0,
                                                             "ignore_eos": True, "return_tokens": True})
        round_of_ends()
        status, answer = beside.result()
    assert status == 200 and answer["choices"][0]["tokens"] == reference
    wait_until(lambda: all(state()[name][1] <= before[name][1] + 4 for name in before), 10, lambda: str((before, state())))
    after_rounds = state()
    for name, (memory, _) in before.items():
        assert after_rounds[name][0] < memory + (16 << 20), (name, before, after_rounds)


def test_the_queue_is_bounded():
    with Stack("--decide", "none", "--device", "reference", "--lm-slots", "1", "--lm-ctx", "8192", "--queue-depth", "2") as stack:
        connections = [open_stream(stack)]
        wait_until(lambda: stack.health()["slots"]["busy"] == 1, 10)
        connections += [open_stream(stack) for _ in range(2)]
        wait_until(lambda: stack.health()["queue"]["lm"] == 2, 10)
        status, answer = stack.post("/v1/completions", {"prompt": "x", "max_tokens": 1})
        assert status == 503 and answer["error"]["code"] == "queue_full"
        for connection in connections:
            connection.close()
        stack.wait_idle(10)


def test_a_body_over_the_limit_is_refused():
    with Stack("--max-body-mb", "1") as stack:
        status, answer = request(stack.url + "/tokenize", b'{"content": "' + b"x" * (1 << 20) + b'"}')
        assert status == 413 and answer["error"]["type"] == "invalid_request_error"
