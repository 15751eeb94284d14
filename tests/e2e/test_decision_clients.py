"""Clients of /v1/systemone as people install them: typesafe-sdk and avrik-sdk as they are, and what jev-cli sends."""
import asyncio
import json

import avrik_sdk
import pytest
import typesafe_sdk
from typesafe_sdk import AsyncTypeSafeClient, Choice, Noul, Score, TypeSafeClient

from stack import ROOT, wait_until

QUESTIONS = {"refund": Noul(instructions="Refund asked?"),
             "tone": Choice(instructions="Tone?", criteria={"calm": None, "angry": "rude words"}),
             "urgency": Score(instructions="How urgent?", criteria=["can wait", "today", "now"])}
LONG = {"text": "I was charged twice. " * 200}


def typesafe(stack, **options):
    return TypeSafeClient(api_key="local", base_url=stack.url, **options)


def test_typesafe_asks_all_three_types(decision_stack):
    with typesafe(decision_stack) as client:
        reply = client.system_one(state={"text": "I was charged twice."}, questions=QUESTIONS)
    assert 0 <= reply.nouls["refund"].noul <= 1
    assert reply.choices["tone"].choice in ("calm", "angry")
    assert set(reply.choices["tone"].probabilities) == {"calm", "angry"}
    assert 0 <= reply.scores["urgency"].score <= 2
    assert reply.usage.input_tokens > 0 and reply.usage.output_tokens == 0
    assert reply.request_id


def test_typesafe_compresses_long_bodies_by_itself(decision_stack):
    with typesafe(decision_stack, compression=False) as client:
        plain = client.system_one(state=LONG, questions=QUESTIONS)
    with typesafe(decision_stack) as client:
        packed = client.system_one(state=LONG, questions=QUESTIONS)
    assert packed.answers == plain.answers and packed.usage == plain.usage
    sizes, tokens = {}, {}

    def logged():
        for line in decision_stack.log:
            fields = dict(item.split("=", 1) for item in line.split() if "=" in item)
            if fields.get("route") == "/v1/systemone":
                sizes[fields["request_id"]] = int(fields["bytes_in"])
                tokens[fields["request_id"]] = int(fields["prompt_n"].replace("-", "0"))
        return plain.request_id in sizes and packed.request_id in sizes
    wait_until(logged, 10)
    assert tokens[packed.request_id] == packed.usage.input_tokens
    assert sizes[packed.request_id] < 1024 < sizes[plain.request_id]


def test_typesafe_async(decision_stack):
    async def ask():
        async with AsyncTypeSafeClient(api_key="local", base_url=decision_stack.url) as client:
            return await asyncio.gather(*[
                client.system_one(state="state number %d" % i, questions=QUESTIONS) for i in range(8)])
    replies = asyncio.run(ask())
    assert len({reply.request_id for reply in replies}) == 8
    assert len({reply.nouls["refund"].noul for reply in replies}) > 1


def test_typesafe_lists_models(decision_stack):
    with typesafe(decision_stack) as client:
        models = client.models.list()
    assert [model.name for model in models.models] == ["tiny-d1-Q8_0"]


def test_typesafe_understands_errors(decision_stack, stack):
    with typesafe(decision_stack) as client:
        with pytest.raises(typesafe_sdk.TypeSafeBadRequestError) as refused:
            client.system_one(state="s", questions={"a": Noul(criteria={"true": "it is"})})
    assert 'questions.a: "instructions" must be provided' in str(refused.value)
    assert refused.value.request_id
    # A 501 is a 5xx, which this client repeats; it must end as what it is.
    with typesafe(stack, retry=typesafe_sdk.RetryPolicy(max_retries=0)) as client:
        with pytest.raises(typesafe_sdk.TypeSafeAPIError, match="This model is not a decision model"):
            client.system_one(state="s", questions=QUESTIONS)


def test_avrik(decision_stack):
    with avrik_sdk.Client(decision_stack.url, api_key="local") as client:
        assert client.health().ok
        assert [model.name for model in client.models()] == ["tiny-d1-Q8_0"]
        decision = client.decide(
            "I was charged twice.",
            {"refund": avrik_sdk.noul("Refund asked?"),
             "team": avrik_sdk.choice("Which team?", {"billing": "charges", "tech": "faults"}),
             "urgency": avrik_sdk.score("How urgent?", ["can wait", "today", "now"])},
            request_id="r1")
        assert 0 <= decision["refund"].noul <= 1
        assert decision["team"].choice in ("billing", "tech")
        assert 0 <= decision["urgency"].score <= 2
        audit = decision.audit
        assert audit.model_hash and audit.backend and audit.precision
        assert len(audit.input_tokens) == len(audit.prompt_template_sha256) == 3
        assert sum(audit.input_tokens) == decision.usage.input_tokens
        with pytest.raises(avrik_sdk.AvrikError, match="criteria"):
            client.decide("s", {"q": {"type": "score", "instructions": "?", "criteria": ["only one"]}})


JEV = json.loads((ROOT / "tests/data/jev_cli.json").read_text())


@pytest.mark.parametrize("recorded", JEV, ids=[each["command"][:20] for each in JEV])
def test_what_jev_sends(decision_stack, recorded):
    """Its bytes, as they are but for the address."""
    with decision_stack.connect() as connection:
        connection.sendall(recorded["request"].replace("127.0.0.1:8090", "%s:%d" % decision_stack.address).encode())
        received = b""
        while part := connection.recv(65536):
            received += part
    head, body = received.split(b"\r\n\r\n", 1)
    assert head.startswith(b"HTTP/1.1 200 "), received
    request = json.loads(recorded["request"].split("\r\n\r\n", 1)[1])
    answers = json.loads(body)["answers"]
    assert list(answers) == list(request["questions"])
    for name, question in request["questions"].items():
        assert question["type"] in answers[name], "what jev prints with --value"
