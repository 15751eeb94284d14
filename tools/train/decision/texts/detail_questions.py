"""Questions about details of any text: is a person named, how much money, which city."""

from decision.kinds import Lines

WHO = "[customer|user|writer|sender|person|author]"
TEXT = "[text|message|mail|ticket|note]"

# Slot -> what it is called; asked of every text, whatever it is about.
PRESENT = {
    "first": Lines(
        "present/first",
        f"""
        Is a person named?
        Does the {TEXT} [name|mention] a person?
        Is [anybody|anyone|somebody] mentioned by name?
        Is there [a person's name|a first name] in the {TEXT}?
        Does a [personal name|human name] [occur|appear]?
        Is someone [named|called by name] [in the {TEXT}|here|]?
        Does it contain the name of a person?
        Person named?
        """,
    ),
    "amount": Lines(
        "present/amount",
        f"""
        Is an amount of money [mentioned|named|given]?
        Does the {TEXT} [mention|contain|name] a [sum|price|sum of money]?
        Is there a [price|sum of money|money amount] in the {TEXT}?
        Does it say how much money it is?
        Is a sum in euros, dollars or pounds given?
        Amount mentioned?
        Does a money amount [occur|appear]?
        """,
    ),
    "date": Lines(
        "present/date",
        f"""
        Is a [calendar date|date] [mentioned|given]?
        Does the {TEXT} [mention|contain|name] a date?
        Is there a date [such as 3 May|with day and month|] in the {TEXT}?
        Does a date [occur|appear]?
        Is a day of a month named?
        Date given?
        Can a calendar date be found in the {TEXT}?
        """,
    ),
    "order": Lines(
        "present/order",
        f"""
        Is an order number [mentioned|given]?
        Does the {TEXT} [mention|contain|have] [an order number|a reference number|an order id]?
        Is there [an order number|a reference|an order id] in the {TEXT}?
        Does the {WHO} [give|state] [an order number|a reference]?
        Order [number|id] given?
        Is a [booking|order|invoice] number part of the {TEXT}?
        Can the order be found by its number?
        """,
    ),
    "email": Lines(
        "present/email",
        f"""
        Is an email address [mentioned|given]?
        Does the {TEXT} [contain|mention] [an email address|a mail address]?
        Is there an [email|e-mail] address in the {TEXT}?
        Does the {WHO} [give|leave] an email address?
        Email address given?
        Can we see a mail address?
        """,
    ),
    "phone": Lines(
        "present/phone",
        f"""
        Is a [phone|telephone] number [mentioned|given]?
        Does the {TEXT} [contain|mention|have] a [phone|telephone] number?
        Is there a phone number in the {TEXT}?
        Does the {WHO} [give|leave] a phone number?
        Phone number given?
        Can we see a number to call?
        """,
    ),
    "city": Lines(
        "present/city",
        f"""
        Is a city [mentioned|named]?
        Does the {TEXT} [mention|name|contain] a [city|town|place]?
        Is there the name of a [city|town] in the {TEXT}?
        Does a city [occur|appear] [in the {TEXT}|]?
        City mentioned?
        Is [some|a] [town|city] called by its name?
        """,
    ),
    "company": Lines(
        "present/company",
        f"""
        Is a company [mentioned|named]?
        Does the {TEXT} [mention|name] a [company|firm]?
        Is there the name of a [company|firm|business] in the {TEXT}?
        Does the name of a company [occur|appear]?
        Company named?
        Is [a firm|some company] called by its name?
        """,
    ),
    "product": Lines(
        "present/product",
        f"""
        Is a product [mentioned|named]?
        Does the {TEXT} [mention|name] a [certain|specific] [product|article|thing to buy]?
        Does the {WHO} say which product it is?
        Is there a product in the {TEXT}?
        Product named?
        Does it say [what thing|which article] it is about?
        """,
    ),
}

# Slot -> questions for its value, with the right one and others as options.
VALUE = {
    "first": Lines(
        "value/first",
        f"""
        Who is [mentioned|named]?
        Which [name|person] [is in the {TEXT}|occurs|is mentioned]?
        Whose name [appears|is in the {TEXT}]?
        Which of these people is [named|mentioned]?
        What is the [person's|first] name?
        [Person|Name]?
        """,
    ),
    "amount": Lines(
        "value/amount",
        f"""
        How much [money|] is it [about|]?
        Which [amount|sum] is [mentioned|named|given]?
        What is the [sum|price|amount]?
        Which of these [amounts|sums|prices] is in the {TEXT}?
        [Amount|Sum]?
        How much money does the {TEXT} [mention|name]?
        """,
    ),
    "date": Lines(
        "value/date",
        f"""
        Which date is [mentioned|named|given]?
        What is the date [in the {TEXT}|]?
        Which of these [dates|days] [is in the {TEXT}|is mentioned]?
        [Date|Day]?
        On which [day|date] [is it|was it]?
        Which date does the {TEXT} [mention|name]?
        """,
    ),
    "order": Lines(
        "value/order",
        f"""
        What is the [order|reference|booking] number?
        Which [order|reference|number] is [meant|mentioned|given]?
        Which of these [numbers|ids|orders] is in the {TEXT}?
        [Order number|Order id|Reference]?
        Which order is it about?
        What is the id of the order?
        """,
    ),
    "city": Lines(
        "value/city",
        f"""
        Which [city|town|place] is [mentioned|named]?
        What is the [city|place]?
        Which of these [cities|places|towns] is in the {TEXT}?
        [City|Place|Town]?
        Where [is it|does it take place]?
        Which city does the {TEXT} [mention|name]?
        """,
    ),
    "company": Lines(
        "value/company",
        f"""
        Which [company|firm] is [mentioned|named]?
        What is the [company|firm] called?
        Which of these [companies|firms] is in the {TEXT}?
        [Company|Firm]?
        Which firm does the {TEXT} [mention|name]?
        What is the name of the company?
        """,
    ),
    "product": Lines(
        "value/product",
        f"""
        Which [product|article] is [mentioned|named|meant]?
        What is the [product|thing]?
        Which of these [products|things|articles] is it about?
        [Product|Article]?
        Which thing does the {TEXT} [mention|name]?
        What did they [buy|write about]?
        """,
    ),
    "weekday": Lines(
        "value/weekday",
        f"""
        Which [weekday|day of the week|day] is [mentioned|named]?
        What is the [weekday|day]?
        Which of these days is in the {TEXT}?
        [Weekday|Day of the week]?
        Which day does the {TEXT} [mention|name]?
        On which day [is it|will it be]?
        """,
    ),
    "month": Lines(
        "value/month",
        f"""
        Which month is [mentioned|named]?
        What is the month?
        Which of these months is in the {TEXT}?
        Month?
        Which month does the {TEXT} [mention|name]?
        In which month [is it|was it]?
        """,
    ),
    "language": Lines(
        "value/language",
        f"""
        Into which language?
        Which language is [mentioned|named|wanted]?
        What language does the user [want|ask for]?
        Which of these languages is in the {TEXT}?
        Target language?
        Which language does the {TEXT} [mention|name]?
        """,
    ),
}

# Is {value} in the text? The value may or may not be.
CONTAINS = Lines(
    "contains",
    f"""
    Does the {TEXT} [mention|contain] {{value}}?
    Is {{value}} [mentioned|named]?
    Does {{value}} [occur|appear] [in the {TEXT}|]?
    Is {{value}} in the {TEXT}?
    Does it [speak of|say something about] {{value}}?
    Is there a mention of {{value}}?
    Can {{value}} be found in the {TEXT}?
    {{value}} mentioned?
    Is it about {{value}}?
    """,
)
