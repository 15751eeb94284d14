"""What stands around the matter of a ticket: openings, by the way, endings."""

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
