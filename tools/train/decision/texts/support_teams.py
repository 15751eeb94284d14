"""Teams that care for customers."""

from decision.kinds import Label, Labels

TEAMS = Labels(
    "team",
    """
    Which team should [handle|take|get] this?
    Which [team|department]?
    Who should [take care of|deal with|answer] this [ticket|request|message]?
    Where should this [ticket|mail|case] be [routed|sent|forwarded]?
    [Route|Assign] this [ticket|request] to a [team|department|queue].
    Which department is [responsible|in charge|the right one]?
    Pick the [team|queue|group] for this [case|ticket|customer].
    To whom does this [belong|go]?
    Which [desk|group|unit] is the right one for this [customer|problem]?
    Forward to which [department|team]?
    Who is [best placed|the right group] to help?
    [Choose|Select] the responsible [team|department].
    Whose job is this?
    Who is [in charge|responsible] of [cases|tickets] like this?
    Select the right [team|department|queue].
    Which group of people [should|must] [solve|look at] it?
    [Responsible|Right] [team|department]?
    To which [team|desk|department] do we [send|pass|hand] it?
    Who [takes|gets] [this|the ticket|the case]?
    Name the [team|department] that [cares|is responsible] for it.
    [Team|Department|Queue|Desk]?
    Which team [is it|fits|can solve this]?
    What team should [get|see|receive] [this|it]?
    Dispatch this to the [appropriate|proper|right] [team|unit].
    """,
    [
        Label(
            "billing",
            [],
            """
        billing / payments / finance / Billing team / accounting / invoicing / Payments / billing_team
        accounts / Billing department / charges / money matters / bills / refunds / Billing / invoices
        billing and payments / money
        """,
            """
            charges and refunds
            Charges, refunds, invoices
            payments and invoices
            charges
            anything about money that was taken
            wrong bills and double payments
            prices, invoices and payments
            the customer paid too much
            bills
            cares for payments, fees and refunds
            invoice and card questions
            money questions / refunds / invoices and refunds / double charges and refunds / money and bills
            charges, bills and refunds
            """,
        ),
        Label(
            "technical",
            [],
            """
        technical / tech / technical support / engineering / IT / Tech team / developers / support engineers
        tech_support / Technical / software / bug fixing / tech support / software team / bugs / faults
        Support / engineers
        """,
            """
            App or site faults
            faults
            errors and crashes
            bugs in the app or the website
            software that does not work
            technical problems
            the program fails
            outages, bugs and errors
            anything broken in the software
            error messages and freezes
            fixes the app and the site
            technical faults of the service / faults and errors / the app crashes or fails / technical trouble
            bugs and outages / things that do not work
            """,
        ),
        Label(
            "shipping",
            [],
            """
        shipping / logistics / delivery / warehouse / Shipping team / transport / parcels / orders
        delivery_team / Shipping / fulfilment / dispatch / delivery team / Delivery / returns and shipping
        courier service / parcel service / postal
        """,
            """
            parcels and deliveries
            late, lost or damaged parcels
            delivery of goods
            orders that did not arrive
            shipments and returns
            goods, parcels, couriers
            wrong or broken goods
            everything about delivery
            tracking and transport
            packages on their way
            cares for orders and the warehouse
            where the goods are / deliveries / lost parcels / parcels / shipping and returns
            broken or missing goods
            """,
        ),
        Label(
            "account",
            [],
            """
        account / accounts and login / account care / user management / access / profile / Account team
        identity / account_team / login help / customer data / membership / accounts / login / Accounts
        passwords / profiles / user accounts
        """,
            """
            login and personal details
            passwords and addresses
            access to the account and profile data
            the customer cannot get in or has new details
            locked accounts, new addresses
            user accounts
            sign in and profile changes
            changes of names, passwords and addresses
            accounts, logins, profiles
            account access / passwords / login problems / accounts and passwords / names and addresses
            access and profile
            """,
        ),
        Label(
            "sales",
            [],
            """
        sales / Sales team / new business / sales_team / commercial / offers / presales / consulting
        sales desk / quotes / Sales / selling / offer desk / new customers / sales people / Sales department
        purchases
        """,
            """
            offers and upgrades
            people who want to buy
            quotes, demos and prices
            new customers and bigger plans
            questions before a purchase
            buying and upgrading
            sells products and plans
            price lists and trials
            everyone interested in a product
            purchase advice / offers / prices and offers / somebody wants to buy / new orders and upgrades
            quotes
            """,
        ),
        Label(
            "security_team",
            [],
            """
        security / security team / fraud / abuse desk / Security / trust and safety / security_team
        fraud prevention / incident response / anti-abuse / fraud team / Security team / fraud desk / abuse
        security experts / cyber security
        """,
            """
            hacked accounts and phishing
            fraud and abuse
            stolen accounts, strange logins
            suspicious activity
            security incidents
            scams and break-ins
            somebody else uses the account
            protects customers from fraud / fraud / hackers / hacked accounts / phishing and fraud / break-ins
            """,
        ),
        Label(
            "legal",
            [],
            """
        legal / privacy / data protection / compliance / legal team / Privacy office / privacy_team / GDPR
        Legal / privacy desk / lawyers / privacy team / data privacy / Legal team / data office
        """,
            """
            data protection and privacy
            deleting personal data
            privacy requests
            what is stored about a person
            consent, newsletters, personal data
            GDPR matters
            rights on data
            law and privacy / privacy / personal data / deletion of data / requests about data
            data and consent
            """,
        ),
        Label(
            "help",
            [],
            """
        help desk / customer success / training / product help / first level / guidance / help_team
        how-to team / product experts / advice / help / how-to / product support / user help / Help desk
        questions
        """,
            """
            how to use the product
            explains features and settings
            questions about use
            instructions and manuals
            first steps and setting up
            usage help
            shows people how things work
            general product questions / questions / how-to questions / explains the product
            questions about how it works / help with the product
            """,
        ),
    ],
)

TEAM_OF = {
    "double_charge": "billing",
    "wrong_price": "billing",
    "late_delivery": "shipping",
    "damaged": "shipping",
    "wrong_item": "shipping",
    "crash": "technical",
    "login": "account",
    "change_data": "account",
    "buy_more": "sales",
    "security": "security_team",
    "privacy": "legal",
    "how_to": "help",
}
