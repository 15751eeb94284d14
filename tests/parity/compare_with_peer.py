#!/usr/bin/env python3
"""Holds a running Ferro against a running llama.cpp server (or anything with its routes) on the same model file.

usage: compare_with_peer.py --ferro URL --peer URL [--steps 16] [--lead 0.5] [--chats FILE]

Prints one markdown table: prompt token ids, rendered chat prompts, and greedy tokens up to the first step whose lead
(difference of the two best log-probabilities at the peer) is below --lead: two int8 engines round differently, so a smaller
lead decides nothing. Exit status 1 if anything differs that should not. Standard library only.

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


def greedy(o, ids):
    """-> our ids, their ids, their lead per step"""
    common = {"prompt": ids, "temperature": 0, "repeat_penalty": 1, "top_k": 0, "min_p": 0, "top_p": 1, "ignore_eos": True,
              "cache_prompt": False, "return_tokens": True}
    ours = post(o.ferro, "/v1/completions", {**common, "max_tokens": o.steps})[1]
    theirs = post(o.peer, "/completion", {**common, "n_predict": o.steps, "n_probs": 2})[1]
    leads = []
    for step in theirs["completion_probabilities"]:
        top = [entry["logprob"] for entry in step["top_logprobs"][:2]]
        leads.append(top[0] - top[1])
    return ours["choices"][0]["tokens"], theirs["tokens"], leads


def compare_greedy(o, rows):
    compared = 0
    for text in PROMPTS:
        ids = post(o.peer, "/tokenize", {"content": text, "add_special": True})[1]["tokens"]
        ours, theirs, leads = greedy(o, ids)
        clear = next((i for i, lead in enumerate(leads) if lead < o.lead), len(leads))
        same = next((i for i in range(min(len(ours), len(theirs))) if ours[i] != theirs[i]), min(len(ours), len(theirs)))
        compared += clear
        rows.append(("greedy after %d tokens, %r" % (len(ids), text[:24]),
                     "equal for %d of %d steps; first lead below %.1f at step %d" % (same, o.steps, o.lead, clear), same >= clear))
    rows.append(("greedy steps with a clear lead", str(compared), True))


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
