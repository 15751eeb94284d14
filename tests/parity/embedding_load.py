#!/usr/bin/env python3
"""Many clients of /v1/embeddings beside `ferro embed` on the same texts: rate, processor time, memory, lost or swapped vectors.

usage: embedding_load.py --embed MODEL [--texts 10000] [--clients 16] [--texts-per-request 1] [--rounds 3] [-- FLAG...]

Starts the real programs (FERRO overrides which); what follows `--` goes to `ferro up` and `ferro embed` alike. In every round
`ferro embed` embeds the file, by the time that it prints itself, then the clients send every text once, each its share over one
connection. All vectors must be the file's, bit for bit. Prints a table: texts a second; processor time a text of `ferro embed`
without its start, and of the two services, which tells more than the rate where clients or other work share the cores; and the
service's resident memory after each round and after four inputs as long as the model's context. Exit status 1 if a vector is
missing or another. Standard library only.
"""
import argparse
import base64
import json
import pathlib
import random
import re
import resource
import socket
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/e2e"))
from embeddings import WORDS  # noqa: E402
from stack import Stack, cpu_seconds, ferro, resident_bytes  # noqa: E402


def make_texts(count):
    draw = random.Random(1)
    return ["%s %d" % (" ".join(draw.choices(WORDS, k=draw.randint(4, 14))), i) for i in range(count)]


def http(texts):
    body = json.dumps({"input": texts, "model": "m", "encoding_format": "base64"}).encode()
    head = b"POST /v1/embeddings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    return head % len(body) + body


def exchange(connection, message):
    """The body of the answer; little more than two system calls, so that the client does not take the servers' time."""
    connection.sendall(message)
    got = b""
    while (end := got.find(b"\r\n\r\n")) < 0:
        part = connection.recv(1 << 18)
        if not part:
            raise ConnectionError("closed by the server")
        got += part
    size = end + 4 + int(re.search(rb"(?i)content-length: *(\d+)", got[:end]).group(1))
    while len(got) < size:
        part = connection.recv(1 << 18)
        if not part:
            raise ConnectionError("closed by the server")
        got += part
    return got[end + 4:]


def offline(options, source, target):
    """-> (seconds of work as printed, 0 for little work; processor seconds)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = ferro("embed", "--embed", options.embed, "--in", source, "--out", target, *options.flags, timeout=3600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = re.search(r"\d+ texts?, \d+ tokens in ([\d.]+) s", run.stderr)
    if run.returncode != 0 or not told:
        sys.exit(run.stderr)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return float(told.group(1)), used


def online(stack, options, messages):
    """-> (seconds, answers in the order of the messages)"""
    answers = [None] * len(messages)

    def client(number):
        with socket.create_connection(stack.address) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for i in range(number, len(messages), options.clients):
                answers[i] = exchange(connection, messages[i])

    threads = [threading.Thread(target=client, args=(n,)) for n in range(options.clients)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.monotonic() - start, answers


def wrong_vectors(answers, expected):
    """How many of the texts' vectors are missing or not as expected."""
    got = []
    for answer in answers:
        data = json.loads(answer).get("data", []) if answer else []
        got += [base64.b64decode(item["embedding"]) for item in data]
    return sum(a != b for a, b in zip(got, expected)) + abs(len(expected) - len(got))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--embed", required=True)
    parser.add_argument("--texts", type=int, default=10000)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--texts-per-request", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("flags", nargs="*")
    options = parser.parse_args()
    texts = make_texts(options.texts)
    each = options.texts_per_request
    messages = [http(texts[i:i + each]) for i in range(0, len(texts), each)]
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="ferro-load-") as folder, \
            Stack("--lm", "none", "--decide", "none", "--embed", options.embed, *options.flags) as stack:
        source, single, target = (pathlib.Path(folder, name) for name in ("texts.txt", "single.txt", "vectors.bin"))
        source.write_text("\n".join(texts) + "\n")
        single.write_text(texts[0] + "\n")
        start_s = offline(options, single, target)[1]  # of processor time: loading, mostly
        pids = stack.pids()
        print("| round | `ferro embed`, texts/s | clients, texts/s | share "
              "| ms of processor a text: `ferro embed` | embed | gateway | embed, MB |")
        print("| --- " * 8 + "|")
        for number in range(options.rounds):
            target.unlink(missing_ok=True)
            took, used = offline(options, source, target)
            rate = len(texts) / took
            vectors = target.read_bytes()
            width = len(vectors) // len(texts)
            before = {name: cpu_seconds(pids[name]) for name in ("embed", "gateway")}
            seconds, answers = online(stack, options, messages)
            per_text = {name: 1e3 * (cpu_seconds(pids[name]) - before[name]) / len(texts) for name in before}
            wrong += wrong_vectors(answers, [vectors[i:i + width] for i in range(0, len(vectors), width)])
            print("| %d | %.0f | %.0f | %.0f %% | %.3f | %.3f | %.3f | %.1f |" % (
                number + 1, rate, len(texts) / seconds, 100 * len(texts) / seconds / rate, 1e3 * (used - start_s) / len(texts),
                per_text["embed"], per_text["gateway"], resident_bytes(pids["embed"]) / 1e6), flush=True)
        context = stack.get("/v1/models")[1]["data"][0]["max_model_len"]
        resident = []
        for _ in range(4):
            status, reply = stack.post("/v1/embeddings", {"input": "word " * context, "truncate": True}, timeout=3600)
            if status != 200:
                sys.exit(reply)
            resident.append("%.1f" % (resident_bytes(pids["embed"]) / 1e6))
    print("\nAfter inputs of %d tokens, one after the other: %s MB. Vectors lost, swapped or with other bits: %d." % (
        context, ", ".join(resident), wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
