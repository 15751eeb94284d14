#!/usr/bin/env python3
"""Replays requests that a llama.cpp server has answered, and holds the shapes of a running Ferro's answers against its.

usage: http_reference.py URL [--records FILE]

Compared are the status, the type of an error, and the set of keys of a body or of a stream's events; texts and numbers are
not, since the recorded server ran another model. Every difference must be in the tables below with its reason, and every
entry of the tables must still occur. Exit status 1 otherwise. Standard library only.
"""
import argparse
import http.client
import json
import pathlib
import re
import socket
import sys
import urllib.parse

from http_reference_deviations import ABSENT, ADDED, ANSWERS, RAW

RECORDS = pathlib.Path(__file__).resolve().parents[1] / "data/http_reference.json"


def key_paths(value, at=""):
    """`choices[].message.content` and so on, of every key in `value`."""
    paths = set()
    if isinstance(value, dict):
        for key, inner in value.items():
            path = "%s.%s" % (at, key) if at else key
            paths |= {path} | key_paths(inner, path)
    elif isinstance(value, list):
        for inner in value:
            paths |= key_paths(inner, at + "[]")
    return paths


def event_paths(text):
    """The union over a stream's events."""
    paths = set()
    for line in text.splitlines():
        if line.startswith("data: {"):
            paths |= key_paths(json.loads(line[len("data: "):]))
    return paths


def send(url, request):
    """(status, text)"""
    body = request.get("body")
    if body is not None:
        # Recorded bodies that are no JSON have one character per byte.
        body = body.encode("latin-1") if isinstance(body, str) else json.dumps(body).encode()
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
    try:
        headers = {"Content-Type": "application/json", **request.get("headers", {})}
        connection.request(request["method"], request["path"], body, headers)
        response = connection.getresponse()
        return response.status, response.read().decode("utf-8", "replace")
    finally:
        connection.close()


def send_raw(url, text, seconds=3):
    """The statuses that come back, interim ones included, until the server closes or nothing comes for a while."""
    received = b""
    with socket.create_connection((url.hostname, url.port), timeout=seconds) as connection:
        connection.sendall(text.encode("latin-1"))
        try:
            while part := connection.recv(65536):
                received += part
        except OSError:
            pass
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


def matches(path, table):
    """The entry of `table` for `path` or for one of the objects around it."""
    for entry in table:
        if path == entry or path.startswith((entry + ".", entry + "[")):
            return entry
    return None


# Keys that come and go with what the reply says, which is random where the request sets no seed.
DEPENDS_ON_REPLY = {"warnings", "choices[].message.reasoning_content", "choices[].delta.reasoning_content",
                    "choices[].delta.content"}


class Comparison:
    def __init__(self, url):
        self.url = urllib.parse.urlsplit(url)
        self.problems = []
        self.used = set()

    def run(self, records):
        for record in records:
            if "raw" in record["request"]:
                self.compare_raw(record)
            else:
                self.compare(record)
        known = {("answer", name) for name in ANSWERS} | {("raw", name) for name in RAW}
        for kind, table in (("absent", ABSENT), ("added", ADDED)):
            known |= {(kind, route, path) for route, paths in table.items() for path in paths}
        for entry in sorted(known - self.used, key=str):
            self.problems.append("a deviation that occurs no more: %s" % (entry,))
        return self.problems

    def compare_raw(self, record):
        name, expected = record["name"], record["statuses"]
        if name in RAW:
            self.used.add(("raw", name))
            expected = RAW[name][0]
        got = send_raw(self.url, record["request"]["raw"])
        if got != expected:
            self.problems.append("%s: statuses %s, expected %s" % (name, got, expected))

    def compare(self, record):
        name = record["name"]
        status, text = send(self.url, record["request"])
        expected = (record["status"], record.get("type"))
        if name in ANSWERS:
            self.used.add(("answer", name))
            expected = ANSWERS[name][:2]
        try:
            body = json.loads(text)
        except ValueError:
            body = None
        error = body.get("error") if isinstance(body, dict) else None
        kind = error.get("type") if isinstance(error, dict) else None
        if (status, kind) != expected:
            self.problems.append("%s: %d %s, expected %s %s\n    %s" % (name, status, kind, *expected, text[:200]))
            return
        route = record["request"]["path"].split("?")[0]
        if error is not None:
            self.check_error(name, route, status, error)
        elif "keys" in record and status < 400:
            self.check_keys(name, route, set(record["keys"]),
                            event_paths(text) if record.get("stream") else key_paths(body))

    def check_error(self, name, route, status, error):
        """OpenAI's routes tell a field and a word, llama.cpp's the number."""
        if route in ("/tokenize", "/detokenize", "/apply-template", "/props", "/slots", "/health", "/metrics", "/livez"):
            if error.get("code") != status:
                self.problems.append("%s: code %r is not the status" % (name, error.get("code")))
        elif route.startswith("/v1/") and route in ("/v1/chat/completions", "/v1/completions", "/v1/models"):
            if "param" not in error or not isinstance(error.get("code"), (str, type(None))):
                self.problems.append("%s: an error without param or with a numeric code: %s" % (name, error))
        if not isinstance(error.get("message"), str) or not error["message"]:
            self.problems.append("%s: no message" % name)

    def check_keys(self, name, route, theirs, ours):
        for kind, table, paths in (("absent", ABSENT, theirs - ours), ("added", ADDED, ours - theirs)):
            for path in sorted(paths - DEPENDS_ON_REPLY):
                for known in (name, route, "*"):
                    entry = matches(path, table.get(known, {}))
                    if entry is not None:
                        self.used.add((kind, known, entry))
                        break
                else:
                    self.problems.append("%s: %s is %s" % (name, path, kind))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--records", default=RECORDS, type=pathlib.Path)
    arguments = parser.parse_args()
    records = json.loads(arguments.records.read_text())
    problems = Comparison(arguments.url).run(records)
    print("%d requests, %d differences" % (len(records), len(problems)))
    for problem in problems:
        print(" -", problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
