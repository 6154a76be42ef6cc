from .alone import Alone as Alone
from .arrangement import Fact as Fact
from .choices import Choice as Choice
from .clause import Around as Around, Clause as Clause, condition as condition
from .constraint import (
    Constraint as Constraint,
    Match as Match,
    strongest as strongest,
    told_of_most_compared as told_of_most_compared,
)
from .contents import OF_FORM as OF_FORM, OF_UNIT as OF_UNIT, Shows as Shows
from .evaluation import (
    MOST_FOLLOWED as MOST_FOLLOWED,
    fails as fails,
    found_by as found_by,
    value_of as value_of,
)
from .fitting import (
    FEWEST as FEWEST,
    Cut as Cut,
    cut_between as cut_between,
    fitted_to as fitted_to,
    wish_of as wish_of,
    wishing_words as wishing_words,
)
from .forms import Form as Form
from .found import Found as Found
from .instead import asked_else as asked_else, or_instead as or_instead
from .judgement import Judgement as Judgement
from .kinds import KINDS as KINDS
from .offers import may_close_cases as may_close_cases, may_offer as may_offer, may_tell_case as may_tell_case
from .outline import may_tabulate as may_tabulate, may_type_keys as may_type_keys
from .part import WHOLE as WHOLE, Part as Part, escaped as escaped, key as key, literal as literal
from .parts import entry_nouns as entry_nouns, entry_plurals as entry_plurals, singular as singular
from .patterns import EvaluationError as EvaluationError
from .phrases import Phrases as Phrases, Rule as Rule
from .quantity import Quantity as Quantity
from .questions import said_before as said_before
from .reader import (
    NO_FACTS as NO_FACTS,
    Facts as Facts,
    around_from as around_from,
    clauses_of as clauses_of,
    facts_of as facts_of,
    keys_asked as keys_asked,
    read as read,
    read_beside as read_beside,
    read_structure as read_structure,
    repeats as repeats,
    united as united,
)
from .shown import told_of_keys as told_of_keys
from .tree import tree_of as tree_of
