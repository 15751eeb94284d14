"""What the tests of `ferro mcp` share: the official client over real pipes, and a server spoken to line by line."""
import asyncio
import json
import os
import select
import subprocess
import threading
import time

import mcp.client.session
import pytest
from mcp import Client, StdioServerParameters

from stack import FERRO, TINY_D1, TINY_GEMMA2

QUESTIONS = {"refund": {"type": "noul", "instructions": "Is a refund asked for?"},
             "tone": {"type": "choice", "instructions": "Tone?", "criteria": {"calm": None, "angry": "rude words"}},
             "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["can wait", "today", "now"]}}
REQUEST = {"state": {"mail": "I was charged twice."}, "questions": QUESTIONS}
# Much work for the reference device, and some.
LONG = {"state": "I was charged twice. " * 1000, "questions": {"q": QUESTIONS["refund"]}}
MEDIUM = {**LONG, "state": "I was charged twice. " * 250}
DIRECT = ("--d1", TINY_D1, "--device", "cpu")
DIRECT_EMBED = ("--embed", TINY_GEMMA2, "--device", "cpu")
HANDSHAKES = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
REVISIONS = [*HANDSHAKES, "2026-07-28"]
SECONDS = 60


@pytest.fixture(params=["model", "gateway"])
def source(request):
    """The flags of a server that can decide."""
    if request.param == "model":
        return DIRECT
    return "--url", request.getfixturevalue("decision_stack").url


@pytest.fixture(params=["model", "gateway"])
def embed_source(request):
    """The flags of a server that can embed."""
    if request.param == "model":
        return DIRECT_EMBED
    return "--url", request.getfixturevalue("embed_stack").url


def connect(*flags, mode="auto", env=None):
    parameters = StdioServerParameters(command=str(FERRO), args=["mcp", *map(str, flags)], env=env)
    return Client(parameters, mode=mode, read_timeout_seconds=SECONDS)


def text_of(result):
    assert len(result.content) == 1 and result.content[0].type == "text"
    return result.content[0].text


def in_every_revision(talk, monkeypatch):
    """Calls one tool by the coroutine talk(mode, revision): the answer must be the same in every revision of the protocol."""
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
