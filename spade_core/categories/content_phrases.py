"""The cue phrases of the content-based categories. See `family` for the notation."""

from spade_core.categories.family import Family
from spade_core.categories.taxonomy import Category

CONTENT: tuple[Family, ...] = (
    Family(
        None,
        "says no quantity, exclusion or inclusion",
        0.0,
        """
        one of the|these|those|them
        not only
        you|i|we|they|who|which|that don't|dont|cannot|can't
        you|i|we|they|who|which|that do not
        do not|never need|hesitate|worry|have|know|see to?
        delimited|surrounded|enclosed by|in|with triple|double|single|three? backticks|quotes|dashes|hashes|brackets
        don't|dont hesitate|worry|know
        don't|dont need|have to? @any?
        needn't|neednt @any?
        no need|doubt|problem|worries|wonder|otherwise|or|and|idea
        must|should|can|may|will be one of the most|best|first|few
        for example
        for instance
        such as
        no matter
        no longer
        as few|many|much|little ... as
        ^only give|answer|provide|return|respond|reply|output|ask|use|do ... after|if|when|once|on|what
        input data? format
        input is|are|will ... @format
        """,
    ),
    Family(
        Category.QUANTITY,
        "upper bound",
        1.0,
        """
        do|does|must|should|may|can|shall|will? @not ... more|longer|greater|higher than a? @number .. @unit?
        do|does|must|should|may|can|shall|will? @not ... more|longer|greater|higher than a? few|couple of? @unit
        do|does|must|should|may|can|shall|will? @not ... exceed a? @number .. @unit?
        do|does|must|should|may|can|shall|will? @not ... go|be over|above|beyond @number .. @unit?
        not exceeding @number .. @unit?
        without exceeding @number .. @unit?
        no more|longer|greater than a? @number of? .. @unit?
        more|longer than @number .. @unit
        at most @number .. @unit?
        up to @number .. @unit
        under|below|within @number .. @unit
        less|fewer|shorter than @number .. @unit?
        maximum|max of? @number .. @unit?
        @number .. @unit maximum|max|limit|tops
        @number .. @unit or less|fewer|shorter|under
        limit ... to a? @number of? .. @unit
        limit it|them|yourself to a? @number
        limited to a? @number of? .. @unit
        limit of @number .. @unit?
        """,
    ),
    Family(
        Category.QUANTITY,
        "speaks of the length",
        1.0,
        """
        word|character|token|length limit|count
        """,
    ),
    Family(
        Category.QUANTITY,
        "lower bound",
        1.0,
        """
        at least @number .. @unit?
        do|does|must|should|may|can|shall|will? @not ... less|fewer|shorter than @number .. @unit?
        no less|fewer|shorter than @number .. @unit?
        minimum|min of? @number .. @unit?
        @number .. @unit minimum|min
        @number or more .. @unit
        """,
    ),
    Family(
        Category.QUANTITY,
        "range",
        1.0,
        """
        at least @number -|–|to @number .. @unit?
        between @number .. @unit? and @number .. @unit
        from? @number to|or|-|– @number .. @unit
        @number -|– @number .. @unit
        """,
    ),
    Family(
        Category.QUANTITY,
        "exact number",
        1.0,
        """
        exactly|precisely @number .. @unit?
        only one|1|two|2|three|3 .. @unit
        exactly|precisely|only|just once|twice
        once|twice .|!|;
        a? single .. @unit
        top @number .. @unit?
        """,
    ),
    Family(
        Category.QUANTITY,
        "number of parts",
        1.0,
        """
        @number .. @unit
        @number - @unit
        @number -? minute|minutes|second|seconds|hour|hours long|read|speech|talk|video|script|summary|to
        @counted
        around|about|approximately|roughly|approx @number .. @unit
        number of @unit : @number
        """,
    ),
    Family(
        Category.QUANTITY,
        "rough number of parts",
        0.7,
        """
        a few|couple of? .. @unit
        half a page
        """,
    ),
    Family(
        Category.WORKFLOW_DESCRIPTION,
        "says who does the work",
        1.0,
        """
        ^you are|you're a|an|the|now|my|our|given|going|tasked|asked|to|acting|working|helping
        you will|shall|are|going to? be? given|receive|provided|presented|asked
        ^act as|like
        ^assume|take|play the role
        your role|persona is
        ^pretend|imagine that|you|to
        """,
    ),
    Family(
        Category.WORKFLOW_DESCRIPTION,
        "says what the task is",
        1.0,
        """
        your|the|our|this main? task|job|goal|objective|mission|purpose|aim|assignment is|:
        i want|need|would|will you|to|like|give|provide
        ^given the|a|an|this|some|following|these|two|my
        """,
    ),
    Family(
        Category.WORKFLOW_DESCRIPTION,
        "heads the task",
        0.5,
        """
        ^objective|task|goal|instructions|workflow|process|procedure|approach|steps|role :
        """,
    ),
    Family(
        Category.WORKFLOW_DESCRIPTION,
        "names an order of work",
        1.0,
        """
        ^first|firstly|second|secondly|third|thirdly|next|finally|lastly|afterwards|initially ,
        after that|this|you|which|reading|reviewing
        before you|answering|writing|responding|giving|generating|making|providing
        once you|the|this|all|that
        step by step
        step-by-step
        step @number
        these|following|previous steps|step
        ^follow|perform|take|do|complete|execute the? next steps|step
        ^next steps|step :
        let's think
        ^start|begin|proceed by
        one at a time
        chain of thought
        in order to? determine|decide|answer
        """,
    ),
    Family(
        Category.WORKFLOW_DESCRIPTION,
        "names an order of work",
        0.5,
        """
        ^then|next|first|finally|now
        ^prioritize|prioritise
        let's|lets @any
        ^start|begin with
        """,
    ),
    Family(
        Category.WORKFLOW_DESCRIPTION,
        "says how to think or look",
        1.0,
        """
        ^@analyse
        take ... into account|consideration
        keep|bear in mind
        ^note|remember that
        be aware
        based|relying? only|solely|exclusively|strictly|entirely on|upon
        ^translate|convert ... to|into @language
        ^use|call|invoke|run|query ... function|functions|tool|tools|api|endpoint|plugin|command|database
        ^focus ... on
        pay ... attention
        """,
    ),
    Family(
        Category.WORKFLOW_DESCRIPTION,
        "sets the work",
        0.6,
        """
        ^@produce
        based|relying|depending on
        use|using|from the|these|this following|provided|above|below|given? pieces|bits? of? @material
        following context|information|text|document|passage|input|query|question|data
        """,
    ),
    Family(
        Category.WORKFLOW_DESCRIPTION,
        "says when",
        0.5,
        """
        ^if|when|whenever|unless|otherwise|in|while the|you|a|an|there|it|this|any|user|no|case|not|necessary|asked
        """,
    ),
    Family(
        Category.INCLUSION,
        "content that must be there",
        1.0,
        """
        ^@content
        ^always|please @content|@tell
        must|should|need|needs|has|have to? @content
        make sure|ensure|remember|sure to|that? it|you|the|your|response? ... @content|includes|contains|mentions|covers
        ^don't|never forget to
        do not forget to
        ^refer to
        ^touch on|upon
        must|should|needs have a|an|the|its|their
        ^sign off
        ^point|spell|call|bring|weave|work out|up|in
        containing only|the|at|all|both|exactly|these
        ^@speak
        ^@greet the|your|our|any|all|each|every|anything|everything|both to|on|that|of|by|with|if|when|for|as
        ^@greet them|everyone to|on|that|of|by|with|if|when|for|as
        ^@greet the|your|our|any|all|each|every|anything @trait
        ^link|comment to|on|back
        ^always show|say|ask|thank|greet|remind|start|sign|give|provide|return|use
        """,
    ),
    Family(
        Category.INCLUSION,
        "content to give",
        0.5,
        """
        ^@tell
        including|containing
        must|should|needs have
        ^put @quoted
        ^focus ... on
        ^say so|that|@quoted
        ^always
        """,
    ),
    Family(
        Category.EXCLUSION,
        "content that must not be there",
        1.0,
        """
        ^do not|never @any?
        ^don't|dont|never @any?
        ^stop @ing
        ^stay|steer|keep away|clear from|of
        ^keep|leave ... out
        nothing about|regarding|on|that
        should|must|may|shall|can be no
        no ... should|must|may|shall|can appear|be|occur
        contain|contains|include|includes|have|has no
        that|so no @any
        ^avoid|exclude|omit|skip|refrain @any?
        ^leave out
        should|must|may|shall not|never @any?
        shouldn't|mustn't|shouldnt|mustnt @any?
        won't|wont|can't|cant contain|include|mention|reveal|use|refer|have|be|exceed
        aren't|isn't @forbidden
        not @forbidden :
        ^no @trait
        ^neither @any
        without a|an|any|the? additional|extra|further|unnecessary|surrounding|@format? @surplus
        with no additional|extra|further|unnecessary|surrounding|@format? @surplus
        ^no one may|should|must|can
        ^nobody may|should|must|can
        ^no a|an|any|additional|extra|further|unnecessary? @surplus
        ^nothing @style
        none of the .. may|should|must|can
        refrain from
        cannot contain|include|mention|reveal|use|refer
        without mentioning|including|using|adding|repeating|revealing|referring|giving|saying|stating|naming|inventing
        avoid|avoiding @ing|any|the
        free of|from
        is|are not allowed|permitted|acceptable
        is|are forbidden|prohibited|disallowed|banned
        under no circumstances
        critical|important|essential|careful|sure not to
        ^eliminate
        """,
    ),
    Family(
        Category.EXCLUSION,
        "done without",
        0.7,
        """
        without @ing|any
        """,
    ),
    Family(
        Category.EXCLUSION,
        "content left out",
        0.5,
        """
        no other|additional|extra|further|more additional? text|output|words|commentary|characters|content
        ^no preamble|introduction|explanation|explanations|commentary|prose
        excluding|except
        ^remove|drop|ignore
        you cannot|can't @any
        rather|instead than|of @ing
        not just|merely
        """,
    ),
    Family(
        Category.QUALITATIVE,
        "style of the response",
        1.0,
        """
        be|is|are|being|sound|sounds|stay|remain|keep|make|feel|it|them not? @degree? @style
        @style ,? and|or|but|yet|, @style
        @style , @style
        be|is|are? as @style as possible
        make|keep|leave it|them|this not? @degree? @style
        keep|leave .. @style
        make|keep the|your|each|every|all .. @style
        like i'm|im
        sound|sounds|write|speak|talk|read|reads|act like a|an|the|you
        ^write|speak|talk|sound|explain like @any
        talk|speak|write to the|your ... like|as
        in|from|use|using the|a? first|second|third person
        first|second|third person singular|plural|voice|perspective|narration|narrator
        first-person|second-person|third-person
        ^address|call the ... as|directly
        past|present|future|active|passive tense
        should|must|to grab|catch|hold|keep|capture ... attention|interest|curiosity|imagination
        suitable|appropriate|accessible for|to .. audience|reader|readers|students|children|kids|beginners|everyone
        in a|an .. way|fashion
        use|using|in|with .. vocabulary|spelling|wording|diction|phrasing
        vary ... length|structure|openings
        sound|write|speak|talk|explain ... as if|though
        reading|grade|difficulty level
        for a|an .. audience|reader|readers|beginner|layperson|child|expert|novice
        for beginners|children|kids|experts|laypeople|novices
        ^adapt|adjust|tailor|match ... @quality|language|level|wording
        use|using @style , @any .. @output
        @style , @style @any
        keep|make|leave the|your|all|each|every|its|their @output @style
        in|use|using plain|simple|everyday|clear|proper|good|british|american|standard @language|words|terms
        more|most @style
        @style .. @output
        be|is|are? easy to understand|read|follow|grasp
        high quality
        to the point
        in depth
        in|with|use|using a|an|the? .. tone|voice|style|manner|language
        """,
    ),
    Family(
        Category.QUALITATIVE,
        "a quality of the response",
        1.0,
        """
        @adverb
        @quality
        """,
    ),
    Family(
        Category.QUALITATIVE,
        "what to use, described by its style",
        0.7,
        """
        use|using|with|prefer|choose @style @any
        with authority|confidence|care|flair|personality
        more|less @style
        """,
    ),
    Family(
        Category.QUALITATIVE,
        "a word of style",
        0.4,
        """
        @style
        """,
    ),
    Family(
        Category.QUALITATIVE,
        "describes the response",
        0.7,
        """
        ^be|stay|remain|sound|feel @degree? @trait
        should|must not? be|sound|feel|seem|read @degree? @trait
        is|are not too @trait
        ^keep|make it|them|this|things|everything|everyone @degree? @trait
        ^make|keep the|your|each|every|all? @output @degree? @trait
        ^write|explain for @trait
        """,
        yields=True,
    ),
)
