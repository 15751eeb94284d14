"""Turns of an agent and of a customer who answers it."""

from decision.kinds import Fact, Label, Labels
from decision.split import Lines

AGENT = "[agent|assistant|support|helper|employee]"

ASKS = Labels(
    "agent_asks",
    f"""
    What does the {AGENT} ask for?
    Which information does the {AGENT} [want|need]?
    What should the [user|customer] tell the {AGENT}?
    The {AGENT} asks for
    Which [detail|thing] is requested [by the {AGENT}|]?
    What is the {AGENT} missing?
    What has the [customer|user] to give?
    """,
    [
        Label(
            "asks_number",
            """
        Could you [give|send] me your order number, please?
        What is the [order|booking] number?
        I need the number of your order [to look it up|].
        Please tell me the order number.
        Which order [number|id] is it?
        Do you have the order id [at hand|]?
        To help you I need the [order|reference] number.
        """,
            """
            order number / the number of the order / order id / order_number / reference number / booking number
            """,
            """
            which order it is / the number or id of an order / a reference to find the order
            the id of the purchase / how to look the order up / order reference
            """,
        ),
        Label(
            "asks_mail",
            """
        Which email address do you use [with us|]?
        Please [send|tell] me your email address.
        What is your [email|mail] address?
        Under which email [are you registered|did you sign up]?
        May I have your mail address?
        I need your email [to find the account|].
        Could you confirm your email address?
        """,
            "email address / the mail address / email / mail_address / the address for mail / e-mail",
            """
            where mails go / the email of the account / how to reach them by mail / an address with an at sign
            the electronic address / the registered mail
            """,
        ),
        Label(
            "asks_photo",
            """
        Could you send [us|me] a [photo|picture] [of it|of the damage|]?
        Please attach a [photo|screenshot].
        A picture [would help|is needed].
        Can you take a [photo|picture] [and upload it|]?
        Please show us [the damage in a photo|a screenshot].
        I need to see it, please send a picture.
        """,
            "photo / a picture / screenshot / image / photo_or_screenshot / photograph",
            """
            something to look at / an image of the problem / a picture of what is wrong / how it looks
            proof in a picture / a photo of the thing
            """,
        ),
        Label(
            "asks_version",
            """
        Which version of the app do you [have|use]?
        Which [phone|device|system] do you use?
        What version is [installed|it]?
        Please tell me [your operating system|the version number].
        Is it the newest version that you have?
        On which [device|browser] does it happen?
        """,
            """
            version / device and version / software version / version_number / the system in use / which device
            """,
            """
            what is installed / the version of the software / which device and system it is
            the technical environment / the release in use / about the device
            """,
        ),
        Label(
            "asks_date",
            """
        When did [it|this] happen?
        On which day did you [order|pay]?
        Since when [do you have|have you seen] this?
        What was the date [of the payment|of the order|]?
        Please tell me when it [started|was].
        Do you remember the day?
        """,
            "date / the day it happened / when it was / time / date_of_event / the date",
            """
            when it happened / a day or date / the time of the event / since when
            the day of the order or payment / a point in time
            """,
        ),
    ],
)

FACTS = [
    Fact(
        "solved",
        """
        [That|It] worked, [thanks|thank you]!
        [Great|Perfect], now it works.
        It [is|was] [solved|fixed] now.
        [Yes|Ah], that [helped|did it|was the reason].
        Everything is fine [again|now].
        Problem [solved|gone], thank you.
        I tried it and it runs again.
        You can close the ticket, all is well.
        """,
        """
        It still does not work.
        That did not help[, sorry|].
        No, [the problem is still there|the same error again].
        Nothing has changed.
        I tried [it|that] but it fails again.
        Unfortunately it is [still|just] the same.
        The problem is not solved.
        It did not change anything.
        """,
        """
        Is the problem solved?
        Has the [issue|problem] been [fixed|resolved|solved]?
        Did [the answer|the advice|it] help?
        Is the [customer|user] [satisfied|helped] in the end?
        Solved?
        Can the [case|ticket] be closed?
        Does it work [now|in the end]?
        Was the [help|support] successful?
        """,
        """
            the problem is solved / the issue has been fixed / the advice helped / it works in the end
            the case can be closed / the customer was helped
            """,
        """
            the problem is not solved / the issue is still open / the advice did not help
            it still does not work / the case cannot be closed / the trouble goes on
            """,
        "it works now / solved / the advice helped / the ticket can be closed / fixed",
        """
            it does not work yet / not solved / the advice did not help / still open / unresolved
            """,
    ),
]

AGENT_SAYS = Lines(
    "agent/says",
    """
    I am sorry to hear that.
    Thank you for [your message|writing to us].
    Let me [have a look|check that].
    Please [restart it|try it once more|wait a moment].
    I [understand|see].
    I have [forwarded it|looked into it].
    Have you tried [another browser|to restart|the newest version]?
    I will [take care of it|check with my colleagues].
    One moment, please.
    Please [clear the cache|plug it in again].
    """,
)

USER_SAYS = Lines(
    "user/says",
    """
    Okay.
    Here it is.
    Yes, [I am here|of course].
    Thanks, I wait.
    One moment.
    [I will|Let me] try.
    Fine.
    What next?
    """,
)
