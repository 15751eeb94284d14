"""`--hetero`: an OpenCL device (here PoCL) and the processor beside it on the same passes, through HTTP and from a file."""
import glob
import json
import os
import pathlib
import signal
import struct
import subprocess

import pytest

from embeddings import cosine, decoded, sentences
from stack import DENSE, FERRO, TINY_D1, TINY_GEMMA2, Stack, ferro, wait_until

POCL = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
needs_pocl = pytest.mark.skipif(not POCL.exists(), reason="PoCL is not installed")
HETERO = ("--device", "opencl:0", "--threads", 1, "--hetero", "--hetero-share", 40)


@pytest.fixture(scope="module")
def pocl_alone(tmp_path_factory):
    """An environment in which opencl:0 is PoCL, with everything built and tested that a first start would wait for."""
    folder = tmp_path_factory.mktemp("vendors")
    (folder / "pocl.icd").symlink_to(POCL)
    environment = {"OCL_ICD_VENDORS": str(folder)}
    first = ferro("bench", "--embed", TINY_GEMMA2, *HETERO, "--shapes", "8x8", "--reps", 1, "--json",
                  env={**os.environ, **environment}, timeout=600)
    assert first.returncode == 0, first.stderr
    device = json.loads(first.stdout)["system_info"]
    assert device.startswith("opencl") and "+ cpu" in device and "40%" in device
    return environment


def served(pocl_alone, *flags, **env):
    return Stack("--lm", "none", "--decide", "none", "--embed", TINY_GEMMA2, *flags, env={**pocl_alone, **env})


def vectors(stack, texts):
    status, reply = stack.post("/v1/embeddings", {"input": texts})
    assert status == 200, reply
    assert [item["index"] for item in reply["data"]] == list(range(len(texts)))
    return [decoded(item) for item in reply["data"]]


def bits(rows):
    return [struct.pack("<%df" % len(row), *row) for row in rows]


@needs_pocl
def test_the_same_batch_has_the_same_bits_in_order(pocl_alone, embed_stack):
    texts = sentences(60)
    with served(pocl_alone, *HETERO) as stack:
        first = vectors(stack, texts)
        assert all(bits(vectors(stack, texts)) == bits(first) for _ in range(5))
        plain = vectors(embed_stack, texts)
        assert all(cosine(a, b) > 0.999 for a, b in zip(first, plain, strict=True)), "each in its place"
        assert all(cosine(a, b) < 0.999 for a, b in zip(first, plain[1:])), "or the line above says nothing"
        assert len(vectors(stack, texts[:1])) == 1
        (ready,) = [line for line in stack.log if "event=ready" in line and "gemma" in line]
        assert "+ cpu" in ready and "40%" in ready


@needs_pocl
def test_a_lost_device(pocl_alone):
    """The request that meets it is told, the next ones are served by both again."""
    texts = sentences(60)
    with served(pocl_alone, *HETERO, FERRO_OPENCL_FAULT="clEnqueueNDRangeKernel:4000:lost") as stack:
        expected = bits(vectors(stack, texts))
        pid = stack.pids()["embed"]
        for _ in range(500):
            status, body = stack.post("/v1/embeddings", {"input": texts})
            if status != 200:
                break
        assert status == 503 and body["error"]["code"] == "device_failed", body
        assert "on the GPU: " in body["error"]["message"] and "retry" in body["error"]["message"]
        answers = []

        def come():
            answers.append(stack.post("/v1/embeddings", {"input": texts}))
            return answers[-1][0] == 200
        wait_until(come, 60, stack.log_text)
        assert bits(decoded(item) for item in answers[-1][1]["data"]) == expected
        assert stack.pids()["embed"] == pid
        assert len([line for line in stack.log if "event=device_rebuilt" in line and "+ cpu" in line]) == 1


@needs_pocl
def test_a_killed_run_goes_on_and_gives_the_same_file(pocl_alone, tmp_path):
    (tmp_path / "many.txt").write_text("\n".join(sentences(4000)) + "\n")
    environment = {**os.environ, **pocl_alone}

    def words(name):
        return [str(word) for word in (FERRO, "embed", "--embed", TINY_GEMMA2, "--in", tmp_path / "many.txt", "--out",
                                       tmp_path / name, *HETERO)]
    subprocess.run(words("whole.bin"), env=environment, check=True, capture_output=True, timeout=120)
    part = tmp_path / "killed.bin.part"
    for _ in range(10):
        run = subprocess.Popen(words("killed.bin"), env=environment, stderr=subprocess.DEVNULL)
        wait_until(lambda run=run: run.poll() is not None or part.exists() and part.stat().st_size > 0, 60)
        run.send_signal(signal.SIGKILL)
        if run.wait() == -signal.SIGKILL and part.exists():
            break
        (tmp_path / "killed.bin").unlink()  # it was done first
    else:
        pytest.fail("every run was done before it could be killed")
    width = (tmp_path / "whole.bin").stat().st_size // 4000
    os.truncate(part, width * (part.stat().st_size // width - 100))  # in the middle of what is computed together
    last = subprocess.run(words("killed.bin"), env=environment, capture_output=True, text=True, timeout=120)
    assert last.returncode == 0 and "going on after" in last.stderr, last.stderr
    assert (tmp_path / "killed.bin").read_bytes() == (tmp_path / "whole.bin").read_bytes()


@pytest.mark.parametrize("flags, words", [
    (("--device", "cpu", "--hetero"), "--device cpu is no GPU"),
    (("--device", "opencl:0", "--hetero", "--hetero-share", 0), "--hetero-share 0 is outside"),
    (("--hetero-share", 20), "--hetero"),
    (("--hetero",), "no GPU could be used"),
])
def test_mistakes_are_told_at_the_start(tmp_path, flags, words):
    no_drivers = {"OCL_ICD_VENDORS": str(tmp_path)}
    stack = Stack("--lm", "none", "--decide", "none", "--embed", TINY_GEMMA2, *flags, env=no_drivers)
    started = subprocess.run([FERRO, "up", "--port", "0", *map(str, stack.flags)], env=stack.env, capture_output=True,
                             text=True, timeout=120)
    assert started.returncode == 1 and started.stdout == "" and words in started.stderr, started.stderr
    assert glob.glob(stack.run_dir + "/ferro/up-*") == []
    (tmp_path / "texts.txt").write_text("one\ntwo\n")
    for command in (("embed", "--in", tmp_path / "texts.txt", "--out", tmp_path / "v.bin"), ("bench",)):
        direct = ferro(*command, "--embed", TINY_GEMMA2, *flags, env=stack.env)
        assert direct.returncode != 0 and words in direct.stderr, direct.stderr
    assert not list(tmp_path.glob("v.bin*"))


@pytest.mark.parametrize("measured", [
    ("--lm", DENSE),
    ("--d1", TINY_D1, "--request", "/no/such/file"),
    ("--machine",),
    ("--machine", "--embed", TINY_GEMMA2),
])
def test_bench_does_not_ignore_it(measured):
    refused = ferro("bench", *measured, "--hetero")
    assert refused.returncode == 1 and refused.stdout == ""
    assert "--hetero" in refused.stderr and "--embed FILE" in refused.stderr
