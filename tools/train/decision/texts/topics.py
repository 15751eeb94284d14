"""Short notes on topics, for "What is this about?"; and sentences in ten languages."""
from decision.kinds import Label, Labels

TOPICS = Labels("topic", """
    What is [this|the text] about?
    Which topic does [this|the text|the article] [have|belong to]?
    Which section of a newspaper [is this from|would print this]?
    [Topic|Subject|Category|Section]?
    Which [subject|field|area] does it [concern|deal with]?
    What is the [main|] [subject|topic|theme]?
    Classify the [text|article|note] by topic.
    Under which heading does this [go|belong]?
    Which of these topics fits [best|]?
    The [text|article] deals with
    """, [
    Label("sport", """
        {last} [scored|shot] {few} goals [in the match|] against {city}.
        The [team|club] from {city} won {few} to {few2}.
        The [coach|goalkeeper|striker] is injured [and misses the game|for {few} weeks].
        {first} {last} [won|lost] the [tennis|chess|boxing] [final|match].
        The [runner|cyclist|swimmer] set a new record.
        {city} [signs|buys] the [player|striker] {last}.
        The [marathon|race|tournament] in {city} starts on {weekday}.
        [Fans|Supporters] cheered as the team [lifted the cup|reached the final].
        Second half, {n} minutes: the referee gave a [penalty|red card].
        [Gold|Silver] medal for {last} in the [jump|relay|swimming pool].
        {last} [kicked|headed] the ball into the net.
        The [match|game] between {city} and {city2} ended in a draw.
        The team trains for the [league|world cup].
        {last} broke the world record over {n2} metres.
        """, "sport\nsports\nSport\nathletics\ngames and matches\nmatches", "games and athletes\nmatches, teams and players\nwho won\nracing, ball games, medals\ncompetition in the stadium\nsports news"),
    Label("politics", """
        The [parliament|senate|council] [passed|rejected] the new law.
        The [president|minister|mayor] [resigned|gave a speech|met voters].
        [Elections|A vote] will be held in {month}.
        The [government|opposition] wants to [raise|lower] taxes.
        {last} [won|lost] the election [in {city}|].
        The two [parties|countries] signed a treaty.
        Minister {last} [defends|presents] the new [budget|bill].
        [Voters|Citizens] go to the polls on {weekday}.
        Ambassador {last} [leaves|returns to] the embassy.
        The [coalition|cabinet] [breaks apart|meets on {weekday}].
        The [senator|chancellor] [signed|vetoed] the bill.
        The vote on the [constitution|treaty] was close.
        {last} runs for [president|mayor] of {city}.
        The party of {last} lost {n} seats.
        """, "politics\ngovernment\nPolitics\nelections and laws\npolicy\nstate affairs", "laws, elections, parties\nwhat the government does\nparliaments and presidents\nministers and votes\nstate and diplomacy\npolitical news"),
    Label("business", """
        The [shares|stocks] of {company} [rose|fell] by {n} percent.
        {company} [buys|takes over|merges with] {company2}.
        {company} made a [profit|loss] of {n} million.
        The [bank|central bank] [raises|lowers] interest rates.
        {company} [cuts|creates] {n} jobs [in {city}|].
        [Inflation|Unemployment] [rose|fell] to {few} percent.
        Investors [worry|rejoice] about the [market|exchange rate].
        The start-up {company} raised {n} million.
        [Exports|Sales|Revenues] [grew|shrank] in {month}.
        {company} opens a new factory in {city}.
        The [price|share] of {company} [dropped|climbed] on the stock exchange.
        {company} reports record [sales|earnings].
        The boss of {company} [steps down|expects growth].
        """, "business\neconomy\nBusiness\nfinance and markets\ncompanies\nmoney", "companies and markets\nshares, banks, profits\neconomy and trade\nwhat firms earn\njobs and prices\nbusiness news"),
    Label("science", """
        [Researchers|Scientists] [found|discovered] a new [planet|species|particle].
        The [telescope|probe|rocket] [reached|took pictures of] [Mars|a comet|a distant star].
        A [study|experiment] shows how [bees|cells|atoms] [move|communicate].
        The [laboratory|university] in {city} measured [gravity|light] more exactly.
        [Physicists|Chemists|Biologists] [explain|observed] [a strange reaction|a rare event].
        [Fossils|Bones] of a [dinosaur|giant bird] were dug up near {city}.
        Professor {last} publishes new results on [genes|black holes|the climate].
        The theory [predicts|describes] how [stars|molecules] form.
        Under the microscope the [bacteria|cells] [divide|glow].
        The [comet|satellite] orbits the [sun|earth] every {n} days.
        Scientists measured the [mass|age] of [the star|an electron].
        A new [theory|formula] explains [magnetism|evolution].
        """, "science\nresearch\nScience\ndiscoveries\nstudies\nnatural sciences", "research and discoveries\nexperiments and theories\nspace, cells and atoms\nwhat scientists find out\nlaboratories and telescopes\nscience news"),
    Label("health", """
        [Doctors|Nurses] advise to [drink more water|sleep eight hours].
        The [hospital|clinic] in {city} [opens|closes] a ward.
        A new [vaccine|medicine|pill] helps against [flu|headaches|malaria].
        [Patients|People] with [high blood pressure|a cough|diabetes] should [rest|see a doctor].
        [Vitamins|Walking|Fresh air] [keep|keeps] you healthy.
        {n} people caught [the flu|a virus] in {city}.
        The surgeon [operated on|treats] the [knee|heart] of {last}.
        Too much [sugar|salt] is bad for [the heart|your teeth].
        How to treat a [cold|sprained ankle|back pain].
        The [dentist|doctor] treats [children|patients] in {city}.
        Symptoms are [fever|headache] and [a sore throat|tiredness].
        This [drug|diet] lowers the blood pressure.
        """, "health\nmedicine\nHealth\ndoctors and patients\nwell-being\nmedical", "illness and treatment\ndoctors and hospitals\nhow to stay well\nmedicines and vaccines\ncare of the body\nmedical news"),
    Label("cooking", """
        [Chop|Slice|Peel] the [onions|carrots|potatoes] and fry them [in butter|for {few} minutes].
        [Bake|Put] the [cake|bread] in the oven for {n} minutes.
        Mix [flour, eggs and milk|the dough] [until smooth|].
        Season the [soup|sauce] with [salt and pepper|herbs].
        Boil the [pasta|rice] and [drain it|add the tomatoes].
        A recipe for [apple pie|lentil soup|pancakes] for {few} people.
        [Stir|Whisk] the [cream|egg whites] and add the sugar.
        Let the [dough|meat] rest for {few} hours.
        Serve with [rice|fresh bread] and a bit of lemon.
        Roast the [chicken|vegetables] for {n} minutes at 200 degrees.
        Add [garlic|cinnamon|olive oil] to the [pan|dough].
        For the sauce you need [cream and wine|tomatoes and basil].
        """, "cooking\nrecipes\nCooking\nfood\nkitchen\ncuisine", "recipes and kitchen\nhow to make a dish\nbaking and cooking\ningredients and ovens\nmeals and their preparation\nwhat to cook"),
    Label("traffic", """
        [Accident|Traffic jam] on the [motorway|road] near {city}.
        The [bridge|tunnel|road] to {city} is closed [until {date}|].
        Two [cars|trucks] collided [in {city}|at the crossing].
        [Trains|Buses] between {city} and {city2} are [late|cancelled].
        A lorry lost its load [on the motorway|near {city}].
        Drivers should [avoid|leave] the [centre|ring road].
        The new [tram|metro] line [opens|runs] [in {month}|].
        The airport of {city} [closes a runway|expects delays].
        Road works [on {street}|near the station] from {weekday}.
        Heavy traffic [on the way to {city}|after an accident].
        The express to {city} is {n} minutes late.
        A bus and a [car|tram] crashed on {street}.
        """, "traffic\ntransport\nTraffic\nroads and trains\ncars and buses\non the road", "roads, trains and jams\naccidents and closed streets\ncars, buses and trains\nhow people get around\ndelays on the way\ntraffic news"),
    Label("technology", """
        The new [phone|laptop|chip] has [a better camera|more memory|{n} cores].
        [Programmers|Developers] release version {version} of [the browser|the editor].
        {company} presents a [robot|smart watch|headset].
        An update [closes|fixes] a hole in the [browser|operating system].
        [Artificial intelligence|A computer program] [writes poems|plays chess].
        The [hard disk|battery|screen] of the new [tablet|notebook] is [bigger|lighter].
        How to [back up|encrypt] your [files|computer].
        The website moves to faster [servers|data centres].
        A [drone|3D printer] [builds|delivers] [houses|parcels].
        The new [operating system|app] runs on old [phones|computers].
        {company} sells a laptop with {n} hours of battery.
        Hackers found a flaw in the [software|router].
        """, "technology\ncomputers\nTechnology\ngadgets and software\ndigital\nIT", "computers and devices\nphones, chips, software\nnew gadgets\nprograms and machines\nthe digital world\ntechnology news"),
    Label("culture", """
        The [museum|gallery] in {city} shows [paintings|photographs] by {last}.
        The [novel|book] by {first} {last} [won a prize|is published].
        The [orchestra|band|choir] plays in {city} on {weekday}.
        A new [film|play|opera] [opens|starts] [in {city}|on {weekday}].
        The [actor|singer|painter] {last} [turns {n}|receives a prize].
        [Poems|Stories] by {last} are read [aloud|on stage].
        Tickets for the [concert|theatre|festival] are sold out.
        The [director|author] {last} talks about [the new film|writing].
        A [sculpture|fresco] from {year} was restored.
        {first} {last} sings in the opera house of {city}.
        The film by {last} [wins an award|comes to the cinemas].
        An exhibition of [paintings|masks] opens in {city}.
        """, "culture\narts\nCulture\nbooks, music and film\nentertainment\nart and theatre", "books, films and music\nmuseums and theatres\nartists and their work\nconcerts and exhibitions\nnovels and paintings\narts news"),
    Label("nature", """
        [Storks|Swallows|Wolves] have come back to the [valley|forest].
        The [river|lake] is [full of fish|clean again].
        [Oak|Old] trees [were planted|grow] in the [park|forest].
        How to [plant|water] [roses|tomatoes] in the garden.
        The [flowers|orchards] [bloom|wither] early this year.
        [Hedgehogs|Bats|Frogs] need [quiet gardens|ponds].
        A [bear|lynx|fox] was seen near {city}.
        [Mushrooms|Berries] grow well after the rain.
        [Insects|Butterflies] visit the wild flowers [in the meadow|].
        The [eagles|beavers] build their nests by the [river|lake].
        [Roses|Lilies] need [sun|water] and good soil.
        The forest near {city} is home to [deer|owls].
        """, "nature\nanimals and plants\nNature\nwildlife\nenvironment\ngarden and forest", "animals, plants, forests\ngardens and wild animals\nrivers and trees\nbirds and flowers\nlife outdoors\nnature news"),
    Label("school", """
        The [pupils|students] [wrote|passed] the [exam|test].
        The [school|university] in {city} hires {n} teachers.
        Teacher {last} [explains|gives] [homework|fractions].
        The [lesson|lecture] starts at {time} [in room {n}|].
        [Children|First graders] learn to [read|write|count].
        Class {few} [visits the zoo|puts on a play].
        The [college|school] offers a course in [history|biology].
        Exams [begin|end] on {date}.
        [Parents|Pupils] ask for [shorter lessons|more teachers].
        The [teacher|professor] marks the [essays|tests].
        [Pupils|Students] study [maths|grammar] for the exam.
        A new classroom is built for class {few}.
        """, "education\nschool\nEducation\nteaching\nlearning\nschools and exams", "schools and lessons\nteachers, pupils, exams\nlearning and teaching\nuniversities and courses\nclassrooms\neducation news"),
    Label("crime", """
        [Thieves|Burglars] stole [jewels|{n} bikes|{amount}] [in {city}|].
        The police arrested [a suspect|two men] [in {city}|].
        The court [sentenced|acquitted] {last}.
        A [robber|masked man] attacked a [bank|shop] in {city}.
        [Witnesses|Detectives] [saw|look for] the [killer|driver].
        The judge sent {last} to prison for {few} years.
        A stolen [painting|car] was found [in {city}|].
        [Officers|Investigators] found [drugs|weapons] in a flat.
        The trial against {last} begins on {weekday}.
        Police [caught|chase] the [thief|robbers] [in {city}|].
        {last} was found guilty of [fraud|murder].
        A gang [robbed|broke into] a jeweller in {city}.
        """, "crime\npolice and courts\nCrime\noffences\njustice\nlaw and order", "thieves, police and courts\nrobbery and trials\nwho was arrested\njudges and prisons\ncrimes and their victims\npolice reports"),
])

LANGUAGES = Labels("language", """
    Which language is [this|the text] [written in|]?
    What language is this?
    In which language does the [writer|customer|author] write?
    [Language|Language of the text]?
    Identify the language.
    Which language does the [message|text|customer] use?
    Name the language [of the message|of this text|].
    The text is written in
    What language do I have to [answer in|read]?
    """, [
    Label("english", """
        The train to the coast leaves in an hour.\nWe [will|shall] see each other again [on Monday|soon].\nMy brother lives with his family in a small [house|town].\nWhere did you put the keys to the car?\nI would like a cup of tea with milk.\nIt was raining all day and we stayed at home.\nThere are many [people|children] on the street today.\nThank you for the [letter|present], it came yesterday.\nMy sister works in a big [hospital|bank].\nCould you tell me what time it is?\nWe bought bread and cheese at the market.\nI do not know where he went after the film.\nShe has been learning this for three years.
        """, "English\nenglish\nen\nenglish language\nENG\nen-GB", "spoken in London\nthe language of England\nas in Great Britain\nEnglish text\nwords such as the and of\nAnglophone"),
    Label("german", """
        Der Zug [nach Berlin|] fährt in einer Stunde ab.\nWir sehen uns [am Montag|bald] wieder.\nMein Bruder wohnt mit seiner Familie in einem kleinen Haus.\nWo hast du den Schlüssel [hingelegt|gelassen]?\nIch möchte bitte eine Tasse Kaffee mit Milch.\nEs hat den ganzen Tag geregnet und wir blieben zu Hause.\nHeute sind viele [Leute|Kinder] auf der Straße.\nVielen Dank für den Brief, er ist gestern angekommen.\nMeine Schwester arbeitet in einem großen Krankenhaus.\nKönnten Sie mir sagen, wie spät es ist?\nWir haben auf dem Markt Brot und Käse gekauft.\nIch weiß nicht, wohin er nach dem Film gegangen ist.\nSie lernt das seit drei Jahren.\nIch wurde zweimal belastet und möchte mein Geld zurück.
        """, "German\ngerman\nde\nDeutsch\nGER\nde-DE", "spoken in Berlin\nthe language of Germany\nas in Austria\nGerman text\nwords such as der and und\nGermanophone"),
    Label("french", """
        Le train [pour Paris|] part dans une heure.\nNous nous reverrons [lundi|bientôt].\nMon frère habite avec sa famille dans une petite maison.\nOù as-tu mis les clés de la voiture?\nJe voudrais une tasse de café avec du lait.\nIl a plu toute la journée et nous sommes restés à la maison.\nIl y a beaucoup de [gens|enfants] dans la rue aujourd'hui.\nMerci beaucoup pour la lettre, elle est arrivée hier.\nMa sœur travaille dans un grand hôpital.\nPourriez-vous me dire quelle heure il est?\nNous avons acheté du pain et du fromage au marché.\nJe ne sais pas où il est allé après le film.\nElle apprend cela depuis trois ans.\nMa commande n'est pas arrivée, je voudrais être remboursé.
        """, "French\nfrench\nfr\nfrançais\nFRA\nfr-FR", "spoken in Paris\nthe language of France\nas in Lyon\nFrench text\nwords such as le and je\nFrancophone"),
    Label("spanish", """
        El tren [a Madrid|] sale en una hora.\nNos vemos otra vez [el lunes|pronto].\nMi hermano vive con su familia en una casa pequeña.\n¿Dónde has puesto las llaves del coche?\nQuisiera una taza de café con leche, por favor.\nLlovió todo el día y nos quedamos en casa.\nHoy hay mucha [gente|alegría] en la calle.\nMuchas gracias por la carta, llegó ayer.\nMi hermana trabaja en un hospital grande.\n¿Podría decirme qué hora es?\nCompramos pan y queso en el mercado.\nNo sé adónde fue después de la película.\nElla lo aprende desde hace tres años.\nMi pedido no ha llegado y quiero mi dinero.
        """, "Spanish\nspanish\nes\nespañol\nSPA\nes-ES", "spoken in Madrid\nthe language of Spain\nas in Mexico\nSpanish text\nwords such as el and muchas\nHispanophone"),
    Label("italian", """
        Il treno [per Roma|] parte tra un'ora.\nCi vediamo di nuovo [lunedì|presto].\nMio fratello abita con la sua famiglia in una piccola casa.\nDove hai messo le chiavi della macchina?\nVorrei una tazza di caffè con latte, per favore.\nHa piovuto tutto il giorno e siamo rimasti a casa.\nOggi ci sono molte persone per la strada.\nGrazie mille per la lettera, è arrivata ieri.\nMia sorella lavora in un grande ospedale.\nPotrebbe dirmi che ore sono?\nAbbiamo comprato pane e formaggio al mercato.\nNon so dove sia andato dopo il film.\nLo impara da tre anni.\nIl mio ordine non è arrivato e vorrei un rimborso.
        """, "Italian\nitalian\nit\nitaliano\nITA\nit-IT", "spoken in Rome\nthe language of Italy\nas in Milan\nItalian text\nwords such as il and della\nItalophone"),
    Label("portuguese", """
        O comboio [para Lisboa|] parte daqui a uma hora.\nVemo-nos outra vez [na segunda-feira|em breve].\nO meu irmão mora com a família numa casa pequena.\nOnde puseste as chaves do carro?\nQueria uma chávena de café com leite, por favor.\nChoveu o dia inteiro e ficámos em casa.\nHoje há muitas pessoas na rua.\nMuito obrigado pela carta, chegou ontem.\nA minha irmã trabalha num grande hospital.\nPode dizer-me que horas são?\nComprámos pão e queijo no mercado.\nNão sei para onde ele foi depois do filme.\nEla aprende isso há três anos.\nA minha encomenda não chegou e quero o dinheiro de volta.
        """, "Portuguese\nportuguese\npt\nportuguês\nPOR\npt-PT", "spoken in Lisbon\nthe language of Portugal\nas in Brazil\nPortuguese text\nwords such as não and muito\nLusophone"),
    Label("dutch", """
        De trein [naar Amsterdam|] vertrekt over een uur.\nWe zien elkaar [maandag|gauw] weer.\nMijn broer woont met zijn gezin in een klein huis.\nWaar heb je de sleutels van de auto gelegd?\nIk wil graag een kopje koffie met melk.\nHet heeft de hele dag geregend en we bleven thuis.\nEr zijn vandaag veel mensen op straat.\nHartelijk dank voor de brief, hij is gisteren aangekomen.\nMijn zus werkt in een groot ziekenhuis.\nKunt u mij zeggen hoe laat het is?\nWe hebben brood en kaas gekocht op de markt.\nIk weet niet waar hij na de film naartoe ging.\nZe leert dit al drie jaar.\nMijn bestelling is niet aangekomen, ik wil mijn geld terug.
        """, "Dutch\ndutch\nnl\nNederlands\nNLD\nnl-NL", "spoken in Amsterdam\nthe language of the Netherlands\nas in Rotterdam\nDutch text\nwords such as het and een\nNetherlandic"),
    Label("polish", """
        Pociąg [do Warszawy|] odjeżdża za godzinę.\nZobaczymy się znowu [w poniedziałek|wkrótce].\nMój brat mieszka z rodziną w małym domu.\nGdzie położyłeś klucze do samochodu?\nPoproszę filiżankę kawy z mlekiem.\nPadało cały dzień i zostaliśmy w domu.\nDzisiaj na ulicy jest dużo ludzi.\nBardzo dziękuję za list, przyszedł wczoraj.\nMoja siostra pracuje w dużym szpitalu.\nCzy może mi pan powiedzieć, która jest godzina?\nKupiliśmy chleb i ser na rynku.\nNie wiem, dokąd poszedł po filmie.\nOna uczy się tego od trzech lat.\nMoje zamówienie nie dotarło, proszę o zwrot pieniędzy.
        """, "Polish\npolish\npl\npolski\nPOL\npl-PL", "spoken in Warsaw\nthe language of Poland\nas in Krakow\nPolish text\nwords such as jest and się\nPolonophone"),
    Label("swedish", """
        Tåget [till Stockholm|] går om en timme.\nVi ses igen [på måndag|snart].\nMin bror bor med sin familj i ett litet hus.\nVar har du lagt nycklarna till bilen?\nJag skulle vilja ha en kopp kaffe med mjölk.\nDet regnade hela dagen och vi stannade hemma.\nDet är mycket folk på gatan i dag.\nTack så mycket för brevet, det kom i går.\nMin syster arbetar på ett stort sjukhus.\nKan du säga mig vad klockan är?\nVi köpte bröd och ost på torget.\nJag vet inte vart han gick efter filmen.\nHon har lärt sig det i tre år.\nMin beställning har inte kommit, jag vill ha pengarna tillbaka.
        """, "Swedish\nswedish\nsv\nsvenska\nSWE\nsv-SE", "spoken in Stockholm\nthe language of Sweden\nas in Malmö\nSwedish text\nwords such as och and det\nSwedish speech"),
    Label("turkish", """
        Tren bir saat sonra [Ankara'ya|] kalkıyor.\n[Pazartesi günü|Yakında] tekrar görüşürüz.\nKardeşim ailesiyle küçük bir evde oturuyor.\nArabanın anahtarlarını nereye koydun?\nSütlü bir fincan kahve istiyorum, lütfen.\nBütün gün yağmur yağdı ve evde kaldık.\nBugün sokakta çok insan var.\nMektup için çok teşekkür ederim, dün geldi.\nKız kardeşim büyük bir hastanede çalışıyor.\nBana saatin kaç olduğunu söyler misiniz?\nPazardan ekmek ve peynir aldık.\nFilmden sonra nereye gittiğini bilmiyorum.\nBunu üç yıldır öğreniyor.\nSiparişim gelmedi, paramı geri istiyorum.
        """, "Turkish\nturkish\ntr\nTürkçe\nTUR\ntr-TR", "spoken in Ankara\nthe language of Turkey\nas in Izmir\nTurkish text\nwords such as bir and çok\nTurkic"),
])
