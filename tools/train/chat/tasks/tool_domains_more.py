"""More functions that only training offers: with many of them, choosing rests on what the list says of each."""

from chat.phrases import split
from chat.tasks.tool_domains import Domain, Parameter


def _domain(key: str, names: str, about: str, parameters: list[Parameter], requests: str, results: str) -> Domain:
    return Domain(key, split(names), split(about), parameters, split(requests), split(results))


NAME = Parameter(split("name | person | who | contact"), "name", about="Name of the person")
TEXT = Parameter(split("text | content | message | body"), "words", about="The text")
ID = Parameter(split("id | number | reference"), "id", about="The id")
CITY = Parameter(split("city | town | place | location"), "city", about="The city")
DATE = Parameter(split("date | day | when"), "date", about="The day")
CLOCK = Parameter(split("time | at | hour"), "clock", about="The time")
ROOM = Parameter(split("room | area | place"), "place", about="The room")
PATH = Parameter(split("path | file | filename"), "path", about="Path of the file")

MORE = [
    _domain(
        "memo",
        "add_memo | save_memo | memo | write_memo | take_memo",
        "Save a note | Writes a note | Keep a short text",
        [TEXT],
        """!note {text} | !write down {text} | !save the note {text} | note: {text} | !keep in mind: {text} |
        !jot down {text} |
            I want to keep a note: {text} | !make a note of {text}""",
        "id | status",
    ),
    _domain(
        "sms",
        "send_sms | text_message | sms | send_text | message_contact",
        "Send a text message | Texts somebody | Sends an SMS",
        [NAME, TEXT],
        """!text {name}: {text} | !send {name} an SMS: {text} | !tell {name} by text that {text} |
        SMS to {name}: {text} |
            !write {name} a message: {text} | a message for {name}: {text}""",
        "status | id",
    ),
    _domain(
        "volume",
        "set_volume | volume | change_volume | loudness",
        "Set the volume | Changes how loud it is | Loudness in percent",
        [Parameter(split("percent | level | value"), "small", "integer", about="Percent")],
        """!set the volume to {percent} | volume {percent} | !make it {percent} percent loud |
        !turn the sound to {percent} |
            loudness {percent} please | I want the volume at {percent}""",
        "status | level",
    ),
    _domain(
        "door",
        "lock_door | set_lock | door_lock | unlock_door | doors",
        "Lock or unlock a door | Controls the lock of a room",
        [ROOM, Parameter(split("on | locked | closed"), "switch", "boolean", about="true is locked")],
        """!set the lock of the {room} {on} | lock in the {room} {on} | the {room} lock should be {on} |
        !turn the lock of the {room} {on} |
            {room} door lock {on}""",
        "status",
    ),
    _domain(
        "hotel",
        "book_hotel | find_hotel | hotel_search | reserve_room | hotels",
        "Book a hotel in a city | Finds a room for the night",
        [CITY, DATE],
        """!book a hotel in {city} for {date} | I need a room in {city} on {date} | hotel in {city}, {date} |
            !find me a bed in {city} on {date} | where can I sleep in {city} on {date}? |
            I stay in {city} on {date}, get a hotel""",
        "price | id",
    ),
    _domain(
        "taxi",
        "order_taxi | call_taxi | taxi | get_cab | book_ride",
        "Order a taxi | Calls a cab to a place | Book a ride",
        [ROOM, CLOCK],
        """!order a taxi to the {room} at {time} | a cab at {time} from the {room} |
        !get me a ride to the {room}, {time} |
            taxi to the {room} at {time} | I must leave the {room} at {time}, call a taxi""",
        "status | price",
    ),
    _domain(
        "train",
        "find_rail | rail_times | timetable | rail | next_rail",
        "Find a train between two cities | Timetable of trains",
        [
            Parameter(split("start | begin | departure"), "city", about="Where it starts"),
            Parameter(split("end | goal | arrival"), "city2", about="Where it goes"),
        ],
        """when does the train from {start} to {end} leave? | train {start} to {end} |
        !find a train from {start} to {end} |
            next train from {start} to {end}? | how do I get from {start} to {end} by train? |
            rail from {start} to {end}""",
        "time | price",
    ),
    _domain(
        "route",
        "get_directions | route | find_way | navigate | directions",
        "Directions between two places | Shows the way",
        [
            Parameter(split("start | begin"), "place", about="Start"),
            Parameter(split("goal | aim"), "city", about="Goal"),
        ],
        """how do I get from the {start} to {goal}? | !show the way from the {start} to {goal} |
        way from the {start} to {goal} |
            !navigate from the {start} to {goal} | !guide me from the {start} to {goal}""",
        "length | time",
    ),
    _domain(
        "dictionary",
        "define_word | dictionary | lookup_word | meaning | definition",
        "Definition of a word | Looks up what a word means",
        [Parameter(split("word | term | entry"), "slug", about="The word")],
        """what does {word} mean? | !define {word} | meaning of {word} | !look up the word {word} |
        what is the definition of {word}? |
            !explain the word {word} | I do not know the word {word}""",
        "content | language",
    ),
    _domain(
        "length",
        "convert_length | length_converter | metric | measure_convert",
        "Convert kilometres to miles | Converts a length",
        [Parameter(split("value | amount | length"), "hundreds", "number", about="Kilometres")],
        """how many miles are {value} kilometres? | !convert {value} kilometres to miles | {value} kilometres in miles |
            {value} km in miles? | !turn {value} kilometres into miles""",
        "result | system",
    ),
    _domain(
        "dice",
        "roll_dice | dice | throw_dice | random_number",
        "Roll dice | A random number | Throws some dice",
        [Parameter(split("number | dice | how_many"), "few", "integer", about="How many dice")],
        """!roll {number} dice | !throw {number} dice | {number} dice please | !let {number} dice roll |
        I want to roll {number} dice""",
        "result",
    ),
    _domain(
        "write_file",
        "write_file | save_file | create_file | store_file",
        "Write text to a file | Saves a text in a file",
        [PATH, TEXT],
        """!write {text} to {path} | !save {text} in {path} | !put {text} into the file {path} |
        {path} should say {text} |
            !store {text} as {path} | file {path} with the text {text}""",
        "status | size",
    ),
    _domain(
        "list_files",
        "list_files | ls | print_folder | read_directory | files",
        "List the files of a folder | What is in a folder",
        [Parameter(split("folder | directory | path"), "slug", about="Name of the folder")],
        """!list the files in {folder} | what is in the folder {folder}? | ls {folder} | !show me the folder {folder} |
            which files does {folder} have? | files of {folder}""",
        "total | title",
    ),
    _domain(
        "query",
        "run_query | sql | query_database | select_rows | database",
        "Query a database table | Rows of a table",
        [Parameter(split("table | name | from_table"), "slug", about="Name of the table")],
        """!query the table {table} | !show all rows of {table} | !select from {table} |
        what is in table {table}? | rows of {table} |
            !read the table {table}""",
        "total | content",
    ),
    _domain(
        "log",
        "read_log | get_logs | logs | tail_log | print_log",
        "Read the log of a service | Last lines of a log",
        [Parameter(split("service | name | daemon"), "slug", about="Name of the service")],
        """!show the log of {service} | what does the log of {service} say? | logs of {service} |
        !tail the {service} log |
            last lines of {service}? | I need the log of {service}""",
        "content | total",
    ),
    _domain(
        "deploy",
        "deploy_app | deploy | rollout | release | publish_app",
        "Deploy an application in a version | Rolls out a version",
        [
            Parameter(split("app | service | name"), "slug", about="Name of the application"),
            Parameter(split("number | release"), "few", "integer", about="Number of the release"),
        ],
        """!deploy {app} number {number} | !roll out {app} release {number} | {app} {number} should go live |
        !bring {app} {number} online |
            !publish {app} in release {number}""",
        "status | id",
    ),
    _domain(
        "invoice",
        "create_invoice | make_invoice | invoice | invoice_customer",
        "Create an invoice | Bills a customer an amount",
        [
            Parameter(split("customer | name | client"), "fullname", about="Who pays"),
            Parameter(split("amount | sum | total"), "hundreds", "number", about="The amount"),
        ],
        """!bill {customer} for {amount} | !write an invoice of {amount} for {customer} |
        {customer} has to pay {amount}, make a bill |
            invoice: {customer}, {amount} | !charge {customer} {amount}""",
        "id | status",
    ),
    _domain(
        "payment",
        "send_money | transfer | pay | bank_transfer | make_payment",
        "Send money to somebody | Transfers an amount",
        [
            Parameter(split("to | recipient | name"), "name", about="Who gets it"),
            Parameter(split("amount | sum | value"), "hundreds", "number", about="How much"),
        ],
        """!send {amount} to {to} | !pay {to} {amount} | !transfer {amount} to {to} | {to} gets {amount} from me |
        I owe {to} {amount}, pay it |
            {amount} for {to}""",
        "status | id",
    ),
    _domain(
        "balance",
        "get_balance | account_balance | balance | money_left",
        "Balance of an account | How much money is on an account",
        [ID],
        """how much is on account {id}? | balance of account {id} | !show the balance of {id} | what is left on {id}? |
            how much money has account {id}?""",
        "result | currency",
    ),
    _domain(
        "parcel",
        "track_package | package_status | package | trace_package",
        "Where a parcel is | Tracks a parcel by its number",
        [ID],
        """where is parcel {id}? | !track parcel {id} | parcel {id}, any news? | has package {id} arrived? |
        !trace the package {id} |
            when does parcel {id} come?""",
        "status | city | date",
    ),
    _domain(
        "book",
        "find_book | library_search | books | search_library",
        "Find a book in the library | Searches books by title",
        [Parameter(split("title | name | book"), "words", about="Title")],
        """do you have the book {title}? | !find the book {title} | is {title} in the library? | book {title} please |
            I want to read the book {title} | !search the library for {title}""",
        "title | status",
    ),
    _domain(
        "recipe",
        "find_recipe | recipe | cook | get_recipe | cookbook",
        "Find a recipe | How to cook a dish with something",
        [Parameter(split("ingredient | with | item"), "thing", about="What is in it")],
        """what can I cook with {ingredient}? | recipe with {ingredient} | !find a dish with {ingredient} |
        I have {ingredient}, what can I make? |
            !give me a recipe for {ingredient}""",
        "title | minutes",
    ),
    _domain(
        "blind",
        "set_blinds | blinds | move_blinds | shutters",
        "Move the blinds of a room | Opens blinds by percent",
        [ROOM, Parameter(split("percent | value | position"), "small", "integer", about="Percent")],
        """!set the blinds in the {room} to {percent} | blinds of the {room} at {percent} percent |
        !open the {room} blinds to {percent} |
            {room} blinds {percent} | !move the shutters of the {room} to {percent}""",
        "status",
    ),
    _domain(
        "camera",
        "take_photo | camera | snapshot | get_image",
        "Take a picture of a room | Image of a camera",
        [ROOM],
        """!take a picture of the {room} | !show me the {room} | what does the camera in the {room} see? |
        photo of the {room} |
            picture from the {room} camera | I want to see the {room}""",
        "url | time",
    ),
    _domain(
        "vacation",
        "ask_vacation | days_off | take_leave | holiday",
        "Request days off | Asks for vacation from a day on",
        [DATE, Parameter(split("days | how_long | length"), "few", "integer", about="How many days")],
        """I want {days} days off from {date} | vacation from {date}, {days} days |
        !ask for {days} days of leave, {date} |
            !request holiday on {date} for {days} days | from {date} I am away {days} days""",
        "status | id",
    ),
    _domain(
        "assign",
        "assign_task | give_task | delegate | set_owner",
        "Assign a task to a person | Gives a task to somebody",
        [Parameter(split("task | id | ticket"), "id", about="Id of the task"), NAME],
        """!assign {task} to {name} | {name} should do {task} | task {task} is for {name} |
        !give {task} to {name} | !hand {task} over to {name}""",
        "status",
    ),
    _domain(
        "comment",
        "add_remark | remark | reply_to | write_remark",
        "Comment on a ticket | Adds a comment",
        [Parameter(split("ticket | issue | number"), "id", about="Id of the ticket"), TEXT],
        """!comment {text} on {ticket} | !add to {ticket}: {text} | comment for {ticket}: {text} |
        !write {text} under {ticket} |
            !reply {text} in {ticket}""",
        "id | status",
    ),
    _domain(
        "screenshot",
        "screenshot | capture_page | page_image | snap_site",
        "Picture of a web page | Captures a host",
        [Parameter(split("host | address | page"), "ip", about="Address")],
        """!take a screenshot of {host} | what does the page at {host} look like? | !capture {host} |
        screenshot of {host} please |
            !make a picture of the page {host}""",
        "url | size",
    ),
    _domain(
        "fan",
        "set_fan | fan | ventilation | fan_speed",
        "Set the speed of a fan | Ventilation of a room",
        [ROOM, Parameter(split("speed | level | step"), "few", "integer", about="Speed from 1 to 12")],
        """!set the fan in the {room} to {speed} | fan {speed} in the {room} | !let the {room} fan run at {speed} |
            more air in the {room}, speed {speed} | ventilation of the {room} to {speed}""",
        "status",
    ),
    _domain(
        "word_count",
        "number_of_words | words_in | text_length | measure_text",
        "Count the words of a file | How long a text file is",
        [PATH],
        """how many words are in {path}? | !count the words of {path} | word count of {path} |
        how long is the text in {path}?""",
        "total | size",
    ),
    _domain(
        "uptime",
        "uptime | how_long_up | running_since | get_uptime",
        "Since when the system runs | Uptime",
        [],
        """how long has the system been running? | uptime? | since when are you up? | !tell me the uptime |
        when was the last restart?""",
        "time | date",
    ),
    _domain(
        "whoami",
        "current_login | whoami | login_name | get_me",
        "Name of the user | Who is logged in",
        [],
        """who is logged in? | which user am I here? | !show my user name | under which account do I work? |
        !tell me my login""",
        "title | id",
    ),
    _domain(
        "position",
        "get_location | where_am_i | position | gps",
        "Position of the device | Where the user is",
        [],
        """where am I right now? | !find my position | what is my location? | !locate me | which place is this?""",
        "city | id",
    ),
]
