"""Facts of a ticket seen as one of several: what is wanted, in what tone."""

from decision.kinds import Label, Labels

WISHES = Labels(
    "wish",
    """
    What does the [customer|writer|client|user] want?
    What is [requested|asked for|wanted]?
    What should we do [for the customer|]?
    Which [action|step] is requested?
    What is the wish of the [customer|writer]?
    What do they ask us to do?
    [Wish|Request|Next step|Desired action]?
    The customer would like
    What is the customer's [goal|aim|request]?
    How can we make the customer happy?
    """,
    [
        Label(
            "refund_wish",
            [],
            """
        refund / money back / repay / refund_request / reimbursement / Return the money / give_refund / pay back
        """,
            """
        they want their money back
        return the money
        a payment is to be paid back
        pay back what was charged
        give a refund
        asks to be reimbursed
        transfer the money back
        """,
        ),
        Label(
            "cancel_wish",
            [],
            """
        cancel / cancellation / end the contract / terminate / cancel_subscription / Stop the subscription
        close account / quit
        """,
            """
        end the subscription
        the contract should stop
        they terminate the contract
        wants to cancel
        no longer wants the service
        the membership has to end
        stop the plan
        """,
        ),
        Label(
            "replace_wish",
            [],
            """
        replacement / exchange / send a new one / replace / replace_item / Swap the product / new product
        substitute
        """,
            """
        send another one
        exchange the product
        they want a new one
        the item is to be replaced
        ship a replacement
        swap it for a working one
        a new product instead
        """,
        ),
        Label(
            "call_wish",
            [],
            """
        callback / phone call / call back / call_customer / ring them up / Phone the customer / call / telephone
        """,
            """
        they want to be called
        phone the customer
        someone should ring
        a call is asked for
        call them back
        asks for a phone call
        talk on the phone
        """,
        ),
    ],
)
WISH_OF = {"refund": "refund_wish", "cancel": "cancel_wish", "replacement": "replace_wish", "callback": "call_wish"}

TONES = Labels(
    "tone",
    """
    What is the tone [of the message|of the customer|]?
    [Tone|Mood]?
    How does the [customer|writer|message] sound?
    In which tone is it written?
    Which mood is the [customer|writer] in?
    What is the [emotional|] state of the writer?
    How does the customer feel?
    Describe the tone.
    Which emotion does the text show?
    Is the tone calm or angry?
    """,
    [
        Label(
            "angry_tone",
            [],
            "angry / furious / upset / annoyed / hostile / irritated / Angry / rude / very angry",
            """
        rude words
        the writer is angry
        upset and furious
        hostile words
        loses patience
        full of anger
        shouts at us
        annoyed or worse
        """,
        ),
        Label(
            "friendly_tone",
            [],
            "friendly / polite / kind / nice / pleased / grateful / Friendly / warm / happy",
            """
        kind words
        the writer is pleased
        thanks and compliments
        polite and warm
        friendly words
        grateful
        says nice things
        happy with us
        """,
        ),
        Label(
            "neutral_tone",
            [],
            """
        neutral / calm / matter-of-fact / factual / objective / plain / Neutral / unemotional / sober
        """,
            """
        no feelings shown
        plain facts
        neither angry nor friendly
        calm words
        just the matter
        matter-of-fact
        without emotion
        sober wording
        """,
        ),
    ],
)
