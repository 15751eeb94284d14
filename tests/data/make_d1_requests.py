#!/usr/bin/env python3
"""Writes d1_generated.json: random requests for decisions, and what a llama.cpp server with tiny-d1 answered.

usage: make_d1_requests.py URL [COUNT] > d1_generated.json

The server must take 16384 tokens in one batch (--ubatch-size 16384 --ctx-size 16384). Bodies are written here by hand
rather than by the json module: repeated keys, odd white space, escapes and spellings of numbers are the point.
"""
import json
import random
import sys
import urllib.request

R = random.Random(5)
WORDS = ("the", "customer", "refund", " ", "  ", "\n", "\t", "<|mask|>", "<|reserved_8|>", "<|im_end|>", "<|<|mask|>|>", "<| x|>",
         "<<d1omni:sep>>", "<<d1omni:", "<think>", "é", "ß", "日本", "😀", "\u0000", "\u001f", "\u007f", "\u2028", "\"", "\\", "/", "don't",
         "1234567", "3.5", "http://a/b?c=d", "ü", "e\u0301", "_", "|>", "<|")
NUMBERS = ("0", "-0", "-0.0", "1", "-17", "1.0", "2.50", "1e5", "1E+6", "1e-7", "123456.5", "999999.5", "9007199254740993",
           "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "-9223372036854775809",
           "5e-324", "1e-400", "1.7976931348623157e308", "3.14159265358979", "100000000000000000000000")


def space():
    return R.choice(("", "", "", " ", "\n ", "\t"))


def text(most):
    return "".join(R.choice(WORDS) + R.choice(("", " ")) for _ in range(R.randrange(most + 1)))


def quoted(t):
    out = ""
    for c in t:
        if c == "\0" or ord(c) < 32 or c in "\"\\" or R.random() < 0.03:
            out += "".join("\\u%04x" % u for u in memoryview(c.encode("utf-16-le")).cast("H")) if R.random() < 0.5 or ord(c) > 126 \
                else json.dumps(c)[1:-1]
        else:
            out += c
    return '"' + out + '"'


def value(most, depth=0):
    kind = R.randrange(10)
    if kind < 4 or depth > 4:
        return quoted(text(most))
    if kind == 4:
        return R.choice(("null", "true", "false"))
    if kind == 5:
        return R.choice(NUMBERS)
    if kind < 8:
        return "[" + ",".join(space() + value(most // 2, depth + 1) + space() for _ in range(R.randrange(4))) + "]"
    return object_of([(text(3).replace("<<d1omni:sep>>", ""), value(most // 2, depth + 1)) for _ in range(R.randrange(4))])


def object_of(members):
    return "{" + ",".join(space() + quoted(k) + space() + ":" + space() + v + space() for k, v in members) + "}"


def question(largest):
    kind = R.choice(("choice", "score", "noul"))
    instructions = value(R.choice((6, 6, 6, 150)))
    if instructions == "null":
        instructions = '""'
    members = [("type", '"%s"' % kind), ("instructions", instructions)]
    describe = lambda: R.choice(("null", '""', value(5), value(5), value(R.choice((5, 60)))))
    if kind == "choice":
        members.append(("criteria", object_of([(R.choice(("", "o%d" % i, text(2), "same")), describe())
                                               for i in range(R.randrange(1, largest + 1))])))
    elif kind == "score":
        members.append(("criteria", "[" + ",".join(describe() for _ in range(R.randrange(2, 11))) + "]"))
    elif R.random() < 0.7:
        keys = R.sample(("true", "false", "yes", "no", "maybe"), R.randrange(4))
        members.append(("criteria", R.choice(("null", "{}", object_of([(k, describe()) for k in keys])))))
    R.shuffle(members)
    return object_of(members)


def request(i):
    cut = i in (11, 200)                            # a minute each
    largest = 255 if i % 75 == 7 else 40 if i % 12 == 3 else 6
    state = value(20)
    questions = object_of([(R.choice(("", "q", "a.b", text(2), str(k))), question(largest)) for k in range(1 if cut else R.randrange(1, 4))])
    members = [("state", "@"), ("questions", questions), ("model", '"x"')]
    R.shuffle(members)
    body = object_of(members)
    if cut:                                         # a long state
        unit = quoted(text(30) + "line. ")[1:-1]
        front, back = body.split("@", 1) if body.count("@") == 1 else (None, None)
        if front is not None:
            return [[front + '"', 1], [unit, 40000 // (len(unit) // 3 + 1)], ['"' + back, 1]]
    return [[body.replace("@", state, 1), 1]]


def main():
    url, count = sys.argv[1] + "/v1/systemone", int(sys.argv[2]) if len(sys.argv) > 2 else 300
    print('{"requests": [')
    for i in range(count):
        parts = request(i)
        body = "".join(t * n for t, n in parts).encode()
        with urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"})) as r:
            raw = r.read().decode()
        got = json.loads(raw)
        case = {"body": parts[0][0]} if len(parts) == 1 else {"body_parts": parts}
        case["input_tokens"] = got["usage"]["input_tokens"]
        if len(raw) < 1200 and i % 3 == 0:
            case["response"] = raw
        print(json.dumps(case, ensure_ascii=False) + ("," if i + 1 < count else ""))
    print("]}")


main()
