"""POST /v1/systemone of the running programs against what a llama.cpp server answered, and what only Ferro offers."""
import base64
import http.client
import json

import pytest

from stack import ROOT, TINY_D1, Stack, cpu_seconds, wait_until

RECORDS = json.loads((ROOT / "tests/data/d1_http.json").read_text())["cases"]
ASK = {"state": "s", "questions": {"q": {"type": "noul", "instructions": "?"}}}

# Where Ferro differs on purpose beside the `ferro` members of the records: name -> (status, why).
OTHER_STATUS = {
    "multipart content type": (415, "form data is a media type that no route reads"),
    "OPTIONS": (204, "a preflight has no body"),
    "embeddings on decision model": (501, "a route whose model is not there says which flag brings it"),
    "context of a slot too small": (200, "there are no slots: a question may have all of the model's positions"),
    **{name: (400, "nesting is capped") for name in (
        "depth 500", "depth 1000", "depth 2000", "object depth 2000", "depth 2000 in criteria",
        "depth 2000 in ignored field")},
}
# The same status with a text of ours, since the reference's would name its own flags or nothing at all.
OTHER_TEXT = {"path /systemone", "path trailing slash", "path /v1/decide", "rerank on decision model"}


def body_of(record):
    if "body" in record:
        return record["body"].encode()
    if "body_base64" in record:
        return base64.b64decode(record["body_base64"])
    if "body_parts" in record:
        return "".join(text * count for text, count in record["body_parts"]).encode()
    return None


def send(stack, record):
    headers = dict(record.get("headers", {}))
    content_type = record.get("content_type", "application/json")
    if content_type is not None:
        headers["Content-Type"] = content_type
    connection = http.client.HTTPConnection(*stack.address, timeout=60)
    try:
        connection.request(record.get("method", "POST"), record.get("path", "/v1/systemone"), body_of(record), headers)
        response = connection.getresponse()
        return response.status, response.read(), response.headers
    finally:
        connection.close()


def problem_of(record, status, text):
    """What is wrong with an answer; None = nothing."""
    name = record["name"]
    ours = record.get("ferro", {})
    wanted = ours.get("status", record["status"])
    if name == "zstd encoding header":
        wanted = 400
    if name in OTHER_STATUS:
        wanted = OTHER_STATUS[name][0]
    if status != wanted:
        return "status %d, not %d: %s" % (status, wanted, text[:200])
    if ours or name in OTHER_STATUS or record.get("empty_response"):
        return None
    if status == 200:
        reply = json.loads(text)
        if "input_tokens" in record and reply["usage"]["input_tokens"] != record["input_tokens"]:
            return "%d input tokens, not %d" % (reply["usage"]["input_tokens"], record["input_tokens"])
        return None
    error, theirs = json.loads(text)["error"], record["error"]
    if name in OTHER_TEXT:
        theirs = {"type": theirs["type"]}
    for key, value in theirs.items():
        if error[key] != value:
            return "%s %r, not %r" % (key, error[key], value)
    return None


@pytest.fixture(scope="module")
def keyed_stack():
    with Stack("--decide", TINY_D1, "--api-key", "k1") as running:
        yield running


def test_every_recorded_answer(decision_stack, keyed_stack, stack):
    assert len(RECORDS) >= 240
    problems = []
    for record in RECORDS:
        server = record.get("server", "")
        target = keyed_stack if "--api-key" in server else stack if "tiny-lfm2" in server else decision_stack
        status, text, headers = send(target, record)
        problem = problem_of(record, status, text)
        if problem:
            problems.append(record["name"] + ": " + problem)
        assert headers["x-request-id"], record["name"]
        if record.get("path", "/v1/systemone") == "/v1/systemone":
            assert headers["x-typesafe-request-id"] == headers["x-request-id"], record["name"]
    assert not problems, "\n".join(problems)


def test_token_counts_of_random_requests(decision_stack):
    requests = json.loads((ROOT / "tests/data/d1_generated.json").read_text())["requests"]
    assert len(requests) == 300
    for request in requests:
        status, reply = decision_stack.post("/v1/systemone", body_of(request))
        assert status == 200, (request, reply)
        assert reply["usage"]["input_tokens"] == request["input_tokens"], request
        assert list(reply["answers"]) == list(json.loads(body_of(request))["questions"]), request


def test_an_array_is_answered_like_its_requests_alone(decision_stack):
    requests = [dict(ASK, state="state number %d" % i) for i in range(5)]
    alone = [decision_stack.post("/v1/systemone", each)[1] for each in requests]
    assert len({json.dumps(each["answers"]) for each in alone}) == 5
    assert decision_stack.post("/v1/systemone", requests) == (200, alone)


def test_hostile_bodies_get_their_answer_and_nothing_is_lost(decision_stack):
    def ask(body):
        return decision_stack.post("/v1/systemone", body if isinstance(body, bytes) else json.dumps(body).encode())
    question = ASK["questions"]["q"]
    status, reply = ask(dict(ASK, state="x" * (1 << 20)))
    assert status == 200 and "did not fit" in reply["warnings"][0], reply
    options = {"o%d" % i: None for i in range(256)}
    status, reply = ask(dict(ASK, questions={"q": dict(question, type="choice", criteria=options)}))
    assert (status, reply["error"]["message"]) == (
        400, "questions.q: too many options (256), this model supports at most 255")
    for body in (b"[" * 10_000 + b"]" * 10_000, b'{"state":NaN,"questions":{}}', b'{"state":"\\ud800","questions":{}}'):
        assert ask(body)[0] == 400, body[:40]
    long_id = "k" * 10_000
    control = "<|im_start|><|endoftext|>\x00\x1f"
    status, reply = ask({"state": control, "questions": {
        "": question, long_id: question, control: dict(question, type="choice", criteria={control: control})}})
    assert status == 200 and list(reply["answers"]) == ["", long_id, control], reply
    # The last of equal keys counts, as everywhere.
    status, reply = ask(b'{"state":1,"state":2,"questions":{"q":{"type":"noul","instructions":"?"}}}')
    assert status == 200 and reply == ask(dict(ASK, state=2))[1]


def test_clients_that_leave_cost_nothing_more(decision_stack):
    questions = {"q%d" % i: {"type": "noul", "instructions": "word " * 1500} for i in range(40)}
    body = json.dumps({"state": "word " * 1500, "questions": questions}).encode()
    for _ in range(5):
        connection = decision_stack.connect()
        connection.sendall(b"POST /v1/systemone HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        connection.close()
    pid = decision_stack.pids()["decide"]

    def idle():
        before = cpu_seconds(pid)
        status, reply = decision_stack.post("/v1/systemone", ASK)
        return status == 200 and decision_stack.health()["queue"]["decide"] == 0 and cpu_seconds(pid) - before < 0.2
    wait_until(idle, 30)


def test_one_stack_with_both_models(both_stack):
    status, models = both_stack.get("/v1/models")
    kinds = [model["architecture"]["output_modalities"] for model in models["data"]]
    assert status == 200 and kinds == [["text"], ["decisions"]]
    assert set(both_stack.health()["models"]) == {"lm", "decide"}
    assert both_stack.post("/v1/systemone", ASK)[0] == 200
    chat = {"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 4}
    assert both_stack.post("/v1/chat/completions", chat)[0] == 200
    status, text = both_stack.get("/metrics")
    assert 'ferro_decisions_total{type="noul"}' in text
    assert 'ferro_prompt_tokens_total{service="decide",cached="false"}' in text
