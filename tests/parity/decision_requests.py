"""Random requests for decisions: repeated keys, odd white space, escapes and spellings of numbers, control tokens."""
import json
import random

WORDS = ("the", "customer", "refund", " ", "  ", "\n", "\t", "<|mask|>", "<|reserved_8|>", "<|im_end|>", "<|<|mask|>|>", "<| x|>",
         "<<d1omni:sep>>", "<<d1omni:", "<think>", "é", "ß", "日本", "😀", "\u0000", "\u001f", "\u007f", "\u2028", "\"", "\\", "/", "don't",
         "1234567", "3.5", "http://a/b?c=d", "ü", "e\u0301", "_", "|>", "<|")
NUMBERS = ("0", "-0", "-0.0", "1", "-17", "1.0", "2.50", "1e5", "1E+6", "1e-7", "123456.5", "999999.5", "9007199254740993",
           "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "-9223372036854775809",
           "5e-324", "1e-400", "1.7976931348623157e308", "3.14159265358979", "100000000000000000000000")


class DecisionRequests:
    """Bodies are written by hand rather than by the json module, whose spellings are too tidy. Equal seeds give equal bodies."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def request(self, largest, long_state=False):
        """A request as [[text, repetitions], ...] with one to three questions, choices of up to `largest` options. A long
        state takes more than the 16,384 tokens that a model reads; such a request has one question."""
        state = self._value(20)
        count = 1 if long_state else self._random.randrange(1, 4)
        questions = self._object([(self._random.choice(("", "q", "a.b", self._text(2), str(k))), self._question(largest))
                                  for k in range(count)])
        members = [("state", "@"), ("questions", questions), ("model", '"x"')]
        self._random.shuffle(members)
        body = self._object(members)
        if long_state:
            unit = self._quoted(self._text(30) + "line. ")[1:-1]
            if body.count("@") == 1:
                front, back = body.split("@")
                return [[front + '"', 1], [unit, 40000 // (len(unit) // 3 + 1)], ['"' + back, 1]]
        return [[body.replace("@", state, 1), 1]]

    def _space(self):
        return self._random.choice(("", "", "", " ", "\n ", "\t"))

    def _text(self, most):
        return "".join(self._random.choice(WORDS) + self._random.choice(("", " ")) for _ in range(self._random.randrange(most + 1)))

    def _quoted(self, text):
        out = ""
        for c in text:
            if ord(c) < 32 or c in "\"\\" or self._random.random() < 0.03:
                if self._random.random() < 0.5 or ord(c) > 126:
                    out += "".join("\\u%04x" % unit for unit in memoryview(c.encode("utf-16-le")).cast("H"))
                else:
                    out += json.dumps(c)[1:-1]
            else:
                out += c
        return '"' + out + '"'

    def _value(self, most, depth=0):
        kind = self._random.randrange(10)
        if kind < 4 or depth > 4:
            return self._quoted(self._text(most))
        if kind == 4:
            return self._random.choice(("null", "true", "false"))
        if kind == 5:
            return self._random.choice(NUMBERS)
        if kind < 8:
            return "[" + ",".join(self._space() + self._value(most // 2, depth + 1) + self._space()
                                  for _ in range(self._random.randrange(4))) + "]"
        # A key with this text vanishes from llama.cpp's prompt, a fault that is not copied.
        return self._object([(self._text(3).replace("<<d1omni:sep>>", ""), self._value(most // 2, depth + 1))
                             for _ in range(self._random.randrange(4))])

    def _object(self, members):
        return "{" + ",".join(self._space() + self._quoted(key) + self._space() + ":" + self._space() + value + self._space()
                              for key, value in members) + "}"

    def _description(self):
        return self._random.choice(("null", '""', self._value(5), self._value(5), self._value(self._random.choice((5, 60)))))

    def _question(self, largest):
        kind = self._random.choice(("choice", "score", "noul"))
        instructions = self._value(self._random.choice((6, 6, 6, 150)))
        if instructions == "null":
            instructions = '""'
        members = [("type", '"%s"' % kind), ("instructions", instructions)]
        if kind == "choice":
            members.append(("criteria", self._object([
                (self._random.choice(("", "o%d" % i, self._text(2), "same")), self._description())
                for i in range(self._random.randrange(1, largest + 1))])))
        elif kind == "score":
            members.append(("criteria", "[" + ",".join(self._description() for _ in range(self._random.randrange(2, 11))) + "]"))
        elif self._random.random() < 0.7:
            keys = self._random.sample(("true", "false", "yes", "no", "maybe"), self._random.randrange(4))
            members.append(("criteria", self._random.choice(
                ("null", "{}", self._object([(key, self._description()) for key in keys])))))
        self._random.shuffle(members)
        return self._object(members)


def body_of(parts):
    """The bytes of a request."""
    return "".join(text * count for text, count in parts).encode()
