"""What customers ask for, or say that they do not want."""

from decision.kinds import Fact

WHO = "[customer|user|writer|client|person|sender]"

FACTS = [
    Fact(
        "refund",
        """
        [Please|Kindly] refund [one of them|it|me|the money|the payment|{amount}].
        I [want|would like|demand] my money back.
        I [ask for|request|expect] a refund [of {amount}|for {product}|].
        [Please|Can you] [return|give back|send back] the [money|amount|payment] [to my card|].
        I expect you to [pay back|return] {amount}.
        Could I [get|have] a refund [for this|please|]?
        [Please|Kindly] transfer the [money|{amount}] back [to my account|].
        Reimburse me [for {product}|for this|], please.
        I want to be [refunded|reimbursed] [in full|].
        How do I get my money back?
        [Give|Send] me back what I paid.
        Please [reverse|undo] the [payment|charge|debit].
        One of the [payments|charges] has to be [refunded|paid back|returned].
        I would [like|prefer] the {amount} [back on my card|to be paid back].
        When will I get the [money|{amount}] back?
        [Please|Just] refund [the second one|one payment|the extra charge|what was too much].
        I was [promised|told I would get] my money back, [please send it|where is it].
        Pay me back [what I paid|the full price|the difference].
        [Kindly|Please] [issue|process|arrange] [a refund|the refund] [for {order}|].
        I must insist on a [full|complete] refund.
        Refund me [now|, please|the {amount}].
        Can the [second|extra|wrong] [payment|charge] be [refunded|given back|returned to me]?
        Please credit [the amount|{amount}] [back|] to my [card|account].
        [My|The] money back, please.
        I [am asking|ask] you to repay [the amount|{amount}|me].
        It would be fair to [give me the money back|refund me].
        """,
        """
        I do not [want|need] a refund[, just a working one|].
        No refund [needed|necessary|is needed], [I only want an answer|just fix it].
        A refund is not [necessary|what I want|what I am after].
        You have already refunded [me|the money], thank you.
        The refund [came|arrived] [on {date}|yesterday], [so that is settled|thanks].
        I am not asking for [my money back|a refund].
        Please do not [refund it|send the money back], [send a new one|exchange it].
        Keep the money, I [just|only] want [it to work|to understand it].
        Thanks for the [quick|fast] refund [last week|in {month}].
        I have [got|received] my money back, [that part is done|all good there].
        I would rather have [a repair|help] than my money back.
        I do not need [the money|my money] back.
        A refund would not help me[, I need the {product}|].
        It is not about [the money|getting money back].
        [Do not|Please do not] refund anything [yet|].
        You need not pay anything back.
        I already got [the refund|my money], [so forget that part|thank you].
        Money back? No, [thanks|I want it repaired].
        I am [glad|happy] that you refunded [{amount}|everything] [already|].
        """,
        f"""
        Is the {WHO} asking for a refund?
        Does the {WHO} want [a refund|their money back]?
        Is a refund [asked for|requested|wanted|demanded]?
        Refund [asked|requested|wanted]?
        Should [money|a payment] be [returned|paid back] [to the customer|]?
        Does [this|the] [message|ticket|text] [ask for|contain a request for|request] [a refund|money back]?
        Do they want [to be refunded|the payment back|money back]?
        Has the {WHO} requested [reimbursement|a refund]?
        Is someone asking [for their money back|to be reimbursed]?
        Is it a refund request?
        Are we asked to pay [something|money] back?
        Does this person want money [returned|back]?
        Would the {WHO} like to get [the money|a payment] back?
        Is [reimbursement|repayment] [wanted|asked for]?
        Is a refund [being|] [asked for|demanded] here?
        Does the [email|ticket|message] demand [money back|a refund]?
        """,
        """
        the customer [wants|asks for|requests] a refund
        a refund is requested
        they want their money back
        the writer asks to be reimbursed
        the customer expects a payment to be returned
        we should give money back
        the customer is asking for a refund
        the person demands repayment
        the message asks for a refund
        money should be paid back to the customer
        a payment has to be refunded
        """,
        """
        the customer [does not want|is not asking for] a refund
        no refund is requested
        nobody asks for money back
        there is no request for a refund
        the writer does not want any money returned
        the customer wants something other than a refund or nothing at all
        the customer does not ask for money
        a refund is not wanted
        the message contains no request for a refund
        the customer needs no refund
        """,
        """
        money back is asked
        a refund is requested
        the customer wants money returned
        yes, they ask to be reimbursed
        asks for the money back
        refund wanted
        """,
        """
        no refund
        no money back is asked for
        nothing has to be paid back
        they do not ask for a refund
        refund not wanted
        no request for reimbursement
        """,
    ),
    Fact(
        "cancel",
        """
        [Please|Kindly] cancel my [subscription|contract|plan|membership].
        I [want|would like] to [cancel|end|terminate] my [subscription|contract|plan].
        I [hereby|] [cancel|terminate] [my contract|the contract] [as of {date}|at the end of {month}|].
        How do I [cancel|end] my [subscription|membership]?
        Please stop my [subscription|plan] [from {month}|].
        I [do not|no longer] need the [subscription|plan|service], so please end it.
        [Cancel|End] everything [from {month} on|at once], please.
        Take this as notice [of termination|that I end my contract].
        My [subscription|contract] should not be renewed.
        Please close my [account|contract].
        I am [writing|getting in touch] to cancel [my subscription|the contract|].
        [Please|] do not renew [my plan|my subscription|it] [in {month}|].
        My [membership|subscription] ends [in {month}|now], I do not want it any longer.
        I quit my [subscription|membership|contract].
        [Stop|End] the [monthly payments|subscription], I do not use it.
        Kindly confirm the cancellation of my [contract|plan].
        I want out of [the contract|this subscription].
        """,
        """
        I do not want to cancel [my subscription|my contract|].
        [Of course|Naturally] I keep my [subscription|contract].
        Please do not [cancel|end] my [plan|subscription].
        I will [keep|renew] my [subscription|membership] [in any case|].
        I thought about cancelling but [decided to stay|I stay].
        Please [renew|extend] my [contract|plan|subscription].
        Cancelling is not what I [want|have in mind].
        My subscription was cancelled by mistake, [please restore it|I want it back].
        The [subscription|contract] [can|should] go on [as it is|].
        I am not cancelling [anything|].
        Please keep my [account|subscription] [active|running].
        I do not intend to end the [contract|plan].
        """,
        f"""
        Does the {WHO} want to cancel [the subscription|the contract|something|]?
        Is [a cancellation|the end of the contract] [requested|asked for|wanted]?
        Is this a cancellation?
        Does the [message|text|ticket] ask to [end|terminate] [a subscription|a contract|a plan]?
        Should the [subscription|contract|plan] be [ended|cancelled|stopped]?
        Cancellation [requested|wanted]?
        Does the {WHO} [terminate|give notice of ending] the [contract|subscription]?
        Do they want to stop [the plan|their subscription|the service]?
        Is the {WHO} cancelling [something|a subscription|]?
        Does someone want to get out of [a contract|a subscription]?
        Would the {WHO} like to end [the contract|the membership]?
        Is this [person|customer] asking us to cancel?
        """,
        """
        the customer wants to cancel
        a cancellation is requested
        the contract should be ended
        they terminate their subscription
        the customer asks to end the plan
        the subscription is to be stopped
        """,
        """
        the customer does not want to cancel
        no cancellation is asked for
        the contract goes on
        the subscription should not be ended
        nobody terminates anything
        the customer stays subscribed
        """,
        """
        the contract is to be ended
        asks to cancel
        cancellation wanted
        they want to end the subscription
        the plan should stop
        yes, it is a cancellation
        """,
        """
        no cancellation
        the contract continues
        nothing is cancelled
        they keep the subscription
        not about ending anything
        no wish to cancel
        """,
        blurs=("leave",),
    ),
    Fact(
        "replacement",
        """
        Please send [me|us] a [new one|replacement] [{product}|].
        I [want|would like|need] a replacement [for {product}|].
        Can you [exchange|replace|swap] it [for a new one|]?
        I would like to [exchange|swap] [it|the {product}].
        Please [exchange|replace] the {product}.
        Send another one [as soon as possible|, please|].
        I expect a new {product} [free of charge|from you|].
        Could I get [a fresh one|a new {product}] instead?
        A replacement would [be fine|do|help].
        [Kindly|Please] ship [me|us] another {product}.
        I [hope|ask] for [an exchange|a substitute].
        [Let me|I want to] have a {product} that works [instead|].
        Swap it for [another one|one that works], please.
        Replace [it|the broken part] [under warranty|], please.
        I ask [you|] for [an exchange|a substitute product].
        Please deliver [a new|another] [one|{product}].
        I want [a working|an intact] {product} [in return|for this one].
        Send the right [one|article] [, please|at once].
        Please let me have [a fresh|a different|an undamaged] one.
        Could you ship the correct item?
        When can I [expect|get] the replacement?
        [Change|Exchange] it for [another|the right size].
        I am waiting for a [substitute|new device].
        """,
        """
        I do not [need|want] a replacement.
        No need to send [a new one|another one|a replacement].
        The replacement has [already|] arrived[, thanks|].
        Please do not send [another one|a new {product}].
        An exchange is not [necessary|needed|what I want].
        I will repair it myself, you need not send a new one.
        I have bought a new {product} elsewhere [already|].
        I [got|have got] the new one, [it works|thank you].
        I will keep the {product} [as it is|].
        There is no need to exchange [it|anything].
        I am not asking for [a new one|an exchange].
        The substitute is [here|fine].
        You replaced it [already|last week], thanks.
        I do not want [another one|a different product].
        Leave it, I keep the [old|broken] one.
        """,
        f"""
        Does the {WHO} want [a replacement|an exchange|a new one]?
        Is a replacement [asked for|requested|wanted]?
        Should we send [a new one|another item|a replacement]?
        Is the {WHO} asking for [an exchange|a new product]?
        Exchange [wanted|requested]?
        Do they want the [item|product|article] [replaced|exchanged]?
        Does the [message|ticket] ask [for a replacement|to exchange something]?
        """,
        """
        the customer wants a replacement
        an exchange is requested
        they ask for a new one
        the item should be replaced
        we are asked to send another one
        the writer would like to exchange the product
        """,
        """
        the customer does not want a replacement
        no exchange is requested
        nothing has to be replaced
        nobody asks for a new one
        we need not send another one
        no new product is wanted
        """,
        """
            a new one is wanted / exchange requested / they want a replacement / asks to exchange it
            the item has to be replaced
            """,
        """
            no replacement / no exchange wanted / they do not ask for a new one / nothing to replace
            keeps what they have
            """,
    ),
    Fact(
        "callback",
        """
        Please call me [back|] [at {phone}|under {phone}|].
        Can someone [call|ring|phone] me [today|tomorrow|on {weekday}|]?
        I would [like|prefer] a phone call [, please|].
        You can reach me by phone [at {phone}|in the evening].
        Give me a call [when you have news|, {phone}|].
        Please phone me [after {time}|before {time}|on {weekday}].
        I am waiting for your call [on {phone}|].
        A short call would [help|be great].
        Could [one of you|an agent] ring me up?
        [Ring|Phone|Call] me [under {phone}|on my mobile|at home], please.
        I ask for a [callback|return call] [on {weekday}|].
        Please have [someone|an expert] call me.
        Best [call|phone] me [at {time}|in the morning].
        My number is {phone}, please [call|ring].
        """,
        """
        Please do not call [me|us][, write instead|].
        No [phone calls|calls], please, [only mail|an email is enough].
        I prefer [email|an answer in writing] [to a call|, not by phone].
        You need not call me [back|].
        [Just|Please] answer by [email|mail], I cannot take calls.
        Thanks for your call [on {weekday}|yesterday].
        I [called|phoned] you [on {weekday}|twice] and nobody picked up.
        [Writing|An email] is better than calling for me.
        Do not phone [me|], I am [at work|hard of hearing].
        I do not want [to be called|any calls].
        """,
        f"""
        Does the {WHO} want [a call|to be called|a phone call]?
        Is a [call back|phone call|callback] [asked for|requested|wanted]?
        Should we [call|phone|ring] [the customer|them|this person]?
        Callback [requested|wanted]?
        Is the {WHO} asking us to [call|phone]?
        Do they [ask for|want] a call [back|]?
        Does someone have to [phone|call] the {WHO}?
        """,
        """
        the customer wants a call
        a callback is requested
        they ask to be called
        the writer would like a phone call
        we should phone the customer
        somebody has to call this person
        """,
        """
        the customer does not want a call
        no callback is requested
        nobody asks to be phoned
        we need not call
        no phone call is wanted
        the customer prefers not to be called
        """,
        "call wanted / asks to be phoned / they want us to ring / phone call requested / please call",
        """
            no call / they do not want to be phoned / writing is enough / no callback needed
            nothing about calling
            """,
    ),
    Fact(
        "repeat",
        """
        This is the [second|third|fourth] time [I write|I am writing|I contact you] [about this|].
        I have [already|] [written|complained] to you [twice|three times|{n} times] [about it|].
        Nobody answered my [last|previous] [mail|message|ticket].
        I [reported|told you about] this [weeks ago|last month|in {month}] [already|].
        As I [wrote|said] before, it is still [not solved|the same].
        I am [still|] waiting for an answer [to my mail of {date}|].
        My [first|last] ticket was closed without [a solution|an answer].
        [Again|Once more] I have to [contact|write to] you [about the same thing|].
        This is a reminder [of my ticket from {date}|].
        It is the same problem as [last time|in {month}][, you said it was solved|].
        I [asked|wrote|called] [on {date}|last week] and [got no answer|heard nothing].
        [Yet again|Again] the same [trouble|problem|story].
        How often do I have to [report|explain] this?
        You [promised|said] [in {month}|last time] that it would not happen again.
        This is my [third|second|fourth] [ticket|mail|complaint] [on this|].
        I refer to my [earlier|previous] [letter|ticket|call].
        Nothing happened since my last [mail|message|complaint].
        I have been [complaining|asking] for {few} weeks.
        My earlier [request|complaint] [was ignored|got lost].
        You did not [reply to|answer] my [first|last] [letter|mail].
        Once again [I report|you hear from me].
        Still the same as in my [message of {date}|previous ticket].
        It is not the first time [this happens|that I complain].
        I am reminding you [of my complaint|once more].
        Since [weeks|{month}] I hear nothing [from you|].
        """,
        """
        This is the first time I [write|contact you|have a problem].
        I have never [written|complained] to you before.
        It is my first [message|ticket] [to you|].
        Until now I never had to contact [support|you].
        My last [ticket|request] was answered [quickly|at once].
        I [just|only just] noticed it and [write|report it] right away.
        I have not been in touch [before|about this before].
        [Today|Now] it happened for the first time.
        This is new, [it never happened before|I never saw it before].
        I write to you for the first time.
        Nobody knows of it yet, I [only|just] found it.
        There was never [any trouble|a problem] before [today|].
        It [came up|began] only today.
        I am a new customer with a first question.
        """,
        f"""
        Has the {WHO} [written|complained|contacted us] before [about this|]?
        Is this a repeated [complaint|contact|request]?
        Did the {WHO} [contact us|report it] [earlier|already|before]?
        Is it [more than|not] the first [contact|message|attempt]?
        Has an earlier [message|ticket|mail] gone unanswered or unsolved?
        Is this a follow-up?
        Does the [customer|writer] say that this was [reported|raised] before?
        """,
        """
        the customer contacted us before about this
        this is a repeated complaint
        the writer has reported it earlier
        an earlier message was not answered or did not help
        it is not the first contact
        the problem was reported already
        """,
        """
        this is the first contact
        the customer has not contacted us before
        it is no repeated complaint
        there was no earlier report
        nothing was reported before
        """,
        """
            they wrote before / repeated contact / earlier messages did not help / not the first time
            already reported
            """,
        "first contact / no earlier message / new case / first time / nothing before",
    ),
    Fact(
        "attachment",
        """
        I [have attached|attach] [a photo|the invoice|a screenshot|the file].
        [A picture|The receipt|A screenshot] is attached.
        Please [see|find] the attached [photo|document|file].
        You find [the invoice|two photos] in the attachment.
        Enclosed [is|you find] [the receipt|a copy of the bill].
        [See|Look at] the [screenshot|photo] [below|I added].
        I am sending [a photo|the log file|the form] along with this [mail|message].
        The [PDF|scan|document] is in the attachment.
        I [added|put in|uploaded] [a photo|two pictures|the log].
        The [file|picture|invoice] comes with this [mail|message].
        I have [enclosed|added] [the contract|my receipt].
        Here [is|you have] the [screenshot|scan] as a file.
        """,
        """
        I [do not have|cannot send] [a photo|a screenshot|the receipt] [at the moment|].
        I will send [the photos|the invoice] [later|tomorrow].
        There is no [receipt|document|photo] [any more|].
        Your attachment [did not open|was empty].
        I could not attach the [file|photo], it was too big.
        The [receipt|invoice] is lost, so I have nothing to send.
        I have [no|not a single] [picture|document] to show.
        Nothing is attached [to this mail|], [sorry|I will add it later].
        """,
        f"""
        Is [something|a file|a document] attached?
        Does the [message|mail|ticket] have an attachment?
        Did the {WHO} [attach|enclose|send along] [something|a file]?
        Attachment?
        Is there an attachment [mentioned|]?
        Does the {WHO} say that [a file|a picture or document] is [attached|enclosed]?
        Should I look for an attached [file|picture]?
        """,
        """
        something is attached
        the message has an attachment
        the writer sent a file along
        a document or photo is enclosed
        there is an attachment
        """,
        """
        nothing is attached
        the message has no attachment
        no file was sent along
        there is no attachment
        nothing is enclosed
        """,
        """
            a file is attached / has an attachment / a document comes with it / photo or file enclosed
            something attached
            """,
        "no attachment / nothing attached / no file comes with it / nothing enclosed / just text",
    ),
]
