"""Reading forms from tokens whose brackets match, by a stack: the language of `grammar.lark`, without tables.

An editor reads a text at each key that is pressed, and this takes half the time. A test holds that both read
alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Paren, Starred
from gdl.parse.parser import leaf, mended
from gdl.source.text import Source, Span

_KINDS = {"PAREN_CLOSE": Paren, "BRACE_CLOSE": Brace, "ANGLE_CLOSE": Angle}


def read_forms(source: Source) -> tuple[tuple[Form, ...], bool]:
    """The forms of a text, as `parse` has them; and whether nothing had to be mended."""
    tokens, mistakes = mended(source)
    return _forms(tokens, source), not mistakes


def _forms(tokens: Sequence[Token], source: Source) -> tuple[Form, ...]:
    here: list[Form] = []
    around: list[tuple[list[Form], int, Token | None]] = []
    name: Token | None = None
    for token in tokens:
        kind = token.type
        if kind == "NAME":
            name = token
            continue
        if kind.endswith("_OPEN"):
            around.append((here, token.start_pos or 0, name))
            here, name = [], None
            continue
        if kind == "STARS":
            here[-1] = _starred(here[-1], token, source)
            continue
        if kind.endswith("_CLOSE"):
            items, (here, start, name) = here, around.pop()
            span = Span(source, start, token.end_pos or 0)
            hole = kind == "PAREN_CLOSE" and not items
            form: Form = Hole(span=span) if hole else _KINDS[kind](tuple(items), span=span)
        else:
            form = leaf(token, source)
        if name is not None:
            form = Named(name[:-1], form, span=Span(source, name.start_pos or 0, form.span.end))
            name = None
        here.append(form)
    return tuple(here)


def _starred(form: Form, stars: Token, source: Source) -> Form:
    """A form with the stars behind it; those behind `name:(...)` belong to the value."""
    span = Span(source, form.span.start, stars.end_pos or 0)
    if isinstance(form, Named):
        return Named(form.name, _starred(form.value, stars, source), span=span)
    return Starred(form, len(stars), span=span)
