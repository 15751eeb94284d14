"""What customers ask for, how they feel and how urgent it is."""

from decision.kinds import Fact, Scale

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
        "leave",
        """
        Otherwise I [will|am going to] [switch|move] to [another provider|a competitor|{company}].
        If this [happens again|is not fixed], [I am gone|you lose a customer|I will leave].
        I am [thinking about|considering] [switching|leaving|moving to {company}].
        [This was|That was] my last order [with you|].
        I will [never|not] [buy|order] [from you|here] again.
        {company} would be glad to have [me|us] as a customer.
        You are about to lose [me|a loyal customer|a customer of {n} years].
        I am [looking around|already looking] for [another|a different] [supplier|provider].
        Maybe [{company} treats|others treat] customers better, I will find out.
        One more [mistake|problem] and I [go to|am with] {company}.
        I have had enough and will take my business elsewhere.
        [Fix it|Solve this], or I [leave|quit].
        I [will|am going to] take my [money|business] to {company}.
        [Then|So] I [am off|will go] to [{company}|someone else].
        My patience is over, [{company}|your competitor] has [better offers|a place for me].
        [I am|We are] done with you.
        I [think|believe] it is time to change [the provider|to {company}].
        Maybe I should [try|go to] {company} instead.
        Next time I [order|buy] from {company}.
        Do not count on me as a customer any more.
        """,
        """
        I [will|want to] stay [with you|your customer] [anyway|in any case|].
        I am [not|certainly not] going to [switch|leave] [because of this|].
        I [have been|am] a [loyal|happy] customer [and will stay one|for {n} years and plan to stay].
        I have no plans to [leave|change the provider].
        Compared with {company} you are still [better|my first choice].
        I will [gladly|certainly] order from you again.
        I came to you from {company} and do not regret it.
        You will not lose me as a customer over this.
        I am happy to remain your customer.
        Leaving is not [an option|what I want].
        I would never [go|switch] to {company}.
        Do not worry, I [remain|stay] [a customer|with you].
        """,
        f"""
        Does the {WHO} threaten to leave?
        Is the {WHO} [about to|likely to|going to] [leave|switch|churn]?
        Is there a risk [of losing this customer|that the customer leaves]?
        Does the {WHO} [talk about|mention] [leaving|switching to a competitor|changing the provider]?
        Churn risk?
        Might we lose this [customer|client]?
        Is the {WHO} considering [a competitor|another provider]?
        Does [this person|the customer] say that they [will|may] go [elsewhere|to someone else]?
        Is there a threat to [leave|quit|go]?
        Is the {WHO} thinking about [leaving|a change of provider]?
        Could [this customer|the client] be gone soon?
        Will the {WHO} go [to a competitor|elsewhere] if nothing happens?
        Is the {WHO} threatening [us|] with [leaving|a competitor]?
        """,
        """
        the customer threatens to leave
        the customer may switch to a competitor
        we may lose this customer
        the writer considers another provider
        the customer is at risk of leaving
        they talk about going elsewhere
        """,
        """
        the customer does not threaten to leave
        the customer stays with us
        there is no risk of losing the customer
        nobody talks about switching
        the writer has no plans to leave
        the customer is not going elsewhere
        """,
        """
        they may go to a competitor
        the customer is about to leave
        a threat to leave
        risk of losing them
        says they will switch
        """,
        """
        no sign of leaving
        they stay
        no threat
        the customer is not at risk
        nothing about switching
        """,
        blurs=("cancel",),
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
        "angry",
        """
        This is [a disgrace|outrageous|unacceptable|ridiculous]!
        I am [really|very|extremely|so] [angry|upset|furious|annoyed] [about this|].
        What a [terrible|horrible|lousy] [service|company|experience].
        I have had [enough|it] [with you|].
        [How can|Why is it that] a company [be|is] this [incompetent|bad]?
        You should be ashamed [of yourselves|of this service].
        This is driving me [mad|crazy].
        I am [fed up|sick and tired] [with|of] [your service|this|waiting].
        Worst [service|support|shop] [ever|I have ever seen]!
        [Are you kidding me|Is this a joke]?!
        You are wasting my time[ again|]!
        I cannot believe how [badly|poorly] you treat [people|customers].
        I am [boiling|burning] with [rage|anger].
        This makes me [so|really] angry!
        How dare you [treat me like this|send me such rubbish]!
        [Unbelievable|Outrageous|Shameful]!
        I am [absolutely|totally] [livid|furious] [now|].
        What on earth are you doing there?!
        This is [an insult|a scandal|beyond belief]!
        """,
        """
        I am not [angry|upset|annoyed], [just curious|these things happen].
        No hard feelings, [mistakes happen|it is fine].
        [It is|That is] no big deal [for me|].
        I [really|] like your [service|shop|product] [otherwise|].
        Thanks for your [friendly|patient|kind] help [so far|].
        I am [very|quite] happy with [your service|{product}] [in general|].
        I know you are doing your best.
        Your team has always been [very|so] [kind|helpful] to me.
        Sorry to [bother|trouble] you [with this|].
        I am [calm|relaxed] about it.
        It does not [upset|annoy] me [at all|].
        These things happen, I am not cross.
        No problem[, really|], just tell me how [to go on|it works].
        """,
        f"""
        Is the {WHO} [angry|upset|furious]?
        Does the {WHO} sound [angry|annoyed|irritated|frustrated]?
        Is the tone [angry|hostile|irritated]?
        Is this an angry [message|mail|customer]?
        Angry?
        Is there [anger|frustration] in [this|the] [message|text]?
        Has the {WHO} lost [patience|their temper]?
        Is someone [mad|furious|very unhappy] with us?
        """,
        """
        the customer is angry
        the writer sounds upset
        the tone is hostile
        the message is full of anger
        this person is furious
        the customer has lost patience
        """,
        """
        the customer is not angry
        the tone is calm
        the writer is relaxed
        there is no anger in the message
        the customer stays friendly or neutral
        nobody is upset
        """,
        "the writer is angry / rude or upset words / hostile tone / sounds furious / loses patience",
        "calm / no anger / neutral or friendly / the writer stays polite / not upset",
    ),
    Fact(
        "praise",
        """
        [Thank you|Thanks] for [the great service|your wonderful support|everything].
        [By the way, |]I [love|really like] [{product}|your shop|the new design].
        Your [team|support|staff] [is|was] [great|fantastic|excellent].
        [Great|Excellent|Fantastic] [job|work|product], [keep it up|well done]!
        I am [delighted|very happy|thrilled] with {product}.
        [{first}|Your colleague] was [so|extremely] [helpful|kind] on the phone.
        Best [shop|support|app] I know.
        I recommend you to all my friends.
        Compliments to your [team|developers|driver]!
        You are doing [great|wonderful] work.
        I am [impressed|amazed] by [your service|{product}].
        [So|Very] good, [thank you|I like it a lot]!
        The [staff|support] [was|is] [lovely|first class].
        Everything else with you is [great|perfect].
        The {product} is [wonderful|perfect|a joy to use].
        """,
        """
        I cannot say anything good about [{product}|your service].
        There is nothing to [praise|like] here.
        I expected [more|better] from you.
        {product} is [a disappointment|not worth its price].
        I am [disappointed|not impressed] [by {product}|by your service|].
        Others may like {product}, I do not.
        I would not recommend {product} [to anyone|].
        I do not like [your shop|{product}|the new design].
        There is little good [about it|to say].
        """,
        f"""
        Does the {WHO} praise [us|something|the company]?
        Is there [praise|a compliment] in [the message|this text]?
        Does the [message|text|mail] contain [praise|a compliment|positive feedback]?
        Is the {WHO} [happy|pleased|delighted] with [something|us|the product]?
        Praise?
        Does the {WHO} say something [nice|good|positive] about us?
        Is anything [praised|liked]?
        """,
        """
        the customer praises something
        the message contains a compliment
        the writer is happy with us
        there is positive feedback
        something is praised
        the customer says something nice
        """,
        """
        there is no praise
        the customer does not praise anything
        nothing positive is said
        the writer pays no compliment
        no positive feedback is given
        """,
        """
            a compliment is made / something good is said / positive feedback / the customer likes something
            praise
            """,
        "no compliment / nothing is praised / no positive feedback / nothing good is said / no praise",
        blurs=("angry",),
    ),
    Fact(
        "legal_threat",
        """
        [Otherwise|If not,] [I will|I am going to] [call|talk to|hand it to] my lawyer.
        My lawyer will [contact|write to] you.
        I will [sue you|take you to court|take legal action].
        I [will report|am reporting] you to the [police|consumer protection agency|authorities].
        See you in court.
        I reserve the right to take legal steps.
        I will file a [complaint with the court|lawsuit].
        The consumer protection office will hear about this.
        [We have|I have] already spoken to an attorney.
        My [attorney|solicitor] is [informed|already on it].
        I am [preparing|going to file] a lawsuit.
        The [police|public prosecutor] will [deal with|hear of] it.
        I [will|shall] enforce my rights in court.
        You will get [mail|a letter] from my [lawyer|solicitor].
        """,
        """
        I do not want to [involve lawyers|go to court] [over this|].
        There is no need for [lawyers|a court].
        I will not take legal action.
        My sister is a lawyer, but [this is not about that|that does not matter here].
        I trust we can solve this without [a lawyer|the courts].
        Nobody wants a lawsuit [about this|here].
        No lawyers, please, [let us talk|I only want it solved].
        I am not going to sue [you|anybody].
        """,
        f"""
        Does the {WHO} threaten [legal action|to sue|with a lawyer]?
        Is there a legal threat?
        Is [legal action|a lawsuit] [threatened|announced]?
        Does the {WHO} [want|intend] to go to court?
        Are lawyers [or the police|or authorities] going to be involved?
        Legal threat?
        Do they [say|announce] that they will [sue|report us]?
        """,
        """
        the customer threatens legal action
        a lawsuit is announced
        they want to go to court
        a lawyer or an authority will be involved
        there is a legal threat
        """,
        """
        there is no legal threat
        nobody threatens to sue
        no lawyer will be involved
        the customer does not want to go to court
        legal action is not threatened
        """,
        """
            they want to sue / legal steps are announced / a lawyer is threatened / will go to court
            legal threat
            """,
        "no legal steps / no lawyer / nothing legal / no threat to sue / no court",
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
    Fact(
        "polite",
        """
        [Could you please|Would you kindly] [help me|look into this|have a look]?
        [Thank you|Many thanks] [in advance|for your help|for your time].
        I would be [grateful|very thankful] [for your help|for an answer].
        I would appreciate [your help|a short answer|it].
        [Kind|Best|Warm] regards and thanks.
        Thank you [so much|very much] for your [patience|effort].
        If it is not too much trouble, [please have a look|a short note would be nice].
        Please take your time, and thank you.
        """,
        """
        Do your job.
        [Fix|Solve] this [now|already].
        Are you [stupid|deaf|blind]?
        Stop [sending me nonsense|wasting my time].
        I do not care how, just do it.
        You idiots [did it again|cannot do anything right].
        Answer me!
        Get it done.
        """,
        f"""
        Is the {WHO} polite?
        Is the [message|text|tone] polite?
        Is the [wording|tone] [friendly|courteous|respectful]?
        Does the {WHO} [thank us|ask politely|use polite words]?
        Polite?
        Is this written in a [polite|friendly|courteous] [way|manner|tone]?
        Does the {WHO} stay [polite|courteous|civil]?
        """,
        """
        the customer is polite
        the tone is friendly
        the message is written politely
        the writer asks in a courteous way
        the wording is respectful
        """,
        """
        the customer is rude
        the tone is not friendly
        the message is impolite
        the writer is not polite
        the wording lacks respect
        """,
        "polite words / friendly tone / courteous / asks kindly / respectful",
        """
            rude / impolite / no polite words / unfriendly tone / harsh
            """,
    ),
]
BY_NAME = {fact.name: fact for fact in FACTS}

URGENCY = Scale(
    "urgency",
    f"""
    How urgent is [this|it|the request|the case]?
    How [quickly|fast|soon] [must|should|do] we [react|answer|act]?
    [Rate|Estimate|Score] the urgency [of this ticket|of the message|].
    How [pressing|time-critical] is [this|the problem]?
    When does the {WHO} need [help|an answer|a solution]?
    What [priority|urgency] [does this have|should this get]?
    [Urgency|Priority]?
    How much of a hurry is the {WHO} in?
    How long can this wait?
    By when do we have to [help|act|answer]?
    Which priority should the ticket [have|get]?
    """,
    [
        """
    [There is|It is] no [hurry|rush] [at all|].
    Take your time[, it is not urgent|].
    [It|This] can wait [until next month|a few weeks|].
    Whenever you [have time|get to it][, no rush|].
    It is not urgent [at all|].
    Just [when|if] you have a quiet moment.
    I can wait [for weeks|as long as it takes].
    No need to [hurry|answer soon].
    Any time [this year|in the next months] is fine.
    """,
        """
    [Some time|At some point] this week would be [fine|good].
    Please [look at it|answer] [in the next days|within the week|by the end of the week].
    I need [it|an answer] [next week|within a few days].
    It would be nice to have it [solved|done] in the next few days.
    Within {few} days is [early|soon] enough.
    [Next week|Friday] is soon enough[, but not later|].
    Not today, but please in the coming days.
    I hope to hear from you within a week.
    """,
        """
    I need [this|an answer|it] today.
    Please [answer|solve it|get back to me] [today|before this evening|by tonight].
    It has to be [done|solved|ready] by the end of [the day|today].
    We [need|want] [it|a solution] before we close this [evening|afternoon].
    It must [work|be fixed] [today|before tomorrow morning].
    My deadline is [tonight|this evening].
    Today is the last day [for it|we can use it].
    Please do it still today.
    Tomorrow [morning|] is too late.
    """,
        """
    [This is urgent|It is very urgent], please [answer|help|act] [immediately|at once|right away].
    I need [help|an answer|it] [right now|now|within the hour|immediately].
    [ASAP|As soon as possible|Urgent], please!
    [I have|We have] a [meeting|presentation|flight] in {few} hours and need it before.
    Please [react|hurry], every [minute|hour] counts.
    It cannot wait, not even [an hour|until the afternoon].
    Please drop everything and [help|look at this].
    The customer is [on the phone|standing here] [right now|] and waits [for it|].
    """,
        """
    [Our|The] whole [shop|office|production] is [down|standing still] [because of this|].
    Nobody [here|in the company] can work [any more|].
    [Everything|All our systems] stopped[, we are losing money every minute|].
    We cannot [serve|help] [any|our] customers [until this is fixed|any more].
    This is an emergency[: nothing works|].
    {n} people [are|sit here] blocked and cannot [work|go on].
    We are completely [blocked|cut off] [at the moment|].
    All sales have stopped [since this morning|because of it].
    This [blocks|stops] our [entire|whole] business [right now|].
    """,
    ],
    """
    can wait=0-1; today=2; now=3-4
    Can wait=0-1; Today=2; Blocking the customer now=3-4
    low=0-1; medium=2; high=3-4
    low=0; normal=1; high=2-3; critical=4
    not urgent=0-1; urgent=2-3; emergency=4
    no hurry=0; this week=1; today=2; at once=3-4
    no hurry at all=0; within days=1; today=2; right now=3; everything is stopped=4
    whenever=0; in the next days=1; before the end of the day=2; immediately=3-4
    can wait=0; soon=1-2; now=3-4
    not pressing=0-1; must be done today=2; cannot wait an hour=3-4
    trivial=0; minor=1; major=2-3; blocker=4
    relaxed=0-1; tight=2; very tight=3-4
    P4: no hurry=0; P3: within the week=1; P2: today=2; P1: at once or blocked=3-4
    can be left for weeks=0; needs care within the week=1; needs care today=2; needs care this minute=3-4
    later=0-1; same day=2; instantly=3-4
    wait=0; not wait=1-4
    not urgent at all=0; a little urgent=1; urgent=2; very urgent=3; the business stands still=4
    within weeks=0; within a week=1; within a day=2; within an hour=3-4
    there is time=0-1; there is little time=2; there is no time=3-4
    """,
)

OPENERS = """
    Hello,
    Hi,
    Hi there,
    Dear team,
    Dear support,
    Good morning,
    Good evening,
    Hello {company} team,
    To whom it may concern,
    Hey,
    Dear Sir or Madam,
    Hello everyone,
    """

FILLERS = """
    I [bought|ordered] [the {product}|it] [in {month}|on {date}|last week|].
    I have been a customer [since {year}|for {n} years|for a long time].
    My [customer|order] number is {order}.
    The [order|reference] is {order}.
    I live in {city}.
    I use {product} [every day|at work|at home].
    My [colleague|neighbour|sister] {first} [uses it too|told me about you].
    I am writing from [my phone|the office|{city}].
    The weather in {city} has been [nice|bad] [lately|].
    The {product} was a gift [for my mother|from a friend].
    I [paid|gave] {amount} [for it|by card|].
    It is the model from {year}.
    I am not [good with computers|an expert].
    I hope you are [well|having a good day].
    I tried [it twice|everything in the manual|a restart].
    I have read your [help page|terms].
    We are a [small firm|team of {n} people] in {city}.
    My [husband|wife|son] set it up.
    I found your address on the website.
    I usually [order|buy] once a [month|year].
    You can [write|reply] to {email}.
    It is about {product}.
    I will be [away|on holiday] in {month}.
    I have the {product} in [blue|black|white].
    """

CLOSERS = """
    [Kind|Best] regards, {first} {last}
    Yours, {first} {last}
    {first}
    Regards
    Bye
    Have a nice day
    Sincerely, {first} {last}
    Cheers, {first}
    Greetings from {city}
    Thanks
    Best, {first}
    """
