"""The phases of a game: in which one each player is, what it plays there, and when it goes on to another."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.meaning_error import MeaningError, noting
from gdl.core import make as k
from gdl.core.ops import INT, Expr, Field, Op, Store
from gdl.core.programs import PHASE
from gdl.lower.players import players_of
from gdl.ludeme.categories import Moves
from gdl.source.diagnostics import Diagnostic
from gdl.source.suggest import nearest
from gdl.source.text import Span

if TYPE_CHECKING:
    from gdl.ludemes.game import Phase, Play, Rules


def starting_in(b: Builder, phase: Phase) -> frozenset[int]:
    """The players who can start in a phase. Raises MeaningError for a role that changes with the turn."""
    everyone = range(1, b.facts.players + 1)
    if phase.role is None:
        return frozenset(everyone)
    included = dict(players_of(b, phase.role, phase.span))
    if any(condition.op is not Op.CONST for condition in included.values()):
        raise MeaningError(
            "E0440", f"`{phase.role.value}` changes from turn to turn, and whose a phase is does not",
            phase.span, "players are wanted here", "name a player, P1 and so on, or leave it out",
            subject=phase.role.value,
        )  # fmt: skip
    return frozenset(p for p in everyone if included.get(p) == k.TRUE)


class Phases:
    """The phases of one game; without any it is as if there were one."""

    def __init__(self, b: Builder, rules: Rules, mistakes: list[Diagnostic]) -> None:
        self.b = b
        self.rules = rules
        self.mistakes = mistakes

    @property
    def all(self) -> tuple[Phase, ...]:
        """The phases of the rules, in the order written."""
        return self.rules.phases or ()

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The phases by name; of several called the same the first."""
        result: dict[str, int] = {}
        for number, phase in enumerate(self.all):
            result.setdefault(phase.name, number)
        return result

    def current(self, who: Expr) -> Expr:
        """The number of the phase that a player is in."""
        return k.elem(self._field(), who)

    def _field(self) -> Field:
        return self.b.declare(PHASE, INT, self.b.facts.players + 1, 0, called=None)

    def start(self) -> None:
        """Each player starts in the first phase that is everybody's or its own."""
        b = self.b
        owners: list[frozenset[int]] = []
        for phase in self.all:
            with noting(self.mistakes):
                owners.append(starting_in(b, phase))
        for p in range(1, b.facts.players + 1):
            first = next((i for i, those in enumerate(owners) if p in those), 0)
            if first:
                b.emit(Store(self._field(), k.int_(p), k.int_(first)))

    def _plays(self) -> list[Play]:
        if self.all:
            return [phase.play for phase in self.all]
        assert self.rules.play is not None
        return [self.rules.play]

    def by_phase(self, emit: Callable[[Moves], None]) -> None:
        """What `emit` makes of the rules of play, those of the phase that the context's mover is in."""
        b = self.b
        plays = self._plays()
        if len(plays) == 1:
            with noting(self.mistakes):
                emit(plays[0].moves)
            return
        current = b.assign("phase", self.current(b.context(Context.MOVER)))
        for i, play in enumerate(plays):
            with noting(self.mistakes), b.if_(k.eq(current, k.int_(i))):
                emit(play.moves)

    def go_on(self) -> None:
        """After a move: each player goes on to the phase of the first transition whose condition holds."""
        if not any(phase.transitions() for phase in self.all):
            return
        b = self.b
        for p in range(1, b.facts.players + 1):
            current = b.assign("phase", self.current(k.int_(p)))
            for i, phase in enumerate(self.all):
                if phase.transitions():
                    with noting(self.mistakes), b.if_(k.eq(current, k.int_(i))):
                        self._leave(i, phase, p)

    def _leave(self, number: int, phase: Phase, p: int) -> None:
        """Where a player in a phase goes on to."""
        b = self.b
        moved = k.FALSE
        for transition in phase.transitions():
            with b.at(transition):
                target = self._next(number, transition.name, transition.span)
                condition = k.TRUE if transition.condition is None else transition.condition.lower(b)
                if transition.who is not None:
                    meant = dict(players_of(b, transition.who, transition.span))
                    condition = k.and_(meant.get(p, k.FALSE), condition)
                went = b.assign("went", k.and_(k.not_(moved), condition))
                with b.if_(went):
                    b.emit(Store(self._field(), k.int_(p), k.int_(target)))
                moved = k.or_(moved, went)

    def _next(self, number: int, name: str | None, span: Span) -> int:
        """The number of the phase of that name, or of the one that follows."""
        names = self._numbers
        if name is None:
            return (number + 1) % len(self.all)
        if name in names:
            return names[name]
        near = nearest(name, names)
        listed = ", ".join(f'"{each}"' for each in names)
        advice = f'did you mean "{near[0]}"?' if near else f"the phases are {listed}"
        what = f'there is no phase "{name}"'
        raise MeaningError("E0407", what, span, "", advice, subject=name, suggested=near)
