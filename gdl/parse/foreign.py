"""Texts that are no game at all: told once, instead of every bracket in them."""

from __future__ import annotations

import re

from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source, Span

_KINDS = (
    ("JSON", re.compile(r'\{\s*("[^"\n]*"\s*:|\})|\[\s*["\[{\d\]-]')),
    ("a web page or XML", re.compile(r"<(!DOCTYPE|!--|\?xml|html|svg)", re.IGNORECASE)),
    ("a program in Python", re.compile(r'#!.*python|"""|from [\w.]+ import |import \w|def \w|class \w')),
    ("a program", re.compile(r"#!|#include\b|package \w|using \w|function \w|const \w+ =|public class ")),
    ("a scenario file", re.compile(r"(game:.*\n)?scenarios:")),
)
_COMMENTS = re.compile(r"(\s|//[^\n]*\n?)*")
#: Even one of these makes it a game with mistakes.
_GAME = re.compile(r"\((game|define|match|option|include|metadata|rulesets?)\b")

GAME_SHAPE = 'a game is (game "Name" (players 2) (equipment {...}) (rules ...))'


def foreign(source: Source) -> Diagnostic | None:
    """What a text is that has nothing of a game in it; None if it may be one."""
    text = source.text
    if _GAME.search(text):
        return None
    start = _COMMENTS.match(text).end()  # type: ignore[union-attr]
    if start == len(text):
        return None
    kind = next((name for name, pattern in _KINDS if pattern.match(text, start)), None)
    if kind is None and "(" in text:
        return None
    end = text.find("\n", start)
    what = f"this is {kind}, not a game" if kind else "this is no game: there is not a single `(` in it"
    place = Span(source, start, end if end >= 0 else len(text))
    return Diagnostic("E0114", what, place, help=(GAME_SHAPE,))
