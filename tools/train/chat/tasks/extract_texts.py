"""The texts that ids, paths, addresses, dates and the like are picked out of."""

from chat.phrases import combine, split

# kind of thing -> sentences that hold one; {x} is the thing, {y} something of another kind
SENTENCES = {
    "id": split("""
        Order {x} from {n} has arrived. | {n} asked about ticket {x} today. | The job {x} failed at {time}. |
        Please look at {x}, {n} is waiting. | Your request {x} is {s}. | We closed {x} in {c}. |
        Case {x} belongs to {n}. | {n} from {c} sent {x} back. | Invoice {x} was paid on {date}. |
        Item {x} is in the {p}. | Package {x} left {c}. | I mean {x}, not the other one. | The reference is {x}. |
        {x} was opened by {n}. | Record {x} is {s} since {day}. | My number is {x} and my name is {n}. |
        Shipment {x} reached the {p} at {time}. | Task {x} is for {n}."""),
    "path": split("""
        The file {x} is missing. | I saved it as {x} yesterday. | Error: cannot open {x} |
        {n} changed {x} at {time}. | Open {x} and look at line {d}. | The log is in {x} on the server. |
        Do not delete {x}, {n} needs it. | See {x} for the list. | It was written to {x} on {date}. |
        {x} has {d} lines."""),
    "email address": split("""
        You can reach {n} at {x} until {day}. | Write to {x} if it fails. | {n} wrote from {x} at {time}. |
        My address is {x}, thanks. | Send the bill to {x} by {day}. | {x} asked for help. | Contact: {x}"""),
    "URL": split("""
        See {x} for more. | The page {x} is down since {time}. | {n} shared {x} with the team. |
        Docs are at {x} now. | Open {x} in a browser. | I read it on {x} on {day}. | {x} does not load."""),
    "date": split("""
        The meeting with {n} is on {x} in {c}. | It was paid on {x}. | The ticket from {x} is {s}. |
        {n} arrives on {x}. | Valid until {x}. | On {x} we go to {c}. | Build {id} is from {x}."""),
    "time": split("""
        The train to {c} leaves at {x}. | {n} calls at {x}. | At {x} the {p} opens. |
        The job {id} ran at {x} on {day}. | Let us meet at {x} in the {p}. | It broke at {x}."""),
    "city": split("""
        {n} lives in {x} and works as a {j}. | The train to {x} leaves at {time}. | We met {n} in {x} on {day}. |
        The parcel {id} left {x}. | {n} flies to {x} on {date}. | In {x} it rains. | {n} is a {j} from {x}."""),
    "name": split("""
        {x} lives in {c} and works as a {j}. | The parcel for {x} is {s}. | On {day} {x} came to the {p}. |
        Order {id} is from {x}. | {x} called at {time}. | I spoke with {x} in {c}. | My friend {x} is a {j}."""),
    "amount": split("""
        The bill is {x} and due on {date}. | {n} paid {x} for it. | We still owe {x} to {n}. | It costs {x} in {c}. |
        Please refund {x} to {n}. | The total of order {id} is {x}."""),
    "IP address": split("""
        The server {x} is down. | {n} logged in from {x} at {time}. | Ping {x} failed. | The printer has {x} now. |
        Connection from {x} refused."""),
    "version": split("""
        We run version {x} in {c}. | Update to {x} before {day}. | Release {x} came on {date}. | {n} installed {x}. |
        The bug is fixed in {x}."""),
    "number": split("""
        There are {x} people in the {p}. | {n} bought {x} {many}. | The box holds {x} {many}. |
        I counted {x} {many}. | Room {x} is free on {day}. | It took {x} minutes to reach {c}."""),
    "color": split("""
        {n} has a {x} {thing}. | The {thing} in the {p} is {x}. | I lost my {x} {thing} in {c}. |
        She wore a {x} hat."""),
}
MORE = {
    "IP address": """
        {n} works on {x}. | {n} connected to {x} from {c}. | The address {x} is new. | Host {x} answers again. |
        The camera in the {p} has the address {x}. | {x} does not answer since {day}. | Log in on {x} as admin. |
        Our gateway is {x}. | Packets from {x} were dropped at {time}. | {n} rebooted {x}. | Add {x} to the list. |
        The backup runs on {x} at {time}. | {x} is the machine of {n}. | Block {x}, please. | My laptop got {x}.""",
    "email address": """
        {n} can be asked at {x}. | The mail from {x} came at {time}. | Please answer {x}. | I lost the mail to {x}. |
        {x} is the address of {n}. | Add {x} to the list. | {n} in {c} uses {x} now. | Mails to {x} come back. |
        Ask {x} about {id}. | We invited {x} for {day}.""",
    "name": """
        {x} is ill on {day}. | We wait for {x} in the {p}. | The {j} is called {x}. | {x} sent {id} to {c}. |
        Ask {x}. | Yesterday {x} moved to {c}. | {x}, the {j}, was here at {time}. | The {thing} belongs to {x}. |
        It was {x}. | Our new {j} is {x} from {c}. | Give {id} to {x}. | {x} has {d} {many}. | In {c} we met {x}. |
        Hello, I am {x}.""",
    "city": """
        {n} was born in {x}. | The {j} comes from {x}. | Our office in {x} has {d} {many}. | {x} is far away. |
        On {day} the bus goes to {x}. | The {p} of {x} is closed. | {n} called from {x} at {time}. |
        We moved to {x}. | {id} was sent to {x}. | Greetings from {x}. | {n} likes {x}. |
        The {thing} was made in {x}. | Next stop: {x}.""",
    "date": """
        {n} was born on {x}. | The file is from {x}. | The contract ends on {x}. | {x} was a {day}. |
        Please come on {x}. | {n} wrote {id} on {x}. | We closed on {x}. | Due date: {x} |
        From {x} on, {n} is in {c}. | The {p} opened on {x}.""",
    "time": """
        {n} arrives at {x}. | The {p} closes at {x}. | It is {x} in {c}. | We start at {x} on {day}. |
        The bus left at {x}. | Wake {n} at {x}. | {x} is too early for {n}. | Lunch is at {x}. |
        Call me at {x}, please. | At {x} it was dark.""",
    "color": """
        {n} bought a {x} {thing}. | My {thing} is {x}. | The {x} {thing} belongs to {n}. | We painted the {p} {x}. |
        {n} from {c} likes {x}. | The door is {x}. | A {x} {thing} stood in the {p}. | {n} wants the {x} one.""",
    "number": """
        {n} has {x} {many}. | We need {x} {many} by {day}. | Only {x} {many} are left in the {p}. |
        {x} {many} were lost. | The {p} has {x} seats. | {n} waited {x} days. | In {c} we saw {x} {many}. |
        Page {x} is missing.""",
    "amount": """
        {n} owes us {x}. | We received {x} on {day}. | {x} is too much, says {n}. | The {thing} costs {x}. |
        Pay {x} by {date}. | The price in {c} was {x}. | {n} sent {x} to {c}. | A fee of {x} is due.""",
    "version": """
        {n} uses {x}. | {x} fixes it. | Since {x} it is faster. | The server has {x} now. | Please test {x} on {day}. |
        {id} was found in {x}. | Version {x} does not start.""",
}
# Things that stand at the end, before a full stop, or at the beginning are told apart from what is around them.
LAST = "{n} wrote:|{n} sent|We have|Look at|Here is|This is about|{n} asks for|Nobody knows|It was|On {day} it was"
FIRST = " was named by {n}.| is what {n} wrote.| came on {day}.| is new.| is right.| again, says {n}.| for {n}."
ENDS = combine(LAST, " {x}", ".|") + combine("{x}", FIRST)
WITHOUT_ENDS = ("city", "name", "color", "number", "date", "time")

TEXTS = {
    kind: sentences + ([] if kind in WITHOUT_ENDS else ENDS) + (split(MORE[kind]) if kind in MORE else [])
    for kind, sentences in SENTENCES.items()
}
# sentences that hold none of these things
FILLERS = split("""
    We saw it on the way. | The weather was fine. | Nobody else was there. | Thank you. | It is quite urgent. |
    That is all for now. | Hello team. | More later. | I do not know why. | Please answer soon. | It was a long day. |
    Everything else is fine. | I hope you are well. | We talk about it later. | This is not a joke. | Best wishes.""")
