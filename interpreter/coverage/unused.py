"""Rules that never took effect: phases, endings, moves, effects, branches, pieces."""

from __future__ import annotations

import itertools

from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, FloatExpr, Handling, IntExpr, Ints, Moves, Region, is_all
from gdl.ludeme.literals import BoolLiteral
from gdl.ludemes.booleans import NoMoves
from gdl.ludemes.ending import DRAWS, EndForEach, EndIf, PlayerResult
from gdl.ludemes.equipment import Piece
from gdl.ludemes.game import End, Phase
from gdl.ludemes.logic import MovesIf, PriorityMoves
from gdl.ludemes.match import Match
from gdl.passes.profile import What
from gdl.source.diagnostics import Label
from gdl.support.values import fields
from interpreter.coverage.finishes import Finish, finishes, instead
from interpreter.coverage.play import NEVER
from interpreter.coverage.teller import FEW, MANY, OCCASIONS, Teller, counted_draw, guards, may_be_far

#: So often a move must have been made before it is said that what follows it never came about.
PLAYED = 300
#: ... and so often before it is said that what came about in moves that were only tried never does.
TRIED = 30_000
#: What is asked and not done: nothing in it takes effect.
_ASKED = (BoolExpr, IntExpr, FloatExpr, Region, Ints)


def _asks_for_moves(finish: Finish) -> bool:
    """Do games end by this for want of moves?"""
    return any(isinstance(each, NoMoves) for each in ludemes_in(finish.ending.condition))


class Unused:
    """Goes through the rules from the outside in: of what never took effect, what is in it is not told."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.places = teller.places
        self.game = teller.game
        self.facts = teller.facts
        self.all = teller.all
        #: by which endings games ended, and how often a condition has to be asked
        self.finishes = finishes(teller.observed, teller.places)
        self.asked = OCCASIONS
        #: the file that was checked: definitions of other files serve other games too
        self.main = teller.observed.compiled.expanded.sources[0]

    def find(self) -> None:
        """Everything; where the game itself does not get going, only what may be the cause."""
        if self.teller.diagnostics:
            for number, phase in enumerate(self.game.rules.phases or ()):
                self._entered(phase, number)
            self._pieces(there_only=True)
            return
        rules = self.game.rules
        if sum(self._over_at_once(phase) for phase in rules.phases or ()):
            return  # what else never comes about, comes of that
        if rules.play is not None:
            self._walk(rules.play, self.all.plies)
        for number, phase in enumerate(rules.phases or ()):
            if self._entered(phase, number):
                self._walk(phase.play, self.places.numbered(What.PHASE, number).plies)
                self._endings(phase.end)
        self._endings(rules.end)
        self._match()
        self._pieces()

    def _match(self) -> None:
        """The endings of a match are asked once after each of its games."""
        whole = self.teller.observed.compiled.game
        if isinstance(whole, Match):
            self.asked = PLAYED
            self._endings(whole.end)
            self.asked = OCCASIONS

    def _tell(
        self,
        code: str,
        message: str,
        at: Ludeme,
        label: str,
        help: str,
        around: Ludeme | None = None,
        related: tuple[Label, ...] = (),
    ) -> None:
        if around is not None and around.span.line != at.span.line:
            related = (Label(around.span, "so this never happens"), *related)
        if at.span.source is self.main:
            whole = None if around is None else around.span
            self.teller.tell(code, message, at.span, label, help, related, whole)

    # --- phases and endings ---------------------------------------------------------------------------

    def _entered(self, phase: Phase, number: int) -> bool:
        if self.places.numbered(What.PHASE, number).reached:
            return True
        self._tell(
            "W0705",
            f'the phase "{phase.name}" is never entered',
            phase,
            "nobody was ever in it",
            f'let another phase lead to it by (nextPhase CONDITION "{phase.name}"), where that can hold',
            related=(*self._without_moves(phase), *instead(self.finishes)),
        )
        return False

    def _over_at_once(self, phase: Phase) -> bool:
        """Does its condition for the next phase hold whenever it is asked, so that it lasts for a turn?"""
        for transition in phase.transitions():
            condition = transition.condition
            if condition is None or not self.places.always_held(condition, OCCASIONS):
                continue
            self._tell(
                "W0712",
                f'this condition always holds, so the phase "{phase.name}" is over after its first turn',
                condition,
                "always held",
                "see whether it asks what you mean",
            )
            return True
        return False

    def _without_moves(self, phase: Phase) -> tuple[Label, ...]:
        """Was it seen beforehand that the phase would have no move, because of a condition of theirs?"""
        inside = (each for each in ludemes_in(phase.play) if isinstance(each, Moves))
        moves = (each for each in inside if not isinstance(each, MovesIf))
        asked = (self.places.culprit(each) for each in moves)
        never = (each for each in asked if each is not None and self.places.never_held(each, OCCASIONS))
        labels = [Label(each.span, "its moves were looked for, and this never held") for each in never]
        if not labels and self.finishes and _asks_for_moves(self.finishes[0]):
            decisions = (each for each in ludemes_in(phase.play) if isinstance(each, Moves))
            idle = (each for each in decisions if self._is_idle(each))
            labels = [Label(each.span, "its moves were looked for, and there never was one") for each in idle]
        return tuple(labels[:1])

    def _is_idle(self, moves: Moves) -> bool:
        offered = self.places.of(What.OFFERED, moves)
        return offered is not None and not offered.reached

    def _endings(self, end: End | None) -> None:
        for rule in () if end is None else end.all():
            if isinstance(rule, EndIf | EndForEach):
                self._ending(rule)

    def _ending(self, ending: EndIf | EndForEach, nested: bool = False) -> None:
        if isinstance(ending, EndIf):
            inner = ending.rules if isinstance(ending.rules, tuple) else (ending.rules,)
            for rule in inner:
                if isinstance(rule, EndIf | EndForEach):
                    self._ending(rule, nested=True)
        reached = None if ending.result is None else self.places.of(What.RESULT, ending.result)
        if reached is None or reached.reached:
            return
        if is_all(ending.condition) and self._never_together(ending, ending.condition):
            return
        if guards(ending.condition) or counted_draw(ending):
            return
        few = MANY if is_all(ending.condition) else FEW  # what several have to meet for is rarer
        if self.all.finished < few and (nested or self.all.finished):
            return  # where games hardly ever end, each of their endings is rare
        culprit = self._culprit_of(ending.condition)
        if culprit is None:
            return
        self._tell(
            "W0703",
            "this ending never comes: its condition never holds",
            culprit,
            "this never holds",
            "see whether it asks what you mean",
            ending,
            instead(self.finishes),
        )

    def _never_together(self, ending: EndIf | EndForEach, whole: BoolExpr) -> bool:
        """Of events that each would do for an ending: has one come about, and another never with it?"""
        parts = [each for each in whole.operands() if each.span.source is self.main]
        if isinstance(ending.result, PlayerResult) and ending.result.result in DRAWS:
            if any(guards(each) for each in parts):
                return False  # that neither can go on is rare, and may never be
        elif not all(guards(each) or may_be_far(each) for each in parts):
            return False
        for before, part in itertools.pairwise(parts):
            held = self.places.of(What.HOLDS, before) or NEVER
            if held.games < FEW or not self.places.never_held(part, FEW):
                continue
            self._tell(
                "W0703",
                f"this ending never comes: a part of it held in {held.games:,} games ({held.plies:,} plies), "
                "and never the whole",
                part,
                "never held then",
                "see whether both are needed: `or` asks for one of them",
                ending,
                (Label(before.span, f"this held in {held.games:,} games"), *instead(self.finishes)),
            )
            return True
        return False

    # --- play -----------------------------------------------------------------------------------------

    def _walk(self, value: object, occasions: int) -> None:
        """What is in a part of the rules that had so many occasions to take effect."""
        if isinstance(value, tuple):
            for each in value:
                self._walk(each, occasions)
        elif isinstance(value, _ASKED):
            self._asked(value)
        elif isinstance(value, Ludeme) and occasions >= PLAYED:
            if isinstance(value, PriorityMoves):
                self._priority(value, occasions)
            if isinstance(value, MovesIf):
                self._branch(value, occasions)
            elif not isinstance(value, Moves):
                self._inside(value, occasions)
            else:
                self._moves(value, occasions)

    def _asked(self, value: Ludeme) -> None:
        """Choices between numbers, regions and conditions."""
        for each in ludemes_in(value):
            condition = getattr(each, "condition", None)
            if each.branches and not isinstance(each, Moves) and isinstance(condition, BoolExpr):
                self._one_way(each, condition, None, None)

    def _culprit_of(self, condition: BoolExpr) -> BoolExpr | None:
        """The part that keeps a condition from ever holding; None where it may well hold: the last part of a
        conjunction is asked only where the others hold, which may be too seldom to tell."""
        if not self.places.never_held(condition, self.asked):
            return None
        culprit = self.places.culprit_of(condition) or condition
        return culprit if self.places.never_held(culprit, PLAYED) else None

    def _inside(self, ludeme: Ludeme, occasions: int) -> None:
        for part in fields(type(ludeme)):
            self._walk(getattr(ludeme, part.name), occasions)

    def _moves(self, moves: Moves, occasions: int) -> None:
        offered, effect = self.places.of(What.OFFERED, moves), self.places.of(What.EFFECT, moves)
        if offered is not None and not offered.reached:
            if occasions >= OCCASIONS:
                self._never_offered(moves)
            return
        tried = effect is not None and effect.reached and not effect.plies and occasions >= TRIED
        if effect is not None and (tried or not effect.reached):
            self._tell(
                "W0711",
                "this never comes about, though the rule around it was used often"
                + (": only where a move is tried that is not allowed then" if tried else ""),
                moves,
                "never happened",
                "see what has to be so for it to happen",
            )
            return
        played = self.places.of(What.PLAYED, moves)
        if played is not None and offered is not None:
            occasions = played.plies
        elif effect is not None:
            occasions = effect.plies
        self._inside(moves, occasions)

    def _never_offered(self, moves: Moves) -> None:
        culprit = self.places.culprit(moves)
        self._tell(
            "W0702",
            "this move is never possible" + ("" if culprit is None else ": its condition never holds"),
            culprit or moves,
            "there never was a site for it" if culprit is None else "this never holds",
            "see whether it asks what you mean"
            if culprit is not None
            else "see where it starts from, which way it goes, and what has to be so there",
            moves,
        )

    def _branch(self, rule: MovesIf, occasions: int) -> None:
        """Both ways of an `if`, unless it only ever goes one."""
        condition, then, otherwise = rule.condition, rule.then_moves, rule.else_moves
        holds, fails = self.places.of(What.HOLDS, condition), self.places.of(What.FAILS, condition)
        if holds is None and fails is None:  # known before the game starts, as an option's choice is
            ways: tuple[Moves | None, ...] = (then, otherwise)
            if isinstance(condition, BoolLiteral):
                ways = (then,) if condition.value else (otherwise,)
            for part in ways:
                if part is not None and self._came_about(part):
                    self._walk(part, occasions)
            return
        way = self._one_way(rule, condition, rule if otherwise is None else then, otherwise)
        if way is not False:
            self._walk(then, occasions if holds is None else holds.plies)
        if otherwise is not None and way is not True:
            self._walk(otherwise, occasions if fails is None else fails.plies)

    def _came_about(self, moves: Ludeme) -> bool:
        """Did anything in it take effect? Where it offers moves, were there any: what follows them may be a
        definition that others use."""
        for what in (What.OFFERED, What.EFFECT):
            counts = [self.places.of(what, each) for each in ludemes_in(moves)]
            if any(counts):
                return any(count is not None and count.reached for count in counts)
        return False

    def _one_way(
        self, rule: Ludeme, condition: BoolExpr, then: Ludeme | None, otherwise: Ludeme | None
    ) -> bool | None:
        """Tell of a condition that always goes one way, and which; None where it does not."""
        if guards(condition):
            return None
        culprit = self._culprit_of(condition)
        if culprit is not None:
            self._tell(
                "W0712",
                "this condition never holds, so what it decides on never happens",
                culprit,
                "never held",
                "see whether it asks what you mean",
                then,
            )
            return False
        # a condition that always holds keeps nothing from happening, unless there is another way
        if (otherwise is not None or then is None) and self.places.always_held(condition, OCCASIONS):
            self._tell(
                "W0712",
                "this condition always holds, so the other way is never taken",
                condition,
                "always held",
                "see whether it asks what you mean",
                otherwise,
            )
            return True
        return None

    def _priority(self, rule: PriorityMoves, occasions: int) -> None:
        """The parts of a priority after the first: those before them may always have a move."""
        for number, part in enumerate(rule.parts()):
            count = self.places.part(rule, number)
            if number and count is not None and not count.reached and occasions >= OCCASIONS:
                self._tell(
                    "W0702",
                    "this part of the priority never counts: those before it leave it nothing",
                    part,
                    "never had a move when its turn came",
                    "put the part that is to come first before it",
                )

    # --- pieces ---------------------------------------------------------------------------------------

    def _pieces(self, there_only: bool = False) -> None:
        games = self.all
        idle = {p for p, without in enumerate(games.idle, 1) if without == games.games}
        stuck = idle | {
            p
            for p, (turns, passes) in enumerate(zip(games.turns, games.passes, strict=True), 1)
            if turns == passes
        }
        for component in self.facts.components[1:]:
            declared = component.ludeme
            if not isinstance(declared, Piece) or declared.span.source is not self.main:
                continue
            there = self.places.numbered(What.THERE, component.index)
            moved = self.places.numbered(What.MOVED, component.index)
            if isinstance(component.moves, Moves) and not there_only:
                self._walk(component.moves, there.plies)
            if not there.reached and not moved.reached and component.owner not in stuck:
                self._never_there(component.name, declared)
            elif (
                not there_only
                and isinstance(component.moves, Moves)
                and there.plies >= OCCASIONS
                and not moved.reached
                and component.owner not in stuck
                and self._moves_pieces(component.moves)
            ):
                self._tell(
                    "W0709",
                    f'"{component.name}" never moves, though it is on the board',
                    component.moves,
                    "this never moves it",
                    "see whether its directions and conditions fit where it stands, and whether the play "
                    "asks for its moves",
                )

    def _moves_pieces(self, moves: Moves) -> bool:
        """Does something in it move what stands somewhere (and not only add or choose)?"""
        return any(isinstance(each, Moves) and each.handling is Handling.MOVES for each in ludemes_in(moves))

    def _never_there(self, name: str, declared: Piece) -> None:
        setup = self.teller.placed(name)
        self._tell(
            "W0710",
            f'"{name}" is never on the board',
            setup or declared,
            "this puts nothing there" if setup is not None else "declared here",
            "see whether another piece is there already, and whether anything brings it on the board",
        )
