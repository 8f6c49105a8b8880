"""What the workshop's editor asks of a text: the language server's knowledge, without its protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

from gdl.assist.checking import check
from gdl.assist.colours import colours
from gdl.assist.completion import complete
from gdl.assist.hover import hover, signature_help
from gdl.assist.layout import format_all
from gdl.assist.names import Names, names_of
from gdl.assist.project import project_of
from gdl.assist.tree import Document
from gdl.expand.library import shipped_definitions
from gdl.source.diagnostics import Diagnostic, Edit
from gdl.source.edits import chosen_fixes
from gdl.source.reading import decode, read_source
from gdl.source.render import all_to_json
from gdl.source.text import Source
from gdl.support.printable import one_line, printable
from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.workers.places import Places

Json = dict[str, Any]
#: So many completions are told: typing more letters leaves fewer.
_OFFERS = 100
#: What a text is called that has no better name.
NAME = "game.lud"


def source_of(request: Json) -> Source | Diagnostic:
    """The text of a request as the source that it would be as a file, or what is wrong with it."""
    text, name = request.get("text"), request.get("name", NAME)
    if not isinstance(text, str) or not isinstance(name, str):
        raise BadRequestError("a text and a name are asked for")
    if len(name) > 200 or "/" in name or "\\" in name or not name.endswith((".lud", ".def")):
        raise BadRequestError("a text is called something.lud or something.def, without a folder")
    return decode(text.encode("utf-8", "surrogatepass"), name)


@define
class Language:
    """Answers about texts; what is known of the last one makes the next, which is much the same, quick."""

    _document: Document | None = None
    _names: Names | None = None
    _shipped: dict[str, Document | None] = field(factory=dict)

    # --- Mistakes ---------------------------------------------------------------------------------------

    def check(self, request: Json) -> Json:
        """What `gdl check --output-format json` says of the text as a file, and where that is for an editor.

        `marks` has for each diagnostic that is about the text itself its number, ends and repairs.
        """
        source = source_of(request)
        if isinstance(source, Diagnostic):
            return {**all_to_json([source]), "marks": [], "repairs": []}
        found = check(source, None)
        places = Places(source)
        marks = [
            {
                "n": number,
                **places.of(each.span),
                "severity": each.severity,
                "message": one_line(each.message),
                "fixes": [
                    {
                        "title": printable(fix.title),
                        "applicability": fix.applicability.value,
                        "edits": self._edits(places, fix.edits),
                    }
                    for fix in each.fixes
                    if all(places.holds(edit.span) for edit in fix.edits)
                ],
            }
            for number, each in enumerate(found)
            if places.holds(each.span)
        ]
        sure = [edit for fix in chosen_fixes(source, found) for edit in fix.edits]
        return {**all_to_json(found), "marks": marks, "repairs": self._edits(places, sure)}

    def _edits(self, places: Places, edits: Iterable[Edit]) -> list[Json]:
        return [{**places.ends(each.span.start, each.span.end), "insert": each.text} for each in edits]

    # --- Writing ----------------------------------------------------------------------------------------

    def complete(self, request: Json) -> Json:
        """What can stand where the cursor is, the likeliest first; `snippet` has `${1:stops}` to fill in."""
        places = self._take(request)
        if places is None:
            return {"offers": []}
        made = complete(places.source.name, self, places.offset(_at(request)))[:_OFFERS]
        return {
            "offers": [
                {
                    "label": printable(each.label),
                    "sort": each.sort.value,
                    "detail": printable(each.detail),
                    "markdown": printable(each.doc),
                    **places.ends(each.span.start, each.span.end),
                    "insert": each.insert.plain,
                    "snippet": each.insert.stops,
                }
                for each in made
            ]
        }

    def hover(self, request: Json) -> Json:
        """What is to be said about a place, in Markdown, and the signatures of the brackets around it."""
        places, names = self._take(request), self._known()
        if places is None or names is None:
            return {}
        offset = places.offset(_at(request))
        said, signatures = hover(names, offset), signature_help(names, offset)
        told: Json = {}
        if said is not None:
            told |= {"markdown": printable(said.text), **places.ends(said.span.start, said.span.end)}
        if signatures is not None:
            told |= {
                "signatures": [printable(each.text) for each in signatures.signatures],
                "active": signatures.active,
                "argument": signatures.argument,
            }
        return told

    def format(self, request: Json) -> Json:
        """The edits that put the text into the one style."""
        places = self._take(request)
        if places is None or self._document is None:
            return {"edits": []}
        return {"edits": self._edits(places, format_all(self._document))}

    def colours(self, request: Json) -> Json:
        """The coloured words of the text: where each begins and ends, what it is, whether it is declared."""
        places, names = self._take(request), self._known()
        if places is None or names is None:
            return {"words": []}
        return {
            "words": [
                [*places.of(each.span).values(), each.colour.name.lower(), each.declares]
                for each in colours(names)
            ]
        }

    # --- The text among the shipped ones: `gdl.assist.project.Files` --------------------------------------

    def _take(self, request: Json) -> Places | None:
        """Take in a text; None where it is none."""
        source = source_of(request)
        if isinstance(source, Diagnostic):
            self._document = None
            return None
        before = self._document
        if before is None or (before.source.name, before.source.text) != (source.name, source.text):
            self._document, self._names = Document(source, before), None
        assert self._document is not None
        return Places(self._document.source)

    def _known(self) -> Names | None:
        if self._names is None and self._document is not None:
            project = project_of(self._document.source.name, self)
            self._names = None if project is None else names_of(project)
        return self._names

    def read(self, key: str) -> Document | None:
        """The text itself, or a shipped file of definitions."""
        if self._document is not None and key == self._document.source.name:
            return self._document
        if key not in self._shipped:
            path = shipped_definitions().get(key)
            source = None if path is None else read_source(path)
            self._shipped[key] = Document(source) if isinstance(source, Source) else None
        return self._shipped[key]

    def included(self, key: str, name: str) -> str | None:
        """The shipped file that an include names."""
        return name if name in shipped_definitions() else None

    def including(self, key: str) -> Iterator[str]:
        """Nobody: there is one text."""
        return iter(())

    def can_include(self, key: str) -> Iterable[str]:
        """The shipped files of definitions."""
        return sorted({*shipped_definitions()} - {key})


def _at(request: Json) -> int:
    at = request.get("at")
    if not isinstance(at, int):
        raise BadRequestError("a place in the text is asked for")
    return at
