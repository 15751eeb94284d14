"""Names and things that sentences mention."""

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
