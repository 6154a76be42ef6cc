from .code.reading import code_template as code_template
from .code.tree import language_of as language_of
from .discovery import (
    files_below as files_below,
    files_named as files_named,
    find_prompt_files as find_prompt_files,
    prompt_files_below as prompt_files_below,
)
from .explaining import Explained as Explained, explained as explained, texts_of as texts_of
from .files import (
    MAX_BYTES as MAX_BYTES,
    load_prompt_file as load_prompt_file,
    place_of as place_of,
    refuse_large_text as refuse_large_text,
    template_named as template_named,
    templates_around as templates_around,
)
from .filling import filled_parts as filled_parts, value_text as value_text
from .formats import (
    PATTERNS as PATTERNS,
    PathPattern as PathPattern,
    PromptFormat as PromptFormat,
    watched_globs as watched_globs,
)
from .front_matter import read_front_matter as read_front_matter
from .jinja_filling import Lookup as Lookup
from .json_document import parse_json as parse_json
from .likelihood import THRESHOLD as THRESHOLD
from .naming import file_and_name as file_and_name, full_name as full_name, is_entry as is_entry, list_of as list_of
from .patterns import (
    BESIDE as BESIDE,
    EXPORTED as EXPORTED,
    is_exported as is_exported,
    is_prompt_path as is_prompt_path,
    pattern_for as pattern_for,
)
from .reading import conflict_in as conflict_in, holds_prompt as holds_prompt, read_prompt as read_prompt
from .template import (
    EMPTY_TEMPLATE as EMPTY_TEMPLATE,
    Dialect as Dialect,
    Placeholder as Placeholder,
    PromptFile as PromptFile,
    PromptTemplate as PromptTemplate,
    Role as Role,
    TemplatePart as TemplatePart,
)
from .tree import (
    MappingNode as MappingNode,
    Node as Node,
    ScalarNode as ScalarNode,
    SequenceNode as SequenceNode,
    plain as plain,
)
from .yaml_document import parse_yaml as parse_yaml
