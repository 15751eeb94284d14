"""Starts the real programs the way a user does, and looks at them from outside."""
import json
import os
import pathlib
import queue
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
# FERRO overrides the program, for builds whose output lies elsewhere.
FERRO = pathlib.Path(os.environ.get("FERRO", ROOT / "bazel-bin/tools/ferro/ferro"))
MODELS = ROOT / "tests/data/models"
TINY_D1 = MODELS / "tiny-d1-Q8_0.gguf"
DENSE = MODELS / "tiny-lfm2-Q8_0.gguf"
TINY_GEMMA2 = MODELS / "tiny-gemma2-Q8_0.gguf"
START_SECONDS = 60


def ferro(*arguments, **options):
    """Runs `ferro` to its end."""
    options = {"capture_output": True, "text": True, "timeout": 120, **options}
    return subprocess.run([str(FERRO), *map(str, arguments)], **options)


def with_tiny_models(flags):
    """`ferro up` serves the demo models where no file is named. Most tests want the tiny ones instead, which start sooner
    and answer long: those that the flags do not leave out with `none`."""
    models = {"--lm": DENSE, "--decide": TINY_D1, "--embed": TINY_GEMMA2}
    named = {flag: value for flag, value in zip(flags, flags[1:]) if flag in models}
    if "--model" in flags or any(value != "none" for value in named.values()):
        return flags
    return flags + tuple(part for pair in models.items() if pair[0] not in named for part in pair)


class Stack:
    """`ferro up --port 0 ...`: start() returns when the READY line has come, with or without success. `demo`: with the demo
    models where the flags name no other."""

    def __init__(self, *flags, env=None, folder=None, demo=False):
        self.flags = flags if demo else with_tiny_models(flags)
        self.env = {**os.environ, **(env or {})}
        self.run_dir = folder or tempfile.mkdtemp(prefix="ferro-e2e-", dir="/tmp")
        self.env["XDG_RUNTIME_DIR"] = self.run_dir
        self.log = []
        self.process = self.url = None

    def start(self, seconds=START_SECONDS):
        flags = [str(flag) for flag in self.flags]
        if not any(flag.startswith("--port") for flag in flags):
            flags += ["--port", "0"]
        self.process = subprocess.Popen([str(FERRO), "up", *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        stdin=subprocess.DEVNULL, env=self.env, text=True, start_new_session=True)
        lines = queue.Queue()
        self._follow(self.process.stdout, lines.put)
        self._follow(self.process.stderr, self.log.append)
        try:
            line = lines.get(timeout=seconds)
        except queue.Empty:
            self.kill()
            raise AssertionError("no READY within %d s\n%s" % (seconds, self.log_text()))
        if line is None:
            self.process.wait()
            raise AssertionError("ferro up ended with %d\n%s" % (self.process.returncode, self.log_text()))
        assert line.startswith("READY http://"), line
        self.url = line.split()[1]
        self.stdout_lines = lines
        return self

    @staticmethod
    def _follow(stream, sink):
        def loop():
            for line in stream:
                sink(line.rstrip("\n"))
            if sink.__name__ == "put":
                sink(None)
        threading.Thread(target=loop, daemon=True).start()

    def log_text(self):
        return "\n".join(self.log[-60:])

    def stop(self, seconds=40):
        """Ctrl-C; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=seconds)
        finally:
            self.kill()

    def kill(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    @property
    def address(self):
        host, port = self.url[len("http://"):].rsplit(":", 1)
        return host, int(port)

    def pids(self):
        """name -> pid of the programs that `ferro up` keeps running now."""
        children = {}
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                text = stat.read_text()
                name, rest = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
            except (OSError, ValueError):
                continue
            if int(rest[1]) == self.process.pid and rest[0] != "Z":
                children[name.replace("ferro-", "")] = int(stat.parent.name)
        return children

    def get(self, path, timeout=10):
        """(status, decoded JSON or text)."""
        return request(self.url + path, timeout=timeout)

    def post(self, path, body, timeout=60, headers=None):
        return request(self.url + path, body, timeout, headers)

    def health(self):
        status, body = self.get("/health")
        assert status == 200, body
        return body

    def metric(self, name, **labels):
        """The value of one sample of /metrics."""
        status, text = self.get("/metrics")
        assert status == 200
        wanted = "%s{%s} " % (name, ",".join('%s="%s"' % item for item in labels.items()))
        (line,) = [line for line in text.splitlines() if line.startswith(wanted)]
        return float(line[len(wanted):])

    def wait_idle(self, seconds=20):
        """Until no slot is busy and nothing waits; fails with the last state otherwise."""
        def idle():
            state = self.health()
            return state["slots"]["busy"] == 0 and state["queue"]["lm"] == 0
        wait_until(idle, seconds, lambda: json.dumps(self.health()))

    def connect(self, timeout=30):
        connection = socket.create_connection(self.address, timeout=timeout)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection


def request(url, body=None, timeout=60, headers=None):
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, data, headers or {}), timeout=timeout) as response:
            status, raw = response.status, response.read()
    except urllib.error.HTTPError as error:
        status, raw = error.code, error.read()
    try:
        return status, json.loads(raw)
    except ValueError:
        return status, raw.decode("utf-8", "replace")


def wait_until(condition, seconds, describe=lambda: ""):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "not within %g s %s" % (seconds, describe())
        time.sleep(0.05)


def cpu_seconds(pid):
    """User and system time of a process with all its threads."""
    text = pathlib.Path("/proc/%d/stat" % pid).read_text()
    fields = text[text.rindex(")") + 2:].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid):
    return int(pathlib.Path("/proc/%d/statm" % pid).read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def is_alive(pid):
    try:
        text = pathlib.Path("/proc/%d/stat" % pid).read_text()
    except OSError:
        return False
    return text[text.rindex(")") + 2] != "Z"


def sse_events(lines):
    """The data of each event of a stream, without the final [DONE]; fails when that is missing or not last."""
    events, done = [], 0
    for line in lines:
        line = line.decode() if isinstance(line, bytes) else line
        line = line.rstrip("\r\n")
        if not line.startswith("data: "):
            assert line == "" or line.startswith(":"), line
            continue
        assert not done, "an event after [DONE]: " + line
        if line == "data: [DONE]":
            done += 1
        else:
            events.append(json.loads(line[len("data: "):]))
    assert done == 1, "no [DONE]"
    return events
