#!/usr/bin/env python3
"""Speed of decisions over HTTP: servers side by side, turn by turn.

usage: decision_speed.py REQUESTS.json NAME=URL... [--rounds 3]

REQUESTS.json is an array of /v1/systemone requests. In every round each server answers them one at a time, then all at once from one
thread a request, so that a slow phase of a shared machine hits all servers. Prints tokens a second by the servers' own counts:
median, smallest, largest.
"""
import argparse
import concurrent.futures
import json
import statistics
import time
import urllib.request


def tokens(url, request):
    body = json.dumps(request).encode()
    call = urllib.request.Request(url + "/v1/systemone", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(call, timeout=600) as answer:
        return json.load(answer)["usage"]["input_tokens"]


def rate(url, requests, at_once):
    with concurrent.futures.ThreadPoolExecutor(len(requests) if at_once else 1) as pool:
        start = time.monotonic()
        count = sum(pool.map(lambda request: tokens(url, request), requests))
        return count / (time.monotonic() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("requests")
    parser.add_argument("servers", nargs="+", metavar="NAME=URL")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with open(options.requests, encoding="utf-8") as file:
        requests = json.load(file)
    rates = {}
    for _ in range(options.rounds):
        for server in options.servers:
            name, url = server.split("=", 1)
            for at_once in (False, True):
                rates.setdefault((name, at_once), []).append(rate(url, requests, at_once))
    for (name, at_once), values in rates.items():
        how = "all at once" if at_once else "one at a time"
        print(f"{name:12} {how:14} {statistics.median(values):8.1f} tok/s [{min(values):.1f}, {max(values):.1f}]")


if __name__ == "__main__":
    main()
