"""`ferro decide`, `ferro bench --d1`, and `ferro-decide` as `ferro up` runs it beside the language model."""
import json
import os
import re
import signal
import subprocess
import time

import pytest

from stack import DENSE, FERRO, MODELS, ROOT, Stack, ferro

D1 = MODELS / "tiny-d1-Q8_0.gguf"
GOLDENS = json.loads((ROOT / "tests/data/goldens/d1.json").read_text())["requests"]
SERVICE = FERRO.parents[2] / "services/decide/ferro-decide"
REQUEST = {"state": "The lamp is lit.", "questions": {"lit": {"type": "noul", "instructions": "Is it lit?"}}}


def decide(request, *flags):
    return ferro("decide", "--d1", D1, "--device", "cpu", "--request", "-", *flags, input=json.dumps(request))


def test_answers_an_object_and_an_array():
    one = decide(GOLDENS[0]["request"])
    assert one.returncode == 0, one.stderr
    answer = json.loads(one.stdout)
    assert list(answer) == ["model", "answers", "usage"]
    assert list(answer["answers"]) == [question["id"] for question in GOLDENS[0]["questions"]]
    assert answer["usage"]["input_tokens"] == sum(len(question["tokens"]) for question in GOLDENS[0]["questions"])
    assert re.search(r"^\[cpu .*; %d tokens" % answer["usage"]["input_tokens"], one.stderr, re.M)
    every = decide([golden["request"] for golden in GOLDENS], "--quiet", "--decision-batch", "200")
    answers = json.loads(every.stdout)
    assert len(answers) == len(GOLDENS) and answers[0] == answer, "the same numbers in company"
    assert every.stderr == ""


def test_reads_a_file_and_shows_prompts(tmp_path):
    file = tmp_path / "request.json"
    file.write_text(json.dumps(GOLDENS[0]["request"]))
    shown = ferro("decide", "--model", D1, "--request", file, "--dump-prompts")
    assert shown.returncode == 0, shown.stderr
    prompts = [json.loads(line) for line in shown.stdout.splitlines()]
    for prompt, golden in zip(prompts, GOLDENS[0]["questions"], strict=True):
        assert prompt["request"] == 0 and prompt["id"] == golden["id"]
        assert prompt["tokens"] == golden["tokens"] and prompt["markers"] == golden["markers"]
        assert prompt["text"] == "".join(text for _, text in golden["pieces"])


@pytest.mark.parametrize("request_text, message", [
    ("{", "malformed JSON at byte 1"),
    ('{"state": 1}', '"questions" must be a non-empty object'),
    ('[{"state": 1, "questions": {"q": {"type": "noul"}}}]', 'requests[0]: questions.q: "instructions" must be provided'),
])
def test_says_what_is_wrong(request_text, message):
    result = ferro("decide", "--d1", D1, "--request", "-", input=request_text)
    assert result.returncode == 1 and result.stdout == "" and message in result.stderr, result.stderr


def test_refuses_other_models():
    result = ferro("decide", "--d1", DENSE, "--request", "-", input="{}")
    assert result.returncode == 1 and "a language model" in result.stderr
    result = ferro("up", "--decide", DENSE)
    assert result.returncode == 1 and "a language model" in result.stderr
    result = ferro("up", "--model", D1, "--model", D1)
    assert result.returncode == 1 and "models of one kind" in result.stderr


def test_bench_measures_both_ways(tmp_path):
    file = tmp_path / "requests.json"
    file.write_text(json.dumps([golden["request"] for golden in GOLDENS[:3]]))
    result = ferro("bench", "--d1", D1, "--device", "cpu", "--request", file, "--reps", "1", "--json")
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    assert report["requests"] == 3 and report["questions"] == sum(len(golden["questions"]) for golden in GOLDENS[:3])
    assert report["tokens"] == sum(len(q["tokens"]) for golden in GOLDENS[:3] for q in golden["questions"])
    assert [test["test"] for test in report["tests"]] == ["all at once", "one at a time"]
    assert all(test["tok_s"] > 0 for test in report["tests"])


def ask(stack, request=REQUEST):
    return stack.post("/v1/systemone", request)


def test_up_serves_both_models_and_starts_a_dead_service_again():
    with Stack("--model", DENSE, "--model", D1, "--device", "cpu") as stack:
        status, first = ask(stack)[:2]
        assert status == 200, first
        assert stack.post("/v1/completions", {"prompt": "x", "max_tokens": 1})[0] == 200
        pid = int(re.search(r"service=decide .*pid=(\d+)", stack.log_text()).group(1))
        os.kill(pid, signal.SIGKILL)
        deadline = time.monotonic() + 30
        while (again := ask(stack)[:2])[0] != 200:
            assert again[0] == 503 and time.monotonic() < deadline, again
            time.sleep(0.05)
        assert again[1] == first, "the same answer from the new process"
        assert stack.post("/v1/completions", {"prompt": "x", "max_tokens": 1})[0] == 200


def test_up_serves_decisions_alone():
    with Stack("--decide", D1, "--device", "null") as stack:
        status, answer = ask(stack)[:2]
        assert status == 200 and answer["answers"]["lit"]["noul"] < 0.5
        assert "service=lm" not in stack.log_text()


def test_the_service_ends_on_a_signal(tmp_path):
    """A pass that runs is finished; a second signal is not needed."""
    socket = tmp_path / "s"
    process = subprocess.Popen([SERVICE, "--d1", D1, "--listen", "unix:%s" % socket, "--device", "cpu", "--log-format", "json"],
                               stderr=subprocess.PIPE, text=True)
    events = []
    for line in process.stderr:
        events.append(json.loads(line))
        if events[-1]["event"] == "ready":
            process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 0
    assert [event["event"] for event in events][-2:] == ["draining", "stopped"]
    assert all(event["service"] == "decide" for event in events)
    assert not socket.exists()


def test_a_wrong_flag_is_named():
    for flags, message in [(["--decision-batch", "0"], "--decision-batch 0"), (["--max-message-mb", "0"], "--max-message-mb 0"),
                           (["--device", "abacus"], "abacus")]:
        result = subprocess.run([SERVICE, "--d1", D1, "--listen", "127.0.0.1:0", *flags], capture_output=True, text=True,
                                timeout=60)
        assert result.returncode == 1 and message in result.stderr, result.stderr
