"""Vectors of common words, from the dictionaries alone: words with the same neighbours in them are near each other.

A matrix has a row a word and a column a context: an entry of the thesaurus, a set of synonyms, a kind, a word of the
gloss. Its positive pointwise mutual information, cut to the strongest singular vectors, are the vectors.
"""

import collections
import re

import numpy as np
import torch

SEED = 7
CONTEXT_POWER = 0.75  # rare contexts count a little less
LIGHT = frozenset("the a an of or and to in for with that is by as on something someone being used which from".split())


def _contexts(lexis):
    """Yields (word, name of a context, weight)."""
    for root, others in lexis.near.items():
        share = 30 / (30 + len(others))  # long entries say less
        yield root, ("near", root), 3 * share
        for other in others:
            yield other, ("near", root), share
    for word, senses in lexis.senses.items():
        for rank, sense in enumerate(senses):
            weight = 1 / (1 + rank)
            own = ("sense", sense["gloss"])
            yield word, own, 2 * weight
            for name, share in (("kinds", 1.0), ("alike", 1.5), ("derived", 2.0), ("same", 1.0)):
                for other in sense.get(name, ()):
                    yield word, ("word", other), share * weight
                    if name in ("alike", "derived"):
                        yield other, ("word", word), share * weight
            yield word, ("word", word), 1.0
            for other in set(re.findall(r"[a-z]{3,}", sense["gloss"])) - LIGHT:
                yield word, ("word", lexis.base_of(other)), 0.35 * weight
                yield lexis.base_of(other), ("word", word), 0.2 * weight


def vectors(lexis, words, size, device="cpu"):
    """{word: unit vector of `size`} for those of `words` that the dictionaries have; computed on `device`."""
    counts, rows, columns = collections.Counter(), {}, {}
    wanted = set(words)
    for word, context, weight in _contexts(lexis):
        if word in wanted:
            counts[rows.setdefault(word, len(rows)), columns.setdefault(context, len(columns))] += weight
    at = np.array(list(counts.keys()), np.int64).T
    value = np.array(list(counts.values()), np.float32)
    by_row, by_column = (np.bincount(part, value) for part in at)
    by_column = by_column**CONTEXT_POWER
    gain = np.log(value * by_column.sum() / (by_row[at[0]] * by_column[at[1]]))
    kept = gain > 0
    matrix = torch.sparse_coo_tensor(
        torch.from_numpy(at[:, kept]), torch.from_numpy(gain[kept].astype(np.float32)), (len(rows), len(columns))
    ).coalesce()
    with torch.random.fork_rng():
        torch.manual_seed(SEED)
        left, strengths, _ = torch.svd_lowrank(matrix.to(device), q=size, niter=4)
    found = torch.nn.functional.normalize(left * strengths.sqrt(), dim=1).cpu()
    return {word: found[row] for word, row in rows.items()}


SEMANTIC = 0.8  # share of a token's vector that its word's kin have in common; the rest is its own


def of_common_words(lexis, size, device="cpu"):
    """Word of a dictionary -> vector, for all that common words are forms of."""
    return vectors(lexis, {lexis.base_of(word) for word, level in lexis.levels.items() if level <= 35}, size, device)


def token_vectors(vocabulary, lexis, found, size):
    """(tokens, size) of length about 1: what the dictionaries say of the token's word, or of the words that have this
    piece, and a random rest, so that no two tokens are the same.
    """
    words = [w for w, level in lexis.levels.items() if level <= 35]
    sums, weights = torch.zeros(len(vocabulary), size), torch.zeros(len(vocabulary), 1)
    tokenizer = vocabulary.tokenizer()
    whole = set()
    for word in words:
        vector = found.get(lexis.base_of(word))
        if vector is None:
            continue
        for text in (f" {word}", word, f" {word.capitalize()}", word.capitalize()):
            ids = tokenizer.encode(text).ids
            if len(ids) == 1:
                sums[ids[0]], weights[ids[0]] = vector, 1.0
                whole.add(ids[0])
            else:
                for i in set(ids) - whole:
                    sums[i] += vector
                    weights[i] += 1
    mean = SEMANTIC * sums / weights.clamp(min=1)
    generator = torch.Generator().manual_seed(SEED)
    own = torch.nn.functional.normalize(torch.randn(len(vocabulary), size, generator=generator), dim=1)
    return mean + own * (1 - mean.square().sum(1, keepdim=True)).sqrt()


UNIT_FILES = (23, 28)  # WordNet's files of quantities and of times: a day is no week
ALIKE = 0.7


def _form(word, base):
    """What is beside the base: words are swapped for those of the same form only."""
    return next((end for end in ("ing", "ed", "ly", "s") if word != base and word.endswith(end)), word != base)


def token_kin(vocabulary, lexis, found, count=6):
    """(tokens, count): ids of tokens that may stand for the token, -1 where there are no more.

    These are nouns, verbs or adjectives of the same form whose vectors are near, none of them its opposite.
    """
    ids = {}
    for i, token in enumerate(vocabulary.tokens):
        if (word := token.removeprefix("Ġ")) in lexis.levels and token != word:
            ids[word] = i
    bases = {word: lexis.base_of(word) for word in ids}
    by_form = collections.defaultdict(list)
    for word, base in bases.items():
        senses = lexis.senses.get(base, ())
        if (
            base in found
            and senses
            and senses[0]["part"] != "r"
            and not any(s.get("file") in UNIT_FILES and s["part"] == "n" for s in senses)
        ):
            by_form[senses[0]["part"], _form(word, base)].append(word)
    kin = torch.full((len(vocabulary), count), -1)
    for words in by_form.values():
        matrix = torch.stack([found[bases[word]] for word in words])
        near, order = (matrix @ matrix.T).sort(dim=1, descending=True)
        for word, similar, others in zip(words, near.tolist(), order.tolist()):
            against = {w for s in lexis.senses[bases[word]] for w in s.get("opposites", ())}
            good = [words[o] for s, o in zip(similar[: 4 * count], others[: 4 * count]) if s > ALIKE]
            good = [w for w in good if bases[w] != bases[word] and bases[w] not in against][:count]
            kin[ids[word], : len(good)] = torch.tensor([ids[w] for w in good], dtype=kin.dtype)
    return kin
