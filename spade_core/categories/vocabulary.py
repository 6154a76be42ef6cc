"""The classes of words that cue phrases speak of, from general English usage in prompts."""


def words_of(text: str) -> frozenset[str]:
    """Return the words of a list kept as text, as people read and edit it."""
    return frozenset(text.split())


CLASSES: dict[str, str] = {
    "not": """
        not never dont cant shouldnt mustnt wont neednt don't cannot can't shouldn't mustn't won't isn't aren't doesn't
        """,
    "forbidden": "allowed permitted acceptable welcome",
    "surplus": """
        punctuation commentary comment comments explanation explanations introduction introductions preamble preambles
        emoji emojis hashtag hashtags markdown heading headings header headers greeting greetings quote quotes quotation
        disclaimer disclaimers apology apologies spoiler spoilers bullet bullets numbering formatting prefix prefixes
        suffix backticks fence fences html link links url urls citations names repetition repetitions profanity swearing
        filler fluff clichés cliches embellishment exaggeration bias speculation whitespace newlines prose caveats
        abbreviations acronyms adjectives adverbs contractions digressions duplicates hedging opinions outro padding
        parentheses pleasantries puns rhymes signature small-talk stereotypes typos warnings
        """,
    "nil": "null nil nan undefined n/a",
    "empty": "null nil nan undefined blank empty",
    "value": """
        value values option options label labels category categories class classes choice choices status type word
        words answer answers
        """,
    "type": "string strings integer integers int float floats boolean bool number numeric array object",
    "notation": """
        iso iso-8601 rfc utf-8 ascii unicode epoch yyyy-mm-dd dd-mm-yyyy mm-dd-yyyy yyyymmdd 24-hour
        12-hour base64 hexadecimal hex digits numerals numeral two-letter three-letter iso8601 e.164
        camelcase pascalcase kebab-case
        """,
    "measure": """
        dollars euros pounds yen cents usd eur gbp jpy celsius fahrenheit kilometers kilometres meters metres miles
        kilograms grams ounces hours minutes seconds days percent percentages
        """,
    "language": """
        english french german spanish italian portuguese dutch swedish norwegian danish finnish polish czech russian
        ukrainian greek turkish arabic hebrew hindi urdu bengali tamil chinese mandarin japanese korean vietnamese thai
        indonesian malay swahili latin language
        """,
    "material": """
        information context data text document documents passage passages material materials input inputs query
        question transcript article source sources example examples tools tool instructions steps guidelines rules
        list table schema criteria knowledge
        """,
    "degree": "too very more as both really quite less so overly extremely highly fully",
    "unit": """
        word words sentence sentences paragraph paragraphs character characters char chars token tokens line lines
        bullet bullets point points item items question questions answer answers option options idea ideas
        suggestion suggestions title titles headline headlines section sections page pages tweet tweets hashtag
        hashtags emoji emojis keyword keywords tag tags topic topics reason reasons tip tips step steps example
        examples fact facts quote quotes recommendation recommendations result results entry entries row rows column
        columns letter letters syllable syllables stanza stanzas verse verses variation variations alternative
        alternatives choice choices response responses category categories label labels source sources citation
        citations reference references name names statement statements claim claims highlight highlights takeaway
        takeaways theme themes insight insights paragraphs digits decimals lines products movies books articles
        queries topics issues problems risks benefits phrases terms exclamation mentions chapters slides scenes
        adjectives adverbs nouns verbs clauses
        """,
    "scalable": "score scores rating ratings grade grades number value scale confidence integer float",
    "format": """
        json jsonl xml yaml yml csv tsv markdown html latex toml sql table tables bullet bullets bulleted numbered list
        lists array arrays dictionary dict boolean heading headings header headers outline checklist
        """,
    "output": """
        output outputs response responses answer answers reply replies result results report reports summary
        summaries text texts message messages email emails note notes paragraph paragraphs explanation explanations
        description descriptions story stories article articles post posts title titles headline sentence sentences
        translation review reviews feedback language tone style voice manner wording writing copy content form way
        list overview analysis question questions title comment comments terms words letter bio caption captions
        instructions suggestions recommendation recommendations advice code solution plan
        """,
    "style": """
        concise brief succinct terse short crisp clear detailed thorough comprehensive complete exhaustive accurate
        precise correct factual truthful honest friendly warm kind polite respectful courteous professional formal
        informal casual conversational relaxed playful fun funny humorous witty serious academic scholarly technical
        nontechnical non-technical simple plain easy engaging compelling persuasive convincing catchy captivating
        memorable inspiring motivating motivational enthusiastic excited exciting energetic upbeat positive optimistic
        encouraging supportive empathetic empathic compassionate sympathetic understanding neutral objective unbiased
        impartial balanced fair consistent coherent cohesive logical fluent natural human-like humanlike readable
        understandable accessible beginner-friendly user-friendly relevant specific concrete vivid descriptive creative
        unique imaginative interesting informative insightful helpful useful actionable practical
        personal personalized personalised tailored confident authoritative assertive direct straightforward blunt
        subtle elegant poetic dramatic literary sarcastic ironic verbose wordy lengthy vague generic robotic repetitive
        redundant boring dry pushy salesy aggressive offensive judgmental condescending patronizing idiomatic
        grammatical grammatically well-written well-structured well-organized well-formatted well-informed high-quality
        polished modest humble cheerful lively calm reassuring sincere genuine authentic diverse varied
        meaningful to-the-point self-contained self-explanatory punchy well-reasoned well-researched
        well-crafted well-rounded in-depth well-thought-out structured
        nuanced elaborate cautious conservative efficient idiomatic
        tactful diplomatic considerate courteous lighthearted light-hearted cheeky quirky heartfelt soothing comforting
        uplifting suspenseful gripping thrilling lyrical evocative intuitive educational knowledgeable credible
        trustworthy pedantic arrogant preachy bland rambling long-winded flowery hyperbolic sensational stilted choppy
        skimmable scannable snappy breezy colloquial down-to-earth relatable approachable inclusive
        """,
    "adverb": """
        concisely briefly succinctly shortly clearly accurately precisely correctly thoroughly comprehensively
        exhaustively politely professionally formally informally casually respectfully kindly warmly naturally
        fluently simply plainly objectively neutrally factually truthfully honestly consistently coherently logically
        sparingly gently patiently
        creatively vividly persuasively elegantly grammatically confidently eloquently
        """,
    "quality": """
        conciseness brevity clarity accuracy precision correctness relevance originality creativity readability
        consistency coherence completeness professionalism politeness empathy humor humour enthusiasm warmth sincerity
        objectivity neutrality fluency quality tone style voice mood formality conventions verbosity attitude demeanor
        diction tact
        jargon slang succinctness thoroughness rigor depth
        """,
    "layout": "format structure template schema layout formatting pattern syntax",
    "analyse": """
        analyze analyse review identify determine evaluate compare check verify examine inspect read extract classify
        categorize categorise translate convert transform split summarize summarise rank select choose search fetch call
        calculate compute count infer explore decide plan synthesize synthesise research assess detect parse map
        merge investigate interpret break divide rewrite rephrase paraphrase label annotate gather collect
        look follow think reason solve predict score grade judge critique consider imagine walk group sort filter
        formulate retrieve query scan study validate correct fix edit proofread improve refine revise
        simplify
        """,
    "produce": """
        write generate create draft compose craft produce build make answer complete develop design devise
        recommend suggest act use utilize utilise ask continue perform help assist prepare respond
        """,
    "tell": """
        explain describe list show give tell provide name offer discuss express encourage introduce elaborate
        showcase document reference quote indicate report present point emphasize emphasise outline display
        """,
    "content": """
        include mention add incorporate highlight feature specify cite state cover contain append insert
        attach address acknowledge thank
        """,
    "speak": """
        warn apologize apologise congratulate remind caution inform notify disclose compliment reassure advise recap
        praise disclaim
        """,
    "greet": "greet welcome flag alert credit invite wish link",
}

NUMBER_WORDS = words_of(
    """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozen single couple
    few half once twice
    """
)

SYNONYMS = """
    explain describe discuss elaborate clarify detail expound outline
    include mention add incorporate insert contain feature
    write generate create compose draft craft produce build make formulate
    give provide show present offer supply deliver
    concise brief short succinct terse crisp
    detailed thorough comprehensive exhaustive complete in-depth
    friendly warm kind cordial amiable
    polite courteous respectful
    professional formal
    casual informal relaxed conversational
    clear understandable plain readable lucid
    accurate correct precise factual
    engaging compelling captivating interesting
    funny humorous witty
    creative original imaginative
    use utilize utilise employ apply leverage
    return output print reply respond answer
    analyze analyse examine inspect study investigate
    identify determine find detect recognize
    review check verify evaluate assess judge
    summarize summarise condense
    choose select pick
    avoid omit exclude skip
    ensure make sure guarantee
    must should shall need
    list enumerate name
    user customer client person
    text passage document article
    question query
    information details data facts
    response answer reply output
    therefore thus hence so
    help assist support
    big large
    following below
    using based given
    not never don't dont
    do don't
    cannot can't cant
    1 one
    2 two
    3 three
    4 four
    5 five
    6 six
    7 seven
    8 eight
    9 nine
    10 ten
"""
"""Words that say the same in an instruction, a group a line: exchanging one for another is no new criterion."""
