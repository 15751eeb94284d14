#!/usr/bin/env python3
"""Compares the byte-level BPE tokenizer with Hugging Face `tokenizers`: ids, and with --bench throughput.

usage: compare_hf.py --tokenize bazel-bin/engine/text/tokenize --gguf MODEL.gguf --json TOKENIZER.json
                     [--count 12000] [--seed 1] [--goldens CASES.json] [--bench [--rounds 7]]

Needs `pip install tokenizers`. MODEL.gguf and TOKENIZER.json must hold the same vocabulary; a published one is not part
of this repository. Each string is encoded with special tokens parsed and not parsed. --goldens also checks a file of
{"cases": [{"text", "ids", "plain" (if other ids when not parsed)}]}. Exit status 1 if anything differs.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"
import tokenizers  # noqa: E402  (reads the environment when it starts)

RANGES = [  # one line a script or symbol block
    (0x20, 0x7E), (0xA0, 0xFF), (0x100, 0x24F), (0x250, 0x2AF), (0x2B0, 0x2FF), (0x300, 0x36F), (0x370, 0x3FF),
    (0x400, 0x52F), (0x530, 0x58F), (0x590, 0x5FF), (0x600, 0x6FF), (0x700, 0x74F), (0x900, 0x97F), (0x980, 0x9FF),
    (0xA00, 0xA7F), (0xB80, 0xBFF), (0xC00, 0xC7F), (0xD00, 0xD7F), (0xD80, 0xDFF), (0xE00, 0xE7F), (0xE80, 0xEFF),
    (0xF00, 0xFFF), (0x1000, 0x109F), (0x10A0, 0x10FF), (0x1100, 0x11FF), (0x1200, 0x137F), (0x13A0, 0x13FF),
    (0x1400, 0x167F), (0x1680, 0x16FF), (0x1780, 0x17FF), (0x1800, 0x18AF), (0x1C80, 0x1C8F), (0x1E00, 0x1FFF),
    (0x2000, 0x206F), (0x2070, 0x20CF), (0x20D0, 0x20FF), (0x2100, 0x218F), (0x2190, 0x22FF), (0x2460, 0x24FF),
    (0x2500, 0x27BF), (0x2C00, 0x2DFF), (0x3000, 0x30FF), (0x3100, 0x312F), (0x3130, 0x318F), (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF), (0xA000, 0xA4CF), (0xA720, 0xA7FF), (0xAC00, 0xD7A3), (0xE000, 0xE0FF), (0xF900, 0xFAFF),
    (0xFB00, 0xFDFF), (0xFE00, 0xFE0F), (0xFE20, 0xFEFF), (0xFF00, 0xFFEF), (0x10000, 0x1007F), (0x10330, 0x1034F),
    (0x10D40, 0x10D8F), (0x11380, 0x113DF), (0x12000, 0x123FF), (0x13000, 0x143FF), (0x16D40, 0x16D7F),
    (0x1CC00, 0x1CCFF), (0x1D400, 0x1D7FF), (0x1E4D0, 0x1E5FF), (0x1F000, 0x1F0FF), (0x1F1E6, 0x1F1FF),
    (0x1F300, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1FAFF), (0x20000, 0x2A6DF), (0x2EBF0, 0x2EE5D),
    (0x30000, 0x323AF), (0xE0000, 0xE007F), (0xF0000, 0xF00FF), (0x10FF00, 0x10FFFF), (0x0, 0x10FFFF)]
BLANKS = ["\t", "\n", "\v", "\f", "\r", " ", "\x85", "\xa0", "\u1680", "\u2000", "\u200a", "\u2028", "\u2029", "\u202f",
          "\u205f", "\u3000", "\r\n", "\u200b", "\u200d", "\ufeff", "\u180e", "\u2060"]
CONTROLS = [chr(c) for c in range(0x20)] + [chr(c) for c in range(0x7F, 0xA0)]
APOSTROPHE = ["'" + s for s in ("s t m d re ve ll S T M D RE VE LL Re vE lL r v l e x \u017f re\u0301 \u212a").split()]
APOSTROPHE += ["''s", "' s", "\u2019s", "'"]
EMOJI = ["\U0001F469\u200D\U0001F469\u200D\U0001F467", "\U0001F468\U0001F3FD\u200D\U0001F4BB", "\U0001F1E9\U0001F1EA",
         "\u2764\uFE0F\u200D\U0001F525", "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "1\uFE0F\u20E3"]
WORDS = ("a the of and to in is it you that he was for on are with his they I at be this from have or by one had not but what all were "
         "when we there can an your which their said if do into has more her two like him see time could no make than first been its "
         "Python python pythonic mathias Mathias internationalisation Straße naïve façade über größer señor çok İstanbul").split()
CODE = ["for (int i = 0; i < n; ++i) {\n    sum += a[i];\n}\n", "def f(x):\n\treturn x ** 2  # square\n", "{\"k\": [1, 2.5e-3, null]}\r\n",
        "SELECT * FROM t WHERE a >= 10;", "https://example.org/a/b?c=d&e=%20f#g", "#include <vector>\n", "<div class=\"x\">y</div>",
        "0xDEADBEEF", "a->b::c<d>&&e", "====\n----\n", "\\frac{a}{b}", "```sh\n$ ls -la\n```\n"]


def generate(count, specials, rng):
    """Strings of 1 to 12 parts; parts of every kind meet in every order."""
    def letters():
        first, last = rng.choice(RANGES)
        codes = (rng.randint(first, last) for _ in range(rng.randint(1, 8)))
        return "".join(chr(c) for c in codes if not 0xD800 <= c <= 0xDFFF)

    def damaged_special():
        s = rng.choice(specials)
        i = rng.randrange(len(s) + 1)
        return rng.choice([s[:i], s[i:], s[:i] + s, s + s[i:], s[:i] + rng.choice(" |<x") + s[i:], s.upper()])

    kinds = [letters, letters, letters,
             lambda: rng.choice(BLANKS) * rng.choice([1, 1, 1, 2, 3, 5, 17]),
             lambda: "".join(rng.choice(BLANKS[:6]) for _ in range(rng.randint(1, 6))),
             lambda: "".join(rng.choice(CONTROLS) for _ in range(rng.randint(1, 4))),
             lambda: rng.choice(WORDS) + rng.choice(APOSTROPHE),
             lambda: " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 9))),
             lambda: rng.choice([str.upper, str.title])(rng.choice(WORDS)),
             lambda: str(rng.randrange(10 ** rng.randint(1, 15))),
             lambda: rng.choice(EMOJI) * rng.randint(1, 3),
             lambda: rng.choice(CODE),
             lambda: rng.choice(specials),
             damaged_special,
             lambda: rng.choice("!?.,;:-_/\\|()[]{}<>=+*&^%$#@~`\"'") * rng.choice([1, 2, 3, 8, 40]),
             lambda: rng.choice(["a", "ab", "\u0301", "\u7684", "0", "=", "\U0001F600", "é"]) * rng.choice([30, 100, 400])]
    weights = [1] * (len(kinds) - 1) + [0.15]
    runs = [c * n for c in ("a", " ", "\n", "0", "\u7684", "\U0001F600", "'s", "\r\n") for n in (1, 2, 3, 50, 127, 128, 129, 1000)]
    out = [""] + BLANKS + CONTROLS + APOSTROPHE + EMOJI + CODE + specials + runs
    while len(out) < count:
        out.append("".join(k() for k in rng.choices(kinds, weights, k=rng.randint(1, 12))))
    return out[:max(count, 1)]


class HuggingFace:
    def __init__(self, path):
        self.parsed = tokenizers.Tokenizer.from_file(path)
        self.plain = tokenizers.Tokenizer.from_file(path)
        self.plain.encode_special_tokens = True

    def encode(self, text, parse_special):
        return (self.parsed if parse_special else self.plain).encode(text, add_special_tokens=False).ids


def ours(args, items):
    lines = "".join(json.dumps({"text": t, "parse_special": p}) + "\n" for t, p in items)
    out = subprocess.run([args.tokenize, "--model", args.gguf], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def compare(args, name, items, expected):
    got = ours(args, items)
    assert len(got) == len(items), f"{len(got)} answers to {len(items)} strings"
    bad = [(item, want, have) for item, want, have in zip(items, expected, got) if want != have]
    print(f"{name}: {len(items) - len(bad)} of {len(items)} agree, {sum(map(len, expected))} tokens")
    for (text, parse), want, have in bad[:5]:
        print(f"  {text!r} parse_special={parse}\n    expected {want}\n    ours     {have}")
    return not bad


def bench_text(rng, megabytes=4):
    """Prose, code and several scripts with a natural share of repetition; the same text for both."""
    prose = ("When the {} reached the {} of the valley, nobody had yet decided whether {} or {} would be the better choice, and "
             "so they waited. It's hard to say what they'd have done otherwise; the {} cost ${}.{} in {}.\n\n")
    foreign = ["Der schnelle braune Fuchs springt über den faulen Hund, während größere Vögel zuschauen. ",
               "La casa está cerca del río; mañana lloverá según el pronóstico. ", "Быстрая коричневая лиса перепрыгивает через ленивую собаку. ",
               "今日は天気がいいので、公園を散歩しました。", "敏捷的棕色狐狸跳过了懒狗。", "الثعلب البني السريع يقفز فوق الكلب الكسول. ", "तेज भूरी लोमड़ी आलसी कुत्ते के ऊपर कूदती है। "]
    syllables = "ba be bi bo bra cre dan del en er est fin ga gra in ist ka lo ma men mi ne nor o per qua re ri sa sta ter ti un ver".split()
    parts, size = [], 0

    def word():
        return rng.choice(WORDS) if rng.random() < 0.7 else "".join(rng.choice(syllables) for _ in range(rng.randint(2, 4)))

    while size < megabytes * 1000000:
        r = rng.random()
        part = (prose.format(*(word() for _ in range(5)), rng.randrange(1000), rng.randrange(100), rng.randrange(1900, 2030)) if r < 0.75
                else rng.choice(CODE) if r < 0.9 else rng.choice(foreign))
        parts.append(part)
        size += len(part.encode())
    return "".join(parts)


def bench(args, hf, name, documents):
    """Rounds of ours and theirs in turn, so that a change of the machine's speed meets both."""
    size = sum(len(d.encode()) for d in documents)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".jsonl") as f:
        f.writelines(json.dumps(d) + "\n" for d in documents)
        f.flush()
        we, they = [], []
        for warm_up in [True] + [False] * args.rounds:
            command = [args.tokenize, "--model", args.gguf, "--bench", f.name, "--rounds", "1"]
            out = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.split()
            start = time.perf_counter()
            n = sum(len(hf.parsed.encode(d, add_special_tokens=False)) for d in documents)
            elapsed = time.perf_counter() - start
            assert n == int(out[2]), "token counts differ"
            if not warm_up:
                we.append(float(out[0]))
                they.append(size / 1e6 / elapsed)
    us, them = statistics.median(we), statistics.median(they)
    print(f"{name}, {size / 1e6:.1f} MB in {len(documents)} strings, medians of {args.rounds}: ours {us:.1f} MB/s "
          f"({min(we):.1f}-{max(we):.1f}), tokenizers {tokenizers.__version__} {them:.2f} MB/s "
          f"({min(they):.2f}-{max(they):.2f}), {us / them:.1f}x", flush=True)


def in_chunks(text, size):
    return [text[i:i + size] for i in range(0, len(text), size)]


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tokenize", required=True)
    ap.add_argument("--gguf", required=True)
    ap.add_argument("--json", required=True)
    ap.add_argument("--count", type=int, default=12000)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--goldens")
    ap.add_argument("--bench", action="store_true")
    ap.add_argument("--rounds", type=int, default=7)
    args = ap.parse_args()
    hf = HuggingFace(args.json)
    rng = random.Random(args.seed)
    with open(args.json, encoding="utf-8") as f:
        specials = [t["content"] for t in json.load(f)["added_tokens"]]
    if args.bench:
        text = bench_text(rng)
        bench(args, hf, "mixed text", in_chunks(text, 4000))
        bench(args, hf, "mixed text", in_chunks(text, 200))
        bench(args, hf, "mixed text", [text])
        with open(__file__, encoding="utf-8") as f:
            bench(args, hf, "this script", [f.read()] * 60)
        return 0
    texts = generate(args.count, specials, rng)
    good = True
    for parse in (True, False):
        name = f"{len(texts)} strings, special tokens {'parsed' if parse else 'not parsed'}"
        good &= compare(args, name, [(t, parse) for t in texts], [hf.encode(t, parse) for t in texts])
    if args.goldens:
        with open(args.goldens, encoding="utf-8") as f:
            cases = json.load(f)["cases"]
        for parse in (True, False):
            want = [c["ids"] if parse else c.get("plain", c["ids"]) for c in cases]
            good &= compare(args, f"goldens, special tokens {'parsed' if parse else 'not parsed'}", [(c["text"], parse) for c in cases], want)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
