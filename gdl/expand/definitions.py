"""Macro definitions, `(define "Name" body...)`, read from forms; walking forms, and placeholders in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gdl.parse.forms import Angle, Brace, Form, Named, Number, Paren, Starred, String, Word
from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.text import Span
from gdl.support.values import frozen

#: A parameter in a definition's body.
PARAMETER = re.compile(r"#(\d{1,3})")


@frozen
class Definition:
    """A name for forms; `parameters` is the highest `#n` in them."""

    name: str
    body: tuple[Form, ...]
    span: Span
    parameters: int


def read_definition(form: Paren) -> Definition | Diagnostic:
    """The definition that `(define ...)` makes."""
    if len(form.items) < 2 or not isinstance(form.items[1], String):
        place = form.items[1].span if len(form.items) > 1 else form.span
        return Diagnostic(
            "E0306",
            "a definition starts with its name in quotes",
            place,
            help=('write (define "Name" what it stands for)',),
        )
    name = form.items[1]
    if not name.value.strip():
        return Diagnostic("E0306", "this definition's name is empty", name.span)
    body = form.items[2:]
    return Definition(name.value, body, form.span, max(_parameters(body), default=0))


def duplicate(first: Definition, second: Definition) -> Diagnostic:
    """The mistake that a name is defined twice; twice the same is harmless."""
    if first.body == second.body:
        return Diagnostic(
            "W0303",
            f'"{second.name}" is defined twice, both times the same',
            second.span,
            related=(Label(first.span, "first defined here"),),
            severity="warning",
        )
    return Diagnostic(
        "E0308",
        f'"{second.name}" is defined twice',
        second.span,
        related=(Label(first.span, "first defined here"),),
        help=("rename one of them, or delete it",),
    )


def _parameters(forms: Sequence[Form]) -> Iterator[int]:
    for form in walk(forms):
        if isinstance(form, Word) and "#" in form.text:
            yield from map(int, PARAMETER.findall(form.text))


_ARRAYS = (Paren, Brace, Angle)


def walk(forms: Sequence[Form]) -> Iterator[Form]:
    """All forms in these forms, outer ones first."""
    waiting = [*reversed(forms)]
    while waiting:
        form = waiting.pop()
        yield form
        waiting.extend(reversed(inner_forms(form)))


def inner_forms(form: Form) -> tuple[Form, ...]:
    """The forms that stand in a form, in their order."""
    if isinstance(form, _ARRAYS):
        return form.items
    if isinstance(form, Named):
        return (form.value,)
    return (form.item,) if isinstance(form, Starred) else ()


def placeholder_key(form: Angle) -> tuple[str, str | None] | None:
    """What `<Tag:part>` or `<Tag>` asks for; None for any other content."""
    if len(form.items) != 1:
        return None
    item = form.items[0]
    if isinstance(item, Word):
        return item.text, None
    if isinstance(item, Named) and isinstance(item.value, Word | Number):
        return item.name, str(item.value.text if isinstance(item.value, Word) else item.value.value)
    return None
