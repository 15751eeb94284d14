"""An OpenCL device that fails under a running service: PoCL behind the layer that makes chosen calls fail
(docs/debugging.md). The calls are counted from the start of the process; the numbers here are beyond what loading and a
short request take, and well within a long one.

Failures at every single moment are engine/schedule/lm_fault_test's business; here is what clients and operators see."""
import glob
import json
import os
import pathlib
import subprocess
import threading
import time

import grpc
import pytest

from stack import DENSE, FERRO, Stack, ferro, is_alive, wait_until
from test_grpc_reflection import LM, reflected

POCL = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
pytestmark = pytest.mark.skipif(not POCL.exists(), reason="PoCL is not installed")

STREAMS = 3
# Greedy and nothing else, so that the device chooses the tokens and a step is always on its way.
LONG = {"prompt": "The sea", "max_tokens": 3000, "temperature": 0, "repeat_penalty": 1}
SHORT = {**LONG, "max_tokens": 8}
MANY_LAUNCHES = 9000  # some 15 for a token, and hundreds for loading
MANY_STEPS = 600      # calls that come once or twice with a token; the long reply has a thousand


@pytest.fixture(scope="module")
def pocl_alone(tmp_path_factory):
    """An environment in which opencl:0 is PoCL, with everything built and tested that a first start would wait for."""
    folder = tmp_path_factory.mktemp("vendors")
    (folder / "pocl.icd").symlink_to(POCL)
    environment = {"OCL_ICD_VENDORS": str(folder)}
    first = ferro("generate", "--lm", DENSE, "--device", "opencl:0", "--prompt", "x", "--n-predict", 4,
                  env={**os.environ, **environment}, timeout=600)
    assert first.returncode == 0, first.stderr
    return environment


def faulty(pocl_alone, fault, *flags):
    return Stack("--device", "opencl:0", "--decide", "none", "--embed", "none", "--lm-slots", STREAMS, "--lm-ctx",
                 4096, *flags, env={**pocl_alone, "FERRO_OPENCL_FAULT": fault})


def text_of(answer):
    status, body = answer
    assert status == 200, body
    return body["choices"][0]["text"]


def served(stack, body, seconds=60):
    """The answer, as a client gets it that asks again after 502 and 503."""
    answers = []

    def come():
        answers.append(stack.post("/v1/completions", body, timeout=120))
        assert answers[-1][0] in (200, 502, 503), answers[-1]
        return answers[-1][0] == 200
    wait_until(come, seconds, stack.log_text)
    return answers[-1]


def streamed(stack, body):
    """A stream up to its end: (text, error or None, whether [DONE] came)."""
    connection = stack.connect(timeout=120)
    data = json.dumps({**body, "stream": True}).encode()
    connection.sendall(b"POST /v1/completions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                       % (len(data), data))
    lines = connection.makefile("rb").read().decode().splitlines()
    text, error, done = "", None, False
    for line in lines:
        if line == "data: [DONE]":
            done = True
        elif line.startswith("data: "):
            event = json.loads(line[len("data: "):])
            error = event.get("error", error)
            text += "".join(choice["text"] for choice in event.get("choices", []))
    assert lines[0].split()[1] == "200"
    return text, error, done


def log_of(stack, event):
    return [line for line in stack.log if "event=" + event in line]


@pytest.mark.parametrize("fault", ["clEnqueueNDRangeKernel:%d:lost" % MANY_LAUNCHES, "clFlush:%d:lost" % MANY_STEPS,
                                   "clWaitForEvents:%d:lost" % MANY_STEPS])
def test_a_lost_device(pocl_alone, fault):
    with faulty(pocl_alone, fault) as stack:
        pid = stack.pids()["lm"]
        before = stack.post("/v1/completions", SHORT)
        ends = [None] * STREAMS

        def run(i):
            ends[i] = streamed(stack, LONG)
        threads = [threading.Thread(target=run, args=(i,)) for i in range(STREAMS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        whole = text_of(served(stack, LONG))
        failed = 0
        for text, error, done in ends:  # one that came late runs on the rebuilt device
            assert done == (error is None)
            assert whole.startswith(text) if error else text == whole
            if error:
                failed += 1
                assert error["code"] == "device_failed" and error["type"] == "unavailable_error"
                assert "the device failed: " in error["message"] and "CL_OUT_OF_RESOURCES" in error["message"]
        assert failed >= 1
        after = served(stack, SHORT)
        assert text_of(after) == text_of(before) and whole.startswith(text_of(after))
        assert after[1]["system_fingerprint"] == before[1]["system_fingerprint"], "it is the same device"
        assert stack.pids()["lm"] == pid
        assert len(log_of(stack, "device_failed")) == 1 and len(log_of(stack, "device_rebuilt")) == 1


def test_a_lost_device_as_a_plain_request_sees_it(pocl_alone):
    with faulty(pocl_alone, "clFlush:%d:lost" % MANY_STEPS) as stack:
        status, body = stack.post("/v1/completions", LONG, timeout=120)
        assert status == 503 and body["error"]["code"] == "device_failed", body
        assert "retry" in body["error"]["message"]
        served(stack, SHORT)


def test_a_lost_device_as_grpc_sees_it(pocl_alone):
    with faulty(pocl_alone, "clFlush:%d:lost" % MANY_STEPS) as stack, reflected(stack) as lm:
        request = {"text": "The sea", "max_tokens": 3000, "sampling": {"temperature": 0, "repetition_penalty": 1}}
        heard = 0
        with pytest.raises(grpc.RpcError) as caught:
            for _ in lm.call(LM, "Generate", timeout=120, **request):
                heard += 1
        assert heard > 1
        assert caught.value.code() == grpc.StatusCode.UNAVAILABLE
        assert "the device failed" in caught.value.details()
        assert list(lm.call(LM, "Generate", timeout=120, **{**request, "max_tokens": 4}))[-1].HasField("finished")


@pytest.mark.parametrize("function", ["clFlush", "clWaitForEvents"])
def test_a_call_that_never_returns(pocl_alone, function):
    """The watchdog ends the service, `ferro up` starts it again."""
    with faulty(pocl_alone, "%s:%d:hang" % (function, MANY_STEPS), "--device-timeout", 2) as stack:
        pid = stack.pids()["lm"]
        before = text_of(stack.post("/v1/completions", SHORT))
        begin = time.monotonic()
        text, error, done = streamed(stack, LONG)
        assert time.monotonic() - begin < 60
        assert error is not None and not done
        wait_until(lambda: not is_alive(pid), 10)
        assert text_of(served(stack, SHORT)) == before
        assert any("limit=2s" in line and "exit 75" in line for line in log_of(stack, "device_hangs")), stack.log_text()
        assert any("exit code 75" in line for line in log_of(stack, "died"))
        assert stack.pids()["lm"] != pid


def test_a_device_that_does_not_come_back(pocl_alone):
    """From some launch on every one fails, in the rebuilt device as well: only a new process helps."""
    with faulty(pocl_alone, "clEnqueueNDRangeKernel:%d+:-5" % MANY_LAUNCHES) as stack:
        pid = stack.pids()["lm"]
        status, body = stack.post("/v1/completions", LONG, timeout=120)
        assert status == 503 and body["error"]["code"] == "device_failed", body
        wait_until(lambda: not is_alive(pid), 20, stack.log_text)
        served(stack, SHORT)
        assert log_of(stack, "device_not_rebuilt") and log_of(stack, "died")


@pytest.mark.parametrize("fault, words", [
    ("clCreateBuffer:>100000:-4", "CL_MEM_OBJECT_ALLOCATION_FAILURE"),
    ("clBuildProgram:1+:-11", "CL_BUILD_PROGRAM_FAILURE"),
    ("clCreateContext:1:-5", "CL_OUT_OF_RESOURCES"),
    ("clEnqueueWriteBuffer:30:lost", "CL_OUT_OF_RESOURCES"),
])
def test_a_named_device_that_fails_at_load(pocl_alone, fault, words):
    """Nothing else was asked for: the start ends and says why."""
    stack = faulty(pocl_alone, fault)
    result = subprocess.run([FERRO, "up", "--port", "0", *map(str, stack.flags)], env=stack.env, capture_output=True,
                            text=True, timeout=120)
    assert result.returncode == 1 and result.stdout == ""
    assert words in result.stderr and "lm ended while starting" in result.stderr
    assert glob.glob(stack.run_dir + "/ferro/up-*") == []
    direct = ferro("generate", "--lm", DENSE, "--device", "opencl:0", "--prompt", "x", "--n-predict", 4, env=stack.env)
    assert direct.returncode == 1 and words in direct.stderr and direct.stdout == ""


def test_a_malformed_fault_is_refused(pocl_alone):
    result = ferro("generate", "--lm", DENSE, "--device", "opencl:0", "--prompt", "x",
                   env={**faulty(pocl_alone, "clFlush:0:lost").env})
    assert result.returncode == 1 and "FERRO_OPENCL_FAULT" in result.stderr and "clFlush:0:lost" in result.stderr


@pytest.mark.parametrize("flag, value", [("--launch-ms", "0"), ("--queue-ms", "-1"), ("--device-timeout", "0")])
def test_limits_out_of_range(flag, value):
    for command in ("generate", "bench"):
        words = ["--prompt", "x"] if command == "generate" else ["--prefill", "16", "--decode", "0"]
        result = ferro(command, "--lm", DENSE, *words, "%s=%s" % (flag, value))
        assert result.returncode == 1 and "%s %s is outside" % (flag, value) in result.stderr
    started = ferro("up", "--port", 0, "%s=%s" % (flag, value))
    assert started.returncode == 1 and "%s %s is outside" % (flag, value) in started.stderr


def test_limits_change_no_answer(pocl_alone):
    greedy = ["--lm", DENSE, "--device", "opencl:0", "--prompt", "Hello", "--temp", "0", "--n-predict", 24]
    answers = {ferro("generate", *greedy, *limits, env=faulty(pocl_alone, "").env).stdout
               for limits in ([], ["--launch-ms", "0.001"], ["--queue-ms", "0.001"], ["--queue-ms", "0"])}
    assert len(answers) == 1 and answers.pop().strip()
