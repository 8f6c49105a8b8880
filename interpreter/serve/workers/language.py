"""What the workshop's editor asks of a text: the language server's knowledge, without its protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gdl.assist.checking import check
from gdl.assist.colours import colours
from gdl.assist.completion import complete
from gdl.assist.hover import hover, signature_help
from gdl.assist.layout import format_all
from gdl.assist.names import Names, names_of
from gdl.assist.project import project_of
from gdl.assist.tree import Document
from gdl.expand.library import shipped_definitions
from gdl.source.diagnostics import Diagnostic, Edit, LanguageError
from gdl.source.edits import chosen_fixes
from gdl.source.reading import decode, read_source
from gdl.source.render import all_to_json
from gdl.source.text import Source
from gdl.support.printable import one_line, printable
from gdl.support.values import define, field
from interpreter.game.game import Game, loads
from interpreter.serve.messages import workshop as message
from interpreter.serve.workers.places import Places

#: So many completions are told: typing more letters leaves fewer.
_OFFERS = 100


def source_of(text: str, name: str) -> Source | Diagnostic:
    """A text as the source that it would be as a file, or what is wrong with it."""
    return decode(text.encode("utf-8", "surrogatepass"), name)


def compiled(text: str, name: str, chosen: Mapping[str, object]) -> tuple[Game, Source]:
    """The game of a text and options; those that the text does not have (any more) are left out.

    Raises LanguageError.
    """
    source = source_of(text, name)
    if isinstance(source, Diagnostic):
        raise LanguageError((source,))
    options = {str(option): str(choice) for option, choice in chosen.items()}
    try:
        return loads(source.text, options, name=source.name), source
    except LanguageError:
        if not options:
            raise
    game = loads(source.text, name=source.name)
    there = {
        name: choice
        for name, choice in options.items()
        for option in game.available_options
        if option.name == name
        and (any(item.name == choice for item in option.items) or (option.open and option.open.holds(choice)))
    }
    return (loads(source.text, there, name=source.name) if there else game), source


@define
class Language:
    """Answers about texts; what is known of the last one makes the next, which is much the same, quick."""

    _document: Document | None = None
    _names: Names | None = None
    _shipped: dict[str, Document | None] = field(factory=dict)

    # --- Mistakes ---------------------------------------------------------------------------------------

    def check(self, job: message.CheckText) -> message.Checked:
        """What `gdl check` says of the text as a file, and where that is for an editor."""
        source = source_of(job.text, job.name)
        if isinstance(source, Diagnostic):
            return message.Checked(all_to_json([source]), [], [])
        diagnostics = check(source, None)
        places = Places(source)
        marks = [
            message.DiagnosticMark(
                number,
                places.of(each.span),
                each.severity,
                one_line(each.message),
                [
                    message.Fix(printable(fix.title), fix.applicability.value, self._edits(places, fix.edits))
                    for fix in each.fixes
                    if all(places.holds(edit.span) for edit in fix.edits)
                ],
            )
            for number, each in enumerate(diagnostics)
            if places.holds(each.span)
        ]
        sure = [edit for fix in chosen_fixes(source, diagnostics) for edit in fix.edits]
        return message.Checked(all_to_json(diagnostics), marks, self._edits(places, sure))

    def _edits(self, places: Places, edits: Iterable[Edit]) -> list[message.TextEdit]:
        return [message.TextEdit(*places.ends(each.span), each.text) for each in edits]

    # --- Writing ----------------------------------------------------------------------------------------

    def complete(self, job: message.CompleteText) -> message.Completions:
        """What can stand where the cursor is, the likeliest first."""
        places = self._take(job.text, job.name)
        if places is None:
            return message.Completions()
        return message.Completions(
            [
                message.Completion(
                    printable(each.label),
                    each.sort.value,
                    printable(each.detail),
                    printable(each.doc),
                    *places.ends(each.span),
                    each.insert.plain,
                    each.insert.stops,
                )
                for each in complete(places.source.name, self, places.offset(job.at))[:_OFFERS]
            ]
        )

    def hover(self, job: message.HoverOver) -> message.Hovered:
        """What is to be said about a place, in Markdown, and the signatures of the brackets around it."""
        places, names = self._take(job.text, job.name), self._known()
        if places is None or names is None:
            return message.Hovered()
        offset = places.offset(job.at)
        said, around = hover(names, offset), signature_help(names, offset)
        text = signatures = None
        if said is not None:
            text = message.HoverText(printable(said.text), *places.ends(said.span))
        if around is not None:
            texts = [printable(each.text) for each in around.signatures]
            signatures = message.Signatures(texts, around.active, around.argument)
        return message.Hovered(text, signatures)

    def format(self, job: message.FormatText) -> message.Edits:
        """The edits that put the text into the one style."""
        places = self._take(job.text, job.name)
        if places is None or self._document is None:
            return message.Edits()
        return message.Edits(self._edits(places, format_all(self._document)))

    def colours(self, job: message.ColourText) -> message.ColouredWords:
        """The coloured words of the text."""
        places, names = self._take(job.text, job.name), self._known()
        if places is None or names is None:
            return message.ColouredWords()
        return message.ColouredWords(
            [(*places.ends(each.span), each.colour.name.lower(), each.declares) for each in colours(names)]
        )

    # --- The text among the shipped ones: `gdl.assist.project.Files` --------------------------------------

    def _take(self, text: str, name: str) -> Places | None:
        """Take in a text; None where it is none."""
        source = source_of(text, name)
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
