"""How customers feel and what they threaten with."""

from decision.kinds import Fact

WHO = "[customer|user|writer|client|person|sender]"

FACTS = [
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
        I am going to [cancel|leave] and [join|choose] {company}.
        Your competitors [do|are] better, [I am tempted|I might join them].
        I [look|am looking] for [an alternative|alternatives].
        You [lose|have lost] me [if this goes on|with this].
        [Another|The next] [fault|delay] and you have one customer less.
        This makes me [want|wish] to leave [you|].
        Why should I stay [with you|]? {company} is cheaper.
        I am about to [change|switch] [supplier|shops].
        Goodbye then, [I will find someone better|{company} is waiting].
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
        I keep coming back to you.
        You can count on me as a customer.
        I trust you and [stay|remain with you].
        There is no better [shop|provider] for me.
        I have no reason to go elsewhere.
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
        I am [disgusted|appalled|shocked] by [you|your behaviour|this].
        You [should|must] be joking!
        I could [scream|explode]!
        My patience [is at an end|has run out].
        This [shop|company|service] is [a joke|rubbish|the pits].
        I am so [cross|irritated|frustrated] [right now|].
        [Never|I have never] been treated so badly!
        Stop [lying|fooling me]!
        What a mess you made!
        I am [sick|tired] of your [excuses|lies].
        Your [behaviour|treatment of customers] is [shameful|disrespectful|insolent].
        [Damn|Damn it], do something!
        You have ruined my [day|week|birthday]!
        I hate [dealing with you|your service|this].
        Everyone there is [incompetent|useless|lazy].
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
        I stay [patient|friendly|cool] about it.
        There is no reason to be [upset|angry].
        Do not worry, [it is alright|I understand].
        I [can understand|see] that such things [happen|take time].
        It [hardly|does not] [bothers|bother] me.
        I am [quite|perfectly] relaxed.
        You are [always|very] [friendly|fair] to me.
        I do not blame anybody.
        It was a small mistake, [no more|nothing to be angry about].
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
        Well done, [everybody|all of you]!
        I [admire|appreciate] your [work|care|quick help].
        You made my day!
        What a [nice|lovely|pretty] [shop|app|product]!
        I am a [big|true] fan of [{product}|your work].
        Thumbs up for [the team|{first}|this service].
        [Brilliant|Superb|Impressive] [idea|support|quality].
        The [new version|design|packaging] is [beautiful|clever].
        {first} did [a wonderful|an outstanding] job.
        It is a pleasure to [buy from|deal with] you.
        Nothing but praise for [you|{product}].
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
        I wish I could [praise|compliment] you, but no.
        The quality is not what it was.
        I am not [happy|satisfied|pleased].
        {product} did not convince me.
        No compliments this time.
        Your [service|product] is nothing special.
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
        I am [consulting|going to consult] [a lawyer|my solicitor].
        My [legal adviser|insurance lawyer] [will|is to] take over.
        I will press charges.
        [I demand|I will claim] damages [in court|through my attorney].
        Expect a [lawsuit|summons|court order].
        I [have|will have] you [prosecuted|sued].
        The [regulator|ombudsman|authority] will be [told|informed] [by me|].
        A judge will decide [this|on it].
        I will bring this before [a court|the tribunal].
        I will [lodge|file] a formal complaint with the [regulator|police].
        Legal proceedings [will follow|are being prepared].
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
        It need not come to [a trial|court].
        I do not think of lawyers [at all|].
        We can [settle|clear] this [among ourselves|amicably].
        I would never go to [the police|court] over [that|{amount}].
        There will be no legal steps from me.
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
