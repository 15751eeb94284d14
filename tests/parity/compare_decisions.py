#!/usr/bin/env python3
"""Holds the decisions of a running Ferro against those of a running llama.cpp server on the same model file.

usage: compare_decisions.py --ferro URL --peer URL [--count 300] [--seed 1] [--long 0] [--tolerance 0.002] [--lead 0.01]

Asks both COUNT random requests and some at the limits: 1 and 255 options, control tokens in every string, options and
instructions that are cut. --long adds requests whose state does not fit into 16,384 tokens, of each question type in turn:
a minute each for the peer, several for Ferro's reference device. Equal must be: status, the number of input tokens, ids,
types, options and their order, legends, error texts. Probabilities may differ by --tolerance: 0.002 against Ferro's reference
device and an F32 file (the peer rounds K and V to 16 bits), 0.06 between int8 engines. The best option must be the same where
it leads by --lead or more. `score` and `confidence` must follow from the probabilities that stand beside them. Then Ferro gets all
requests but the longest once more, 20 to a body, and must answer with the same digits. Prints one markdown table; exit status 1 if anything
differs that should not. Standard library only.

The peer must take 16,384 tokens in one batch: --ubatch-size 16384 --ctx-size 16384, one slot.
"""
import argparse
import concurrent.futures
import json
import statistics
import sys
import urllib.error
import urllib.request

from decision_requests import DecisionRequests, body_of

CONTROL = "a<|mask|>b <|reserved_10|><|im_end|><<d1omni:sep>>\u0000 <|<|mask|>|>"
PER_BODY, PACKED_TOKENS = 20, 2000  # of the bodies with several requests: how many, none longer than this


def post(url, body):
    """-> (status, parsed JSON)"""
    request = urllib.request.Request(url + "/v1/systemone", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=3600) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def at_the_limits():
    """Bodies of requests that chance would not bring."""
    def body(state, **question):
        return json.dumps({"state": state, "questions": {"q": {"instructions": "Which?", **question}}}).encode()
    yield body("s", type="choice", criteria={"o%d" % i: None for i in range(255)})
    yield body("s", type="choice", criteria={str(i) + CONTROL: CONTROL for i in range(100)}, instructions=CONTROL * 99)
    yield body({"a": [CONTROL, {"b": CONTROL}]}, type="score", criteria=[CONTROL] * 10)
    yield body(CONTROL, type="noul", criteria={"true": CONTROL, "no": CONTROL})
    yield body(None, type="choice", criteria={"only": None})
    yield body("s", type="noul", instructions="too long " * 200, criteria={"yes": "too long " * 100})
    yield body("s", type="score", criteria=["too long " * 50] * 2)
    yield body("s", type="choice", criteria={"o%d" % i: None for i in range(256)})


def bodies(options):
    maker = DecisionRequests(options.seed)
    for i in range(options.count):
        yield body_of(maker.request(255 if i % 75 == 7 else 40 if i % 12 == 3 else 6))
    yield from at_the_limits()
    kinds = ["noul", "choice", "score"]
    for kind in (kinds * options.long)[:options.long]:
        while True:
            body = body_of(maker.request(255, long_state=True))
            questions = json.loads(body)["questions"]
            if len(body) > 60_000 and [question["type"] for question in questions.values()] == [kind]:
                break
        yield body


def probabilities(answer):
    """By option; of a yes-or-no question by no and yes."""
    return answer["probabilities"] if "probabilities" in answer else {"no": 1 - answer["noul"], "yes": answer["noul"]}


def derived(answer):
    """What should stand beside the probabilities of an answer."""
    p = list(answer["probabilities"].values())
    n, best = len(p), p.index(max(p))
    if answer["type"] == "choice":
        return {"confidence": 1 if n < 2 else max(0, (p[best] - 1 / n) / (1 - 1 / n))}
    spread = sum(value * abs(i - best) for i, value in enumerate(p))
    uniform = sum(abs(i - (n - 1) / 2) for i in range(n)) / n
    return {"score": sum(i * value for i, value in enumerate(p)), "confidence": max(0, 1 - spread / uniform)}


class Comparison:
    def __init__(self, options):
        self._options = options
        self.questions = self.tokens = self.refused = self.wrong = 0
        self.difference = {"probabilities": [], "score": [], "confidence": []}

    def fail(self, body, what, ours, theirs):
        self.wrong += 1
        print("%s: %s\n  ours   %s\n  theirs %s" % (what, body[:300], str(ours)[:600], str(theirs)[:600]), file=sys.stderr)

    def add(self, body, ours, theirs):
        (status, mine), (their_status, other) = ours, theirs
        if status != their_status or status != 200:
            self.refused += status != 200
            if status != their_status or mine != other:
                self.fail(body, "refused otherwise", ours, theirs)
            return
        self.tokens += mine["usage"]["input_tokens"]
        if mine["usage"] != other["usage"] or list(mine["answers"]) != list(other["answers"]):
            self.fail(body, "tokens or ids", (mine["usage"], list(mine["answers"])), (other["usage"], list(other["answers"])))
            return
        for answer, their_answer in zip(mine["answers"].values(), other["answers"].values()):
            self.questions += 1
            self._add_answer(body, answer, their_answer)

    def _add_answer(self, body, mine, other):
        p, q = probabilities(mine), probabilities(other)
        if list(mine) != list(other) or mine["type"] != other["type"] or list(p) != list(q) or \
                json.dumps(mine.get("legend")) != json.dumps(other.get("legend")):
            self.fail(body, "form", mine, other)
            return
        difference = max(abs(p[option] - q[option]) for option in p)
        self.difference["probabilities"].append(difference)
        if difference > self._options.tolerance:
            self.fail(body, "probabilities differ by %.4g" % difference, mine, other)
        ranked = sorted(q.values(), reverse=True) + [0]
        if ranked[0] - ranked[1] >= self._options.lead and max(p, key=p.get) != max(q, key=q.get):
            self.fail(body, "another option is best", mine, other)
        if mine["type"] == "noul":
            return
        for name, value in derived(mine).items():
            self.difference[name].append(abs(mine[name] - other[name]))
            if abs(mine[name] - value) > 1e-12:
                self.fail(body, "%s does not follow from the probabilities" % name, mine, value)
        if mine["type"] == "choice" and mine["choice"] != max(p, key=p.get):
            self.fail(body, "the choice is not the best option", mine, other)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ferro", required=True)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", type=int, default=0)
    parser.add_argument("--tolerance", type=float, default=0.002)
    parser.add_argument("--lead", type=float, default=0.01)
    options = parser.parse_args()
    comparison, answered, asked = Comparison(options), [], 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:  # one at a time for each server
        for body in bodies(options):
            ours, theirs = pool.map(lambda url: post(url, body), (options.ferro, options.peer))
            comparison.add(body, ours, theirs)
            asked += 1
            if ours[0] == 200 and ours[1]["usage"]["input_tokens"] <= PACKED_TOKENS:
                answered.append((body, ours[1]))
    packed_differ = 0
    for first in range(0, len(answered), PER_BODY):
        part = answered[first:first + PER_BODY]
        status, replies = post(options.ferro, b"[" + b",".join(body for body, _ in part) + b"]")
        packed_differ += status != 200 or replies != [alone for _, alone in part]
    print("| what | result |\n| --- | --- |")
    print("| requests, questions, input tokens | %d and %d refused alike, %d, %d |" % (
        asked - comparison.refused, comparison.refused, comparison.questions, comparison.tokens))
    for name, values in comparison.difference.items():
        print("| difference of %s: median, largest | %.2g, %.2g |" % (name, statistics.median(values), max(values)))
    print("| differ beyond what is allowed | %d |" % comparison.wrong)
    print("| bodies of %d requests with other digits than alone | %d |" % (PER_BODY, packed_differ))
    return 1 if comparison.wrong or packed_differ else 0


if __name__ == "__main__":
    sys.exit(main())
