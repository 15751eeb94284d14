"""Words that go with a label. Training meets them in short notes and as options, and so learns more of the language
than sentences alone would teach; validation and test do not use them."""

WORDS = {
    # What a note is about.
    "sport": """
        goalkeeper coach striker defender referee umpire stadium pitch trophy cup league championship medal
        record race runner swimmer cyclist boxer player team club fans supporters goal penalty offside match
        game tournament olympics marathon sprint relay jump training injured injury transfer season win defeat
        draw final semi-final racket ball net athlete athletes gymnast skiing wrestling score athletic fitness
        captain victory scored shot won lost plays playing half whistle card red-card kick kicked header corner
        coach's manager squad bench warm-up finish second first points opponent arena olympic tennis football
        hockey rugby basketball volleyball golf swimming boxing chess cricket handball ski sports games misses
        cheer cheered lifted signs metres
    """,
    "politics": """
        parliament senate congress president minister chancellor mayor senator governor ambassador diplomat
        election elections vote voters ballot campaign party coalition opposition cabinet government law bill
        constitution treaty policy reform budget taxes democracy republic monarchy embassy summit council
        referendum candidate resign veto defend speech state citizens public affairs political passed rejected
        resigned votes voted governs rules ruled mandate parties polls seats majority lawmaker decree states
        foreign union premier policies laws raise lower signed vetoed republic's capital
    """,
    "business": """
        shares stocks market bank investor investors profit loss revenue merger takeover inflation interest
        economy economic company firm start-up factory exports imports trade sales earnings dividend jobs wages
        layoffs startup currency exchange bond fund tax bankruptcy chief executive entrepreneur industry
        supplier commerce finance financial percent million billion rose fell climbed dropped merges buys sells
        workers employees boss CEO stock rates central-bank price costs growth recession contract deal sector
        retail consumer
    """,
    "science": """
        telescope rocket probe planet Mars Moon star galaxy comet astronaut laboratory experiment researcher
        scientist scientists physicist chemist biologist molecule atom electron cell cells gene genes bacteria
        fossil dinosaur theory gravity light evolution microscope study discovery species distant universe
        quantum energy scientific research particles chemistry physics biology measured discovered found results
        observed explains predicts orbit moon sun earth lab probe's samples data mass age researcher's professor
        published DNA telescope's reaction
    """,
    "health": """
        doctor nurse hospital clinic surgeon patient patients medicine pill drug vaccine virus infection flu
        cough fever headache pain heart blood pressure diabetes cancer therapy treatment diet vitamins sleep
        illness disease sick healthy symptoms operation bandage dentist allergy pharmacy prescription ward
        recovery wellness medical doctors nurses advise treat treated cured ill sick-person knee back teeth
        tooth skin weight exercise walking fresh-air water sugar smoking alcohol bed vaccinated
    """,
    "cooking": """
        recipe oven pan pot flour butter sugar salt pepper eggs milk cream dough cake bread soup sauce salad
        pasta rice potato onion garlic herbs spices roast bake fry boil stir chop slice peel grill season smooth
        dish meal dessert pancake pie cook chef kitchen ingredients whisk simmer taste delicious cuisine minutes
        degrees serve mixed fresh add bowl plate spoon knife cheese tomatoes carrots chicken meat fish
        vegetables lemon olive oil vinegar water boiling baked fried
    """,
    "traffic": """
        motorway highway road street streets bridge tunnel jam accident collision crash car bus train tram truck
        lorry metro subway airport flight runway delay delays driver drivers cyclist lane crossing traffic-light
        detour closed roadworks rails station ferry port parking congestion express timetable vehicle vehicles
        transport transit late cancelled stuck blocked stopped collided hit passengers commuters rush-hour line
        lines bridges kilometres speed limit petrol tyre engine journey
    """,
    "technology": """
        computer laptop phone tablet chip processor memory camera battery software app browser update version
        robot drone internet website server servers data cloud programmer developer hacker encrypt password
        printer headset screen device devices gadget machine machines program programs artificial intelligence
        algorithm code digital electronic network keyboard phones chips screens apps programmes coded installed
        downloaded hacked wireless cable battery's update's smart virtual satellites search-engine file memory's
        cores megabytes
    """,
    "culture": """
        museum museums gallery painting paintings painter sculpture artist novel book author poet poem poetry
        writer film cinema actor actress director theatre theatres stage play opera ballet dance dancer concert
        orchestra choir band singer album song exhibition festival premiere prize artistic music literature
        photographer plays shows exhibition's opened premiere's director's novel's band's tickets sold-out
        stage's audience award awards drawing photograph photographs sculptures fresco story stories tale comic
    """,
    "nature": """
        forest tree trees oak river lake mountain meadow flower flowers rose plant plants garden bird birds
        eagle owl stork wolf bear fox deer hedgehog frog insects bees butterfly mushrooms berries soil seeds
        climate wild wildlife animal animals outdoors leaf leaves grow bloom landscape environment valley swamp
        planted blooms wither growing nest nests hatch summer autumn rain water sun sunlight pond ponds sea
        coast hill hills species rare animals' bark branch fish whale
    """,
    "school": """
        school pupil pupils student students teacher teachers professor lesson lessons homework exam exams test
        class classroom university universities college course courses lecture degree grade grades kindergarten
        learn teach study read write maths grammar history geography blackboard education educational diploma
        scholarship curriculum learns learned taught teaches studying passed failed marks hires semester campus
        dean faculty academy headmaster break bell pencil notebook play-ground children parents graders
    """,
    "crime": """
        police officer detective thief thieves burglar robber robbery murder killer victim victims suspect
        witness judge court trial jury lawyer prosecutor prison jail arrest arrested sentence guilty fraud crime
        crimes criminal offence offences stolen weapon drugs smuggler blackmail kidnapping gang investigation
        evidence justice stole robbed broke-in attacked shot caught convicted acquitted sentenced years
        handcuffs mafia theft assault cell witnesses officers masked wanted fugitive court's
    """,
    # What an assistant is asked.
    "weather": """
        weather rain raining snow sun sunny sunshine wind windy storm thunder fog ice frost hail cloud clouds
        cloudy temperature degrees warm cold hot chilly forecast umbrella humid dry wet heatwave meteorological
        climate outside drizzle rainy rains snows shines today tomorrow weekend coat jacket sunglasses picnic
        laundry wind's breeze heat freezing mild grey
    """,
    "calendar": """
        calendar appointment appointments meeting schedule agenda diary event events slot free busy book
        postpone reschedule invite invitation planner date conference dentist-appointment availability plan week
        Monday Tuesday Wednesday Thursday Friday Saturday Sunday o'clock today tomorrow next dentist lunch move
        cancel block free-time arrange set-up planned
    """,
    "calculator": """
        plus minus times divided multiply multiplied subtract add sum total percent percentage percentages
        square root calculate compute calculation arithmetic math maths number numbers equation fraction average
        product difference calc half double triple what-is how-much work-out equals count tickets each together
        split share between people months year saved paid squared
    """,
    "translate": """
        translate translation translator language foreign French German Spanish Italian Polish word meaning mean
        say dictionary interpreter bilingual phrase sentence render speak English Portuguese Dutch Japanese
        Greek Turkish Swedish Finnish word-for how-do-you-say hello goodbye thank-you please bread house station
        letter sign menu
    """,
    "timer": """
        timer alarm clock wake minutes seconds countdown stopwatch ring beep ringtone snooze hour morning
        o'clock egg oven time's-up start stop count set left remaining early tomorrow-morning get-up eggs
        noodles cake pasta tea over passed wait
    """,
    "email": """
        email mail inbox mailbox message reply forward send compose write attachment subject recipient unread
        letter draft newsletter outbox correspondence reply-to answer read check latest new delete tell spam
        newsletters report photos minutes address
    """,
    "music": """
        music song songs play playlist album artist band jazz rock pop blues dance folk classical piano guitar
        radio volume louder pause skip shuffle track tune melody listen concert DJ sing lyrics audio hear put-on
        quiet favourite next dinner running party something calm new loud turn-up drum
    """,
    "navigation": """
        route way directions navigate navigation map drive walk cycle bike train bus station street nearest
        distance kilometres miles traffic address turn left right lost destination parking petrol charging trip
        road far GPS by-bike by-train by-bus long take fastest shortest bakery pharmacy bank hotel hospital
        supermarket museum airport way-to kilometre
    """,
    "reminder": """
        remind reminder remember forget forgotten later note-to-self nudge due task tomorrow tonight pills rent
        bins birthday todo prompt do-not-forget keep-in-mind have-to call water plants feed cat dog wash car
        milk passport renew return book insurance
    """,
    "shopping": """
        buy order purchase shop shopping list cart basket groceries milk bread eggs butter coffee cheap price
        store supermarket goods product discount deliver checkout need sugar put add apples onions rice soap
        toilet-paper water rolls bottles pizza flowers cost cheapest out-of
    """,
    "search": """
        search find lookup google internet web online information facts capital president invented history wiki
        encyclopedia knowledge question answer explain discovered sea cats purr founded famous tall high old big
        capital-of population inventor author wrote painted penicillin telephone paper war king queen emperor
        mountain ocean animal happen meaning-of
    """,
    "lights": """
        light lights lamp bulb heating heater thermostat blinds curtains door garage lock locked house home
        kitchen bedroom living-room switch turn dim bright dark vacuum dishwasher socket fan window smart
        appliance hall bath cellar garage-door robot washing machine start warm cold degrees shut open close
        brighter darker power plug radio
    """,
    "phone": """
        call phone ring dial telephone number mobile speaker hang voice contact contacts video-call redial
        mother taxi talk line voicemail get-on connect talk-to speak-to dentist doctor brother sister work
        office home mobile-phone who-called last missed
    """,
    "file": """
        file files folder folders document documents open save delete rename copy move print disk desktop
        archive picture pictures pdf text manage manages directory storage upload download spreadsheet find
        saved called named create new read size big list remove document's notes report budget photo letter
    """,
    "chitchat": """
        hello hi hey joke story bored lonely sad happy love cats music life name robot human friend thanks bye
        goodnight funny nice feel chat conversation talk mood opinion nice-to-meet thank- tired old think like
        smart silly cool great day night sleep well
    """,
    # Mail at work.
    "meeting": """
        meeting meet talk call appointment agenda topics budget discuss discussion room conference invitation
        join schedule workshop kick-off minutes conversation suit available free suits time talk-about date week
        Monday Friday video online Zoom team weekly moved cancelled
    """,
    "invoice": """
        invoice bill payment pay amount due overdue receipt transfer account bank reminder settle balance owe
        fee charge accounting total VAT paid received enclosed attached overdue-since second first open bank-
        details thank work order number costs customer
    """,
    "application": """
        application apply job position vacancy CV resume candidate interview hire hiring certificates references
        papers experience career cover-letter skills employment work recruiting recruiter salary applied
        engineer teacher nurse cook driver accountant designer years start graduated degree trained open-
        positions work-for team company looking-for
    """,
    "newsletter": """
        newsletter sale discount offer offers promotion promotions promo advertising advertisement coupon save
        deal deals shop subscribe unsubscribe exclusive scroll discover new brand catalogue bargain campaign
        limited percent free shipping today week only click news tips stories summer winter spring ideas code
        members save-now launch
    """,
    "scam": """
        scam phishing fraud lottery prize winner claim bitcoin gift-cards prince inherit inheritance verify
        confirm password PIN virus blackmail secret rich miracle-pill blocked suspended urgent click cheat
        dangerous fake won million dollars bank account details friend beneficiary transfer country photos pay
        link earn home work pills lose weight trick
    """,
    "travel": """
        flight flights train hotel hotels booking reservation ticket boarding-pass gate platform seat airport
        trip journey itinerary check-in rental-car luggage cabin departure arrival confirmation holiday-trip
        cruise passenger departs leaves nights room booked confirmed changed cancelled delayed passport visa bus
        coach tickets check
    """,
    "absence": """
        sick ill illness cold flu fever doctor rest absent absence holiday vacation leave day-off out-of-office
        home away maternity recover bed unwell stay until Monday back return tomorrow today child hospital
        appointment parental days work feel
    """,
    "report": """
        report status progress update summary figures results numbers percent schedule track delayed finished
        milestone survey analysis statistics quarter review roll-out testing behind on-schedule week month goal
        missed reached customers units sold costs budget first-part design tested phase next-step
    """,
    "party": """
        party birthday wedding celebration celebrate barbecue drinks dinner pizza cake bowling dancing cinema
        fun friends baby invitation cheers congratulations hiking join joins picnic game-night invited bring
        music food evening Saturday garden house summer Christmas new-year wine beer kitchen everyone happy
        married born
    """,
    # What customers have trouble with, and who helps.
    "double_charge": """
        twice double duplicate two-times second-charge charged-twice billed-again repeated-payment both-payments
        charged debited billed withdrew again same amount card statement bank order
    """,
    "wrong_price": """
        price invoice bill amount fee fees tax discount coupon voucher total too-much overcharged expensive
        quoted calculated unexpected incorrect-sum surcharge charged more agreed promised website explain
        understand usual higher lower mistake
    """,
    "late_delivery": """
        late delay delayed waiting parcel package tracking courier driver shipment lost missing delivery customs
        depot arrive overdue post nowhere order arrived still nothing came days weeks promised stuck delivered
        never
    """,
    "damaged": """
        broken damaged defective cracked scratched dented bent torn smashed faulty defect shattered leaking
        pieces crushed crack dent arrived box opened glass leg handle lid cable screen stopped working hole
    """,
    "wrong_item": """
        wrong mixed-up different instead size colour other-product exchanged incorrect-article confusion swapped
        mismatch ordered received another blue black not-what-I-ordered someone-else's
    """,
    "crash": """
        crash crashes error bug freeze freezes hang blank loading outage down offline slow update app website
        fails failure button screen exception broken-page glitch will-not-load nothing-happens error-message
        frozen dashboard report export upload print login-page version phone laptop
    """,
    "login": """
        login log-in sign-in password username locked reset two-factor code access forgotten blocked-account
        unlock credentials authentication PIN log sign link mail never arrives accepted rejected attempts
        locked-out
    """,
    "change_data": """
        address moved phone-number email-change surname name bank-details update profile correct personal-
        details move contact-data new-address edit new-phone moved-house wedding married changed-name street
        city zip postcode spelled wrong
    """,
    "buy_more": """
        quote offer price-list demo trial upgrade plan licence licences buy purchase interested cost discount
        premium schools teams in-stock lead prospect how-much price available stock recommend difference basic
        pro team company order-more seats units
    """,
    "security": """
        hacked hacker stolen stranger suspicious phishing scam fake login-abroad compromised leaked fraud
        unknown-device intruder takeover clicked typed someone else logged strange mail asks-for password
        changed without knowledge orders
    """,
    "privacy": """
        GDPR data delete erase consent object newsletter unsubscribe personal-data copy-of-data marketing
        privacy share storage records right-to-be-forgotten store stop remove mailing-list copy know
    """,
    "how_to": """
        manual guide tutorial settings setup configure use explain install steps menu function feature
        instructions help-page meaning learn setting dark-mode notifications print share invite colleague
        connect TV printer mean
    """,
    "billing": """
        money payments payment invoices invoice bills fees refunds refund charges accounting finance prices card
        bank debit
    """,
    "technical": """
        bugs errors faults crashes software app website servers outage technical engineers developers IT fixing
        repair system
    """,
    "shipping": """
        parcels parcel delivery logistics courier transport goods warehouse packages shipment tracking dispatch
        post freight
    """,
    "account": """
        login passwords access profile accounts address username membership registration user management
        customer-record
    """,
    "sales": """
        offers quotes buying upgrades demos prices new-customers purchase deals licences commercial consulting
    """,
    "security_team": """
        fraud hackers abuse phishing scams suspicious-logins break-ins theft attack incident protection
    """,
    "legal": """
        privacy GDPR law data-protection consent rights compliance deletion lawyers regulations
    """,
    "help": """
        how-to guidance manuals questions instructions training explain usage advice tips tutorials
    """,
    # Posts.
    "insult": """
        idiot moron stupid fool clown loser pig cow ugly dumb pathetic worthless disgusting brainless hate
        offend offends offensive abusive liar scum jerk shut-up hate-you nobody likes family spit brain worm
    """,
    "ad": """
        buy cheap shop discount offer sale followers channel subscribe win gifts free link links profile promo
        code click earn-money deal advertise visit www com watches pills best prices sell order now money home
    """,
    "private": """
        address phone-number password card-number birthday home-address lives-at account-number identity born
        private personal secret lives street number phone card code name real
    """,
    "threat": """
        kill hurt beat burn smash stab shoot knife fire regret watch-your-back break-your-legs attack destroy
        bomb die revenge I-will you-will find-you know-where-you-live house car legs door tonight coming dead
        crush
    """,
    "fine": """
        thanks question tip recipe garden holiday opinion agree disagree welcome manual weekend weekends photo
        hobby normal ok hello anybody tried like prefer weather nice cook read find works helped good point
    """,
    # Moods.
    "angry_tone": """
        angry furious upset mad livid annoyed rage outraged irritated hostile rude aggressive shouting insulting
        frustrated disgrace ridiculous unacceptable enough ashamed joke wasting worst
    """,
    "friendly_tone": """
        friendly kind nice pleased grateful thankful warm polite happy delighted cheerful courteous praising
        appreciative thank-you please regards wonderful helpful love compliments
    """,
    "neutral_tone": """
        neutral calm factual sober plain objective matter-of-fact unemotional relaxed dispassionate
    """,
    "positive": """
        good great excellent wonderful happy pleased satisfied delighted love like nice perfect superb praise
        enjoyable flawless delicious friendly clean quiet cheap fast recommend again best beautiful tasty lovely
    """,
    "negative": """
        bad terrible awful poor horrible unhappy disappointed dissatisfied hate dislike worst complaint weak
        dreadful critical cold rude dirty loud expensive slow never avoid broken ugly burnt disgusting
    """,
    "neutral": """
        average mixed so-so okay ordinary middling undecided balanced neither acceptable mediocre
    """,
    "refund_wish": """
        refund money-back reimbursement repay return-payment give-back reimburse chargeback
    """,
    "cancel_wish": """
        cancel cancellation terminate termination end quit stop unsubscribe close-account
    """,
    "replace_wish": """
        replacement exchange new-one swap substitute replace another-one
    """,
    "call_wish": """
        call callback phone ring telephone dial phone-call
    """,
    "asks_number": """
        order-number reference booking-number id purchase-number number-of-the-order
    """,
    "asks_mail": """
        email mail-address e-mail registered-address mailbox
    """,
    "asks_photo": """
        photo picture screenshot image photograph snapshot
    """,
    "asks_version": """
        version device system phone-model browser operating-system release
    """,
    "asks_date": """
        date day time since-when calendar-day
    """,
}

# Notes that words are put into.
FRAMES = [
    "{a}.",
    "{a}, {b}.",
    "{a}, {b}, {c}.",
    "It is about {a}, {b}.",
    "Something about {a} and {b}.",
    "A question about {a} or {b}.",
    "{a} and {b}",
    "News: {a}, {b}.",
    "Notes on {a}, {b} and {c}.",
    "Keywords: {a}, {b}, {c}.",
    "There was something with {a} and {b}.",
    "{a} again, and {b}.",
    "The matter is {a} with {b}.",
    "They talked of {a} and of {b}.",
]


def words_of(name):
    """The words of a label, or none."""
    return [word.replace("-", " ") for word in WORDS.get(name, "").split()]


def note(name, rng):
    """A short note of a label's words, for training; empty if there are none."""
    known = words_of(name)
    if len(known) < 3:
        return ""
    a, b, c = rng.sample(known, 3)
    text = rng.choice(FRAMES).format(a=a, b=b, c=c)
    return text[0].upper() + text[1:]
