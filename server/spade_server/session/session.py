"""The documents that are open and what is known of each: the only state of the server.

Laws:

* Everything here happens on the event loop; what takes long runs in `Workers` and comes back as a value.
* A view is of one version of the text. Who asks for a view gets that of the version that was current when it asked.
* Only the newest text is read: versions that were overtaken while another was read are passed over.
* In a workspace that is not trusted no child process is started: there is no history, and nothing is run.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from spade_server.documents.kinds import DocumentKind, kind_of, path_of, uri_of
from spade_server.session.disk import beside_of, git_folders_of, history_since, owner_beside, still_there, text_of
from spade_server.session.prompt_state import Client, GoneError, OpenDocument, Prompt, beside_paths
from spade_server.session.work import Repeated, Workers, run

if TYPE_CHECKING:
    from spade_core.examples import LineEdit
    from spade_core.pipeline import Analysis
    from spade_core.results import ResultsMatrix
    from spade_server.analysis.finding import Finding
    from spade_server.analysis.prompt_model import PromptModel
    from spade_server.analysis.reader import SentenceReader
    from spade_server.analysis.results_memory import Results
    from spade_server.analysis.view import Context, View
    from spade_server.documents.sidecars import Overlay
    from spade_server.session.remembered import LabelVerdicts, ModelProposals


_MOST_RESULTS: Final = 16


class Session:
    """All open documents."""

    def __init__(self, client: Client) -> None:
        self.trusted = True
        self.workers = Workers()
        self.documents: dict[Path, OpenDocument] = {}
        self.prompts: dict[Path, Prompt] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        """The event loop that all of this happens on, once the client has said hello."""
        self.label_edits: dict[Path, list[tuple[str, LineEdit]]] = {}
        """By examples file: the labels set in this session, for taking back. Touched by one label at a time."""
        self.label_matrices: dict[Path, LabelVerdicts] = {}
        """By examples file: what the assertions say of all examples, to tell which label would tell most."""
        self.label_skips: dict[Path, list[str]] = {}
        """By examples file: the examples passed over since labelling began, the latest last."""
        self.analyses: dict[tuple[Path, str], tuple[object, Analysis]] = {}
        """By prompt and template: what the last request read of the history, and what it was read at."""
        self.results: dict[tuple[Path, str], Results] = {}
        """By prompt and template: the last results, which outlive the editors that show them; the oldest go first."""
        self.tables: dict[tuple[Path, str], object] = {}
        """By document and template: the rows of the tables that were looked at last."""
        self.table_runs: dict[tuple[Path, str], ResultsMatrix] = {}
        """By prompt and template: what the assertions say of all examples, where a table asked for it."""
        self.proposed: dict[tuple[Path, str], ModelProposals] = {}
        """By prompt and template: what models proposed last, for the person to accept."""
        self.saved: dict[Path, str] = {}
        """By path: the text of an open document that was on the disk when it was last looked at."""
        self.on_git: Callable[[frozenset[Path]], None] = lambda _folders: None
        """Is told in which folders git writes for a prompt, so that they are watched."""
        self._client = client
        self._reader: SentenceReader | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # --- what the client says
    def open(self, uri: str, version: int, text: str, root: Path | None) -> None:
        """Take in a document that was opened."""
        path = path_of(uri)
        if path is None:
            return
        kind = kind_of(path, text, root)
        self.documents[path] = OpenDocument(uri, path, kind, version, text)
        if kind is DocumentKind.PROMPT:
            self._prompt_changed(path, uri, version, text, is_open=True)
        elif kind is not DocumentKind.OTHER:
            self._in_background(self._beside_opened(path))

    def change(self, uri: str, version: int, text: str) -> None:
        """Take in a document's new text."""
        path = path_of(uri)
        document = self.documents.get(path) if path is not None else None
        if path is None or document is None:
            return
        document.version, document.text, document.is_deleted = version, text, False
        if document.to_come == text.removeprefix("\ufeff"):
            self.saved[path], document.to_come = text, None
        if document.kind is DocumentKind.OTHER:
            document.kind = kind_of(path, text)
        if document.kind is DocumentKind.PROMPT:
            self._prompt_changed(path, uri, version, text, is_open=True)
        elif document.kind is not DocumentKind.OTHER:
            self.reload(lambda prompt: prompt.path.parent == path.parent)

    def close(self, uri: str) -> None:
        """Forget a document; a prompt goes with the last document that shows something of it."""
        path = path_of(uri)
        document = self.documents.pop(path, None) if path is not None else None
        if document is None or path is None:
            return
        self.saved.pop(path, None)
        if path in self.prompts:
            self.prompts[path].is_open = False
        for prompt in list(self.prompts.values()):
            if not prompt.is_open and not any(beside in self.documents for beside in beside_paths(prompt)):
                self._forget(prompt)
        self.reload(lambda prompt: prompt.path.parent == path.parent)

    def reload(self, concerns: Callable[[Prompt], bool] = lambda _: True, *, history: bool = False) -> None:
        """Read again what stands beside the prompts concerned, and their history where `history` may have changed."""
        for prompt in self.prompts.values():
            if concerns(prompt):
                if history:
                    prompt.heads.clear()
                prompt.loading.ask()

    def file_changed(self, path: Path) -> None:
        """Take in that a file has changed on the disk: a prompt's text there is a version of it."""
        prompt = self.prompts.get(path)
        if prompt is not None and not prompt.is_open:
            self._in_background(self._read_from_disk(path))
        document = self.documents.get(path)
        if document is not None and document.kind is not DocumentKind.PROMPT:
            self._in_background(self._compare_with_disk(path))
        else:
            self._reload_beside(path)

    def document_saved(self, uri: str) -> None:
        """Take in that a document was written: what the disk has of a prompt is a version of it."""
        path = path_of(uri)
        document = self.documents.get(path) if path is not None else None
        if path is not None and document is not None:
            self.saved[path], document.is_deleted = document.text, False
        self.reload(lambda prompt: prompt.path == path)

    def _reload_beside(self, path: Path) -> None:
        self.reload(lambda prompt: prompt.path.parent == path.parent or path in beside_paths(prompt))

    async def _compare_with_disk(self, path: Path) -> None:
        """Find out whether a document shows what its file holds, and whether there still is one."""
        on_disk = await run(self.workers.reading, lambda: text_of(path))
        is_there = on_disk is not None or await run(self.workers.reading, path.exists)
        document = self.documents.get(path)
        if document is not None:
            shows_it = on_disk == document.text.removeprefix("\ufeff")
            if shows_it:
                self.saved[path], document.is_deleted = document.text, False
            elif not is_there:
                document.is_deleted = self.saved.get(path) == document.text
            document.to_come = None if shows_it else on_disk
        self._reload_beside(path)

    async def _read_from_disk(self, path: Path) -> None:
        text = await run(self.workers.reading, lambda: text_of(path))
        prompt = self.prompts.get(path)
        if prompt is not None and not prompt.is_open and text is not None:
            self._prompt_changed(path, prompt.uri, prompt.version + 1, text, is_open=False)

    def stop(self) -> None:
        """Stop all work."""
        for prompt in list(self.prompts.values()):
            self._forget(prompt)
        for task in self._tasks:
            task.cancel()
        self.workers.close()

    # --- what handlers ask
    async def view_of(self, path: Path) -> "View":
        """Return the view of the text that a prompt has now.

        Raises:
            GoneError: there is no such prompt, or it was closed meanwhile.
        """
        prompt = self.prompts.get(path)
        if prompt is None:
            raise GoneError(str(path))
        if prompt.view is not None and prompt.view.version == prompt.version:
            return prompt.view
        future: asyncio.Future[View] = asyncio.get_running_loop().create_future()
        prompt.waiting.append((prompt.version, future))
        return await future

    async def loaded(self, path: Path, seconds: float) -> None:
        """Wait until the history and the files beside a prompt have been read once, but no longer than that."""
        prompt = self.prompts.get(path)
        if prompt is None or prompt.is_loaded:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while prompt.reading.busy or prompt.loading.busy:
                    await prompt.reading.settled()
                    await prompt.loading.settled()

    def prompt_beside(self, path: Path | None) -> Prompt | None:
        """Return the prompt that an examples, assertions or record file belongs to, as far as it is known."""
        return next((prompt for prompt in self.prompts.values() if path and path in beside_paths(prompt)), None)

    def overlay(self) -> "Overlay":
        """Return the texts of the open documents whose files were not deleted."""
        return {path: document.text for path, document in self.documents.items() if not document.is_deleted}

    def remember(self, path: Path, template: str, results: "Results") -> None:
        """Keep the results of a run for hovers, lenses and diagnostics."""
        from spade_server.analysis.view import Context

        self.results.pop((path, template), None)
        self.results[path, template] = results
        for oldest in list(self.results)[:-_MOST_RESULTS]:
            del self.results[oldest]
        prompt = self.prompts.get(path)
        if prompt is not None:
            prompt.contexts[template] = replace(prompt.contexts.get(template) or Context(), results=results)
            prompt.reading.ask()

    # --- the work
    def _prompt_changed(self, path: Path, uri: str, version: int, text: str, *, is_open: bool) -> None:
        prompt = self.prompts.get(path)
        if prompt is None:
            prompt = self._new_prompt(path, uri)
            self.prompts[path] = prompt
        prompt.uri, prompt.version, prompt.text = uri, version, text
        prompt.is_open = is_open or prompt.is_open
        prompt.reading.ask()

    def _new_prompt(self, path: Path, uri: str) -> Prompt:
        async def read() -> None:
            await self._read(path)

        async def load() -> None:
            try:
                await self._load(path)
            except Exception as error:  # noqa: BLE001 - a fault in one history must not end the hints
                self._client.complain(f"{path.name}: a fault in spade itself: {type(error).__name__}: {error}")

        return Prompt(path, uri, 0, "", is_open=False, reading=Repeated(read), loading=Repeated(load))

    async def _read(self, path: Path) -> None:
        prompt = self.prompts.get(path)
        if prompt is None:
            return
        version, text, contexts = prompt.version, prompt.text, dict(prompt.contexts)
        try:
            last = prompt.view.model if prompt.view is not None else None
            view, findings = await run(self.workers.typing, lambda: self._view(path, version, text, contexts, last))
        except Exception as error:  # noqa: BLE001 - a fault on one text must not end the hints for all later ones
            self._client.complain(f"{path.name}: a fault in spade itself: {type(error).__name__}: {error}")
            self._give_up(prompt, version)
            return
        self._take(prompt, view, findings)

    def _take(self, prompt: Prompt, view: "View", findings: "list[Finding]") -> None:
        """Show a view, and give it to whoever waits for its version."""
        prompt.view = view
        version = view.version
        for waited, future in prompt.waiting:
            if waited <= version and not future.done():
                future.set_result(view)
        prompt.waiting = [(waited, future) for waited, future in prompt.waiting if waited > version]
        self._publish(prompt, findings)
        contexts = map(prompt.contexts.get, _names_in(view))
        if any(context is None or context.beside is None for context in contexts):  # results may have come first
            prompt.loading.ask()

    def _view(
        self, path: Path, version: int, text: str, contexts: "dict[str, Context]", last: "PromptModel | None"
    ) -> "tuple[View, list[Finding]]":
        from spade_server.analysis.findings import findings_in
        from spade_server.analysis.reader import SentenceReader
        from spade_server.analysis.view import read_view

        self._reader = self._reader or SentenceReader()
        view = read_view(path, version, text, self._reader, contexts, last)
        return view, findings_in(view)

    def _give_up(self, prompt: Prompt, version: int) -> None:
        for waited, future in prompt.waiting:
            if waited <= version and not future.done():
                future.set_exception(GoneError(str(prompt.path)))
        prompt.waiting = [(waited, future) for waited, future in prompt.waiting if waited > version]

    def _publish(self, prompt: Prompt, findings: "list[Finding]") -> None:
        from spade_server.analysis.finding import by_path

        found = by_path(findings)
        if prompt.is_open:
            found.setdefault(prompt.path, [])
        else:
            found.pop(prompt.path, None)
        for path in sorted(found.keys() | prompt.shown):
            own = path == prompt.path
            version = prompt.view.version if own and prompt.view and prompt.is_open else None
            document = self.documents.get(path)
            self._client.publish(document.uri if document else uri_of(path), version, found.get(path, []))
        prompt.shown = {path for path, listed in found.items() if listed}

    async def _load(self, path: Path) -> None:
        from spade_server.analysis.view import Context

        prompt = self.prompts.get(path)
        if prompt is None or prompt.view is None:  # the first view asks for this
            return
        names = _names_in(prompt.view)
        overlay = self.overlay()
        for name in names:
            beside = await run(self.workers.reading, lambda name=name: beside_of(path, name, overlay))  # type: ignore[misc]
            left = prompt.contexts[name].left_behind if name in prompt.contexts else ()
            orphans = await run(self.workers.reading, lambda left=left: still_there(left))  # type: ignore[misc]
            # Read now: an evaluation may have put its results here in the meantime.
            known = prompt.contexts.get(name) or Context(results=self.results.get((path, name)))
            prompt.contexts[name] = replace(known, beside=beside, left_behind=orphans)
        prompt.reading.ask()
        if self.trusted:
            prompt.git = await run(self.workers.reading, lambda: git_folders_of(path))
            self.on_git(prompt.git)
        for name in names if self.trusted else ():
            await self._load_history(prompt, name)
        for name in prompt.contexts.keys() - {*names, *_names_in(prompt.view)}:
            del prompt.contexts[name]
        prompt.is_loaded = bool(names)
        self._client.refresh()

    async def _load_history(self, prompt: Prompt, name: str) -> None:
        from spade_core.storage import left_behind
        from spade_server.analysis.sentence_history import sentence_history_of

        seen, known = prompt.heads.get(name), prompt.contexts[name].sentence_history
        state, history = await run(self.workers.reading, lambda: history_since(prompt.path, name, seen))
        if history is None:
            return
        sentence_history = await run(self.workers.reading, lambda: sentence_history_of(history, known))
        newest = history.versions[-1].template
        orphans = await run(self.workers.reading, lambda: left_behind(prompt.path, newest, history))
        if state is not None:
            prompt.heads[name] = state
        prompt.contexts[name] = replace(
            prompt.contexts[name], sentence_history=sentence_history, left_behind=tuple(orphans)
        )
        prompt.reading.ask()

    async def _beside_opened(self, path: Path) -> None:
        await self._compare_with_disk(path)
        if self.prompt_beside(path) is not None:
            return
        owner = await run(self.workers.reading, lambda: owner_beside(path))
        if owner is None or owner in self.prompts:
            return
        text = await run(self.workers.reading, lambda: text_of(owner))
        if text is not None and owner not in self.prompts and path in self.documents:
            self._prompt_changed(owner, uri_of(owner), 0, text, is_open=False)

    def _forget(self, prompt: Prompt) -> None:
        self.prompts.pop(prompt.path, None)
        for key in [key for key in self.analyses if key[0] == prompt.path]:
            del self.analyses[key]
            self.proposed.pop(key, None)
        prompt.reading.stop()
        prompt.loading.stop()
        for _, future in prompt.waiting:
            if not future.done():
                future.set_exception(GoneError(str(prompt.path)))
        for path in prompt.shown | {prompt.path}:
            self._client.publish(uri_of(path), None, [])

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _names_in(view: "View") -> list[str]:
    return [template.model.name for template in view.templates]
