#!/usr/bin/env python3
"""What a chat stream and decisions do to each other on one machine, with and without the device lease.

usage: shared_machine.py --lm LM.gguf --decide D1.gguf [--device cpu] [--launch-ms 50,10] [--seconds 8] [-- FLAG...]

Starts the real programs (`ferro up`, FERRO overrides which) once for each setting: without the lease, and with it at each
--launch-ms. What follows `--` goes to `ferro up`. Measures at the client, through the gateway:

  gaps of a stream    time between two tokens of one reply: alone, and beside decisions that follow each other without a pause
  decisions           time of one request: alone, beside that stream, and beside prompts that follow each other without a pause

Prints one table of each. `bound` is what a gap may last with the lease: the median gap of the stream alone plus one segment
(--launch-ms). Takes about (5 x seconds + start) for a setting.
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
FERRO = os.environ.get("FERRO", str(ROOT / "bazel-bin/tools/ferro/ferro"))
WORDS = "the order arrived late and the parcel was open but nothing is missing please tell me what to do next".split()


def text(words, seed):
    pick = random.Random(seed)
    return " ".join(pick.choice(WORDS) for _ in range(words))


class Server:
    """`ferro up` with both models; its address once it is ready."""

    def __init__(self, options, flags):
        self.folder = tempfile.TemporaryDirectory(prefix="ferro-shared-")
        command = [FERRO, "up", "--lm", options.lm, "--decide", options.decide, "--device", options.device, "--port", "0",
                   "--lm-slots", "2", *flags, *options.flags]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env={**os.environ, "XDG_RUNTIME_DIR": self.folder.name})
        line = self.process.stdout.readline()
        if not line.startswith("READY "):
            self.log.seek(0)
            sys.exit("ferro up did not start:\n" + self.log.read())
        self.host = urllib.parse.urlsplit(line.split()[1]).netloc

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def post(self, path, body):
        connection = http.client.HTTPConnection(self.host, timeout=600)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        if answer.status != 200:
            sys.exit("%s: %d %s" % (path, answer.status, answer.read().decode()))
        return connection, answer

    def metric(self, name, service):
        connection = http.client.HTTPConnection(self.host, timeout=60)
        connection.request("GET", "/metrics")
        for line in connection.getresponse().read().decode().splitlines():
            if line.startswith('%s{service="%s"}' % (name, service)):
                return float(line.split()[-1])
        return 0.0


def arrivals(server, seconds):
    """When each token of one reply arrived, for so long."""
    _, answer = server.post("/v1/completions", {
        "prompt": text(8, 1), "max_tokens": 1000000, "ignore_eos": True, "temperature": 0, "stream": True,
        "return_tokens": True})
    times, end = [], None
    while end is None or time.monotonic() < end:
        line = answer.readline()
        if not line:
            break
        if not line.startswith(b"data: {"):
            continue
        choices = json.loads(line[6:]).get("choices", [])
        count = len(choices[0].get("tokens", [])) if choices else 0
        now = time.monotonic()
        times += [now] * count
        end = end or now + seconds
    answer.close()
    return times


def gaps(server, seconds):
    """Milliseconds between tokens; the context ends a reply, then the next begins."""
    found, end = [], time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        times = arrivals(server, left)
        found += [1e3 * (b - a) for a, b in zip(times, times[1:])]
    return found


def decision(server, options, seed):
    questions = {"q%d" % i: {"type": "choice", "instructions": "What does the customer want (%d)?" % i,
                             "criteria": {"refund": "wants money back", "replacement": "wants another one",
                                          "information": "asks a question", "none": "wants nothing"}}
                 for i in range(options.questions)}
    start = time.monotonic()
    _, answer = server.post("/v1/systemone", {"state": text(options.state_words, seed), "questions": questions})
    tokens = json.load(answer)["usage"]["input_tokens"]
    return 1e3 * (time.monotonic() - start), tokens


def prompt(server, options, seed):
    _, answer = server.post("/v1/completions", {"prompt": text(options.prompt_words, seed), "max_tokens": 1,
                                                "temperature": 0})
    answer.read()


def repeated(call, seconds):
    end, results = time.monotonic() + seconds, []
    while time.monotonic() < end or not results:
        results.append(call(len(results)))
    return results


def beside(background, call):
    """What `call` returns while `background(i)` runs again and again in another thread."""
    stop, begun = threading.Event(), threading.Event()

    def loop():
        i = 0
        while not stop.is_set():
            begun.set()
            background(i)
            i += 1

    thread = threading.Thread(target=loop)
    thread.start()
    begun.wait()
    try:
        return call()
    finally:
        stop.set()
        thread.join()


def percentiles(values):
    ordered = sorted(values)
    return [statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))], ordered[-1]]


def measure(options, flags):
    with Server(options, flags) as server:
        decide = lambda seed: decision(server, options, seed)[0]
        tokens = decision(server, options, 0)[1]
        arrivals(server, 0.5)
        return {
            "tokens": tokens,
            "gaps alone": gaps(server, options.seconds),
            "gaps": beside(decide, lambda: gaps(server, options.seconds)),
            "decisions alone": repeated(decide, options.seconds),
            "decisions beside a stream": beside(lambda _: arrivals(server, 1), lambda: repeated(decide, options.seconds)),
            "decisions beside prompts": beside(lambda i: prompt(server, options, i),
                                               lambda: repeated(decide, options.seconds)),
            "longest wait": {service: server.metric("ferro_lease_longest_wait_seconds", service) * 1e3
                             for service in ("lm", "decide")},
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lm", required=True)
    parser.add_argument("--decide", required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--launch-ms", default="50,10", help="settings with the lease, a comma list")
    parser.add_argument("--seconds", type=float, default=8, help="of each of five measurements for a setting")
    parser.add_argument("--questions", type=int, default=4, help="of one decision request")
    parser.add_argument("--state-words", type=int, default=300)
    parser.add_argument("--prompt-words", type=int, default=1500)
    parser.add_argument("flags", nargs="*")
    options = parser.parse_args()

    settings = [("no lease", None, ["--lease", "off"])]
    settings += [("lease, %s ms" % ms, float(ms), ["--lease", "on", "--launch-ms", ms])
                 for ms in options.launch_ms.split(",")]
    results = [(name, ms, measure(options, flags)) for name, ms, flags in settings]

    print("%s; a decision request: %d questions, %d tokens; load average %.1f" % (
        options.device, options.questions, results[0][2]["tokens"], os.getloadavg()[0]))
    row = "| %-12s | %-26s | %6s | %7s | %7s | %7s | %6s |"
    print("\n" + row % ("setting", "gaps of a stream, ms", "tokens", "p50", "p99", "max", "bound"))
    print("|---|---|---|---|---|---|---|")
    for name, ms, result in results:
        step = statistics.median(result["gaps alone"])
        for what, key in (("alone", "gaps alone"), ("beside decisions", "gaps")):
            bound = "%.0f" % (step + ms) if ms is not None and key == "gaps" else ""
            print(row % (name, what, len(result[key]), *("%.1f" % p for p in percentiles(result[key])), bound))
    row = "| %-12s | %-26s | %6s | %7s | %7s | %7s |"
    print("\n" + row % ("setting", "decisions, ms", "count", "p50", "p99", "max"))
    print("|---|---|---|---|---|---|")
    for name, _, result in results:
        for what in ("alone", "beside a stream", "beside prompts"):
            values = result["decisions " + what]
            print(row % (name, what, len(values), *("%.0f" % p for p in percentiles(values))))
    for name, ms, result in results:
        if ms is not None:
            print("\n%s: longest wait for the lease: lm %.0f ms, decide %.0f ms" % (
                name, result["longest wait"]["lm"], result["longest wait"]["decide"]), end="")
    print()


if __name__ == "__main__":
    main()
