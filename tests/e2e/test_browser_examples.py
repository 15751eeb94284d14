"""The example buttons of the page in a real browser: three on each tab, sent as if typed. Needs chromium."""
import json

import pytest

from stack import wait_until
from test_browser import browser, pytestmark  # noqa: F401, a fixture and the reason to skip

# What each tab shows when its question has been answered, well or not.
DONE = {"chat": ".stats", "decide": "#answers .stats, #answers .error", "embed": "#similarities .stats, #similarities .error"}
FIRST = {"chat": "What is Ferro?", "decide": "A refund?", "embed": "Customers"}


def focused(browser):
    return browser.js("document.activeElement.closest('.examples') ? document.activeElement.textContent : ''")


def open_tab(browser, stack, tab):
    """The page with a record of what it sends."""
    browser.open(stack.url + "/chat")
    wait_until(lambda: browser.visible(tab), 10)
    browser.js("window.sent = []; const plain = fetch; window.fetch = (url, options) => {"
               " if (options.body) sent.push([url, options.body]); return plain(url, options); }; 0")
    browser.js("document.getElementById('max_tokens').value = '4'; 0")


def names(browser, tab):
    return browser.js("[...document.querySelectorAll('#%s .examples button')].map(n => n.textContent)" % tab)


def click(browser, tab, index):
    browser.js("document.querySelectorAll('#%s .examples button')[%d].click()" % (tab, index))


def answered(browser, tab):
    wait_until(lambda: browser.js("document.querySelector(%s) !== null" % json.dumps(DONE[tab])), 20)
    assert browser.text(".error") == ""


def test_chat(browser, stack):
    open_tab(browser, stack, "chat")
    texts = names(browser, "chat")
    assert texts == ["What is Ferro?", "What is 7 + 5?", "Sort: 9, 2, 5"]
    for index, text in enumerate(texts):
        click(browser, "chat", index)
        answered(browser, "chat")
        assert browser.text(".user") == text and not browser.visible("chat-examples")
        wait_until(lambda: browser.visible("send"), 20)
        browser.js("document.getElementById('clear').click()")
        assert browser.visible("chat-examples")
    assert [json.loads(body)["messages"] for _, body in browser.js("sent")] == [
        [{"role": "user", "content": text}] for text in texts]
    assert browser.complaints() == []


def test_decide(browser, decision_stack):
    open_tab(browser, decision_stack, "decide")
    assert len(names(browser, "decide")) == 3
    assert browser.js("document.documentElement.scrollHeight <= innerHeight"), "only the tab scrolls, not the page too"
    browser.js("document.getElementById('state-json').checked = true; 0")  # of an earlier question
    types = []
    for index in range(3):
        click(browser, "decide", index)
        answered(browser, "decide")
        assert browser.js("document.querySelectorAll('#answers .answer').length") == 1
        (question,) = json.loads(browser.js("sent.at(-1)[1]"))["questions"].values()
        types.append(question["type"])
        # The same when it is sent again by hand.
        browser.js("document.getElementById('decide-form').requestSubmit()")
        answered(browser, "decide")
        assert browser.js("sent.at(-1)[1] === sent.at(-2)[1]")
    assert types == ["noul", "choice", "score"]
    assert browser.complaints() == []


def test_embed(browser, embed_stack):
    open_tab(browser, embed_stack, "embed")
    assert len(names(browser, "embed")) == 3
    inputs = set()
    for index in range(3):
        click(browser, "embed", index)
        answered(browser, "embed")
        assert browser.js("document.querySelectorAll('.heat tbody tr').length") == 4
        inputs.add(browser.js("sent.at(-1)[1]"))
        assert json.loads(browser.js("sent.at(-1)[1]"))["input"] == browser.js(
            "document.getElementById('texts').value").split("\n")
    assert len(inputs) == 3
    assert browser.complaints() == []


@pytest.mark.parametrize("tab, stack_name", [("chat", "stack"), ("decide", "decision_stack"), ("embed", "embed_stack")])
def test_the_keyboard_reaches_and_starts_them(browser, request, tab, stack_name):
    open_tab(browser, request.getfixturevalue(stack_name), tab)
    browser.js("document.getElementById('gear').focus(); 0")  # the last control above
    browser.press("Tab")
    assert focused(browser) == FIRST[tab]
    browser.press("Enter", "\r")
    answered(browser, tab)
    assert len(browser.js("sent")) == 1
    assert browser.complaints() == []


def test_the_newest_question_gets_the_answer(browser, decision_stack):
    open_tab(browser, decision_stack, "decide")
    # The first answer is held back until the second question is asked.
    browser.js("const quick = fetch; let release; const held = new Promise((resolve) => { release = resolve; });"
               "let calls = 0; window.fetch = async (url, options) => {"
               " if (++calls === 1) { const reply = await quick(url, {...options, signal: undefined}); await held; return reply; }"
               " release(); return quick(url, options); }; 0")
    click(browser, "decide", 0)
    click(browser, "decide", 2)
    answered(browser, "decide")
    assert browser.text("#answers h2").startswith("urgency")
    assert browser.js("document.querySelectorAll('#answers .answer').length") == 1
    assert browser.complaints() == []
