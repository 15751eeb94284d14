"""`ferro fetch` against a server that cuts connections, knows no ranges, changes its mind, or lies."""
import hashlib
import http.server
import os
import resource
import signal
import subprocess
import threading

import pytest

from stack import DENSE, FERRO, ferro

CONTENT = DENSE.read_bytes()
SHA256 = hashlib.sha256(CONTENT).hexdigest()


class Server(http.server.ThreadingHTTPServer):
    """Serves CONTENT at /model.gguf. Attributes say how it misbehaves."""
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.content = CONTENT
        self.etag = '"v1"'
        self.ranges = True
        self.cuts = []          # byte counts after which the next answers break off
        self.claimed_length = None
        self.status = None      # answered instead, once for each entry of a list or always for a number
        self.redirect = None
        self.requests = []      # the Range header of each request
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d/model.gguf" % self.server_port

    def handle_error(self, *_):
        pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        server = self.server
        server.requests.append(self.headers.get("Range"))
        status = server.status.pop(0) if isinstance(server.status, list) and server.status else server.status
        if isinstance(status, int):
            return self.answer(status, b"no")
        if server.redirect:
            self.send_response(302)
            self.send_header("Location", server.redirect)
            self.send_header("Content-Length", "0")
            return self.end_headers()
        start, wanted = 0, self.headers.get("Range")
        if server.ranges and wanted and self.headers.get("If-Range") == server.etag:
            start = int(wanted[len("bytes="):].rstrip("-"))
        if start >= len(server.content) > 0 and start:
            self.send_response(416)
            self.send_header("Content-Range", "bytes */%d" % len(server.content))
            self.send_header("Content-Length", "0")
            return self.end_headers()
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", "bytes %d-%d/%d" % (start, len(server.content) - 1, len(server.content)))
        if server.etag:
            self.send_header("ETag", server.etag)
        body = server.content[start:]
        self.send_header("Content-Length", str(server.claimed_length or len(body)))
        self.end_headers()
        if server.cuts:
            self.wfile.write(body[:server.cuts.pop(0)])
            self.wfile.flush()
            self.connection.shutdown(2)
            self.close_connection = True
        else:
            self.wfile.write(body)

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def server():
    running = Server()
    yield running
    running.shutdown()
    running.server_close()


@pytest.fixture(scope="module", autouse=True)
def hopeless(tmp_path_factory):
    """A fetch that never gets further and its server, begun before the other tests: most of it is waiting."""
    running = Server()
    running.etag = None
    running.cuts = [1000] * 100
    process = subprocess.Popen([str(FERRO), "fetch", running.url, "--to", str(tmp_path_factory.mktemp("hopeless"))],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    yield process, running
    process.kill()
    process.communicate()
    running.shutdown()
    running.server_close()


def fetch(server, folder, *flags, **options):
    return ferro("fetch", server.url, "--to", folder, *flags, **options)


def test_downloads_and_prints_only_the_path(server, tmp_path):
    result = fetch(server, tmp_path, "--sha256", SHA256)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "%s/model.gguf\n" % tmp_path
    assert os.listdir(tmp_path) == ["model.gguf"]
    assert (tmp_path / "model.gguf").read_bytes() == CONTENT


def test_takes_up_a_broken_connection_where_it_broke(server, tmp_path):
    server.cuts = [1_000_000, 500_000]
    result = fetch(server, tmp_path, "--sha256", SHA256)
    assert result.returncode == 0, result.stderr
    assert server.requests[0] is None
    resumed = [int(wanted[len("bytes="):-1]) for wanted in server.requests[1:]]
    assert len(resumed) == 2 and 0 < resumed[0] <= 1_000_000 and resumed[0] < resumed[1] <= 1_500_000
    assert (tmp_path / "model.gguf").read_bytes() == CONTENT


def test_a_later_run_goes_on(server, tmp_path):
    server.cuts = [700_000]
    server.status = [None, 404]
    assert fetch(server, tmp_path).returncode == 1
    assert 0 < (tmp_path / "model.gguf.part").stat().st_size <= 700_000
    result = fetch(server, tmp_path, "--sha256", SHA256)
    assert result.returncode == 0, result.stderr
    assert server.requests[-1] is not None and "were there" in result.stderr
    assert (tmp_path / "model.gguf").read_bytes() == CONTENT


def test_a_changed_file_starts_anew(server, tmp_path):
    server.cuts = [700_000]
    server.status = [None, 404]
    fetch(server, tmp_path)
    server.etag = '"v2"'
    server.content = CONTENT[:-32] + bytes(32)
    result = fetch(server, tmp_path, "--sha256", hashlib.sha256(server.content).hexdigest())
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "model.gguf").read_bytes() == server.content


def test_without_ranges_it_starts_anew(server, tmp_path):
    server.ranges = False
    server.cuts = [1_000_000]
    result = fetch(server, tmp_path, "--sha256", SHA256)
    assert result.returncode == 0, result.stderr
    assert len(server.requests) == 2


def test_without_a_validator_nothing_is_joined(server, tmp_path):
    server.etag = None
    server.cuts = [1_000_000]
    result = fetch(server, tmp_path, "--sha256", SHA256)
    assert result.returncode == 0, result.stderr
    assert server.requests == [None, None]


def test_a_wrong_checksum_leaves_nothing(server, tmp_path):
    result = fetch(server, tmp_path, "--sha256", "0" * 64)
    assert result.returncode == 1
    assert "wrong checksum" in result.stderr and SHA256 in result.stderr
    assert result.stdout == "" and os.listdir(tmp_path) == []


def test_a_page_instead_of_a_model_leaves_nothing(server, tmp_path):
    server.content = b"<html>please log in</html>"
    result = fetch(server, tmp_path)
    assert result.returncode == 1
    assert "not a usable GGUF" in result.stderr and os.listdir(tmp_path) == []


@pytest.mark.parametrize("status, words", [(404, "no such file"), (403, "HF_TOKEN"), (401, "HF_TOKEN"), (400, "400")])
def test_a_refusal_is_final_and_clear(server, tmp_path, status, words):
    server.status = status
    result = fetch(server, tmp_path)
    assert result.returncode == 1
    assert words in result.stderr and server.url in result.stderr
    assert len(server.requests) == 1
    assert os.listdir(tmp_path) == []


def test_a_server_error_is_tried_again(server, tmp_path):
    server.status = [503, 502]
    result = fetch(server, tmp_path, "--sha256", SHA256)
    assert result.returncode == 0, result.stderr
    assert len(server.requests) == 3


def test_no_room_is_found_out_before_the_download(server, tmp_path):
    server.claimed_length = 1 << 60
    result = fetch(server, tmp_path)
    assert result.returncode == 1
    assert "not enough room" in result.stderr and "--to" in result.stderr


def test_a_full_disk_keeps_what_is_there(server, tmp_path):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
    result = fetch(server, tmp_path, preexec_fn=limit)
    assert result.returncode == 1
    assert "no room" in result.stderr and "again" in result.stderr
    assert (tmp_path / "model.gguf.part").stat().st_size == 1_000_000
    assert fetch(server, tmp_path, "--sha256", SHA256).returncode == 0, "the same command goes on"
    assert (tmp_path / "model.gguf").read_bytes() == CONTENT


def test_killed_in_the_middle_goes_on(server, tmp_path):
    server.claimed_length = len(CONTENT) + 1  # the last byte never comes
    with pytest.raises(Exception):
        fetch(server, tmp_path, timeout=3)  # killed with SIGKILL
    assert (tmp_path / "model.gguf.part").stat().st_size == len(CONTENT)
    server.claimed_length = None
    result = fetch(server, tmp_path, "--sha256", SHA256)
    assert result.returncode == 0, result.stderr


def test_what_is_there_stays(server, tmp_path):
    fetch(server, tmp_path)
    again = fetch(server, tmp_path)
    assert again.returncode == 0 and "already there" in again.stderr
    assert again.stdout == "%s/model.gguf\n" % tmp_path
    assert len(server.requests) == 1
    other = fetch(server, tmp_path, "--sha256", "0" * 64)
    assert other.returncode == 1 and "--force" in other.stderr


def test_redirects_are_followed(server, tmp_path):
    front = Server()
    front.redirect = server.url
    try:
        assert fetch(front, tmp_path, "--sha256", SHA256).returncode == 0
    finally:
        front.shutdown()
        front.server_close()


def test_a_redirect_to_a_local_file_is_refused(server, tmp_path):
    server.redirect = "file:///etc/passwd"
    assert fetch(server, tmp_path).returncode == 1
    assert not (tmp_path / "model.gguf").exists()


def test_the_default_folder(server, tmp_path):
    result = ferro("fetch", server.url, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)})
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "ferro/models/model.gguf").exists()


def test_names():
    listing = ferro("fetch", "--list")
    assert listing.returncode == 0 and "lfm2.5-350m" in listing.stdout
    unknown = ferro("fetch", "lfm2.5-350")
    assert unknown.returncode == 1 and "lfm2.5-350m" in unknown.stderr


def test_a_server_that_never_gets_further_is_given_up(hopeless):
    process, its_server = hopeless
    _, log = process.communicate(timeout=100)
    assert process.returncode == 1
    assert "gave up after 5 attempts" in log
    assert len(its_server.requests) == 6, "the first one got further than nothing"
