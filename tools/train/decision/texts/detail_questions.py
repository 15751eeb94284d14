"""Questions about details of any text: is a person named, is there a date."""

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
