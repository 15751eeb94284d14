#!/usr/bin/env python3
"""Holds the order in which servers rank documents for queries against the order of the first one.

usage: compare_rankings.py [--texts FILE.json] NAME=URL NAME=URL...

The texts are those of retrieval.json (30 queries, 60 documents), or of FILE, for example retrieval_reference.json, whose cosines
stand in for a first server. The prompts of EmbeddingGemma are put in front here, so that every server gets the same ones. For
each server: how many queries have their answer first, how far its cosines lie from the first server's, for how many queries
the first document, the first ten and all of them have the first server's order, and which is the largest lead, by the first
server's cosines, of a document that the other one puts behind. An order whose leads are below what the cosines differ by is
noise of the arithmetic. Prints one markdown table. Standard library only.
"""
import argparse
import json
import math
import pathlib

from compare_embeddings import cosine, vectors

TEXTS = pathlib.Path(__file__).resolve().parent / "retrieval.json"
PROMPTS = ["task: search result | query: ", "title: none | text: "]


def scores(url, texts):
    """-> cosines [query][document]"""
    query, document = texts.get("prompts", PROMPTS)

    def of(inputs):  # a few at a time, so that a slow server keeps within the time of a request
        return [vector for i in range(0, len(inputs), 10) for vector in vectors(url, inputs[i:i + 10])[1]]
    asked, searched = of([query + text for text in texts["queries"]]), of([document + text for text in texts["documents"]])
    return [[cosine(one, other) for other in searched] for one in asked]


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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=pathlib.Path, default=TEXTS)
    parser.add_argument("servers", nargs="+", metavar="NAME=URL")
    given = parser.parse_args()
    texts = json.loads(given.texts.read_text(encoding="utf-8"))
    rows = {"reference": texts["cosines"]} if "cosines" in texts else {}
    rows |= {name: scores(url, texts) for name, url in (server.split("=", 1) for server in given.servers)}
    answers, count = texts.get("answers"), len(texts["documents"])
    base = next(iter(rows.values()))
    print("| server | answer first | cosines differ: median, largest | first equal | first ten | all | largest lead turned round |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, row in rows.items():
        difference = sorted(abs(a - b) for mine, other in zip(base, row) for a, b in zip(mine, other))
        equal = [sum(order(mine)[:top] == order(other)[:top] for mine, other in zip(base, row)) for top in (1, 10, count)]
        right = sum(order(cosines)[0] == (answers[i] if answers else 2 * i) for i, cosines in enumerate(row))
        print("| %s | %d of %d | %.5f, %.5f | %d | %d | %d | %.5f |" % (
            name, right, len(row), difference[len(difference) // 2], difference[-1], *equal,
            max(map(largest_lead, base, row))))


if __name__ == "__main__":
    main()
