"""Diagnostics as an author types: checked when they pause, told while they are about what stands there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator

from lsprotocol import types

from gdl.assist.tree import Document
from gdl.source.diagnostics import Diagnostic, Edit, Fix
from gdl.source.text import Source, Span
from gdl.support.values import define, evolve, frozen
from interpreter.lsp.checker import PATIENCE, Checker, StoppedError, TooSlowError
from interpreter.lsp.convert import Client, diagnostic
from interpreter.lsp.store import Store, folder_of
from interpreter.lsp.worker import Job

#: How long an author has to pause before the text is checked: seconds.
PAUSE = 0.2


@frozen
class Shown:
    """A diagnostic as it was told, its repairs, and the document that it is about as it then was."""

    diagnostic: types.Diagnostic
    fixes: tuple[Fix, ...]
    document: Document | None
    code: str


@define
class _Check:
    """A check that is to come or running."""

    task: asyncio.Task[None]
    outdated: asyncio.Event


Publish = Callable[[str, int | None, list[types.Diagnostic]], None]


class Publisher:
    """Checks open documents in the background, and tells what is found."""

    def __init__(self, store: Store, publish: Publish) -> None:
        self.store = store
        self.client = Client("utf-16")
        self.checker = Checker()
        self._publish = publish
        self._checks: dict[str, _Check] = {}
        self._published_by: dict[
            str, dict[str, list[Shown]]
        ] = {}  # by the document checked, then by that of the place
        self._numbers = 0

    def shown(self, key: str) -> Iterator[Shown]:
        """What is told of a document, as far as it is about the document as it stands now."""
        known = self.store.open.get(key)
        for result in self._published_by.values():
            for each in result.get(key, ()):
                if known is None or each.document is known.document:
                    yield each

    def changed(self, key: str) -> None:
        """A document changed, or was opened: it is checked soon, and so are open ones that include it."""
        for other in list(self.store.open):
            if other == key or self._includes(other, key):
                self._later(other)

    def closed(self, key: str) -> None:
        """A document was closed: nothing is told of it by itself any longer."""
        check = self._checks.pop(key, None)
        if check is not None:
            check.outdated.set()
        self._replace(key, {})
        self.changed(key)

    def placed(self, key: str, shown: Shown, edits: Iterable[Edit]) -> Iterator[tuple[str, Edit]]:
        """The edits of a repair, with the documents that they are made in. (A repair of several documents is
        made where the mistake is told.)"""
        for edit in edits:
            if shown.document is not None:
                span = Span(shown.document.source, edit.span.start, edit.span.end)
                yield key, Edit(span, edit.text)

    def stop(self) -> None:
        """Check nothing any more."""
        for check in self._checks.values():
            check.outdated.set()
            check.task.cancel()
        self.checker.stop()

    def _includes(self, other: str, key: str) -> bool:
        project = self.store.project(other)
        return project is not None and any(file.key == key for file in project.files)

    def _later(self, key: str) -> None:
        before = self._checks.get(key)
        if before is not None:
            before.outdated.set()
        outdated = asyncio.Event()
        self._checks[key] = _Check(asyncio.ensure_future(self._check(key, outdated)), outdated)

    async def _check(self, key: str, outdated: asyncio.Event) -> None:
        await asyncio.sleep(PAUSE)
        known = self.store.open.get(key)
        if outdated.is_set() or known is None:
            return
        self._numbers += 1
        texts = {other: each.document for other, each in self.store.open.items()}
        folder = folder_of(key)
        unsaved = {
            other: doc.source.text for other, doc in texts.items() if other != key and folder_of(other)
        }
        job = Job(self._numbers, key, known.document.source.text, str(folder) if folder else None, unsaved)
        try:
            answer = await self.checker.check(job, outdated)
        except StoppedError:
            return
        except TooSlowError:
            result: tuple[Diagnostic, ...] = (_too_slow(known.document),)
        else:
            result = (_failed(known.document, answer.failed),) if answer.failed else answer.diagnostics
        if outdated.is_set() or self.store.open.get(key) is not known:
            return
        self.tell(key, result)

    def tell(self, key: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        """Tell what was found in an open document as it stands, and nothing that was found before."""
        self._replace(key, self._by_place(key, self.store.open[key].document, diagnostics))

    def _replace(self, key: str, results: dict[str, list[Shown]]) -> None:
        """Tell what a check found instead of what the one before it did."""
        before = self._published_by.pop(key, {})
        if results:
            self._published_by[key] = results
        for place in dict.fromkeys([*before, *results]):
            published: dict[tuple[object, ...], types.Diagnostic] = {}
            for of_check in self._published_by.values():
                for shown in of_check.get(place, ()):
                    range_ = shown.diagnostic.range
                    where = (
                        range_.start.line,
                        range_.start.character,
                        shown.diagnostic.code,
                        shown.diagnostic.message,
                    )
                    published.setdefault(where, shown.diagnostic)
            known = self.store.open.get(place)
            self._publish(self.store.uri(place), known.version if known else None, list(published.values()))

    # --- Places -----------------------------------------------------------------------------------------

    def _by_place(
        self, key: str, document: Document, diagnostics: tuple[Diagnostic, ...]
    ) -> dict[str, list[Shown]]:
        """What was found, by the documents that it is about; else at the game's start."""
        project = self.store.project(key)
        files = {file.document.source.text: file for file in reversed(project.files)} if project else {}

        def place(source: Source) -> tuple[str, Document] | None:
            if source.text == document.source.text:
                return key, document
            file = files.get(source.text)
            return None if file is None or not source.text else (file.key, file.document)

        def moved(span: Span) -> tuple[str, Span] | None:
            where = place(span.source)
            return None if where is None else (where[0], Span(where[1].source, span.start, span.end))

        result: dict[str, list[Shown]] = {key: []}
        for each in diagnostics:
            where = place(each.span.source)
            at = where if where is not None else (key, document)
            span = each.span if where is not None else Span(document.source, 0, 0)
            links = [(label.span, label.text) for label in each.related]
            links += [(use.use, f'used here, by way of "{use.name}"') for use in each.via]
            related = [
                (self.store.uri(target[0]), target[1], text)
                for linked, text in links
                if (target := moved(linked)) is not None
            ]
            converted = diagnostic(
                evolve(each, span=Span(at[1].source, span.start, span.end)), self.client, related
            )
            result.setdefault(at[0], []).append(Shown(converted, each.fixes, at[1], each.code))
            outer = each.via[-1].use if each.via else None
            if outer is not None and at[0] != key and place(outer.source) == (key, document):
                message = f'in the definition "{each.via[-1].name}": {each.message}'
                here = evolve(each, span=outer, message=message, via=(), fixes=())
                result[key].append(Shown(diagnostic(here, self.client, related), (), document, each.code))
        return result


def _too_slow(document: Document) -> Diagnostic:
    return Diagnostic(
        "W0771",
        f"checking this text was stopped: it takes more than {PATIENCE:.0f} seconds",
        Span(document.source, 0, 0),
        help=("`gdl check FILE` takes its time",),
        severity="warning",
    )


def _failed(document: Document, why: str) -> Diagnostic:
    return Diagnostic(
        "W0772",
        "this text could not be checked: something went wrong inside Ludwright",
        Span(document.source, 0, 0),
        help=("this is no mistake of yours: please report it, with the text",),
        notes=(why,),
        severity="warning",
    )
