"""Word lists of the chat generators, written for them. What held_out.json lists is never in here."""

NAMES = """
Anna Ben Carla David Elena Felix Grace Hugo Ida Jonas Karin Leo Mia Noah Olga Paul Rita Simon Tina Victor Wanda Yusuf
Zoe Adam Bella Chris Dora Emil Fiona George Hannah Ivan Julia Kevin Laura Martin Nina Oscar Petra Robert Sofia Tom
Ursula Vera William Alice Bob Carol Dan Eve Frank Gina Henry Irene Jack Kate Lucas Maria Nick Olivia Peter Rosa Sam
Tara Uma Vince Wendy Xaver Yara Zack Amir Bianca Cyril Diego Esther Farid Gloria Hassan Ines Jamal Keiko Lars Mona
Nadia Omar Priya Ravi Sara Tariq Aisha Bruno Chloe Dmitri Erik Fatima Goran Hilda Igor Jana Kofi Linda Mateo Naomi
Otto Paula Ruth Stefan Thea Ugo Viola Walter Ada Alan Grete Kurt Lena Mark Emma Liam Ava Ella Max Lily Ethan Chen Wei
Yuki Hana Kenji Mei Arjun Anita Dev Kiran Lina
""".split()

SURNAMES = """
Smith Jones Miller Brown Garcia Weber Fischer Rossi Novak Silva Costa Kim Lee Nguyen Tanaka Khan Patel Singh Mendez
Lopez Martin Dubois Moreau Jensen Hansen Larsen Berg Lind Virtanen Kowalski Horvat Popov Ivanov Petrov Yilmaz Haddad
Cohen Walker Hill Green Wood Stone King Bauer Wolf Koch Richter Keller Schmid Huber Marino Greco Ferrari Ricci Santos
Pereira
""".split()

CITIES = """
Berlin Paris London Rome Madrid Vienna Oslo Lisbon Dublin Prague Warsaw Athens Zurich Geneva Hamburg Munich Milan
Naples Turin Porto Seville Valencia Lyon Nice Bordeaux Brussels Antwerp Rotterdam Utrecht Copenhagen Stockholm
Helsinki Tallinn Riga Budapest Belgrade Zagreb Sofia Istanbul Ankara Cairo Tunis Nairobi Lagos Accra Dakar Tokyo Osaka
Seoul Beijing Shanghai Taipei Hanoi Bangkok Singapore Jakarta Manila Delhi Mumbai Chennai Karachi Dubai Boston Chicago
Denver Seattle Austin Dallas Houston Toronto Montreal Vancouver Lima Bogota Quito Santiago Sydney Perth Auckland
""".split()

COUNTRIES = """
Germany France Italy Spain Portugal Austria Poland Greece Norway Sweden Denmark Finland Ireland Hungary Turkey Egypt
Kenya Ghana Japan China India Vietnam Thailand Canada Brazil Chile Peru Mexico Australia
""".split()

# countable things: one, many
THINGS = [
    tuple(pair.split("/"))
    for pair in """
apple/apples book/books box/boxes cup/cups chair/chairs table/tables lamp/lamps key/keys pen/pens pencil/pencils
phone/phones bottle/bottles ticket/tickets letter/letters shirt/shirts shoe/shoes hat/hats coat/coats ball/balls
toy/toys bike/bikes car/cars boat/boats train/trains tree/trees flower/flowers stone/stones coin/coins card/cards
cake/cakes cookie/cookies egg/eggs orange/oranges banana/bananas pear/pears lemon/lemons potato/potatoes
tomato/tomatoes carrot/carrots onion/onions melon/melons sandwich/sandwiches pizza/pizzas candle/candles
mirror/mirrors clock/clocks camera/cameras laptop/laptops monitor/monitors keyboard/keyboards cable/cables
printer/printers server/servers screw/screws nail/nails hammer/hammers brush/brushes basket/baskets bag/bags
plate/plates spoon/spoons fork/forks knife/knives bird/birds cat/cats dog/dogs horse/horses cow/cows sheep/sheep
duck/ducks fish/fishes stamp/stamps map/maps button/buttons ring/rings towel/towels blanket/blankets pillow/pillows
window/windows door/doors guitar/guitars drum/drums robot/robots sensor/sensors battery/batteries magnet/magnets
marble/marbles ribbon/ribbons brick/bricks rope/ropes ladder/ladders
""".split()
]

# further words, for lists, copying and sentences
WORDS = """
able above air animal answer arm autumn baby back bank bark base basin beach bean bear bed bee bell belt bench blood
blue board body bone boot bowl brain branch bread breeze bridge bright broken brother bucket butter cabin calm camp
canal candy canyon castle cave cedar chain chalk cheese cherry chest child circle city clay cliff cloud coal coast
coffee cold color copper coral corn corner cotton country court cream creek crowd crown crystal cousin dance dark dawn
day deep desert desk diamond dinner dirt doctor dragon dream dress dry dust eagle ear early earth east echo edge elbow
empty engine evening eye face family farm father feather fence field finger fire flag flame flat flood floor flour
foam fog food foot forest fox frame fresh friend frog frost fruit garden garlic gate gentle ghost giant ginger glass
globe glove glue goat gold grain grape grass gravel gray green ground group guest hair hall hand happy harbor hard
harvest heart heavy hedge hill honey hope hotel house hunter ice idea ink iron island ivory jacket jar jelly jewel job
journey judge juice jungle kettle kid king kitchen kite lady lake land large lava lawn leaf leather leg lesson light
lily lion lip little lizard lock log long loud lunch machine magic maple market meadow meal meat metal midnight milk
mill mint moment money monkey moon morning moss mother mountain mouse mouth music narrow neck needle nest net new
night noise north nose notice number nurse nut oak ocean office oil old olive open orchid otter oven owl paint palace
palm paper parade park parrot party path pepper person piano picture pilot pine pink pipe planet plant plastic plum
pocket poem point pond pool poor pretty prince prize purple puzzle queen quick quiet rabbit radio rain rainbow raven
red rice rich river road rock roof room root rose rough round ruby rug sail salad salt sand sauce school scarf sea
season seed shadow shape shark sharp shelf shell ship shop short shoulder silent silk silver simple sister skin sky
slow small smell smoke smooth snail snake snow soap soft soil song sound soup south space spice spider spring square
stable stair star steam steel stem stick storm story street strong sugar summer sun sunset sweet sword tail tall tea
teacher tent thick thin thread thunder tide tiger tin tiny tooth tower town trail travel truck tulip tunnel turtle
uncle under valley velvet village violet violin voice wall walnut warm water wave wax weather week west whale wheat
wheel whisper white wide wild wind wine wing winter wire wise wolf woman wonder wool word work world yard year yellow
young zebra zero zinc apricot anchor acorn amber arrow badger bamboo barley beaver blossom bronze cactus camel canvas
carbon carpet cello chapel cobalt comet cricket daisy dolphin donkey ember falcon fern fiddle flint gazelle granite
hazel heron hornet indigo jasmine juniper lantern lemur lilac lotus magnet mango marble meteor mustard nectar nickel
oyster panda papaya pebble pelican penguin pigeon pirate pollen pony poppy quartz quail radish rocket saddle salmon
sapphire satin scarlet sparrow spinach squirrel sultan temple thistle timber topaz trumpet tundra turnip vanilla
vessel walrus willow wizard yogurt
""".split()

COLORS = "red blue green yellow black white orange purple brown gray pink silver golden".split()
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
JOBS = """
teacher doctor nurse baker pilot farmer painter lawyer driver engineer writer singer cook judge student plumber tailor
gardener waiter dentist librarian
""".split()
PLACES = """
park garden kitchen office station market library museum harbor school hotel airport cellar attic forest village shop
theater hospital garage
""".split()
STATES = """
open closed active paused new done pending failed ready busy late lost sold paid sent draft urgent
""".split()
FIELDS = """
name age city country color price count size status title job year month day email id code level weight height width
owner team version speed total score rank type brand model language amount quantity address street phone room floor
""".split()
NUMBER_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen twenty
""".split()

# for the names of tools and requests: verb, third person
ACTIONS = [
    tuple(pair.split("/"))
    for pair in """
open/opens close/closes start/starts stop/stops pause/pauses cancel/cancels archive/archives delete/deletes
create/creates update/updates send/sends book/books order/orders print/prints scan/scans share/shares rename/renames
move/moves copy/copies lock/locks unlock/unlocks restart/restarts check/checks find/finds approve/approves
reject/rejects assign/assigns publish/publishes download/downloads upload/uploads refund/refunds track/tracks
renew/renews suspend/suspends enable/enables disable/disables test/tests deploy/deploys backup/backs_up
restore/restores export/exports import/imports verify/verifies review/reviews schedule/schedules ship/ships
""".split()
]
OBJECTS = """
invoice order ticket account report project task user group server device file folder document contract meeting
appointment room door window lamp heater printer camera robot sensor job build branch release package parcel payment
customer product subscription backup database table channel message playlist song article page form license vehicle
machine
""".split()
