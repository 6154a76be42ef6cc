"""``spade select --branch``: the set as it would be now, on a branch for others to look at."""

from shlex import quote

from spade_core.application import update_markdown
from spade_core.cli.console import Output
from spade_core.cli.target import CommandTarget
from spade_core.pipeline import record_of
from spade_core.regular_file import read_file
from spade_core.report import Report, one_line
from spade_core.storage import StoredAssertions, record_with
from spade_core.versions import commit_on_branch


def put_on_branch(target: CommandTarget, stored: StoredAssertions, report: Report, branch: str, output: Output) -> None:
    """Commit the set with its assertions, and the examples if git has them, and show the text of a pull request."""
    text = update_markdown(target.name, report.matrix, stored.record.selection, report.selection.names)
    record = record_with(target.files, record_of(report, target.settings.request))
    files = {target.files.record: record.encode()}
    for path in (target.files.assertions, target.examples):
        if path.is_file():
            files[path] = read_file(path)
    message = f"Update the assertions of {one_line(target.name)}\n\n{text}"
    commit = commit_on_branch(branch, files, message, if_tracked=frozenset({target.examples}))
    if output.as_json:
        output.json({"branch": branch if commit else None, "commit": commit or None, "text": text})
        return
    output.out.print(text)
    if not commit:
        output.note(f"nothing would change: no branch {branch} was made")
        return
    output.note(
        f"{branch}: commit {commit[:7]}; nothing here was changed. `git push origin {quote(branch)}` and "
        f"`gh pr create --head {quote(branch)} --fill` make a pull request of it"
    )
