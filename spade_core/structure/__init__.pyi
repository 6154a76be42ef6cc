from .addressee import (
    addressee_of as addressee_of,
    is_instruction as is_instruction,
    is_trade as is_trade,
    speaks_of_response as speaks_of_response,
)
from .announcements import IN_ORDER as IN_ORDER, announcing as announcing, divides_prompt as divides_prompt
from .demonstrations import (
    Demonstration as Demonstration,
    demonstrations_in as demonstrations_in,
    holding as holding,
    may_demonstrate as may_demonstrate,
)
from .layout import (
    OF_EACH_THING as OF_EACH_THING,
    Layout as Layout,
    layouts_in as layouts_in,
    lines_in as lines_in,
    may_lay_out as may_lay_out,
)
from .outputs import (
    ShownOutput as ShownOutput,
    objects_shown as objects_shown,
    outputs_in as outputs_in,
    sentence_of as sentence_of,
)
from .placeholders import marks_in as marks_in, placeholders_in as placeholders_in
from .samples import (
    Notation as Notation,
    Sample as Sample,
    SampleRole as SampleRole,
    may_show as may_show,
    names_sample as names_sample,
)
from .structure import (
    LONGEST_STRETCH as LONGEST_STRETCH,
    SAID_BEFORE as SAID_BEFORE,
    Addressee as Addressee,
    Area as Area,
    Placed as Placed,
    Structure as Structure,
    area_of as area_of,
    ends_a_stretch as ends_a_stretch,
    in_items as in_items,
    is_bare_example as is_bare_example,
    is_case as is_case,
    is_lead as is_lead,
    place as place,
    structure_of as structure_of,
)
from .titles import (
    AMOUNT as AMOUNT,
    is_blank as is_blank,
    is_form_line as is_form_line,
    name_in as name_in,
    only_numbered as only_numbered,
    title_of as title_of,
)
