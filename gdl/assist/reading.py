"""Incremental parsing with subtrees as tokens (Wagner and Graham): brackets that stay are not read again.

The tokens of a text are cut as ever, and its brackets mended. Then brackets of moderate size are looked up by
their text, and where that is known the parser is fed with what was read then, as one token (`READ` in
`grammar.lark`). So only what was changed is read, and the few large brackets around it; and what comes out
does not depend on how a text came to be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from gdl.parse.forms import Form
from gdl.parse.grammar import Token, read_forms
from gdl.parse.parser import mended
from gdl.parse.tokens import tokenize
from gdl.source.text import Source, Span
from gdl.support.values import frozen

#: Brackets of so many tokens, themselves included, are kept.
MIN_KEPT, MAX_KEPT = 4, 80


@frozen
class Kept(Form):
    """Brackets that are kept by their text: the places in `form` count from where they begin, and `span` says
    where that is."""

    form: Form
    #: the terminal of the grammar that they are
    type: ClassVar[str] = "READ"


@frozen
class Known:
    """What brackets read as, and the tokens that they were: their terminals, and where each starts."""

    form: Form
    types: Sequence[str]
    starts: Sequence[int]


@frozen(eq=False)
class Reading:
    """A text that was read: its forms, its tokens, and the brackets in it by their texts."""

    forms: tuple[Form, ...]
    tokens: Sequence[Token]
    known: Mapping[str, Known]


def read(source: Source, known: Mapping[str, Known]) -> Reading:
    """The forms of a text, of which some brackets may be known; its brackets are mended."""
    tokens, mistakes = mended(source)
    fed: list[Token | Kept] = []
    result: dict[str, Known] = {}
    done = 0
    for first, last in _brackets(tokens):
        start, end = tokens[first].start, tokens[last].end
        text = source.text[start:end]
        there = result.get(text) or known.get(text)
        # In a text without mistakes, the same brackets are the same tokens.
        if there is None or (mistakes and not _are(there, tokens[first : last + 1])):
            there = _read(text, tokens[first : last + 1])
        if there is not None:
            result[text] = there
            fed += tokens[done:first]
            fed.append(Kept(there.form, span=Span(source, start, end)))
            done = last + 1
    fed += tokens[done:]
    return Reading(read_forms(fed), tokens, result)


def _brackets(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """The outermost brackets of those that can be kept: their first and last tokens, in the text's order."""
    result: list[tuple[int, int]] = []
    opened: list[int] = []
    for at, token in enumerate(tokens):
        kind = token.type
        if kind in ("PAREN_OPEN", "BRACE_OPEN", "ANGLE_OPEN"):
            opened.append(at)
        elif kind in ("PAREN_CLOSE", "BRACE_CLOSE", "ANGLE_CLOSE"):
            first = opened.pop()
            if MIN_KEPT <= at - first + 1 <= MAX_KEPT:
                while result and result[-1][0] > first:
                    result.pop()
                result.append((first, at))
    return result


def _read(text: str, tokens: Sequence[Token]) -> Known | None:
    """What brackets read as by themselves; None where they read otherwise where they stand: mended, or as a
    mistake before them has it."""
    own, mistakes = tokenize(Source("", text))
    there = Known(Form(), [each.type for each in own], [each.start for each in own])
    if mistakes or not _are(there, tokens):
        return None
    (form,) = read_forms(own)
    return Known(form, there.types, there.starts)


def _are(known: Known, tokens: Sequence[Token]) -> bool:
    """Whether these are the tokens that brackets were read from."""
    base = tokens[0].start
    return (
        len(tokens) == len(known.types)
        and known.types == [each.type for each in tokens]
        and known.starts == [each.start - base for each in tokens]
    )
