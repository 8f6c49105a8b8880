"""The parser: a text's forms and all its mistakes, with error recovery behind each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from gdl.parse.brackets import mend, too_deep
from gdl.parse.forms import Form
from gdl.parse.grammar import Token, read_forms
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


# --- texts that are no game at all: told once, instead of every bracket in them ----------------------------

#: Patterns, compiled when a text is looked at that may be one of them.
_KINDS = (
    ("JSON", r'\{\s*("[^"\n]*"\s*:|\})|\[\s*["\[{\d\]-]'),
    ("a web page or XML", r"(?i)<(!DOCTYPE|!--|\?xml|html|svg)"),
    ("a program in Python", r'#!.*python|"""|from [\w.]+ import |import \w|def \w|class \w'),
    ("a program", r"#!|#include\b|package \w|using \w|function \w|const \w+ =|public class "),
    ("a scenario file", r"(game:.*\n)?scenarios:"),
)
_COMMENTS = r"(\s|//[^\n]*\n?)*"
#: Even one of these makes it a game with mistakes.
_GAME = re.compile(r"\((game|define|match|option|include|metadata|rulesets?)\b")
_GAME_SHAPE = 'a game is (game "Name" (players 2) (equipment {...}) (rules ...))'


def foreign(source: Source) -> Diagnostic | None:
    """What a text is that has nothing of a game in it; None if it may be one."""
    text = source.text
    if _GAME.search(text):
        return None
    start = re.match(_COMMENTS, text).end()  # type: ignore[union-attr]
    if start == len(text):
        return None
    kind = next((name for name, pattern in _KINDS if re.compile(pattern).match(text, start)), None)
    if kind is None and "(" in text:
        return None
    end = text.find("\n", start)
    what = f"this is {kind}, not a game" if kind else "this is no game: there is not a single `(` in it"
    place = Span(source, start, end if end >= 0 else len(text))
    return Diagnostic("E0114", what, place, help=(_GAME_SHAPE,))
