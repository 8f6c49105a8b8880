"""Text to forms. Every mistake of the text is noted, and reading goes on behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from lark import Token, Tree

from gdl.parse.brackets import mend, too_deep
from gdl.parse.forms import Angle, Brace, Form, Hole, Named, Number, Paren, Starred, String, Word
from gdl.parse.tokens import MAX_CHARACTERS, grammar, tokenize, too_long
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
    forms = tuple(_forms(_tree(tokens).children, source))
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


def _tree(tokens: Sequence[Token]) -> Tree[Token]:
    parser = grammar().parse_interactive()
    for token in tokens:
        parser.feed_token(token)
    tree: Tree[Token] = parser.feed_eof()  # type: ignore[no-untyped-call]
    return tree


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
    assert first.start_pos is not None and last.end_pos is not None
    return Span(source, first.start_pos, last.end_pos)


def _forms(nodes: Sequence[Token | Tree[Token]], source: Source) -> list[Form]:
    return [_form(node, source) for node in nodes]


def _form(node: Token | Tree[Token], source: Source) -> Form:
    if isinstance(node, Token):
        return leaf(node, source)
    rule, children = node.data, node.children
    if rule == "named":
        name, value = children
        assert isinstance(name, Token) and name.start_pos is not None
        form = _form(value, source)
        return Named(name[:-1], form, span=Span(source, name.start_pos, form.span.end))
    if rule == "starred":
        item, stars = children
        assert isinstance(stars, Token) and stars.end_pos is not None
        form = _form(item, source)
        return Starred(form, len(stars), span=Span(source, form.span.start, stars.end_pos))
    first, *inner, last = children
    assert isinstance(first, Token) and isinstance(last, Token)
    if rule == "paren" and not inner:
        return Hole(span=_span(source, first, last))
    kind = {"paren": Paren, "brace": Brace, "angle": Angle}[rule]
    return kind(tuple(_forms(inner, source)), span=_span(source, first, last))


def leaf(token: Token, source: Source) -> Form:
    """The form of a token that is no bracket."""
    span = _span(source, token, token)
    if token.type == "NUMBER":
        return Number(float(token) if "." in token else int(token), span=span)
    if token.type == "STRING":
        closed = len(token) > 1 and token.endswith('"')
        inner = token[1:-1] if closed else token[1:].rstrip("\\")
        return String(inner.replace('\\"', '"'), span=span)
    return Word(str(token), span=span)
