"""What levels of a scale may be called, from which training puts legends together.

SPANS: of a scale the names of its levels, `2-3` for a level that takes in two of the scale's. GRADES: rows of names
that serve for any scale that goes from little to much.
"""

SPANS = {
    "urgency": {
        "0": """no rush / no hurry whatsoever / any day will do / someday / not pressing in the least / idle
            not urgent / can be done any time / eventually / there is all the time in the world / no time pressure
            lowest priority / open end / may wait for ages / in a month or later / in some weeks / not time-critical
            for a quiet day / at leisure / backlog / negligible / can lie around / nice to have / P5 / routine / none
            very low / on the back burner / in the far future / when convenient / no deadline / unhurried""",
        "0-1": """can wait / not urgent / later / low / some other day / may take days or longer
            in the coming days or weeks / not today / no need to hurry / after today / days or weeks / routine work
            leave for later / put it in the queue / standard / in due course / low priority / relaxed / nothing urgent
            normal handling / it keeps / slow lane / unhurried / at some point / patience is fine / can be scheduled
            minor / regular / not so soon / calm""",
        "0-2": """no emergency / ordinary / today or later / can wait a few hours at least / not critical
            hours or more / normal / regular queue / no alarm / usual handling / can wait / not now / not immediately
            moderate or less""",
        "1": """within a week / this week / in a few days / in the next days / some time this week / days
            soon but not today / before the week ends / low / next few days / plan it / schedule it / P4 / mild
            by the weekend / slightly urgent / a matter of days / can wait a day or two / some urgency / in days
            little hurry / short list / fairly soon / by next week / minor""",
        "1-2": """soon / today or this week / medium / within days / some hurry / normal / shortly / in hours or days
            moderately urgent / in the near future / before long / middling / this week at the latest
            somewhat urgent / needs attention / fairly urgent / a bit pressing / without much delay / average""",
        "2": """today / this day / within the day / before tonight / by tonight / by the evening / the same day
            medium / by close of business / still today / until the end of the day / a matter of hours
            in a few hours / within hours / before we close / rather urgent / due today / moderately urgent
            by tomorrow at the latest / P3 / this afternoon or evening / not later than today
            in the course of the day / within 24 hours / needed today / high""",
        "2-3": """urgent / high / today or at once / quickly / pressing / fast / within hours or minutes / major
            prompt / as early as possible / important / hurry / expedite / in a hurry / must not wait until tomorrow
            today or sooner""",
        "3": """now / right now / at once / immediately / this minute / without any delay / instantly / straight away
            P2 / within minutes / cannot wait / drop all other work / very urgent / extremely pressing
            at this moment / top speed / the next minutes / no minute to lose / burning / ASAP / right this second
            critical for one person / hurry up / as fast as you can / within the hour / express""",
        "3-4": """now / immediate / emergency / critical / highest / as fast as possible / cannot wait at all
            at once / urgent / everything else waits / right away / fire / red alert / high / instant help / alarm
            minutes count / very urgent / top / very high / no delay / drop what you do / must be done this instant
            extremely urgent / act now / rush / P1 / acute""",
        "4": """everything is down / nobody can work / business is blocked / total standstill / emergency
            the company stands still / all work has stopped / outage for all / complete stop / disaster
            nothing works any more / P0 / catastrophic / the whole firm is stuck / critical outage
            everyone is blocked / operations halted / full stop / showstopper / we lose money each minute / paralysed
            maximum / the whole place is shut down / fatal / life or death""",
        "1-4": "can not wait / needs care / to be done soon or sooner / has some hurry / this week or sooner / "
        "there is pressure",
        "2-4": "today or sooner / urgent / high / hurry / needed today at the latest / pressing / "
        "not later than tonight",
        "0-3": "people can still work / not blocking / no standstill / work goes on",
    },
    "severity": {
        "0": """fine / all is well / nothing wrong / harmless / info / information / just a note / normal operation
            healthy / okay / no problem / everything in order / routine / for the record / no action / good news
            green / trace / success / calm / as expected / not a problem / nothing to do / none / regular event
            no impact / trivial""",
        "0-1": """harmless or a hint / works / no failure / keep an eye on it / not broken / low / minor
            nothing fails / all still runs / at most a warning / green or yellow / no error / can be ignored for now
            tolerable / running""",
        "1": """warning / caution / a hint of trouble / keep watching / yellow / might become a problem / early sign
            a risk / careful / attention / minor / may go wrong soon / getting tight / notice / slight concern
            still works, with a risk / near the limit / degraded / look at it some day / weak / mild / watch""",
        "1-2": """a problem / some trouble / should be looked at / warning or error / middling / medium
            needs repair soon / moderate / something is off / unhealthy / trouble / amber / concerns the operator""",
        "2": """error / failure / something failed / broken part / a fault / one thing does not work / red
            something broke / needs repair / malfunction / did not succeed / went wrong / serious / major
            a function is lost / fails / bad / defect / request failed / considerable""",
        "2-3": """broken / failure or worse / serious / act / needs action / severe / high / red / something is down
            alarm / bad or very bad / wake somebody / critical / error / must be repaired / urgent repair""",
        "3": """disaster / catastrophe / everything is down / all data lost / total failure / emergency / fatal
            critical / panic / the system is dead / wake everybody / collapse / complete outage / black / worst case
            breakdown of all / the whole site is gone / emergency stop / extreme / ruin""",
        "0-2": "no catastrophe / system still alive / tolerable / at most a part fails / survivable / limited",
        "1-3": "not fine / something to look at / trouble / abnormal / unhealthy / a problem",
    },
    "rating": {
        "0": """horrible / awful / the worst / hated it / disgusting / furious / very bad / dreadful / zero stars
            appalled / utterly disappointed / dire / extremely unhappy / abysmal / unbearable / one star / rubbish
            worthless / very negative / hates it / catastrophic""",
        "0-1": """bad / unhappy / negative / disappointed / poor / thumbs down / dislikes it / not satisfied
            complains / critical / would not do it again / below average / weak / displeased / frustrated / let down
            failing / unfavourable""",
        "1": """rather bad / below par / somewhat disappointed / weak / poor / two stars / not so good / meagre
            a little unhappy / dissatisfied / mediocre at best / more bad than good / slightly negative / disliked it
            unimpressed / flawed""",
        "1-3": "in between / neither awful nor wonderful / middling / moderate / mixed or mild / not extreme",
        "2": """so-so / mixed / average / neither good nor bad / medium / okay / three stars / undecided / neutral
            acceptable / half and half / middling / balanced / passable / torn / fair / good and bad / indifferent
            lukewarm""",
        "3": """good / rather good / pleased / four stars / solid / nice / liked it / content / above average
            satisfied / decent / positive / glad / fairly happy / enjoyable / recommended / well done""",
        "3-4": """happy / positive / good or better / praises it / thumbs up / likes it / satisfied / pleased
            favourable / great / glad / would do it again / convinced / enthusiastic / above average / delighted""",
        "4": """excellent / wonderful / perfect / delighted / five stars / loved it / outstanding / superb / overjoyed
            the best / thrilled / fantastic / amazed / extremely happy / brilliant / flawless / very positive
            adores it / ecstatic / magnificent""",
        "0-2": "not good / not happy / at most average / not convinced / no praise / mediocre or worse",
        "2-4": "not bad / acceptable or better / no complaint / at least average / tolerable or good",
    },
}

GRADES = """
    low; high
    no; yes
    little; much
    small; big
    minor; major
    weak; strong
    calm; alarming
    below the middle; above the middle
    low; medium; high
    little; some; much
    small; medium; large
    not; somewhat; very
    minor; moderate; major
    green; yellow; red
    weak; middling; strong
    bottom; middle; top
    hardly; fairly; extremely
    A; B; C
    1; 2; 3
    I; II; III
    mild; moderate; severe
    least; medium; most
    none; low; medium; high
    none; a little; quite; extremely
    no; slight; considerable; enormous
    very low; low; high; very high
    none; minor; major; extreme
    1; 2; 3; 4
    not; hardly; rather; very
    zero; small; large; huge
    very low; low; medium; high; very high
    none; slight; moderate; strong; extreme
    none; little; some; much; all
    lowest; low; middle; high; highest
    minimal; low; average; high; maximal
    not at all; hardly; somewhat; very; completely
    tiny; small; medium; large; huge
    1; 2; 3; 4; 5
    0; 1; 2; 3; 4
    A; B; C; D; E
    """

# Which levels of a scale a level of the legend takes in, by the number of the scale's levels.
PARTS = {
    5: "0-1 2 3-4 / 0 1-2 3-4 / 0 1 2 3-4 / 0-1 2-3 4 / 0-2 3-4 / 0 1 2-3 4 / 0-1 2 3 4 / 0 1 2 3 4 / 0 1 2 3 4 / "
    "0-1 2-4 / 0 1-4 / 0-3 4",
    4: "0 1 2 3 / 0 1 2 3 / 0-1 2 3 / 0 1 2-3 / 0-1 2-3 / 0 1-2 3 / 0-2 3 / 0 1-3",
}
