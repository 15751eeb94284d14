"""Questions from the paraphrases of tools/train/embedding: which of these says the same, is this what is meant.

For training only, and only from that model's training templates: thousands of wordings beside those of `texts`, which
teach that different words may mean one thing.
"""

import functools

from decision.example import Example, choice, one_hot
from decision.spin import upper_first
from embedding import grammar, topics, values

STATEMENTS = {"says", "people", "products", "firms"}  # topics whose texts differ by their values only

QUESTION_WORDS = set("how where when what which who why is are can could do does did will would may".split())

# Intents of tools/train/embedding that say what a label or a fact of ours says.
OF = {
    "double_charge": ("billing.double-charge",),
    "wrong_price": ("billing.price-wrong",),
    "late_delivery": ("orders.late-parcel", "orders.track-parcel", "orders.order-status"),
    "damaged": ("orders.damaged",),
    "wrong_item": ("orders.wrong-item",),
    "crash": ("software.app-crash", "software.app-slow", "software.error-code"),
    "login": ("account.forgot-password", "account.locked-account"),
    "change_data": ("orders.change-address", "account.change-email"),
    "buy_more": ("billing.upgrade-plan", "orders.out-of-stock"),
    "privacy": ("account.delete-account", "account.newsletter", "account.privacy"),
    "how_to": ("software.install", "home.pair-device", "home.reset-device"),
    "refund": ("billing.refund-request",),
    "cancel": ("billing.cancel-subscription",),
    "weather": ("travel.weather",),
    "calendar": ("office.meeting-move", "office.meeting-cancel", "office.meeting-when"),
    "timer": ("home.timer", "home.alarm-clock"),
    "music": ("home.music",),
    "lights": ("home.light-on", "home.light-off", "home.heating-up", "home.lock-door", "home.blinds", "home.vacuum"),
    "navigation": ("life.directions",),
    "reminder": ("life.remind",),
    "shopping": ("food.shopping-list",),
    "absence": ("office.sick",),
}

WHICH = (
    "Which of these says the same?",
    "What is meant?",
    "What does the person want?",
    "Which sentence means the same?",
    "Which one is it about?",
    "What is the matter?",
    "Which question is it?",
    "Pick what fits best.",
    "Which description fits?",
    "Which intent is it?",
    "What is the intent?",
    "Which category?",
)
ANSWER = (
    "Which answer fits?",
    "Which answer helps?",
    "What should be answered?",
    "Pick the right reply.",
    "Which of these solves it?",
    "Where is the answer?",
)
SAME = (
    "Does the message say this: {text}",
    "Is this meant: {text}",
    "Does it mean the same as: {text}",
    "Is it about this: {text}",
    "Could one also say: {text}",
    "The person means: {text}",
)


@functools.cache
def _known():
    """The intents, by topic, and the values of their slots."""
    by_topic = {}
    for intent in topics.read_topics(held=False):
        if intent.topic not in STATEMENTS and len(intent.asks) > 2:
            by_topic.setdefault(intent.topic, []).append(intent)
    return by_topic, values.Values(False)


def _say(template, drawn, rng):
    _, known = _known()

    def value_of(slot):
        if slot not in drawn:
            drawn[slot] = known.draw(slot, rng)
        return drawn[slot]

    filled = grammar.fill(grammar.choose(template, rng), value_of)
    return upper_first(grammar.tidy(grammar.choose(filled, rng)))  # values may be patterns too


def say_as(name, rng):
    """A sentence for a label or a fact; empty if no intent says that."""
    if name not in OF:
        return ""
    topic, _, intent = rng.choice(OF[name]).partition(".")
    by_topic, _ = _known()
    (one,) = (one for one in by_topic[topic] if one.name == f"{topic}.{intent}")
    text = _say(rng.choice(one.asks), {}, rng)
    return text + rng.choice(["", ".", "?"] if text.split()[0].lower() in QUESTION_WORDS else [".", ".", "!"])


def make_paraphrase_questions(rng):
    by_topic, _ = _known()
    topic = rng.choice(list(by_topic))
    intent = rng.choice(by_topic[topic])
    near = [other for other in by_topic[topic] if other is not intent]
    far = rng.choice([other for name, others in by_topic.items() if name != topic for other in others])
    others = rng.sample(near, min(len(near), rng.choice([0, 1, 1, 2, 3]))) + [far]
    drawn = {}
    first, second = rng.sample(intent.asks, 2)
    state = _say(first, drawn, rng)
    draw = rng.random()
    if draw < 0.35:
        truth = rng.random() < 0.5
        text = _say(second if truth else rng.choice(rng.choice(others).asks), drawn, rng)
        question = rng.choice(SAME).replace("{text}", text)
        return [Example(state, "noul", question, None, one_hot(int(truth), 2), "paraphrase/same")]
    if draw < 0.55 and intent.tells and all(other.tells for other in others):
        texts = [_say(rng.choice(one.tells), drawn, rng) for one in [intent] + others]
        question = rng.choice(ANSWER)
    else:
        texts = [_say(second, drawn, rng)] + [_say(rng.choice(other.asks), drawn, rng) for other in others]
        question = rng.choice(WHICH)
    names = [one.name.split(".")[1].replace("-", rng.choice([" ", "_"])) for one in [intent] + others]
    named = rng.random()
    options = (
        list(zip(names, texts))
        if named < 0.5
        else [(name, "") for name in names]
        if named < 0.7
        else [(text, "") for text in texts]
    )
    return [choice(question, options, 0, state, rng, "paraphrase/which")]
