#!/usr/bin/env python3
"""Tests of the generators of demo-d1: nothing that is held out reaches training, and questions are well-formed."""

import itertools
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[1]))

from decision import measure, split
from decision.questions import examples


def drawn(seed, side, count=2000):
    return list(itertools.islice(examples(seed, side), count))


class HeldOutTest(unittest.TestCase):
    def test_lists_are_divided_without_overlap(self):
        held = 0
        for name, lines in split.LISTS.items():
            if len(lines.all) >= split.SMALLEST:
                train, validation, test = (set(lines.of[side]) for side in split.SPLITS)
                self.assertEqual((train & validation, train & test, validation & test), (set(), set(), set()), name)
                held += len(test)
        self.assertGreater(held, 400)

    def test_lines_for_training_have_a_list(self):
        self.assertEqual(set(split.for_training()) - set(split.LISTS), set())

    def test_numbers_are_of_their_side(self):
        rng = random.Random(1)
        for side, residues in (("train", {0, 1, 2, 4, 6}), ("validation", {5}), ("test", {3})):
            numbers = [split.number(rng, side, 10, 999) for _ in range(300)]
            self.assertEqual({number % 7 for number in numbers}, residues)


class QuestionsTest(unittest.TestCase):
    def test_same_seed_same_questions(self):
        self.assertEqual(drawn("one", "train", 300), drawn("one", "train", 300))
        self.assertNotEqual(drawn("one", "train", 300), drawn("two", "train", 300))

    def test_targets_are_probabilities_of_the_options(self):
        for side in split.SPLITS:
            for example in drawn("targets", side):
                options = 2 if example.type == "noul" else len(example.criteria)
                self.assertEqual(len(example.target), options, example)
                self.assertAlmostEqual(sum(example.target), 1.0, msg=str(example))

    def test_every_type_and_both_answers_occur(self):
        asked = drawn("types", "test")
        self.assertEqual({example.type for example in asked}, {"noul", "choice", "score"})
        self.assertEqual({example.answer for example in asked if example.type == "noul"}, {0, 1})


class MeasureTest(unittest.TestCase):
    def test_every_question_belongs_to_a_group(self):
        groups = {measure.group_of(example.task) for example in measure.held_out(1000, seed=1)}
        self.assertEqual(groups, set(measure.GROUPS))

    def test_calibration_error_is_the_gap_of_confidence_and_truth(self):
        self.assertAlmostEqual(measure.calibration_error([(0.75, True)] * 3 + [(0.75, False)]), 0.0)
        self.assertAlmostEqual(measure.calibration_error([(0.9, False), (0.1, False)]), 0.5)


if __name__ == "__main__":
    unittest.main()
