"""curl as people type it."""
import json
import re
import subprocess
import time

from stack import sse_events, wait_until

BODY = json.dumps({"messages": [{"role": "user", "content": "Hello"}], "temperature": 0, "max_tokens": 8})


def curl(*arguments, data=None):
    result = subprocess.run(["curl", "-sS", "--noproxy", "*", "--max-time", "60", *arguments], input=data,
                            capture_output=True)
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout.decode()


def test_without_a_content_type(stack):
    reply = json.loads(curl(stack.url + "/v1/chat/completions", "-d", BODY))
    assert reply["choices"][0]["message"]["role"] == "assistant"


def test_streaming(stack):
    events = sse_events(curl("-N", stack.url + "/v1/chat/completions", "-d", BODY[:-1] + ', "stream": true}').split("\n"))
    assert events[0]["choices"][0]["delta"]["role"] == "assistant"
    assert events[-1]["choices"][0]["finish_reason"] in ("stop", "length")


def test_expect_costs_no_second(stack):
    body = json.dumps({"content": "word " * 300_000}).encode()
    assert len(body) > 1 << 20
    start = time.monotonic()
    output = curl("-i", "-H", "Expect: 100-continue", stack.url + "/tokenize", "--data-binary", "@-", data=body)
    assert time.monotonic() - start < 0.9, "curl waits a second for the 100 that must come at once"
    assert output.startswith("HTTP/1.1 100 Continue")


def test_expect_and_too_large_is_refused_before_the_body(stack):
    output = curl("-i", "-H", "Expect: 100-continue", "-H", "Content-Length: 99999999999", stack.url + "/tokenize",
                  "-d", "x")
    assert output.startswith("HTTP/1.1 413") and "payload_too_large" not in output.split("\r\n\r\n")[0]


def test_chunked_body(stack):
    reply = json.loads(curl("-H", "Transfer-Encoding: chunked", stack.url + "/v1/chat/completions", "-d", BODY))
    assert reply["usage"]["completion_tokens"] <= 8


def test_head_and_options(stack):
    assert curl("-I", stack.url + "/health").startswith("HTTP/1.1 200")
    preflight = curl("-i", "-X", "OPTIONS", "-H", "Origin: http://localhost:3000",
                     "-H", "Access-Control-Request-Method: POST", stack.url + "/v1/chat/completions")
    assert preflight.startswith("HTTP/1.1 204") and "http://localhost:3000" in preflight


def test_the_log_tells_whose_trace_a_request_belongs_to(stack):
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    curl("-H", "traceparent: 00-%s-00f067aa0ba902b7-01" % trace, "-H", "X-Request-Id: traced-1",
         stack.url + "/tokenize", "-d", '{"content": "a"}')
    curl("-H", "X-Request-Id: untraced-1", stack.url + "/tokenize", "-d", '{"content": "a"}')

    def line_of(request_id):
        return [line for line in stack.log if "request_id=" + request_id in line]
    wait_until(lambda: line_of("traced-1") and line_of("untraced-1"), 5)
    assert "trace_id=" + trace in line_of("traced-1")[0]
    assert re.search("trace_id=[0-9a-f]{32} ", line_of("untraced-1")[0])


def test_tokenize_and_back(stack):
    tokens = json.loads(curl(stack.url + "/tokenize", "-d", '{"content": "Grüße, 世界 🌊"}'))["tokens"]
    back = json.loads(curl(stack.url + "/detokenize", "-d", json.dumps({"tokens": tokens})))
    assert back["content"] == back["prompt"] == "Grüße, 世界 🌊"


def test_template_and_token_counts_agree(stack):
    prompt = json.loads(curl(stack.url + "/apply-template", "-d", BODY))["prompt"]
    assert prompt.endswith("<|im_start|>assistant\n") and "Hello" in prompt
    counted = json.loads(curl(stack.url + "/v1/chat/completions/input_tokens", "-d", BODY))["input_tokens"]
    used = json.loads(curl(stack.url + "/v1/chat/completions", "-d", BODY))["usage"]["prompt_tokens"]
    assert counted == used


def test_metrics_and_pages(stack):
    metrics = curl(stack.url + "/metrics")
    assert "# TYPE ferro_requests_total counter" in metrics and "ferro_generated_tokens_total" in metrics
    page = curl(stack.url + "/chat")
    assert "<html" in page.lower()
    for outside in ("http://", "https://", "//cdn"):
        assert 'src="' + outside not in page and 'href="' + outside not in page, "the page must not load from outside"
    assert curl("-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", stack.url + "/") == "302 " + stack.url + "/chat"


def test_health_props_slots(stack):
    health = json.loads(curl(stack.url + "/health"))
    assert health["status"] == "ok" and health["slots"]["total"] == 4 and health["models"]["lm"]["n_ctx"] == 2048
    props = json.loads(curl(stack.url + "/props"))
    assert props["total_slots"] == 4 and props["model_path"] == "tiny-lfm2-Q8_0.gguf" and props["chat_template"]
    slots = json.loads(curl(stack.url + "/slots"))
    assert len(slots) == 4 and not any(slot["is_processing"] for slot in slots)
    for path in ("/livez", "/readyz"):
        assert curl("-o", "/dev/null", "-w", "%{http_code}", stack.url + path) == "200"
