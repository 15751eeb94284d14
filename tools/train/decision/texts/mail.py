"""Mail at work: kinds of mail, and facts about it."""

from decision.kinds import Fact, Label, Labels

WHO = "[sender|writer|author|person]"

KINDS = Labels(
    "mail",
    """
    What kind of [mail|message|email] is this?
    Which folder [does it belong in|should this mail go to|]?
    Sort this [mail|email|message].
    Which category does this [mail|email] [have|fall into]?
    What is the [purpose|subject] of the [mail|message]?
    [File|Label] the [mail|email] under
    Why was this [mail|message] sent?
    What does the sender want?
    Which label fits [this mail|the email|] best?
    [Folder|Mail type]?
    Where should my mail client put this?
    What is this [mail|message|letter] about?
    Which type of [mail|message] is it?
    Select the [folder|category] for this mail.
    [Category|Kind|Type|Subject]?
    Into which folder do I [move|sort|put] it?
    Which [topic|reason] does the mail have?
    Name the kind of [mail|message].
    What sort of [mail|email|message] did I get?
    How should I [label|tag|file] it?
    """,
    [
        Label(
            "meeting",
            """
        [Can|Could|Shall] we meet [on {weekday}|at {time}|on {date}] [to talk about the {project}|]?
        I would like to [set up|schedule] a meeting [about the {project}|for {weekday}].
        Are you [free|available] [on {weekday} at {time}|on {date}]?
        The [meeting|call] [about the {project}|] is moved to {weekday}, {time}.
        Please [join|come to] the meeting on {date} [in room {n}|].
        Let us [have a call|sit together] on {weekday} [about the {project}|].
        I invite you to [our weekly meeting|the kick-off of the {project}] on {date}.
        When [would it suit you|do you have time] to discuss the {project}?
        [Agenda|Topics] for our meeting on {weekday}: [budget, hiring|status of the {project}].
        Does {weekday} at {time} suit you [for a call|for the meeting]?
        I suggest [{weekday}|{date}] for our [talk|meeting].
        We should [talk|meet] [soon|about the {project}].
        The [appointment|meeting] on {date} has to be cancelled.
        """,
            """
            meeting / appointment / meeting request / Meetings / scheduling / meeting_invite / calendar / talks
            a meeting / meeting invitation
            """,
            """
            someone wants to meet / an invitation to a meeting / appointments and calls
            a date for a talk is proposed / scheduling a meeting / meeting invitations / wants a meeting
            a time to meet
            """,
        ),
        Label(
            "invoice",
            """
        [Attached|Enclosed] [is|you find] our invoice [{order}|over {amount}|for {month}].
        Please pay {amount} [by|until] {date}.
        Invoice {order} over {amount} is [due|overdue] [since {date}|].
        We have not received your payment [of {amount}|for invoice {order}] yet.
        [Reminder|Second reminder]: {amount} for {product} [are|is] still open.
        Thank you for your payment of {amount}.
        Here is the bill for [the work in {month}|{product}].
        Our bank details for the transfer of {amount} are below.
        Your receipt for {product}: {amount}.
        You owe us {amount} [for {order}|since {month}].
        Kindly settle the [bill|invoice] {order} [by {date}|].
        Amount due: {amount}.
        We booked your payment of {amount} [on {date}|].
        """,
            """
            invoice / bills / accounting / Invoices / payments / to pay / bill / finance / an invoice / invoices
            """,
            """
            bills and payments / something has to be paid / invoices and receipts / a payment is due
            money we owe / accounts and bills / a bill to pay / money for an invoice
            """,
        ),
        Label(
            "application",
            """
        I [would like to|hereby] apply for the [position|job] [as {job}|of {job}].
        [Attached|Enclosed] [is|you find] my CV [and cover letter|].
        I saw your job advertisement for a {job}.
        I have {n} years of experience as a {job} [and look for a new job|].
        Are there any [open positions|vacancies] [for a {job}|in {city}]?
        I am [interested in|excited about] the job [as {job}|at {company}].
        I could start [working|] on {date} [as your new {job}|].
        My [references|certificates|working papers] as a {job} are enclosed.
        I look forward to a job interview.
        I want to work for [you|{company}] as a {job}.
        Please consider me for the post of {job}.
        Here is my CV for the {job} [position|role].
        I have just finished my training as a {job} and seek [work|a position].
        """,
            """
            job application / application / recruiting / Applications / candidates / hiring / HR
            job_application / an application / jobs
            """,
            """
            somebody applies for a job / a candidate and a CV / applications for work
            people who want to work here / recruiting and hiring / someone looks for work at our company
            applies for a job / wants a job
            """,
        ),
        Label(
            "newsletter",
            """
        [Our|The] newsletter [for {month}|]: [news|tips] and [offers|stories].
        [Only today|This week only]: {n} percent off [all {product}s|everything]!
        Do not miss our [summer|winter|spring] sale.
        [Discover|Meet] the new {product}: [lighter, faster, better|now in blue].
        [Save|Get] {amount} [when you order now|with the code {code}].
        [Click here|Scroll down] to unsubscribe [from this list|].
        New in our shop: [{product} and {product2}|fresh colours for {month}].
        Free shipping [until {date}|on all orders this week].
        Members get {n} percent discount [in {month}|].
        Five ideas for [your garden|a better morning|the holidays] [from {company}|].
        [Huge|Big] sale at {company}: {product}s from {amount}.
        Our new {product} is here [, be the first to buy it|].
        Just for you: {n} % off.
        Read in this issue: [how to save energy|ten tips for the kitchen].
        """,
            """
            newsletter / advertising / marketing / Promotions / offers / ads / promo / commercial mail / advert
            newsletters
            """,
            """
            advertisements and offers / marketing mail / sales and discounts / news from a shop / promotions
            someone wants to sell something / advertising / wants us to buy
            """,
        ),
        Label(
            "scam",
            """
        You [have won|won] [{amount}|a new phone|the lottery]! [Claim|Get] your prize [now|today].
        Your [account|card] [will be|is] blocked, [confirm|enter] your password [here|under this link].
        I am a [prince|widow|banker] and want to [give|transfer] you {amount}.
        [Send|Pay] {amount} in [bitcoin|gift cards] or we [publish your photos|delete your files].
        Earn {amount} a [day|week] from home without any work.
        Dear [friend|beneficiary], you [inherit|will receive] {amount}.
        Verify your bank [details|card] within {n} hours or [lose|we close] your account.
        [Lose {n} kilos|Get rich] in one week with this secret [pill|trick].
        We noticed a problem, log in with your PIN [at this address|here] at once.
        Your parcel is held, pay {amount} at this link [to release it|].
        You are the lucky winner of {amount}.
        Your computer is infected, call {phone} [now|] and [pay|give your password].
        Please [send|tell] me your [PIN|password|card number] [for a check|today].
        I need your help to move {amount} out of my country.
        """,
            "spam / scam / phishing / Junk / fraud / junk mail / suspicious / dangerous / a scam / cheat",
            """
            fraud and junk / someone tries to cheat / fake prizes and threats / phishing for passwords
            suspicious messages that should be deleted / a scam / fraud / tries to steal money or passwords
            """,
        ),
        Label(
            "travel",
            """
        Your [flight|train] to {city} [leaves|departs] on {date} at {time}.
        [Booking|Reservation] {order} is confirmed: {few} nights in {city}.
        Here is your [boarding pass|ticket] to {city}.
        Your [room|hotel] in {city} is booked [from {date}|for {few} nights].
        The [gate|platform] of your [flight|train] to {city} has changed.
        Check in [online|] for your flight to {city} now.
        Your rental car waits at the airport of {city}.
        Itinerary: {city} - {city2}, {date}, seat {n}.
        The train from {city} to {city2} is cancelled, you may take the next one.
        Have a good trip to {city}!
        Your seat on the [train|plane] to {city} is {n}.
        We confirm your stay in {city} from {date}.
        """,
            """
            travel / bookings / trips / Travel / flights and hotels / reservations / travel_booking / journeys
            a trip / booking
            """,
            """
            flights, trains and hotels / tickets and bookings / a journey / reservations for a trip
            travel plans / confirmation of a trip / travel / about a trip
            """,
        ),
        Label(
            "absence",
            """
        I am [ill|sick] [today|] and [cannot come|stay at home] [to work|].
        I have [a cold|the flu|a fever] and will not [work|come in] [until {weekday}|today].
        I will be on [holiday|vacation|leave] from {date} [to {date2}|].
        May I [take|have] {weekday} off?
        My [son|daughter] is ill, so I [work from home|stay home] [on {weekday}|].
        I am out of office until {date}.
        The doctor says I [must|should] rest [until {date}|for {few} days].
        I request {few} days of vacation in {month}.
        Please note my absence [on {weekday}|from {date}].
        I caught a cold and stay in bed.
        I am not in the office [on {weekday}|until {date}].
        [Next week|From {date}] I am on vacation.
        """,
            """
            absence / sick leave / holidays / Absences / time off / out of office / leave_request / vacation
            sick / absent
            """,
            """
            someone is ill or on holiday / a colleague will not be there / sick notes and vacation / days off
            absence from work / leave requests / absent / is not at work
            """,
        ),
        Label(
            "report",
            """
        Here is the [weekly|monthly] report [on the {project}|].
        [Status|Progress] of the {project}: [{n} percent done|on schedule|two weeks behind].
        This week we [finished|tested] the [first part|design] of the {project}.
        The numbers for {month} [are attached|: sales up {n} percent].
        [Summary|Minutes] of [the work on the {project}|our progress].
        The {project} is [on track|late|done], next step is [testing|the roll-out].
        We [reached|missed] the goal of {n} [units|customers] in {month}.
        Results of the [test|survey]: {n} of {n2} [passed|answered].
        Update: the {project} [costs {amount} so far|is half done].
        The work on the {project} [goes well|is delayed by {few} weeks].
        We have finished {n} percent of the {project}.
        Figures for {month}: [sales|costs] [rose|fell] by {n} percent.
        """,
            """
            report / status update / reports / Progress / project news / figures / status_report / results
            a report / status
            """,
            """
            progress of a project / numbers and results / status of the work / weekly reports
            how a project is doing / figures of the month / status / how the work goes
            """,
        ),
        Label(
            "party",
            """
        [We celebrate|I am celebrating] my [birthday|new job] on {date}, [please come|you are invited].
        [Come|You are invited] to our [summer party|barbecue|wedding] on {date}.
        [Cake|Pizza] in the kitchen for everyone [at {time}|]!
        Who [joins|comes along] for [drinks|dinner|bowling] on {weekday}?
        We are [getting married|having a garden party] [in {city}|on {date}].
        Let us go [dancing|to the cinema|hiking] [on {weekday}|].
        [Team|Office] party on {weekday} at {time}, bring good mood!
        Happy birthday, {first}!
        [Our baby|Little {first}] is here, come and see us!
        I turn {n} [on {date}|] and give a party.
        Let us have [a beer|dinner] together [on {weekday}|].
        There is [cake|pizza] for all in the kitchen.
        """,
            """
            private / party / invitation / Personal / friends and fun / celebration / social / leisure / a party
            fun
            """,
            """
            parties and celebrations / something private / friends invite / birthdays and weddings
            fun after work / leisure with friends / a party / private matters
            """,
        ),
    ],
)

FACTS = [
    Fact(
        "reply",
        """
        Please [answer|reply|respond] [by {date}|until {weekday}|].
        What do you think [about it|]?
        [Let me know|Tell me] [if that works|what you think|whether you agree].
        Could you [send me|give me] [an answer|your opinion] [by {weekday}|]?
        I am [looking forward to|waiting for] your [answer|reply].
        Is that [fine|alright] with you?
        Can you confirm [this|that], please?
        Please [confirm|get back to me] [shortly|soon|].
        Do you agree?
        I need to know [your answer|what you decide] by {weekday}.
        Write back [soon|when you can].
        Tell me your [opinion|decision], please.
        Please [drop me a line|send a short answer].
        Your [feedback|opinion] is [needed|welcome], please write.
        Which [day|option] do you prefer?
        Would you [join|help] us? Please [say|tell me].
        Waiting to hear from you.
        """,
        """
        No [reply|answer] [needed|necessary|is needed].
        [This is|Just] for your information [only|].
        You do not have to [answer|reply].
        Please do not reply to this [mail|message].
        [This mailbox|This address] is not read, so do not answer.
        No action [is required|needed] [from your side|].
        I expect no answer.
        There is no need to [reply|write back].
        You need not respond.
        Nothing to do for you.
        This is only a notice.
        Just so that you know.
        You can [delete|file] this [mail|message] after reading.
        An answer is not required.
        This message was sent automatically.
        """,
        f"""
        Is [a reply|an answer] [needed|expected|required]?
        Does the {WHO} [expect|want|wait for] [an answer|a reply]?
        Should I [reply|answer|respond]?
        Do I have to [answer|reply to] this [mail|message|]?
        Is [the|this] [mail|message] waiting for an answer?
        Reply [needed|expected]?
        Must somebody [reply|respond]?
        """,
        """
        a reply is expected
        the sender wants an answer
        somebody should answer
        the mail asks for a response
        I have to reply
        """,
        """
        no reply is needed
        the sender does not expect an answer
        nobody has to answer
        the mail needs no response
        a reply is not expected
        """,
        """
            an answer is expected / please reply / needs an answer / the sender waits for a reply / reply needed
            """,
        "no answer needed / for information only / no reply / nothing to answer / no response expected",
    ),
    Fact(
        "deadline",
        """
        The deadline is {date}.
        [Please send it|It must be done|We need it] by {date}.
        [It is|This is] due on {weekday}.
        We need [your part|the figures] until {weekday}, {time}, at the latest.
        [Hand it in|Submit it] before {date}.
        The offer [ends|expires] on {date}.
        [The last day|Closing date] [for it|to sign up] is {date}.
        You have [until|time until] {date} to [decide|sign].
        Everything must be [ready|finished|handed in] by {date}.
        Not later than {date}, please.
        It has to be on my desk on {date}.
        Registration closes on {date}.
        Please hand in [your report|the form] no later than {weekday}.
        The form [must|has to] be [returned|signed] by {date}.
        I need [it|the text|your numbers] [by|before] {weekday} [noon|evening].
        Last chance [to sign up|to apply]: {date}.
        The closing date is {date}.
        Finish it [by|until] {date}.
        We must deliver on {date}, [so be in time|no later].
        Send me your part [by {weekday}|before {time} on {weekday}].
        The submission ends on {date}.
        It expires on {date}.
        You must [decide|answer|pay] [by|until] {date}.
        """,
        """
        There is no [deadline|fixed date].
        [It does not matter|I do not mind] when [you do it|it is done].
        The deadline was [cancelled|dropped].
        No date has been [fixed|set] yet.
        Do it whenever you like.
        We have no time limit [for this|].
        It is not bound to any date.
        You may [take|have] as long as you need.
        There is [plenty of|no lack of] time.
        It can be done at any time.
        No deadline has been [set|agreed].
        The end date is [open|not decided].
        Time does not matter [here|in this case].
        Nobody [waits|is waiting] for it.
        """,
        f"""
        Is there a deadline?
        Does the [mail|message] [name|set|mention] a deadline?
        Must something be done by a certain [date|day]?
        Is [something|anything] due [on a certain day|]?
        Deadline [mentioned|given]?
        Is a [time limit|last day] given?
        Does the {WHO} set a [time limit|deadline]?
        """,
        """
        there is a deadline
        something is due by a certain day
        the mail sets a time limit
        it has to be done by a given date
        a last day is named
        """,
        """
        there is no deadline
        nothing is due by a certain day
        no time limit is given
        the mail sets no deadline
        no last day is named
        """,
        """
            a date by which it must be done / a deadline is set / due on a certain day / time limit given
            must be done by a date
            """,
        "no deadline / no date by which it must be done / no time limit / nothing is due / open end",
    ),
    Fact(
        "thanks",
        """
        [Thank you|Thanks] [very much|a lot|so much] [for your help|].
        Many thanks [for everything|to all of you].
        I am [very|so] grateful [for that|].
        Thanks [again|] for [the good work|coming|your patience].
        I [really|] appreciate [what you did|your work].
        You did a great job, thank you.
        I want to thank you [all|] [for your support|].
        A big thank you [to everybody|].
        Thank you for [thinking of it|the quick answer|your message].
        My [warmest|sincere] thanks.
        I am [indebted|obliged] to you.
        Thanks to [all|everyone] who helped.
        How kind of you, thanks.
        I cannot thank you enough.
        """,
        """
        I have no reason to thank [you|anybody].
        Do not thank me [yet|].
        Nobody said thank you.
        I wait for a word of thanks.
        There is nothing to be thankful for.
        Your thanks [reached|reach] me too early.
        """,
        f"""
        Does the {WHO} [thank|say thank you to] [someone|us|me]?
        Is [somebody|someone] thanked?
        Is there [a word of|] thanks in the [mail|message|text]?
        Does the {WHO} express [thanks|gratitude]?
        Is the {WHO} grateful?
        Thanks [expressed|given]?
        """,
        """
            the sender says thank you / somebody is thanked / the writer is grateful / thanks are expressed
            there is gratitude in the message / the author thanks someone
            """,
        """
            nobody is thanked / the sender does not say thank you / no thanks are expressed
            there is no word of thanks / no gratitude is shown / the author thanks nobody
            """,
        "someone is thanked / thanks are expressed / says thank you / gratitude / a word of thanks",
        """
            no thanks / nobody is thanked / no gratitude / no word of thanks / thanks are missing
            """,
    ),
]
