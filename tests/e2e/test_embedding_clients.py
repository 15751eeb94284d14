"""Real clients of embeddings: openai-python, LangChain, LlamaIndex, and a vector store that is filled by each."""
import openai
import pytest
from langchain_openai import OpenAIEmbeddings
from llama_index.embeddings.openai_like import OpenAILikeEmbedding
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, PointStruct, VectorParams

from embeddings import cosine, sentences
from test_embeddings import vectors

# What comes back may have gone through a double or a shortest text, never through fewer digits.
CLOSE = 1e-7


def close(got, expected):
    return len(got) == len(expected) and max(abs(a - b) for a, b in zip(got, expected)) < CLOSE


@pytest.fixture(scope="module")
def client(embed_stack):
    return openai.OpenAI(base_url=embed_stack.url + "/v1", api_key="none", max_retries=0)


def test_openai_python_asks_for_base64_by_itself(client, embed_stack):
    texts = sentences(10)
    reply = client.embeddings.create(model="gemma", input=texts)
    expected = vectors(embed_stack, texts)
    assert [item.index for item in reply.data] == list(range(10)) and reply.model == "gemma"
    assert all(close(item.embedding, vector) for item, vector in zip(reply.data, expected))
    floats = client.embeddings.create(model="gemma", input=texts, encoding_format="float")
    assert all(close(a.embedding, b.embedding) for a, b in zip(floats.data, reply.data, strict=True))
    assert reply.usage.prompt_tokens == floats.usage.total_tokens > 20


def test_openai_python_options_and_errors(client, embed_stack):
    width = embed_stack.get("/v1/models")[1]["data"][0]["embedding"]["dimensions"][-1]
    assert len(client.embeddings.create(model="x", input="hello", dimensions=width).data[0].embedding) == width
    asked = client.embeddings.create(model="x", input="hello", extra_body={"task": "query"}).data[0].embedding
    assert close(asked, vectors(embed_stack, "hello", task="query")[0])
    with pytest.raises(openai.BadRequestError) as error:
        client.embeddings.create(model="x", input="hello", dimensions=7)
    assert error.value.param == "dimensions"
    with pytest.raises(openai.BadRequestError) as error:
        client.embeddings.create(model="x", input=["fine", "word " * 20000])
    assert error.value.code == "context_length_exceeded"
    with pytest.raises(openai.BadRequestError):
        client.embeddings.create(model="x", input=[])


def test_langchain(embed_stack):
    # Without the check it sends texts instead of another tokenizer's ids: docs/embeddings.md.
    model = OpenAIEmbeddings(base_url=embed_stack.url + "/v1", api_key="none", model="gemma",
                             check_embedding_ctx_length=False)
    texts = sentences(30)
    got = model.embed_documents(texts)
    assert all(close(a, b) for a, b in zip(got, vectors(embed_stack, texts), strict=True))
    assert close(model.embed_query(texts[3]), got[3])


def test_llama_index(embed_stack):
    model = OpenAILikeEmbedding(model_name="gemma", api_base=embed_stack.url + "/v1", api_key="none", embed_batch_size=8)
    texts = sentences(30)
    got = model.get_text_embedding_batch(texts)
    assert all(close(a, b) for a, b in zip(got, vectors(embed_stack, texts), strict=True))
    assert close(model.get_query_embedding(texts[3]), got[3])


def test_a_vector_store_finds_what_a_search_by_hand_finds(client, embed_stack):
    texts = sentences(200, seed=3)
    reply = client.embeddings.create(model="gemma", input=texts)
    stored = [item.embedding for item in reply.data]
    store = QdrantClient(":memory:")
    store.create_collection("texts", vectors_config=VectorParams(size=len(stored[0]), distance=Distance.COSINE))
    store.upsert("texts", points=[PointStruct(id=i, vector=vector, payload={"text": text})
                                  for i, (vector, text) in enumerate(zip(stored, texts))])
    for query in texts[::40] + ["the letter about a refund"]:
        (asked,) = (item.embedding for item in client.embeddings.create(model="gemma", input=query).data)
        found = store.query_points("texts", query=asked, limit=5).points
        by_hand = sorted((cosine(asked, vector) for vector in stored), reverse=True)[:5]
        assert all(abs(point.score - score) < 1e-5 for point, score in zip(found, by_hand, strict=True))
        if query in texts:
            assert found[0].payload["text"] == query
