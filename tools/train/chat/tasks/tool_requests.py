"""Further ways to ask for the functions of tool_domains.py, a list a function."""

from chat.phrases import split

REQUESTS = {
    "weather": """
        do we get rain in {city}? | is the sun out in {city}? | how cold does it get in {city}? |
        !show the forecast for {city} | is there snow in {city}? | {city}: sun or rain? |
        what should I wear in {city} today? | how windy is {city}? | I travel to {city}, how will the weather be? |
        !look at the sky over {city} for me | degrees in {city}?""",
    "time": """
        which hour is it in {city}? | what does the clock show in {city}? | is it night in {city}? |
        {city} time please | is it early or late in {city}? | !look at the clock of {city} |
        I call {city}, how late is it there? | local time of {city}? | do you know what time they have in {city}?""",
    "email": """
        !drop {to} a line, subject {subject} | {to} should get a mail about {subject} |
        !let {to} know by mail: {subject} | !compose a mail to {to} with the title {subject} |
        new mail: {to}, {subject} | !inform {to} by email of {subject} | I want to write to {to} about {subject} |
        subject {subject}, to {to}, send it""",
    "reminder": """
        !do not let me forget {text} at {time} | {text} at {time}, please remind me |
        !note that I must do {text} at {time} | I need a reminder at {time} for {text} | !tell me at {time}: {text} |
        remember {text}, {time} | when it is {time}, remind me of {text} | !make a reminder, {time}, {text}""",
    "timer": """
        tell me when {minutes} minutes are over | {minutes} minutes on the clock, go |
        !let a timer run for {minutes} minutes | my tea needs {minutes} minutes, set a timer |
        !measure {minutes} minutes | !ring after {minutes} minutes | a timer, {minutes} minutes |
        !put {minutes} minutes on the timer | !start counting, {minutes} minutes""",
    "alarm": """
        I want to wake up at {time} | get me up at {time} | the alarm should ring at {time} |
        tomorrow I rise at {time}, alarm please | !put the alarm on {time} | alarm clock, {time} |
        my day begins at {time}, wake me | !create an alarm for {time} | at {time} the bell must ring""",
    "search": """
        what can you find about {query}? | !use the web to learn about {query} | {query}, what does the internet say? |
        I need pages on {query} | !do a web search: {query} | search: {query} | !find {query} on the web |
        web results for {query} | I want to read about {query}, search it | !research {query}""",
    "stock": """
        what is {symbol} worth? | where does {symbol} stand today? | {symbol} share price? | is {symbol} up or down? |
        !tell me the value of {symbol} stock | I own {symbol}, what is it worth? | !fetch the quote of {symbol} |
        {symbol} at the stock market? | how many dollars is one {symbol}?""",
    "convert": """
        !turn {amount} {from} into {to} | I have {amount} {from}, how many {to} is that? | {amount} {from} to {to}? |
        how many {to} do I get for {amount} {from}? | what is {amount} {from} worth in {to}? |
        from {from} to {to}: {amount} | !compute {amount} {from} in {to} | I need {to} for {amount} {from}""",
    "light": """
        I want the {room} light {on} | lamp in the {room}: {on} | !make the {room} light go {on} |
        !set the light of the {room} to {on} | {on} with the light in the {room} |
        the lamps of the {room} must be {on} | {room} lamp {on}, please | !put the {room} light {on}""",
    "heating": """
        I want {degrees} degrees in the {room} | {room}: {degrees} degrees | !bring the {room} to {degrees} degrees |
        !warm the {room} up to {degrees} | !turn the heating in the {room} to {degrees} |
        the {room} at {degrees} degrees, please | {degrees} degrees would be nice in the {room} |
        !adjust the {room} to {degrees} degrees""",
    "order_status": """
        is order {order_id} on its way? | any news about order {order_id}? | !find out how far order {order_id} is |
        order {order_id}, where is it? | I still wait for order {order_id} | did you ship order {order_id}? |
        tell me about order {order_id} | !show the state of order {order_id} | how is my order {order_id}?""",
    "refund": """
        order {order_id} needs {amount} back | !return {amount} of order {order_id} to me |
        money back for {order_id}: {amount} | the customer of {order_id} gets {amount} back |
        !send back {amount} for order {order_id} | please refund {order_id} with {amount} |
        {order_id} was broken, I want {amount} back | !transfer {amount} back for order {order_id}""",
    "ticket": """
        something is wrong: {title}; it is {priority} | !make a ticket called {title}, {priority} |
        problem: {title}, priority {priority} | I have a {priority} problem with {title} |
        ticket for {title} please, {priority} | !log {title} as {priority} |
        support must look at {title}, {priority} priority | !add a {priority} ticket named {title}""",
    "table": """
        we want to eat at {time}, {people} people | dinner for {people} at {time} | {people} seats at {time}, please |
        is there room for {people} at {time}? | table, {time}, {people} persons |
        !get us a table at {time}, we are {people} | I need a table at {time} for {people} guests |
        !keep {people} seats free at {time}""",
    "flight": """
        how do I fly from {from} to {to} on {date}? | {from} to {to} by plane on {date} |
        a plane to {to} from {from}, {date} | I leave {from} for {to} on {date}, find flights |
        flight {from} - {to}, {date} | on {date} I must fly from {from} to {to} |
        !show me planes from {from} to {to} on {date} | which flights go from {from} to {to} on {date}?""",
    "customer": """
        {name} is a customer, show the record | is there a customer named {name}? | !open the file of customer {name} |
        do we know {name}? | customer {name}? | !search our customers for {name} | I need the data of {name} |
        what is stored about {name}? | !pull up {name}""",
    "event": """
        on {date} at {time} I have {title}, note it | {title}: {date}, {time}, into the calendar |
        !plan {title} for {date}, {time} | !enter {title} on {date} at {time} | new event {title}, {date}, {time} |
        my calendar needs {title} on {date} at {time} | !book {title} on {date} at {time} |
        {date} {time} {title}, calendar please""",
    "calculate": """
        {expression} = ? | tell me {expression} | I need {expression} | the result of {expression}? |
        !find {expression} | {expression}? | what do you get for {expression}? | what does {expression} make? |
        {expression} please | use the calculator: {expression} | !do {expression}""",
    "read": """
        what stands in {path}? | I want to see {path} | the text of {path}? | !give me what {path} says |
        {path}: show it | !load {path} | !look into {path} | content of {path} | what is written in {path}? |
        !display {path} | let me read {path}""",
    "delete": """
        {path} must go | !get rid of {path} | !wipe {path} | I want {path} gone | !destroy {path} |
        {path} is old, delete it | !delete the file {path} for ever | nobody needs {path}, remove it |
        !clear {path} away | the file {path} should be deleted""",
    "shopping": """
        {count} {item} are missing, put them on the list | we are out of {item}, get {count} |
        {item}, {count} of them, on the list | !note {count} {item} for the shop | !remember to buy {count} {item} |
        {count} {item} for my list | I want to buy {count} {item} | !put {item} on the list, {count} of them |
        the list needs {count} {item}""",
    "call": """
        get me {name} on the phone | I must speak to {name} | !dial {name} | {name} should be called |
        phone {name} for me | !connect me with {name} | can I talk to {name}? | a call to {name}, please |
        !try to reach {name} by phone""",
    "music": """
        let me listen to {title} | {title} would be nice to hear now | I am in the mood for {title} |
        some {title}, please | !let {title} play | play something: {title} | can I hear {title}? | !turn on {title} |
        the song {title}, please""",
    "translate": """
        I need {text} in {language} | {text}, in {language} please | what is the {language} for {text}? |
        !put {text} into {language} | !say {text} in {language} | the {language} word for {text}? |
        to {language}: {text} | !turn {text} into {language} | how would a speaker of {language} say {text}?""",
    "sensor": """
        which value has sensor {sensor}? | {sensor} reads what? | !fetch the value of {sensor} | !ask sensor {sensor} |
        value of {sensor}? | !look at sensor {sensor} | what does {sensor} measure now? | how much does {sensor} show? |
        sensor {sensor}, what is the reading?""",
    "job": """
        {job} must run now | !let {job} run | !begin with {job} | I want {job} to start | the job {job}, start it |
        !fire up {job} | !set {job} going | please run the job called {job} | job {job}: go | !do the job {job}""",
    "server_status": """
        is {host} alive? | can we reach {host}? | {host}, is it up? | !see whether {host} answers |
        is there life on {host}? | !test the machine {host} | is machine {host} down? | health of {host}? |
        !look whether {host} is running | {host} up or down?""",
    "news": """
        what is new in the world? | what goes on today? | !tell me the news | is there anything new? | news please |
        !get me the latest headlines | what do the papers write? | what are people talking about today?""",
    "date_now": """
        which date do we have? | is it Monday today? | what is today? | today is which day? | !give me today's date |
        which day of the week is it? | what does the calendar say today? | the date please""",
}
REQUESTS = {key: split(text) for key, text in REQUESTS.items()}
