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
