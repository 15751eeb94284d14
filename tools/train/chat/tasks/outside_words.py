"""The parts from which questions outside the model's tasks are built."""

from chat.phrases import split

SUBJECTS = split("""
    football | basketball | tennis | chess | music | jazz | rock music | opera | ballet | poetry | painting |
    sculpture | photography | architecture | cinema | the theater | dancing | history | the Roman Empire |
    ancient Egypt | the middle ages | the French Revolution | the cold war | world war two | democracy | capitalism |
    socialism | the stock market | inflation | bitcoin | money | taxes | insurance | mortgages | banks |
    the economy | unemployment | politics | elections | the government | the police | the army | religion |
    philosophy | ethics | free will | happiness | friendship | marriage | divorce | children | parenting |
    education | universities | mathematics | geometry | algebra | statistics | physics | gravity | relativity |
    quantum mechanics | black holes | the big bang | the universe | the moon | the sun | mars | stars | galaxies |
    space travel | rockets | satellites | time travel | dinosaurs | evolution | genetics | DNA | cells | viruses |
    bacteria | vaccines | cancer | diabetes | the heart | the brain | the immune system | sleep | dreams | memory |
    stress | depression | anxiety | meditation | yoga | running | swimming | cycling | climbing | hiking | skiing |
    fishing | hunting | gardening | farming | bees | ants | butterflies | spiders | snakes | sharks | whales |
    elephants | lions | tigers | bears | wolves | cats | dogs | horses | birds | fish | trees | forests | rivers |
    mountains | volcanoes | earthquakes | oceans | deserts | islands | climate change | the weather | rain | snow |
    storms | hurricanes | pollution | recycling | plastic | electric cars | cars | trains | airplanes | ships |
    bridges | skyscrapers | the internet | social media | smartphones | computers | robots |
    artificial intelligence | neural networks | machine learning | databases | operating systems | linux | windows |
    compilers | encryption | hackers | passwords | video games | board games | card games | lego | toys |
    magic tricks | cooking | baking | bread | pizza | pasta | sushi | chocolate | cheese | coffee | tea | wine |
    beer | whisky | water | milk | salt | sugar | vitamins | proteins | diets | vegetarians | restaurants | hotels |
    tourism | holidays | christmas | easter | birthdays | weddings | funerals | fashion | shoes | jewelry | perfume |
    hair | tattoos | furniture | houses | apartments | rent | neighbors | noise | fire | electricity | batteries |
    solar panels | wind turbines | nuclear power | oil | gas | coal | gold | diamonds | steel | glass | wood |
    paper | books | novels | fairy tales | comics | newspapers | television | radio | podcasts | movies | actors |
    singers | bands | guitars | pianos | violins | drums | languages | grammar | spelling | Latin | hieroglyphs |
    letters | numbers | prime numbers | pi | infinity | zero | probability | logic | paradoxes | puzzles | riddles |
    jokes about lawyers | ghosts | vampires | dragons | unicorns | aliens | superheroes | pirates | knights |
    castles | kings | queens | the pope | the president | the Eiffel tower | the great wall | the pyramids |
    the Titanic | Mount Everest | the Amazon | Antarctica | the north pole | the milky way | the Olympic games |
    the world championship | the Nobel prize | the Oscars | shakespeare's plays | the bible | the odyssey |
    star wars | harry potter | minecraft | a good book | a cheap laptop | a new phone | my homework | my garden |
    my job | my boss | my future | life | death | time | art | science | nature | the future | the past |
    human rights | peace | war | refugees | poverty | hunger | justice | crime | prisons | lawyers | contracts |
    startups | marketing | advertising | management | meetings | resumes | job interviews | salaries | pensions |
    the metric system | calendars | clocks | maps | globes | compasses | telescopes | microscopes | lasers |
    magnets | engines | bicycles | tunnels | elevators | vacuum cleaners | washing machines | refrigerators |
    light bulbs | candles | blood pressure | back pain | a cold | the flu | allergies | sunburn | headaches | teeth |
    eyes | glasses | hearing | skin | muscles | bones | photosynthesis | chlorophyll | mushrooms | roses | tulips |
    tomatoes | potatoes | apples | bananas | lemons | garlic | spices | honey | ice cream | pancakes | soup | salad |
    rice | noodles | tofu""")

GENRES = split("""
    poem | story | song | letter | haiku | essay | novel | speech | joke about cats | limerick | rap | script |
    blog post | tweet | review | report | love letter | cover letter | resume | birthday card | wedding speech |
    product description | slogan | headline | press release | diary entry | fairy tale | horror story |
    science fiction story | play | dialogue | sonnet | ballad | lullaby | recipe | menu | lesson plan | quiz |
    business plan | summary | newsletter | toast | prayer | riddle | crossword | biography | text message |
    complaint | apology | invitation | postcard | short story | detective story | email""")

ACTIVITIES = split("""
    learn to swim | lose weight | make pancakes | bake bread | learn french | play the guitar | fix my bike |
    change a tire | tie a tie | write a book | find a job | quit my job | ask for a raise | make friends |
    fall asleep | wake up early | stop smoking | save money | buy a house | sell my car | rent a flat |
    build a house | paint a wall | grow tomatoes | plant a tree | train a dog | feed a cat | clean a window |
    wash wool | iron a shirt | cut hair | grow a beard | make coffee | cook rice | boil an egg | roast a chicken |
    make pizza | make sushi | brew beer | make wine | run a marathon | get fit | do yoga | meditate |
    learn the piano | read music | draw a horse | take good photos | edit a video | make a website |
    learn programming | install linux | reset my password | back up my phone | connect the printer | fix the wifi |
    update windows | start a company | write an invoice | file my taxes | invest my savings | get a visa |
    pack a suitcase | book a flight | plan a wedding | organize a party | write a speech | give a talk |
    learn chess | win at poker | solve a cube | catch a fish | ride a horse | sail a boat | climb a mountain |
    fly a plane | drive a truck | become a doctor | become rich | be happy | get over a breakup |
    apologize to a friend | talk to my boss | adopt a child | raise twins | calm a baby | teach math |
    prepare for an exam | write an essay | cite a source | read faster | remember names | concentrate | relax |
    dance the tango | sing better | whistle | juggle | do a backflip | build a robot | hack a phone | make a bomb |
    rob a bank | pick a lock | see the future | travel to mars | live forever | talk to the dead |
    predict the weather | translate a letter | parse a file | reverse a string | center a div | merge two branches |
    write a loop | use a pointer | query a database | train a neural network""")

DOING = split("""
    learning to swim | losing weight | baking bread | playing the guitar | writing a book | looking for a job |
    moving to another city | saving money | buying a car | growing vegetables | training a dog |
    cooking for friends | running every day | learning Spanish | drawing animals | taking photos | making videos |
    studying law | preparing for an exam | traveling alone | working at night | sleeping better | dancing | singing |
    reading | painting | fishing | hiking | camping | sailing | coding | gaming | shopping | cleaning the house |
    raising children | getting older | thinking about life | waiting for the bus | eating less meat | drinking tea |
    watching movies | collecting stamps | repairing old radios""")

PEOPLE = split("""
    the president | the king of England | the pope | Napoleon | Julius Caesar | Cleopatra | Columbus | Newton |
    Einstein | Darwin | Mozart | Beethoven | Bach | Picasso | Leonardo | Michelangelo | Van Gogh | Goethe | Homer |
    Plato | Socrates | Aristotle | Gandhi | Lincoln | Washington | Churchill | Marie Curie | Tesla | Edison |
    Gutenberg | Galileo | Kepler | Archimedes | Euclid | Gauss | Euler | Turing | Ada Lovelace | the fastest man |
    the richest man | the oldest woman | the first man on the moon | the prime minister | the chancellor |
    the inventor of the wheel | Sherlock Holmes | Batman | Superman | Robin Hood | King Arthur | Santa Claus | Zeus |
    Odysseus | Hamlet | Don Quixote | Dracula | my neighbor | your father | your best friend | the boss of Google |
    the founder of Apple""")

ROLES = split("""
    president | king | queen | mayor | chancellor | emperor | ambassador | capital | flag | currency | anthem |
    coach | goalkeeper | prime minister | head of state""")

EVENTS = split("""
    the world cup | the Olympics | the Super Bowl | the Champions League | the last election | Wimbledon |
    the Tour de France | the Nobel prize | the Oscars | the Eurovision contest | the civil war |
    the battle of Hastings | the moon landing | the marathon | the chess championship | the lottery |
    the space race | the gold rush | the Grand Prix | the final | the debate | the football game yesterday | chess |
    hangman | tic tac toe | poker""")

ADJECTIVES = """
big small important popular expensive cheap dangerous safe useful useless strange funny sad happy angry tired lonely
nervous beautiful ugly old young new modern ancient famous rich poor strong weak fast slow hot cold healthy sick good
bad evil kind rude smart lazy brave shy jealous proud bored hungry thirsty scared worried excited confused dark bright
loud quiet heavy light difficult easy real fake rare common free blue red green round flat sweet bitter salty fresh
dirty clean broken magic romantic serious scary short long
""".split()
FAMILY = """
mother father sister brother wife husband son daughter friend girlfriend boyfriend boss colleague teacher neighbor dog
cat grandmother uncle
""".split()
MEDIA = """
movie book song game series podcast restaurant hotel phone laptop car bike camera band album recipe color food animal
city sport wine
""".split()
LANGUAGES = """
French German Spanish Italian Chinese Japanese Russian Arabic Latin Greek Polish Turkish Dutch Swedish Hindi Korean
Portuguese English
""".split()
PROGRAMMING = """
python java javascript C rust go haskell bash SQL perl ruby typescript lisp assembler HTML CSS fortran
""".split()
DEVICES = split("""
    lamp | heater | television | radio | washing machine | printer | computer | phone | camera | fridge | oven |
    car | bike | door | bell | clock | router | light""")
UNITS = """
kilometers miles meters feet inches pounds kilograms ounces liters gallons celsius fahrenheit dollars euros hours
seconds bytes
""".split()

CODE = [
    "for i in range(10): print(i)",
    "int main() { return 0; }",
    "print('hi')",
    "SELECT * FROM users;",
    "x = x + 1",
    "<div>text</div>",
    "function f(a) { return a * 2; }",
    "while (true) {}",
    "def f(x): return x",
    "if (a == b) { c(); }",
    "import os",
    "let y = [];",
    "ls -la",
    "git push",
    "sudo rm -rf /",
    "echo $HOME",
    "SyntaxError: invalid syntax",
    "Segmentation fault",
    "#include <stdio.h>",
    "const a = await b();",
    "public static void main",
    "TypeError: undefined is not a function",
    "cd ..",
    "npm install",
    "echo test",
]

FOREIGN = split("""
    Guten Tag, wie geht es Ihnen? | Wie ist das Wetter heute? | Was kannst du? | Erzähl mir eine Geschichte. |
    Ich verstehe nicht. | Wo ist der Bahnhof? | Wer bist du? | Schreibe ein Gedicht. | Das ist schön. |
    Ich habe Hunger. | Kannst du mir helfen? | Comment allez-vous ? | Quel temps fait-il ? | Je ne comprends pas. |
    Où est la gare ? | Raconte une histoire. | Il fait froid. | Qui es-tu ? | J'aime le fromage. | Écris un poème. |
    Bonne nuit | ¿Cómo estás? | ¿Qué hora es? | No entiendo. | ¿Dónde está la estación? | Cuéntame un cuento. |
    Me gusta el vino. | ¿Quién eres? | Buenas noches | Come stai? | Che ore sono? | Non capisco. | Dove sei? |
    Mi piace la pizza. | Buona sera | Olá, tudo bem? | Que horas são? | Não sei. | Boa noite | Hoe gaat het? |
    Ik begrijp het niet. | Hur mår du? | Jag vet inte. | Hvordan har du det? | Mitä kuuluu? | Jak się masz? |
    Nie rozumiem. | Jak se máš? | Hogy vagy? | Nasılsın? | Bugün hava nasıl? | Πώς είσαι; | Καλημέρα |
    Привет, как дела? | Я не понимаю. | Который час? | Расскажи историю. | Спасибо |
    你好 | 你是谁? | 今天天气怎么样? | 我不明白 |
    写一首诗 | こんにちは | 元気ですか |
    わかりません | あなたは誰ですか | 안녕하세요 | 잘 지내요? |
    مرحبا | كيف حالك؟ | שלום | नमस्ते | आप कैसे हैं? |
    สวัสดี | xin chào | Selamat pagi | Habari gani? | Saluton, kiel vi fartas? | Quid agis? | Cogito ergo sum | 😀 |
    👍 | ❤️ | 🤔🤔""")
