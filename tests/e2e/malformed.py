"""The malformed requests of test_hostile.py and what each must be answered.

JSON rows: name, path, body (JSON value or raw bytes), status, error type, param (None = not checked).
RAW rows: name, bytes on the wire, status (None = the connection is closed without an answer).
"""
BAD = "invalid_request_error"
CHAT, TEXT = "/v1/chat/completions", "/v1/completions"
OK = [{"role": "user", "content": "Hello"}]


def chat(**fields):
    return {"messages": OK, "max_tokens": 1, **fields}


def text(**fields):
    return {"prompt": "Hello", "max_tokens": 1, **fields}


def message(**fields):
    return {"messages": [fields], "max_tokens": 1}


JSON = [
    # Not JSON, or not an object.
    ("empty body", CHAT, b"", 400, BAD, None),
    ("blank body", CHAT, b"   \n", 400, BAD, None),
    ("half an object", CHAT, b'{"messages": [', 400, BAD, None),
    ("text after the object", CHAT, b'{"messages": []} x', 400, BAD, None),
    ("single quotes", CHAT, b"{'messages': []}", 400, BAD, None),
    ("trailing comma", CHAT, b'{"messages": [],}', 400, BAD, None),
    ("a comment", CHAT, b'{/*x*/"messages": []}', 400, BAD, None),
    ("NaN", CHAT, b'{"messages": [], "temperature": NaN}', 400, BAD, None),
    ("invalid UTF-8", CHAT, b'{"messages": [{"role": "user", "content": "\xff"}]}', 400, BAD, None),
    ("lone surrogate", CHAT, b'{"messages": [{"role": "user", "content": "\\ud800"}]}', 400, BAD, None),
    ("control character in a string", CHAT, b'{"messages": [{"role": "user", "content": "a\nb"}]}', 400, BAD, None),
    ("nested too deeply", CHAT, b'{"messages": ' + b"[" * 5000 + b"]" * 5000 + b"}", 400, BAD, None),
    ("an array", CHAT, [], 400, BAD, None),
    ("a string", CHAT, "messages", 400, BAD, None),
    ("null", CHAT, None, 400, BAD, None),
    ("a number", TEXT, 3, 400, BAD, None),
    # Messages.
    ("no messages", CHAT, {}, 400, BAD, "messages"),
    ("messages null", CHAT, {"messages": None}, 400, BAD, "messages"),
    ("messages text", CHAT, {"messages": "Hello"}, 400, BAD, "messages"),
    ("messages object", CHAT, {"messages": {"role": "user", "content": "x"}}, 400, BAD, "messages"),
    ("messages empty", CHAT, {"messages": []}, 400, BAD, "messages"),
    ("message null", CHAT, {"messages": [None]}, 400, BAD, "messages[0]"),
    ("message text", CHAT, {"messages": ["Hello"]}, 400, BAD, "messages[0]"),
    ("no role", CHAT, message(content="x"), 400, BAD, "messages[0].role"),
    ("role number", CHAT, message(role=1, content="x"), 400, BAD, "messages[0].role"),
    ("unknown role", CHAT, message(role="king", content="x"), 400, BAD, "messages[0].role"),
    ("user without content", CHAT, message(role="user"), 400, BAD, "messages[0].content"),
    ("assistant without content or calls", CHAT, {"messages": OK + [{"role": "assistant"}] + OK}, 400, BAD, "messages[1].content"),
    ("content number", CHAT, message(role="user", content=5), 400, BAD, "messages[0].content"),
    ("content object", CHAT, message(role="user", content={"text": "x"}), 400, BAD, "messages[0].content"),
    ("content part text", CHAT, message(role="user", content=["x"]), 400, BAD, "messages[0].content[0]"),
    ("content part without type", CHAT, message(role="user", content=[{"text": "x"}]), 400, BAD, "messages[0].content[0].type"),
    ("content part of unknown type", CHAT, message(role="user", content=[{"type": "smell"}]), 400, BAD, "messages[0].content[0].type"),
    ("text part without text", CHAT, message(role="user", content=[{"type": "text"}]), 400, BAD, "messages[0].content[0].text"),
    ("image part", CHAT, message(role="user", content=[{"type": "image_url", "image_url": {"url": "data:"}}]), 400, BAD, "messages[0].content[0].type"),
    ("audio part", CHAT, message(role="user", content=[{"type": "input_audio", "input_audio": {}}]), 400, BAD, "messages[0].content[0].type"),
    ("second message at fault", CHAT, {"messages": OK + [{"role": "user", "content": 1}]}, 400, BAD, "messages[1].content"),
    ("two assistants at the end", CHAT, {"messages": OK + [{"role": "assistant", "content": "a"}] * 2}, 400, BAD, None),
    # Types and ranges of sampling fields.
    ("temperature text", CHAT, chat(temperature="0.2"), 400, BAD, "temperature"),
    ("temperature negative", CHAT, chat(temperature=-0.1), 400, BAD, "temperature"),
    ("temperature bool", CHAT, chat(temperature=True), 400, BAD, "temperature"),
    ("temperature array", TEXT, text(temperature=[1]), 400, BAD, "temperature"),
    ("top_p above one", CHAT, chat(top_p=1.5), 400, BAD, "top_p"),
    ("top_p negative", TEXT, text(top_p=-0.5), 400, BAD, "top_p"),
    ("top_k text", CHAT, chat(top_k="5"), 400, BAD, "top_k"),
    ("top_k fraction", CHAT, chat(top_k=1.5), 400, BAD, "top_k"),
    ("min_p above one", CHAT, chat(min_p=2), 400, BAD, "min_p"),
    ("repeat_penalty zero", CHAT, chat(repeat_penalty=0), 400, BAD, "repeat_penalty"),
    ("repetition_penalty negative", CHAT, chat(repetition_penalty=-1), 400, BAD, "repetition_penalty"),
    ("repeat_last_n text", CHAT, chat(repeat_last_n="all"), 400, BAD, "repeat_last_n"),
    ("frequency_penalty too large", CHAT, chat(frequency_penalty=3), 400, BAD, "frequency_penalty"),
    ("presence_penalty too small", CHAT, chat(presence_penalty=-3), 400, BAD, "presence_penalty"),
    ("seed text", CHAT, chat(seed="x"), 400, BAD, "seed"),
    ("seed fraction", TEXT, text(seed=0.5), 400, BAD, "seed"),
    ("max_tokens below -1", CHAT, {"messages": OK, "max_tokens": -2}, 400, BAD, "max_tokens"),
    ("max_tokens text", CHAT, {"messages": OK, "max_tokens": "5"}, 400, BAD, "max_tokens"),
    ("max_completion_tokens fraction", CHAT, {"messages": OK, "max_completion_tokens": 1.5}, 400, BAD, "max_completion_tokens"),
    ("n_predict below -1", TEXT, {"prompt": "x", "n_predict": -5}, 400, BAD, "n_predict"),
    ("stop number", CHAT, chat(stop=5), 400, BAD, "stop"),
    ("stop with a number", CHAT, chat(stop=["a", 5]), 400, BAD, "stop[1]"),
    ("seventeen stops", CHAT, chat(stop=[str(i) for i in range(17)]), 400, BAD, "stop"),
    ("stop too long", CHAT, chat(stop=["x" * 257]), 400, BAD, "stop[0]"),
    ("stream number", CHAT, chat(stream=1), 400, BAD, "stream"),
    ("stream text", TEXT, text(stream="true"), 400, BAD, "stream"),
    ("stream_options text", CHAT, chat(stream=True, stream_options="usage"), 400, BAD, "stream_options"),
    ("ignore_eos number", CHAT, chat(ignore_eos=1), 400, BAD, "ignore_eos"),
    ("model number", CHAT, chat(model=5), 400, BAD, "model"),
    ("n zero", CHAT, chat(n=0), 400, BAD, "n"),
    ("n text", CHAT, chat(n="1"), 400, BAD, "n"),
    ("n two", CHAT, chat(n=2), 400, BAD, "n"),
    # What is known but not built must not be ignored.
    ("logprobs", CHAT, chat(logprobs=True), 400, BAD, "logprobs"),
    ("top_logprobs without logprobs", CHAT, chat(top_logprobs=3), 400, BAD, "top_logprobs"),
    ("logit_bias", CHAT, chat(logit_bias={"1": 5}), 400, BAD, "logit_bias"),
    ("json_object", CHAT, chat(response_format={"type": "json_object"}), 400, BAD, "response_format.type"),
    ("response_format text", CHAT, chat(response_format="json"), 400, BAD, "response_format"),
    ("grammar", CHAT, chat(grammar='root ::= "x"'), 400, BAD, "grammar"),
    ("audio out", CHAT, chat(modalities=["text", "audio"]), 400, BAD, "modalities"),
    ("audio field", CHAT, chat(audio={"voice": "x"}), 400, BAD, "audio"),
    ("tools text", CHAT, chat(tools="none"), 400, BAD, "tools"),
    ("unknown reasoning_format", CHAT, chat(reasoning_format="loud"), 400, BAD, "reasoning_format"),
    ("enable_thinking text", CHAT, chat(chat_template_kwargs={"enable_thinking": "true"}), 400, BAD, None),
    ("chat_template_kwargs number", CHAT, chat(chat_template_kwargs=3), 400, BAD, "chat_template_kwargs"),
    # Completions.
    ("no prompt", TEXT, {"max_tokens": 1}, 400, BAD, "prompt"),
    ("prompt number", TEXT, {"prompt": 5}, 400, BAD, "prompt"),
    ("prompt empty list", TEXT, {"prompt": []}, 400, BAD, "prompt"),
    ("token beyond the vocabulary", TEXT, {"prompt": [1, 1 << 30]}, 400, BAD, None),
    ("negative token", TEXT, {"prompt": [-1]}, 400, BAD, None),
    ("token fraction", TEXT, {"prompt": [1.5]}, 400, BAD, None),
    ("seventeen prompts", TEXT, {"prompt": ["x"] * 17, "max_tokens": 1}, 400, BAD, "prompt"),
    ("echo", TEXT, text(echo=True), 400, BAD, "echo"),
    ("suffix", TEXT, text(suffix="end"), 400, BAD, "suffix"),
    ("best_of", TEXT, text(best_of=2), 400, BAD, "best_of"),
    ("prompt beyond the context", TEXT, {"prompt": [5] * 3000}, 400, "exceed_context_size_error", None),
    # Tokenizer routes.
    ("tokenize nothing", "/tokenize", {}, 400, BAD, None),
    ("tokenize a number", "/tokenize", {"content": 5}, 400, BAD, None),
    ("tokenize null", "/tokenize", {"content": None}, 400, BAD, None),
    ("detokenize text", "/detokenize", {"tokens": "x"}, 400, BAD, None),
    ("detokenize beyond the vocabulary", "/detokenize", {"tokens": [1 << 30]}, 400, BAD, None),
    ("detokenize negative", "/detokenize", {"tokens": [-1]}, 400, BAD, None),
    ("template without messages", "/apply-template", {}, 400, BAD, None),
    ("template of an unknown role", "/apply-template", message(role="king", content="x"), 400, BAD, None),
    # Routes.
    ("unknown route", "/v1/nothing", {}, 404, "not_found_error", None),
    ("trailing slash", "/v1/chat/completions/", chat(), 404, "not_found_error", None),
    ("upper case", "/V1/CHAT/COMPLETIONS", chat(), 404, "not_found_error", None),
    ("v1 twice", "/v1/v1/chat/completions", chat(), 404, "not_found_error", None),
    ("embeddings without a model", "/v1/embeddings", {"input": "x"}, 501, "not_supported_error", None),
    ("responses", "/v1/responses", {"input": "x"}, 501, "not_supported_error", None),
    ("decisions without a model", "/v1/systemone", {}, 501, "not_supported_error", None),
    ("infill", "/infill", {}, 501, "not_supported_error", None),
    ("messages of another vendor", "/v1/messages", {}, 501, "not_supported_error", None),
]


def post(headers, body=b"", target=b"/tokenize", version=b"HTTP/1.1", host=b"Host: x\r\n"):
    return b"POST " + target + b" " + version + b"\r\n" + host + headers + b"\r\n" + body


BODY = b'{"content": "x"}'
LENGTH = b"Content-Length: 16\r\n"

RAW = [
    ("no host", post(LENGTH, BODY, host=b""), 400),
    ("two hosts", post(LENGTH, BODY, host=b"Host: a\r\nHost: b\r\n"), 400),
    ("length and chunked", post(LENGTH + b"Transfer-Encoding: chunked\r\n", BODY), 400),
    ("two lengths", post(LENGTH + b"Content-Length: 17\r\n", BODY), 400),
    ("length with a sign", post(b"Content-Length: +16\r\n", BODY), 400),
    ("length negative", post(b"Content-Length: -1\r\n", BODY), 400),
    ("length hexadecimal", post(b"Content-Length: 0x10\r\n", BODY), 400),
    ("length beyond the limit", post(b"Content-Length: 99999999999\r\n", BODY), 413),
    ("length beyond 64 bits", post(b"Content-Length: 99999999999999999999999\r\n", BODY), 400),
    ("unknown coding", post(b"Transfer-Encoding: gzip\r\n", BODY), 501),
    ("gzip body", post(LENGTH + b"Content-Encoding: gzip\r\n", BODY), 415),
    ("multipart body", post(LENGTH + b"Content-Type: multipart/form-data; boundary=x\r\n", BODY), 415),
    ("chunk size no number", post(b"Transfer-Encoding: chunked\r\n", b"zz\r\nx\r\n0\r\n\r\n"), 400),
    ("chunk longer than said", post(b"Transfer-Encoding: chunked\r\n", b"1\r\nxyz\r\n0\r\n\r\n"), 400),
    ("unknown expectation", post(LENGTH + b"Expect: miracles\r\n", BODY), 417),
    ("blank before the colon", post(LENGTH + b"X : y\r\n", BODY), 400),
    ("folded header", post(LENGTH + b"X: y\r\n z\r\n", BODY), 400),
    ("NUL in a header", post(LENGTH + b"X: \0\r\n", BODY), 400),
    ("header name no token", post(LENGTH + b"X(y): z\r\n", BODY), 400),
    ("header without a colon", post(LENGTH + b"nonsense\r\n", BODY), 400),
    ("header line too long", post(LENGTH + b"X: " + b"y" * 17000 + b"\r\n", BODY), 431),
    ("too many headers", post(LENGTH + b"X: y\r\n" * 101, BODY), 431),
    ("headers too long together", post(LENGTH + (b"X: " + b"y" * 15000 + b"\r\n") * 3, BODY), 431),
    ("target too long", post(LENGTH, BODY, target=b"/" + b"a" * 9000), 414),
    ("wrong method", b"PUT /tokenize HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 405),
    ("GET on a POST route", b"GET /tokenize HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    ("POST on a GET route", b"POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n", 405),
    ("no request line", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 40 + b"\r\n\r\n", 400),
    ("request line without a target", b"GET\r\n\r\n", 400),
    ("unknown version", post(LENGTH, BODY, version=b"HTTP/9.9"), 505),
    ("HTTP/2 preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", None),
]
