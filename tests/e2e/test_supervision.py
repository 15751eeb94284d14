"""`ferro up` as a parent: what it refuses, what it restarts, what it leaves behind (nothing)."""
import os
import pathlib
import signal
import socket
import struct
import subprocess
import threading
import time

import pytest

from stack import DENSE, FERRO, MODELS, Stack, ferro, is_alive, wait_until


def up(*flags, **options):
    """`ferro up` that is expected to fail soon."""
    return ferro("up", *flags, timeout=60, **options)


def leftovers(stack):
    return list(pathlib.Path(stack.run_dir).glob("ferro/up-*"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_everything(number):
    stack = Stack().start()
    pids = list(stack.pids().values())
    assert len(pids) == 4, "three models and the gateway"
    stack.process.send_signal(number)
    assert stack.process.wait(timeout=15) == 0
    assert not any(is_alive(pid) for pid in pids)
    assert leftovers(stack) == []
    assert stack.stdout_lines.get(timeout=5) is None, "READY is the only line on standard output"


def test_ctrl_c_reaches_the_whole_terminal_group_once():
    """A terminal signals every process of its foreground group, not just ours."""
    stack = Stack().start()
    pids = list(stack.pids().values())
    os.killpg(stack.process.pid, signal.SIGINT)
    assert stack.process.wait(timeout=15) == 0
    assert not any(is_alive(pid) for pid in pids)
    assert "died" not in stack.log_text()


def test_closed_standard_streams():
    """As some service managers start programs: descriptors 0 to 2 free for the first files that we open."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    stack = Stack()
    stack.process = subprocess.Popen(["sh", "-c", 'exec "$0" up --port %d <&- >&- 2>&-' % port, str(FERRO)], env=stack.env)
    stack.url = "http://127.0.0.1:%d" % port

    def serves():
        try:
            return stack.get("/readyz")[0] == 200
        except OSError:
            return False
    try:
        wait_until(serves, 20)
    finally:
        assert stack.stop(15) == 0


def test_ctrl_c_lets_a_running_stream_end():
    stack = Stack("--device", "reference").start()
    result = {}
    body = {"prompt": "The sea", "max_tokens": 1000, "temperature": 0, "ignore_eos": True}
    thread = threading.Thread(target=lambda: result.update(answer=stack.post("/v1/completions", body)))
    thread.start()
    wait_until(lambda: stack.health()["slots"]["busy"] == 1, 10)
    stack.process.send_signal(signal.SIGINT)
    thread.join(30)
    assert stack.process.wait(timeout=40) == 0
    status, answer = result["answer"]
    assert status == 200 and answer["usage"]["completion_tokens"] == 1000


def test_kill_9_leaves_nothing_running():
    stack = Stack().start()
    pids = list(stack.pids().values())
    stack.process.kill()
    stack.process.wait()
    wait_until(lambda: not any(is_alive(pid) for pid in pids), 5)
    assert leftovers(stack), "nobody could clean up"
    with Stack(folder=stack.run_dir) as successor:
        assert len(leftovers(successor)) == 1, "the next one clears away what the killed one left"


COMPLETION = ("/v1/completions", {"prompt": "x", "max_tokens": 4})
DECISION = ("/v1/systemone", {"state": "x", "questions": {"q": {"type": "noul", "instructions": "Is it?"}}})


@pytest.mark.parametrize("name, request_of_it", [("lm", COMPLETION), ("decide", DECISION), ("gateway", COMPLETION)])
def test_a_killed_service_comes_back(name, request_of_it):
    with Stack() as stack:
        pid = stack.pids()[name]
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: stack.pids().get(name, pid) != pid, 10)

        def serves():
            try:
                return stack.post(*request_of_it)[0] == 200
            except OSError:
                return False
        wait_until(serves, 30, stack.log_text)
        assert "event=died" in stack.log_text() and "program=" + name in stack.log_text()


def test_a_stream_sees_the_death_of_its_service():
    with Stack("--device", "reference") as stack:
        connection = stack.connect()
        body = b'{"prompt": "x", "stream": true, "ignore_eos": true, "max_tokens": 3000}'
        connection.sendall(b"POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        received = connection.recv(65536)
        os.kill(stack.pids()["lm"], signal.SIGKILL)
        while True:
            part = connection.recv(65536)
            received += part
            if not part or received.endswith(b"0\r\n\r\n"):
                break
        assert b'"error"' in received and b"backend_error" in received
        assert b"[DONE]" not in received and received.endswith(b"0\r\n\r\n")


def test_while_a_service_is_away_requests_get_503():
    with Stack() as stack:
        os.kill(stack.pids()["lm"], signal.SIGSTOP)  # there, but mute: /health must answer all the same
        start = time.monotonic()
        assert stack.get("/livez")[0] == 200
        assert time.monotonic() - start < 1
        os.kill(stack.pids()["lm"], signal.SIGCONT)
        os.kill(stack.pids()["lm"], signal.SIGKILL)
        statuses = set()

        def back():
            status, body = stack.post("/v1/completions", {"prompt": "x", "max_tokens": 1})
            statuses.add(status)
            if status != 200:
                assert status in (502, 503) and body["error"]["type"] in ("unavailable_error", "server_error")
            return status == 200
        wait_until(back, 30)


def test_two_stacks_side_by_side():
    with Stack() as one, Stack(folder=one.run_dir) as two:
        assert one.url != two.url
        assert len(leftovers(one)) == 2
        for stack in (one, two):
            assert stack.post("/v1/completions", {"prompt": "x", "max_tokens": 2})[0] == 200


def test_a_taken_port_is_named():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = up("--port", port)
    assert result.returncode == 1 and result.stdout == ""
    assert str(port) in result.stderr and "--port" in result.stderr


def test_a_missing_model():
    result = up("--lm", "/no/such/model.gguf")
    assert result.returncode == 1 and "/no/such/model.gguf" in result.stderr
    assert "event=started" not in result.stderr, "found out before anything starts"


def test_no_gguf_file(tmp_path):
    path = tmp_path / "text.gguf"
    path.write_text("I am not a model")
    result = up("--lm", path)
    assert result.returncode == 1 and str(path) in result.stderr and "event=started" not in result.stderr


def gguf(path, **texts):
    """A GGUF file with text metadata and no tensors."""
    data = b"GGUF" + struct.pack("<IQQ", 3, 0, len(texts))
    for key, value in texts.items():
        key, value = key.replace("__", ".").encode(), value.encode()
        data += struct.pack("<Q", len(key)) + key + struct.pack("<IQ", 8, len(value)) + value
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("texts, words", [
    ({"general__architecture": "gemma-embedding2"}, "--embed"),
    ({"general__architecture": "lfm2", "lfm2__decision__type": "lfm2-d1-omni"}, "--decide"),
    ({"general__architecture": "llama"}, "llama"),
    ({"general__name": "x"}, "general.architecture"),
])
def test_a_model_of_another_kind(tmp_path, texts, words):
    result = up("--lm", gguf(tmp_path / "other.gguf", **texts))
    assert result.returncode == 1 and words in result.stderr and "other.gguf" in result.stderr


def test_a_language_model_embeds_nothing():
    result = up("--embed", DENSE)
    assert result.returncode == 1 and "--lm" in result.stderr and "event=started" not in result.stderr


def test_a_bad_value_ends_the_start_with_the_services_own_words():
    result = up("--port", 0, "--kv-dtype", "f8")
    assert result.returncode == 1 and result.stdout == ""
    assert "kv-dtype" in result.stderr and "lm ended while starting" in result.stderr


def test_a_model_that_the_header_check_lets_through_but_is_broken(tmp_path):
    result = up("--port", 0, "--lm", gguf(tmp_path / "hollow.gguf", general__architecture="lfm2"))
    assert result.returncode == 1 and "hollow.gguf" in result.stderr


def test_a_relative_path_and_the_other_architecture(tmp_path, monkeypatch):
    monkeypatch.chdir(MODELS)
    with Stack("--lm", "tiny-lfm2moe-Q8_0.gguf") as stack:
        assert stack.get("/v1/models")[1]["data"][0]["id"] == "tiny-lfm2moe-Q8_0"


def test_keys():
    with Stack("--api-key", "me: secret-1", "--api-key", "secret-2") as stack:
        assert stack.get("/v1/models")[0] == 401
        assert stack.get("/health")[0] == 200
        for key in ("secret-1", "secret-2"):
            assert stack.post("/tokenize", {"content": "x"}, headers={"Authorization": "Bearer " + key})[0] == 200


def test_hang_up_reads_the_keys_again(tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("old-key\n")
    with Stack("--api-key-file", keys) as stack:
        def status(key):
            return stack.post("/tokenize", {"content": "x"}, headers={"Authorization": "Bearer " + key})[0]
        assert status("old-key") == 200
        keys.write_text("new-key\n")
        stack.process.send_signal(signal.SIGHUP)
        wait_until(lambda: status("new-key") == 200, 5)
        assert status("old-key") == 401
