#!/usr/bin/env python3
"""Tests of the generators of demo-lfm2: nothing that is held out reaches training, and the answers are right."""

import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[1]))

from chat import data, measure, words
from chat.bank import HELD_OUT, Bank, is_held_out_pair
from chat.conversation import Conversation, Message, calls_text, render
from chat.tasks import (
    arithmetic,
    extract,
    ferro_talk,
    json_shape,
    lists,
    memory,
    outside,
    tool_domains,
    tools,
    yes_no,
)


def training_phrases() -> dict[str, list[str]]:
    """All phrasings by the key under which held_out.json has its own."""
    found = {"outside": outside.OPENERS, "system": data.SYSTEMS, "system.think": data.THINK_SYSTEMS}
    for module in (arithmetic, extract, json_shape, lists, memory, yes_no):
        found |= module.PHRASES
    found |= {f"extract.text.{kind}": texts for kind, texts in extract.TEXTS.items()}
    found |= {f"ferro.{topic}": phrases for topic, (_, phrases) in ferro_talk.TOPICS.items()}
    found |= {f"tools.{domain.key}": domain.requests for domain in tool_domains.DOMAINS}
    found |= {"tools.invented": tools.SYNTHETIC_REQUESTS}
    return found | {"yes_no.sentence": yes_no.SENTENCES, "yes_no.nameless": yes_no.NAMELESS}


class HeldOutTest(unittest.TestCase):
    def test_both_sides_have_phrasings_of_everything_and_share_none(self):
        training = training_phrases()
        self.assertEqual(set(training), set(HELD_OUT["phrases"]))
        bank = Bank(random.Random(0))
        for key, phrases in training.items():
            drawn = {bank.phrase(key, phrases) for _ in range(500)}
            self.assertEqual(drawn & set(HELD_OUT["phrases"][key]), set(), key)

    def test_word_lists_share_nothing(self):
        for key in ("names", "surnames", "cities", "words", "fields", "objects"):
            self.assertEqual(set(HELD_OUT[key]) & set(getattr(words, key.upper())), set(), key)
        self.assertEqual({tuple(pair) for pair in HELD_OUT["things"]} & set(words.THINGS), set())
        self.assertEqual({tuple(pair) for pair in HELD_OUT["actions"]} & set(words.ACTIONS), set())

    def test_training_has_no_held_out_message(self):
        rng = random.Random(1)
        plain = data.PLAIN_HELD_OUT
        for _ in range(3000):
            for message in data.training_conversation(rng).messages:
                self.assertFalse(message.role == "user" and data.bare(message.content) in plain, message.content)

    def test_tools_of_training_have_no_held_out_names(self):
        names = {name for tool in HELD_OUT["tools"].values() for name in tool["names"]}
        about = {text for tool in HELD_OUT["tools"].values() for text in tool["about"]}
        rng = random.Random(6)
        for _ in range(3000):
            for tool in tools.sample(Bank(rng))[1]:
                self.assertNotIn(tool["function"]["name"], names)
                self.assertNotIn(tool["function"]["description"], about)

    def test_nothing_held_out_is_invented(self):
        bank = Bank(random.Random(7), lexicon=tuple(HELD_OUT["words"] + ["x"]))
        for _ in range(2000):
            self.assertNotIn(bank.invented(), HELD_OUT["words"])

    def test_pairs_of_numbers_are_of_their_side(self):
        for held_out in (False, True):
            bank = Bank(random.Random(2), held_out)
            for _ in range(500):
                self.assertEqual(is_held_out_pair(*bank.pair(0, 99)), held_out)


class AnswersTest(unittest.TestCase):
    def test_sums_are_right(self):
        bank = Bank(random.Random(3))
        for _ in range(3000):
            for message in arithmetic.sample(bank):
                if message.role == "assistant" and " = " in message.content:
                    left, right = message.content.split(" = ")
                    self.assertEqual(eval(left), int(right), message.content)

    def test_sorted_answers_have_the_items_of_the_question(self):
        bank = Bank(random.Random(4))
        for _ in range(500):
            question, answer = lists.sorting(bank)[:2]
            for item in answer.content.split(", "):
                self.assertIn(item, question.content)

    def test_extracted_things_stand_in_the_message(self):
        bank = Bank(random.Random(5))
        for _ in range(500):
            question, answer = extract.pick_out(bank)
            self.assertIn(answer.content, question.content)


class ConversationTest(unittest.TestCase):
    def test_same_seed_same_conversations(self):
        one, other = ([data.training_conversation(random.Random(seed)) for seed in range(50)] for _ in range(2))
        self.assertEqual(one, other)

    def test_prompt(self):
        call = Message("assistant", "", "It fits.", [("get_weather", {"city": "Paris", "days": 2, "now": True})])
        tool = {"type": "function"}
        conversation = Conversation([Message("user", "Rain?"), call], "Think.", [tool], think=True)
        self.assertEqual(
            render(conversation),
            [
                ('<|im_start|>system\nThink.\nList of tools: [{"type": "function"}]<|im_end|>\n', False),
                ("<|im_start|>user\n", False),
                ("Rain?<|im_end|>\n", False),
                ("<|im_start|>assistant\n", False),
                (
                    '<think>It fits.</think><|tool_call_start|>[get_weather(city="Paris", days=2, now=True)]'
                    "<|tool_call_end|><|im_end|>",
                    True,
                ),
                ("\n", False),
            ],
        )

    def test_calls_are_read_back(self):
        calls = [("a.b", {"text": 'say "hi"', "n": -2, "on": False}), ("f", {})]
        spelt = calls_text(calls).replace("<|tool_call_start|>", "").replace("<|tool_call_end|>", "")
        self.assertEqual(measure.calls_in(spelt), calls)
        self.assertIsNone(measure.calls_in("[f(a=]"))
        self.assertIsNone(measure.calls_in("I cannot."))


if __name__ == "__main__":
    unittest.main()
