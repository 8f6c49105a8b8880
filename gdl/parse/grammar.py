"""Tokens to forms: the LALR(1) parser that Lark makes of `grammar.lark`, and the transformer that makes forms
of the rules while Lark reads.

Compilers and editors both read with it. Its time goes with the words of a text, so editors feed it brackets
that they have read before as one (`gdl.assist.reading`). Making it takes longer than reading a game, so it is
saved beside the grammar: `python -m gdl.parse.grammar` does that after each change of the grammar.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import lark
from lark import Lark

from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
from gdl.source.text import Source, Span
from gdl.support.cpython import blake2b
from gdl.support.values import define

_GRAMMAR = Path(__file__).with_name("grammar.lark")
SAVED = _GRAMMAR.with_suffix(".saved")


@define(eq=False)
class Token:
    """A word, number, text or bracket: its terminal in `grammar.lark`, and where it stands (characters).

    Lark's own tokens, which are strings as well, take far longer to make.
    """

    type: str
    text: str
    source: Source
    start: int
    end: int

    def __str__(self) -> str:
        return self.text

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.source, self.start, self.end)

    def to(self, last: Token) -> Span:
        """From where it starts to the end of another."""
        return Span(self.source, self.start, last.end)


def text_of(token: Token) -> str:
    """What stands between the quotes of a STRING."""
    text = token.text
    closed = len(text) > 1 and text.endswith('"')
    inner = text[1:-1] if closed else text[1:].rstrip("\\")
    return inner.replace('\\"', '"')


class Forms:
    """Lark's transformer: for each rule and terminal of the grammar what it makes, by its name."""

    @staticmethod
    def items(parts: list[Any]) -> list[Form]:
        """None, or those before with one more: what stands in brackets, and in a whole text."""
        if not parts:
            return parts
        items, form = parts
        items.append(form)
        return items  # type: ignore[no-any-return]

    @staticmethod
    def paren(parts: tuple[Token, list[Form], Token]) -> Form:
        first, items, last = parts
        return Paren(tuple(items), span=first.to(last)) if items else Hole(span=first.to(last))

    @staticmethod
    def brace(parts: tuple[Token, list[Form], Token]) -> Form:
        first, items, last = parts
        return Brace(tuple(items), span=first.to(last))

    @staticmethod
    def angle(parts: tuple[Token, list[Form], Token]) -> Form:
        first, items, last = parts
        return Angle(tuple(items), span=first.to(last))

    @staticmethod
    def named(parts: tuple[Token, Form]) -> Form:
        name, value = parts
        return Named(name.text[:-1], value, span=Span(name.source, name.start, value.span.end))

    @staticmethod
    def starred(parts: tuple[Form, Token]) -> Form:
        item, stars = parts
        return Starred(item, len(stars.text), span=Span(stars.source, item.span.start, stars.end))

    @staticmethod
    def WORD(token: Token) -> Form:
        return Word(token.text, span=token.span)

    @staticmethod
    def NUMBER(token: Token) -> Form:
        return Number(float(token.text) if "." in token.text else int(token.text), span=token.span)

    @staticmethod
    def STRING(token: Token) -> Form:
        return String(text_of(token), span=token.span)


def made() -> Lark:
    """The parser that Lark makes of the grammar."""
    text = _GRAMMAR.read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="basic", maybe_placeholders=False, transformer=Forms)


def saved() -> bytes:
    """The parser as it is saved: what it was made of and by, in a line, and what Lark saves of it."""
    file = BytesIO()
    made().save(file)
    return _made_of() + file.getvalue()


def _made_of() -> bytes:
    """The line that a saved parser begins with."""
    return f"Lark {lark.__version__}, {blake2b(_GRAMMAR.read_bytes(), digest_size=20).hexdigest()}\n".encode()


def _loaded() -> Lark:
    """The parser as it was saved; made anew where another version of Lark saved it, or of another grammar."""
    made_of, data = _made_of(), SAVED.read_bytes()
    return Lark.load(BytesIO(data[len(made_of) :])) if data.startswith(made_of) else made()


_PARSER = _loaded()
#: What each terminal matches, higher ranks first.
TERMINALS = {
    each.name: each.pattern.to_regexp() for each in sorted(_PARSER.terminals, key=lambda each: -each.priority)
}


def read_forms(tokens: Iterable[Token | Form]) -> tuple[Form, ...]:
    """The forms of tokens whose brackets match, as `grammar.lark` has them.

    Forms among them, whose `type` is READ, stand for themselves.
    """
    parser = _PARSER.parse_interactive()
    for token in tokens:
        parser.feed_token(cast(lark.Token, token))
    return tuple(parser.feed_eof())  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    from gdl.parse import grammar  # what is saved names `Forms` by its module

    SAVED.write_bytes(grammar.saved())
