"""Questions about common words, from the dictionaries: which means the same, what is the contrary, what is it a kind
of, which word goes with this sentence.

For training only; they teach words that the texts of training do not have.
"""

import functools
import re

from decision import lexis
from decision.example import Example, choice, noul_criteria, one_hot
from decision.slots import Slots
from decision.spin import spin, upper_first
from decision.split import LISTS

LEVEL_WEIGHTS = {10: 30, 20: 35, 35: 30, 40: 5}  # of words, by how common they are
SENTENCE_LISTS = ("yes", "no", "says", "blame", "praise", "fillers", "0", "1", "2", "3", "4")
SAME = (
    "Which word means the same?", "Which means about the same as {w}?", "Which of these is another word for {w}?",
    "Pick the synonym of {w}.", "What could one say instead of {w}?", "Which is closest to {w}?", "{w} is like",
    "Which fits best to {w}?", "Find the word nearest to {w}.",
)  # fmt: skip
OPPOSITE = ("Which is the opposite of {w}?", "What is the contrary of {w}?", "Pick the antonym of {w}.", "{w} is not")
MEANS = (
    "Which word is meant?", "What is this called?", "Which word does this describe?", "Pick the word for it.",
    "What is it?", "Which one is described?", "Which term fits?",
)  # fmt: skip
EXPLAINS = ("What does {w} mean?", "Which explains {w}?", "What is {w}?", "Pick the meaning of {w}.", "Define {w}.")
SAME_YES_NO = (
    "Does {a} mean the same as {b}?", "Is {a} another word for {b}?", "{a} and {b}: do they mean about the same?",
    "Are {a} and {b} synonyms?", "Is {a} the same as {b}?", "Can {a} stand for {b}?",
)  # fmt: skip
KIND = (
    "Is {a} a kind of {b}?",
    "Is {a} {b}?",
    "Does {a} count as {b}?",
    "Would you file {a} under {b}?",
    "{a} is {b}.",
)
WHICH_KIND = (
    "What kind of thing is it?",
    "What is {w} a kind of?",
    "Where does {w} belong?",
    "Sort {w} into one of these.",
)
ABOUT = (
    "Is it about {w}?", "Is the text about {w}?", "Does it have to do with {w}?", "Is {w} meant?", "Does it say {w}?",
    "Does the word {w} fit?", "Is there {w} in it?", "Does the text speak of {w}?", "{w}?",
    "Is {w} the right word for it?", "{w}: yes or no?", "Does the writer mean {w}?", "Is anything said of {w}?",
)  # fmt: skip
WHICH_ABOUT = (
    "What is it about?", "Which word goes with the text?", "Which of these is meant?", "Which fits?",
    "Pick the word that fits.", "What does it have to do with?", "Which label fits best?", "What is said?",
    "Classify this.",
)  # fmt: skip
WORD_THERE = (
    "Is the word {w} there?",
    "Does the text have the word {w}?",
    "Is {w} one of the words?",
    "Does it say {w}?",
    "{w}?",
)
WHICH_THERE = (
    "Which word is there?",
    "Which of these words does the text have?",
    "Find the word that occurs.",
    "Which one is it?",
)


@functools.cache
def _common():
    """[words of a level], [how often that level is asked], and word -> the words that the thesaurus has beside it."""
    known = lexis.load()
    by_level = {}
    for word in known.senses:
        by_level.setdefault(known.levels[word], []).append(word)
    sets = {word: set(others) for word, others in known.near.items()}
    return list(by_level.values()), [LEVEL_WEIGHTS[level] for level in by_level], sets


def _word(rng):
    levels, weights, _ = _common()
    return rng.choice(rng.choices(levels, weights)[0])


@functools.lru_cache(maxsize=1 << 15)
def _like(word):
    """Words that mean about the same: of the same or a similar sense, or neighbours of each other in the thesaurus."""
    known, (*_, sets) = lexis.load(), _common()
    close = [w for sense in known.senses.get(word, ())[:2] for name in ("same", "alike") for w in sense.get(name, ())]
    both = [w for w in known.near.get(word, ()) if word in sets.get(w, ()) and known.levels.get(w, 99) <= 35]
    return tuple(dict.fromkeys(close + close + both)) if close else tuple(both)


def _pick_like(word, rng):
    """One of them, those of WordNet more often."""
    same = [w for s in lexis.load().senses.get(word, ())[:2] for name in ("same", "alike") for w in s.get(name, ())]
    like = _like(word)
    return rng.choice(same) if same and rng.random() < 0.4 else rng.choice(like) if like else None


def _unlike(word, count, rng):
    """Words that the dictionaries do not connect with it."""
    known, (*_, sets) = lexis.load(), _common()
    part, out = known.senses[word][0]["part"] if word in known.senses else "", []
    while len(out) < count:
        other = _word(rng)
        if rng.random() < 0.6 and part and known.senses[other][0]["part"] != part:
            continue
        if other != word and other not in sets.get(word, ()) and word not in sets.get(other, ()) and other not in out:
            out.append(other)
    return out


def _opposites(word):
    return [w for sense in lexis.load().senses.get(word, ())[:2] for w in sense.get("opposites", ())]


def _choice(state, question, right, wrong, rng, task):
    options = [(right, "")] + [(other, "") for other in wrong]
    if rng.random() < 0.25:
        senses = lexis.load().senses
        options = [(name, senses[name][0]["gloss"] if name in senses else "") for name, _ in options]
    if rng.random() < 0.2:
        options = [(upper_first(name), about) for name, about in options]
    return choice(question, options, 0, state, rng, "lexis/" + task)


def _noul(state, question, truth, rng, task):
    return Example(state, "noul", question, noul_criteria("", "", rng), one_hot(int(truth), 2), "lexis/" + task)


def _same(rng):
    word = _word(rng)
    right = _pick_like(word, rng)
    if not right:
        return None
    if rng.random() < 0.35:
        draw = rng.random()
        other = right if draw < 0.5 else rng.choice(_opposites(word) or _unlike(word, 1, rng))
        question = rng.choice(SAME_YES_NO).format(a=word, b=other)
        return _noul(None, question, draw < 0.5, rng, "same")
    wrong = _unlike(word, rng.choice([1, 2, 3, 3, 4, 5]), rng)
    against = _opposites(word)
    if against and rng.random() < 0.5:
        wrong[0] = rng.choice(against)
    return _choice(rng.choice([word, word, None]), rng.choice(SAME).format(w=word), right, wrong, rng, "same")


def _opposite(rng):
    for _ in range(20):
        word = _word(rng)
        against = _opposites(word)
        if against:
            wrong = _unlike(word, rng.choice([1, 2, 3]), rng)
            like = _pick_like(word, rng)
            if like:
                wrong.append(like)
            question = rng.choice(OPPOSITE).format(w=word)
            return _choice(rng.choice([word, None]), question, rng.choice(against), wrong, rng, "opposite")
    return None


def _gloss(rng):
    word = _word(rng)
    known = lexis.load().senses
    sense = known[word][0] if rng.random() < 0.75 else rng.choice(known[word])
    wrong = _unlike(word, rng.choice([1, 2, 3, 4, 5]), rng)
    if rng.random() < 0.6:
        right = word if rng.random() < 0.6 or not sense.get("same") else rng.choice(sense["same"])
        return _choice(sense["gloss"], rng.choice(MEANS), right, wrong, rng, "gloss")
    options = [(sense["gloss"], "")] + [(known[other][0]["gloss"], "") for other in wrong]
    return choice(rng.choice(EXPLAINS).format(w=word), options, 0, rng.choice([word, None]), rng, "lexis/meaning")


def _kind(rng):
    known = lexis.load().senses
    word, other = _word(rng), _word(rng)
    kinds, not_kinds = known[word][0].get("kinds"), known[other][0].get("kinds")
    if not kinds or not not_kinds or set(kinds) & set(not_kinds):
        return None
    if rng.random() < 0.5:
        truth = rng.random() < 0.5
        question = rng.choice(KIND).format(a=word, b=rng.choice(kinds if truth else not_kinds))
        return _noul(None, question, truth, rng, "kind")
    wrong = [rng.choice(not_kinds)]
    question = rng.choice(WHICH_KIND).format(w=word)
    return _choice(word, question, rng.choice(kinds), wrong, rng, "kind")


@functools.cache
def _lines():
    return [
        line
        for name, lines in sorted(LISTS.items())
        if name.split("/")[-1] in SENTENCE_LISTS
        for line in lines.of["train"]
    ]


def _text(rng):
    """A sentence: an example of the dictionary, or one of training."""
    if rng.random() < 0.4:
        examples = [e for sense in lexis.load().senses[_word(rng)] for e in sense.get("examples", ())]
        return rng.choice(examples) if examples else ""
    return spin(rng.choice(_lines()), rng, Slots(rng, "train"))


def _sentence(rng):
    """A sentence, and a question with a word that goes with one of its words."""
    known = lexis.load()
    text = _text(rng)
    words = {known.base_of(word) for word in re.findall(r"[a-z]{4,}", text.lower())}
    words = sorted(
        word for word in words if word in known.senses and known.levels.get(word, 99) > 10 or word in known.near
    )
    rng.shuffle(words)
    word = next((word for word in words if _like(word)), None)
    if not word:
        return None
    right = _pick_like(word, rng)
    if rng.random() < 0.5:
        truth = rng.random() < 0.5
        about = right if truth else _unlike(word, 1, rng)[0]
        return _noul(text, rng.choice(ABOUT).format(w=about), truth, rng, "sentence")
    return _choice(text, rng.choice(WHICH_ABOUT), right, _unlike(word, rng.choice([1, 2, 3, 4]), rng), rng, "sentence")


def _itself(rng):
    """The plainest question, from which training learns early to look for words of a question in the text."""
    text = _text(rng) if rng.random() < 0.6 else _word(rng)
    words = re.findall(r"[a-z]{4,}", text.lower())
    if not words:
        return None
    word, others = rng.choice(words), [other for other in _unlike("", 6, rng) if other not in words]
    if rng.random() < 0.5:
        truth = rng.random() < 0.5
        question = rng.choice(WORD_THERE).format(w=word if truth else others[0])
        return _noul(text, question, truth, rng, "itself")
    return _choice(text, rng.choice(WHICH_THERE), word, others[: rng.choice([1, 2, 3, 4])], rng, "itself")


MAKERS = ((_itself, 24), (_same, 24), (_gloss, 16), (_kind, 7), (_opposite, 6), (_sentence, 23))


def make_lexis_question(rng):
    """One question, or None if the draw suits none."""
    makers, weights = zip(*MAKERS)
    return rng.choices(makers, weights)[0](rng)
