"""The embedding model that comes along: what docs/embeddings.md shows, held-out queries of tools/train/embedding."""
import dataclasses
import random

import pytest

from embedding import measure
from stack import ROOT, Stack

EMBED = ROOT / "deploy/demo/demo-embed-Q8_0.gguf"
SAMPLE = 200


@pytest.fixture(scope="module")
def demo():
    with Stack("--embed", EMBED) as running:
        yield running


@pytest.fixture(scope="module")
def retrieval():
    """All documents, and a sample of the queries."""
    whole = measure.make_retrieval(seed=2)
    chosen = random.Random(2).sample(range(len(whole.queries)), SAMPLE)
    queries, right = ([part[i] for i in chosen] for part in (whole.queries, whole.right))
    return dataclasses.replace(whole, queries=queries, right=right)


def test_texts_of_the_page_are_near_and_unrelated_ones_far(demo):
    near, far = measure.examples_over_http(demo.url)
    assert near >= measure.NEAR_GOAL
    assert far <= measure.FAR_GOAL


@pytest.mark.parametrize("width, prompts", [(512, False), (512, True), (128, False)])
def test_finds_the_right_document(demo, retrieval, width, prompts):
    """The figures of all queries, 90 % and a gain of 0.947, are in deploy/demo/demo-embed.md. With 200 the share strays
    by two points; the bounds are three times that lower."""
    found = measure.ranks_over_http(demo.url, retrieval, width, prompts)
    assert measure.accuracy(found) >= 0.84
    assert measure.gain(found) >= 0.9


def test_rerank_puts_the_answer_first(demo):
    documents = ["The lamp in the kitchen is on.", "A refund takes five working days to arrive on your card.",
                 "The meeting was moved to Friday.", "Bake the cake at 180 degrees for 40 minutes."]
    for query, best in [("When do I see my money again?", 1), ("how hot must the oven be", 3), ("is the light on?", 0)]:
        status, reply = demo.post("/v1/rerank", {"query": query, "documents": documents})
        assert status == 200 and reply["results"][0]["index"] == best, (query, reply)
