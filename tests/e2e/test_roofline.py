"""`ferro roofline`: launches of the real planner, times by a device profile."""
import json
from pathlib import Path

from stack import DENSE, MODELS, ferro

N100 = Path(__file__).parents[2] / "tools/ferro/roofline/n100.json"
FEW = ["--prefill", "8", "--depth", "0,100", "--parallel", "1,2", "--kv-dtype", "f16"]


def rows_of(*arguments):
    done = ferro("roofline", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["models"][0]["rows"]


def test_a_file_and_the_shape_that_it_has_give_the_same():
    from_file = rows_of(DENSE, *FEW)
    assert len(from_file) == 5
    assert from_file == rows_of("tiny-lfm2", *FEW)
    for row in from_file:
        assert row["launches"] > 0 and row["total_ms"] > row["work_ms"] >= row["ceiling_ms"] > 0


def test_experts():
    row = rows_of(MODELS / "tiny-lfm2moe-Q8_0.gguf", *FEW)[0]
    assert row["test"] == "prefill" and row["int8_ops"] > 0


def test_the_tables():
    done = ferro("roofline", DENSE, *FEW)
    assert done.returncode == 0, done.stderr
    assert "| decode at 100, f16, 2 streams |" in done.stdout
    assert "25.9 GB/s" in done.stdout


def test_another_device(tmp_path):
    profile = json.loads(N100.read_text())
    profile["name"] = "twice the memory"
    profile["read_gb_s"]["value"] *= 2
    file = tmp_path / "device.json"
    file.write_text(json.dumps(profile))
    one, two = rows_of("tiny-lfm2", *FEW), rows_of("tiny-lfm2", *FEW, "--device", file)
    for slow, fast in zip(one, two):
        assert abs(slow["read_ms"] / fast["read_ms"] - 2) < 1e-6
        assert slow["launches"] == fast["launches"]


def test_mistakes_are_explained(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text('{"name": "x"}')
    for arguments, words in [
        (["lfm3"], "lfm2-350m"),
        ([], "needs a MODEL"),
        (["tiny-lfm2", "--device", "n200"], "n100"),
        (["tiny-lfm2", "--device", broken], "\"opencl\" is missing"),
        (["tiny-lfm2", "--depth", "9000"], "9000"),
        ([broken], "broken.json"),
    ]:
        done = ferro("roofline", *arguments)
        assert done.returncode == 1 and words in done.stderr, done.stderr
        assert done.stdout == ""
