"""What training knows of English words beforehand: common words, their senses, and words that go together.

Read from the file that pack_lexis.py makes; tools/train/README.md says from what.
"""

import functools
import gzip
import json
import pathlib
import re

FILE = pathlib.Path(__file__).resolve().parents[3] / ".cache/lexis/lexis.json.gz"
ENDINGS = (
    ("ies", "y"), ("es", ""), ("es", "e"), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"),
    ("er", ""), ("er", "e"), ("est", ""), ("est", "e"), ("ily", "y"), ("ly", ""), ("ly", "e"), ("iness", "y"),
    ("ness", ""),
)  # fmt: skip
FORMS = """
    be am is are was were been being | have has had having | do does did done | go goes went gone | pay paid
    send sent | buy bought | sell sold | lose lost | leave left | break broke broken | write wrote written | say said
    tell told | get got gotten | give gave given | take took taken | make made | come came | see saw seen | know knew
    think thought | find found | feel felt | keep kept | hold held | bring brought | begin began begun | speak spoke
    spoken | steal stole stolen | freeze froze frozen | forget forgot forgotten | choose chose chosen | wear wore worn
    tear tore torn | swear swore sworn | wake woke woken | drive drove driven | ride rode ridden | rise rose risen
    fall fell fallen | eat ate eaten | meet met | hear heard | mean meant | build built | spend spent | lend lent
    catch caught | teach taught | fight fought | seek sought | stand stood | understand understood | win won
    stick stuck | hang hung | sit sat | run ran | good better best | bad worse worst | man men | woman women
    child children | person people | foot feet | tooth teeth | throw threw thrown | grow grew grown | fly flew flown
    show shown | draw drew drawn | ring rang rung | sing sang sung | drink drank drunk | bite bit bitten
    hide hid hidden
"""
IRREGULAR = {
    form: base for base, *forms in map(str.split, filter(str.strip, re.split(r"[|\n]", FORMS))) for form in forms
}


class Lexis:
    """`levels`: word -> how common, 10 is most; `senses` and `near` as pack_lexis.py says."""

    def __init__(self, packed):
        self.levels, self.senses, self.near = packed["words"], packed["senses"], packed["near"]

    @functools.lru_cache(maxsize=1 << 16)  # noqa: B019  one object, for the whole run
    def base_of(self, word):
        """The word of the dictionaries that this is a form of; itself if it is one, or unknown."""
        if word in IRREGULAR:
            return IRREGULAR[word]
        if word in self.near or word in self.senses:
            return word
        for ending, other in ENDINGS:
            if word.endswith(ending) and len(word) > len(ending) + 2:
                stem = word[: -len(ending)]
                for base in (stem + other, stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2:-1] else stem + other):
                    if base in self.near or base in self.senses:
                        return base
        return word


@functools.cache
def load(path=FILE):
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: tools/train/README.md says how pack_lexis.py makes it")
    with gzip.open(path) as file:
        return Lexis(json.load(file))
