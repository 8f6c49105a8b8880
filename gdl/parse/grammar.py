"""Tokens to forms: what the rules of `grammar.lark` make, while the text is read by its tables.

Compilers and editors both read with it. Its time goes with the words of a text, so editors feed it brackets
that they have read before as one (`gdl.assist.reading`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
from gdl.parse.shift_reduce import Terminal, read
from gdl.parse.token import Token
from gdl.source.text import Span


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
    "items": _items, "paren": _paren, "brace": _brace, "angle": _angle, "named": _named, "starred": _starred,
}  # fmt: skip
_LEAVES: Mapping[str, Callable[[Any], object]] = {"WORD": _word, "NUMBER": _number, "STRING": _string}


def read_forms(tokens: Iterable[Token | Form]) -> tuple[Form, ...]:
    """The forms of tokens whose brackets match, as `grammar.lark` has them.

    Forms among them, whose `type` is READ, stand for themselves.
    """
    return tuple(read(cast(Iterable[Terminal], tokens), _LEAVES, _RULES))
