"""Where mistakes of meaning stand: in the forms that the ludeme came from.

A ludeme knows its own place only. Its forms also know the definitions that they came through, and where
inside the ludeme the name, number or word stands that a message is about.
"""

from __future__ import annotations

from collections.abc import Iterable

from gdl.parse.forms import Brace, Form, Named, Number, Paren, String, Word
from gdl.source.diagnostics import Diagnostic
from gdl.source.edits import renaming
from gdl.source.text import Source, Span
from gdl.support.values import evolve


class Pointer:
    """Finds the forms of some games' texts by their places."""

    def __init__(self, games: Iterable[Form | None]) -> None:
        self._games = [game for game in games if game is not None]
        self._by_place: list[dict[tuple[Source, int, int], list[Form]]] | None = None

    def point(self, diagnostic: Diagnostic) -> Diagnostic:
        """The same mistake, shown at its `subject` and with the definitions that the place came out of."""
        if self._by_place is None:  # most games have nothing to point at
            self._by_place = [_by_place(game) for game in self._games]
        for forms in self._by_place:
            diagnostic = _pointed(diagnostic, forms.get(_place(diagnostic.span), []))
        return diagnostic


def forms_by_place(games: Iterable[Form | None]) -> dict[Span, list[Form]]:
    """All forms of some games' texts by their places, those of one place in the order of the text."""
    result: dict[Span, list[Form]] = {}
    for form in _walk(game for game in games if game is not None):
        if isinstance(form, Paren):
            result.setdefault(form.span, []).append(form)
    return result


def _place(span: Span) -> tuple[Source, int, int]:
    return (span.source, span.start, span.end)


def _by_place(game: Form) -> dict[tuple[Source, int, int], list[Form]]:
    result: dict[tuple[Source, int, int], list[Form]] = {}
    for form in _walk((game,)):
        result.setdefault(_place(form.span), []).append(form)
    return result


def _pointed(diagnostic: Diagnostic, places: list[Form]) -> Diagnostic:
    if not places:
        return diagnostic
    subject = diagnostic.subject
    place, inside = next(
        ((place, form) for place in places for form in _walk((place,)) if _says(form, subject)),
        (places[0], None),
    )
    if inside is None:
        return evolve(diagnostic, via=place.via)
    fixes = diagnostic.fixes
    if isinstance(inside, String) and diagnostic.suggested and not fixes:
        names = [f'"{name}"' for name in diagnostic.suggested]
        fixes = renaming(inside.span, f'"{inside.value}"', names)
    return evolve(diagnostic, span=inside.span, via=inside.via or place.via, fixes=fixes)


def _says(form: Form, subject: str | int | None) -> bool:
    if isinstance(form, String | Number):
        return form.value == subject
    return isinstance(form, Word) and form.text == subject


def _walk(forms: Iterable[Form]) -> Iterable[Form]:
    """These forms and all in them, in the order of the text."""
    waiting = list(forms)[::-1]
    while waiting:
        form = waiting.pop()
        yield form
        if isinstance(form, Paren | Brace):
            waiting += form.items[::-1]
        elif isinstance(form, Named):
            waiting.append(form.value)
