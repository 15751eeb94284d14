"""Random texts in twenty scripts, of a wanted number of tokens."""
import random
import unicodedata

# First and last code point of blocks; what is no letter or mark there is left out.
SCRIPTS = {
    "Latin": [(0x41, 0x7A), (0xC0, 0x17F)], "Greek": [(0x370, 0x3FF)], "Cyrillic": [(0x400, 0x4FF)],
    "Armenian": [(0x530, 0x58F)], "Hebrew": [(0x591, 0x5F4)], "Arabic": [(0x620, 0x6D3)], "Devanagari": [(0x900, 0x97F)],
    "Bengali": [(0x980, 0x9FF)], "Tamil": [(0xB80, 0xBFF)], "Thai": [(0xE00, 0xE7F)], "Tibetan": [(0xF40, 0xFBC)],
    "Georgian": [(0x10A0, 0x10FF)], "Ethiopic": [(0x1200, 0x135A)], "Cherokee": [(0x13A0, 0x13F5)], "Khmer": [(0x1780, 0x17D3)],
    "Hiragana": [(0x3041, 0x309F)], "Katakana": [(0x30A1, 0x30FF)], "Han": [(0x4E00, 0x9FFF), (0x20000, 0x2A6D6)],
    "Hangul": [(0x1100, 0x11FF), (0xAC00, 0xD7A3)], "Gothic": [(0x10330, 0x1034A)],
}
# Between words: mostly a space, and what tokenizers treat apart.
GAPS = [" "] * 40 + ["  ", "   ", "\n", "\n\n", "\t", ", ", ". ", "! ", " - ", "\u00a0", "\u200b", "\u3000", " 0", " 1984 ", " 3.5 ",
                     "\U0001f600", "\u0301", "\r\n", "\u2581"]
# What a tokenizer may take for something else than text.
ODD = ["<bos>", "</s>", "a<eos>b", "<pad><unk>", "<mask>", "<b>bold</b>", "<unused7>", "<0x0A>", "<start_of_turn>user\n", " ", "  ", "\n", "\t",
       " leading", "trailing ", " " * 40, "\n" * 40, "a\u0000b", "\u0000", "\ufeffa", "\ufffd", "\u2581", "a\u2581 \u2581b", "\u202ea\u202c",
       "\U0010ffff", "e\u0301\u0302", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "x" * 300, "a" * 300 + " b"]


def letters(script):
    return [chr(code) for first, last in SCRIPTS[script] for code in range(first, last + 1)
            if unicodedata.category(chr(code))[0] in "LM"]


def long_text(script, characters, draw):
    alphabet, text = letters(script), ""
    while len(text) < characters:
        text += "".join(draw.choices(alphabet, k=draw.randint(1, 9))) + draw.choice(GAPS)
    return text[:characters]


def texts(count, longest, tokens_of, seed):
    """-> (script, text) pairs: the scripts in turn, of one token to `longest` as `tokens_of(text)` counts, about as many
    short ones as long ones on a scale of powers."""
    draw = random.Random(seed)
    for i in range(count):
        script = list(SCRIPTS)[i % len(SCRIPTS)]
        wanted = round(longest ** (i / max(1, count - 1)))
        text = long_text(script, 4 * wanted + 1, draw)
        shortest, cut = 1, len(text)
        while shortest < cut:  # the longest beginning that has no more tokens than wanted
            middle = (shortest + cut + 1) // 2
            shortest, cut = (middle, cut) if tokens_of(text[:middle]) <= wanted else (shortest, middle - 1)
        yield script, text[:shortest]
