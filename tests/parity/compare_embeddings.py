#!/usr/bin/env python3
"""Holds the embeddings of a running Ferro against those of a running llama.cpp server on the same model file.

usage: compare_embeddings.py --ferro URL --peer URL [--count 100] [--longest 1998] [--seed 1] [--cosine 0.99999]

Asks both for COUNT random texts in twenty scripts, of 1 to LONGEST tokens beside the two that the model puts around them, and for
some that a tokenizer may take for something else. Equal must be the token ids of /tokenize and the number of tokens in `usage`;
the cosine of the two vectors may be no less than --cosine: 0.99999 for Ferro's reference device on an F32 file, 0.995 between
int8 engines on a tiny random model. Then Ferro gets all texts in one request and must answer with the same bits. Prints one
markdown table; exit status 1 if anything differs that should not. Standard library only.

The peer must take the longest text in one batch, in each of its slots: --ubatch 2048 --ctx 2048 --slots 1.
"""
import argparse
import base64
import concurrent.futures
import json
import math
import statistics
import struct
import sys
import urllib.error
import urllib.request

from embedding_texts import ODD, SCRIPTS, texts


def post(url, path, body):
    """-> parsed JSON"""
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=600) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        raise SystemExit("%s%s: %d %s\n%s" % (url, path, error.code, error.read().decode()[:500], str(body)[:200])) from error


def ids(url, text):
    return post(url, "/tokenize", {"content": text, "add_special": True})["tokens"]


def vectors(url, inputs):
    """-> (tokens by `usage`, vectors)"""
    reply = post(url, "/v1/embeddings", {"input": inputs, "encoding_format": "base64", "model": "m"})
    raw = [base64.b64decode(item["embedding"]) for item in sorted(reply["data"], key=lambda item: item["index"])]
    return reply["usage"]["prompt_tokens"], [struct.unpack("<%df" % (len(vector) // 4), vector) for vector in raw]


def cosine(a, b):
    return math.fsum(x * y for x, y in zip(a, b, strict=True)) / math.hypot(*a) / math.hypot(*b)


class Comparison:
    def __init__(self, options):
        self._options = options
        self.wrong, self.ids_differ, self.rows = 0, 0, []  # rows: (script, tokens, cosine)

    def fail(self, text, what, ours, theirs):
        self.wrong += 1
        print("%s: %s\n  ours   %s\n  theirs %s" % (what, ascii(text[:120]), str(ours)[:300], str(theirs)[:300]), file=sys.stderr)

    def add(self, script, text, ours, theirs):
        """`ours` and `theirs`: (ids, tokens by `usage`, vector)"""
        if ours[0] != theirs[0]:
            self.ids_differ += 1
            self.fail(text, "%s: ids differ" % script, ours[0], theirs[0])
        if ours[1] != theirs[1] or ours[1] != len(ours[0]):
            self.fail(text, "%s: usage differs, or from the ids" % script, ours[1], theirs[1])
        if ours[0] == theirs[0]:
            value = cosine(ours[2], theirs[2])
            self.rows.append((script, ours[1], value))
            if not value >= self._options.cosine:
                self.fail(text, "%s, %d tokens: cosine %.7f" % (script, ours[1], value), ours[2][:4], theirs[2][:4])

    def table(self):
        print("| texts | number | tokens | cosine: smallest | median |\n| --- | --- | --- | --- | --- |")
        for name, keep in (("20 scripts, up to 20 tokens", lambda script, tokens: script in SCRIPTS and tokens <= 20),
                           ("20 scripts, 21 to 200", lambda script, tokens: script in SCRIPTS and 20 < tokens <= 200),
                           ("20 scripts, more", lambda script, tokens: script in SCRIPTS and tokens > 200),
                           ("odd ones", lambda script, tokens: script not in SCRIPTS)):
            rows = [(tokens, value) for script, tokens, value in self.rows if keep(script, tokens)]
            values = [value for _, value in rows]
            print("| %s | %d | %d to %d | %.7f | %.7f |" % (name, len(rows), min(rows)[0], max(rows)[0], min(values),
                                                            statistics.median(values)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferro", required=True)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--longest", type=int, default=1998)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cosine", type=float, default=0.99999)
    options = parser.parse_args()
    comparison = Comparison(options)
    chosen = list(texts(options.count, options.longest, lambda text: len(ids(options.peer, text)) - 2, options.seed))
    chosen += [("odd", text) for text in ODD]

    def ask(url, text):
        tokens, (vector,) = vectors(url, text)
        return ids(url, text), tokens, vector

    alone = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # one at a time for each server
        for script, text in chosen:
            ours, theirs = pool.map(lambda url: ask(url, text), (options.ferro, options.peer))
            comparison.add(script, text, ours, theirs)
            alone.append(ours[2])
    _, together = vectors(options.ferro, [text for _, text in chosen])
    differ = sum(a != b for a, b in zip(alone, together, strict=True))
    comparison.table()
    print("\nToken ids differ for %d of %d texts; %d vectors have other bits in one request than alone." % (
        comparison.ids_differ, len(chosen), differ))
    sys.exit(1 if comparison.wrong or differ else 0)


if __name__ == "__main__":
    main()
