"""Text to forms. Every mistake of the text is noted, and reading goes on behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any, cast

from gdl.parse.brackets import mend, too_deep
from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
from gdl.parse.shift_reduce import Terminal, read
from gdl.parse.token import Token
from gdl.parse.tokens import MAX_CHARACTERS, tokenize, too_long
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source, Span

#: More mistakes than this in one text are not shown: the first ones are worth more than all.
MAX_MISTAKES = 30

#: The kinds of tokens that cannot begin a name's value.
_NO_VALUE = ("CLOSE", "STARS", "NAME")


def parse(source: Source) -> tuple[tuple[Form, ...], tuple[Diagnostic, ...]]:
    """Read a text: its top-level forms and its mistakes in the text's order.

    Where there are mistakes the forms are what most likely was meant, so that later stages can look for
    further mistakes in them.
    """
    tokens, mistakes = mended(source)
    return read_forms(tokens), tuple(islice(mistakes, MAX_MISTAKES))


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


def _items(found: list[Any]) -> list[Form]:
    """None, or those before with one more: what stands in brackets, and in a whole text."""
    if not found:
        return found
    items, form = found
    items.append(form)
    return items  # type: ignore[no-any-return]


def _paren(found: tuple[Token, list[Form], Token]) -> Form:
    first, items, last = found
    return Paren(tuple(items), span=first.to(last)) if items else Hole(span=first.to(last))


def _brace(found: tuple[Token, list[Form], Token]) -> Form:
    first, items, last = found
    return Brace(tuple(items), span=first.to(last))


def _angle(found: tuple[Token, list[Form], Token]) -> Form:
    first, items, last = found
    return Angle(tuple(items), span=first.to(last))


def _named(found: tuple[Token, Form]) -> Form:
    name, value = found
    return Named(name.text[:-1], value, span=Span(name.source, name.start, value.span.end))


def _starred(found: tuple[Form, Token]) -> Form:
    item, stars = found
    return Starred(item, len(stars.text), span=Span(stars.source, item.span.start, stars.end))


def _word(token: Token) -> Form:
    return Word(token.text, span=token.span)


def _number(token: Token) -> Form:
    return Number(float(token.text) if "." in token.text else int(token.text), span=token.span)


def _string(token: Token) -> Form:
    return String(text_of(token), span=token.span)


def text_of(token: Token) -> str:
    """What stands between the quotes of a STRING."""
    text = token.text
    closed = len(text) > 1 and text.endswith('"')
    inner = text[1:-1] if closed else text[1:].rstrip("\\")
    return inner.replace('\\"', '"')


#: What the grammar's rules make, and its terminals. The others are only there to be read.
_RULES: Mapping[str, Callable[[Any], object]] = {
    "start": itemgetter(0), "items": _items, "paren": _paren, "brace": _brace, "angle": _angle,
    "named": _named, "starred": _starred,
}  # fmt: skip
_LEAVES: Mapping[str, Callable[[Any], object]] = {"WORD": _word, "NUMBER": _number, "STRING": _string}


def read_forms(tokens: Iterable[Token | Form]) -> tuple[Form, ...]:
    """The forms of tokens whose brackets match, as `grammar.lark` has them.

    Forms among them, whose `type` is READ, stand for themselves.
    """
    return tuple(read(cast(Iterable[Terminal], tokens), _LEAVES, _RULES))


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
                    token.span,
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
                    token.to(follower),
                    label="a ludeme's name is wanted inside",
                    help=("an empty list is written {}",),
                )
            )
        tidy.append(token)
    return tidy
