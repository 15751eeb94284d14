"""The Decide tab of the page in a real browser. Needs chromium, as test_browser.py does."""
import json
import subprocess

from stack import wait_until
from test_browser import browser, pytestmark  # noqa: F401, a fixture and the reason to skip

FILL = """(() => {
  const set = (box, name, value) => {
    const input = box.querySelector('.' + name);
    input.value = value;
    input.dispatchEvent(new Event('change'));
  };
  for (const button of document.querySelectorAll('.question > .row > button')) button.click();
  const add = (id, type, instructions) => {
    document.getElementById('add-question').click();
    const box = [...document.querySelectorAll('.question')].pop();
    set(box, 'id', id);
    set(box, 'type', type);
    set(box, 'instructions', instructions);
    return box;
  };
  set(add('sure', 'noul', "Isn't it?"), 'yes', 'it is');
  const choice = add('pick', 'choice', 'Which?');
  choice.querySelector('.criteria-box > button').click();
  ['10', '2', 'b'].forEach((key, i) => set(choice.querySelectorAll('.option-row')[i], 'key', key));
  const score = add('how', 'score', 'How much?');
  ['low', 'high'].forEach((level, i) => set(score.querySelectorAll('.level-row')[i], 'level', level));
  document.getElementById('state').value = '{"b": 1.50, "a": [2]}';
  document.getElementById('state-json').checked = true;
})()"""


def decide(browser):
    browser.js("document.getElementById('decide-form').requestSubmit()")
    wait_until(lambda: browser.js("document.querySelector('#answers .stats, #answers .error') !== null"), 20)


def test_the_example_is_answered(browser, decision_stack):
    browser.open(decision_stack.url + "/chat")
    wait_until(lambda: browser.visible("decide"), 10)
    assert not browser.visible("form") and not browser.visible("tab-chat"), "nothing here can chat"
    assert "tiny-d1" in browser.text("#model")
    decide(browser)
    assert browser.text("#answers .error") == ""
    assert browser.js("document.querySelectorAll('#answers .answer').length") == 3
    assert browser.js("document.querySelectorAll('#answers .option').length") == 2 + 3 + 3
    assert browser.js("document.querySelectorAll('#answers .best').length") == 3
    shares = browser.js("[...document.querySelectorAll('#answers .track > div')].map(n => parseFloat(n.style.width))")
    for first, last in ((0, 2), (2, 5), (5, 8)):
        assert abs(sum(shares[first:last]) - 100) < 0.1
    for width in (390, 1200):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=True)
        assert browser.js("document.documentElement.scrollWidth") <= width
    assert browser.complaints() == []


def test_what_is_sent_is_shown_and_works_as_curl(browser, decision_stack):
    browser.open(decision_stack.url + "/chat")
    wait_until(lambda: browser.visible("decide"), 10)
    browser.js(FILL)
    decide(browser)
    assert browser.text("#answers .error") == ""
    sent = browser.text("#answers pre")
    assert '"state": {"b": 1.50, "a": [2]}' in sent, "the state travels as it is written"
    assert json.loads(sent)["questions"] == {
        "sure": {"type": "noul", "instructions": "Isn't it?", "criteria": {"true": "it is"}},
        "pick": {"type": "choice", "instructions": "Which?", "criteria": {"10": None, "2": None, "b": None}},
        "how": {"type": "score", "instructions": "How much?", "criteria": ["low", "high"]}}
    assert sent.index('"10"') < sent.index('"2"'), "the order of options counts"
    # What the button copies, caught on its way to the clipboard.
    browser.js("navigator.clipboard.writeText = async (text) => { window.copied = text; }; 0")
    browser.js("document.querySelector('#answers button').click()")
    wait_until(lambda: browser.js("window.copied"), 5)
    command = browser.js("window.copied")
    shown = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30)
    assert decision_stack.post("/v1/systemone", sent.encode()) == (200, json.loads(shown.stdout)), shown.stderr
    assert browser.complaints() == []


def test_mistakes_are_told(browser, decision_stack):
    browser.open(decision_stack.url + "/chat")
    wait_until(lambda: browser.visible("decide"), 10)
    browser.js("document.getElementById('state').value = '{'; document.getElementById('state-json').checked = true; 0")
    decide(browser)
    assert "the state is no JSON" in browser.text("#answers .error")
    browser.js("document.getElementById('state-json').checked = false;"
               "for (const b of document.querySelectorAll('.question > .row > button')) b.click(); 0")
    decide(browser)
    assert '"questions" must be a non-empty object' in browser.text("#answers .error")


def test_both_kinds_have_their_tab(browser, both_stack):
    browser.open(both_stack.url + "/chat")
    wait_until(lambda: browser.visible("tab-decide"), 10)
    assert browser.visible("form") and not browser.visible("decide")
    browser.js("document.getElementById('tab-decide').click()")
    assert browser.visible("decide") and not browser.visible("form") and not browser.visible("clear")
    assert "tiny-d1" in browser.text("#model")
    browser.js("document.getElementById('tab-chat').click()")
    assert browser.visible("form") and "tokens of context" in browser.text("#model")
    assert browser.complaints() == []


def test_without_a_decision_model_there_is_no_tab(browser, stack):
    browser.open(stack.url + "/chat")
    wait_until(lambda: "tokens of context" in browser.text("#model"), 10)
    assert not browser.visible("tab-decide") and not browser.visible("decide") and browser.visible("form")
