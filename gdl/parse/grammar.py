"""Tokens to forms: the parser that Lark generates from `grammar.lark`, which makes the forms while it reads.

Compilers and editors both read with it. Its time goes with the words of a text, so editors feed it brackets
that they have read before as one (`gdl.assist.reading`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Transformer
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState

from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
from gdl.parse.token import Token
from gdl.source.text import Span


class _Forms(Transformer[Token, object]):
    """Makes the forms while the text is read: no tree of the grammar's own rules is ever built."""

    def items(self, found: list[Any]) -> list[Form]:
        if not found:
            return found
        items, form = found
        items.append(form)
        return items  # type: ignore[no-any-return]

    def paren(self, found: tuple[Token, list[Form], Token]) -> Form:
        first, items, last = found
        return Paren(tuple(items), span=first.to(last)) if items else Hole(span=first.to(last))

    def brace(self, found: tuple[Token, list[Form], Token]) -> Form:
        first, items, last = found
        return Brace(tuple(items), span=first.to(last))

    def angle(self, found: tuple[Token, list[Form], Token]) -> Form:
        first, items, last = found
        return Angle(tuple(items), span=first.to(last))

    def named(self, found: tuple[Token, Form]) -> Form:
        name, value = found
        return Named(name.text[:-1], value, span=Span(name.source, name.start, value.span.end))

    def starred(self, found: tuple[Form, Token]) -> Form:
        item, stars = found
        return Starred(item, len(stars.text), span=Span(stars.source, item.span.start, stars.end))

    def WORD(self, token: Token) -> Form:
        return Word(token.text, span=token.span)

    def NUMBER(self, token: Token) -> Form:
        return Number(float(token.text) if "." in token.text else int(token.text), span=token.span)

    def STRING(self, token: Token) -> Form:
        return String(text_of(token), span=token.span)


def text_of(token: Token) -> str:
    """What stands between the quotes of a STRING."""
    text = token.text
    closed = len(text) > 1 and text.endswith('"')
    inner = text[1:-1] if closed else text[1:].rstrip("\\")
    return inner.replace('\\"', '"')


class _NoLexer(Lexer):
    """Texts are cut into tokens by `gdl.parse.tokens`, so Lark need not prepare for it."""

    def __init__(self, lexer_conf: LexerConf) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Any]:
        return iter(())


@cache
def grammar() -> Lark:
    """The parser generated from `grammar.lark`."""
    text = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer=_NoLexer, maybe_placeholders=False, transformer=_Forms())


def read_forms(tokens: Iterable[Token | Form]) -> tuple[Form, ...]:
    """The forms of tokens whose brackets match, as `grammar.lark` has them.

    Forms among them, whose `type` is READ, stand for themselves.
    """
    parser: Any = grammar().parse_interactive()
    feed = parser.parser_state.feed_token
    for token in tokens:
        feed(token)
    return tuple(parser.feed_eof())
