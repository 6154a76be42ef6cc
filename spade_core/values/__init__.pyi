from .correcting import Corrected as Corrected, Misnomer as Misnomer, corrected as corrected, misnomers as misnomers
from .extra import parquet_bytes as parquet_bytes
from .in_set import InSet as InSet, names_set as names_set, parts_in as parts_in
from .named_sets import NO_SETS as NO_SETS, NamedSets as NamedSets
from .nearest import Membership as Membership
from .occurrences import FIELD as FIELD, with_values as with_values
from .source import ValueSource as ValueSource
from .value_set import ValueSet as ValueSet, load_values as load_values, set_of as set_of
