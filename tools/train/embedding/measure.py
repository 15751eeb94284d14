"""Held-out quality of a served embedding model: for each query, is the one right document of the corpus the nearest?

Queries, documents, names and numbers are of the held-out side (held_out.json). Documents of one intent with other names
or numbers are in the corpus too, so knowing the topic is not enough.
"""

import dataclasses
import json
import math
import random
import urllib.request

from embedding.pairs import PairMaker, Text, agree
from lib.table import Row

DOCUMENTS_OF_AN_INTENT = 5  # with different values; one where the intent has no slots
AT_ONCE = 128
GOAL = 0.80
NEAR = ("I was charged twice.", "Please refund one payment.")
UNRELATED = ("The lamp in the kitchen is on.", "Bake the cake at 180 degrees.", "The train to Oslo leaves at nine.",
             "Our team won the match.", "Water the roses twice a week.", "The meeting was moved to Friday.")  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Retrieval:
    documents: list[str]
    queries: list[str]
    right: list[int]  # the document of each query


def make_retrieval(seed: int) -> Retrieval:
    """Every query agrees with exactly one document."""
    maker, rng = PairMaker(held=True), random.Random(f"measure/{seed}")
    documents: list[Text] = []
    asked: list[tuple[Text, int]] = []
    for intent in maker.intents:
        for _ in range(DOCUMENTS_OF_AN_INTENT if intent.slots else 1):
            drawn = maker.draw_values(intent, rng)
            documents.append(maker.tell(intent, drawn, rng))
            asked.append((maker.ask(intent, drawn, rng), len(documents) - 1))
    asked = [(query, at) for query, at in asked if [agree(query, d) for d in documents].count(True) == 1]
    return Retrieval([d.text for d in documents], [q.text for q, _ in asked], [at for _, at in asked])


def embed(url: str, texts: list[str], width: int, task: str | None) -> list[list[float]]:
    vectors = []
    for at in range(0, len(texts), AT_ONCE):
        body = {"input": texts[at : at + AT_ONCE], "dimensions": width} | ({"task": task} if task else {})
        request = urllib.request.Request(
            f"{url}/v1/embeddings", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            vectors += [item["embedding"] for item in json.load(answer)["data"]]
    return vectors


def dot(a: list[float], b: list[float]) -> float:
    return sum(map(float.__mul__, a, b))


def ranks(queries, documents, right: list[int]) -> list[int]:
    """How many documents are nearer to each query than the right one."""
    found = []
    for query, at in zip(queries, right):
        scores = [dot(query, document) for document in documents]
        found.append(sum(score > scores[at] for score in scores))
    return found


def widths_of(url: str) -> list[int]:
    """What the served embedding model offers, widest first."""
    with urllib.request.urlopen(f"{url}/v1/models", timeout=30) as answer:
        for model in json.load(answer)["data"]:
            if widths := model.get("dimensions") or model.get("widths"):
                return sorted(widths, reverse=True)
    raise SystemExit(f"{url} serves no embedding model")


def measure(url: str, seed: int) -> list[Row]:
    retrieval, rows = make_retrieval(seed), []
    count, corpus = len(retrieval.queries), len(retrieval.documents)
    for width in widths_of(url):
        for label, tasks in (("", (None, None)), (", with prompts", ("query", "document"))):
            documents = embed(url, retrieval.documents, width, tasks[1])
            found = ranks(embed(url, retrieval.queries, width, tasks[0]), documents, retrieval.right)
            first = sum(rank == 0 for rank in found) / count
            gain = sum(1 / math.log2(rank + 2) for rank in found if rank < 10) / count
            rows.append(Row(f"accuracy@1 among {corpus} documents, {width} values{label}", count, first, GOAL))
            rows.append(Row(f"nDCG@10, {width} values{label}", count, gain, percent=False))
    first, second, *others = embed(url, [*NEAR, *UNRELATED], widths_of(url)[0], None)
    rows.append(Row(f'cosine of "{NEAR[0]}" and "{NEAR[1]}"', 1, dot(first, second), 0.5, percent=False))
    nearest = max(dot(one, other) for one in (first, second) for other in others)
    rows.append(
        Row("greatest cosine of these with an unrelated text", 2 * len(others), nearest, 0.3, True, percent=False)
    )
    return rows
