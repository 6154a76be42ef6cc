"""The one template of a file that a history is about."""

from spade_core.prompt_files import read_prompt, template_named
from spade_core.prompt_files.template import PromptFile, PromptTemplate
from spade_core.text import decode


def newest_template(text: str, *, path: str, name: str) -> PromptTemplate:
    """Return the template called `name`, or the only one when `name` is empty.

    Raises PromptFileError when the text cannot be read as the format that `path` names or has no such template.
    """
    return template_named(read_prompt(path, text), name)


def earlier_template(data: bytes, *, path: str, name: str, only: bool) -> PromptTemplate | None:
    """Return the template called `name` in an earlier state of the file, None when it did not exist then.

    With `only`, a template that was alone in the file then is the one, whatever its name was.
    Raises PromptFileError when the bytes cannot be read as the format that `path` names.
    """
    file = read_prompt(path, decode(data, path=path))
    found = next((template for template in file.templates if template.name == name), None)
    return found or (_alone(file) if only else None)


def _alone(file: PromptFile) -> PromptTemplate | None:
    return file.templates[0] if len(file.templates) == 1 else None
