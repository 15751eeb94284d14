"""The command line as a newcomer meets it."""
import json
import re
import subprocess
from pathlib import Path

import pytest

from stack import DENSE, FERRO, MODELS, Stack, ferro

COMMANDS = ["up", "generate", "inspect", "devices", "bench", "roofline", "fetch"]


def test_help_and_version():
    bare = ferro()
    assert bare.returncode == 2 and "ferro up" in bare.stdout
    overall = ferro("--help")
    assert overall.returncode == 0
    for command in COMMANDS:
        assert "\n  " + command in overall.stdout
        one = ferro(command, "--help")
        assert one.returncode == 0 and one.stderr == "" and "ferro " + command in one.stdout
    assert ferro("--version").stdout.startswith("ferro ")


@pytest.mark.parametrize("typed, meant", [("inspct", "inspect"), ("genrate", "generate"), ("devces", "devices")])
def test_a_slip_is_understood(typed, meant):
    result = ferro(typed)
    assert result.returncode == 2 and 'did you mean "%s"' % meant in result.stderr


def test_an_unknown_flag():
    result = ferro("inspect", DENSE, "--nonsense")
    assert result.returncode == 2 and "--nonsense" in result.stderr and result.stdout == ""


def test_an_unknown_flag_before_a_command():
    result = ferro("--nope", "up")
    assert result.returncode == 2 and "--nope" in result.stderr


def test_inspect():
    text = ferro("inspect", DENSE)
    assert text.returncode == 0 and "serves (--lm)" in text.stdout and "token_embd.weight" in text.stdout
    data = json.loads(ferro("inspect", DENSE, "--json").stdout)
    assert data["architecture"] == "lfm2" and data["kind"] == "lm"
    missing = ferro("inspect", "/no/such.gguf")
    assert missing.returncode == 1 and "/no/such.gguf" in missing.stderr


def test_output_that_cannot_be_written():
    result = subprocess.run("%s inspect %s > /dev/full" % (FERRO, DENSE), shell=True, capture_output=True, text=True)
    assert result.returncode == 1 and "No space left" in result.stderr


def test_inspect_into_a_closed_pipe():
    result = subprocess.run("%s inspect %s | head -1" % (FERRO, DENSE), shell=True, capture_output=True, text=True)
    assert result.stdout.strip() == str(DENSE) and result.stderr == ""


def test_devices():
    data = json.loads(ferro("devices", "--json").stdout)
    assert {"cpu", "reference"} <= {device["name"] for device in data["devices"]}
    assert sum(device["automatic"] for device in data["devices"]) == 1
    assert "scalar" in data["isas"] and data["isa"] in data["isas"]
    assert "cpu" in ferro("devices").stdout


def test_devices_through_opencl():
    data = json.loads(ferro("devices", "--json").stdout)
    if not Path("/etc/OpenCL/vendors/pocl.icd").exists():
        pytest.skip("PoCL is not installed")
    pocl = [device for device in data["opencl"]["devices"] if device["platform"] == "Portable Computing Language"]
    assert len(pocl) == 1 and pocl[0]["dot"] == "plain" and not pocl[0]["gpu"]
    assert pocl[0]["self_test"] is None  # GPUs alone, without --all
    assert {"khr", "intel", "nvidia"} == set(pocl[0]["failed"])
    entry = next(device for device in data["devices"] if device["name"] == pocl[0]["name"])
    assert not entry["automatic"] and entry["problem"] is None
    text = ferro("devices").stdout
    assert pocl[0]["name"] in text and "int8 dot  plain" in text


GREEDY = ["--temp", "0", "--n-predict", "16"]


def test_generate_prints_only_the_answer(tmp_path):
    whole = ferro("generate", "--lm", DENSE, "--prompt", "Hello", *GREEDY)
    assert whole.returncode == 0, whole.stderr
    assert "tok/s" in whole.stderr and "tok/s" not in whole.stdout and whole.stdout.endswith("\n")
    assert ferro("generate", "--lm", DENSE, "--prompt", "Hello", "--stream", *GREEDY).stdout == whole.stdout
    chat = [{"role": "user", "content": "Hello"}]
    path = tmp_path / "chat.json"
    for content in (chat, {"messages": chat}):
        path.write_text(json.dumps(content))
        assert ferro("generate", "--lm", DENSE, "--messages", path, *GREEDY).stdout == whole.stdout
    piped = ferro("generate", "--lm", DENSE, "--messages", "-", *GREEDY, input=json.dumps(chat))
    assert piped.stdout == whole.stdout
    assert ferro("generate", "--lm", DENSE, "--prompt", "Hello", "--quiet", *GREEDY).stderr == ""


def test_generate_equals_the_server(stack):
    answer = stack.post("/v1/chat/completions", {"messages": [{"role": "user", "content": "Hello"}], "temperature": 0,
                                                 "max_tokens": 16})[1]
    printed = ferro("generate", "--lm", DENSE, "--prompt", "Hello", *GREEDY).stdout
    assert printed.rstrip("\n") == answer["choices"][0]["message"]["content"].rstrip("\n")


def test_generate_is_reproducible():
    seeded = ["--temp", "1.0", "--n-predict", "24", "--raw", "--prompt", "The sea", "--seed"]
    first, again, other = [ferro("generate", "--lm", DENSE, *seeded, seed).stdout for seed in ("1", "1", "2")]
    assert first == again != other


@pytest.mark.parametrize("arguments, words", [
    (["--prompt", "x"], "--lm"),
    (["--lm", "/no/such.gguf", "--prompt", "x"], "/no/such.gguf"),
    (["--lm", DENSE, "--prompt", "x", "--temp", "-1"], "temperature"),
    (["--lm", DENSE, "--messages", "/no/such.json"], "/no/such.json"),
    (["--lm", DENSE, "--messages", "/tmp"], "cannot read /tmp"),
    (["--lm", DENSE, "--prompt", "x", "--device", "abacus"], "abacus"),
    (["--lm", DENSE, "--prompt", "x", "--isa", "mmx"], "mmx"),
])
def test_generate_explains_mistakes(arguments, words):
    result = ferro("generate", *arguments)
    assert result.returncode == 1 and words in result.stderr and result.stdout == ""


def test_generate_needs_one_prompt():
    assert ferro("generate", "--lm", DENSE).returncode == 2
    assert ferro("generate", "--lm", DENSE, "--prompt", "x", "--messages", "y").returncode == 2


def test_bench():
    result = ferro("bench", "--lm", DENSE, "--prefill", "32,64", "--decode", "8", "--depth", "0,40", "--parallel", "1,3",
                   "--threads", "1", "--repeat", "2", "--json")
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    keys = [(t["test"], t["tokens"], t.get("depth"), t.get("sequences")) for t in data["tests"]]
    assert keys == [("prefill", 32, None, None), ("prefill", 64, None, None), ("decode", 8, 0, 1), ("decode", 8, 40, 1),
                    ("decode", 8, 0, 3), ("decode", 8, 40, 3)]
    assert all(0 < t["min"] <= t["tok_s"] <= t["max"] for t in data["tests"])
    assert data["threads"] == 1 and data["repeat"] == 2 and data["machine"]["read_gb_s"] > 0
    table = ferro("bench", "--lm", MODELS / "tiny-lfm2moe-Q8_0.gguf", "--prefill", "16", "--decode", "4", "--depth", "0",
                  "--repeat", "1")
    assert table.returncode == 0 and "prefill 16" in table.stdout and "decode 4" in table.stdout


def test_bench_knows_its_instruction_sets():
    result = ferro("bench", "--machine", "--isa", "mmx")
    assert result.returncode == 1 and "mmx" in result.stderr


def test_inspect_needs_a_file():
    result = ferro("inspect")
    assert result.returncode == 1 and "inspect needs a FILE" in result.stderr


def test_bench_of_the_machine():
    data = json.loads(ferro("bench", "--machine", "--threads", "1", "--json").stdout)
    assert data["threads"] == 1 and data["read_gb_s"] > 0
    assert all(rate > 0 for rate in data["gmac_s"].values())


def test_bench_beyond_the_context():
    result = ferro("bench", "--lm", DENSE, "--depth", "1000000")
    assert result.returncode == 1 and "positions" in result.stderr


DECISION = {"state": "The lamp is lit.", "questions": {"lit": {"type": "noul", "instructions": "Is it lit?"}}}


def served(*flags):
    """Names of the processes, kinds of the bundled models that the log names, statuses of a completion, a decision and an
    embedding."""
    with Stack(*flags, demo=True) as stack:
        bundled = re.findall(r"event=bundled_model kind=(\w+)", "\n".join(stack.log))
        return (set(stack.pids()), bundled, stack.post("/v1/completions", {"prompt": "x", "max_tokens": 1})[0],
                stack.post("/v1/systemone", DECISION)[0], stack.post("/v1/embeddings", {"input": "x"})[0])


def test_up_serves_all_bundled_models():
    assert served() == ({"lm", "decide", "embed", "gateway"}, ["lm", "decide", "embed"], 200, 200, 200)


def test_up_leaves_out_what_is_not_wanted():
    assert served("--decide", "none") == ({"lm", "embed", "gateway"}, ["lm", "embed"], 200, 501, 200)
    assert served("--lm", "none", "--embed", "none") == ({"decide", "gateway"}, ["decide"], 501, 200, 501)
    nothing = ferro("up", "--lm", "none", "--decide", "none", "--embed", "none")
    assert nothing.returncode == 1 and "no model" in nothing.stderr


def test_a_named_model_is_served_alone():
    assert served("--lm", DENSE) == ({"lm", "gateway"}, [], 200, 501, 501)


def test_up_offers_what_the_programs_take():
    """Every flag in the help of `ferro up` is one of its own or in the help of a program that it starts."""
    flags = re.compile(r"^  (--[a-z0-9-]+)", re.M)
    offered = set(flags.findall(ferro("up", "--help").stdout)) - {"--lm", "--decide", "--embed", "--model", "--help"}
    programs = [FERRO.parents[2] / name
                for name in ("services/lm/ferro-lm", "services/decide/ferro-decide", "services/embed/ferro-embed",
                             "router/ferro-gateway")]
    taken = set()
    for program in programs:
        taken |= set(re.findall(r"(--[a-z0-9-]+)", subprocess.run([program, "--help"], capture_output=True, text=True).stdout))
    assert len(offered) > 20 and offered <= taken, offered - taken
