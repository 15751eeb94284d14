"""LangChain's ChatOpenAI."""
import os

import pytest

os.environ["LANGSMITH_TRACING"] = "false"
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage  # noqa: E402
from langchain_openai import ChatOpenAI  # noqa: E402


@pytest.fixture
def model(stack):
    return ChatOpenAI(base_url=stack.url + "/v1", api_key="none", model="any", temperature=0, max_tokens=24,
                      max_retries=0, stream_usage=True)


def test_invoke(model):
    reply = model.invoke([SystemMessage("Be brief."), HumanMessage("Hello"), AIMessage("Hi."), HumanMessage("Again")])
    assert isinstance(reply.content, str)
    assert reply.usage_metadata["total_tokens"] > 0
    assert reply.response_metadata["finish_reason"] in ("stop", "length")


def test_stream_equals_invoke(model):
    chunks = list(model.stream("Tell me of the sea."))
    assert "".join(chunk.content for chunk in chunks) == model.invoke("Tell me of the sea.").content
    assert sum(chunk.usage_metadata["output_tokens"] for chunk in chunks if chunk.usage_metadata) > 0


def test_batch(model):
    prompts = ["One", "Two", "Three", "Four", "Five"]
    assert [reply.content for reply in model.batch(prompts)] == [model.invoke(prompt).content for prompt in prompts]
