#!/usr/bin/env python3
"""Holds a running Ferro against a running llama.cpp server (or anything with its routes) on the same model file.

usage: compare_with_peer.py --ferro URL --peer URL [--steps 16] [--lead 0.5] [--chats FILE]

Prints one markdown table: prompt token ids, rendered chat prompts, and greedy tokens up to the first step whose lead
(difference of the two best log-probabilities at the peer) is below --lead: two int8 engines round differently, so a smaller
lead decides nothing. The last row takes every step on its own: after the peer's tokens so far, is ours the same where the
lead is clear? Exit status 1 if anything differs that should not. Standard library only.

--chats: JSON {"cases": [{"request": {...}}, ...]} for the rendering; default: a few conversations of this file.
"""
import argparse
import json
import sys
import urllib.error
import urllib.request

PROMPTS = [
    "a", "Hello", "The capital of France is", "Once upon a time there was a",
    "def fibonacci(n):\n    if n < 2:\n        return n\n", "1, 1, 2, 3, 5, 8, 13,",
    "Liebe Grüße aus München, wo es heute", "日本の首都は", "Привет, как дела?", "🙂🙃 emoji test 👩‍👩‍👧:",
    "<|im_start|>user\nWhat is 17*23?<|im_end|>\n<|im_start|>assistant\n", "word " * 300,
]
CHATS = [
    {"messages": [{"role": "user", "content": "Hello"}]},
    {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"},
                  {"role": "assistant", "content": "Hello!"}, {"role": "user", "content": "How are you?"}]},
    {"messages": [{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}]},
    {"messages": [{"role": "user", "content": "Weather?"}],
     "tools": [{"type": "function", "function": {"name": "weather", "description": "d",
                                                  "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}]},
]


def post(url, path, body):
    """-> (status, parsed JSON)"""
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=600) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def compare_tokens(o, rows):
    same = 0
    for text in PROMPTS:
        body = {"content": text, "add_special": True}
        ours, theirs = (post(url, "/tokenize", body)[1].get("tokens") for url in (o.ferro, o.peer))
        same += ours == theirs
        if ours != theirs:
            print("ids differ for %r: %s / %s" % (text[:40], ours, theirs), file=sys.stderr)
    rows.append(("prompt token ids", "%d of %d texts equal" % (same, len(PROMPTS)), same == len(PROMPTS)))


def compare_templates(o, rows):
    cases = [c["request"] for c in json.load(open(o.chats, encoding="utf-8"))["cases"]] if o.chats else CHATS
    same = refused = 0
    for case in cases:
        ours, theirs = (post(url, "/apply-template", case) for url in (o.ferro, o.peer))
        if ours[0] != 200 and theirs[0] != 200:
            refused += 1
        elif ours[0] == theirs[0] and ours[1]["prompt"] == theirs[1]["prompt"]:
            same += 1
        else:
            print("rendering differs: %s\n  ours   %s\n  theirs %s" % (json.dumps(case)[:200], ours, theirs), file=sys.stderr)
    differ = len(cases) - same - refused
    rows.append(("chat prompts", "%d of %d equal, %d refused by both, %d differ" % (same, len(cases), refused, differ),
                 differ == 0 or bool(o.chats)))


GREEDY = {"temperature": 0, "repeat_penalty": 1, "top_k": 0, "min_p": 0, "top_p": 1, "ignore_eos": True, "cache_prompt": False,
          "return_tokens": True}


def ours(o, ids, n):
    return post(o.ferro, "/v1/completions", {**GREEDY, "prompt": ids, "max_tokens": n})[1]["choices"][0]["tokens"]


def peers(o, ids, n):
    return post(o.peer, "/completion", {**GREEDY, "prompt": ids, "n_predict": n, "n_probs": 2})[1]


def lead_after(o, ids):
    """The peer's lead of the best next token over the second, from a run of its own: the figures that it lists while it
    decodes were seen to differ from these by up to 2.9."""
    steps = peers(o, ids, 1).get("completion_probabilities")
    if not steps:  # left out when the token is half a character
        return 0.0
    top = [entry["logprob"] for entry in steps[0]["top_logprobs"][:2]]
    return top[0] - top[1]


def compare_greedy(o, rows):
    clear_steps = clear_equal = 0
    for text in PROMPTS:
        ids = post(o.peer, "/tokenize", {"content": text, "add_special": True})[1]["tokens"]
        got, want = ours(o, ids, o.steps), peers(o, ids, o.steps)["tokens"]
        leads = [lead_after(o, ids + want[:i]) for i in range(len(want))]
        clear = next((i for i, lead in enumerate(leads) if lead < o.lead), len(leads))
        same = next((i for i, pair in enumerate(zip(got, want)) if pair[0] != pair[1]), min(len(got), len(want)))
        rows.append(("greedy after %d tokens, %r" % (len(ids), text[:24]),
                     "equal for %d of %d steps; first lead below %.1f at step %d" % (same, o.steps, o.lead, clear), same >= clear))
        for i, lead in enumerate(leads):
            if lead >= o.lead:
                equal = ours(o, ids + want[:i], 1)[0] == want[i]
                clear_steps += 1
                clear_equal += equal
                if not equal:
                    print("step %d after %r: another token at a lead of %.2f" % (i, text[:24], lead), file=sys.stderr)
    rows.append(("single steps with a clear lead", "%d of %d equal" % (clear_equal, clear_steps), clear_equal == clear_steps))


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("--ferro", required=True)
    ap.add_argument("--peer", required=True)
    ap.add_argument("--steps", type=int, default=16)
    ap.add_argument("--lead", type=float, default=0.5)
    ap.add_argument("--chats")
    o = ap.parse_args()
    rows = []
    compare_tokens(o, rows)
    compare_templates(o, rows)
    compare_greedy(o, rows)
    print("| what | result | as expected |\n|---|---|---|")
    for what, result, ok in rows:
        print("| %s | %s | %s |" % (what, result, "yes" if ok else "**no**"))
    return 0 if all(ok for _, _, ok in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
