#!/usr/bin/env python3
"""Speed of embeddings over HTTP: servers side by side, turn by turn.

usage: embedding_speed.py NAME=URL... [--shapes 16x12,64x12,64x200] [--rounds 3]

A shape TEXTSxTOKENS is one /v1/embeddings request of that many texts, each of that many tokens by the servers' own count (which
the first server must confirm; texts are lengthened word by word until it does). In every round each server answers every shape
for at least two seconds, so that a slow phase of a shared machine hits all servers. Prints tokens a second by the servers' own
counts: median, smallest, largest, and how many times the first server's median. Standard library only.
"""
import argparse
import json
import random
import statistics
import time
import urllib.request

WORDS = ("the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you "
         "were all her she there would their we him been has when who will no more if out so up said what its about than into them "
         "can only other time new some could these two may first then do any like my now over such our man me even most made after").split()
AT_LEAST_S = 2.0


def embed(url, texts):
    """-> tokens, by the server's count"""
    body = json.dumps({"input": texts, "model": "m", "encoding_format": "base64"}).encode()
    call = urllib.request.Request(url + "/v1/embeddings", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(call, timeout=600) as answer:
        return json.load(answer)["usage"]["prompt_tokens"]


def text_of(url, tokens, seed):
    """A text of words that has so many tokens for the server at `url`."""
    rng = random.Random(seed)
    words = rng.choices(WORDS, k=max(1, tokens - 3))
    for _ in range(50):
        missing = tokens - embed(url, [" ".join(words)])
        if missing == 0:
            return " ".join(words)
        words = words + rng.choices(WORDS, k=missing) if missing > 0 else words[:missing] or ["a"]
    raise SystemExit("%s makes no text of %d tokens; try another shape" % (url, tokens))


def rate(url, texts):
    start, tokens = time.monotonic(), 0
    while time.monotonic() - start < AT_LEAST_S:
        tokens += embed(url, texts)
    return tokens / (time.monotonic() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("servers", nargs="+", metavar="NAME=URL")
    parser.add_argument("--shapes", default="16x12,64x12,64x200")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    servers = [server.split("=", 1) for server in options.servers]
    shapes = {}
    for shape in options.shapes.split(","):
        texts, tokens = map(int, shape.split("x"))
        shapes[shape] = [text_of(servers[0][1], tokens, seed) for seed in range(texts)]
        for name, url in servers:
            counted = embed(url, shapes[shape])
            if counted != texts * tokens:
                raise SystemExit("%s counts %d tokens in %s" % (name, counted, shape))
    rates = {}
    for _ in range(options.rounds):
        for shape, texts in shapes.items():
            for name, url in servers:
                rates.setdefault((shape, name), []).append(rate(url, texts))
    print("| texts x tokens | server | tok/s [smallest, largest] | times %s |\n|---|---|---|---|" % servers[0][0])
    for (shape, name), values in rates.items():
        median = statistics.median(values)
        print("| %s | %s | %.1f [%.1f, %.1f] | %.2f |"
              % (shape, name, median, min(values), max(values), median / statistics.median(rates[shape, servers[0][0]])))


if __name__ == "__main__":
    main()
