"""What a match keeps beside the position of the game being played."""

from __future__ import annotations

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError
from gdl.core.field_names import MATCH_SCORE, PERSON
from gdl.core.limits import TRIALS
from gdl.core.ops import BOOL, INT, Field
from gdl.source.text import Span
from gdl.support.values import define


@define
class MatchRules:
    """Side table: are the rules being lowered those of a match (and not of its game)?"""

    being_lowered: bool = False


BETWEEN = "between"

#: What the next game of a match does not begin anew.
LASTING = (MATCH_SCORE, TRIALS, PERSON)


def match_score_field(b: Builder, span: Span | None = None) -> Field:
    """The points of each person so far."""
    _only_in_matches(b, "(matchScore ...)", span)
    return b.declare(MATCH_SCORE, INT, b.facts.players + 1, called="the score of {person} in the match")


def trials_field(b: Builder, span: Span | None = None) -> Field:
    """How many games have been played."""
    _only_in_matches(b, "(count Trials)", span)
    return b.declare(TRIALS, INT, called="the number of the match's games that are over")


def person_field(b: Builder) -> Field:
    """By seat, who sits there."""
    return b.declare(PERSON, INT, b.facts.players + 1, called=None)


def between_field(b: Builder) -> Field:
    """Is a game over and the next one not yet begun?"""
    return b.declare(BETWEEN, BOOL, None, False, called=None)


def _only_in_matches(b: Builder, what: str, span: Span | None) -> None:
    if span is not None and not b.side_table(MatchRules).being_lowered:
        raise MeaningError(
            "E0418", f"{what} is about a match, and this is a rule of one game", span, "",
            "it belongs in the (end ...) of a (match ...)",
        )  # fmt: skip
