"""Log lines of programs, messages of people to a forum, and what is wrong with either."""

from decision.kinds import Label, Labels, Scale

LOGS = Scale(
    "severity",
    """
    How severe is this [log line|event|alert]?
    How [bad|serious] is it?
    Which [severity|level] does the [event|alert|line] have?
    [Severity|Level]?
    How much should the operator worry?
    Rate the [severity|seriousness] [of the event|].
    How serious is the [incident|problem|event]?
    What level of alarm is [right|appropriate]?
    Grade this [alert|log entry].
    How [alarming|critical|grave] is [it|this event]?
    What [severity|grade] should it [get|have]?
    Estimate how bad [it|this] is.
    [Seriousness|Alarm level|Grade]?
    How much of a problem is [it|this line]?
    How badly is the system hurt?
    """,
    [
        """
    [{host}|service {host}] started [on port {n2}|in {n} ms|].
    User {first} logged in.
    Backup of {host} finished [in {n} s|without errors|].
    Health check passed.
    Configuration [reloaded|read] [from {file}|].
    {n} [requests|jobs] served [in {few} s|], all good.
    [Cache|Index] warmed up.
    Scheduled [task|job] completed [normally|].
    Connection to {host} established.
    {host} [is healthy|responds normally].
    Nightly job on {host} ended with code 0.
    Version {version} [deployed|installed] on {host}.
    All [checks|tests] passed.
    Request handled in {n} ms.
    Session of {first} opened.
    [Database|Index] {host} optimised.
    {n} [mails|messages] delivered.
    Update check: [nothing new|already current].
    Service {host} is running.
    Certificate renewed [for {host}|].
    """,
        """
    [Disk|Memory] of {host} is [80|81|84] percent full.
    [Response|Answer] of {host} was slow ([{n2} ms|{few} s]).
    Retrying connection to {host} [(attempt {few})|].
    Certificate of {host} expires in {n} days.
    Deprecated option in {file}.
    Queue of {host} is getting long ({n2} jobs).
    [Temperature|Load] of {host} is higher than usual.
    Request was retried once and then went through.
    Clock of {host} is {few} s behind.
    [Battery|Storage] of {host} is getting low.
    {host} took [longer|more memory] than expected.
    Warning: {errortext} once, second try succeeded.
    Disk space on {host} runs low.
    CPU of {host} at [85|90|88] percent.
    Certificate will expire soon.
    A replica of {host} lags behind.
    {host} restarted itself once.
    Slow query: {n2} ms.
    Memory usage of {host} keeps growing.
    Fallback to {host}, the first choice was busy.
    """,
        """
    Request failed [with code 500|: {errortext}].
    [Could not|Cannot] [write|open] {file}: {errortext}.
    Job {order} failed after {few} attempts.
    Backup of {host} failed[: {errortext}|].
    Service {host} answered with an error.
    Payment {order} could not be processed.
    Exception in {host}: {errortext}.
    {host} lost the connection and gave up.
    Mail to {email} was not delivered.
    [Error|ERROR]: {errortext} in {host}.
    Upload of {file} failed.
    Task {order} was aborted.
    {host} could not read the database.
    Login service of {host} rejected every request for {few} minutes.
    Could not connect to {host}.
    {file} is missing, job stopped.
    [Transaction|Order] {order} was rolled back.
    The [sync|import|export] ended with errors.
    {host} crashed and was restarted.
    Write to {host} denied.
    Unhandled exception while reading {file}.
    """,
        """
    {host} is down[, all replicas are gone|].
    Data loss on {host}[: the disk is dead|].
    [Kernel panic|Total power failure] on {host}.
    All [nodes|servers] unreachable[, nobody can work|].
    The database {host} is corrupt [and cannot start|].
    Fire alarm in the data centre of {city}.
    Complete outage: no [customer|user] can [log in|order].
    Intruder has root access on {host}.
    The whole cluster [crashed|stopped] [at {time}|].
    [System|Service] failure, [everything|all of it] is offline.
    {host} [burnt|broke] down, no backup is left.
    Emergency shutdown of the data centre.
    Total loss of {host}, customers are cut off.
    All replicas of {host} are lost.
    Everything is down, [no service answers|the site is dark].
    Cluster without power, nobody can work.
    Complete data loss[, no copy exists|].
    System halted[: {errortext}|], no way to recover.
    Attackers [deleted|encrypted] all [backups|disks].
    Whole region offline, all customers affected.
    """,
    ],
    """
    info=0; warning=1; error=2; critical=3
    INFO=0; WARN=1; ERROR=2; FATAL=3
    normal=0; watch it=1; something failed=2; disaster=3
    fine=0; needs a look=1; broken=2-3
    no problem=0; small problem=1; real problem=2; catastrophe=3
    harmless=0-1; serious=2; critical=3
    green=0; yellow=1; red=2-3
    ignore=0; note=1; fix it=2; wake everybody up=3
    everything works=0; works with a risk=1; something does not work=2; nothing works=3
    none=0; low=1; high=2; highest=3
    nothing to do=0; keep an eye on it=1; repair needed=2; all hands=3
    """,
)

FORUM = Labels(
    "moderation",
    """
    [Is|Should] this post [fine or not|be kept]?
    How should [the moderator|we] treat this [post|comment]?
    What is wrong with [this|the] [post|comment|message]?
    Which rule does the [post|comment] break?
    Moderate this [comment|post].
    Which moderation label [fits|applies]?
    [Moderation label|Verdict|Rule]?
    What kind of [post|comment] is this?
    Classify the [comment|post].
    What should [the moderator|we] [think|say] of it?
    Select the label for the [post|comment].
    Does it break a rule, and which?
    Is something wrong with [the post|this comment|it]?
    [Label|Rule broken|Kind of post|Problem]?
    Which [problem|label] does this [post|comment|message] have?
    Name what is wrong with it.
    """,
    [
        Label(
            "insult",
            """
        [You are|{first} is] [an idiot|a moron|a stupid cow].
        Shut up, you [fool|clown|loser].
        Nobody likes you, [stupid|ugly] [thing|pig].
        What an [ugly|brainless] [idiot|creature] you are.
        [Everyone|Anybody] who [thinks|writes] that is [a moron|brain dead].
        {first}, you are too [dumb|stupid] to breathe.
        Go [home|away], you pathetic [loser|worm].
        I spit on you and your family.
        {first} is the [dumbest|ugliest] [person|idiot] here.
        You have the brain of a [worm|stone].
        You [disgusting|worthless] [creature|liar].
        """,
            "insult / abuse / insulting / hate / Insult / harassment / offensive / personal attack",
            """
            insults somebody / bad names for people / hateful words / a personal attack / offends others
            verbal abuse
            """,
        ),
        Label(
            "ad",
            """
        Buy cheap [watches|pills|followers] [at {company}|here]: www.{company}.com
        Best prices for {product}s, visit [my shop|{company}.com]!
        I sell {product}s, only {amount}, write to {email}.
        [Earn|Make] {amount} a day from home, click my [link|profile].
        Follow my channel [and win|for free gifts] !!!
        {n} percent off with my code {code}, order now.
        Hot offer: {product} for {amount} [only today|].
        Check out my [page|store] for the cheapest {product}s.
        Visit www.{company}.com for [great deals|{product}s].
        I offer {product}s at {amount} each, contact {phone}.
        Become rich with {company}, join now!
        """,
            "advertising / spam / ad / self promotion / Spam / commercial / promotion / unwanted ad",
            """
            advertises something / wants to sell / spam and links / unwanted offers / promotes a shop
            commercial content
            """,
        ),
        Label(
            "private",
            """
        [{first} {last}|He] lives at {n} {street} [in {city}|], go and see.
        The phone number of {first} {last} is {phone}.
        {first}'s password is [hunter{n}|{last}{n}].
        Here is the home address of {first} {last}: {n} {street}.
        My card number is {n2} {n3} {n2}, code {n}.
        Write to {first} {last} at [home|the private address] {email}.
        {first} {last} was born on {date} and lives in {street}.
        This is {first} {last}, phone {phone}, {n} {street}.
        His [bank account|card] is {n2} {n3} {n2}.
        The real name behind this profile is {first} {last} from {n} {street}.
        """,
            """
            private data / personal data / privacy / doxxing / Personal data / personal information
            confidential / address published
            """,
            """
            gives away private data / addresses and phone numbers of people / publishes personal details
            passwords or card numbers / names a person with the address / confidential details
            """,
        ),
        Label(
            "threat",
            """
        I will [find|beat|hurt] you[, {first}|].
        You will regret this, I know where you [live|work].
        [Watch your back|Be careful], {first}, [I am coming|accidents happen].
        I am going to [burn|smash] your [house|car].
        One day I will break your [legs|bones|neck].
        Somebody should [shoot|stab] [him|her|{first}].
        Tonight I come to your door with a [knife|bat].
        I will [kill|crush] you.
        You are dead, {first}.
        We will set fire to your [shop|house].
        """,
            "threat / violence / threatening / violent / Threat / danger / intimidation / call for violence",
            """
            threatens with violence / wants to hurt somebody / violent words / someone could be in danger
            intimidates people / announces an attack
            """,
        ),
        Label(
            "fine",
            """
        Has anybody tried the [new|old] {product}?
        I [like|prefer] the [blue|smaller] one[, it is lighter|].
        Thanks for the [tip|answer], {first}, it [worked|helped].
        Where can I find the manual of the {product}?
        I disagree, [the old version was better|{city} is nicer].
        Welcome to the [forum|group], {first}!
        My {product} is from {year} and still runs.
        What do you [cook|do|read] on [weekends|{weekday}]?
        In my opinion {city} is worth a visit.
        The weather in {city} is [great|grey] today.
        How do I clean the {product}?
        Can someone recommend a [good|cheap] {product}?
        I was in {city} in {year}, it was [lovely|cold].
        Good point, {first}.
        My {product} makes a strange noise, any ideas?
        """,
            "fine / ok / acceptable / harmless / keep / allowed / nothing wrong / clean",
            """
            breaks no rule / a normal post / nothing is wrong / can stay / friendly or neutral
            an ordinary comment
            """,
        ),
    ],
)
