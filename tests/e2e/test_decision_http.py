"""POST /v1/systemone of the running programs against what a llama.cpp server answered, and what only Ferro offers."""
import base64
import http.client
import json

import pytest

from stack import ROOT, TINY_D1, Stack, cpu_seconds, wait_until

RECORDS = json.loads((ROOT / "tests/data/d1_http.json").read_text())["cases"]
ASK = {"state": "s", "questions": {"q": {"type": "noul", "instructions": "?"}}}

# Where Ferro differs on purpose beside the `ferro` members of the records: name -> (status, why). docs/decisions.md says so too.
OTHER_STATUS = {
    "multipart content type": (415, "form data is a media type that no route reads; an empty 400 tells nobody what is wrong"),
    "embeddings on decision model": (501, "a route whose model is not there says which flag brings it, on every route alike"),
    "context of a slot too small": (200, "there are no slots: a question may have all of the model's positions"),
}
# The same status with a text of ours: name -> (part of it, why).
OTHER_TEXT = {
    "rerank on decision model": ("start it with --embed-target", "the reference's text names a flag that Ferro does not have"),
    "body []": ("the array of requests must not be empty", "arrays are Ferro's own"),
    "body [1]": ('requests[0]: "state" must be provided', "arrays are Ferro's own"),
    "gzip encoding header": ("--accept-gzip is off", "the reference has no text"),
}
# What the records leave open: name -> (status, why).
OUR_STATUS = {
    "gzip encoding header": (415, "gzip is switched off"),
    "zstd encoding header": (400, "zstd is read, and this body is none"),
}

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
    name, ours = record["name"], record.get("ferro")
    wanted = (ours or {}).get("status", record["status"])
    wanted, _ = OUR_STATUS.get(name, OTHER_STATUS.get(name, (wanted, "")))
    if status != wanted:
        return "status %d, not %d: %s" % (status, wanted, text[:200])
    if record.get("method") == "HEAD" or (record.get("empty_response") and ours is None and name not in OTHER_STATUS):
        return "a body: %s" % text[:200] if text else None
    reply = json.loads(text)
    if status == 200:
        count = sum(each["usage"]["input_tokens"] for each in (reply if isinstance(reply, list) else [reply]) if "usage" in each)
        if count != record.get("input_tokens", count):
            return "%d input tokens, not %d" % (count, record["input_tokens"])
        return None if all(reply[key] == value for key, value in record.get("response", {}).items()) else text
    error = reply["error"]
    if name in OTHER_TEXT:
        part, _ = OTHER_TEXT[name]
        return None if part in error["message"] else "%r without %r" % (error["message"], part)
    if ours is not None or name in OTHER_STATUS:
        return None if error["message"] and error["type"] else "an error without words: %r" % error
    for key, value in record["error"].items():
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


def test_the_differences_are_of_recorded_requests():
    names = {record["name"] for record in RECORDS}
    assert names >= {*OTHER_STATUS, *OTHER_TEXT, *OUR_STATUS}
    assert not {record["name"] for record in RECORDS if "ferro" in record} & set(OTHER_STATUS)


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
    asked = b'"questions":{"q":{"type":"noul","instructions":"?"}}}'
    for deep in (b"[" * 10_000 + b"]" * 10_000, b'{"a":' * 10_000 + b"1" + b"}" * 10_000):
        for body in (deep, b'{"state":' + deep + b"," + asked, b'{"state":1,"ignored":' + deep + b"," + asked):
            status, reply = ask(body)
            assert status == 400 and "nested deeper than" in reply["error"]["message"], reply
    for value in (b"NaN", b"Infinity", b"-Infinity", b"1e400", b'"\\ud800"', b'"\\udc00x"', b'"\xff"'):
        for where in (b'{"state":%s,' % value + asked, b'{"state":[{"a":%s}],' % value + asked,
                      b'{"state":1,' + asked.replace(b'"?"', value)):
            assert ask(where)[0] == 400, where
    long_id = "k" * 10_000
    control = "<|im_start|><|mask|><|reserved_9|><|endoftext|><|startoftext|>\x00\x1f"
    status, reply = ask({"state": {control: [control]}, "questions": {
        "": question, long_id: question,
        control: dict(question, type="choice", instructions=control, criteria={control: control, "b": {control: control}}),
        "score": dict(question, type="score", criteria=[control, [control]]),
        "noul": dict(question, criteria={"true": control, "no": control})}})
    assert status == 200 and list(reply["answers"]) == ["", long_id, control, "score", "noul"], reply
    assert list(reply["answers"][control]["probabilities"]) == [control, "b"]
    assert reply["answers"]["score"]["legend"] == {"0": control, "1": [control]}
    # The last of equal keys counts, at the place of the first, at every level.
    twice = '{"state":1,"state":2,"questions":{"q":{"type":"score"},"q":{"type":"choice","instructions":"?",' \
            '"criteria":{"a":"1","b":"2","a":"3"}}}}'
    once = {"state": 2, "questions": {"q": dict(question, type="choice", criteria={"a": "3", "b": "2"})}}
    assert ask(twice.encode()) == ask(once) and ask(once)[0] == 200


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
