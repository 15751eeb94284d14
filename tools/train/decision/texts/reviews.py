"""Reviews of restaurants, hotels, things and films: how good, what was good and what was not."""
from decision.kinds import Fact, Label, Labels, Scale

WHO = "[reviewer|writer|guest|author|person]"

RATING = Scale("rating", f"""
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
    """.replace("{WHO}", WHO), ["""
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
    """, """
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
    """, """
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
    """, """
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
    """, """
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
    """], """
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
    """)

SENTIMENT = Labels("sentiment", """
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
    """, [
    Label("positive", [], "positive\ngood\nPositive\npos\nhappy\nfavourable\nsatisfied\nlikes it", "the writer likes it\npraise\na good opinion\nsatisfied with it\nthe text is favourable\npleased\nhappy words\nmostly good"),
    Label("negative", [], "negative\nbad\nNegative\nneg\nunhappy\ncritical\ndissatisfied\ndislikes it", "the writer does not like it\ncriticism\na bad opinion\ndisappointed or angry\nthe text is critical\nunhappy with it\ncomplaints\nmostly bad"),
    Label("neutral", [], "neutral\nmixed\nNeutral\nso-so\nundecided\nbalanced\nin between\nneither", "neither good nor bad\nmixed feelings\nan average opinion\nbalanced\nno clear opinion\npartly good, partly bad\nundecided\nin the middle"),
])

# What may be praised or blamed: {praise} and {blame} sentences name it.
ASPECTS = {
    "restaurant": [
        ("food", "The [food|meal|soup|steak] was [delicious|tasty|cooked to perfection].\nI still dream of the [dessert|pasta|fish].\n[Great|Wonderful] dishes, [fresh and well seasoned|full of flavour].\nThe kitchen knows what it does.",
         "The [food|meal|soup|steak] was [cold|bland|burnt|too salty].\nThe [fish|meat|pasta] tasted [of nothing|strange].\nMy [pizza|salad] was [hard to eat|inedible].\nThe kitchen should learn to cook.",
         "food\nthe food\nmeals\nkitchen\nthe dishes\ntaste"),
        ("service", "The [waiter|staff|service] was [friendly|quick|attentive].\nWe were [welcomed|served] with a smile.\nThe waitress had [time|a kind word] for everybody.\n[Quick|Friendly] service.",
         "The [waiter|staff|service] was [rude|slow|unfriendly].\nWe waited {n} minutes for [the menu|our drinks].\nNobody [cared about us|looked at us].\nThe waitress forgot [half of our order|us].",
         "service\nthe service\nstaff\nwaiters\nthe people who work there\npersonnel"),
        ("price", "[Good value for money|Fair prices].\nIt was [cheap|not expensive at all] [for what you get|].\nThe bill was [lower than expected|a nice surprise].\nYou pay [little|a fair price] here.",
         "[Far too expensive|Much too dear].\n{amount} for [a coffee|a small plate] is [a joke|robbery].\nThe prices are [too high|crazy].\nThe bill [was a shock|made me pale].",
         "price\nthe price\ncosts\nvalue for money\nwhat one pays\nprices"),
        ("noise", "It was [quiet|calm], we could talk [well|all evening].\nA [peaceful|quiet] place.\nNo loud music, [just right|what a relief].\nSo [peaceful|calm] that one hears the birds.",
         "It was [too loud|terribly noisy].\nWe could not [talk|hear each other] because of the [music|noise].\n[Loud music|Screaming] all evening.\nMy ears still hurt from the noise.",
         "noise\nthe noise level\nloudness\nhow loud it is\nsound\nquietness"),
        ("cleanliness", "Everything was [clean|spotless].\nThe [tables|toilets|glasses] were [very clean|shining].\nNot a speck of dust anywhere.\nSo clean [that you could eat from the floor|everywhere].",
         "The [tables|toilets|glasses] were [dirty|sticky].\nThere was [a hair in the soup|dirt under the table].\nIt [smelled bad|looked filthy].\nNobody had cleaned [for weeks|the floor].",
         "cleanliness\nhygiene\nhow clean it is\ndirt\ntidiness\nclean rooms"),
        ("location", "[Beautiful|Lovely] [view|place] [by the river|in the old town].\nThe location is [perfect|great], [close to everything|in the centre].\nEasy to [reach|find] [by bus|on foot].\nFrom the terrace you look over {city}.",
         "It is [far from everything|hard to find].\nThe location is [bad|ugly], [next to a motorway|behind a factory].\nNo [bus|parking] [near it|anywhere around].\nYou need an hour to get there from {city}.",
         "location\nthe place\nposition\nsurroundings\nwhere it lies\nthe neighbourhood"),
    ],
    "product": [
        ("battery", "The battery lasts [for days|all week|{n} hours].\nI [hardly|almost never] have to charge it.\nOne charge is enough for [days|a whole trip].\n[Great|Strong] battery.",
         "The battery is [empty after an hour|weak].\nI have to charge it [all the time|three times a day].\nIt [dies|runs out of power] [by noon|quickly].\nThe battery got [hot|worse every day].",
         "battery\nthe battery\npower\nbattery life\nhow long it runs\ncharging"),
        ("build", "[Solid|Well made], [nothing rattles|good material].\nThe quality is [excellent|great].\nIt feels [robust|made for years].\nIt survived a fall [without a scratch|from the table].",
         "[Cheap plastic|Badly made], [it broke after a week|it rattles].\nThe quality is [poor|bad].\nA part [fell off|broke] [on the first day|].\nIt feels [flimsy|as if it breaks soon].",
         "quality\nbuild quality\nmaterial\nworkmanship\nhow it is made\nsturdiness"),
        ("ease", "[Easy|Simple] to use, [even for my grandmother|no manual needed].\nIt took me [two|five] minutes to set it up.\nEverything [explains itself|is where you expect it].\nA child could [use|operate] it.",
         "[Complicated|Hard] to use.\nI [did not understand|gave up on] the [menu|manual|set-up].\nTo set it up took me {few} hours.\nOne needs a degree to [use|operate] it.",
         "ease of use\nhandling\nusability\nhow easy it is\noperation\nsetting it up"),
        ("delivery", "It [came|arrived] [the next day|quickly|early].\n[Fast|Quick] delivery, [well packed|].\nOrdered [on {weekday}|yesterday], here [a day later|today].\nThe parcel came [sooner than promised|in perfect shape].",
         "It came [{n} days late|after weeks].\nThe [delivery|shipping] took [ages|far too long].\nThe box was [torn|badly packed].\nThe courier [threw it over the fence|left it in the rain].",
         "delivery\nshipping\nthe delivery\ntransport\npacking and delivery\nhow it came"),
        ("price2", "[A bargain|Very cheap] [for what it can do|].\nFor {amount} you cannot get anything better.\n[Worth every cent|Great value].\nThe price is [fair|low].",
         "[Too expensive|Overpriced].\n{amount} is too much for this.\nI found it for half the [price|money] elsewhere.\nNot worth {amount}.",
         "price\nthe price\ncosts\nvalue for money\nwhat one pays\nprices"),
        ("look", "It looks [beautiful|elegant|great].\n[Lovely|Pretty] [design|colour].\nEverybody asks me where I got this [pretty|stylish] thing.\nThe [shape|finish] is a [joy|pleasure] to see.",
         "It looks [ugly|cheap|old-fashioned].\nThe colour is [awful|not like in the picture].\nThe design is [boring|not my taste].\nI hide it, [because it is so ugly|it spoils the room].",
         "look\ndesign\nappearance\nhow it looks\ncolour and shape\nstyle"),
    ],
}
ASPECT_ASK = """
    What does the [reviewer|writer|guest] {verb}?
    Which [aspect|point] is {verbed}?
    What is {verbed}?
    Which of these is {verbed} [in the review|by the writer|]?
    What gets {noun}?
    The [writer|reviewer] {verbs}
    """

FACTS = [
    Fact("recommend", """
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
        """, """
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
        """, f"""
        Does the {WHO} recommend it?
        Is it recommended?
        Would the {WHO} recommend [it|this] [to others|to a friend|]?
        Is this a recommendation?
        Does the {WHO} [tell|advise] others to [buy|try] it?
        Recommended?
        Should others [try|buy] it, [according to|in the eyes of] the {WHO}?
        """, "the reviewer recommends it\nit is recommended\nothers are told to try it\nthe writer would recommend it to a friend\nthere is a recommendation\nthe author advises to get it",
        "the reviewer does not recommend it\nit is not recommended\nthe writer advises against it\nno recommendation is given\nothers should better not buy it\nthe author would not recommend it",
        "recommended\nothers should try it\nadvises to buy\na recommendation\nthe writer recommends it", "not recommended\nadvises against it\nno recommendation\nothers should not buy\nthe writer does not recommend it"),
    Fact("again", """
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
        """, """
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
        """, f"""
        Will the {WHO} [come back|return]?
        Would the {WHO} [buy|do|choose] it again?
        Does the {WHO} [want|plan] to [come again|return|buy again]?
        Is the {WHO} going to be a repeat [customer|guest]?
        Again?
        Does the {WHO} say that they will be back?
        Will there be a next time?
        """, "the writer will come back\nthe guest wants to return\nthey would buy it again\nthere will be a next time\nthe reviewer would choose it again\nthe person returns",
        "the writer will not come back\nthe guest does not want to return\nthey would not buy it again\nthere will be no next time\nthe reviewer would not choose it again\nthe person stays away",
        "will come back\nwould buy again\nreturns\nthere is a next time\nwants to come again", "will not come back\nwould not buy again\ndoes not return\nno next time\nstays away"),
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
