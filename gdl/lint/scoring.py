"""Points for the wrong thing: those of one player that are another's, and those that are only there where
nothing is taken.

(byScore {(score P1 ("Area" P1)) (score P2 (+ ("Area" P1) 7))})      the second is the first's and 7 more
(and (if (is Empty (to)) (addScore Mover 1)) (remove (to)))          who takes gets nothing
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.subject import Rule, Subject, by_place, finding
from gdl.lower.players import fixed_player
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import Moves
from gdl.ludemes.arithmetic import Minus
from gdl.ludemes.ending import ByScore
from gdl.ludemes.is_site import IsEmpty
from gdl.ludemes.logic import And, MovesIf
from gdl.ludemes.placing import Remove
from gdl.source.diagnostics import Diagnostic
from gdl.support.values import fields
from gdl.words.words import RoleType


def _anothers(subject: Subject) -> Iterator[Diagnostic]:
    """Scores of players by number, of which one asks about another player alone, as that one's own does."""
    for several in by_place(each for each in subject.rules(ByScore) if subject.own(each)):
        scores = several[0].scores or ()
        given = {p: score for score in scores if (p := fixed_player(score.role)) is not None}
        about = {player: _players_in(score.value) for player, score in given.items()}
        for player, score in given.items():
            (other, *more) = about[player] or {player}
            if more or other == player or about.get(other) != {other}:
                continue
            if any(isinstance(each, Minus) for each in ludemes_in(score.value)):
                continue  # what the other does not have
            if subject.form(score.value.span) == subject.form(given[other].value.span):
                continue  # that they are the same is told as such
            yield finding(
                "W0656", f"the points of P{player} are by what P{other} has, as those of P{other} are",
                score.value.span if subject.own(score.value) else score.span, f"asks about P{other}",
                f"count what P{player} has",
            )  # fmt: skip


def _players_in(ludeme: Ludeme) -> set[int]:
    """The players that are named by their numbers in it."""
    roles = (
        value
        for each in ludemes_in(ludeme)
        for part in fields(type(each))
        if isinstance(value := getattr(each, part.name), RoleType)
    )
    return {player for role in roles if (player := fixed_player(role)) is not None}


def _for_taking_nothing(subject: Subject) -> Iterator[Diagnostic]:
    """Points beside a removal, under the condition that nothing is there to be removed."""
    for several in subject.each_written(subject.rules(And)):
        parts = several[0].parts()
        taken = [subject.form(each.where.span) for each in parts if isinstance(each, Remove)]
        for rule in parts:
            if not isinstance(rule, MovesIf) or not isinstance(rule.condition, IsEmpty):
                continue
            there = rule.condition.asks_empty() and subject.form(rule.condition.site.span)
            if there and there in taken and _scores_for_mover(rule.then_moves):
                yield finding(
                    "W0657", "points come only where nothing is there to be taken", rule.condition.span,
                    "nothing is taken then",
                    "see whether `Occupied`, or `not`, is meant: who takes gets no point",
                )  # fmt: skip


def _scores_for_mover(moves: Moves) -> bool:
    inner = (each for each in ludemes_in(moves) if isinstance(each, Moves))
    return any(each.scores_for() is RoleType.MOVER for each in inner)


RULES = (Rule("W0656", _anothers), Rule("W0657", _for_taking_nothing))
