"""Random templates, data and conversations for differential.py. Everything follows from the random generator given.

Left out are the documented differences (chat_template.h): `escape` and `safe`, whose results Jinja2 treats as markup.
"""

WORDS = ["", "a", "Hi", "  x ", "two words", "line\nbreak\n", "</think>", "<think>p</think> q", "Zürich", "ß ŉ ΑΣ", "日本 語",
         "\u00a0n\u00a0", "é<&>'\"\\", "e\u0301", "👩\u200d💻", "x,y,,z", "tab\there", "A-b c", "\x1f\u2028z", "10", " 7 ", "-3.5", "true"]
KEYS = ["role", "content", "a", "b c", "items", "get", "type", "ü", "x"]
NAMES = ["s", "t", "n", "f", "b", "none_", "xs", "ys", "d", "e", "msgs", "missing", "u"]


def scalar(rng):
    return rng.choice([
        lambda: rng.choice(WORDS), lambda: rng.choice(WORDS), lambda: rng.randint(-3, 12),
        lambda: rng.choice([0.0, 1.0, -0.0, 0.1, 2.5, 1e-7, 1e16, 123456789.125, -1e22, 5e-324, 1e100]),
        lambda: rng.choice([True, False]), lambda: None, lambda: rng.choice([2**63, -2**70, 10**30])])()


def value(rng, depth=2):
    kind = rng.randrange(4) if depth > 0 else 0
    if kind == 1:
        return [value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 2:
        return {rng.choice(KEYS): value(rng, depth - 1) for _ in range(rng.randrange(4))}
    return scalar(rng)


def data(rng):
    """The variables that random templates use; `missing` and `u` stay undefined."""
    return {
        "s": rng.choice(WORDS), "t": rng.choice(WORDS), "n": rng.randint(-3, 12), "f": rng.choice([0.5, 2.0, -1.25, 1e20]),
        "b": rng.choice([True, False]), "none_": None,
        "xs": [rng.randint(0, 9) for _ in range(rng.randrange(5))], "ys": [rng.choice(WORDS) for _ in range(rng.randrange(5))],
        "d": {k: value(rng, 1) for k in rng.sample(KEYS, rng.randrange(4))}, "e": value(rng, 3),
        "msgs": [{"role": rng.choice(["user", "assistant", "system"]), "content": rng.choice(WORDS)} for _ in range(rng.randrange(4))]}


class Grammar:
    """One random template. `depth` bounds the nesting; names known in the current scope make useful references likely."""

    def __init__(self, rng):
        self.rng = rng
        self.names = list(NAMES)
        self.macros = []

    def pick(self, *options):
        return self.rng.choice(options)()

    # Expressions by the kind of value they are likely to have, so that most of them evaluate.

    def text(self, d):
        r = self.rng
        if d <= 0:
            return self.pick(lambda: r.choice(["s", "t"]), self.literal)
        e = lambda: self.text(d - 1)
        return self.pick(
            lambda: r.choice(["s", "t"]), self.literal, lambda: "(%s + %s)" % (e(), e()), lambda: "(%s ~ %s)" % (e(), self.any(d - 1)),
            lambda: "(%s)|%s" % (e(), r.choice(["trim", "upper", "lower", "title", "capitalize", "string", "replace('a', 'bb')",
                                              "replace('', '-')", "replace(' ', '', 1)", "default('q')", "indent", "indent(2, true)", "tojson",
                                              "trim('a ')", "first", "last", "reverse", "indent(width='> ', blank=true)"])),
            lambda: "(%s).%s" % (e(), r.choice(["strip()", "lstrip()", "rstrip()", "upper()", "title()", "capitalize()", "replace('i', 'I')",
                                              "split('</think>')[-1]", "strip('ax\\n')", "split()|join('|')", "split(' ', 1)|last",
                                              "rsplit(',', 1)|first", "removeprefix('a')", "splitlines()|join('/')", "join(ys)", "lower()"])),
            lambda: "(%s)[%s]" % (e(), self.slice(d - 1)), lambda: "(%s)|tojson" % self.any(d - 1),
            lambda: "(%s)|tojson(indent=%d)" % (self.any(d - 1), r.randrange(4)), lambda: "(%s)|string" % self.any(d - 1),
            lambda: "(%s)|join(%s)" % (self.sequence(d - 1), e()), lambda: "(%s if %s else %s)" % (e(), self.boolean(d - 1), e()),
            lambda: "(%s)|tojson(%s)" % (self.any(d - 1), r.choice(["sort_keys=true", "ensure_ascii=true", "separators=(',', ':')"])),
            lambda: "(%s) * %d" % (e(), r.randrange(-1, 4)), lambda: "%s(%s)" % (r.choice(self.macros or ["s.lower"]), r.choice(["", e()])))

    def literal(self):
        return self.rng.choice(["'a'", '"b\\n"', "'</think>'", "\"it's\"", "'q\\'q'", "'\\u00e9\\x41\\101'", "''", "'x' 'y'", "'\\\\'", "'\\d'", "' '"])

    def number(self, d):
        r = self.rng
        if d <= 0:
            return self.pick(lambda: "n", lambda: str(r.randint(0, 5)), lambda: "f")
        e = lambda: self.number(d - 1)
        return self.pick(
            lambda: "n", lambda: r.choice(["0", "1", "2", "7", "1.5", "1e3", "0x1F", "1_000", "2.0"]),
            lambda: "(%s %s %s)" % (e(), r.choice(["+", "-", "*", "/", "//", "%"]), e()), lambda: "(-%s)" % e(),
            lambda: "(%s)|length" % self.sequence(d - 1), lambda: "(%s)|length" % self.text(d - 1), lambda: "(%s)|abs" % e(),
            lambda: "(%s)|int" % self.any(d - 1), lambda: "(%s)|float" % self.any(d - 1), lambda: "(%s)|round(%d)" % (e(), r.randrange(3)),
            lambda: "(%s)|round(0, '%s')" % (e(), r.choice(["ceil", "floor"])), lambda: "xs|sum", lambda: "(%s) ** 2" % e(),
            lambda: "(%s).find(%s)" % (self.text(d - 1), self.literal()), lambda: "(%s).count(%s)" % (self.text(d - 1), self.literal()),
            lambda: "xs|%s" % r.choice(["min", "max", "first", "last"]))

    def sequence(self, d):
        r = self.rng
        if d <= 0:
            return r.choice(["xs", "ys", "msgs", "[]"])
        e = lambda: self.sequence(d - 1)
        return self.pick(
            lambda: r.choice(["xs", "ys", "msgs"]), lambda: "[%s]" % ", ".join(self.any(d - 1) for _ in range(r.randrange(3))),
            lambda: "(%s)[%s]" % (e(), self.slice(d - 1)), lambda: "((%s)|list + (%s)|list)" % (e(), e()), lambda: "range(%s)" % r.randrange(4),
            lambda: "range(%d, %d, %d)" % (r.randrange(4), r.randrange(9), r.randrange(1, 3)), lambda: "(%s).split(%s)" % (self.text(d - 1), self.literal()),
            lambda: "(%s)|map('%s')|list" % (e(), r.choice(["string", "upper", "tojson", "trim", "length", "int"])),
            lambda: "msgs|map(attribute='%s')|list" % r.choice(["role", "content", "nope"]), lambda: "(%s)|list" % self.text(d - 1),
            lambda: "msgs|%s('role', 'equalto', 'user')|list" % r.choice(["selectattr", "rejectattr"]), lambda: "msgs|selectattr('content')|list",
            lambda: "xs|%s('%s')|list" % (r.choice(["select", "reject"]), r.choice(["odd", "even", "none", "number", "string"])),
            lambda: "xs|select('%s', %d)|list" % (r.choice(["gt", "<", "divisibleby", "in"]), r.randrange(1, 4)),
            lambda: "(%s)|%s" % (r.choice(["xs", "ys", e()]), r.choice(["sort", "sort(reverse=true)", "unique|list", "reverse|list", "list"])),
            lambda: "msgs|sort(attribute='content')", lambda: "d.items()|list", lambda: "d|items|list", lambda: "d.keys()|list", lambda: "d|dictsort",
            lambda: "(%s, %s)" % (self.any(d - 1), self.any(d - 1)), lambda: "(%s).splitlines()" % self.text(d - 1), lambda: "d|list",
            lambda: "(%s)|map(attribute='x', default=1)|list" % r.choice(["msgs", "[d]"]))

    def boolean(self, d):
        r = self.rng
        if d <= 0:
            return r.choice(["b", "true", "false", "none", "s", "xs"])
        e = lambda: self.boolean(d - 1)
        return self.pick(
            lambda: "b", lambda: "(%s %s %s)" % (e(), r.choice(["and", "or"]), e()), lambda: "not %s" % e(),
            lambda: "(%s %s %s)" % (self.any(d - 1), r.choice(["==", "!="]), self.any(d - 1)),
            lambda: "(%s %s %s)" % (self.number(d - 1), r.choice(["<", "<=", ">", ">="]), self.number(d - 1)),
            lambda: "(%s < %s <= %s)" % (self.number(d - 1), self.number(d - 1), self.number(d - 1)),
            lambda: "(%s %s %s)" % (self.text(d - 1), r.choice(["in", "not in", "<"]), self.text(d - 1)),
            lambda: "(%s %s %s)" % (self.any(d - 1), r.choice(["in", "not in"]), self.sequence(d - 1)),
            lambda: "(%s is %s%s)" % (self.any(d - 1), r.choice(["", "not "]), r.choice(
                ["string", "mapping", "iterable", "defined", "undefined", "none", "boolean", "number", "sequence", "integer", "float", "true", "false",
                 "callable", "lower", "upper", "in xs", "in [1, 's']", "eq 1", "sameas none", "sameas true", "equalto('a')"])),
            lambda: "(%s is %s)" % (self.number(d - 1), r.choice(["odd", "even", "divisibleby 3", "divisibleby(2)", "ge 2", "lessthan(4)"])),
            lambda: "(%s).%s(%s)" % (self.text(d - 1), r.choice(["startswith", "endswith"]), r.choice([self.literal(), "('a', 'H')"])),
            lambda: "(%s in d)" % r.choice(["'a'", "'items'", "s", "n"]))

    def other(self, d):
        r = self.rng
        return self.pick(
            lambda: r.choice(self.names), lambda: r.choice(self.names), lambda: "d.%s" % r.choice(["a", "x", "nope", "role"]),
            lambda: "d['%s']" % r.choice(KEYS), lambda: "d.get('%s'%s)" % (r.choice(KEYS), r.choice(["", ", 'z'", ", none"])),
            lambda: "e", lambda: "xs[%d]" % r.randrange(-2, 3), lambda: "msgs[0].content", lambda: "msgs[%d]['role']" % r.randrange(-1, 2),
            lambda: "{%s}" % ", ".join("'%s': %s" % (r.choice("abc"), self.any(d - 1)) for _ in range(r.randrange(3))),
            lambda: "(%s)|default(%s%s)" % (self.any(d - 1), self.any(d - 1), r.choice(["", ", true"])), lambda: "ns.%s" % r.choice(["v", "w", "nope"]),
            lambda: "(%s)|first" % self.sequence(d - 1), lambda: "(%s)|last" % self.sequence(d - 1), lambda: "dict(a=1, b=%s)" % self.any(d - 1),
            lambda: "(%s if %s)" % (self.any(d - 1), self.boolean(d - 1)), lambda: "(%s or %s)" % (self.any(d - 1), self.any(d - 1)),
            lambda: "loop.%s" % r.choice(["index", "index0", "first", "last", "length", "revindex", "revindex0", "previtem", "nextitem", "cycle('p', 'q')", "depth"]))

    def any(self, d):
        if d <= 0:
            return self.rng.choice(self.names)
        return self.pick(lambda: self.text(d), lambda: self.number(d), lambda: self.sequence(d), lambda: self.boolean(d), lambda: self.other(d))

    def slice(self, d):
        r = self.rng
        bound = lambda: r.choice(["", "", str(r.randrange(-3, 4)), "n"])
        return r.choice(["%s:%s" % (bound(), bound()), "%s:%s:%s" % (bound(), bound(), r.choice(["", "2", "-1", "1"]))])

    # Statements.

    def tag(self, inside):
        r = self.rng
        return "{%" + r.choice(["", "", "-", "+"]) + " " + inside + " " + r.choice(["", "", "-"]) + "%}"

    def filler(self):
        return self.rng.choice(["", "", "\n", "  ", "\n  ", "x", " y\n", "\n\n", "{# note #}", "{#- note -#}\n", "  {# c #}\n", "}", "%", "\r\n", "é\u00a0"])

    def output(self, d):
        r = self.rng
        return "{{" + r.choice(["", "-"]) + " " + self.any(d) + " " + r.choice(["", "-"]) + "}}"

    def body(self, d):
        return "".join(self.filler() + self.statement(d) for _ in range(self.rng.randrange(1, 4))) + self.filler()

    def scoped(self, d):
        names, macros = list(self.names), list(self.macros)
        out = self.body(d)
        self.names, self.macros = names, macros
        return out

    def statement(self, d):
        if d <= 0:
            return self.output(2)
        return self.pick(lambda: self.output(3), lambda: self.output(3), lambda: self.set(d), lambda: self.set(d), lambda: self.if_(d), lambda: self.if_(d),
                         lambda: self.for_(d), lambda: self.for_(d), lambda: self.for_(d), lambda: self.macro(d), lambda: self.block(d))

    def set(self, d):
        r = self.rng
        name = r.choice(["v", "w", "s", "n", "xs"])
        kind = r.randrange(6)
        if kind == 0:
            return self.tag("set ns.%s = %s" % (r.choice(["v", "w"]), self.any(2)))
        if kind == 1:
            out = self.tag("set %s%s" % (name, r.choice(["", " | trim", " | upper | trim"]))) + self.scoped(d - 1) + self.tag("endset")
        elif kind == 2:
            out = self.tag("set v, w = %s, %s" % (self.any(2), self.any(2)))
            self.names += ["v", "w"]
            return out
        else:
            out = self.tag("set %s = %s" % (name, self.any(2)))
        self.names.append(name)
        return out

    def if_(self, d):
        r = self.rng
        out = self.tag("if " + self.boolean(2)) + self.body(d - 1)
        for _ in range(r.randrange(2)):
            out += self.tag("elif " + self.boolean(2)) + self.body(d - 1)
        if r.randrange(2):
            out += self.tag("else") + self.body(d - 1)
        return out + self.tag("endif")

    def for_(self, d):
        r = self.rng
        names = list(self.names)
        kind = r.randrange(4)
        if kind == 0:
            head = "for k, v in %s" % r.choice(["d.items()", "d|items", "d|dictsort", "[(1, 2), ('a', [])]", "{'p': 1}.items()"])
            self.names += ["k", "v"]
        else:
            head = "for %s in %s" % (r.choice(["x", "s", "m"]), r.choice([self.sequence(2), "msgs", "xs", "s", "missing", "d"]))
            self.names += [head.split()[1]]
        if r.randrange(4) == 0:
            head += " if " + self.boolean(1)
        out = self.tag(head) + self.body(d - 1)
        if r.randrange(4) == 0:
            out += "{% if " + self.boolean(1) + " %}" + r.choice(["{% break %}", "{% continue %}"]) + "{% endif %}" + self.body(d - 1)
        self.names = names
        if r.randrange(4) == 0:
            out += self.tag("else") + self.scoped(d - 1)
        return out + self.tag("endfor")

    def macro(self, d):
        r = self.rng
        name = r.choice(["m1", "m2"])
        names, macros = list(self.names), list(self.macros)
        self.names += ["p", "q"]
        self.macros = []  # no recursion
        body = self.body(d - 1) + r.choice(["", "", "{{ caller() if caller else '-' }}", "{{ varargs|length }}", "{{ kwargs|tojson }}"])
        self.names, self.macros = names, macros
        out = self.tag("macro %s(%s)" % (name, r.choice(["p", "p, q", "p='x', q=p", "p, q=n"]))) + body + self.tag("endmacro")
        self.macros.append(name)
        call = "%s(%s)" % (name, r.choice(["", self.any(1), "%s, %s" % (self.any(1), self.any(1)), "q=%s" % self.any(1), "1, 2, 3", "1, z=2"]))
        return out + r.choice(["{{ %s }}" % call, "{%% call %s %%}%s{%% endcall %%}" % (call, self.scoped(d - 1))])

    def block(self, d):
        r = self.rng
        return self.pick(
            lambda: self.tag("filter " + r.choice(["upper", "trim", "replace('a', 'b') | lower", "indent"])) + self.scoped(d - 1) + self.tag("endfilter"),
            lambda: self.tag("with v = %s, w = %s" % (self.any(1), self.any(1))) + self.scoped(d - 1) + self.tag("endwith"),
            lambda: self.tag("generation") + self.scoped(d - 1) + self.tag("endgeneration"),
            lambda: self.tag("raw") + r.choice(["{{ x }}", " {% if %} ", "{# c #}\n"]) + "{%- endraw %}" + self.filler())


def template(rng):
    grammar = Grammar(rng)
    head = rng.choice(["", "{%- set ns = namespace(v=0, w='') -%}", "{% set ns = namespace(v=s) %}\n"])
    return head + grammar.body(3)


# Conversations for real chat templates.


def content(rng):
    return rng.choice([
        lambda: rng.choice(WORDS), lambda: rng.choice(WORDS) + rng.choice(WORDS) * 3, lambda: "<think>" + rng.choice(WORDS) + "</think>" + rng.choice(WORDS),
        lambda: None, lambda: [{"type": "text", "text": rng.choice(WORDS)} for _ in range(rng.randrange(3))],
        lambda: [{"type": rng.choice(["text", "image", "blob"]), "text": rng.choice(WORDS)}, rng.choice(WORDS)], lambda: value(rng)])()


def message(rng):
    out = {"role": rng.choice(["user", "assistant", "assistant", "tool", "system", "developer"])}
    if rng.randrange(12):
        out["content"] = content(rng)
    if out["role"] == "assistant":
        for key in ["thinking", "reasoning", "reasoning_content"]:
            if rng.randrange(4) == 0:
                out[key] = rng.choice(WORDS)
        if rng.randrange(3) == 0:
            out["tool_calls"] = [{"id": "c", "type": "function", "function": {"name": rng.choice(["f", "get_weather"]), "arguments": rng.choice(
                [{}, {rng.choice(["a", "b"]): value(rng)}, {"x": 1, "y": "é'\n"}, "{\"a\": 1}", ""])}} for _ in range(rng.randrange(3))]
    return out


def tool(rng):
    if rng.randrange(10) == 0:
        return rng.choice([{"name": "bare"}, "text"])
    function = {"name": rng.choice(["f", "get_weather"]), "description": rng.choice(WORDS),
                "parameters": {"type": "object", "properties": {k: {"type": rng.choice(["string", ["string", "null"]]), "default": value(rng)}
                                                                for k in rng.sample(KEYS, rng.randrange(3))}, "required": rng.sample(KEYS, 2)}}
    return {"type": "function", "function": {k: v for k, v in function.items() if k == "name" or rng.randrange(6)}}


def conversation(rng):
    messages = [{"role": "system", "content": content(rng)}] if rng.randrange(3) == 0 else []
    messages += [message(rng) for _ in range(rng.randrange(6))]
    variables = {"messages": messages, "tools": [tool(rng) for _ in range(rng.randrange(1, 3))] if rng.randrange(2) else None, "documents": None,
                 "bos_token": "<|startoftext|>", "eos_token": "<|im_end|>", "add_generation_prompt": rng.choice([True, False])}
    for key in ["keep_past_thinking", "preserve_thinking"]:
        if rng.randrange(4) == 0:
            variables[key] = rng.choice([True, False])
    return variables
