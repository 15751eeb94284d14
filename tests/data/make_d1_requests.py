#!/usr/bin/env python3
"""Writes d1_generated.json: random requests for decisions, and what a llama.cpp server with tiny-d1 answered.

usage: make_d1_requests.py URL [COUNT] > d1_generated.json

The server must take 16384 tokens in one batch (--ubatch-size 16384 --ctx-size 16384).
"""
import json
import pathlib
import sys
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "parity"))
from decision_requests import DecisionRequests, body_of  # noqa: E402

LONG = (11, 200)  # two long states: a minute each


def main():
    url, count = sys.argv[1] + "/v1/systemone", int(sys.argv[2]) if len(sys.argv) > 2 else 300
    maker = DecisionRequests(5)
    print('{"requests": [')
    for i in range(count):
        parts = maker.request(255 if i % 75 == 7 else 40 if i % 12 == 3 else 6, i in LONG)
        with urllib.request.urlopen(urllib.request.Request(url, body_of(parts), {"Content-Type": "application/json"})) as r:
            raw = r.read().decode()
        got = json.loads(raw)
        case = {"body": parts[0][0]} if len(parts) == 1 else {"body_parts": parts}
        case["input_tokens"] = got["usage"]["input_tokens"]
        if len(raw) < 1200 and i % 3 == 0:
            case["response"] = raw
        print(json.dumps(case, ensure_ascii=False) + ("," if i + 1 < count else ""))
    print("]}")


main()
