"""What customers write about: for each problem sentences, and the teams that care for it."""

from decision.kinds import Label, Labels

PROBLEMS = Labels(
    "problem",
    """
    What is the [main |]problem?
    What is this [ticket|message|request] about?
    Which issue does the [customer|user|writer] report?
    Classify the [problem|issue|complaint].
    What went wrong [here|for the customer|]?
    Pick the category that fits [best|].
    Which of these describes the [issue|case|message] best?
    [Category|Issue type|Kind of request]?
    Which label should this [ticket|message|case] get?
    Why did [they|the customer|this person] write [to us|]?
    Sort this into one of the categories.
    What does the [customer|client|caller] have trouble with?
    The subject of the [message|request|ticket] is
    Choose the [reason|cause] for this contact.
    What is wrong?
    Select the [topic|subject|theme] of the [ticket|message].
    Which [problem|topic|category] is it?
    Name the [problem|issue|trouble].
    [Problem|Reason|Topic|Subject]?
    What happened [to the customer|]?
    What does [the customer|this person] complain about?
    Under which [category|heading|label] does it fall?
    What is the matter [here|with the customer|]?
    Find the [right|appropriate] category.
    What is this [customer|user] writing about?
    """,
    [
        Label(
            "double_charge",
            """
        I [was|have been] charged twice [for {product}|for the same order|this month|].
        You took {amount} from my [card|account] two times.
        My [card|bank account] shows the same payment [twice|two times].
        There are two [charges|payments|debits] of {amount} on my [statement|card].
        [It looks like|I think] I paid [double|twice] for {order}.
        The same [amount|sum] was [debited|withdrawn] twice on {date}.
        I see a duplicate [charge|payment] [for my subscription|on my account|].
        Why is {amount} booked two times?
        My bank says you [billed|charged] me a second time for one order.
        [One order, two payments|One purchase but two charges]: {order}.
        I got billed double [this month|in {month}|].
        A second identical payment [left|was taken from] my account [on {date}|].
        I have been billed [two times|twice] [for {product}|].
        [Two|Both] payments for {order} went [off|through].
        You debited [my account|{amount}] [once too often|a second time].
        My [statement|app] lists the {amount} [twice|double].
        The money for {product} was taken twice.
        """,
            """
            double charge / charged twice / duplicate payment / double_billing / paid two times
            Duplicate charge / billed twice / duplicate_charge / double payment / two charges / twice
            charged_twice / two payments
            """,
            """
            the same payment was taken twice
            a customer paid two times for one thing
            charged more than once
            two identical charges
            billed twice for one order
            money was taken a second time / the customer was charged two times / paid twice by mistake
            money was debited double
            """,
        ),
        Label(
            "wrong_price",
            """
        The [invoice|bill] says {amount}, but [we agreed on|the offer said] less.
        [You charged|I paid] more than the [price|amount] on your [website|page].
        The [discount|coupon|voucher] was not [applied|taken off] [to {order}|].
        Why did the [price|fee] go up [without notice|from {month}|]?
        My [bill|invoice] is [higher|more] than [usual|last month|promised].
        The total on the [bill|invoice] is [wrong|not right|incorrect].
        I was [quoted|promised] a lower price than {amount}.
        There is a fee of {amount} on my bill that I do not [know|understand|recognise].
        The tax on invoice {order} is [calculated wrong|incorrect].
        {amount} seems too much for {product}.
        I do not understand this [charge|position] on my [invoice|bill].
        You [added|billed] an extra {amount} that nobody told me about.
        I paid {amount}, but the [shop|ad] said less.
        Please explain the {amount} on [my bill|the last invoice].
        My voucher [did not work|was ignored] [at checkout|].
        The invoice [has|contains] [a mistake|an error].
        Why is it {amount} and not what you [offered|wrote]?
        """,
            """
            wrong price / incorrect invoice / overpriced bill / price_dispute / unexpected fee / Invoice error
            billing_error / wrong amount / price / bill too high / price complaint / wrong invoice / invoice
            """,
            """
            the amount on the bill is not right
            the customer paid more than agreed
            an unexpected fee or a missing discount
            price or invoice is incorrect
            a bill that is too high
            questions about the amount of an invoice / the price is wrong / too much was charged
            the bill has a mistake
            """,
        ),
        Label(
            "late_delivery",
            """
        My [parcel|package|order|delivery] has [not|still not] arrived.
        {order} should have been here on {date}.
        I have been waiting for [my {product}|the parcel|my order] for {n} days.
        The tracking has not [moved|changed|been updated] for {n} days.
        Where is my [order|package|{product}]?
        The [courier|driver|carrier] never [came|showed up].
        The delivery is [late|overdue|delayed] [again|by {n} days|].
        It was to be delivered [by|on] {date} and nothing came.
        [Still no sign|No trace] of [the package|my {product}|{order}].
        My order seems to be lost [in the mail|on the way|].
        The shipment [is stuck|has been sitting] in [a depot|{city}|customs].
        When will {product} [arrive|be delivered|get here]?
        I [still|] have not [received|got] my {product}.
        The package [has vanished|disappeared|was lost].
        Nothing has [come|arrived] [so far|yet].
        Delivery was [promised|planned] for {date}.
        {n} days and no [parcel|delivery].
        Your [driver|courier] did not [ring|find my house].
        """,
            """
            late delivery / not delivered / parcel missing / delivery_delay / lost package / Where is my order
            shipping_delay / order has not arrived / delivery / late parcel / lost parcel / missing order
            not arrived
            """,
            """
            the parcel has not come
            an order is late or lost
            waiting for a delivery
            the shipment is delayed
            something was sent but did not arrive
            where the package is / nothing was delivered / the order is missing / a late or lost parcel
            """,
        ),
        Label(
            "damaged",
            """
        The {product} [arrived|came] [broken|damaged|with a crack].
        The [box|package] was [crushed|torn open|wet] and the {product} is [broken|damaged].
        There is a [scratch|crack|dent] in the [new {product}|{product} I received].
        When I opened the box, the {product} was in pieces.
        One of the parts of the {product} is [broken|bent|missing].
        My {product} stopped working after {n} days.
        The {product} you sent is [defective|faulty].
        It arrived in [bad|terrible] condition: [the glass is shattered|a leg is broken|the lid is bent].
        The [screen|handle|lid|cable] of the {product} is [cracked|broken off|torn].
        You sent me a [broken|damaged] {product}.
        The goods [got damaged|were destroyed] [during transport|on the way].
        I unpacked the {product} and it [does not turn on|is smashed].
        The {product} [does not work|broke] [after the first use|any more].
        There is a hole in the [new|] {product}.
        [Something rattles|A piece is loose] inside the {product}.
        The {product} came [bent|scratched|leaking].
        My new {product} [is faulty|has a defect|smokes].
        """,
            """
            damaged item / broken product / defective goods / damaged_on_arrival / faulty item / Product damaged
            broken_item / defect / damage / broken / damaged / defective product / broken on arrival
            """,
            """
            the product arrived broken
            goods that are defective or damaged
            a faulty item was delivered
            something is cracked or in pieces
            the article was damaged in transport
            the thing they bought is broken / something is broken / it came with a defect
            damage to the product
            """,
        ),
        Label(
            "wrong_item",
            """
        I [ordered|bought] {product}, but [got|received] {product2}.
        You sent [me|us] the wrong [item|product|size|colour].
        This is not what I ordered.
        The parcel contains {product2} instead of {product}.
        I received [someone else's order|a different article].
        The {product} is in the wrong [size|colour].
        Instead of {product} there was {product2} in the box.
        [Wrong article|Wrong goods] in {order}.
        The [shirt|pair of shoes|jacket] is [two sizes too small|blue, not black].
        We got a {product2} that we never [ordered|asked for].
        My order was mixed up with [another one|that of someone else].
        The article number on the box is not the one of my order.
        I wanted {product} and got {product2}.
        Why did you send {product2}? I ordered {product}.
        It is not the [model|colour|size] that I [chose|ordered].
        [Somebody|You] packed the wrong [thing|article].
        """,
            """
            wrong item / incorrect product / mixed up order / wrong_article / different item sent / Wrong goods
            wrong_product / not what was ordered / mix-up / wrong size / wrong thing / other product
            wrong order
            """,
            """
            another product than ordered was sent
            the customer received the wrong goods
            the box holds a different article
            size or colour is not as ordered
            orders were mixed up
            they got something they did not buy / the wrong thing came / they got another product
            not the thing that was ordered
            """,
        ),
        Label(
            "crash",
            """
        The app [crashes|closes|freezes] [every time I open it|when I tap on save|all the time|].
        Your [website|app|program] [shows|gives] [an error|error {code}|a blank page].
        [Since the last update|Since {date}|Since yesterday] nothing [works|loads] [in the app|on the page|].
        I get [the message|an error message] "{errortext}".
        The [dashboard|page|search] [does not load|keeps loading|hangs].
        The button [to save|to pay|for export] does nothing [when I click it|].
        The software [stops responding|quits] [after a few minutes|when I print].
        The [upload|export|sync|import] fails [with error {code}|every time|].
        There is a bug in [the calendar|the report|your app|the editor].
        My screen [stays|goes] [black|white] [when I start the app|].
        The site is [down|not reachable|offline] [for us|since this morning|].
        [Version {version}|The new version] does not start on my [phone|laptop|computer].
        The [app|program] [keeps crashing|hangs|closes itself].
        The [page|site|form] [is broken|throws an error|cannot be opened].
        I [see|get] {errortext} [whenever I click save|all day|].
        Nothing happens when I [click|tap] [send|pay|login].
        The server [does not answer|returns an error].
        """,
            """
            app crash / software error / bug / technical_fault / program failure / Error in the app / bug_report
            site does not work / bug or crash / crash / error / fault / not working
            """,
            """
            the app or the site does not work
            crashes and error messages
            a fault in the software
            something fails or freezes in the program
            a bug
            a page that does not load / the software crashes / an error in the app / the program does not run
            """,
        ),
        Label(
            "login",
            """
        I cannot [log in|sign in] [to my account|any more|].
        My password [is not accepted|does not work|was rejected].
        I [forgot|lost] my password [and the reset mail does not come|].
        The [code|link] to reset my password never [arrives|comes].
        [My account is|I am] locked [out|after three attempts|].
        It says my [user name|email] is unknown when I [log in|sign in].
        The [two-factor|security|login] code is [not accepted|always wrong].
        How do I reset my password?
        I have [a new phone|no access to my old mail] and cannot get [into|access to] my account.
        Login [fails|is impossible] since {date}.
        The system keeps [throwing me out|logging me out].
        I need [a new password|access to my account again].
        The [login|sign-in] page [rejects me|does not know me].
        I am unable to [log in|sign in|get in].
        Please [unlock|reset] my [account|password].
        My account [was locked|does not open].
        I no longer know my password.
        """,
            """
            login problem / cannot sign in / password reset / access_issue / locked account / Login trouble
            login_failure / forgotten password / login / password / sign-in / account locked / no access
            """,
            """
            the customer cannot log in
            passwords and access to the account
            sign in does not work
            a locked account
            a password was forgotten
            trouble getting into the account / they cannot get into the account / the password does not work
            login trouble
            """,
        ),
        Label(
            "change_data",
            """
        Please [change|update] my [address|phone number|email address].
        I [moved|have moved] to {city} [and need my address updated|last week|].
        My [last name|surname] has changed [to {last}|since my wedding|].
        [How|Where] can I change my [delivery address|bank details|email]?
        Please use my new [email|number] from now on.
        We have [new bank details|a new office address].
        I want to [edit|correct] the data in my [profile|account].
        The address in my [profile|account] is [old|out of date].
        My name is spelled wrong [in your system|on the account].
        Could you [replace|update] the [credit card|phone number] [on file|in my account]?
        From {month} on I live in {city}.
        I have to update my [personal details|contact data].
        I have a new [phone number|address|bank account].
        My address is now {n} {street}[, {city}|].
        We [moved|are moving] [to {city}|next week], here is the new address.
        Please correct [my name|the address] [in the system|].
        """,
            """
            change of data / update address / profile change / account_update / new contact details
            Change my details / data_change / address change / address / new address / change of address
            data update / contact details
            """,
            """
            personal details have to be changed
            a new address, name or phone number
            the customer wants the profile updated
            contact data that changed
            corrections of account data
            someone moved house / they have a new address or name / please update the profile
            new personal details
            """,
        ),
        Label(
            "buy_more",
            """
        How much [is|would be|does] {product} [for {n} people|cost]?
        I am [interested in|thinking about buying] {product}.
        Could you send [me|us] [a quote|an offer|a price list] [for {n} licences|]?
        Do you [have|offer] [a plan|discounts] for [teams|schools|students]?
        We would like to [upgrade|move up] to the [bigger|premium|business] plan.
        Can I [get|book|have] a [demo|trial] of {product}?
        Which [plan|version] would you recommend for a [small firm|team of {n}]?
        Is {product} [in stock|available] [in {city}|]?
        We want to order {n} more [seats|licences|units].
        What is the difference between the basic and the [premium|pro] plan?
        Before I buy: does {product} work with [a phone|Linux|my old one]?
        I would like to talk to someone about [buying|ordering] {product}.
        What does [the pro plan|{product}] cost?
        I want to [buy|order] {n} {product}s for [my company|our school].
        Please make us an offer.
        Do you sell {product}s?
        Is there a discount for {n} pieces?
        """,
            """
            sales question / purchase interest / request for a quote / buying_question / product enquiry
            Interested in buying / sales_lead / upgrade request / sales / purchase / quote / price question
            wants to buy
            """,
            """
            someone wants to buy or upgrade
            prices, offers and demos
            a question before a purchase
            interest in a product
            they ask for a quote
            new business / they want to buy something / asks for prices / may become a customer
            """,
        ),
        Label(
            "security",
            """
        Someone [else|] has [logged into|got into|hacked] my account.
        I got a [strange|suspicious] [email|message] that [says it is from you|asks for my password].
        There was a login from [{city}|another country] that was not me.
        I think my account [has been|was] [hacked|stolen|compromised].
        I did not make [this order|the purchase {order}], somebody used my account.
        Is this mail [a scam|phishing|really from you]?
        Somebody changed my password [without my knowledge|, it was not me].
        My [data|password] seems to have leaked.
        I clicked on a link in a fake [mail|message] and [typed in|gave] my password.
        Unknown [devices|people] appear in my [account|login history].
        A stranger is [using|ordering with] my [account|card].
        I [found|want to report] a security hole in your [site|app].
        Somebody [broke into|took over] my account.
        My account was used [by a stranger|in {city}], not by me.
        There are orders in my account that I did not place.
        Is someone spying on my account?
        """,
            """
            security incident / hacked account / phishing report / account_takeover / fraud / Suspicious login
            security_issue / stolen account / hacked / fraud case / phishing / abuse / stolen login
            """,
            """
            a hacked account or a phishing mail
            a stranger has access
            fraud and suspicious logins
            somebody else used the account
            a leak or a security hole
            possible abuse by a third person / the account was hacked / someone else got in
            a fraud or phishing case
            """,
        ),
        Label(
            "privacy",
            """
        Please delete [all my data|my account and everything in it].
        Which data do you [store|keep|have] about me?
        [Under|According to] the GDPR I ask for a copy of my data.
        I [do not consent|object] to the use of my data for [marketing|advertising].
        Who do you share my [data|personal information] with?
        I want [a copy|an export] of everything you know about me.
        Remove me from your [mailing list|database].
        Please stop sending me your newsletter.
        I never agreed to [get|receive] [advertising|your mails].
        Can you [erase|remove] my personal [data|information]?
        How long do you keep my [data|records]?
        I withdraw my consent [to data processing|].
        Please tell me what [data|information] about me you [hold|store].
        I want my data [removed|deleted|erased].
        Take my address [off your list|out of your database].
        You have no right to [share|keep] my [data|address].
        """,
            """
            privacy request / data deletion / GDPR request / data_protection / erase my data / Personal data
            privacy_request / unsubscribe / privacy / data / delete data / GDPR / data request
            """,
            """
            personal data is to be deleted or shown
            data protection rights
            the customer asks what is stored about them
            consent and newsletters
            a request under privacy law
            erasure or a copy of data / they ask about their data / data should be erased
            wants no more newsletters
            """,
        ),
        Label(
            "how_to",
            """
        How do I [export|print|share] [a report|my list|the table]?
        Where [do I find|is] the [setting|menu|option] for [dark mode|the language|notifications]?
        Can I [use|connect] {product} with [two phones|my TV|a printer]?
        Is there a [manual|guide|tutorial] for {product}?
        I do not understand how to [set up|configure|use] {product}.
        Could you explain how [sharing|the calendar|the filter] works?
        What does the [blue light|red button|third column] mean?
        How can I [add|invite] a [second user|colleague]?
        Which steps are needed to [install|set up] {product}?
        Is it possible to [change the language|sort by date|hide a column]?
        How many [devices|users] can I [connect|add]?
        I [cannot find|am looking for] the [export|share] function.
        How does [the filter|sharing|the timer] work?
        Please tell me how to [print|change the language|add a user].
        What do I have to [press|click] to [start|save|share]?
        I have a question about [using|the settings of] {product}.
        """,
            """
            how-to question / help with use / usage question / product_help / how does it work
            Instructions needed / how_to / explain a feature / question / help / usage / guide / how to use it
            """,
            """
            how something is used
            a question about features and settings
            the customer needs instructions
            help with setting up
            how a function works
            someone looks for a menu or a manual / they do not know how to use it / a question on how it works
            needs an explanation
            """,
        ),
    ],
)
