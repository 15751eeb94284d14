"""What a stream says does not depend on what else runs: bit-identical token ids, alone and in company."""
import concurrent.futures
import random
import time

import pytest

from stack import MODELS, Stack

VOCABULARY = 2048
MODES = {"greedy": {"temperature": 0}, "seeded": {"temperature": 0.9, "top_k": 0, "repetition_penalty": 1.1}}


def prompts(count, seed):
    """Token prompts of unlike lengths, from one token to several prefill slices."""
    chooser = random.Random(seed)
    lengths = [chooser.choice([1, 2, 3, 7, 31, 32, 33, 64, 100, 257, 400]) for _ in range(count)]
    return [[chooser.randrange(300, VOCABULARY) for _ in range(length)] for length in lengths]


def generate(stack, prompt, tokens, mode, number):
    body = {"prompt": prompt, "max_tokens": tokens, "ignore_eos": True, "return_tokens": True,
            "cache_prompt": False, "seed": 1000 + number, **MODES[mode]}
    status, answer = stack.post("/v1/completions", body, timeout=300)
    assert status == 200, answer
    ids = answer["choices"][0]["tokens"]
    assert len(ids) == tokens
    return ids


# The reference device is slow by design; half the work shows the same.
@pytest.fixture(scope="module", params=[("cpu", "tiny-lfm2"), ("cpu", "tiny-lfm2moe"), ("reference", "tiny-lfm2")],
                ids=lambda p: "-".join(p))
def machine(request):
    device, model = request.param
    with Stack("--device", device, "--lm", MODELS / (model + "-Q8_0.gguf"), "--lm-slots", "12", "--lm-ctx", "512",
               "--queue-depth", "64") as stack:
        yield stack, 40 if device == "cpu" else 16


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("streams", [2, 4, 8, 12])
def test_together_as_alone(machine, streams, mode):
    stack, tokens = machine
    requests = list(enumerate(prompts(streams, seed=streams)))
    alone = [generate(stack, prompt, tokens, mode, number) for number, prompt in requests]
    with concurrent.futures.ThreadPoolExecutor(streams) as pool:
        together = list(pool.map(lambda r: generate(stack, r[1], tokens, mode, r[0]), requests))
    assert together == alone
    assert len({tuple(ids) for ids in alone}) > 1, "the streams must differ for this to mean anything"


@pytest.mark.parametrize("mode", MODES)
def test_joining_and_leaving_at_random(machine, mode):
    """More requests than slots, of unlike lengths, started at random moments: freed slots are taken by new requests
    while others decode."""
    stack, tokens = machine
    count = 30
    chooser = random.Random(5)
    wanted = [chooser.randrange(1, tokens + 1) for _ in range(count)]
    requests = list(enumerate(prompts(count, seed=77)))
    alone = [generate(stack, prompt, wanted[number], mode, number) for number, prompt in requests]
    delays = [chooser.random() * 0.3 for _ in range(count)]

    def later(request):
        time.sleep(delays[request[0]])
        return generate(stack, request[1], wanted[request[0]], mode, request[0])
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        together = list(pool.map(later, requests))
    assert together == alone


def test_a_reused_slot_remembers_nothing():
    """One slot, one request after the other: each as on a fresh server."""
    requests = list(enumerate(prompts(6, seed=3)))
    fresh = []
    for number, prompt in requests[:3]:
        with Stack("--decide", "none", "--lm-slots", "1", "--lm-ctx", "512") as stack:
            fresh.append(generate(stack, prompt, 24, "greedy", number))
    with Stack("--decide", "none", "--lm-slots", "1", "--lm-ctx", "512") as stack:
        for number, prompt in reversed(requests):
            generate(stack, prompt, 24, "greedy", number)
        assert [generate(stack, prompt, 24, "greedy", number) for number, prompt in requests[:3]] == fresh


def test_slices_and_threads_change_nothing():
    """The same tokens with one thread and two, and beside a long prompt that is computed in slices."""
    prompt = prompts(1, seed=9)[0] * 4
    results = []
    for threads in (1, 2):
        with Stack("--decide", "none", "--threads", threads, "--lm-slots", "2", "--lm-ctx", "2048") as stack:
            results.append(generate(stack, prompt, 32, "greedy", 0))
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                long = pool.submit(generate, stack, [5 + i % 1000 for i in range(1500)], 4, "greedy", 1)
                results.append(generate(stack, prompt, 32, "greedy", 0))
                long.result()
    assert all(result == results[0] for result in results)
