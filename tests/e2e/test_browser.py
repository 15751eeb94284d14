"""The chat page in a real browser, driven through its DevTools pipe. Needs chromium (Debian package of that name)."""
import json
import os
import shutil
import subprocess

import pytest

from stack import wait_until

CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no chromium; apt-get install chromium to run the browser tests")

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "about:blank"]


class Browser:
    """One page. Messages are JSON with a zero byte after each: we write to its descriptor 3, it writes to its 4."""

    def __init__(self, profile, *flags):
        to_read, self.to = os.pipe()
        self.back, back_write = os.pipe()
        # The shell gives the pipes the numbers that chromium expects.
        command = 'exec "$@" 3<&%d 4>&%d' % (to_read, back_write)
        self.process = subprocess.Popen(
            ["bash", "-c", command, "bash", CHROMIUM, "--user-data-dir=%s" % profile, *flags, *FLAGS],
            pass_fds=(to_read, back_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(back_write)
        self.rest, self.count, self.session, self.events = b"", 0, None, []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def call(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                part = os.read(self.back, 1 << 16)
                assert part, "chromium ended"
                self.rest += part
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.count:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    def js(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def open(self, url):
        self.call("Page.navigate", url=url)
        wait_until(lambda: self.js("document.readyState") == "complete" and self.js("location.href") == url, 20)

    def send(self, text):
        self.js("document.getElementById('prompt').value = %s; document.getElementById('form').requestSubmit()"
                % json.dumps(text))

    def press(self, key, text=""):
        """A key as the keyboard sends it, to whatever has the focus."""
        code = {"Enter": 13, "Tab": 9}[key]
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                      **({"text": text} if text and kind == "keyDown" else {}))

    def text(self, selector):
        return self.js("[...document.querySelectorAll(%s)].map(n => n.textContent).join('')" % json.dumps(selector))

    def visible(self, name):
        return self.js("document.getElementById('%s').offsetParent !== null" % name)

    def complaints(self):
        """What the console would show in red, and requests that went elsewhere than to the page's own server."""
        origin = self.js("location.origin")
        found = []
        for event in self.events:
            params = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(params)
            elif event.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(params["entry"]["text"])
            elif event.get("method") == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if not url.startswith((origin + "/", "data:", "about:")):
                    found.append(url)
        return found

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.back)


@pytest.fixture
def browser(tmp_path):
    browser = Browser(tmp_path)
    yield browser
    browser.close()


def test_a_conversation(browser, stack):
    browser.open(stack.url + "/chat")
    wait_until(lambda: "2048 tokens of context" in browser.text("#model"), 10)
    assert browser.visible("hint")
    browser.js("document.getElementById('max_tokens').value = '12'")
    for turns in (1, 2):
        browser.send("Hello")
        wait_until(lambda: browser.text(".stats").count("generated") == turns, 20)
    assert not browser.visible("hint") and browser.visible("send") and not browser.visible("stop")
    assert browser.text(".user") == "HelloHello" and browser.text(".turn:not(.user) .text")
    for width in (390, 1200):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=True)
        assert browser.js("document.documentElement.scrollWidth") <= width
    browser.js("document.getElementById('clear').click()")
    assert browser.visible("hint")
    assert browser.complaints() == []


def test_text_grows_and_stop_stops(browser, slow_stack):
    browser.open(slow_stack.url + "/chat")
    # A model with random weights may end at once; this keeps it talking.
    browser.js("const plain = fetch; window.fetch = (url, o) => plain(url, o.body ?"
               " {...o, body: JSON.stringify({...JSON.parse(o.body), ignore_eos: true})} : o); 0")
    browser.send("Tell me a story")
    lengths = set()

    def grew():
        lengths.add(len(browser.text(".turn:not(.user) .text")))
        return len(lengths) > 3
    wait_until(grew, 20)
    assert browser.visible("stop") and not browser.visible("send")
    browser.js("document.getElementById('stop').click()")
    wait_until(lambda: "stopped" in browser.text(".stats"), 5)
    slow_stack.wait_idle()
    assert browser.visible("send")
    assert browser.complaints() == []


def test_a_refused_question_can_be_mended(browser, stack):
    browser.open(stack.url + "/chat")
    browser.send("word " * 5000)
    wait_until(lambda: "context length" in browser.text(".error"), 20)
    assert browser.js("document.getElementById('prompt').value").startswith("word word")
    browser.js("document.getElementById('max_tokens').value = '4'")
    browser.send("Hello")
    wait_until(lambda: "generated" in browser.text(".stats"), 20)
