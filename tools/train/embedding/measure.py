"""Held-out quality of a served embedding model: for each query, is the one right document of the corpus the nearest?

Queries, documents, names and numbers are of the held-out side (held_out.json). Documents of one intent with other names
or numbers are in the corpus too, so knowing the topic is not enough.
"""

import dataclasses
import json
import math
import operator
import random
import urllib.request

from embedding.pairs import PairMaker, Text, agree
from lib.http_json import post
from lib.table import Row

DOCUMENTS_OF_AN_INTENT = 5  # with different values; one where the intent has no slots
AT_ONCE = 128
GOAL = 0.80
NEAR_GOAL, FAR_GOAL = 0.5, 0.3
NEAR = ("I was charged twice.", "Please refund one payment.")
UNRELATED = (
    "The lamp in the kitchen is on.",
    "Bake the cake at 180 degrees.",
    "The train to Oslo leaves at nine.",
    "Our team won the match.",
    "Water the roses twice a week.",
    "The meeting was moved to Friday.",
)


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
        vectors += [item["embedding"] for item in post(f"{url}/v1/embeddings", body)["data"]]
    return vectors


def dot(a: list[float], b: list[float]) -> float:
    return sum(map(operator.mul, a, b))


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
            if "embedding" in model:
                return model["embedding"]["dimensions"]
    raise SystemExit(f"{url} serves no embedding model")


def ranks_over_http(url: str, retrieval: Retrieval, width: int, prompts: bool) -> list[int]:
    documents = embed(url, retrieval.documents, width, "document" if prompts else None)
    return ranks(embed(url, retrieval.queries, width, "query" if prompts else None), documents, retrieval.right)


def accuracy(found: list[int]) -> float:
    """accuracy@1: how often the right document is the nearest."""
    return sum(rank == 0 for rank in found) / len(found)


def gain(found: list[int]) -> float:
    """nDCG@10 with one right document a query."""
    return sum(1 / math.log2(rank + 2) for rank in found if rank < 10) / len(found)


def examples_over_http(url: str) -> tuple[float, float]:
    """The cosine of the two texts of docs/embeddings.md, and the greatest of either with an unrelated one."""
    first, second, *others = embed(url, [*NEAR, *UNRELATED], widths_of(url)[0], None)
    return dot(first, second), max(dot(one, other) for one in (first, second) for other in others)


def measure(url: str, seed: int) -> list[Row]:
    retrieval, rows = make_retrieval(seed), []
    count = len(retrieval.queries)
    for width in widths_of(url):
        for prompts in (False, True):
            found = ranks_over_http(url, retrieval, width, prompts)
            label = f"{width} values" + (", with prompts" if prompts else "")
            rows.append(
                Row(f"accuracy@1 among {len(retrieval.documents)} documents, {label}", count, accuracy(found), GOAL)
            )
            rows.append(Row(f"nDCG@10, {label}", count, gain(found), percent=False))
    near, far = examples_over_http(url)
    rows.append(Row(f'cosine of "{NEAR[0]}" and "{NEAR[1]}"', 1, near, NEAR_GOAL, percent=False))
    rows.append(
        Row("greatest cosine of these with an unrelated text", 2 * len(UNRELATED), far, FAR_GOAL, True, percent=False)
    )
    return rows
