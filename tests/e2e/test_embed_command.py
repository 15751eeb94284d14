"""`ferro embed`: every format, and a run that is killed and goes on."""
import json
import os
import signal
import struct
import subprocess

import numpy
import pytest

from embeddings import length, sentences
from stack import FERRO, TINY_GEMMA2, ferro, wait_until


def embed(folder, name, source="texts.txt", *flags):
    return ferro("embed", "--embed", TINY_GEMMA2, "--in", folder / source, "--out", folder / name, "--device", "cpu",
                 "--threads", 1, *flags)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("embed")
    texts = sentences(300) + ["", "a last text"]
    (path / "texts.txt").write_text("\n".join(texts) + "\n")
    (path / "texts.jsonl").write_text("".join(json.dumps({"id": "n%d" % i, "text": text}) + "\n"
                                              for i, text in enumerate(texts)))
    return path


def test_all_formats_hold_the_same_vectors(folder):
    for name in ("v.npy", "v.bin", "v.json", "v.jsonl"):
        result = embed(folder, name, "texts.jsonl" if name.startswith("v.json") else "texts.txt")
        assert result.returncode == 0, result.stderr
        assert "302 texts" in result.stderr and not list(folder.glob(name + ".part*"))
    array = numpy.load(folder / "v.npy")
    assert array.shape[0] == 302 and array.dtype == numpy.float32
    assert (folder / "v.bin").read_bytes() == array.tobytes()
    whole = json.loads((folder / "v.json").read_text())
    assert whole["count"] == 302 and whole["dimensions"] == array.shape[1] and whole["data"][7]["id"] == "n7"
    lines = [json.loads(line) for line in (folder / "v.jsonl").read_text().splitlines()]
    for data in (whole["data"], lines):
        assert [item["index"] for item in data] == list(range(302))
        assert numpy.array_equal(numpy.array([item["embedding"] for item in data], numpy.float32), array)
    assert abs(length(array[0]) - 1) < 1e-6


def test_the_server_gives_the_same_bits(folder, embed_stack):
    assert embed(folder, "s.bin", "texts.txt", "--task", "query", "--quiet").stderr == ""
    raw = (folder / "s.bin").read_bytes()
    texts = (folder / "texts.txt").read_text().split("\n")[:10]
    status, reply = embed_stack.post("/v1/embeddings", {"input": texts, "task": "query"})
    assert status == 200
    width = len(reply["data"][0]["embedding"])
    for i, item in enumerate(reply["data"]):
        assert struct.pack("<%df" % width, *item["embedding"]) == raw[4 * width * i:4 * width * (i + 1)]


def test_a_killed_run_goes_on_and_gives_the_same_file(folder):
    (folder / "many.txt").write_text("\n".join(sentences(20000)) + "\n")
    assert embed(folder, "whole.npy", "many.txt").returncode == 0
    part, out = folder / "killed.npy.part", folder / "killed.npy"
    kills = 0
    for _ in range(3):
        size = part.stat().st_size if part.exists() else 0
        run = subprocess.Popen([FERRO, "embed", "--embed", TINY_GEMMA2, "--in", folder / "many.txt", "--out", out,
                                "--device", "cpu", "--threads", "1"], stderr=subprocess.DEVNULL)
        wait_until(lambda: run.poll() is not None or part.exists() and part.stat().st_size > size, 60)
        run.send_signal(signal.SIGKILL)
        kills += run.wait() == -signal.SIGKILL
        assert run.returncode == 0 or not out.exists(), "half a file under the final name"
    assert kills > 0
    last = embed(folder, "killed.npy", "many.txt")
    assert last.returncode == 0 and "going on after" in last.stderr
    assert out.read_bytes() == (folder / "whole.npy").read_bytes()
    assert not part.exists() and not os.path.exists(str(part) + ".json")


def test_another_task_does_not_go_on_with_the_rows_of_the_first(folder):
    (folder / "wrong.txt").write_text("fine\n" * 300 + "word " * 20000 + "\n")
    failed = embed(folder, "task.bin", "wrong.txt")
    assert failed.returncode == 1 and "text 301" in failed.stderr and "kept" in failed.stderr
    assert (folder / "task.bin.part").stat().st_size > 0 and not (folder / "task.bin").exists()
    done = embed(folder, "task.bin", "wrong.txt", "--truncate")
    assert done.returncode == 0 and "going on after" in done.stderr and "1 texts were too long" in done.stderr
    embed(folder, "task.bin", "wrong.txt", "--task", "query")  # leaves a part of another task
    other = embed(folder, "task.bin", "wrong.txt", "--truncate")
    assert other.returncode == 0 and "going on after" not in other.stderr


@pytest.mark.parametrize("arguments, words", [
    (("--in", "{folder}/texts.txt", "--out", "v.txt"), ".npy"),
    (("--in", "{folder}/no-such", "--out", "v.npy"), "no-such"),
    (("--in", "{folder}/texts.txt", "--out", "/no/such/folder/v.npy"), "/no/such/folder"),
    (("--in", "{folder}/texts.txt", "--out", "{folder}/x.npy", "--task", "poetry"), "clustering"),
    (("--in", "{folder}/texts.txt", "--out", "{folder}/x.npy", "--dimensions", "7"), "7"),
    (("--in", "{folder}/bad.jsonl", "--out", "{folder}/x.npy"), "line 2"),
    (("--in", "{folder}/empty.txt", "--out", "{folder}/x.npy"), "no texts"),
])
def test_mistakes_are_told(folder, arguments, words):
    (folder / "bad.jsonl").write_text('"fine"\n{"no": "text"}\n')
    (folder / "empty.txt").write_text("")
    result = ferro("embed", "--embed", TINY_GEMMA2, *(a.format(folder=folder) for a in arguments))
    assert result.returncode == 1 and words in result.stderr, result.stderr


def test_bench(tmp_path):
    tokens = tmp_path / "tokens.json"
    tokens.write_text("[[2, 5, 1], [2, 6, 7, 1]]")
    result = ferro("bench", "--embed", TINY_GEMMA2, "--tokens", tokens, "--shapes", "4x8", "--reps", 2, "--device", "cpu",
                   "--threads", 1, "--json")
    assert result.returncode == 0, result.stderr
    tests = json.loads(result.stdout)["tests"]
    assert [(t["test"], t["sequences"], t["tokens"]) for t in tests] == [("file", 2, 7), ("4x8", 4, 32)]
    assert all(t["tok_s"] > 0 for t in tests)


def test_inspect_knows_the_kind():
    assert "--embed" in ferro("inspect", TINY_GEMMA2).stdout
