"""The tools `rank` and `embed` of `ferro mcp` with the official client: answers, limits, hostile input."""
import asyncio

from embeddings import length, sentences
from mcp_server import DIRECT_EMBED, Lines, connect, embed_source, in_every_revision, text_of

TEXTS = sentences(16)
RANK = {"query": TEXTS[0], "documents": TEXTS[1:] + TEXTS[:1]}
MEGABYTE = "Lorem ipsum dolor sit amet. " * 37500


def test_the_client_lists_and_calls_in_every_revision(embed_source, monkeypatch):
    async def talk(mode, revision):
        async with connect(*embed_source, mode=mode) as client:
            assert client.protocol_version == revision
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert list(tools) == ["rank", "embed"]
            assert (tools["rank"].output_schema is not None) == (revision >= "2025-06-18")
            return await client.call_tool("rank", RANK)

    in_every_revision(talk, monkeypatch)


def test_answers_are_those_of_the_gateway(embed_source, embed_stack):
    width = embed_stack.get("/v1/models")[1]["data"][0]["embedding"]["dimensions"][-1]

    async def talk():
        async with connect(*embed_source) as client:
            await client.list_tools()  # from here on the client checks results against the schema
            vectors = await client.call_tool("embed", {"input": TEXTS})
            queries = await client.call_tool("embed", {"input": TEXTS[:2], "task": "query", "dimensions": width})
            ranking = await client.call_tool("rank", RANK)
            few = await client.call_tool("rank", {**RANK, "top_n": 2})
            return [result.structured_content for result in (vectors, queries, ranking, few)]

    vectors, queries, ranking, few = asyncio.run(talk())
    over_http = lambda **body: [item["embedding"] for item in embed_stack.post("/v1/embeddings", body)[1]["data"]]
    assert vectors["vectors"] == over_http(input=TEXTS)
    assert vectors["dimensions"] == len(vectors["vectors"][0]) >= width and vectors["usage"]["prompt_tokens"] > 16
    assert queries["vectors"] == over_http(input=TEXTS[:2], task="query", dimensions=width)
    assert all(abs(length(vector) - 1) < 1e-6 and len(vector) == width for vector in queries["vectors"])
    reply = embed_stack.post("/v1/rerank", {**RANK, "use_prompts": True})[1]
    expected = [{"index": one["index"], "score": one["relevance_score"], "text": RANK["documents"][one["index"]]}
                for one in reply["results"]]
    assert ranking["results"] == expected[:10] and ranking["usage"]["prompt_tokens"] == reply["usage"]["prompt_tokens"]
    assert few["results"] == expected[:2]


HOSTILE = [
    ("embed", {}, 'the argument "input" is missing'),
    ("embed", {"input": []}, '"input" must not be empty'),
    ("embed", {"input": "one text"}, "must be an array of texts"),
    ("embed", {"input": [""]}, '"input"[0] must be a text'),
    ("embed", {"input": ["a", [2, 1]]}, '"input"[1] must be a text'),
    ("embed", {"input": ["x"] * 17}, "at most 16 go into one call"),
    ("embed", {"input": ["x"] * 2049}, "at most 16 go into one call"),
    ("embed", {"input": ["short", MEGABYTE]}, "maximum context length"),
    ("embed", {"input": ["x"], "dimensions": 7}, "7"),
    ("embed", {"input": ["x"], "dimensions": 0}, "dimensions"),
    ("embed", {"input": ["x"], "dimensions": -1}, "dimensions"),
    ("embed", {"input": ["x"], "dimensions": 10**30}, "dimensions"),
    ("embed", {"input": ["x"], "dimensions": "8"}, "dimensions"),
    ("embed", {"input": ["x"], "task": "poetry"}, "poetry"),
    ("embed", {"input": ["x"], "encoding_format": "base64"}, 'no argument "encoding_format"'),
    ("rank", {"query": "x"}, 'the argument "documents" is missing'),
    ("rank", {"query": "x", "documents": []}, '"documents" must not be empty'),
    ("rank", {"query": "", "documents": ["x"]}, '"query"'),
    ("rank", {"query": ["x"], "documents": ["x"]}, '"query"'),
    ("rank", {"query": "x", "documents": [{"text": "x"}]}, '"documents"[0] must be a text'),
    ("rank", {"query": "x", "documents": ["x"] * 2048}, "at most 2047 go into one call"),
    ("rank", {"query": "x", "documents": ["short", MEGABYTE]}, "maximum context length"),
    ("rank", {"query": MEGABYTE, "documents": ["x"]}, "maximum context length"),
    ("rank", {"query": "x", "documents": ["x"], "top_n": 0}, "top_n"),
    ("rank", {"query": "x", "documents": ["x"], "top_n": 101}, "at most 100"),
]


def test_hostile_arguments_are_told_to_the_model_and_nothing_is_lost(embed_source):
    async def talk():
        async with connect(*embed_source) as client:
            before = await client.call_tool("rank", RANK)
            wrong = await asyncio.gather(*(client.call_tool(tool, arguments) for tool, arguments, _ in HOSTILE))
            after = await client.call_tool("rank", RANK)
            return before, wrong, after

    before, wrong, after = asyncio.run(talk())
    for (tool, arguments, words), result in zip(HOSTILE, wrong, strict=True):
        assert result.is_error and words in text_of(result), (tool, str(arguments)[:80], text_of(result)[:300])
        assert len(text_of(result)) < 1000
    assert not before.is_error and text_of(after) == text_of(before)


def test_what_is_too_long_is_cut_where_that_is_asked_for(embed_source):
    async def talk():
        async with connect(*embed_source) as client:
            cut = await client.call_tool("embed", {"input": ["short", MEGABYTE], "truncate": True})
            ranked = await client.call_tool("rank", {"query": "x", "documents": ["short", MEGABYTE], "truncate": True})
            return cut, ranked

    cut, ranked = asyncio.run(talk())
    assert "input[1] was cut" in cut.structured_content["warnings"][0] and len(cut.structured_content["vectors"]) == 2
    assert {one["index"] for one in ranked.structured_content["results"]} == {0, 1}


def test_many_documents_go_into_one_call(embed_source):
    documents = sentences(2047, seed=2)

    async def talk():
        async with connect(*embed_source) as client:
            return await client.call_tool("rank", {"query": documents[1234], "documents": documents, "top_n": 100})

    result = asyncio.run(talk())
    assert not result.is_error, text_of(result)[:300]
    results = result.structured_content["results"]
    assert len({one["index"] for one in results}) == 100
    assert all(one["text"] == documents[one["index"]] for one in results)
    assert [one["score"] for one in results] == sorted((one["score"] for one in results), reverse=True)


def test_text_that_is_none_is_an_error_of_the_line():
    with Lines(*DIRECT_EMBED, revision="2025-06-18") as server:
        for text in (b"\xff\xfe", b"\\ud800", b"\xc3"):
            server.send(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"embed","arguments":{"input":["%s"]}}}'
                        % text)
            assert server.read()["error"]["code"] == -32700
        server.call(2, {"input": ["caf\u00e9 \U0001f600 \u0000"]}, tool="embed")
        assert server.read()["result"]["isError"] is False
        assert server.rest() == []


def test_calls_at_the_same_time_get_their_own_answers(embed_source):
    texts = sentences(48, seed=3)

    async def talk():
        async with connect(*embed_source) as client:
            ask = lambda text: client.call_tool("embed", {"input": [text]})
            together = await asyncio.gather(*map(ask, texts))
            return together, [await ask(text) for text in texts]

    together, alone = asyncio.run(talk())
    assert [text_of(result) for result in together] == [text_of(result) for result in alone]
    assert len({text_of(result) for result in alone}) == len(texts)
