"""Names and things that sentences mention, and groups of words for general questions."""

from decision.split import Lines

FIRST = Lines(
    "words/first",
    """
    Anna Ben Carla David Elena Felix Greta Henry Ida Jonas Kira Leo Maria Nina Oscar Paula Quentin Rosa Simon
    Tina Ulrich Vera Walter Xenia Yusuf Zoe Adam Bella Carlos Diana Emil Fatima George Hanna Ivan Julia Karim
    Laura Martin Nora Omar Petra Ravi Sara Thomas Ursula Victor Wanda Yara Zack Alice Bruno Chloe Daniel Esther
    Frank Gina Hugo Iris Jack Kate Liam Mona Noah Olga Peter Rita Sven Tara Uma Vincent Wendy Ahmed Beate Cedric
    Dora Erik Flora Gustav Helen Igor Jana Klaus Lena Mario Nadia Otto Priya Robert Sofia Tom Valentina Aisha
    Boris Celine Dmitri Edith Farid Gloria Hector Ingrid Jamal Keiko Lukas Mei Nikolai Olivia Pablo Rania Stefan
    Teresa Wei
    """.split(),
)
LAST = Lines(
    "words/last",
    """
    Smith Miller Jones Brown Taylor Wilson Clark Lewis Walker Hall Young King Wright Hill Scott Green Baker
    Adams Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris
    Rogers Reed Cook Morgan Bell Murphy Bailey Cooper Schmidt Weber Meyer Wagner Becker Hoffmann Koch Richter
    Wolf Neumann Schwarz Zimmermann Krause Lehmann Dubois Martin Moreau Laurent Garcia Lopez Sanchez Torres
    Rivera Rossi Ferrari Romano Silva Santos Costa Pereira Novak Kowalski Nowak Ivanova Petrov Popov Haddad Khan
    Patel Singh Sharma Tanaka Suzuki Sato Kim Park Chen Wang Nguyen Tran Andersson Johansson Larsen Nielsen
    Hansen Virtanen Yilmaz Demir Okafor Mensah Diallo
    """.split(),
)
CITY = Lines(
    "words/city",
    """
    London Paris Berlin Madrid Rome Vienna Prague Warsaw Lisbon Dublin Oslo Stockholm Helsinki Copenhagen
    Amsterdam Brussels Zurich Geneva Munich Hamburg Cologne Leipzig Lyon Marseille Milan Naples Turin Barcelona
    Seville Porto Athens Budapest Bucharest Sofia Kyiv Riga Boston Chicago Denver Seattle Dallas Toronto
    Montreal Sydney Melbourne Tokyo Osaka Seoul Delhi Mumbai Cairo Lagos Nairobi Lima Bogota Santiago Graz
    Bergen Malmo Utrecht Ghent Krakow Bristol Leeds Cardiff Glasgow
    """.split(),
)
COMPANY = Lines(
    "words/company",
    """
    Acme Globex Initech Nordwind Bluebird Quantix Veritas Sunline Polaris Redwood Evergreen Novatek Helios
    Pinnacle Atlas Brightway Cobalt Delta Elmwood Fairfield Granite Harbor Ironside Juniper Keystone Lakeview
    Meridian Northstar Oakridge Prism Riverton Silverline Trident Unity Vortex Westfield Zenith Alpenglow
    Castellan Duskfall Omnitel Parkside Rotunda Stellar Tidewater
    """.split(),
)
PRODUCT = Lines(
    "words/product",
    """
    coffee machine / headphones / laptop / bicycle / lamp / toaster / vacuum cleaner / phone / camera / backpack
    washing machine / sofa / blender / keyboard / monitor
    printer / tablet / watch / speaker / router / kettle / chair / desk / tent / guitar / sewing machine / drill
    fridge / heater / mixer / microwave / mattress / suitcase
    jacket / running shoes / water bottle / rice cooker / electric razor / hair dryer / television / projector
    carpet / bookshelf / air purifier / typewriter / scooter
    """,
)
JOB = Lines(
    "words/job",
    """
    engineer / nurse / cook / driver / teacher / accountant / electrician / gardener / designer / programmer
    baker / welder / librarian
    lawyer / carpenter / receptionist / translator / pharmacist / mechanic / painter
    """,
)
PROJECT = Lines(
    "words/project",
    """
    new website / bridge / warehouse / budget / spring catalogue / merger / office move / mobile app
    trade fair / survey / training plan
    data centre / product launch / annual report / solar plant / price list / kitchen renovation / festival
    """,
)
ERROR = Lines(
    "words/error",
    """
    out of memory / connection refused / permission denied / invalid token / file not found / unknown error
    request timed out
    bad gateway / null reference / division by zero / session expired / disk full
    """,
)
STREET = Lines(
    "words/street",
    """
    Main Street / High Street / Park Road / Station Road / Mill Lane / Church Street / Garden Way / River Road
    King Street / Hill Road
    Lake Avenue / Oak Street
    """,
)
MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
LANGUAGE_NAMES = "German French Spanish Italian Portuguese Dutch Polish Swedish Turkish Greek Finnish Japanese".split()

# Groups of words: what belongs to what. The words are in several groups' questions, never in two groups.
GROUPS = {
    "animal": (
        "dog cat horse cow sheep goat pig rabbit lion tiger elephant bear wolf fox mouse eagle owl duck frog "
        "snake whale shark monkey camel",
        "animal / a living creature / animals / something that lives in a zoo or on a farm",
    ),
    "fruit": (
        "apple pear banana cherry plum peach orange lemon grape strawberry melon mango kiwi apricot raspberry "
        "pineapple fig blueberry",
        "fruit / something sweet that grows on trees or bushes / fruits",
    ),
    "vegetable": (
        "carrot potato onion cabbage spinach broccoli cucumber leek pea bean celery radish lettuce garlic "
        "pumpkin beetroot",
        "vegetable / vegetables / something from the kitchen garden",
    ),
    "vehicle": (
        "car bus train truck tram lorry ship boat plane helicopter motorcycle van taxi tractor ferry submarine",
        "vehicle / means of transport / vehicles / something to travel with",
    ),
    "instrument": (
        "piano violin flute trumpet drum cello clarinet harp saxophone organ accordion trombone oboe banjo",
        "musical instrument / instruments / something that makes music",
    ),
    "colour": (
        "red blue green yellow purple pink brown black white grey orange-red violet turquoise beige",
        "colour / a shade / colours / how a thing looks in the light",
    ),
    "clothes": (
        "shirt trousers coat skirt dress sock glove scarf hat jumper blouse belt pyjamas suit tie boot",
        "clothing / clothes / something to wear",
    ),
    "furniture": (
        "table wardrobe bed shelf cupboard armchair stool bench drawer couch bookcase",
        "furniture / a piece of furniture / things that stand in a room",
    ),
    "tool": (
        "hammer saw screwdriver pliers axe wrench shovel rake chisel ladder file-saw spanner",
        "tool / tools / something for repairs and work",
    ),
    "profession": (
        "doctor judge pilot farmer butcher tailor plumber dentist soldier sailor fireman policeman waiter architect",
        "profession / a job / professions / work that people do",
    ),
    "country": (
        "France Germany Spain Italy Poland Sweden Norway Greece Japan China India Brazil Canada Mexico Egypt "
        "Kenya Peru Chile Turkey Ireland",
        "country / a nation / countries / something on a map with a government",
    ),
    "body": (
        "head arm leg hand foot knee elbow shoulder nose ear eye mouth finger toe neck back stomach",
        "part of the body / body parts / something that a person has",
    ),
    "drink": (
        "water milk coffee tea juice beer wine lemonade cocoa cider",
        """
        drink / beverage / drinks / something to drink
        """,
    ),
    "weather": (
        "rain snow fog hail wind thunder storm sunshine frost drizzle",
        """
        weather / what comes from the sky / kinds of weather
        """,
    ),
    "sport": (
        "football tennis hockey rugby basketball volleyball golf swimming boxing cricket handball badminton",
        "sport / a game that people play / sports",
    ),
    "flower": (
        "rose tulip daisy lily violet-flower sunflower orchid daffodil carnation poppy",
        """
        flower / flowers / a plant with blossoms
        """,
    ),
}
