"""Short notes on topics, for "What is this about?"; and sentences in ten languages."""

from decision.kinds import Label, Labels

TOPICS = Labels(
    "topic",
    """
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
    What is the [general|overall] [theme|topic]?
    Select the topic.
    Which [theme|heading|area] fits [this text|best|]?
    Name the [subject|topic|area].
    What does the [text|note|article] talk about?
    [Theme|Field|Area|Heading]?
    To which [section|category|field] does it belong?
    Which [subject|topic] does [it|the news] have?
    What kind of news is [it|this]?
    Tell me the topic of [this|the text].
    """,
    [
        Label(
            "sport",
            """
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
        """,
            "sport / sports / Sport / athletics / games and matches / matches",
            """
            games and athletes / matches, teams and players / who won / racing, ball games, medals
            competition in the stadium / sports news
            """,
        ),
        Label(
            "politics",
            """
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
        """,
            "politics / government / Politics / elections and laws / policy / state affairs",
            """
            laws, elections, parties / what the government does / parliaments and presidents
            ministers and votes / state and diplomacy / political news
            """,
        ),
        Label(
            "business",
            """
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
        """,
            "business / economy / Business / finance and markets / companies / money",
            """
            companies and markets / shares, banks, profits / economy and trade / what firms earn
            jobs and prices / business news
            """,
        ),
        Label(
            "science",
            """
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
        """,
            "science / research / Science / discoveries / studies / natural sciences",
            """
            research and discoveries / experiments and theories / space, cells and atoms
            what scientists find out / laboratories and telescopes / science news
            """,
        ),
        Label(
            "health",
            """
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
        """,
            "health / medicine / Health / doctors and patients / well-being / medical",
            """
            illness and treatment / doctors and hospitals / how to stay well / medicines and vaccines
            care of the body / medical news
            """,
        ),
        Label(
            "cooking",
            """
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
        """,
            "cooking / recipes / Cooking / food / kitchen / cuisine",
            """
            recipes and kitchen / how to make a dish / baking and cooking / ingredients and ovens
            meals and their preparation / what to cook
            """,
        ),
        Label(
            "traffic",
            """
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
        """,
            "traffic / transport / Traffic / roads and trains / cars and buses / on the road",
            """
            roads, trains and jams / accidents and closed streets / cars, buses and trains
            how people get around / delays on the way / traffic news
            """,
        ),
        Label(
            "technology",
            """
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
        """,
            "technology / computers / Technology / gadgets and software / digital / IT",
            """
            computers and devices / phones, chips, software / new gadgets / programs and machines
            the digital world / technology news
            """,
        ),
        Label(
            "culture",
            """
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
        """,
            "culture / arts / Culture / books, music and film / entertainment / art and theatre",
            """
            books, films and music / museums and theatres / artists and their work / concerts and exhibitions
            novels and paintings / arts news
            """,
        ),
        Label(
            "nature",
            """
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
        """,
            "nature / animals and plants / Nature / wildlife / environment / garden and forest",
            """
            animals, plants, forests / gardens and wild animals / rivers and trees / birds and flowers
            life outdoors / nature news
            """,
        ),
        Label(
            "school",
            """
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
        """,
            "education / school / Education / teaching / learning / schools and exams",
            """
            schools and lessons / teachers, pupils, exams / learning and teaching / universities and courses
            classrooms / education news
            """,
        ),
        Label(
            "crime",
            """
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
        """,
            "crime / police and courts / Crime / offences / justice / law and order",
            """
            thieves, police and courts / robbery and trials / who was arrested / judges and prisons
            crimes and their victims / police reports
            """,
        ),
    ],
)

LANGUAGES = Labels(
    "language",
    """
    Which language is [this|the text] [written in|]?
    What language is this?
    In which language does the [writer|customer|author] write?
    [Language|Language of the text]?
    Identify the language.
    Which language does the [message|text|customer] use?
    Name the language [of the message|of this text|].
    The text is written in
    Which language [do you see|is it|is used] [here|]?
    What language [does the text use|was used|do they write]?
    Detect the language.
    Select the language [of the text|].
    Tell me the language.
    [Which tongue is that|In what language is it]?
    Language used?
    What language do I have to [answer in|read]?
    """,
    [
        Label(
            "english",
            """
        The train to the coast leaves in an hour. / We [will|shall] see each other again [on Monday|soon].
        My brother lives with his family in a small [house|town]. / Where did you put the keys to the car?
        I would like a cup of tea with milk. / It was raining all day and we stayed at home.
        There are many [people|children] on the street today.
        Thank you for the [letter|present], it came yesterday. / My sister works in a big [hospital|bank].
        Could you tell me what time it is? / We bought bread and cheese at the market.
        I do not know where he went after the film. / She has been learning this for three years.
        """,
            "English / english / en / english language / ENG / en-GB",
            """
            spoken in London / the language of England / as in Great Britain / English text
            words such as the and of / Anglophone
            """,
        ),
        Label(
            "german",
            """
        Der Zug [nach Berlin|] fährt in einer Stunde ab. / Wir sehen uns [am Montag|bald] wieder.
        Mein Bruder wohnt mit seiner Familie in einem kleinen Haus.
        Wo hast du den Schlüssel [hingelegt|gelassen]? / Ich möchte bitte eine Tasse Kaffee mit Milch.
        Es hat den ganzen Tag geregnet und wir blieben zu Hause.
        Heute sind viele [Leute|Kinder] auf der Straße. / Vielen Dank für den Brief, er ist gestern angekommen.
        Meine Schwester arbeitet in einem großen Krankenhaus. / Könnten Sie mir sagen, wie spät es ist?
        Wir haben auf dem Markt Brot und Käse gekauft. / Ich weiß nicht, wohin er nach dem Film gegangen ist.
        Sie lernt das seit drei Jahren. / Ich wurde zweimal belastet und möchte mein Geld zurück.
        """,
            "German / german / de / Deutsch / GER / de-DE",
            """
            spoken in Berlin / the language of Germany / as in Austria / German text / words such as der and und
            Germanophone
            """,
        ),
        Label(
            "french",
            """
        Le train [pour Paris|] part dans une heure. / Nous nous reverrons [lundi|bientôt].
        Mon frère habite avec sa famille dans une petite maison. / Où as-tu mis les clés de la voiture?
        Je voudrais une tasse de café avec du lait.
        Il a plu toute la journée et nous sommes restés à la maison.
        Il y a beaucoup de [gens|enfants] dans la rue aujourd'hui.
        Merci beaucoup pour la lettre, elle est arrivée hier. / Ma sœur travaille dans un grand hôpital.
        Pourriez-vous me dire quelle heure il est? / Nous avons acheté du pain et du fromage au marché.
        Je ne sais pas où il est allé après le film. / Elle apprend cela depuis trois ans.
        Ma commande n'est pas arrivée, je voudrais être remboursé.
        """,
            "French / french / fr / français / FRA / fr-FR",
            """
            spoken in Paris / the language of France / as in Lyon / French text / words such as le and je
            Francophone
            """,
        ),
        Label(
            "spanish",
            """
        El tren [a Madrid|] sale en una hora. / Nos vemos otra vez [el lunes|pronto].
        Mi hermano vive con su familia en una casa pequeña. / ¿Dónde has puesto las llaves del coche?
        Quisiera una taza de café con leche, por favor. / Llovió todo el día y nos quedamos en casa.
        Hoy hay mucha [gente|alegría] en la calle. / Muchas gracias por la carta, llegó ayer.
        Mi hermana trabaja en un hospital grande. / ¿Podría decirme qué hora es?
        Compramos pan y queso en el mercado. / No sé adónde fue después de la película.
        Ella lo aprende desde hace tres años. / Mi pedido no ha llegado y quiero mi dinero.
        """,
            "Spanish / spanish / es / español / SPA / es-ES",
            """
            spoken in Madrid / the language of Spain / as in Mexico / Spanish text / words such as el and muchas
            Hispanophone
            """,
        ),
        Label(
            "italian",
            """
        Il treno [per Roma|] parte tra un'ora. / Ci vediamo di nuovo [lunedì|presto].
        Mio fratello abita con la sua famiglia in una piccola casa. / Dove hai messo le chiavi della macchina?
        Vorrei una tazza di caffè con latte, per favore. / Ha piovuto tutto il giorno e siamo rimasti a casa.
        Oggi ci sono molte persone per la strada. / Grazie mille per la lettera, è arrivata ieri.
        Mia sorella lavora in un grande ospedale. / Potrebbe dirmi che ore sono?
        Abbiamo comprato pane e formaggio al mercato. / Non so dove sia andato dopo il film.
        Lo impara da tre anni. / Il mio ordine non è arrivato e vorrei un rimborso.
        """,
            "Italian / italian / it / italiano / ITA / it-IT",
            """
            spoken in Rome / the language of Italy / as in Milan / Italian text / words such as il and della
            Italophone
            """,
        ),
        Label(
            "portuguese",
            """
        O comboio [para Lisboa|] parte daqui a uma hora. / Vemo-nos outra vez [na segunda-feira|em breve].
        O meu irmão mora com a família numa casa pequena. / Onde puseste as chaves do carro?
        Queria uma chávena de café com leite, por favor. / Choveu o dia inteiro e ficámos em casa.
        Hoje há muitas pessoas na rua. / Muito obrigado pela carta, chegou ontem.
        A minha irmã trabalha num grande hospital. / Pode dizer-me que horas são?
        Comprámos pão e queijo no mercado. / Não sei para onde ele foi depois do filme.
        Ela aprende isso há três anos. / A minha encomenda não chegou e quero o dinheiro de volta.
        """,
            "Portuguese / portuguese / pt / português / POR / pt-PT",
            """
            spoken in Lisbon / the language of Portugal / as in Brazil / Portuguese text
            words such as não and muito / Lusophone
            """,
        ),
        Label(
            "dutch",
            """
        De trein [naar Amsterdam|] vertrekt over een uur. / We zien elkaar [maandag|gauw] weer.
        Mijn broer woont met zijn gezin in een klein huis. / Waar heb je de sleutels van de auto gelegd?
        Ik wil graag een kopje koffie met melk. / Het heeft de hele dag geregend en we bleven thuis.
        Er zijn vandaag veel mensen op straat. / Hartelijk dank voor de brief, hij is gisteren aangekomen.
        Mijn zus werkt in een groot ziekenhuis. / Kunt u mij zeggen hoe laat het is?
        We hebben brood en kaas gekocht op de markt. / Ik weet niet waar hij na de film naartoe ging.
        Ze leert dit al drie jaar. / Mijn bestelling is niet aangekomen, ik wil mijn geld terug.
        """,
            "Dutch / dutch / nl / Nederlands / NLD / nl-NL",
            """
            spoken in Amsterdam / the language of the Netherlands / as in Rotterdam / Dutch text
            words such as het and een / Netherlandic
            """,
        ),
        Label(
            "polish",
            """
        Pociąg [do Warszawy|] odjeżdża za godzinę. / Zobaczymy się znowu [w poniedziałek|wkrótce].
        Mój brat mieszka z rodziną w małym domu. / Gdzie położyłeś klucze do samochodu?
        Poproszę filiżankę kawy z mlekiem. / Padało cały dzień i zostaliśmy w domu.
        Dzisiaj na ulicy jest dużo ludzi. / Bardzo dziękuję za list, przyszedł wczoraj.
        Moja siostra pracuje w dużym szpitalu. / Czy może mi pan powiedzieć, która jest godzina?
        Kupiliśmy chleb i ser na rynku. / Nie wiem, dokąd poszedł po filmie. / Ona uczy się tego od trzech lat.
        Moje zamówienie nie dotarło, proszę o zwrot pieniędzy.
        """,
            "Polish / polish / pl / polski / POL / pl-PL",
            """
            spoken in Warsaw / the language of Poland / as in Krakow / Polish text / words such as jest and się
            Polonophone
            """,
        ),
        Label(
            "swedish",
            """
        Tåget [till Stockholm|] går om en timme. / Vi ses igen [på måndag|snart].
        Min bror bor med sin familj i ett litet hus. / Var har du lagt nycklarna till bilen?
        Jag skulle vilja ha en kopp kaffe med mjölk. / Det regnade hela dagen och vi stannade hemma.
        Det är mycket folk på gatan i dag. / Tack så mycket för brevet, det kom i går.
        Min syster arbetar på ett stort sjukhus. / Kan du säga mig vad klockan är?
        Vi köpte bröd och ost på torget. / Jag vet inte vart han gick efter filmen.
        Hon har lärt sig det i tre år. / Min beställning har inte kommit, jag vill ha pengarna tillbaka.
        """,
            "Swedish / swedish / sv / svenska / SWE / sv-SE",
            """
            spoken in Stockholm / the language of Sweden / as in Malmö / Swedish text
            words such as och and det / Swedish speech
            """,
        ),
        Label(
            "turkish",
            """
        Tren bir saat sonra [Ankara'ya|] kalkıyor. / [Pazartesi günü|Yakında] tekrar görüşürüz.
        Kardeşim ailesiyle küçük bir evde oturuyor. / Arabanın anahtarlarını nereye koydun?
        Sütlü bir fincan kahve istiyorum, lütfen. / Bütün gün yağmur yağdı ve evde kaldık.
        Bugün sokakta çok insan var. / Mektup için çok teşekkür ederim, dün geldi.
        Kız kardeşim büyük bir hastanede çalışıyor. / Bana saatin kaç olduğunu söyler misiniz?
        Pazardan ekmek ve peynir aldık. / Filmden sonra nereye gittiğini bilmiyorum. / Bunu üç yıldır öğreniyor.
        Siparişim gelmedi, paramı geri istiyorum.
        """,
            "Turkish / turkish / tr / Türkçe / TUR / tr-TR",
            """
            spoken in Ankara / the language of Turkey / as in Izmir / Turkish text / words such as bir and çok
            Turkic
            """,
        ),
    ],
)
