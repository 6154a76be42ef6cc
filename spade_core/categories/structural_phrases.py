"""The cue phrases of the structural categories: the response's format, and examples. See `family` for the notation."""

from spade_core.categories.family import Family
from spade_core.categories.taxonomy import Category

STRUCTURAL: tuple[Family, ...] = (
    Family(
        Category.RESPONSE_FORMAT,
        "range of a score",
        1.0,
        """
        @scalable is? a? number? from|between|of @number -|–|to|and|through @number
        scale of|from @number -|–|to @number
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "names a format",
        1.0,
        """
        in|as|with|using|into a|an? valid|proper|strict|pure|simple? .. @format
        @format array|object|objects|format|block|blocks|table|list|schema|string|syntax|tags|structure|only|code
        valid @format
        @format output|response|result
        in the form|shape of
        @output is|are|be always|only? valid? @format
        with|has|have|containing|contains the|these? keys|fields|columns|attributes|properties ... and @any
        ^return|output|produce|emit|generate|write|use a|an|the? @format
        bullet point|points|list
        ^format|output|layout : a? @format
        use|using|with .. headings|headers|subheadings|sections|bullets|lists|tables|paragraphs
        ^answer|respond|reply|write|output|return|speak|communicate only|exclusively? .. in @language
        numbered|bulleted|ordered|unordered|bullet|comma-separated|markdown list|lists|items
        comma|tab|pipe|newline separated
        comma-separated|tab-separated|semicolon-separated|newline-separated
        plain text
        key-value pair|pairs
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "says which values are allowed",
        1.0,
        """
        must|should|can|may|will|shall only? be|contain|equal one|any|either of
        be either @any or
        is|are|: one of @quoted
        is|are one of @any ,
        is|are one of :
        : one of
        one of the|these following? @value :|,
        allowed|valid|possible|permitted|acceptable|available @value is|are? :
        can|may|must be @any , @any ,? or @any
        is|are|be|as a|an? .. @type , not
        should|must be a|an? .. @type
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "what stands for nothing",
        1.0,
        """
        ^use|set|return|write|put|insert|enter|assign|output|give|mark|print|fill|record ... @nil
        ^use|set|return|write|put|insert|enter|assign|output|give|mark|print|fill|record .. n / a
        ^leave|set|mark|return|keep|record ... @empty
        ^return|use|write|output|give|print none
        ^default to
        ^use|return|write|output|give|print an empty
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "names a notation",
        1.0,
        """
        in|as|use|using|with|to|follow|be|into a|an|the? .. @notation
        in|to|into @measure
        metric|imperial|si system|units
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "speaks of the layout",
        1.0,
        """
        output|response|answer|score|result|reply|report|final @layout
        @layout of|for the|your|each|every output|response|answer|reply|report|result
        follow|use|keep|obey|match this|the|these|following|exact|given|same .. @layout
        following|this|below|exact|specified|same|required|given|above|described @layout
        @layout below|above|exactly|strictly|instructions
        ^format|structure|render|wrap|enclose|surround|separate|indent|organize|organise|arrange|lay
        be? separated by|with
        enclosed|wrapped|surrounded in|with|by|between
        on|in|to a|an|its|their? new|separate|own|single line|lines
        one ... per line
        newline|newlines|linebreak|linebreaks
        in|inside|within|between|using ... tag|tags
        in|inside|within|between < @any >
        yes|true|0|@quoted or no|false|1|@quoted
        either @quoted
        ^answer|respond|reply|say|return|output|print|write yes|true|false|ok|okay
        ^answer|respond|reply|say no .|,|or
        yes , no
        yes / no
        answer|respond|reply|start|end with|by a|an|the|one|either|only|just|yes|no|true|false
        line break|breaks
        code|markdown block|blocks|fence|fences
        single|double|triple|square|curly|angle|round quotes|quotation|backticks|brackets|braces
        bold|italic|italics|uppercase|lowercase|capitalized|camelcase|snake_case
        all caps
        first|second|third|last|final line|paragraph|row|column is|are|should|must|contains|has
        ^number|bold|italicize|underline|capitalize|bullet|enumerate the|your|each|every|all
        title|upper|lower|sentence case
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "says how the response starts or ends",
        1.0,
        """
        ^start|begin|end|finish|close|open|conclude|preface|prefix the|your|each|every|it|all? .. @output with|by|using
        ^end|finish|close|conclude|preface|prefix with
        ^start|begin|end|finish|prefix|precede each|every|all ... with
        @output should|must start|begin|end with
        starts|begins|ends|closes|opens|concludes|starting|beginning|ending with|by
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "says how the response starts or ends",
        0.5,
        """
        ^start|begin with
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "only this and nothing around it",
        1.0,
        """
        ^return|respond|answer|reply|output|print|produce only|just|exclusively|nothing
        ^only|just return|respond|reply|output|print|produce|write
        ^only|just answer|give|provide with|the|a|in
        no other|additional|extra|further|more additional? text|output|words|commentary|characters|content
        nothing else|more
        ^no preamble|introduction|explanation|explanations|commentary|prose
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "what to return",
        0.7,
        """
        ^output|return|print|emit a|an|the|each|all
        ^answer|respond|reply|return|output|print|write with|only? @quoted
        ^just|only give|show|tell|provide me? a|the
        after|before|following @quoted
        ^give|provide|write only|just|exclusively|nothing
        """,
    ),
    Family(
        Category.RESPONSE_FORMAT,
        "a part of the layout",
        0.5,
        """
        # output|response|answer|reply|format|structure|layout|template
        sections|fields|keys|columns|subheadings|template|headings|headers
        subject line
        section
        """,
    ),
    Family(
        Category.EXAMPLE_DEMONSTRATION,
        "shows a sample in passing",
        0.7,
        """
        good|great|ideal|typical|sample|example|possible|correct @output would|could|might be|look|read :|like|@quoted
        good|great|ideal|typical|sample|example|possible|correct @output is :|@quoted
        for example|instance , a|an .. @output would|could|might|is|be
        """,
    ),
    Family(
        Category.EXAMPLE_DEMONSTRATION,
        "introduces an example",
        0.5,
        """
        here is|are|'s ... example|examples|sample|samples
        here's ... example|examples|sample|samples
        example|sample output|outputs|response|responses|answer|answers|input|inputs|conversation|dialogue
        output|response|answer|input|complete|following|these|above|below example|examples
        ^example|examples|sample|samples :|@number
        for example|instance :
        like so :
        """,
    ),
)
