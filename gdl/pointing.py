"""Where mistakes of meaning stand: in the forms that the ludeme came from.

A ludeme knows its own place only. Its forms also know the definitions that they came through, and where
inside the ludeme the name, number or word stands that a message is about.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from gdl.diagnostics import Diagnostic
from gdl.forms import Brace, Form, Named, Number, Paren, String, Word


def point(diagnostic: Diagnostic, game: Form) -> Diagnostic:
    """The same mistake, shown at its `subject` and with the definitions that the place came out of."""
    places = _places(diagnostic, game)
    if not places:
        return diagnostic
    place = places[0]
    inside = next((form for form in _walk((place,)) if _says(form, diagnostic.subject)), None)
    if inside is None:
        return evolve(diagnostic, via=place.via)
    return evolve(diagnostic, span=inside.span, via=inside.via or place.via)


def _places(diagnostic: Diagnostic, game: Form) -> list[Form]:
    """The forms at the diagnostic's place, those that hold its subject first."""
    span = diagnostic.span
    found = [
        form
        for form in _walk((game,))
        if form.span.start == span.start and form.span.end == span.end and form.span.source is span.source
    ]
    return sorted(found, key=lambda form: not any(_says(each, diagnostic.subject) for each in _walk((form,))))


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
