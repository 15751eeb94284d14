"""The functions that training offers as tools: their names and parameters, and how people ask for them."""

import dataclasses

from chat import words
from chat.bank import HELD_OUT, Bank
from chat.phrases import split


@dataclasses.dataclass(frozen=True)
class Parameter:
    """names[0] is also the slot in requests. `kind` says how a value is drawn, `type` is the JSON schema's."""

    names: list[str]
    kind: str
    type: str = "string"
    about: str = ""


@dataclasses.dataclass(frozen=True)
class Domain:
    key: str
    names: list[str]
    about: list[str]
    parameters: list[Parameter]
    requests: list[str]
    results: list[str]  # keys of a result


CITY = Parameter(split("city | location | place | town"), "city", about="Name of the city")
DOMAINS = [
    Domain(
        "weather",
        split(
            "get_weather | weather | current_weather | get_current_weather | weather_report | fetch_weather| getWeather"
        ),
        split(
            "Get the weather of a city | Current weather | Returns the weather in a city."
            "| Tells the weather for a place"
        ),
        [CITY],
        split("""
        what is the weather in {city}? | how is the weather in {city}? | what's the weather like in {city}? |
        weather in {city} | is it raining in {city}? | how warm is it in {city}? | !check the weather in {city} |
        !tell me the weather in {city} | do I need an umbrella in {city}? | is it cold in {city} today? |
        what is the temperature in {city}? | will it be sunny in {city}? | {city} weather please |
        how is the weather today in {city}?"""),
        ["temperature", "sky", "wind", "city"],
    ),
    Domain(
        "time",
        split("get_time | current_time | time_in | world_clock | get_local_time | local_time | getTime"),
        split(
            "Get the time in a city | Current local time | Returns the local time of a city | What time it is somewhere"
        ),
        [CITY],
        split("""
        what time is it in {city}? | what is the time in {city}? | !tell me the time in {city} |
        current time in {city} | how late is it in {city}? | !give me the local time of {city} |
        what's the time in {city} now? | time in {city}?"""),
        ["time", "zone", "date"],
    ),
    Domain(
        "email",
        split("send_email | send_mail | mail | email_send | write_email | sendEmail | compose_email"),
        split("Send an email | Sends an email to somebody. | Send a mail to an address"),
        [
            Parameter(split("to | recipient | address"), "email", about="Address of the recipient"),
            Parameter(split("subject | title"), "words", about="Subject line"),
        ],
        split("""
        !send an email to {to} with the subject {subject} | !email {to} about {subject} |
        !write an email to {to} about {subject} | !send {to} a mail with the subject "{subject}" |
        mail to {to}, subject {subject} | !mail {to}: {subject} | !send a mail about {subject} to {to} |
        email for {to}: {subject}"""),
        ["status", "id"],
    ),
    Domain(
        "reminder",
        split("create_reminder | set_reminder | add_reminder | remind_me | reminder | new_reminder"),
        split("Create a reminder | Sets a reminder at a time | Remind the user of something"),
        [
            Parameter(split("text | note | message"), "words", about="What to remember"),
            Parameter(split("time | at | when"), "clock", about="Time of day"),
        ],
        split("""
        !remind me of {text} at {time} | !set a reminder for {text} at {time} |
        !create a reminder at {time}: {text} | reminder at {time}: {text} |
        at {time} I must think of {text}, remind me | !add a reminder: {text} at {time} |
        !remind me at {time} of {text}"""),
        ["status", "time"],
    ),
    Domain(
        "timer",
        split("set_timer | start_timer | timer | create_timer | countdown | setTimer"),
        split("Start a timer | Sets a timer in minutes | Starts a countdown"),
        [Parameter(split("minutes | duration | length"), "small", "integer", about="Minutes")],
        split("""
        !set a timer for {minutes} minutes | timer {minutes} minutes | !start a timer of {minutes} minutes |
        !wake me in {minutes} minutes | !count down {minutes} minutes | !give me a {minutes} minute timer |
        in {minutes} minutes I want to hear a bell"""),
        ["status", "ends_at"],
    ),
    Domain(
        "alarm",
        split("set_alarm | alarm | create_alarm | wake_up | add_alarm"),
        split("Set an alarm | Sets the alarm clock | Wake the user at a time"),
        [Parameter(split("time | at | hour"), "clock", about="Time of day")],
        split("""
        !wake me at {time} | !set an alarm for {time} | alarm at {time} | !set the alarm clock to {time} |
        I have to get up at {time}, set the alarm | !ring at {time} | !make an alarm at {time}"""),
        ["status", "time"],
    ),
    Domain(
        "search",
        split("web_search | search | search_web | search_the_web | google | internet_search | find_online"),
        split("Search the web | Searches the internet for a query | Find pages about something"),
        [Parameter(split("query | q | text | term"), "words", about="Search words")],
        split("""
        !search for {query} | !search the web for {query} | !look up {query} | !find pages about {query} |
        !google {query} | !search the internet for {query} | what does the web say about {query}? |
        !find something about {query} online"""),
        ["title", "url"],
    ),
    Domain(
        "stock",
        split("get_stock_price | stock_price | stock | share_price | quote | getStockPrice"),
        split("Get the price of a stock | Stock price by symbol | Returns the latest share price"),
        [Parameter(split("symbol | ticker | stock"), "symbol", about="Ticker symbol")],
        split("""
        what is the stock price of {symbol}? | how much is {symbol} now? | price of {symbol} |
        !get the stock price of {symbol} | how is {symbol} doing? | !check the share price of {symbol} |
        what does a share of {symbol} cost? | quote for {symbol}"""),
        ["price", "currency", "change"],
    ),
    Domain(
        "convert",
        split("convert_currency | currency | exchange | currency_converter | convert_money"),
        split("Convert money between currencies | Currency conversion | Exchanges an amount"),
        [
            Parameter(split("amount | value"), "hundreds", "number", about="Amount"),
            Parameter(split("from | source | from_currency"), "currency", about="Currency code"),
            Parameter(split("to | target | to_currency"), "currency2", about="Currency code"),
        ],
        split("""
        !convert {amount} {from} to {to} | how much is {amount} {from} in {to}? | {amount} {from} in {to} |
        !change {amount} {from} into {to} | what are {amount} {from} in {to}? | !exchange {amount} {from} for {to}"""),
        ["result", "rate"],
    ),
    Domain(
        "light",
        split("set_light | switch_light | light | control_light | lights | setLight"),
        split("Switch a light on or off | Controls the lights of a room | Turn the light of a room on or off"),
        [
            Parameter(split("room | area | where"), "place", about="Which room"),
            Parameter(split("on | state | power"), "switch", "boolean", about="true is on"),
        ],
        split("""
        !turn the light in the {room} {on} | !switch {on} the light in the {room} | light {on} in the {room} |
        !turn {on} the light in the {room} | the light in the {room} should be {on} | {room} light {on} |
        !switch the {room} light {on}"""),
        ["status"],
    ),
    Domain(
        "heating",
        split("set_temperature | thermostat | set_thermostat | heating | set_heating"),
        split("Set the temperature of a room | Controls the thermostat | Heat a room to a temperature"),
        [
            Parameter(split("room | area"), "place", about="Which room"),
            Parameter(split("degrees | temperature | value"), "warm", "number", about="Degrees Celsius"),
        ],
        split("""
        !set the {room} to {degrees} degrees | !heat the {room} to {degrees} degrees |
        {degrees} degrees in the {room} | !make it {degrees} degrees in the {room} |
        the {room} should have {degrees} degrees | !set the temperature of the {room} to {degrees}"""),
        ["status", "temperature"],
    ),
    Domain(
        "order_status",
        split("get_order_status | order_status | track_order | find_order | lookup_order | getOrder"),
        split("Status of an order | Look up an order by its id | Tells where an order is"),
        [Parameter(split("order_id | id | order | number"), "id", about="Id of the order")],
        split("""
        where is my order {order_id}? | what is the status of order {order_id}? | !track order {order_id} |
        has order {order_id} been sent? | !check order {order_id} | when does order {order_id} arrive? |
        status of order {order_id} | !look up order {order_id} | what about order {order_id}?"""),
        ["status", "city", "date"],
    ),
    Domain(
        "refund",
        split("refund_order | issue_refund | refund | make_refund | refund_payment"),
        split("Refund an order | Pays an order back | Give the customer the money back"),
        [
            Parameter(split("order_id | id | order"), "id", about="Id of the order"),
            Parameter(split("amount | sum"), "hundreds", "number", about="Amount to refund"),
        ],
        split("""
        !refund {amount} for order {order_id} | !pay back {amount} for order {order_id} |
        I want {amount} back for order {order_id} | !give me {amount} back for {order_id} |
        refund order {order_id}, {amount} | !issue a refund of {amount} for {order_id}"""),
        ["status", "id"],
    ),
    Domain(
        "ticket",
        split("create_ticket | open_ticket | new_ticket | report_problem | create_issue"),
        split("Create a support ticket | Opens a ticket for a problem | Report a problem"),
        [
            Parameter(split("title | subject | summary"), "words", about="Short title"),
            Parameter(split("priority | urgency"), "priority", about="low, normal or high"),
        ],
        split("""
        !open a ticket: {title}, priority {priority} |
        !create a ticket with the title {title} and priority {priority} |
        !create a {priority} priority ticket: {title} | !report a problem: {title} (priority {priority}) |
        new {priority} ticket about {title} | !file a ticket about {title} with {priority} priority"""),
        ["id", "status"],
    ),
    Domain(
        "table",
        split("book_table | reserve_table | restaurant_booking | make_reservation | reservation"),
        split("Book a table in a restaurant | Reserves a table | Make a reservation"),
        [
            Parameter(split("people | guests | persons"), "few", "integer", about="How many people"),
            Parameter(split("time | at"), "clock", about="Time of day"),
        ],
        split("""
        !book a table for {people} at {time} | !reserve a table for {people} people at {time} |
        a table for {people} at {time} | we are {people}, book a table at {time} |
        !make a reservation for {people} at {time} | can we get a table for {people} at {time}?"""),
        ["status", "table"],
    ),
    Domain(
        "flight",
        split("search_flights | find_flights | flights | flight_search | book_flight"),
        split("Search flights between two cities | Finds flights | Flights from a city to another"),
        [
            Parameter(split("from | origin | departure"), "city", about="Where it starts"),
            Parameter(split("to | destination | arrival"), "city2", about="Where it goes"),
            Parameter(split("date | day"), "date", about="Day of travel"),
        ],
        split("""
        !find a flight from {from} to {to} on {date} | flights from {from} to {to} on {date} |
        I want to fly from {from} to {to} on {date} | !search flights {from} to {to}, {date} |
        !book a flight to {to} from {from} on {date} | is there a flight from {from} to {to} on {date}?"""),
        ["flight", "price", "time"],
    ),
    Domain(
        "customer",
        split("find_customer | get_customer | lookup_customer | customer_info | find_user | get_user | getUser"),
        split("Find a customer by name | Customer data | Looks up a person in the database"),
        [Parameter(split("name | customer | user"), "fullname", about="Name of the customer")],
        split("""
        !find the customer {name} | who is customer {name}? | !look up {name} | !show me the data of {name} |
        what do we know about customer {name}? | !get the customer record of {name} |
        do we have a customer called {name}?"""),
        ["id", "email", "city"],
    ),
    Domain(
        "event",
        split("add_event | create_event | calendar_add | schedule_meeting | add_meeting | new_event"),
        split("Add an event to the calendar | Creates a calendar entry | Schedule a meeting"),
        [
            Parameter(split("title | name | what"), "words", about="Title of the event"),
            Parameter(split("date | day | on"), "date", about="Day"),
            Parameter(split("time | at | start"), "clock", about="Start"),
        ],
        split("""
        !add {title} to my calendar on {date} at {time} | !schedule {title} on {date} at {time} |
        !create an event {title} on {date} at {time} | meeting {title} on {date} at {time} |
        !put {title} into the calendar, {date}, {time} | calendar: {title}, {date} at {time}"""),
        ["status", "id"],
    ),
    Domain(
        "calculate",
        split("calculate | calculator | calc | evaluate | math | compute"),
        split("Calculate an expression | A calculator | Evaluates arithmetic"),
        [Parameter(split("expression | formula | expr | input"), "expression", about="What to calculate")],
        split("""
        what is {expression}? | !calculate {expression} | how much is {expression}? | {expression} |
        !compute {expression} | !evaluate {expression} | !work out {expression}"""),
        ["result"],
    ),
    Domain(
        "read",
        split("read_file | open_file | get_file | load_file | cat_file | show_file"),
        split("Read a file | Returns the content of a file | Shows a file"),
        [Parameter(split("path | file | filename"), "path", about="Path of the file")],
        split("""
        !read the file {path} | what is in {path}? | !show me {path} | !open {path} | !print the content of {path} |
        what does {path} say? | !read {path} | cat {path}"""),
        ["content", "size"],
    ),
    Domain(
        "delete",
        split("delete_file | remove_file | rm_file | erase_file | delete"),
        split("Delete a file | Removes a file | Erases a file for ever"),
        [Parameter(split("path | file | filename"), "path", about="Path of the file")],
        split("""
        !delete {path} | !remove the file {path} | !erase {path} | {path} can be deleted | !throw away {path} |
        I do not need {path} any more, delete it | rm {path}"""),
        ["status"],
    ),
    Domain(
        "shopping",
        split("add_to_list | shopping_list | add_item | add_to_shopping_list | buy_item"),
        split("Add something to the shopping list | Puts an item on the list | Shopping list"),
        [
            Parameter(split("item | product | what"), "thing", about="What to buy"),
            Parameter(split("count | quantity | number"), "few", "integer", about="How many"),
        ],
        split("""
        !add {count} {item} to the shopping list | we need {count} {item} | !put {count} {item} on the list |
        !buy {count} {item} | shopping list: {count} {item} | !write {count} {item} on my list"""),
        ["status", "items"],
    ),
    Domain(
        "call",
        split("call_contact | phone_call | make_call | call | dial"),
        split("Call somebody | Starts a phone call | Phone a contact"),
        [Parameter(split("name | contact | person | who"), "name", about="Whom to call")],
        split("""
        !call {name} | !phone {name} | I want to talk to {name}, call now | !ring up {name} |
        !make a call to {name} | !give {name} a call"""),
        ["status"],
    ),
    Domain(
        "music",
        split("play_music | play_song | music | play | start_music"),
        split("Play music | Plays a song or an artist | Start the music"),
        [Parameter(split("title | song | artist | what"), "words", about="What to play")],
        split("""
        !play {title} | !play the song {title} | I want to hear {title} | !put on {title} | music: {title} |
        !start {title} in the player"""),
        ["status", "length"],
    ),
    Domain(
        "translate",
        split("translate | translate_text | translator | translation"),
        split("Translate a text | Translates into another language | Translation of a text"),
        [
            Parameter(split("text | input | sentence"), "words", about="Text to translate"),
            Parameter(split("language | target | to"), "language", about="Target language"),
        ],
        split("""
        !translate {text} into {language} | what is {text} in {language}? | how do you say {text} in {language}? |
        !translate "{text}" to {language} | {text} in {language}"""),
        ["translation"],
    ),
    Domain(
        "sensor",
        split("read_sensor | get_sensor | sensor_value | measure | get_reading"),
        split("Read a sensor | Value of a sensor | Measures something"),
        [Parameter(split("sensor | sensor_id | id | device"), "id", about="Id of the sensor")],
        split("""
        what does sensor {sensor} say? | !read sensor {sensor} | !get the value of sensor {sensor} |
        what is the reading of {sensor}? | !measure with sensor {sensor} | sensor {sensor}?"""),
        ["value", "unit"],
    ),
    Domain(
        "job",
        split("start_job | run_job | launch_job | trigger_job | execute_job"),
        split("Start a job | Runs a job by name | Launches a batch job"),
        [Parameter(split("job | name | job_name"), "slug", about="Name of the job")],
        split("""
        !start the job {job} | !run {job} | !launch job {job} | !trigger {job} | !execute the job {job} |
        job {job} should start now | !kick off {job}"""),
        ["status", "id"],
    ),
    Domain(
        "server_status",
        split("server_status | check_server | ping_server | get_status | health_check"),
        split("Check a server | Tells whether a server is up | Health of a server"),
        [Parameter(split("host | server | address"), "ip", about="Address of the server")],
        split("""
        is the server {host} up? | !check the server {host} | !ping {host} | how is server {host}? |
        status of {host} | does {host} answer?"""),
        ["status", "load"],
    ),
    Domain(
        "news",
        split("get_news | news | latest_news | headlines"),
        split("Get the latest news | Headlines of the day | Returns news"),
        [],
        split("""
        what is the news? | !show me the news | any news? | what happened today? | !give me the headlines |
        latest news | !read me the news"""),
        ["headline"],
    ),
    Domain(
        "date_now",
        split("get_date | today | current_date | get_today"),
        split("Get today's date | Which day it is | Current date"),
        [],
        split("""
        what day is it? | what is the date? | which day is today? | !tell me the date | what date is it today? |
        today's date?"""),
        ["date"],
    ),
]

CURRENCIES = "EUR USD GBP JPY CHF SEK NOK DKK PLN CZK CAD AUD INR CNY".split()
LANGUAGES = "French German Spanish Italian Japanese Russian Greek Polish Turkish Dutch Swedish Hindi".split()


def value_of(bank: Bank, kind: str):
    """(the argument, how it is said in the request)"""
    rng = bank.rng
    draw = {
        "city": bank.city,
        "city2": bank.city,
        "email": bank.email,
        "clock": bank.clock,
        "date": bank.date,
        "id": bank.identifier,
        "path": bank.path,
        "ip": bank.ip,
        "name": bank.name,
        "fullname": lambda: f"{bank.name()} {bank.surname()}",
        "words": lambda: " ".join(bank.words(rng.randint(1, 3))),
        "small": lambda: rng.randint(1, 90),
        "few": lambda: rng.randint(2, 12),
        "hundreds": lambda: rng.randint(1, 500),
        "warm": lambda: rng.randint(15, 28),
        "currency": lambda: rng.choice(CURRENCIES[::2]),
        "currency2": lambda: rng.choice(CURRENCIES[1::2]),
        "place": lambda: rng.choice(words.PLACES),
        "symbol": lambda: bank.letters(rng.randint(3, 4)).upper(),
        "priority": lambda: rng.choice(["low", "normal", "high"]),
        "thing": lambda: bank.thing()[1],
        "language": lambda: rng.choice(LANGUAGES),
        "slug": lambda: "_".join(bank.words(rng.randint(1, 2))),
        "switch": lambda: rng.random() < 0.5,
        "expression": lambda: " ".join([str(rng.randint(1, 9999)), rng.choice("+-*/"), str(rng.randint(1, 9999))]),
    }
    value = draw[kind]()
    return value, ("on" if value else "off") if kind == "switch" else str(value)


def alternatives(bank: Bank, domain: Domain) -> tuple[list[str], list[str]]:
    """(names, descriptions) on this side of the split"""
    if bank.held_out:
        found = HELD_OUT["tools"][domain.key]
        return found["names"], found["about"]
    return domain.names, domain.about
