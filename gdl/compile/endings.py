"""The end of a game: its endings, everybody passing, and play without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError, noting
from gdl.compile.phases import Phases
from gdl.core import make as k
from gdl.core.ops import Draw, Return
from gdl.core.programs import MOVE_LIMIT, turn_limit
from gdl.core.walk import statements
from gdl.lower.results import draw, finish
from gdl.lower.turns import mover_field, moves_field, passes_field, turns_field
from gdl.ludeme.base import ludemes_in
from gdl.ludemes.booleans import asks_all_passed
from gdl.ludemes.meta import PassEnd, PassEndType
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Span

if TYPE_CHECKING:
    from gdl.ludeme.categories import MetaRule
    from gdl.ludemes.game import End, Rules


def no_ending(span: Span, label: str) -> Diagnostic:
    """The mistake of a game that never ends."""
    return MeaningError(
        "E0415", "this game never ends", span, label,
        "add when it ends and how: (end (if (no Moves Next) (result Mover Win)))",
    ).diagnostic  # fmt: skip


class Endings:
    """The endings of one game."""

    def __init__(self, b: Builder, rules: Rules, meta: tuple[MetaRule, ...], phases: Phases,
                 mistakes: list[Diagnostic]) -> None:  # fmt: skip
        self.b = b
        self.rules = rules
        self.meta = meta
        self.phases = phases
        self.mistakes = mistakes
        #: whether some ending can come
        self._can_come = False

    def expect(self) -> None:
        """The rules must say how the game ends."""
        ends = [self.rules.end, *(phase.end for phase in self.phases.all)]
        if not any(end is not None and end.all() for end in ends):
            empty = next((end for end in ends if end is not None), None)
            label = "no ending in here" if empty else "an (end ...) is missing in here"
            self.mistakes.append(no_ending((empty or self.rules).span, label))

    def lower(self) -> None:
        """Look after a move whether the game has ended."""
        b = self.b
        places = self._rules()
        if places and not self._can_come and not self.mistakes:
            place = self.rules.end or places[0]
            self.mistakes.append(no_ending(place.span, "none of these endings ever comes"))
        if self._all_pass_draws():
            with b.if_(k.ge(k.field(passes_field(b)), k.int_(b.facts.players))):
                draw(b)
                b.emit(Return())
        too_long = k.or_(
            k.ge(k.field(moves_field(b)), k.int_(MOVE_LIMIT)),
            k.ge(k.field(turns_field(b)), k.int_(turn_limit(b.facts.players))),
        )
        with b.if_(too_long):
            if b.facts.players == 1:  # a draw of one is a win: nobody wins by going on and on
                finish(b, k.int_(1), wins=False)
            else:
                draw(b)

    def _rules(self) -> list[End]:
        """Emit the endings, first those of the phase that the mover is in; where they stand."""
        b = self.b
        places: list[End] = []
        for number, phase in enumerate(self.phases.all):
            if phase.end is not None:
                current = self.phases.current(k.field(mover_field(b)))
                several = len(self.phases.all) > 1
                with b.if_(k.eq(current, k.int_(number)) if several else k.TRUE):
                    self._emit(phase.end)
                places.append(phase.end)
        if self.rules.end is not None:
            self._emit(self.rules.end)
            places.append(self.rules.end)
        return places

    def _emit(self, end: End) -> None:
        b = self.b
        for rule in end.all():
            with noting(self.mistakes):
                made = b.body(lambda rule=rule: rule.lower(b))  # type: ignore[misc]
                self._can_come = self._can_come or bool(made)
                for stmt in made:
                    b.emit(stmt)

    def _all_pass_draws(self) -> bool:
        """Everybody passing draws: unless chance plays a part or the rules say otherwise."""
        ends = [rule.type for rule in self.meta if isinstance(rule, PassEnd)]
        if ends and ends[0] is PassEndType.NO_END:
            return False
        if any(isinstance(s, Draw) for proc in self.b.procs.values() for s in statements(proc.body)):
            return False
        # Where everybody's passing leads to another phase, the game goes on there.
        changes = tuple(phase.transitions() for phase in self.phases.all)
        return not any(asks_all_passed(ludeme) for ludeme in ludemes_in(changes))
