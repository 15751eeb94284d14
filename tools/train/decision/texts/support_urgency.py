"""How urgent a ticket is."""

from decision.kinds import Scale

WHO = "[customer|user|writer|client|person|sender]"

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
    How [fast|soon|quickly] does [the customer|it] need [help|care|an answer]?
    How much time do we have?
    What is the [urgency|priority] [of this|of the ticket|]?
    Is it [urgent|pressing], and how much?
    Grade the urgency.
    How long may [we|it] take?
    When is it needed?
    How [critical|pressing|urgent] is the [case|situation|message]?
    What is the level of urgency?
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
    I am in no [rush|hurry].
    There is [plenty of|enough] time.
    Do it [some day|when it suits you].
    It does not matter when.
    [Next month|Next year|In summer] is fine too.
    Low priority, [really|I can wait].
    You may leave it [for later|lying for a while].
    It has [no|hardly any] urgency.
    We can live without it for [months|weeks].
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
    By [Friday|the weekend] would be [good|great].
    [In|Within] a few days, please.
    Could you do it [this week|in the course of the week]?
    We need it [before|by] the end of the week.
    A few days more are no problem, but not weeks.
    Let me have it by [next Monday|next week].
    It should be done [soon|this week], not today.
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
    I would need it by [5 pm|this afternoon|noon].
    Please see to it [today|before you go home].
    The day must not end without [it|an answer].
    It is due today.
    [Still|Even] today, please.
    I must have it [tonight|this evening].
    We leave [tonight|this evening], so please before that.
    Answer me by the end of the afternoon.
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
    At once, please!
    [Urgent|Very urgent|Top priority]!
    Do it this very [minute|second].
    I need it [straight away|without delay].
    There is no time [to lose|left].
    Quick, [please|help me]!
    I cannot wait [any longer|another minute].
    [Immediately|Instantly], please, it is pressing.
    The deadline is in [ten|twenty|thirty] minutes.
    Help me right away!
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
    Total standstill [here|in the factory|at our office].
    We are losing [customers|orders|thousands] every hour.
    The entire [team|staff|warehouse] is sitting idle.
    Production has [stopped|come to a halt].
    All [tills|phones|machines] are dead.
    Nothing at all works, we had to close.
    No one can [buy|pay|order] anything any more.
    The hospital [cannot admit patients|stands still] without it.
    Our doors are closed until you fix this.
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
    minor=0-1; major=2; blocker=3-4
    low=0-1; normal=2; urgent=3; critical=4
    small=0-1; medium=2; big=3-4
    next month=0; next week=1; today=2; now=3-4
    any time=0-1; today=2; this hour=3-4
    1=0; 2=1; 3=2; 4=3; 5=4
    not at all=0; slightly=1; rather=2; very=3; extremely=4
    trivial=0-1; important=2; major=3; emergency=4
    leave it=0; plan it=1; do it today=2; drop everything=3-4
    normal=0-2; urgent=3-4
    """,
)
