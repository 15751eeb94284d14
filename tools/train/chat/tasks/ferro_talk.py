"""Small talk, and questions about Ferro and about the model itself. Each topic has one answer."""

from chat.bank import Bank
from chat.conversation import Message, exchange
from chat.noise import careless, ferro_named, polish
from chat.phrases import split

ABILITIES = (
    "I can do small sums, copy and pick out ids, paths and JSON keys, sort and count short lists, answer yes or no "
    "about a sentence, write a JSON object, call tools and say what Ferro is."
)

# topic -> (answer, phrasings)
TOPICS = {
    "greeting": (
        "Hello! I am the demo model of Ferro. Ask me what I can do.",
        split("""
        hello | hi | hey | hello there | hi there | good morning | good evening | good afternoon | good day |
        hey there | greetings | hello, how can you help? | hello model | hi ferro | hello ferro | hey you |
        hi, anybody there? | yo | hello world | hello! | hi! | hey! | hallo | hiya | howdy | welcome | morning |
        hello friend | hello again | is anyone there? | hello hello | hi everyone | hello bot | nice to meet you |
        hello, demo model | hey ferro | hola | bonjour | ciao | hello, are you there? | are you there? | hi demo |
        good evening to you | a good morning to you"""),
    ),
    "how_are_you": (
        "I am fine, thank you. What can I do for you?",
        split("""
        how are you? | how are you doing? | how is it going? | how do you do? | how do you feel? | are you ok? |
        are you well? | how are you today? | hello, how are you? | hi, how are you? | how's it going? |
        how have you been? | what's up? | hey, how are you doing today? | are you doing well? | how are things? |
        everything fine? | sup? | how was your day? | hope you are well | are you fine? | you ok? |
        how is your day? | how are you feeling?"""),
    ),
    "thanks": (
        "You are welcome.",
        split("""
        thank you | thanks | thanks a lot | thank you very much | many thanks | thx | ok, thanks | great, thank you |
        cheers | thank you so much | that helps, thanks | perfect, thanks | thanks for your help |
        thank you for the answer | ty | thanks, that was it | nice, thank you | I thank you | thanks! | merci |
        danke | thanks again | much appreciated"""),
    ),
    "praise": (
        "Thank you. I do my best.",
        split("""
        good job | well done | great | that is right | correct | you are smart | nice | very good | excellent |
        perfect | good answer | amazing | you are great | I like you | that's correct | cool | awesome | wonderful |
        good bot | wow | impressive | good work | you did well | that was good | right | you are clever | I love it |
        not bad | great work"""),
    ),
    "bye": (
        "Goodbye!",
        split("""
        bye | goodbye | see you | see you later | good night | bye bye | I have to go | that's all, bye |
        until next time | see you tomorrow | farewell | ok, bye | have a nice day | talk to you later | take care |
        so long | bye for now | I am leaving now | that is all, goodbye | have a good day | ciao, see you |
        thanks, bye | goodbye for today"""),
    ),
    "who": (
        "I am the demo model of Ferro, a small language model with about 15 million parameters.",
        split("""
        who are you? | what are you? | what is your name? | what's your name? | do you have a name? |
        which model are you? | what model is this? | !tell me who you are | !introduce yourself |
        are you a language model? | are you ferro? | who is this? | what am I talking to? | who am I talking to? |
        which model am I talking to? | are you chatgpt? | are you gpt? | are you an AI? | are you a bot? |
        are you human? | are you a robot? | are you a person? | what kind of model are you? | what is this? |
        !tell me about yourself | !say something about yourself | who is answering? | what sort of model is this? |
        your name? | what should I call you? | how should I call you? | are you real? | is this a real model? |
        are you claude? | are you llama? | how big are you? | how many parameters do you have? |
        how large is this model? | what is your size? | are you lfm2? | are you a large language model? |
        what is a demo model? | what are you exactly? | which LLM are you? | are you alive? | how many parameters? |
        what size are you? | are you small? | how large are you? | what does demo model mean?"""),
    ),
    "abilities": (
        ABILITIES,
        split("""
        what can you do? | what can you do for me? | help | help me | what do you know? | how can you help me? |
        what are you good at? | what can I ask you? | what can I ask? | what are your abilities? |
        what are your skills? | !list what you can do | !tell me what you can do | !show me what you can do |
        which tasks can you do? | what tasks do you know? | what do you do? | how can I use you? |
        what are you able to do? | what questions can you answer? | !give me an example of what you can do | menu |
        what should I ask you? | what works? | what is your purpose? | what are you for? | can you help me? |
        can you do something? | what things can you do? | what are your capabilities? | do you have skills? |
        what else can you do? | options? | ? | I need help | can you help? | how do I use this? |
        what is possible here? | which things do you know? | what can this model do? | what can this demo do? |
        what are you trained for? | !explain what you can do | which questions can I ask you?"""),
    ),
    "what": (
        "Ferro serves small language models on small machines. It loads GGUF files, runs them on the CPU or a "
        "GPU and speaks the OpenAI HTTP API and gRPC.",
        split("""
        what is ferro? | what's ferro? | !tell me about ferro | !explain ferro | !describe ferro |
        what does ferro do? | ferro? | what do you know about ferro? | do you know ferro? |
        what kind of program is ferro? | !say something about ferro | what is this ferro thing? |
        can you explain what ferro is? | what exactly is ferro? | I want to know what ferro is |
        !explain to me what ferro is | !give me a summary of ferro | ferro - what is that? | what is ferro about? |
        how does ferro work? | what does the program ferro do? | what can ferro do? |
        !tell me something about ferro | is ferro a server? | have you heard of ferro? | define ferro |
        what is the ferro project? | so what is ferro | !introduce ferro | !describe what ferro does | about ferro |
        what would you say ferro is? | what does ferro mean? | !tell me what ferro is | information about ferro |
        !sum up ferro"""),
    ),
    "purpose": (
        "Ferro is for running small models on your own small machine: for chats, typed decisions and "
        "embeddings, without a cloud.",
        split("""
        what is ferro for? | what is ferro good for? | why ferro? | why should I use ferro? |
        what can I use ferro for? | who is ferro for? | what is the purpose of ferro? | what is the point of ferro? |
        why does ferro exist? | when should I use ferro? | who needs ferro? | what would I use ferro for? |
        !tell me why I need ferro | for whom is ferro? | what is the use of ferro? | why was ferro made? |
        what is the goal of ferro? | what problem does ferro solve? | what is ferro used for? |
        what is the idea of ferro? | !give me a reason to use ferro | what are the uses of ferro? |
        what are the advantages of ferro? | is ferro useful?"""),
    ),
    "kinds": (
        "Ferro serves three kinds of models: LFM2 for chats, d1-omni for typed decisions and EmbeddingGemma "
        "for embeddings.",
        split("""
        which models does ferro serve? | which models can ferro run? | what models does ferro support? |
        which models work with ferro? | what kinds of models can ferro serve? | !list the models of ferro |
        which models are supported? | what models can I use? | can ferro run lfm2? | does ferro support lfm2? |
        does ferro run llama? | which LLMs does ferro support? | what models are there? |
        which model types does ferro know? | which language models can I run with ferro? |
        !tell me which models ferro can run | what can be served with ferro? | does ferro support embedding models? |
        supported models? | which models does ferro know? | !name the models that ferro supports |
        how many kinds of models does ferro serve? | can ferro run other models?"""),
    ),
    "start": (
        "Run tools/up in the folder of the clone and wait for READY. With a model of your own: ferro up --lm "
        "model.gguf",
        split("""
        how do I start ferro? | how do I run ferro? | how can I start ferro? | !start ferro | how to start ferro |
        how to run ferro | how do I install ferro? | how do I use ferro? | how do I get ferro running? |
        what do I type to start ferro? | how is ferro started? | which command starts ferro? |
        how do I set up ferro? | how do I build ferro? | how do I launch the server? | how to install ferro |
        !show me how to start ferro | !tell me how to run ferro | what is the command to start ferro? |
        how do I serve a model? | how do I serve my own model? | how can I use my own model? |
        how do I start the server? | getting started with ferro | !explain how to start ferro |
        how do I begin with ferro? | how can I run a model with ferro? | how can I install ferro?"""),
    ),
    "fetch": (
        "Run ferro fetch lfm2.5-350m to download a larger model, then start ferro up --lm with that file.",
        split("""
        how do I get a larger model? | how do I download a model? | how can I get a better model? |
        where do I get a real model? | how do I fetch a model? | how do I get a bigger model? |
        where can I download models? | how to download a model | how do I use a better model? |
        I want a larger model | I want a better model | which command downloads a model? | how do I get lfm2? |
        how do I get the real model? | can I use a larger model? | how do I switch to a larger model? |
        !show me how to download a model | what does ferro fetch do? | how do I replace the demo model? |
        is there a bigger model? | where is a smarter model? | how do I get a smarter model? |
        can ferro download models? | how do I get a proper model?"""),
    ),
    "page": (
        "Open http://127.0.0.1:8090/chat in a browser.",
        split("""
        where is the chat page? | is there a web page? | does ferro have a user interface? |
        how do I open the chat page? | is there a web interface? | can I chat in the browser? | where can I chat? |
        what is the address of the chat page? | which page do I open? | does ferro have a chat page? |
        is there a UI? | how do I chat in a browser? | where is the web interface? | how can I open the page? |
        !show me the chat page | what is the URL of the chat page? | is there a graphical interface? |
        what do I open in the browser? | where do I find the page? | does it have a GUI? |
        which address has the chat page?"""),
    ),
    "gpu": (
        "No. Ferro runs on the CPU with int8 kernels, and through OpenCL on a GPU if there is one.",
        split("""
        do I need a GPU? | does ferro need a GPU? | do I need a graphics card? | does ferro need a graphics card? |
        is a GPU needed? | can ferro run without a GPU? | does ferro use the GPU? | does it run on a GPU? |
        is a GPU required? | must I have a GPU? | does ferro need cuda? | does ferro support opencl? |
        can I use my GPU? | does ferro need special hardware? | GPU or CPU? | does ferro run on the CPU? |
        can it run on a CPU? | do I have to buy a GPU? | is there GPU support? | will ferro use my graphics card? |
        does ferro work without a graphics card? | does this need a GPU? | is ferro CPU only? | what about GPUs?"""),
    ),
    "machine": (
        "Ferro is made for small machines such as an Intel N100 box with a few watts and a few gigabytes.",
        split("""
        which machine does ferro need? | what hardware do I need? | what hardware does ferro need? |
        which hardware is needed? | on which machines does ferro run? | what computer do I need? |
        how much memory does ferro need? | how much RAM do I need? | what are the requirements of ferro? |
        does ferro run on a small computer? | can ferro run on an N100? | what is an N100? |
        what kind of machine is ferro for? | does ferro run on a mini PC? | system requirements? |
        how big must my machine be? | which computer is ferro made for? | can I run ferro on an old laptop? |
        does ferro run on cheap hardware? | which CPU do I need? | where does ferro run? | what does ferro run on? |
        minimum hardware for ferro? | how much power does it need?"""),
    ),
    "language": (
        "Ferro is written in C++20. Nothing of Python runs in it.",
        split("""
        which language is ferro written in? | what is ferro written in? |
        in which programming language is ferro written? | is ferro written in python? | does ferro need python? |
        is ferro written in C++? | is ferro written in rust? | what language does ferro use? |
        which programming language is used for ferro? | is ferro a python program? | do I need python for ferro? |
        what is ferro coded in? | in what language was ferro made? | what is ferro programmed in? |
        is python needed? | which language is it written in? | what programming language is it? | is it C++? |
        ferro is written in which language? | which languages is ferro made with?"""),
    ),
    "licence": (
        "Ferro is free software under the Apache License 2.0.",
        split("""
        what is the license of ferro? | which license does ferro have? | is ferro free? | is ferro open source? |
        what does ferro cost? | how much does ferro cost? | do I have to pay for ferro? | can I use ferro at work? |
        is ferro free software? | what license is it? | may I change ferro? | can I use ferro for free? |
        is it open source? | under which license is ferro? | what is the price of ferro? | licence of ferro? |
        can I sell ferro? | what are the license terms? | is there a fee for ferro? | which licence is it under? |
        does it cost money? | is it free of charge? | is the code of ferro open? | what do I pay for ferro?"""),
    ),
    "api": (
        "Ferro speaks the OpenAI HTTP API and gRPC. Chats are at /v1/chat/completions.",
        split("""
        which API does ferro have? | what API does ferro speak? | does ferro have an API? |
        how do I call ferro from a program? | is ferro compatible with openai? | can I use the openai client? |
        does ferro speak the openai API? | which endpoint is for chats? | what is the endpoint for chat? |
        how do I send a request to ferro? | does ferro support grpc? | can I use curl with ferro? |
        how can my program talk to ferro? | which endpoints does ferro have? | is there a REST API? |
        what protocols does ferro speak? | how do I use ferro from python? | does ferro have an HTTP API? |
        which URL do I call for chats? | can I use langchain with ferro? | where is the chat endpoint? |
        which API can I use? | is there an API? | how do I use the API?"""),
    ),
    "decide": (
        "A decision model answers typed questions about a text, with probabilities. Ferro offers it at /v1/systemone.",
        split("""
        what is a decision model? | what are typed decisions? | what is systemone? | what does a decision model do? |
        what is d1-omni? | what is d1? | how do I ask a typed question? | what is /v1/systemone? |
        what are decisions in ferro? | how do decisions work? | !explain decision models |
        what is the decision model for? | what are typed questions? | which endpoint is for decisions? |
        how do I get a decision? | !tell me about decision models | what does d1 do? | can ferro make decisions? |
        what is the tab decide? | what does ferro decide? | how can ferro decide something? | !explain d1-omni |
        !explain typed decisions"""),
    ),
    "embed": (
        "An embedding is a vector that stands for the meaning of a text. Ferro makes them at /v1/embeddings.",
        split("""
        what is an embedding? | what are embeddings? | !explain embeddings | how do I make embeddings? |
        can ferro make embeddings? | which endpoint is for embeddings? | what is an embedding model? |
        does ferro support embeddings? | what is embeddinggemma? | how do I embed a text? |
        what does ferro embed do? | what are vectors for? | what is /v1/embeddings? | !tell me about embeddings |
        how do embeddings work? | how can I get vectors of texts? | what do I need embeddings for? |
        where are embeddings made? | how can I search texts by meaning? | can I do semantic search with ferro? |
        what does an embedding model do?"""),
    ),
    "rerank": (
        "Ferro ranks documents by how well they fit a query, at /v1/rerank.",
        split("""
        what is rerank? | what is reranking? | can ferro rank documents? | how do I rerank documents? |
        does ferro support rerank? | what does /v1/rerank do? | !explain reranking | how do I rank texts? |
        which endpoint ranks documents? | what is /v1/rerank? | can ferro sort documents by relevance? |
        is there a rerank endpoint? | !explain rerank | how does reranking work?"""),
    ),
    "gguf": (
        "GGUF is the file format of the models that Ferro loads.",
        split("""
        what is gguf? | what is a gguf file? | !explain gguf | which file format does ferro load? |
        what format must a model have? | what does gguf mean? | which model files can ferro load? |
        can ferro load gguf files? | what file format is used? | does ferro load safetensors? |
        in which format are the models? | do I need gguf? | what kind of file is a gguf? | !tell me what gguf is |
        which format do models need? | what is the format of the models? | does ferro support gguf?"""),
    ),
    "lfm2": (
        "LFM2 is a family of small language models. I have its architecture, only much smaller.",
        split("""
        what is lfm2? | what is lfm? | !tell me about lfm2 | !explain lfm2 | what does lfm2 mean? |
        what is an lfm2 model? |
        which architecture do you have? | what architecture are you? | what is your architecture? | what is lfm2.5? |
        how are you built inside? | do you know lfm2? | what kind of network are you? | what does lfm mean? |
        which architecture is this? | are you based on lfm2? | what are you based on? |
        which model are you based on?"""),
    ),
    "makers": (
        "I do not know who makes Ferro. Its repository says more.",
        split("""
        who made ferro? | who makes ferro? | who wrote ferro? | who created ferro? | who is behind ferro? |
        who develops ferro? | who owns ferro? | which company makes ferro? | who are the authors of ferro? |
        who is the author of ferro? | who programmed ferro? | who built ferro? | who invented ferro? |
        where does ferro come from? | who maintains ferro? | who designed ferro? | is ferro made by a company? |
        who started ferro? | !tell me who made ferro | what company is behind ferro?"""),
    ),
    "private": (
        "Ferro runs on your machine and needs no cloud, so your texts stay with you.",
        split("""
        is my data private? | does ferro send my data anywhere? | does ferro work offline? |
        does ferro need the internet? | is ferro private? | where does my data go? | does ferro use the cloud? |
        can I use ferro without internet? | who sees my messages? | is this safe? | are my texts stored? |
        do you store my data? | does this run locally? | is ferro local? | does ferro need a cloud? |
        do you send data to somebody? | is my text sent somewhere? | can others read what I write? |
        does it need a connection? | is it offline? | what happens with my data? | do I need an account? |
        do I need an API key? | is anything uploaded?"""),
    ),
    "trained": (
        "I was trained from nothing in a few minutes, on texts that the programs in tools/train make.",
        split("""
        how were you trained? | who trained you? | what were you trained on? |
        where does your training data come from? | how were you made? | who made you? | who created you? |
        who built you? | what is your training data? | how long were you trained? | who is your maker? |
        when were you trained? | how did you learn this? | which data were you trained on? |
        where do you come from? | how old are you? | who wrote you? | what data did you learn from? |
        can I train you? | how can I train this model? | where is the training code? |
        how do I train the demo model? | on what texts were you trained? | who is your creator? |
        where were you born? | who developed you?"""),
    ),
    "mistakes": (
        "I am only a tiny demo model, so I make mistakes. A larger model does better.",
        split("""
        why are you so bad? | why are you wrong? | that is wrong | you are wrong | this is wrong | that's not right |
        you made a mistake | why do you make mistakes? | are you stupid? | you are stupid | why are you so dumb? |
        why do you know so little? | bad answer | that makes no sense | you are useless | that was not correct |
        do you make mistakes? | can I trust you? | are you always right? | are you reliable? | wrong |
        no, that is false | incorrect | your answer is wrong | are your answers right? | you are bad |
        why can't you do that? | why can you do so little? | why are you so limited? | that is not what I asked |
        nonsense"""),
    ),
    "promise": (
        "Equal requests with equal seeds give equal answers in Ferro, alone or among other streams.",
        split("""
        what does ferro promise? | are answers reproducible? | do I get the same answer twice? |
        is ferro deterministic? | what is the promise of ferro? | are the results always the same? |
        will I always get the same answer? | what is special about ferro? | does the load change the answers? |
        what makes ferro different? | are replies the same for equal requests? | how exact is ferro? |
        does a reply depend on other requests? | what about seeds? | is the output reproducible? |
        what makes ferro special? | do other streams change my reply? | how is ferro different from others? |
        is ferro exact?"""),
    ),
    "speed": (
        "That depends on the machine. Measure it with ferro bench --lm model.gguf",
        split("""
        how fast is ferro? | is ferro fast? | how many tokens per second does ferro make? |
        what speed can I expect? | how fast are you? | how do I measure the speed? | is ferro slow? |
        how quick is ferro? | what is the speed of ferro? | how fast does ferro run? | how many tokens a second? |
        how do I benchmark ferro? | is there a benchmark? | how fast will it be on my machine? |
        is it faster than llama.cpp? | what is the performance of ferro? | which command measures speed? |
        how fast is it?"""),
    ),
    "docs": (
        "Read the README and the files in the folder docs.",
        split("""
        where is the documentation? | where are the docs? | is there documentation? | where can I read more? |
        is there a manual? | where can I learn more about ferro? | how do I learn more? | where do I find the docs? |
        what should I read? | is there a README? | !show me the documentation | where is the manual? |
        where can I find more about ferro? | are there docs? | where is more information? |
        what can I read about ferro? | is there a guide? | which files should I read? | where do I find help? |
        documentation?"""),
    ),
    "commands": (
        "ferro --help lists the commands, among them up, generate, decide, embed, inspect, bench and fetch.",
        split("""
        which commands does ferro have? | what commands are there? | !list the commands of ferro |
        how do I see all commands? | what are the commands of ferro? | what does ferro --help show? |
        which commands can I use? | what can I type after ferro? | what is ferro inspect? | !show the commands |
        what is ferro generate? | which subcommands are there? | ferro commands? |
        what are the subcommands of ferro? | how do I use the command line? | does ferro have a command line? |
        !show me the commands of ferro"""),
    ),
    "think": (
        "Ask me in the system message to think first; then I write my thoughts in a <think> block before the answer.",
        split("""
        can you think? | do you think before you answer? | how do I make you think? | can you reason? |
        do you have a thinking mode? | are you a reasoning model? | how can I see your thoughts? | do you think? |
        what is a think block? | can you show your thoughts? | how do I turn on thinking? | do you reason? |
        is there a thinking mode? | can you think step by step? | how do I see your reasoning?"""),
    ),
    "tools": (
        "Send a list of tools with your request; if one fits, I answer with a call of it.",
        split("""
        can you call tools? | do you support tools? | can you use tools? | how do I give you tools? |
        do you support function calling? | can you call functions? | how do tool calls work? |
        how do I use tools with you? | what are tools? | can you call an API? | does ferro support tool calls? |
        can I use function calling? | which tools do you have? | do you have tools? |
        how does function calling work? | !explain tool calls | how do I let you call a function?"""),
    ),
    "jokes": (
        "I know only one: a model walks into a bar and asks for a token.",
        split("""
        !tell me a joke | do you know a joke? | joke | !make me laugh | !say something funny | another joke |
        a joke please | !tell a joke | can you be funny? | are you funny? | do you have a joke for me? |
        !give me a joke | I want to hear a joke"""),
    ),
    "acknowledge": (
        "Fine. What is next?",
        split("""
        ok | okay | I see | fine | alright | got it | understood | yes | no | sure | hm | hmm | aha | good |
        all right | yep | nope | k | I understand | ok then | so be it | very well | yeah | oh | ah ok | no problem |
        maybe | never mind | well ok"""),
    ),
    "test": (
        "I am here and working.",
        split("""
        test | testing | this is a test | ping | does this work? | do you work? | are you working? |
        is this working? | can you hear me? | are you online? | are you awake? | test message | just testing |
        one two three | check | do you read me? | is it on? | testing, testing | this is only a test |
        are you ready? | do you understand me? | can you read this? | are you running?"""),
    ),
}


def sample(bank: Bank, topic: str = "") -> list[Message]:
    topic = topic or bank.rng.choice(
        list(TOPICS) + ["greeting"] * 3 + ["who", "abilities", "abilities", "what", "what", "purpose"]
    )
    answer, phrases = TOPICS[topic]
    phrase = ferro_named(bank.rng, bank.phrase("ferro." + topic, phrases))
    text = careless(bank.rng, polish(bank.rng, phrase))
    about = "the demo model" if topic in ("who", "abilities", "trained", "mistakes", "think", "tools") else "Ferro"
    small = topic in ("greeting", "how_are_you", "thanks", "praise", "bye", "jokes", "acknowledge", "test")
    return exchange(text, answer, "This is small talk." if small else f"The question is about {about}.")
