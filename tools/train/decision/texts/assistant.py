"""What people say to an assistant, and the tools that it could use."""

from decision.kinds import Label, Labels

TOOLS = Labels(
    "tool",
    """
    Which tool should be [used|called]?
    Which of these tools [fits|helps|is needed] [here|]?
    What should the assistant [use|call] [to answer|for this|]?
    Pick the [tool|function] for this [request|message|user].
    Which function [has to|should] be called?
    What does the user want [to do|done]?
    Which skill can [answer|handle] this?
    What is the intent [of the user|of the message|]?
    Choose the right [tool|action|function].
    Route the [request|utterance] to a [tool|skill].
    Which [action|intent] is it?
    [Tool|Intent|Action]?
    Which capability is asked for?
    Where does this request go?
    Select the [appropriate|right|proper] [tool|function].
    What [tool|function|skill] is [right|needed|appropriate]?
    Which one should the [assistant|agent|model] [call|use|run]?
    What does the [user|person|speaker] [want|wish|ask for]?
    What kind of request is [it|this]?
    [Function|Skill|Request|Wish]?
    Name the [intent|tool] [of this request|].
    How can the assistant help?
    Which service [is meant|must answer|do we need]?
    Decide which tool to [use|call|run].
    """,
    [
        Label(
            "weather",
            """
        [Will it|Is it going to] [rain|snow] [in {city}|] [tomorrow|today|on {weekday}]?
        What is the weather like in {city}?
        How [warm|cold|hot|windy] is it [in {city}|outside]?
        Do I need [an umbrella|a coat|sunglasses] [today|tomorrow]?
        [Tell me|Give me] the forecast for [{city}|the weekend].
        What temperature will it be [on {weekday}|tomorrow] [in {city}|]?
        Is the sun shining [in {city}|] [right now|]?
        Will there be [a storm|fog|ice] [tonight|on {weekday}]?
        Can we [have a picnic|dry the laundry outside] or does it get wet?
        [How much rain|How much snow] falls in {city} [this week|]?
        Weather [in {city}|for {weekday}]?
        Is it [raining|snowing|sunny|windy] in {city}?
        What will the weather be like [in {city}|] [tomorrow|on {weekday}|next week]?
        Does it stay dry [in {city}|until {weekday}]?
        How many degrees are there in {city}?
        Should I take [a jacket|an umbrella] to {city}?
        """,
            """
            weather / get_weather / forecast / weather_lookup / Weather / meteo / weather_service
            check_weather / weather_forecast / get_forecast / rain
            """,
            """
            tells the weather / weather and forecast for a place / rain, sun and temperature
            looks up how warm it gets / forecasts / gets the current weather / meteorological data
            conditions outside / weather for a city / temperature and rain / how the weather will be
            """,
        ),
        Label(
            "calendar",
            """
        [Put|Add] [a meeting|lunch|the dentist] [with {first}|] on {weekday} at {time} [into my calendar|].
        [Am I|Are we] free [on {weekday}|tomorrow] [at {time}|]?
        What [is on|have I got on] my [schedule|agenda] [for {weekday}|tomorrow]?
        Move [the meeting|my appointment] with {first} to {weekday}.
        [Schedule|Arrange|Book] [a meeting|an appointment] with {first} [for {time}|on {date}].
        When is my next [appointment|meeting]?
        Cancel [the appointment|my meeting] on {weekday}.
        Block [two hours|{time}] on {weekday} for [sport|work].
        Do I have anything planned [on {date}|for {weekday}]?
        Find a [slot|time] when {first} and I are both free.
        [Make|Set up] an appointment [with {first}|at the dentist] for {weekday}.
        Show my [calendar|appointments] for {date}.
        Do I have time [on {weekday}|at {time} on {weekday}]?
        Postpone the [meeting|call] with {first} to {date}.
        Invite {first} to a meeting [at {time}|on {date}].
        """,
            """
            calendar / schedule_meeting / appointments / calendar_event / Calendar / agenda / scheduler
            create_event / calendar_add / meetings / planner
            """,
            """
            meetings and appointments / reads and writes the calendar / adds events
            makes and moves appointments / free and busy times / plans meetings / shows the agenda
            dates in the diary / meetings / entries in the calendar / makes an appointment
            """,
        ),
        Label(
            "calculator",
            """
        [What is|How much is|Calculate|Compute] {n} [plus|times|minus|divided by] {n2}?
        [What is|How much is] {n} percent of {n2}?
        Add [up|] {n}, {n2} and {n3}.
        What is the square root of {n}?
        If I [pay|save] {amount} a month, how much is that [in a year|after {n} months]?
        Split {amount} between {few} people.
        [Work out|Compute] {n} x {n2}.
        {n} + {n2} = ?
        What do {n} [tickets|boxes] at {amount} each cost together?
        Subtract {n} from {n2}.
        Multiply {n} by {n2} [and add {n3}|].
        {n2} divided by {few}?
        How much is {n} % of {amount}?
        [Sum|Add] the numbers {n}, {n2} and {n3}.
        """,
            """
            calculator / calculate / math / do_math / Calculator / arithmetic / compute / calc / add_numbers
            sum / maths
            """,
            """
            does arithmetic / adds, subtracts, multiplies / evaluates a sum / works with numbers / mathematics
            solves calculations / percentages and sums / computes an expression / numbers / calculates
            computes with numbers
            """,
        ),
        Label(
            "translate",
            """
        [Translate|Please translate] "[good night|thank you|where is the station]" [to|into] {language}.
        How do you say "[good morning|I am hungry|two beers please]" in {language}?
        What does "[hola|merci|danke|ciao]" mean [in English|]?
        What is the {language} word for [bread|house|train|apple]?
        [Put|Turn] this [sentence|letter|text] into {language}[, please|].
        I need this [text|mail] in {language}.
        Can you [give|tell] me the {language} for "[see you later|how much is it]"?
        Say "[happy birthday|I am lost]" in {language}.
        My {language} friend wrote something, what does it say in English?
        Render this paragraph in {language}.
        Translate the [menu|letter|message] [from {first}|] into {language}.
        What is "[bread|water|friend]" in {language}?
        How would a {language} speaker say "[I love you|what time is it]"?
        I do not understand this {language} [text|sign], what does it mean?
        Speak {language} [for me|to the waiter].
        """,
            """
            translate / translator / translation / translate_text / Translate / languages / to_language
            interpreter / translate_to / foreign_language / dictionary
            """,
            """
            translates texts / turns words into another language / speaks other languages
            translation between languages / says it in another language / foreign words / language conversion
            renders a text in a foreign language / translates / translates into another language
            words in other languages
            """,
        ),
        Label(
            "timer",
            """
        Set a timer for {few} minutes.
        [Wake me|Wake me up] at {time} [tomorrow|on {weekday}|].
        Set [an|the] alarm for {time}.
        Count down {few} minutes.
        [Ring|Beep|Tell me] when {few} minutes are over.
        How much time is left on the timer?
        Stop the [timer|alarm].
        I want to get up at {time}.
        The [eggs|noodles|cake] need {few} minutes, [tell me when they are done|start the clock].
        Start a [stopwatch|countdown].
        Timer, {few} minutes[, please|].
        Let me know in {few} minutes.
        Please wake {first} at {time}.
        Alarm at {time} [on {weekday}|every day], please.
        """,
            """
            timer / set_timer / alarm / alarm_clock / Timer / countdown / set_alarm / stopwatch / start_timer
            wake_up / clock
            """,
            """
            timers and alarms / wakes somebody up / counts minutes down / rings after some time
            starts a countdown / an alarm clock / stopwatch and timer / beeps at a given time / sets a timer
            sets an alarm / wakes the user
            """,
        ),
        Label(
            "email",
            """
        [Send|Write] [a mail|an email] to {first} [saying that I am late|about the meeting|].
        [Mail|Email] {first} [the report|that the meeting is at {time}|].
        Do I have new [mails|emails] [from {first}|]?
        Read my [latest|new|last] [mail|email].
        [Reply to|Answer] {first}'s [mail|email] [with yes|].
        Forward the [message|email] from {first} to {first2}.
        What did {first} write in the last email?
        Delete all [spam|newsletters] [in|from] my inbox.
        Check my inbox.
        Write to {email} [that I will come|and ask for the price].
        Email {first} and say [hello|I am ill|we agree].
        Any [new|unread] mail?
        Show the mails of [{first}|today].
        Compose a [message|mail] to {first} about [{product}|the holidays].
        Send {first} the [photos|minutes] by mail.
        """,
            """
            email / send_email / mail / mailbox / Email / inbox / compose_mail / mail_client / write_email
            mail_send / e-mail
            """,
            """
            sends and reads mail / writes emails / the inbox / answers messages by mail / mail to somebody
            sends an email to a person / electronic mail / mailbox access / sends a mail / reads and writes mail
            mails
            """,
        ),
        Label(
            "music",
            """
        Play [some|] [jazz|rock|classical music|piano music|songs by {last}].
        [Pause|Stop|Skip] [this song|the music].
        [Turn|Make] the music [louder|down|up].
        I want to [hear|listen to] [something calm|the radio|my favourite song].
        Put on [my playlist|some music] [for dinner|for running|].
        Which song is [this|playing]?
        Next [song|track], please.
        Play the new album [of|by] {last}.
        Shuffle my [songs|playlist].
        A bit of [dance music|blues|folk] would be [nice|good] now.
        I feel like [some jazz|listening to {last}].
        Can you play the [radio|newest songs]?
        Turn the volume [up|down].
        Skip this [one|song], I do not like it.
        """,
            """
            music / play_music / music_player / songs / Music / audio_player / player / media / play_song
            music_play / audio
            """,
            """
            plays songs / music and radio / controls the player / playlists and albums / puts music on
            starts or stops a song / songs and artists / listening to music / plays music / songs
            starts and stops music
            """,
        ),
        Label(
            "navigation",
            """
        How do I get [to {city}|to the station|home] [from here|by train|by bike]?
        [Navigate|Take me|Drive me] [to {city}|to {street}|home].
        How far is it [to {city}|from {city} to {city2}]?
        What is the [fastest|shortest] [way|route] to {city}?
        Is there [much traffic|a traffic jam] on the way to {city}?
        Where is the nearest [pharmacy|petrol station|bakery|bank]?
        Show me the way to {street}.
        How long does it take to [drive|walk|cycle] to {city}?
        Find a [parking space|charging station] near {street}.
        Which bus goes to [the airport|{street}]?
        Directions to {city}[, please|].
        I am lost, how do I get to {street}?
        Which road leads to {city}?
        How many kilometres to {city}?
        Take me to the nearest [hospital|supermarket|hotel].
        """,
            """
            navigation / get_route / maps / directions / Navigation / route_planner / map_search / find_way
            find_route / map / route
            """,
            """
            routes and maps / shows the way / finds places nearby / plans a route / directions and distances
            traffic and travel times / how to get somewhere / where a place is / finds the way
            the route to a place / maps and ways
            """,
        ),
        Label(
            "reminder",
            """
        Remind me to [call {first}|buy milk|pay the rent|water the plants] [tomorrow|at {time}|on {weekday}].
        Do not let me forget [the keys|to call {first}|the birthday of {first}].
        I must [remember|not forget] to [send the parcel|take my pills] [at {time}|].
        Remind {first} and me [of the rent|about the meeting].
        [Set|Make|Create] a reminder [for {weekday}|to feed the cat|].
        Which reminders do I have?
        Tell me [on {weekday}|tomorrow] to [wash the car|call the bank].
        Give me a nudge [at {time}|tonight] about [the bins|the laundry].
        Please remember for me that I have to [renew the passport|return the book].
        Tomorrow I have to [call {first}|buy flowers], remind me.
        Remind me [in {few} hours|tonight] that [the oven is on|{first} comes].
        I always forget the [rent|pills|rubbish], please remind me.
        """,
            """
            reminder / create_reminder / reminders / remember / Reminder / remind_me / to_remember / nudge
            set_reminder / add_reminder / remind
            """,
            """
            reminds of things / makes reminders / tells the user later what to do / so that nothing is forgotten
            remembers tasks for a later time / reminders for the user / warns before something is due
            prompts at a later moment / reminds the user / sets a reminder / so that the user remembers it
            """,
        ),
        Label(
            "shopping",
            """
        [Put|Add] [milk|bread|eggs|coffee|apples] [and butter|] on my shopping list.
        [Order|Buy] [me|] [a new {product}|two {product}s|printer paper].
        What is on [my|the] shopping list?
        How much does [a|the cheapest] {product} cost [in the shop|]?
        [Find|Search for] a cheap {product} [under {amount}|to buy].
        We [need|are out of] [sugar|toilet paper|onions], put it on the list.
        Take [milk|bread] off the [shopping|grocery] list.
        Put {product} into my cart.
        I want to buy {product}.
        Reorder my [usual coffee|last groceries].
        [Get|Buy] {few} [bottles of water|rolls|eggs] for me.
        Shopping list: add [tomatoes|soap|rice].
        Please order [pizza|flowers|a {product}] [for {first}|].
        Is there a {product} for less than {amount}?
        """,
            """
            shopping / shopping_list / order_goods / buy / Shopping / store / groceries / cart / add_to_list
            shop / buy_item
            """,
            """
            shopping lists and orders / buys things / groceries and goods / adds something to the cart
            the list of what to buy / orders products in a shop / purchases / finds and orders articles
            shopping / buys or lists goods / things to buy
            """,
        ),
        Label(
            "search",
            """
        Who [invented|discovered] [the telephone|penicillin|paper]?
        [Search|Look] [the web|online|] for [{city}|news about {company}|recipes with rice].
        What is the capital of [Peru|Kenya|Norway]?
        When was [{city} founded|the printing press invented]?
        [Find|Look up] [information|facts] about [{city}|black holes|whales].
        How [tall|high|old] is [the Eiffel Tower|Mount Everest|the Moon]?
        Who is the [president|boss] of [France|{company}]?
        What happened in {year}?
        Google [the opening hours of the museum|{company}].
        Why [do cats purr|is the sea salty|do leaves fall]?
        What is [a black hole|photosynthesis|an algorithm]?
        Who [wrote|painted] [Hamlet|the Mona Lisa|Faust]?
        How many people live in {city}?
        Tell me about [{city}|the Romans|volcanoes].
        Where does [coffee|the name {city}] come from?
        Look up {company} [online|on the internet].
        """,
            """
            search / web_search / search_web / lookup / Search / internet / knowledge / find_information
            find_facts / encyclopedia / ask_the_web
            """,
            """
            searches the web / facts and knowledge / looks things up / information from the internet
            answers questions on the world / finds pages / general knowledge / an encyclopedia / finds facts
            looks up facts / searches for information
            """,
        ),
        Label(
            "lights",
            """
        [Switch|Turn] [on|off] the [light|lamp] in the [kitchen|bedroom|hall].
        [Make it|It is too] [dark|bright] in the [living room|kitchen|bath].
        Set the [heating|thermostat] to {deg} degrees.
        [Open|Close|Lower] the [blinds|garage door|curtains].
        Dim the lights [in the bedroom|].
        Is the [front door|garage] locked?
        I am cold, [turn up the heating|make it warmer].
        Start the [vacuum robot|washing machine|dishwasher].
        All lights [off|out], I am going to bed.
        Lock the [door|house].
        Lights [on|off] in the [bath|kitchen|garden]!
        Turn the [radiator|heater|fan] [on|off|up|down].
        Is the light in the [cellar|hall] still on?
        It is too [warm|cold] in the [bedroom|office].
        """,
            """
            smart_home / lights / home_control / set_device / Smart home / house / home_automation
            device_control / switch_light / home / devices
            """,
            """
            lamps, heating and doors / controls the house / switches devices at home / lights and blinds
            home automation / turns things on and off in the rooms / the smart home / devices in the house
            switches the light / lights and heating / controls the home
            """,
        ),
        Label(
            "phone",
            """
        [Call|Phone|Ring] {first} [on the mobile|at work|].
        Dial {phone}.
        [Get|Connect] {first} on the [phone|line].
        I [want|need] to talk to {first} [on the phone|].
        Make a [video call|phone call] to {first}.
        [Hang up|Put {first} on speaker].
        Call [the dentist|my mother|a taxi].
        Who called me [today|last]?
        [Redial|Call back] the last number.
        Get me {first} {last} on the phone.
        Ring {first}, please.
        I would like to phone {first}.
        """,
            """
            phone / make_call / call / dialer / Phone / telephone / place_call / voice_call / call_contact
            phone_call / dial
            """,
            """
            calls people / makes phone calls / dials a number / telephone / connects to somebody by voice
            rings a person up / places calls / voice calls to contacts / makes a call / phones somebody
            calls a person
            """,
        ),
        Label(
            "file",
            """
        [Open|Show me] the [file|document|folder] [{file}|with the photos].
        [Delete|Rename|Copy] [the file|] {file}.
        Where did I save {file}?
        [Make|Create] a [new folder|text file] [called {last}|].
        Find all [documents|files|pictures] [from {month}|named {last}].
        Read [the file|] {file} [and sum it up|].
        Move {file} to the [archive|desktop].
        How big is {file}?
        List the [files|documents] in [my|this] folder.
        Save this as {file}.
        What is in {file}?
        Print the document {file}.
        Remove {file} from my desktop.
        """,
            """
            files / read_file / file_manager / documents / Files / file_system / open_file / storage / find_file
            file_open / folder
            """,
            """
            files and folders / opens and moves documents / reads a file from the disk / manages documents
            copies, renames, deletes files / data on the disk / finds stored documents / the file system / files
            opens a file / works with files
            """,
        ),
        Label(
            "chitchat",
            """
        [Hello|Hi|Good morning], [how are you|nice to meet you|what is up]?
        Tell me a [joke|story].
        [Thanks|Thank you], you are [great|nice].
        What is your name?
        Are you a [robot|human|machine]?
        I am [bored|tired|sad] [today|].
        Do you [like|love] [me|music|cats]?
        You are [funny|silly|smart].
        [Good night|Bye|See you], [sleep well|until tomorrow].
        What do you think about [love|life|the future]?
        How old are you?
        Hey, nice to see you.
        What do you do all day?
        That was [funny|nice], haha.
        I feel [great|lonely] today.
        Who made you?
        [You are right|Okay|I see], thanks.
        """,
            """
            none / no_tool / chitchat / small talk / none_of_these / no tool needed / just_talk / conversation
            nothing / chat / no_function
            """,
            """
            no tool is needed / small talk / just answer / none of the others / greetings and jokes
            a chat without any tool / nothing to call / conversation only / no tool / only talk
            the user just chats
            """,
        ),
    ],
)
