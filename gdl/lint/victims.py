"""Whom effects hurt: what is taken, or gives way, is always the mover's own (by occupancy, mover by mover).

(between if:(is Friend (who at:(between))) (apply (remove (between))))      takes one's own pieces
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.by_mover import Meets, only_own
from gdl.lint.subject import Rule, Subject, by_place, finding
from gdl.lower.players import fixed_player
from gdl.ludeme.categories import Handling, Moves
from gdl.ludemes.arguments import To
from gdl.ludemes.effects import Flip
from gdl.ludemes.ints_context import Last
from gdl.ludemes.logic import And, Seq
from gdl.ludemes.placing import Promote, Remove
from gdl.source.diagnostics import Diagnostic


def _takes_its_own(subject: Subject) -> Iterator[Diagnostic]:
    """Effects that take pieces, and only ever those of whoever moves. Whom a decision takes is decided."""
    for several in subject.each_written(subject.rules(Moves)):
        effect = several[0]
        meets = subject.meets.get(effect.span, {})
        if effect.handling is Handling.STAYS and effect.span not in subject.offered:
            if _only_own(subject, {player: each.taken for player, each in meets.items()}, meets):
                yield finding(
                    "W0644", "this only ever takes pieces of the player who moves", effect.span,
                    "takes the mover's own pieces",
                    "see whose pieces the conditions around it ask for: `Enemy` and `Next` are others', "
                    "`Friend` and `Mover` one's own",
                )  # fmt: skip
        elif effect.handling in (Handling.MOVES, Handling.PLACES):
            if _only_own(subject, {player: each.covered for player, each in meets.items()}, meets):
                yield finding(
                    "W0644", "pieces only ever come onto pieces of the same player here, which are gone then",
                    effect.span, "ends the mover's own pieces",
                    "see which sites it goes to: `(sites Empty)`, or those of an `Enemy`",
                )  # fmt: skip


def _only_own(subject: Subject, by_mover: dict[int, set[int]], meets: dict[int, Meets]) -> bool:
    return not any(each.unsure for each in meets.values()) and only_own(by_mover, subject.program.owners)


def _fixed_scorer(subject: Subject) -> Iterator[Diagnostic]:
    """Points that one player gets by number, whoever moves, where all have the same pieces and phases."""
    if subject.facts.players < 2 or not subject.all_alike:
        return
    roles = {each: each.scores_for() for each in subject.rules(Moves)}
    named = {each: fixed_player(role) for each, role in roles.items() if role is not None}
    players = {player for player in named.values() if player is not None}
    if len(players) != 1 or len(set(named.values())) == 1:
        return  # each player gets points by number, or nobody gets them otherwise
    for several in by_place(each for each, player in named.items() if player is not None):
        each = several[0]
        if subject.own(each) or subject.beside(each):
            yield finding(
                "W0655", f"the points are always those of P{named[each]}, whoever moves", each.span,
                f"P{named[each]}", "see whom this names: `Mover` has just moved, and `Next` comes after",
            )  # fmt: skip


def _of_the_move_before(subject: Subject) -> Iterator[Diagnostic]:
    """Effects on a piece in `apply`, whatever is the case, where the site is one of the move before."""
    for several in subject.each_written(subject.rules(To)):
        apply = several[0].apply
        for effect in _unconditional(apply.effect) if apply is not None and apply.effect is not None else ():
            if isinstance(effect, Remove | Promote | Flip) and isinstance(effect.where, Last):
                part = effect.where.part.value
                yield finding(
                    "W0658", f"(last {part}) is a site of the move before here, for this one is not made yet",
                    effect.span, "always the piece that moved last" if part == "To" else "",
                    "where this move goes to is `(to)`; after the move, in `(then ...)`, it is `(last To)`",
                )  # fmt: skip


def _unconditional(effect: Moves) -> Iterator[Moves]:
    """The effects that come about whatever is the case."""
    if isinstance(effect, And | Seq):
        for part in effect.parts() if isinstance(effect, And) else effect.parts:
            yield from _unconditional(part)
    else:
        yield effect


RULES = (
    Rule("W0644", _takes_its_own),
    Rule("W0655", _fixed_scorer),
    Rule("W0658", _of_the_move_before),
)
