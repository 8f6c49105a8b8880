"""Text to forms. Every mistake of the text is noted, and reading goes on behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from gdl.parse.brackets import mend, too_deep
from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
from gdl.parse.token import Token
from gdl.parse.tokens import MAX_CHARACTERS, tokenize, too_long
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source, Span

#: More mistakes than this in one text are not shown: the first ones are worth more than all.
MAX_MISTAKES = 30

_KINDS = {"PAREN_CLOSE": Paren, "BRACE_CLOSE": Brace, "ANGLE_CLOSE": Angle}
#: The kinds of tokens that cannot begin a name's value.
_NO_VALUE = ("CLOSE", "STARS", "NAME")


def parse(source: Source) -> tuple[tuple[Form, ...], tuple[Diagnostic, ...]]:
    """Read a text: its top-level forms and its mistakes in the text's order.

    Where there are mistakes the forms are what most likely was meant, so that later stages can look for
    further mistakes in them.
    """
    tokens, mistakes = mended(source)
    forms = _forms(tokens, source)
    return forms, tuple(islice(mistakes, MAX_MISTAKES))


def mended(source: Source) -> tuple[list[Token], list[Diagnostic]]:
    """A text's tokens, so mended that they can be parsed, and the mistakes in the text's order."""
    if len(source.text) > MAX_CHARACTERS:
        return [], [too_long(source, 0, f"more than {MAX_CHARACTERS:,} characters")]
    tokens, mistakes = tokenize(source)
    deep = too_deep(tokens, source)
    if deep is not None:
        return [], [*mistakes, deep]
    tokens, unmatched = mend(tokens, source)
    mistakes += unmatched
    tokens = _tidy(tokens, source, mistakes)
    deep = too_deep(tokens, source)  # mending may leave out closers
    if deep is not None:
        return [], [*mistakes, deep]
    mistakes.sort(key=lambda mistake: mistake.span.start)
    return tokens, mistakes


def _tidy(tokens: Sequence[Token], source: Source, mistakes: list[Diagnostic]) -> list[Token]:
    """Leave out a `name:` without a value and stars behind nothing; note empty brackets.

    A name is no value of another, so names cannot nest.
    """
    tidy: list[Token] = []
    for at, token in enumerate(tokens):
        follower = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.type == "NAME" and (follower is None or follower.type.endswith(_NO_VALUE)):
            mistakes.append(
                Diagnostic(
                    "E0109",
                    f"`{token}` has no value",
                    _span(source, token, token),
                    label="a value is wanted after the colon",
                )
            )
            continue
        if token.type == "STARS" and not (tidy and tidy[-1].type in ("PAREN_CLOSE", "BRACE_CLOSE")):
            continue
        if token.type == "PAREN_OPEN" and follower is not None and follower.type == "PAREN_CLOSE":
            mistakes.append(
                Diagnostic(
                    "E0110",
                    "these brackets are empty",
                    _span(source, token, follower),
                    label="a ludeme's name is wanted inside",
                    help=("an empty list is written {}",),
                )
            )
        tidy.append(token)
    return tidy


def _span(source: Source, first: Token, last: Token) -> Span:
    return Span(source, first.start_pos, last.end_pos)


def _forms(tokens: Sequence[Token], source: Source) -> tuple[Form, ...]:
    """Read tokens whose brackets match, by a stack: the language of `grammar.lark`, without its tables."""
    here: list[Form] = []
    around: list[tuple[list[Form], int, Token | None]] = []
    name: Token | None = None
    for token in tokens:
        kind = token.type
        if kind == "NAME":
            name = token
            continue
        if kind.endswith("_OPEN"):
            around.append((here, token.start_pos, name))
            here, name = [], None
            continue
        if kind == "STARS":
            here[-1] = _starred(here[-1], token, source)
            continue
        if kind.endswith("_CLOSE"):
            items, (here, start, name) = here, around.pop()
            span = Span(source, start, token.end_pos)
            hole = kind == "PAREN_CLOSE" and not items
            form: Form = Hole(span=span) if hole else _KINDS[kind](tuple(items), span=span)
        else:
            form = _leaf(token, source)
        if name is not None:
            form = Named(name[:-1], form, span=Span(source, name.start_pos, form.span.end))
            name = None
        here.append(form)
    return tuple(here)


def _starred(form: Form, stars: Token, source: Source) -> Form:
    """A form with the stars behind it; those behind `name:(...)` belong to the value."""
    span = Span(source, form.span.start, stars.end_pos)
    if isinstance(form, Named):
        return Named(form.name, _starred(form.value, stars, source), span=span)
    return Starred(form, len(stars), span=span)


def _leaf(token: Token, source: Source) -> Form:
    """The form of a token that is no bracket."""
    span = _span(source, token, token)
    if token.type == "NUMBER":
        return Number(float(token) if "." in token else int(token), span=span)
    if token.type == "STRING":
        closed = len(token) > 1 and token.endswith('"')
        inner = token[1:-1] if closed else token[1:].rstrip("\\")
        return String(inner.replace('\\"', '"'), span=span)
    return Word(str(token), span=span)
