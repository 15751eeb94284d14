#!/usr/bin/env python3
"""Holds the order in which servers rank 60 documents for 30 queries against the order of the first one.

usage: compare_rankings.py NAME=URL NAME=URL...

The texts are those of retrieval.json, with the prompts of EmbeddingGemma put in front here, so that every server gets the same
ones. For each server: how many queries have their answer first, how far its cosines lie from the first server's, for how many
queries the first document, the first ten and all 60 have the first server's order, and which is the largest lead, by the first
server's cosines, of a document that the other one puts behind. An order whose leads are below what the cosines differ by is
noise of the arithmetic. Prints one markdown table. Standard library only.
"""
import json
import math
import pathlib
import sys

from compare_embeddings import cosine, vectors

TEXTS = pathlib.Path(__file__).resolve().parent / "retrieval.json"
QUERY, DOCUMENT = "task: search result | query: ", "title: none | text: "


def scores(url, queries, documents):
    """-> cosines [query][document]"""
    def of(inputs):  # a few at a time, so that a slow server keeps within the time of a request
        return [vector for i in range(0, len(inputs), 10) for vector in vectors(url, inputs[i:i + 10])[1]]
    asked, searched = of([QUERY + text for text in queries]), of([DOCUMENT + text for text in documents])
    return [[cosine(query, document) for document in searched] for query in asked]


def order(row):
    return sorted(range(len(row)), key=lambda i: -row[i])


def largest_lead(base, other):
    """Of a pair that `other` has the other way round."""
    ranked, lead = order(other), 0.0
    best_behind = -math.inf
    for i in reversed(ranked):  # from the last one: nothing behind may have had more
        lead = max(lead, best_behind - base[i])
        best_behind = max(best_behind, base[i])
    return lead


def main():
    if len(sys.argv) < 3 or any("=" not in server for server in sys.argv[1:]):
        sys.exit(__doc__)
    texts = json.loads(TEXTS.read_text(encoding="utf-8"))
    servers = dict(server.split("=", 1) for server in sys.argv[1:])
    rows = {name: scores(url, texts["queries"], texts["documents"]) for name, url in servers.items()}
    base = next(iter(rows.values()))
    print("| server | answer first | cosines differ: median, largest | first equal | first ten | all 60 | largest lead turned round |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, row in rows.items():
        difference = sorted(abs(a - b) for mine, other in zip(base, row) for a, b in zip(mine, other))
        equal = [sum(order(mine)[:count] == order(other)[:count] for mine, other in zip(base, row)) for count in (1, 10, 60)]
        right = sum(order(cosines)[0] == 2 * i for i, cosines in enumerate(row))
        print("| %s | %d of %d | %.5f, %.5f | %d | %d | %d | %.5f |" % (
            name, right, len(row), difference[len(difference) // 2], difference[-1], *equal,
            max(map(largest_lead, base, row))))


if __name__ == "__main__":
    main()
