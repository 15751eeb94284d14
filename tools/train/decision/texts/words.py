"""Names and things that sentences mention, and groups of words for general questions."""
from decision.split import Lines

FIRST = Lines("words/first", """Anna Ben Carla David Elena Felix Greta Henry Ida Jonas Kira Leo Maria Nina Oscar Paula Quentin Rosa Simon Tina
Ulrich Vera Walter Xenia Yusuf Zoe Adam Bella Carlos Diana Emil Fatima George Hanna Ivan Julia Karim Laura Martin Nora Omar Petra Ravi Sara
Thomas Ursula Victor Wanda Yara Zack Alice Bruno Chloe Daniel Esther Frank Gina Hugo Iris Jack Kate Liam Mona Noah Olga Peter Rita Sven Tara
Uma Vincent Wendy Ahmed Beate Cedric Dora Erik Flora Gustav Helen Igor Jana Klaus Lena Mario Nadia Otto Priya Robert Sofia Tom Valentina
Aisha Boris Celine Dmitri Edith Farid Gloria Hector Ingrid Jamal Keiko Lukas Mei Nikolai Olivia Pablo Rania Stefan Teresa Wei""".split())
LAST = Lines("words/last", """Smith Miller Jones Brown Taylor Wilson Clark Lewis Walker Hall Young King Wright Hill Scott Green Baker Adams Nelson
Carter Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell Murphy Bailey Cooper
Schmidt Weber Meyer Wagner Becker Hoffmann Koch Richter Wolf Neumann Schwarz Zimmermann Krause Lehmann Dubois Martin Moreau Laurent Garcia Lopez
Sanchez Torres Rivera Rossi Ferrari Romano Silva Santos Costa Pereira Novak Kowalski Nowak Ivanova Petrov Popov Haddad Khan Patel Singh Sharma
Tanaka Suzuki Sato Kim Park Chen Wang Nguyen Tran Andersson Johansson Larsen Nielsen Hansen Virtanen Yilmaz Demir Okafor Mensah Diallo""".split())
CITY = Lines("words/city", """London Paris Berlin Madrid Rome Vienna Prague Warsaw Lisbon Dublin Oslo Stockholm Helsinki Copenhagen Amsterdam Brussels
Zurich Geneva Munich Hamburg Cologne Leipzig Lyon Marseille Milan Naples Turin Barcelona Seville Porto Athens Budapest Bucharest Sofia Kyiv Riga
Boston Chicago Denver Seattle Dallas Toronto Montreal Sydney Melbourne Tokyo Osaka Seoul Delhi Mumbai Cairo Lagos Nairobi Lima Bogota Santiago
Graz Bergen Malmo Utrecht Ghent Krakow Bristol Leeds Cardiff Glasgow""".split())
COMPANY = Lines("words/company", """Acme Globex Initech Nordwind Bluebird Quantix Veritas Sunline Polaris Redwood Evergreen Novatek Helios Pinnacle Atlas
Brightway Cobalt Delta Elmwood Fairfield Granite Harbor Ironside Juniper Keystone Lakeview Meridian Northstar Oakridge Prism Riverton Silverline
Trident Unity Vortex Westfield Zenith Alpenglow Castellan Duskfall Omnitel Parkside Rotunda Stellar Tidewater""".split())
PRODUCT = Lines("words/product", """
coffee machine\nheadphones\nlaptop\nbicycle\nlamp\ntoaster\nvacuum cleaner\nphone\ncamera\nbackpack\nwashing machine\nsofa\nblender\nkeyboard\nmonitor
printer\ntablet\nwatch\nspeaker\nrouter\nkettle\nchair\ndesk\ntent\nguitar\nsewing machine\ndrill\nfridge\nheater\nmixer\nmicrowave\nmattress\nsuitcase
jacket\nrunning shoes\nwater bottle\nrice cooker\nelectric razor\nhair dryer\ntelevision\nprojector\ncarpet\nbookshelf\nair purifier\ntypewriter\nscooter""")
JOB = Lines("words/job", """engineer\nnurse\ncook\ndriver\nteacher\naccountant\nelectrician\ngardener\ndesigner\nprogrammer\nbaker\nwelder\nlibrarian
lawyer\ncarpenter\nreceptionist\ntranslator\npharmacist\nmechanic\npainter""")
PROJECT = Lines("words/project", """new website\nbridge\nwarehouse\nbudget\nspring catalogue\nmerger\noffice move\nmobile app\ntrade fair\nsurvey\ntraining plan
data centre\nproduct launch\nannual report\nsolar plant\nprice list\nkitchen renovation\nfestival""")
ERROR = Lines("words/error", """out of memory\nconnection refused\npermission denied\ninvalid token\nfile not found\nunknown error\nrequest timed out
bad gateway\nnull reference\ndivision by zero\nsession expired\ndisk full""")
STREET = Lines("words/street", """Main Street\nHigh Street\nPark Road\nStation Road\nMill Lane\nChurch Street\nGarden Way\nRiver Road\nKing Street\nHill Road
Lake Avenue\nOak Street""")
MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
LANGUAGE_NAMES = "German French Spanish Italian Portuguese Dutch Polish Swedish Turkish Greek Finnish Japanese".split()

# Groups of words: what belongs to what. The words are in several groups' questions, never in two groups.
GROUPS = {
    "animal": ("dog cat horse cow sheep goat pig rabbit lion tiger elephant bear wolf fox mouse eagle owl duck frog snake whale shark monkey camel",
               "animal\na living creature\nanimals\nsomething that lives in a zoo or on a farm"),
    "fruit": ("apple pear banana cherry plum peach orange lemon grape strawberry melon mango kiwi apricot raspberry pineapple fig blueberry",
              "fruit\nsomething sweet that grows on trees or bushes\nfruits"),
    "vegetable": ("carrot potato onion cabbage spinach broccoli cucumber leek pea bean celery radish lettuce garlic pumpkin beetroot",
                  "vegetable\nvegetables\nsomething from the kitchen garden"),
    "vehicle": ("car bus train truck tram lorry ship boat plane helicopter motorcycle van taxi tractor ferry submarine",
                "vehicle\nmeans of transport\nvehicles\nsomething to travel with"),
    "instrument": ("piano violin flute trumpet drum cello clarinet harp saxophone organ accordion trombone oboe banjo",
                   "musical instrument\ninstruments\nsomething that makes music"),
    "colour": ("red blue green yellow purple pink brown black white grey orange-red violet turquoise beige",
               "colour\na shade\ncolours\nhow a thing looks in the light"),
    "clothes": ("shirt trousers coat skirt dress sock glove scarf hat jumper blouse belt pyjamas suit tie boot",
                "clothing\nclothes\nsomething to wear"),
    "furniture": ("table wardrobe bed shelf cupboard armchair stool bench drawer couch bookcase",
                  "furniture\na piece of furniture\nthings that stand in a room"),
    "tool": ("hammer saw screwdriver pliers axe wrench shovel rake chisel ladder file-saw spanner",
             "tool\ntools\nsomething for repairs and work"),
    "profession": ("doctor judge pilot farmer butcher tailor plumber dentist soldier sailor fireman policeman waiter architect",
                   "profession\na job\nprofessions\nwork that people do"),
    "country": ("France Germany Spain Italy Poland Sweden Norway Greece Japan China India Brazil Canada Mexico Egypt Kenya Peru Chile Turkey Ireland",
                "country\na nation\ncountries\nsomething on a map with a government"),
    "body": ("head arm leg hand foot knee elbow shoulder nose ear eye mouth finger toe neck back stomach",
             "part of the body\nbody parts\nsomething that a person has"),
    "drink": ("water milk coffee tea juice beer wine lemonade cocoa cider", "drink\nbeverage\ndrinks\nsomething to drink"),
    "weather": ("rain snow fog hail wind thunder storm sunshine frost drizzle", "weather\nwhat comes from the sky\nkinds of weather"),
    "sport": ("football tennis hockey rugby basketball volleyball golf swimming boxing cricket handball badminton",
              "sport\na game that people play\nsports"),
    "flower": ("rose tulip daisy lily violet-flower sunflower orchid daffodil carnation poppy", "flower\nflowers\na plant with blossoms"),
}
