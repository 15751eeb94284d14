"""Pages of other origins in a real browser, and the server's own page under other names and behind a proxy."""
import contextlib
import http.client
import http.server
import json
import threading

import pytest

from stack import wait_until
from test_browser import CHROMIUM, Browser

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no chromium; apt-get install chromium to run the browser tests")

BODY = json.dumps({"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 4})
# What needs no preflight, so that the browser sends it without asking.
SIMPLE_POST = """fetch(%s, {method: 'POST', mode: 'no-cors', headers: {'Content-Type': 'text/plain'}, body: %s})
                 .then(response => response.type)"""


@contextlib.contextmanager
def serving(handler):
    """The port of a server of `handler` on this machine."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>A page</title>")

    def log_message(self, *_):
        pass


def proxy_of(stack, says_host):
    """A reverse proxy as most are by default: Host becomes the inner server's."""
    class Proxy(http.server.BaseHTTPRequestHandler):
        def forward(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
            if says_host:
                headers["X-Forwarded-Host"] = self.headers["Host"]
            inner = http.client.HTTPConnection(*stack.address, timeout=30)
            inner.request(self.command, self.path, body, headers)
            answer = inner.getresponse()
            content = answer.read()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers.get("Content-Type", "text/plain"))
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            inner.close()

        do_GET = do_POST = forward

        def log_message(self, *_):
            pass
    return Proxy


@pytest.fixture
def browser(tmp_path):
    """Finds every name in .example on this machine. Such names are no localhost to a browser: their pages are foreign, and
    insecure ones as those of a box in the LAN."""
    browser = Browser(tmp_path, "--host-resolver-rules=MAP *.example 127.0.0.1")
    yield browser
    browser.close()


def statuses(browser, path):
    """Of the answers that the browser got, whether or not it showed them to the page."""
    return [event["params"]["response"]["status"] for event in browser.events
            if event.get("method") == "Network.responseReceived" and event["params"]["response"]["url"].endswith(path)]


def chat(browser, url):
    """Sends one message from the page; the status of the answer."""
    browser.open(url + "/chat")
    wait_until(lambda: "2048 tokens of context" in browser.text("#model"), 10)
    browser.js("document.getElementById('max_tokens').value = '4'")
    browser.send("Hello")
    wait_until(lambda: browser.text(".stats").count("generated") or browser.text(".error"), 20)
    return statuses(browser, "/v1/chat/completions")[-1]


def test_a_foreign_page_gets_nothing_done(browser, stack):
    with serving(Page) as port:
        browser.open("http://evil.example:%d/" % port)
        url = stack.url.replace("127.0.0.1", "box.example") + "/v1/chat/completions"
        # The page learns nothing; the browser saw the refusal.
        assert browser.js(SIMPLE_POST % (json.dumps(url), json.dumps(BODY))) == "opaque"
        wait_until(lambda: statuses(browser, "/v1/chat/completions") == [403], 5)


def test_the_own_page_under_another_name(browser, stack):
    assert chat(browser, stack.url.replace("127.0.0.1", "box.example")) == 200
    assert browser.complaints() == []


@pytest.mark.parametrize("says_host", [True, False])
def test_the_own_page_behind_a_proxy(browser, stack, says_host):
    """One that hides the host is told how to name it; with https the browser's Sec-Fetch-Site would do."""
    with serving(proxy_of(stack, says_host)) as port:
        status = chat(browser, "http://proxy.example:%d" % port)
        assert status == (200 if says_host else 403)
        assert says_host or "X-Forwarded-Host" in browser.text(".error")


def test_the_own_page_behind_a_proxy_on_a_trusted_name(browser, stack):
    """Pages of https and of this machine need no header of the proxy: their browser says whose they are."""
    with serving(proxy_of(stack, says_host=False)) as port:
        assert chat(browser, "http://chat.localhost:%d" % port) == 200
