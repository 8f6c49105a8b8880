"""The concrete syntax tree of a text: its tokens and comments in brackets, with the author's line breaks."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.parse.grammar import Token
from gdl.parse.parser import mended
from gdl.parse.tokens import comments
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from gdl.support.values import define, field, frozen

_CLOSING = {"PAREN_OPEN": ")", "BRACE_OPEN": "}", "ANGLE_OPEN": ">"}


@frozen
class Leaf:
    """A word, number, string or comment as written; `breaks` line breaks stand before it."""

    text: str
    breaks: int
    comment: bool = False


@define
class Bracket:
    """Brackets with what stands in them; `prefix` is a name before them (`if:`), `suffix` stars behind."""

    opening: str
    closing: str
    breaks: int
    prefix: str = ""
    suffix: str = ""
    items: list[Node] = field(factory=list)


Node = Leaf | Bracket


@frozen
class _Piece:
    """A token or a comment."""

    kind: str
    text: str
    start: int
    end: int


def concrete(source: Source) -> list[Node]:
    """The nodes of a text. Raises LanguageError where its brackets or words cannot be read."""
    tokens, mistakes = mended(source)
    wrong = tuple(each for each in mistakes if each.severity == "error")
    if wrong:
        raise LanguageError(wrong)
    top: list[Node] = []
    around: list[tuple[list[Node], Bracket]] = []
    here, prefix, prefix_breaks, end = top, "", 0, 0
    for piece in _pieces(source, tokens):
        breaks = source.text.count("\n", end, piece.start)
        end = piece.end
        if piece.kind == "COMMENT":
            here.append(Leaf(piece.text.rstrip(), breaks, comment=True))
        elif piece.kind == "NAME":
            prefix, prefix_breaks = piece.text, breaks
        elif piece.kind == "STARS" and here and isinstance(last := here[-1], Bracket):
            last.suffix += piece.text
        elif piece.kind.endswith("_OPEN"):
            before = prefix_breaks if prefix else breaks
            bracket = Bracket(piece.text, _CLOSING[piece.kind], before, prefix)
            here.append(bracket)
            around.append((here, bracket))
            here, prefix = bracket.items, ""
        elif piece.kind.endswith("_CLOSE"):
            here, _ = around.pop()
        else:
            here.append(Leaf(prefix + piece.text, prefix_breaks if prefix else breaks))
            prefix = ""
    return top


def _pieces(source: Source, tokens: Sequence[Token]) -> list[_Piece]:
    """Tokens and comments in the text's order."""
    result = []
    for token in tokens:
        text = source.text[token.start : token.end]
        result.append(_Piece(token.type, text, token.start, token.end))
    result += [_Piece("COMMENT", span.text, span.start, span.end) for span in comments(source)]
    return sorted(result, key=lambda piece: piece.start)
