#!/usr/bin/env python3
"""Tests of the generators of demo-embed: nothing that is held out reaches training, and what agrees is what should."""

import pathlib
import random
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[1]))

from embedding import grammar, held_out, measure
from embedding.pairs import PairMaker, Text, agree, bare


def wordings(pattern: str) -> set[str]:
    """All that a pattern stands for; slots stay."""
    bracket = re.search(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]", pattern)
    if not bracket:
        return {pattern}
    inside = bracket[1].split("|") if bracket[1] is not None else [bracket[2], ""]
    before, after = pattern[: bracket.start()], pattern[bracket.end() :]
    return {text for one in inside for text in wordings(before + one + after)}


class GrammarTest(unittest.TestCase):
    def test_draws_every_wording_and_no_other(self):
        rng = random.Random(1)
        drawn = {grammar.tidy(grammar.choose("(send|mail) [me (a|one)] apple", rng)) for _ in range(300)}
        endings = ("apple", "me an apple", "me one apple")
        self.assertEqual(drawn, {f"{verb} {ending}" for verb in ("send", "mail") for ending in endings})

    def test_names_brackets_that_do_not_match(self):
        with self.assertRaisesRegex(ValueError, "do not match"):
            grammar.choose("(a|b", random.Random(1))


class HeldOutTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        maker, rng = PairMaker(), random.Random(2)
        cls.texts = [text.text for _ in range(9000) for text in maker.triple(rng)]

    def test_no_held_name_is_in_training(self):
        values = held_out.section()["values"]
        words = {word for name in ("first", "last", "town", "maker") for word in values[name]}
        seen = set(re.findall(r"\w+", " ".join(self.texts)))
        self.assertEqual(words & seen, set())

    def test_no_held_number_is_in_training(self):
        orders = re.findall(r"order (\d+)", " ".join(self.texts))
        self.assertGreater(len(orders), 50)
        self.assertEqual([number for number in orders if held_out.holds_number(int(number))], [])

    def test_no_held_text_is_in_training(self):
        forbidden = {bare(text) for text in held_out.section()["texts"]}
        self.assertEqual([text for text in self.texts if bare(text) in forbidden], [])

    def test_no_wording_of_a_held_template_is_in_training(self):
        held, trained = (
            {
                bare(grammar.tidy(text))
                for intent in PairMaker(held=side).intents
                for template in intent.asks + intent.tells
                for text in wordings(template)
            }
            for side in (True, False)
        )
        self.assertGreater(len(trained), len(held))
        self.assertEqual(held & trained, set())

    def test_every_intent_has_held_templates_of_both_kinds(self):
        for intent in PairMaker(held=True).intents:
            self.assertTrue(intent.asks and intent.tells, intent.name)


class PairsTest(unittest.TestCase):
    def test_same_seed_same_texts(self):
        one, other = ([PairMaker().triple(random.Random(seed)) for seed in range(50)] for _ in range(2))
        self.assertEqual(one, other)

    def test_partners_agree(self):
        maker, rng = PairMaker(), random.Random(3)
        triples = [maker.triple(rng) for _ in range(1000)]
        self.assertTrue(all(agree(first, second) for first, second, _ in triples))
        # A drawn value may be the old one again; mostly it is not.
        self.assertLess(sum(agree(first, third) for first, _, third in triples), 200)

    def test_agrees_unless_a_value_that_both_mention_differs(self):
        text = Text("", 7, (1, 2, 0, 0))
        self.assertTrue(agree(text, Text("", 7, (1, 0, 5, 0))))
        self.assertFalse(agree(text, Text("", 7, (1, 3, 0, 0))))
        self.assertFalse(agree(text, Text("", 8, (1, 2, 0, 0))))


class MeasureTest(unittest.TestCase):
    def test_asks_enough_queries_with_one_right_document_each(self):
        retrieval = measure.make_retrieval(seed=1)
        self.assertGreaterEqual(len(retrieval.queries), 500)
        self.assertEqual(len(retrieval.queries), len(retrieval.right))
        self.assertEqual(retrieval, measure.make_retrieval(seed=1))

    def test_ranks_count_the_nearer_documents(self):
        documents = [[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]]
        self.assertEqual(measure.ranks([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], documents, [0, 1, 0]), [0, 1, 2])


if __name__ == "__main__":
    unittest.main()
