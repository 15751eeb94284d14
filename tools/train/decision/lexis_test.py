#!/usr/bin/env python3
"""Tests of what training knows of words: the packed dictionaries, forms of words, questions about them, legends."""

import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[1]))

from decision import legends, lexis, lexis_questions, pack_lexis, questions  # noqa: F401  questions makes the lists
from decision.texts import noise, reviews, support_urgency

DATA = {
    "noun": [
        '00000001 21 n 02 refund 0 repayment 0 001 @ 00000002 n 0000 | what a buyer gets back; "the refund came late"',
        "00000002 21 n 01 payment 0 000 | money for something",
    ],
    "verb": ["00000003 40 v 02 refund 0 pay_back 0 000 | pay back"],
    "adj": [
        "00000004 00 a 01 angry 0 001 ! 00000005 a 0101 | feeling anger",
        "00000005 00 a 01 calm 0 001 ! 00000004 a 0101 | not angry",
    ],
    "adv": [],
}
INDEX = {
    "noun": ["refund n 1 1 @ 1 1 00000001", "repayment n 1 1 @ 1 0 00000001", "payment n 1 0 1 1 00000002"],
    "verb": ["refund v 1 0 1 1 00000003"],
    "adj": ["angry a 1 1 ! 1 1 00000004", "calm a 1 1 ! 1 1 00000005"],
    "adv": [],
}
COMMON = "refund repayment payment pay back angry calm livid cross quiet broken cancel cancelled money"
NEAR = "angry,livid,cross,pay back,zzyzx\ncalm,quiet,cross,livid\nquiet,calm,cross,livid"


def packed():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in pack_lexis.PARTS:
            (folder / f"data.{part}").write_text("\n".join(["  a licence", *DATA[part]]))
            (folder / f"index.{part}").write_text("\n".join(["  a licence", *INDEX[part]]))
        for level in pack_lexis.LEVELS:
            (folder / f"english-words.{level}").write_text(COMMON if level == 20 else "")
            (folder / f"american-words.{level}").write_text("")
        (folder / "words.txt").write_text(NEAR)
        levels = pack_lexis.common_words(folder)
        return {
            "words": levels,
            "senses": pack_lexis.senses_of(folder, levels),
            "near": pack_lexis.near_words(folder / "words.txt", levels),
        }


class PackTest(unittest.TestCase):
    def test_senses_have_synonyms_kinds_opposites_and_examples(self):
        noun, verb = packed()["senses"]["refund"]
        self.assertEqual(
            (noun["same"], noun["kinds"], noun["gloss"]), (["repayment"], ["payment"], "what a buyer gets back")
        )
        self.assertEqual(noun["examples"], ["the refund came late"])
        self.assertEqual((verb["same"], verb["part"]), (["pay back"], "v"))
        self.assertEqual(packed()["senses"]["angry"][0]["opposites"], ["calm"])

    def test_only_common_words_are_kept(self):
        self.assertEqual(packed()["near"]["angry"], ["livid", "cross", "pay back"])


class FormsTest(unittest.TestCase):
    def test_forms_lead_to_the_word_of_the_dictionaries(self):
        known = lexis.Lexis(
            {"words": {}, "senses": {w: [] for w in "refund cancel reply urge pay fit".split()}, "near": {}}
        )
        forms = "refunded refunds cancelling replies replied urged paid fitting nonsense".split()
        self.assertEqual(
            [known.base_of(f) for f in forms], "refund refund cancel reply reply urge pay fit nonsense".split()
        )


class QuestionsOfWordsTest(unittest.TestCase):
    def test_right_options_are_what_the_dictionaries_say(self):
        self.addCleanup(setattr, lexis, "load", lexis.load)
        known = lexis.Lexis(packed())
        lexis.load = lambda: known
        rng = random.Random(1)
        self.assertEqual(set(lexis_questions._like("refund")), {"repayment", "pay back"})
        self.assertEqual(set(lexis_questions._like("calm")), {"quiet"})
        self.assertEqual(lexis_questions._opposites("calm"), ["angry"])
        self.assertNotIn("livid", lexis_questions._unlike("angry", 2, rng))


class LegendsTest(unittest.TestCase):
    def test_composed_legends_cover_every_level_once(self):
        rng = random.Random(1)
        for scale in (support_urgency.URGENCY, noise.LOGS, reviews.RATING):
            composed = list(filter(None, (legends.compose(scale, rng) for _ in range(300))))
            self.assertGreater(len(set(composed)), 150, scale.name)
            for line in composed:
                texts, level_of = scale.legend(line)
                self.assertEqual(sorted(set(level_of)), list(range(len(texts))), line)


if __name__ == "__main__":
    unittest.main()
