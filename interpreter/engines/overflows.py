"""Warnings of overflow: what went beyond what a state holds, and where in the rules."""

from __future__ import annotations

from gdl.core.ops import Overflow, Program
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Source, Span

#: What fields of numbers are called.
_NAMED = {
    "score": "a score",
    "match_score": "the points of a match",
    "player_value": "the value of a player",
    "count": "the number of pieces on a place",
    "state": "the state of a piece",
    "value": "the value of a piece",
    "rotation": "the rotation of a piece",
}
#: What a stack is called in the place of a field.
STACK = "height"


def overflow_warning(overflow: Overflow, program: Program, path: str) -> Diagnostic:
    """The warning, at the rule's place; a stack has the game's file as its place."""
    if overflow.what == STACK:
        message = f"a stack grew beyond the {program.stack_limit} levels that it can have"
        span, label = Span(Source(path, ""), 0, 0), ""
    else:
        message = f"{_name(overflow.what)} went beyond what a game can count (64 bits)"
        span, label = overflow.span, "it became too large here"
    return Diagnostic("W0543", f"{message}, so the result cannot be trusted", span, label, severity="warning")


def _name(field: str) -> str:
    if field.startswith("var_"):
        return f"the variable {field.removeprefix('var_')}".rstrip()
    return _NAMED.get(field, "a number")
