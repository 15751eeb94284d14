"""Reviews of restaurants, hotels, things and films: how good, what was good and what was not."""

from decision.kinds import Fact, Label, Labels, Scale

WHO = "[reviewer|writer|guest|author|person]"

RATING = Scale(
    "rating",
    f"""
    How [satisfied|happy|content] is the {WHO}?
    How many stars does [this|the review] [give|deserve]?
    How good is the [review|rating|verdict]?
    Rate the [satisfaction|mood] of the {WHO}.
    How [positive|favourable] is this [review|text|opinion]?
    What is the overall [rating|verdict]?
    How does the {WHO} [like|judge] it?
    [Satisfaction|Stars|Rating]?
    How well was it received?
    Score the opinion [of the {WHO}|].
    """.replace("{WHO}", WHO),
    [
        """
    [Absolutely|Simply] [awful|terrible|horrible][, never again|].
    The worst [experience|evening|purchase] [of my life|ever].
    A [complete|total] [disaster|waste of money].
    I [hated|regret] [every minute|it from start to end].
    Stay away [from this|], it is [dreadful|a nightmare].
    [Zero|No] stars if I could.
    Nothing [worked|was right], [a nightmare|simply terrible].
    I want to forget this [horrible|dreadful] thing.
    [Disgusting|Unbearable|Catastrophic].
    It could not be worse.
    An absolute [horror|catastrophe].
    Pure [rubbish|garbage].
    """,
        """
    [Rather|Quite] [bad|poor|disappointing].
    I was disappointed.
    I [expected|had hoped for] [much|] more.
    Not good[, there are better ones|].
    [Below|Under] average.
    I would not [buy|do|choose] it again.
    It has more weak sides than strong ones.
    Not worth the [money|price].
    I am not [satisfied|convinced].
    It [could|should] be [better|much better].
    A let-down.
    [More|Rather] bad than good.
    """,
        """
    [It was|It is] [okay|average|so-so], [nothing special|neither good nor bad].
    [Some things|Parts] were good, [others|some] were bad.
    [Mixed|Middling] feelings.
    Acceptable[, no more and no less|].
    [So-so|Half and half], it has good and bad sides.
    It does what it should, [no more|that is all].
    Neither [excited|happy] nor [angry|disappointed].
    An ordinary [thing|experience], [it is fine|alright].
    I am [undecided|of two minds].
    Not bad, not great.
    Mediocre.
    [Fair|Passable] enough, but nothing more.
    """,
        """
    [Good|Quite good|Pretty good], [with small flaws|nearly perfect|].
    I liked it.
    [Nice|Solid|Decent][, I would choose it again|].
    [Mostly|Generally] satisfied.
    I am happy with it[, only small things could be better|].
    Above average, well done.
    A pleasant [experience|surprise].
    It was a good [choice|buy].
    [Really|Quite] [nice|good].
    I enjoyed it.
    A good [one|thing] [with little to complain about|].
    I am [pleased|content] with it.
    """,
        """
    [Absolutely|Simply] [fantastic|wonderful|perfect|brilliant]!
    The best [I have ever had|ever|in town]!
    I [love|loved] [it|every minute|everything about it]!
    [Five|Ten out of ten] stars, [outstanding|superb]!
    [Perfect|Flawless] from start to finish.
    I could not be happier!
    [Amazing|Incredible|Marvellous], [a dream|just wow]!
    Better than anything [I know|else].
    [Excellent|Magnificent|Gorgeous], ten out of ten!
    I am [thrilled|overjoyed]!
    It does not get any better!
    A [masterpiece|dream come true]!
    """,
    ],
    """
    very dissatisfied=0; dissatisfied=1; neutral=2; satisfied=3; very satisfied=4
    1 star=0; 2 stars=1; 3 stars=2; 4 stars=3; 5 stars=4
    one star=0; two stars=1; three stars=2; four stars=3; five stars=4
    terrible=0; bad=1; okay=2; good=3; excellent=4
    bad=0-1; mixed=2; good=3-4
    negative=0-1; neutral=2; positive=3-4
    unhappy=0-1; so-so=2; happy=3-4
    poor=0-1; average=2; good=3; great=4
    hated it=0; did not like it=1; was indifferent=2; liked it=3; loved it=4
    awful=0; weak=1; middling=2; fine=3; superb=4
    not satisfied=0-1; partly satisfied=2; satisfied=3-4
    horrible=0; below average=1; average=2; above average=3; outstanding=4
    no=0-1; half=2; yes=3-4
    complaint=0-1; neither=2; praise=3-4
    """,
)

SENTIMENT = Labels(
    "sentiment",
    """
    What is the sentiment [of this text|of the review|]?
    Is [this|the text|the review] positive or negative?
    Which sentiment does the [text|message|review] [have|express]?
    How does the [writer|author|reviewer] feel about it?
    [Classify|Label] the sentiment.
    [Sentiment|Tone|Mood]?
    Which [mood|tone] does the text have?
    Good or bad?
    What is the [opinion|verdict]?
    Is the opinion good, bad or in between?
    What [sentiment|feeling|opinion] is [expressed|shown] [here|]?
    How does the text sound?
    Select the sentiment.
    Name the [mood|sentiment|attitude].
    Is the [writer|guest|customer] happy?
    [Opinion|Verdict|Feeling|Attitude]?
    Which [opinion|feeling|attitude] [is it|fits|does it show]?
    Rate the text as good or bad.
    Is this praise or criticism?
    """,
    [
        Label(
            "positive",
            [],
            "positive / good / Positive / pos / happy / favourable / satisfied / likes it",
            """
        the writer likes it / praise / a good opinion / satisfied with it / the text is favourable / pleased
        happy words / mostly good
        """,
        ),
        Label(
            "negative",
            [],
            "negative / bad / Negative / neg / unhappy / critical / dissatisfied / dislikes it",
            """
        the writer does not like it / criticism / a bad opinion / disappointed or angry / the text is critical
        unhappy with it / complaints / mostly bad
        """,
        ),
        Label(
            "neutral",
            [],
            "neutral / mixed / Neutral / so-so / undecided / balanced / in between / neither",
            """
        neither good nor bad / mixed feelings / an average opinion / balanced / no clear opinion
        partly good, partly bad / undecided / in the middle
        """,
        ),
    ],
)

# What may be praised or blamed: {praise} and {blame} sentences name it.
ASPECTS = {
    "restaurant": [
        (
            "food",
            """
            The [food|meal|soup|steak] was [delicious|tasty|cooked to perfection].
            I still dream of the [dessert|pasta|fish].
            [Great|Wonderful] dishes, [fresh and well seasoned|full of flavour].
            The kitchen knows what it does.
            """,
            """
             The [food|meal|soup|steak] was [cold|bland|burnt|too salty].
             The [fish|meat|pasta] tasted [of nothing|strange]. / My [pizza|salad] was [hard to eat|inedible].
             The kitchen should learn to cook.
             """,
            "food / the food / meals / kitchen / the dishes / taste",
        ),
        (
            "service",
            """
            The [waiter|staff|service] was [friendly|quick|attentive]. / We were [welcomed|served] with a smile.
            The waitress had [time|a kind word] for everybody. / [Quick|Friendly] service.
            """,
            """
             The [waiter|staff|service] was [rude|slow|unfriendly].
             We waited {n} minutes for [the menu|our drinks]. / Nobody [cared about us|looked at us].
             The waitress forgot [half of our order|us].
             """,
            "service / the service / staff / waiters / the people who work there / personnel",
        ),
        (
            "price",
            """
            [Good value for money|Fair prices]. / It was [cheap|not expensive at all] [for what you get|].
            The bill was [lower than expected|a nice surprise]. / You pay [little|a fair price] here.
            """,
            """
             [Far too expensive|Much too dear]. / {amount} for [a coffee|a small plate] is [a joke|robbery].
             The prices are [too high|crazy]. / The bill [was a shock|made me pale].
             """,
            "price / the price / costs / value for money / what one pays / prices",
        ),
        (
            "noise",
            """
            It was [quiet|calm], we could talk [well|all evening]. / A [peaceful|quiet] place.
            No loud music, [just right|what a relief]. / So [peaceful|calm] that one hears the birds.
            """,
            """
             It was [too loud|terribly noisy].
             We could not [talk|hear each other] because of the [music|noise].
             [Loud music|Screaming] all evening. / My ears still hurt from the noise.
             """,
            "noise / the noise level / loudness / how loud it is / sound / quietness",
        ),
        (
            "cleanliness",
            """
            Everything was [clean|spotless]. / The [tables|toilets|glasses] were [very clean|shining].
            Not a speck of dust anywhere. / So clean [that you could eat from the floor|everywhere].
            """,
            """
             The [tables|toilets|glasses] were [dirty|sticky].
             There was [a hair in the soup|dirt under the table]. / It [smelled bad|looked filthy].
             Nobody had cleaned [for weeks|the floor].
             """,
            "cleanliness / hygiene / how clean it is / dirt / tidiness / clean rooms",
        ),
        (
            "location",
            """
            [Beautiful|Lovely] [view|place] [by the river|in the old town].
            The location is [perfect|great], [close to everything|in the centre].
            Easy to [reach|find] [by bus|on foot]. / From the terrace you look over {city}.
            """,
            """
             It is [far from everything|hard to find].
             The location is [bad|ugly], [next to a motorway|behind a factory].
             No [bus|parking] [near it|anywhere around]. / You need an hour to get there from {city}.
             """,
            "location / the place / position / surroundings / where it lies / the neighbourhood",
        ),
    ],
    "product": [
        (
            "battery",
            """
            The battery lasts [for days|all week|{n} hours]. / I [hardly|almost never] have to charge it.
            One charge is enough for [days|a whole trip]. / [Great|Strong] battery.
            """,
            """
             The battery is [empty after an hour|weak]. / I have to charge it [all the time|three times a day].
             It [dies|runs out of power] [by noon|quickly]. / The battery got [hot|worse every day].
             """,
            "battery / the battery / power / battery life / how long it runs / charging",
        ),
        (
            "build",
            """
            [Solid|Well made], [nothing rattles|good material]. / The quality is [excellent|great].
            It feels [robust|made for years]. / It survived a fall [without a scratch|from the table].
            """,
            """
             [Cheap plastic|Badly made], [it broke after a week|it rattles]. / The quality is [poor|bad].
             A part [fell off|broke] [on the first day|]. / It feels [flimsy|as if it breaks soon].
             """,
            "quality / build quality / material / workmanship / how it is made / sturdiness",
        ),
        (
            "ease",
            """
            [Easy|Simple] to use, [even for my grandmother|no manual needed].
            It took me [two|five] minutes to set it up. / Everything [explains itself|is where you expect it].
            A child could [use|operate] it.
            """,
            """
             [Complicated|Hard] to use. / I [did not understand|gave up on] the [menu|manual|set-up].
             To set it up took me {few} hours. / One needs a degree to [use|operate] it.
             """,
            "ease of use / handling / usability / how easy it is / operation / setting it up",
        ),
        (
            "delivery",
            """
            It [came|arrived] [the next day|quickly|early]. / [Fast|Quick] delivery, [well packed|].
            Ordered [on {weekday}|yesterday], here [a day later|today].
            The parcel came [sooner than promised|in perfect shape].
            """,
            """
             It came [{n} days late|after weeks]. / The [delivery|shipping] took [ages|far too long].
             The box was [torn|badly packed]. / The courier [threw it over the fence|left it in the rain].
             """,
            "delivery / shipping / the delivery / transport / packing and delivery / how it came",
        ),
        (
            "price2",
            """
            [A bargain|Very cheap] [for what it can do|]. / For {amount} you cannot get anything better.
            [Worth every cent|Great value]. / The price is [fair|low].
            """,
            """
             [Too expensive|Overpriced]. / {amount} is too much for this.
             I found it for half the [price|money] elsewhere. / Not worth {amount}.
             """,
            "price / the price / costs / value for money / what one pays / prices",
        ),
        (
            "look",
            """
            It looks [beautiful|elegant|great]. / [Lovely|Pretty] [design|colour].
            Everybody asks me where I got this [pretty|stylish] thing.
            The [shape|finish] is a [joy|pleasure] to see.
            """,
            """
             It looks [ugly|cheap|old-fashioned]. / The colour is [awful|not like in the picture].
             The design is [boring|not my taste]. / I hide it, [because it is so ugly|it spoils the room].
             """,
            "look / design / appearance / how it looks / colour and shape / style",
        ),
    ],
}
FACTS = [
    Fact(
        "recommend",
        """
        I [can|] recommend it [to everybody|warmly|].
        [Highly|Warmly] recommended[!|.]
        [Go there|Buy it|Try it], you will [like|love] it.
        I tell all my friends about it.
        A clear recommendation [from me|].
        Everyone should [have|try] this.
        You should [really|] [give it a try|get one].
        I would tell anyone to [go|buy it].
        Worth a [visit|try] for everybody.
        I [suggest|advise] [it to all|that you try it].
        """,
        """
        I cannot recommend it.
        I would not recommend it [to anybody|].
        No recommendation [from me|].
        [Avoid it|Do not buy it|Keep your money].
        I [warn|warned] all my friends about it.
        Better [look for something else|take another one].
        Do not [go there|waste your time].
        I advise against it.
        Nobody should [buy|try] this.
        Keep away from it.
        """,
        f"""
        Does the {WHO} recommend it?
        Is it recommended?
        Would the {WHO} recommend [it|this] [to others|to a friend|]?
        Is this a recommendation?
        Does the {WHO} [tell|advise] others to [buy|try] it?
        Recommended?
        Should others [try|buy] it, [according to|in the eyes of] the {WHO}?
        """,
        """
            the reviewer recommends it / it is recommended / others are told to try it
            the writer would recommend it to a friend / there is a recommendation / the author advises to get it
            """,
        """
            the reviewer does not recommend it / it is not recommended / the writer advises against it
            no recommendation is given / others should better not buy it / the author would not recommend it
            """,
        "recommended / others should try it / advises to buy / a recommendation / the writer recommends it",
        """
            not recommended / advises against it / no recommendation / others should not buy
            the writer does not recommend it
            """,
    ),
    Fact(
        "again",
        """
        I will [come back|be back|come again] [soon|].
        [I would|We will] [definitely|certainly] [buy|book|order] it again.
        See you [next time|again next year].
        This was not my last [visit|order].
        I have already [ordered|booked] the next one.
        Next time I take it again.
        We [return|come back] every year.
        I am looking forward to [my next visit|the next one].
        I will [order|visit] them again for sure.
        We will be back!
        """,
        """
        I will not [come back|come again].
        [I would|We will] never [buy|book|order] [it|anything] again.
        [This was|That was] my last [visit|order] [for sure|].
        Once and never again.
        We [do not|will not] return.
        Next time I [take|choose] something else.
        Nobody will get me there again.
        I will not [return|be back].
        That was it for me, no second time.
        I will [go|look] elsewhere next time.
        """,
        f"""
        Will the {WHO} [come back|return]?
        Would the {WHO} [buy|do|choose] it again?
        Does the {WHO} [want|plan] to [come again|return|buy again]?
        Is the {WHO} going to be a repeat [customer|guest]?
        Again?
        Does the {WHO} say that they will be back?
        Will there be a next time?
        """,
        """
            the writer will come back / the guest wants to return / they would buy it again
            there will be a next time / the reviewer would choose it again / the person returns
            """,
        """
            the writer will not come back / the guest does not want to return / they would not buy it again
            there will be no next time / the reviewer would not choose it again / the person stays away
            """,
        "will come back / would buy again / returns / there is a next time / wants to come again",
        """
            will not come back / would not buy again / does not return / no next time / stays away
            """,
    ),
]

FILLERS = """
    We were there on {weekday} [with the children|].
    I bought it for [my mother|the office|our holiday].
    My [friend|colleague] {first} [came along|told me about it].
    It was [in {month}|on {date}].
    I paid {amount} [in total|].
    We live in {city}.
    I have had it for {few} weeks [now|].
    This is my first review.
    My [husband|wife|son] chose it.
    There were {few} of us.
    I found it on the internet.
    We came by [train|car|bus] from {city}.
    I use it [at work|in the kitchen|every day].
    It was raining [that day|when we came].
    """
