"""How `grammar.lark` reads a text whose brackets match: by Lark's tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from lark import Lark, Tree
from lark import Token as LarkToken

from gdl.parse import generate
from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
from gdl.parse.parser import mended
from gdl.source.text import Source, Span


@cache
def grammar() -> Lark:
    return generate.grammar()


def parse_by_the_grammar(source: Source) -> tuple[Form, ...]:
    """The forms of a text, once its mistakes are mended."""
    parser = grammar().parse_interactive()
    for token in mended(source)[0]:
        parser.feed_token(LarkToken(token.type, token.text, start_pos=token.start, end_pos=token.end))
    return _forms(_items(parser.feed_eof()), source)


def _items(tree: Tree[LarkToken]) -> list[LarkToken | Tree[LarkToken]]:
    """What stands in a list: `items` holds those before and one more."""
    found: list[LarkToken | Tree[LarkToken]] = []
    while tree.children:
        before, last = tree.children
        assert isinstance(before, Tree)
        found.append(last)
        tree = before
    return found[::-1]


def _forms(nodes: Sequence[LarkToken | Tree[LarkToken]], source: Source) -> tuple[Form, ...]:
    return tuple(_form(node, source) for node in nodes)


def _form(node: LarkToken | Tree[LarkToken], source: Source) -> Form:
    if isinstance(node, LarkToken):
        return _leaf(node, Span(source, node.start_pos, node.end_pos))
    rule, children = node.data, node.children
    if rule == "named":
        name, value = children
        form = _form(value, source)
        return Named(name[:-1], form, span=Span(source, name.start_pos, form.span.end))
    if rule == "starred":
        item, stars = children
        form = _form(item, source)
        return Starred(form, len(stars), span=Span(source, form.span.start, stars.end_pos))
    first, items, last = children
    inner = _items(items)
    span = Span(source, first.start_pos, last.end_pos)
    if rule == "paren" and not inner:
        return Hole(span=span)
    return {"paren": Paren, "brace": Brace, "angle": Angle}[rule](_forms(inner, source), span=span)


def _leaf(token: LarkToken, span: Span) -> Form:
    if token.type == "NUMBER":
        return Number(float(token) if "." in token else int(token), span=span)
    if token.type == "STRING":
        inner = token[1:-1] if len(token) > 1 and token.endswith('"') else token[1:].rstrip("\\")
        return String(inner.replace('\\"', '"'), span=span)
    return Word(str(token), span=span)
