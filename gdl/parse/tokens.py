"""The lexer: a game's text as tokens, the terminals of `grammar.lark`, with the mistakes in it.

The terminals are the grammar's; the loop over them is ours, since a text with a mistake in it
must still be cut to its end, and a string that was never closed must not swallow what stands behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from gdl.parse.grammar import TERMINALS, Token
from gdl.parse.strays import Strays, comment_end
from gdl.source.diagnostics import Diagnostic, sure_if
from gdl.source.edits import inserting
from gdl.source.text import Source, Span

#: The most that is read of one text: a large game has 200,000 characters and 60,000 tokens.
MAX_CHARACTERS = 1_000_000
MAX_TOKENS = 100_000

#: The longest number, sign and point included; it fits into 64 bits.
MAX_DIGITS = 18

#: After so many strings without an end, what is string and what is not is anybody's guess.
_MAX_CUT = 10

#: What follows a text of one word that cannot be longer: brackets, a text, a line's end.
_ENDS_A_NAME = re.compile(r"[ \t]*([(){}\n]|\Z)")

#: How far is looked for the partner of a `<` or `>`.
_NEAR = 2000
_NEAR_TOKENS = 100
_BRACKET = re.compile(r"[(){}]|>(?!=)")

#: `<Option:part>` at the head of brackets, where `<` could also be the comparison.
_PLACEHOLDER = re.compile(r"<\w+(:\w+)?>")


@cache
def _pattern() -> re.Pattern[str]:
    """A terminal with the blanks and comments before it, which are none; at the end of a text, nothing."""
    named = "|".join(f"(?P<{name}>{pattern})" for name, pattern in TERMINALS.items() if name != "SPACE")
    return re.compile(rf"(?:{TERMINALS['SPACE']})*+(?:{named}|\Z)", re.DOTALL)


#: Terminals that are what they seem, whatever stands before them.
_PLAIN = frozenset({"PAREN_OPEN", "PAREN_CLOSE", "BRACE_OPEN", "BRACE_CLOSE", "NAME"})
#: What a comment of another language begins with.
_COMMENT_MARKS = "/;#"


def tokenize(source: Source) -> tuple[list[Token], list[Diagnostic]]:
    """Cut a text into tokens; what is no token is left out and noted as a mistake."""
    text, tokens, mistakes = source.text, list[Token](), list[Diagnostic]()
    next_token, add = _pattern().match, tokens.append
    position = 0
    cuts = 0
    strays = Strays(source, mistakes)
    last_end = text.rfind("*/")
    while True:
        match = next_token(text, position)
        assert match is not None  # STRAY is any character
        kind = match.lastgroup
        if kind is None:
            break
        start, position = match.span(kind)
        if len(tokens) >= MAX_TOKENS:
            mistakes.append(too_long(source, start, f"more than {MAX_TOKENS:,} words and brackets"))
            return [], mistakes
        if kind in _PLAIN or (kind == "WORD" and text[start] not in _COMMENT_MARKS):
            add(Token(kind, match[kind], source, start, position))
            continue
        comment = comment_end(text, start, last_end) if text[start] in _COMMENT_MARKS else -1
        if comment >= 0:
            strays.comment(start)
            position = comment
            continue
        if kind == "STRAY":
            position = strays.read(start, position, tokens)
            continue
        if kind == "CUT_STRING" or (
            kind == "STRING" and ran_away(match[kind], text[position : position + 1])
        ):
            cuts += 1
            if cuts > _MAX_CUT:
                break
            position = _cut_end(text, start)
            mistakes.append(_unclosed_string(source, start, position))
            kind = "STRING"
            if position == start + 1:  # a quote and nothing behind it stands for no text
                continue
        elif kind in ("ANGLE_OPEN", "ANGLE_CLOSE") and tokens and tokens[-1].type == "PAREN_OPEN":
            if kind == "ANGLE_CLOSE" or not _PLACEHOLDER.match(text, start):
                kind = "WORD"
        elif kind in ("ANGLE_OPEN", "ANGLE_CLOSE", "STARS") and _is_sign(kind, text, start, tokens):
            kind = "WORD"
        elif kind == "NUMBER" and position - start > MAX_DIGITS:
            mistakes.append(_too_large(source, start, position))
            add(Token(kind, "0", source, start, position))
            continue
        add(Token(kind, text[start:position], source, start, position))
    return tokens, mistakes


def comments(source: Source) -> tuple[Span, ...]:
    """Where the comments of a text stand, for tools that rewrite it."""
    if "//" not in source.text:
        return ()
    places = (m.span() for m in _cut_apart().finditer(source.text) if m.group().startswith("//"))
    return tuple(Span(source, start, end) for start, end in places)


@cache
def _cut_apart() -> re.Pattern[str]:
    """A terminal, blanks and comments among them."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in TERMINALS.values()), re.DOTALL)


def too_long(source: Source, offset: int, what: str) -> Diagnostic:
    """The mistake that a text is beyond the limits."""
    return Diagnostic(
        "E0102",
        f"this text is too long to be a game: {what}",
        Span(source, offset, offset),
        help=("split shared definitions off into files of their own",),
    )


def _is_sign(kind: str, text: str, start: int, tokens: Sequence[Token]) -> bool:
    """Whether what could be a bracket or mark an item as the default is a sign of arithmetic."""
    if kind == "STARS":
        return not (tokens and tokens[-1].type in ("PAREN_CLOSE", "BRACE_CLOSE"))
    return _is_infix(text, start, tokens)


def _is_infix(text: str, start: int, tokens: Sequence[Token]) -> bool:
    """Whether a `<` or `>` with blanks around it stands between operands, as `(a < b)` in other languages.

    What an option's part stands for is between a `<` and a `>` in the same brackets.
    """
    if not (text[start - 1 : start].isspace() and text[start + 1 : start + 2].isspace()):
        return False
    if text[start] == "<":
        return not _is_closed(text, start + 1)
    depth = 0
    for token in reversed(tokens[-_NEAR_TOKENS:]):
        depth += token.type.endswith("_CLOSE") - token.type.endswith("_OPEN")
        if depth < 0:
            return token.type != "ANGLE_OPEN"
    return False


def _is_closed(text: str, start: int) -> bool:
    """Whether a `>` follows before the brackets around close."""
    depth = 0
    for match in _BRACKET.finditer(text, start, start + _NEAR):
        char = match.group()
        if char == ">" and not depth:
            return True
        depth += (char in "({") - (char in ")}")
        if depth < 0:
            return False
    return True


def ran_away(string: str, follower: str) -> bool:
    """Whether a string was not closed where it should have been, so that the next one's start ended it.

    Then brackets or a line's end are in it, and right behind it, without a blank, goes on a word.
    """
    return (follower.isalnum() or follower == "#") and any(mark in string for mark in "(){}\n")


def _cut_end(text: str, start: int) -> int:
    """Where a string without an end most likely ends."""
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    words = line[: max(1, _first_of('(){}<>"', line))].rstrip()
    if words.count(" ") <= 1:
        # `"Disc P1)`: the string is its first word
        return start + max(1, len(words.split(" ")[0]))
    # `"Played by two (or more).)`: prose up to the line's last brackets
    return start + max(1, len(line[: max(1, _first_of('"', line))].rstrip(" \t(){}")))


def _first_of(marks: str, line: str) -> int:
    """Where in a line, behind its first character, one of these marks stands; else the line's length."""
    return min((at for mark in marks if (at := line.find(mark, 1)) > 0), default=len(line))


def _unclosed_string(source: Source, start: int, end: int) -> Diagnostic:
    place = Span(source, end, end)
    word = source.text[start + 1 : end]
    # Before a bracket or a line's end a single name is all of the text; before a word it may go on with that.
    # And of a name that stands in quotes nowhere else, the quote that is there may be the one too many.
    sure = _ENDS_A_NAME.match(source.text, end) is not None and f'"{word}"' in source.text
    return Diagnostic(
        "E0107",
        "this text is never closed",
        Span(source, start, end),
        label='no closing `"`',
        help=(f'did you mean {source.text[start:end]}"?' if end > start + 1 else "delete this quote",),
        fixes=inserting(place, '"', sure_if(sure), f'write {source.text[start:end]}"') if word else (),
    )


def _too_large(source: Source, start: int, end: int) -> Diagnostic:
    return Diagnostic(
        "E0113",
        "this number is too long",
        Span(source, start, end),
        help=(f"a number has up to {MAX_DIGITS} digits",),
    )
