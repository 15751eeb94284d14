"""Where Ferro's answers differ on purpose from the recorded server's, and why."""

BAD = "invalid_request_error"


def _group(why, status, kind, *names):
    return {name: (status, kind, why) for name in names}


# name of the record -> (status, type of the error, why)
ANSWERS = {
    **_group("errors: a mistake of the client is 400 with the field, never 500", 400, BAD,
             "chat, tool type unknown", "chat, tools not an array", "chat, message without role",
             'chat, reasoning_format = "bad"', "detokenize, out of range", "detokenize, negative"),
    **_group("errors: a field of the wrong type or out of range is refused, not ignored", 400, BAD,
             "chat, stop not an array", "chat, stop = {}", "chat, temperature = -1", "chat, top_p = 2",
             'chat, logit_bias = "x"', "chat, model = 5", "chat, chat_template_kwargs = 5",
             'chat, response_format = "json"', "chat, frequency_penalty = 5", "chat, empty messages"),
    **_group("errors: a known field that would change the answer and is not built yet is refused", 400, BAD,
             "chat, n 2", "chat stream, n 2", "completion, n 2", "chat, logprobs", "chat, logprobs without top_logprobs",
             "chat, top_logprobs 0", "chat stream, logprobs", "completion, logprobs 2",
             "chat, response_format json_object", "chat, response_format json_schema", "chat, json_schema broken",
             "chat, json_schema without schema", "chat, grammar and json_schema",
             "chat, tools required, no parallel calls", "chat, tools named function", "chat stream, tools required",
             "chat, tool_choice required without tools", "chat, logit_bias object", "chat, logit_bias array",
             'chat, samplers = "x"'),
    **_group("completions: echo, suffix and best_of would change the answer; the peer ignores them", 400, BAD,
             "completion, echo", "completion, suffix", "completion, best_of"),
    **_group("chat, messages: a model of text answers about text only, as a mistake of the client", 400, BAD,
             "chat, image", "chat, audio"),
    **_group("chat, sampling fields: -1 looks back over the whole context", 200, None, "chat, repeat_last_n = -1"),
    **_group("transport: form data is a media type that no route reads", 415, BAD, "multipart content type"),
    **_group("tokenizer routes: a request without its field is a mistake, not an empty list", 400, BAD,
             "tokenize, no content", "detokenize, none"),
    **_group("routes: a known path with a wrong method is 405 with Allow", 405, BAD,
             "GET /v1/chat/completions", "POST /health", "PUT /v1/models", "DELETE chat"),
    **_group("health: /livez exists", 200, None, "GET /livez"),
    **_group("CORS: a page of another origin has no work done, unless --cors-origins allows it", 403, "permission_error",
             "chat, HTTP with Origin"),
    **_group("CORS: a preflight has no body", 204, None, "preflight"),
}

# name -> (statuses, why)
RAW = {
    "raw: no Host": ([400], "framing: HTTP/1.1 asks for exactly one Host"),
    "raw: two Hosts": ([400], "framing: HTTP/1.1 asks for exactly one Host"),
    "raw: absolute target": ([200], "framing: an absolute target is accepted, as HTTP/1.1 asks"),
    "raw: Transfer-Encoding unknown": ([501], "framing: a transfer coding that is not built is 501"),
    "raw: Expect 100-continue": ([200], "expectations: no 100 when the body is there already"),
    "raw: Expect unknown": ([417], "expectations: any other one is 417"),
    "raw: bare LF": ([200], "framing: a lone LF ends a line; the peer waits for more"),
    "raw: HTTP/2 preface": ([], "framing: closed without an answer, which an HTTP/2 client could not read"),
    "raw: method unknown": ([405], "routes: a known path with a wrong method is 405"),
}

_SAMPLERS = "props: only the samplers that exist are listed"
_PARAMS = ["adaptive_decay", "adaptive_target", "backend_sampling", "chat_format", "dry_allowed_length", "dry_base",
           "dry_multiplier", "dry_penalty_last_n", "dynatemp_exponent", "dynatemp_range", "generation_prompt",
           "ignore_eos", "lora", "min_keep", "mirostat", "mirostat_eta", "mirostat_tau", "n_discard", "n_keep", "n_probs",
           "post_sampling_probs", "reasoning_format", "reasoning_in_content", "samplers", "speculative", "timings_per_token",
           "top_n_sigma", "typical_p", "xtc_probability", "xtc_threshold"]
_MODELS_ABSENT = {path: "models: the fields that clients read are there; the rest of the list of old names is not" for path in [
    "data[].tags", "models[].details.families", "models[].details.family",
    "models[].details.parameter_size", "models[].details.parent_model", "models[].details.quantization_level",
    "models[].digest", "models[].modified_at", "models[].parameters", "models[].size", "models[].tags"]}
_MODELS_ADDED = {
    "models[].release_date": "models: typesafe-sdk insists on it",
    "data[].capabilities": "models: told per entry",
    "data[].max_model_len": "models: vLLM's name of the context, which some clients read",
    "data[].status": "models: loading or loaded, since the list answers while loading",
}
_HEALTH_ADDED = {path: "health: Ferro's additions" for path in [
    "device", "memory", "models", "queue", "rates", "slots", "uptime_s", "version"]}

# route or name of a record -> {key: why}; a key stands for all below it.
ABSENT = {
    "completion stream": {"usage": "completions: usage only with include_usage, in a chunk of its own"},
    "/v1/models": _MODELS_ABSENT,
    "/models": _MODELS_ABSENT,
    "/props": {
        "chat_template_caps.supports_reasoning_effort": "props: no model of these has it",
        "cors_proxy_enabled": "props: there is no proxy",
        "ui": "props: the chat page has no settings",
        "ui_settings": "props: the chat page has no settings",
        **{"default_generation_settings.params." + name: _SAMPLERS for name in _PARAMS},
    },
    "/slots": {"[].params." + name: _SAMPLERS for name in _PARAMS},
}
ADDED = {
    "*": {
        "timings.queue_ms": "timings: Ferro's addition",
        "timings.seed": "timings: the seed in use, so that a reply can be repeated",
        "timings.ttft_ms": "timings: Ferro's addition",
        "usage.completion_tokens_details": "chat, response: OpenAI's details of usage",
    },
    "/v1/chat/completions": {
        "choices[].logprobs": "chat, response: OpenAI's clients expect the key, null without log-probabilities",
        "choices[].message.refusal": "chat, response: OpenAI's clients expect the key",
    },
    "tokenize, prompt key": {
        "count": "tokenizer routes: `prompt` asks in vLLM's dialect",
        "max_model_len": "tokenizer routes: `prompt` asks in vLLM's dialect",
        "token_strs": "tokenizer routes: `prompt` asks in vLLM's dialect",
    },
    "/detokenize": {"prompt": "tokenizer routes: vLLM's name of the text stands beside llama.cpp's"},
    "/v1/models": _MODELS_ADDED,
    "/models": _MODELS_ADDED,
    "/health": _HEALTH_ADDED,
    "/v1/health": _HEALTH_ADDED,
    "/props": {
        "n_batch": "props: wanted by clients, missing at the peer",
        "n_ubatch": "props: wanted by clients, missing at the peer",
    },
    "/slots": {"[].age_ms": "slots: Ferro's addition", "[].request_id": "slots: Ferro's addition",
               "[].state": "slots: Ferro's addition"},
}
