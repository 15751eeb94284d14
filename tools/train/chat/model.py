"""The shape of demo-lfm2 and its tokens."""

import random

from chat import data
from chat.bank import KEPT
from chat.conversation import Conversation, render
from lib import bpe, lfm2

NAME = "demo-lfm2"
SPACE = "\u0120"  # a space in the byte alphabet
VOCABULARY_SIZE = 8192
VOCABULARY_CONVERSATIONS = 24_000
LONGEST = 640  # tokens of a training conversation; longer ones are left out


def config(smoke: bool) -> lfm2.Lfm2Config:
    """About 15 million parameters; a smoke test has a fraction of them. Two short convolutions come first, as in the
    published models; half of the layers are attention, because most tasks copy from the prompt.
    """
    if smoke:
        return lfm2.Lfm2Config(1024, width=128, feed_forward=192, heads=2, kv_heads=(0, 0, 1, 0, 1, 0))
    return lfm2.Lfm2Config(
        VOCABULARY_SIZE, width=384, feed_forward=640, heads=6, kv_heads=(0, 0, 2, 0, 2, 0, 2, 0, 2, 2)
    )


def lexicon(vocabulary: bpe.Vocabulary) -> tuple[str, ...]:
    """The tokens that are letters alone, of which training makes words to copy."""
    texts = {token.removeprefix(SPACE) for token in vocabulary.tokens[vocabulary.special_count :]}
    return tuple(sorted(text for text in texts if text.isascii() and text.isalpha()))


def learn_vocabulary(size: int, conversations: int, seed: int) -> bpe.Vocabulary:
    """From the texts of generated conversations.

    Without invented words: these then fall into short pieces, as will the words that a user brings, and training on
    them teaches to copy such pieces. A word that is held out from copying, but read in other places, must be as strange
    as those: its token is taken out again.
    """
    learnt = bpe.train(_texts(random.Random(f"vocabulary {seed}"), conversations), size, signs_apart=True)
    return learnt.without({token for token in learnt.tokens if token.removeprefix(SPACE) in KEPT})


def _texts(rng: random.Random, conversations: int):
    """All that is said, without special tokens."""
    for _ in range(conversations):
        conversation = data.training_conversation(rng, invent=False)
        yield conversation.system
        for message in conversation.messages:
            yield from (message.content, message.thought)
        for piece, _ in render(Conversation(conversation.messages[:2], tools=conversation.tools)):
            for special in bpe.LFM2_SPECIALS + bpe.THINK:
                piece = piece.replace(special, " ")
            yield piece
