"""Programs that take turns on one device: replies stay what they are, and whoever is killed blocks nobody."""
import os
import pathlib
import signal
import threading
import time

import pytest

from stack import DENSE, TINY_D1, Stack, ferro, wait_until

COMPLETION = {"prompt": "Once upon a time", "max_tokens": 200, "ignore_eos": True, "temperature": 0, "return_tokens": True}
DECISION = {"state": "The parcel is open. " * 60, "questions": {
    "q%d" % i: {"type": "noul", "instructions": "Is the parcel open? (%d)" % i} for i in range(20)}}


class Repeated:
    """Posts a body again and again in another thread."""

    def __init__(self, stack, path, body):
        self.stop, self.count, self.answers = threading.Event(), 0, []
        def loop():
            while not self.stop.is_set():
                self.answers.append(stack.post(path, body))
                self.count += 1
        self.thread = threading.Thread(target=loop)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.thread.join()


def models(*flags, lease="on"):
    return Stack("--lm", DENSE, "--decide", TINY_D1, "--device", "cpu", "--lease", lease, *flags)


def counter(stack, name, service):
    status, text = stack.get("/metrics")
    assert status == 200
    for line in text.splitlines():
        if line.startswith('%s{service="%s"}' % (name, service)):
            return float(line.split()[-1])
    return None


def tokens(answer):
    status, body = answer
    assert status == 200, body
    return body["choices"][0]["tokens"]


def probabilities(answer):
    status, body = answer
    assert status == 200, body
    return body["answers"]


def test_results_are_the_same_in_turns_and_without():
    with models(lease="off") as stack:
        reply = tokens(stack.post("/v1/completions", COMPLETION))
        answers = probabilities(stack.post("/v1/systemone", DECISION))
        assert counter(stack, "ferro_lease_acquisitions_total", "lm") is None, "it takes no turns"
    with models("--launch-ms", "1") as stack:
        with Repeated(stack, "/v1/systemone", DECISION) as decisions:
            deadline = time.monotonic() + 120
            while decisions.count < 3 or counter(stack, "ferro_lease_waits_total", "lm") == 0:
                assert time.monotonic() < deadline, "the language model never waited for its turn"
                assert tokens(stack.post("/v1/completions", COMPLETION)) == reply
        assert [probabilities(answer) for answer in decisions.answers] == [answers] * decisions.count
        assert counter(stack, "ferro_lease_acquisitions_total", "decide") > 0
        assert counter(stack, "ferro_lease_wait_seconds_total", "lm") > 0


def test_a_killed_service_blocks_nobody():
    with models("--launch-ms", "1") as stack:
        reply = tokens(stack.post("/v1/completions", COMPLETION))
        with Repeated(stack, "/v1/systemone", DECISION) as decisions:
            for _ in range(3):
                before = stack.pids()["decide"]
                os.kill(before, signal.SIGKILL)
                assert tokens(stack.post("/v1/completions", COMPLETION)) == reply
                wait_until(lambda: stack.pids().get("decide", before) != before, 30, stack.log_text)
        wait_until(lambda: stack.post("/v1/systemone", DECISION)[0] == 200, 30, stack.log_text)
        assert counter(stack, "ferro_lease_longest_wait_seconds", "lm") < 30


def test_the_command_takes_part():
    """`ferro generate` beside a service, by the same file."""
    with models() as stack:
        assert (pathlib.Path(stack.run_dir) / "ferro/lease").stat().st_mode & 0o777 == 0o600
        with Repeated(stack, "/v1/systemone", DECISION):
            waited = counter(stack, "ferro_lease_waits_total", "decide")
            deadline = time.monotonic() + 120
            while counter(stack, "ferro_lease_waits_total", "decide") == waited:
                assert time.monotonic() < deadline, "decisions never waited for the command"
                run = ferro("generate", "--lm", DENSE, "--device", "cpu", "--lease", "on", "--n-predict", "200", "--ignore-eos",
                            "--prompt", "Hello", env=stack.env)
                assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("path", ["/no/such/folder/lease", "/dev/null"])
def test_without_a_file_a_warning_and_no_turns(path):
    with models("--lease-file", path) as stack:
        assert "device_lease_not_used" in stack.log_text() and path.rsplit("/", 1)[0] in stack.log_text()
        assert tokens(stack.post("/v1/completions", COMPLETION))
        assert counter(stack, "ferro_lease_acquisitions_total", "lm") is None
