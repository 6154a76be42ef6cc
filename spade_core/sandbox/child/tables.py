"""What generated code may name in the second engine: builtins, modules and their members, attributes. Nothing else.

Shared by the allowlist in the host, which refuses the rest before anything runs, and by the child, which builds its
builtins and its modules from these tables, so that the rest is not there either.
"""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BUILTINS = _names(
    """
    abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float
    format frozenset getattr hasattr hex int isinstance issubclass iter len list map max min next oct ord
    pow print range repr reversed round set slice sorted str sum tuple type zip ArithmeticError
    AssertionError AttributeError DeprecationWarning EOFError Exception FloatingPointError ImportError
    IndexError KeyError LookupError ModuleNotFoundError NameError NotImplementedError OSError OverflowError
    RecursionError RuntimeError StopIteration SyntaxError TimeoutError TypeError UnboundLocalError
    UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ZeroDivisionError
"""
)
CALLED_ONLY = _names("type getattr hasattr iter next format print")
"""Builtins that may be called and never handed on as a value."""
TYPES = _names("bool bytes complex dict float frozenset int list range set slice str tuple")
"""Builtin types that a class pattern may name."""

MEMBERS = {
    "ast": _names("literal_eval"),
    "bisect": _names("bisect bisect_left bisect_right insort"),
    "collections": _names("Counter OrderedDict defaultdict deque"),
    "copy": _names("copy deepcopy"),
    "datetime": _names("date datetime time timedelta timezone"),
    "difflib": _names("SequenceMatcher get_close_matches ndiff unified_diff context_diff"),
    "emoji": _names(
        """
        EMOJI_DATA demojize distinct_emoji_list emoji_count emoji_list emojize is_emoji purely_emoji
        replace_emoji version
    """
    ),
    "functools": _names("cmp_to_key partial reduce"),
    "heapq": _names("heapify heappop heappush nlargest nsmallest"),
    "html": _names("escape unescape"),
    "itertools": _names(
        """
        accumulate chain combinations combinations_with_replacement compress count cycle dropwhile
        filterfalse groupby islice pairwise permutations product repeat starmap takewhile zip_longest
    """
    ),
    "json": _names("JSONDecodeError dumps loads"),
    "math": _names(
        """
        acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp
        exp2 expm1 fabs factorial floor fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf isnan
        isqrt lcm ldexp lgamma log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder
        sin sinh sqrt tan tanh tau trunc ulp
    """
    ),
    "operator": _names(
        """
        add and_ concat contains eq floordiv ge gt itemgetter le lt mod mul ne neg not_ or_ sub truediv xor
    """
    ),
    "re": _names(
        """
        A ASCII DOTALL I IGNORECASE M MULTILINE NOFLAG S U UNICODE VERBOSE X compile error escape findall
        finditer fullmatch match search split sub subn
    """
    ),
    "statistics": _names(
        """
        StatisticsError fmean geometric_mean harmonic_mean mean median median_grouped median_high median_low
        mode multimode pstdev pvariance quantiles stdev variance
    """
    ),
    "string": _names(
        """
        ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable
        punctuation whitespace
    """
    ),
    "textwrap": _names("dedent fill indent shorten wrap"),
    "typing": _names(
        """
        Any Callable Dict FrozenSet Iterable Iterator List Literal Mapping Optional Sequence Set Tuple Union
        cast
    """
    ),
    "unicodedata": _names(
        """
        bidirectional category combining decimal decomposition digit east_asian_width is_normalized lookup
        mirrored name normalize numeric unidata_version
    """
    ),
    "urllib.parse": _names(
        """
        parse_qs parse_qsl quote quote_plus unquote unquote_plus urldefrag urlencode urljoin urlparse
        urlsplit urlunparse urlunsplit
    """
    ),
}
"""The modules that may be imported, and their members."""
NOT_STANDARD = frozenset({"emoji"})
"""Modules that are not part of Python: loaded when first needed, where they are installed."""

ATTRIBUTES = frozenset[str]().union(
    _names(  # str and bytes
        """
        capitalize casefold center count decode encode endswith expandtabs find hex index isalnum isalpha
        isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join
        ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust
        rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill
    """
    ),
    _names(  # list, dict, set, tuple, deque, Counter
        """
        append clear copy extend insert pop remove reverse sort fromkeys get items keys popitem setdefault
        update values add difference difference_update discard intersection intersection_update isdisjoint
        issubset issuperset symmetric_difference symmetric_difference_update union appendleft extendleft
        popleft rotate maxlen elements most_common subtract total move_to_end
    """
    ),
    _names(  # numbers, ranges, slices
        """
        as_integer_ratio bit_count bit_length conjugate denominator from_bytes fromhex imag is_integer
        numerator real to_bytes start stop step
    """
    ),
    _names(  # re and json's errors
        """
        end endpos expand finditer findall flags fullmatch group groupdict groupindex groups lastgroup
        lastindex match pattern pos regs search span string sub subn colno lineno msg doc
    """
    ),
    _names(  # datetime
        """
        combine ctime date day days dst fold fromisocalendar fromisoformat fromordinal hour isocalendar
        isoformat isoweekday max microsecond microseconds min minute month resolution second seconds
        strftime strptime time timetuple timetz toordinal total_seconds tzinfo tzname utc utcoffset weekday
        week year
    """
    ),
    _names(  # difflib, itertools, exceptions, urllib.parse
        """
        a b size find_longest_match get_matching_blocks get_opcodes quick_ratio ratio real_quick_ratio
        set_seq1 set_seq2 set_seqs from_iterable args fragment geturl hostname netloc params password path
        port query scheme username url tag
    """
    ),
)
"""The attributes that may be read, on whatever value. No name with an underscore in front is among them."""
