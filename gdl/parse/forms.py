"""The concrete syntax tree: forms, which a game's text reads as before any of it has a meaning.

A form knows where it stands (`span`) and, when it came out of a definition or an option, through which
uses it came (`via`, innermost first), so that a mistake in a definition can name both places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gdl.source.text import NOWHERE, Span, Use
from gdl.support.values import field, frozen


@frozen
class Form:
    """The base of all forms. Equality looks at the content, not at the place."""

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    via: tuple[Use, ...] = field(default=(), eq=False, repr=False, kw_only=True)


@frozen
class Word(Form):
    """A bare word: `Slide`, `P1`, `is`, `>=`."""

    text: str


@frozen
class Number(Form):
    """A whole number (int) or one with a decimal point (float)."""

    value: int | float


@frozen
class String(Form):
    """A text in double quotes, without them."""

    value: str


@frozen
class Paren(Form):
    """`(head args...)`; the head is the first item and usually a Word or a String."""

    items: tuple[Form, ...]


@frozen
class Brace(Form):
    """`{items...}`: an array."""

    items: tuple[Form, ...]


@frozen
class Named(Form):
    """`name:value`."""

    name: str
    value: Form


@frozen
class Angle(Form):
    """`<Name:part>` or `<value>`: an option's placeholder or argument; `items` are what stands inside."""

    items: tuple[Form, ...]


@frozen
class Starred(Form):
    """`(item ...)*`: marked as the default; of several, the one with the most stars is."""

    item: Form
    stars: int


@frozen
class Hole(Form):
    """What could not be read, and was reported already; it fits anywhere, so that nothing is said twice."""


_BRACKETS = {Paren: ("(", ")"), Brace: ("{", "}"), Angle: ("<", ">")}


def one_line(form: Form) -> str:
    """A form as text on one line, which reads as the same form again. `gdl.format` lays texts out."""
    if isinstance(form, Word):
        return form.text
    if isinstance(form, Number):
        return _number(form.value)
    if isinstance(form, String):
        return '"' + form.value.replace('"', '\\"') + '"'
    if isinstance(form, Named):
        return f"{form.name}:{one_line(form.value)}"
    if isinstance(form, Starred):
        return one_line(form.item) + "*" * form.stars
    if isinstance(form, Paren | Brace | Angle):
        opening, closing = _BRACKETS[type(form)]
        return opening + " ".join(one_line(item) for item in form.items) + closing
    return "?"  # a hole: what was not understood


def _number(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    from decimal import Decimal  # takes time to import, and is hardly ever needed

    text = format(Decimal(repr(value)), "f")
    return text if "." in text else text + ".0"


def entries_of(forms: Sequence[Form], head: str, within: bool = False) -> Iterator[Paren]:
    """The entries of every `(head ...)`, however deep that stands."""
    for form in forms:
        if isinstance(form, Brace):
            yield from entries_of(form.items, head, within)
        elif isinstance(form, Named):
            continue
        elif isinstance(form, Paren) and form.items:
            first = form.items[0]
            if within:
                yield form
            else:
                yield from entries_of(form.items[1:], head, isinstance(first, Word) and first.text == head)
