"""How people really write: greetings, small letters, missing marks, typos; and the prompts that name a task."""

import functools
import pathlib
import random
import re

OPENERS = (
    "Hi,", "Hello,", "Hello!", "Good morning,", "Good evening.", "Dear team,", "Dear all,", "Excuse me,", "Sorry,",
    "Quick question:", "A question:", "Please help:", "Please help me,", "Hey,", "Okay,", "Well,", "So,", "Hi there,",
    "I have a question:", "I need help.", "Can you tell me:", "One more thing:", "By the way,", "Urgent!",
)  # fmt: skip
CLOSERS = ("Thanks!", "Thank you.", "Thanks in advance.", "Please help.", "Please answer soon.", "Kind regards", "Bye!",
           "Any help is welcome.", "I hope you can help.", "It is urgent.", "Can you help me?")  # fmt: skip
FILLERS = (
    "Call us if you have questions.", "Please keep this message.", "This page was changed last week.", "More is below.",
    "We wish you a nice day.", "Thank you for your patience.", "See also the other pages.",
    "Here is what you asked for.", "This is how it works.", "Good to know:", "Note:", "Important:",
    "Please read this carefully.", "In short:", "This answer helped others too.", "Ask us if something is not clear.",
    "A short note on this.",
)  # fmt: skip

QUERY = "task: search result | query: "
ANSWER = "task: question answering | query: "
DOCUMENT = "title: none | text: "
# (weight, prompt of the first text, prompt of the second). Servers add none by themselves, so most pairs have none.
FOR_ASK_TELL = ((45, "", ""), (35, QUERY, DOCUMENT), (10, ANSWER, DOCUMENT), (4, "", DOCUMENT), (4, QUERY, ""),
                (2, "task: code retrieval | query: ", DOCUMENT))  # fmt: skip
FOR_SAME = (
    (64, "", ""),
    *((weight, prompt, prompt) for weight, prompt in (
        (18, "task: sentence similarity | query: "), (6, "task: clustering | query: "),
        (6, "task: classification | query: "), (6, "task: fact checking | query: "),
    )),
)  # fmt: skip


def prompts(table, rng: random.Random) -> tuple[str, str]:
    _, first, second = rng.choices(table, weights=[row[0] for row in table])[0]
    return first, second


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def typo(text: str, rng: random.Random) -> str:
    """One letter inside a word swapped with the next, dropped or doubled."""
    places = [i for i in range(1, len(text) - 1) if text[i - 1 : i + 2].isalpha() and text[i - 1 : i + 2].islower()]
    if not places:
        return text
    at, kind = rng.choice(places), rng.randrange(3)
    if kind == 0:
        return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
    return text[:at] + text[at] * (0 if kind == 1 else 2) + text[at + 1 :]


class Synonyms:
    """Swaps words of a template for others that mean the same; {slots} stay."""

    SHARE = 0.25

    def __init__(self):
        self._others: dict[str, list[str]] = {}
        for line in pathlib.Path(__file__).with_name("synonyms.txt").read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                group = line.split(" = ")
                for phrase in group:
                    if not phrase.startswith("*"):
                        others = [other.strip("*") for other in group if other != phrase]
                        self._others.setdefault(phrase, []).extend(others)
        longest_first = sorted(self._others, key=lambda phrase: (-len(phrase), phrase))
        self._pattern = re.compile(r"(?<![\w{])(" + "|".join(map(re.escape, longest_first)) + r")(?![\w}])")
        self._split = functools.lru_cache(maxsize=1 << 16)(self._pattern.split)

    def swap(self, template: str, rng: random.Random) -> str:
        parts = self._split(template)  # every second one is a phrase that has others
        return "".join(
            rng.choice(self._others[part]) if i % 2 and rng.random() < self.SHARE else part
            for i, part in enumerate(parts)
        )


def keywords(sentence: str, rng: random.Random) -> str:
    """Without most of the words that carry little, as people type into a search box."""
    words = sentence.split()
    kept = [word for word in words if word.lower().strip(",;:") not in LIGHT_WORDS or rng.random() < 0.25]
    return " ".join(kept if len(kept) > 1 else words)


def as_asked(sentence: str, rng: random.Random) -> str:
    """A sentence as somebody types it into a form or a search box."""
    roll = rng.random()
    if roll < 0.05:
        sentence = typo(sentence, rng)
    elif roll < 0.17:
        sentence = keywords(sentence, rng)
    question = sentence.split(" ", 1)[0].lower().strip(",") in QUESTION_WORDS
    sentence += rng.choice("???? !" if question else "... !").strip()
    if rng.random() < 0.6:
        sentence = capitalised(sentence)
    elif rng.random() < 0.3:
        sentence = sentence.lower()
    if rng.random() < 0.2:
        sentence = f"{rng.choice(OPENERS)} {sentence}"
    if rng.random() < 0.1:
        sentence = f"{sentence} {rng.choice(CLOSERS)}"
    return sentence


QUESTION_WORDS = frozenset(
    "what which who whom whose when where why how is are was were do does did can could may must should will would has "
    "have at in on for until by are am any".split()
)
LIGHT_WORDS = frozenset(
    "the a an i my me is are was do does did can could you your please to of for we our it that this be will would "
    "have has there am in on at and".split()
)


def as_told(sentences: list[str], rng: random.Random) -> str:
    """A short document."""
    text = " ".join(capitalised(sentence) + "." for sentence in sentences)
    if rng.random() < 0.1:
        text = text[:-1]
    if rng.random() < 0.2:
        filler = rng.choice(FILLERS)
        text = f"{text} {filler}" if rng.random() < 0.5 and not filler.endswith(":") else f"{filler} {text}"
    return text
