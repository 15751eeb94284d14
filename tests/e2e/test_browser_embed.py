"""The Embed tab of the page in a real browser. Needs chromium, as test_browser.py does."""
from stack import wait_until
from test_browser import browser, pytestmark  # noqa: F401, a fixture and the reason to skip


def compare(browser, *texts):
    if texts:
        browser.js("document.getElementById('texts').value = %r; 0" % "\n".join(texts))
    browser.js("document.getElementById('embed-form').requestSubmit()")
    wait_until(lambda: browser.js("document.querySelector('#similarities .stats, #similarities .error') !== null"), 20)


def open_page(browser, stack):
    browser.open(stack.url + "/chat")
    wait_until(lambda: browser.visible("embed") and browser.js("document.getElementById('dimensions').options.length") > 0,
               10)


def test_the_example_is_compared(browser, embed_stack):
    open_page(browser, embed_stack)
    assert not browser.visible("form") and not browser.visible("tab-chat"), "nothing here can chat"
    assert "tokens a text at most" in browser.text("#model")
    compare(browser)
    assert browser.text("#similarities .error") == ""
    assert browser.js("document.querySelectorAll('.heat tbody tr').length") == 5
    assert browser.js("document.querySelectorAll('.heat .pair').length") == 20
    assert browser.js("document.querySelectorAll('.pairs li').length") == 3
    heat = browser.js("[...document.querySelectorAll('.heat .pair')].map(n => parseInt(n.style.getPropertyValue('--heat')))")
    assert min(heat) == 0 and max(heat) == 100
    assert len(set(browser.js("[...document.querySelectorAll('.heat .pair')].map(n => getComputedStyle(n).backgroundColor)"))) > 2
    for width in (390, 1200):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=True)
        assert browser.js("document.documentElement.scrollWidth") <= width
    assert browser.complaints() == []


def test_twins_are_the_nearest_pair(browser, embed_stack):
    open_page(browser, embed_stack)
    compare(browser, "a red lamp", "<b>another</b> text", "a red lamp")
    nearest = browser.text(".pairs li:first-child")
    assert nearest.startswith("1.000") and nearest.count("a red lamp") == 2
    assert browser.js("document.querySelector('.heat b')") is None, "texts are text"


def test_width_and_task_are_sent(browser, embed_stack):
    open_page(browser, embed_stack)
    browser.js("document.getElementById('task').value = 'query'; 0")
    width = browser.js("document.getElementById('dimensions').value")
    compare(browser)
    assert "%s values a text" % width in browser.text("#similarities .stats")


def test_mistakes_are_told(browser, embed_stack):
    open_page(browser, embed_stack)
    compare(browser, "alone")
    assert "two texts at least" in browser.text("#similarities .error")
    compare(browser, "short", "word " * 20000)
    assert "maximum context length" in browser.text("#similarities .error")


def test_without_an_embedding_model_there_is_no_tab(browser, stack):
    browser.open(stack.url + "/chat")
    wait_until(lambda: "tokens of context" in browser.text("#model"), 10)
    assert not browser.visible("tab-embed") and not browser.visible("embed")
