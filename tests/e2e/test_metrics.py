"""/metrics as the parsers of the Prometheus project read it."""
import urllib.request

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_open_metrics
from prometheus_client.parser import text_string_to_metric_families as parse_text

from stack import Stack

OPEN_METRICS = "application/openmetrics-text"
CHAT = {"messages": [{"role": "user", "content": "Hello"}], "temperature": 0, "max_tokens": 4}


def scrape(stack, accept):
    """(content type, text)"""
    request = urllib.request.Request(stack.url + "/metrics", headers={"Accept": accept})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=10) as response:
        return response.headers["Content-Type"], response.read().decode()


def samples(families):
    return {(sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in families for sample in family.samples}


def value(stack, name, **labels):
    found = samples(parse_open_metrics(scrape(stack, OPEN_METRICS)[1]))
    return found[name, tuple(sorted(labels.items()))]


def test_both_formats_tell_the_same(stack):
    stack.post("/v1/chat/completions", CHAT)
    kind, text = scrape(stack, "*/*")
    assert kind == "text/plain; version=0.0.4; charset=utf-8"
    plain = samples(parse_text(text))
    kind, text = scrape(stack, OPEN_METRICS + ";version=1.0.0,text/plain;version=0.0.4;q=0.5")
    assert kind == "application/openmetrics-text; version=1.0.0; charset=utf-8"
    families = list(parse_open_metrics(text))
    opened = samples(families)
    # The bounds of whole numbers are spelled differently, and a scrape is counted when it is done.
    def names(found):
        return {name for name, labels in found if not name.endswith("_bucket")}
    assert names(plain) == names(opened)
    still = "ferro_generated_tokens_total", (("service", "lm"),)
    assert plain[still] == opened[still] > 0
    kinds = {family.name: (family.type, family.unit) for family in families}
    assert kinds["ferro_steps"] == ("counter", "")
    assert kinds["ferro_decode_seconds"] == ("counter", "seconds")
    assert kinds["ferro_kv_usage_ratio"] == ("gauge", "ratio")
    assert kinds["ferro_request_seconds"] == ("histogram", "seconds")
    assert kinds["ferro_build"] == ("info", "")


def test_every_step_is_in_both_histograms_of_batches(stack):
    found = samples(parse_open_metrics(scrape(stack, OPEN_METRICS)[1]))
    lm = (("service", "lm"),)
    steps = found["ferro_steps_total", lm]
    assert found["ferro_batch_rows_count", lm] == found["ferro_batch_tokens_count", lm] == steps > 0
    computed = found["ferro_prompt_tokens_total", (("cached", "false"), ("service", "lm"))]
    assert found["ferro_batch_tokens_sum", lm] >= max(computed, steps) and found["ferro_batch_rows_sum", lm] >= steps


def test_requests_are_counted(stack):
    labels = {"service": "lm", "cached": "false"}
    before = value(stack, "ferro_prompt_tokens_total", **labels)
    status, reply = stack.post("/v1/chat/completions", CHAT)
    assert status == 200
    after = value(stack, "ferro_prompt_tokens_total", **labels)
    assert after - before == reply["usage"]["prompt_tokens"] - reply["usage"]["prompt_tokens_details"]["cached_tokens"]


@pytest.fixture(scope="module")
def compat_stack():
    with Stack("--metrics-compat", "llamacpp,vllm") as running:
        yield running


def test_other_servers_names_agree_with_ours(compat_stack):
    status, reply = compat_stack.post("/v1/chat/completions", CHAT)
    assert status == 200
    found = samples(parse_open_metrics(scrape(compat_stack, OPEN_METRICS)[1]))
    vllm = (("engine", "0"), ("model_name", reply["model"]))
    generated = found["ferro_generated_tokens_total", (("service", "lm"),)]
    assert generated > 0
    assert generated == found["llamacpp:tokens_predicted_total", ()] == found["vllm:generation_tokens_total", vllm]
    assert found["vllm:e2e_request_latency_seconds_count", vllm] == 1
    assert found["vllm:num_requests_waiting", vllm] == found["llamacpp:requests_deferred", ()] == 0
    assert found["llamacpp:n_busy_slots_per_decode", ()] == 1


def test_ours_are_alone_unless_asked(stack):
    assert not [name for name, _ in samples(parse_text(scrape(stack, "*/*")[1])) if ":" in name]
