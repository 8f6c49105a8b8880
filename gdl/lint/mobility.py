"""Where pieces get to: reachability over the bare board, from where they start.

For each piece the sites that its moves lead to whatever stands there, and so, step by step, all sites that it
can ever come to. That is more than it can really reach: what is not in it, the piece never reaches.
"""

from __future__ import annotations

from gdl.builder.context import Context
from gdl.compile.compile import within_budget
from gdl.core import make as k
from gdl.core.arithmetic import members
from gdl.equip.facts import Component
from gdl.lint.subject import Subject
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.categories import Handling, Moves
from gdl.ludemes.each_piece import ForEachPiece
from gdl.source.diagnostics import LanguageError
from gdl.support.identity import IdentitySet
from gdl.support.values import frozen


@frozen
class Way:
    """What is known of a piece: where it may stand at first, and where it may ever come to."""

    starts: int
    #: by site where one move takes it
    steps: tuple[int, ...]
    reached: int

    @property
    def moves(self) -> bool:
        """Can it ever move?"""
        return any(self.steps[site] for site in members(self.starts) if site < len(self.steps))

    @property
    def arrived(self) -> int:
        """The sites on which some move can end."""
        result = 0
        for site in members(self.reached):
            result |= self.steps[site]
        return result


class Mobility:
    """How far the pieces of a game get, for those that move by rules simple enough to tell."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        #: do pieces move by such rules alone?
        self.simple = self._simple()
        self._known: dict[int, Way | None] = {}

    def _simple(self) -> bool:
        subject = self.subject
        facts = subject.facts
        if subject.match is not None or facts.stacks or facts.boardless or facts.turned:
            return False
        return all(map(_bounded, subject.rules(Moves)))

    def of(self, component: Component) -> Way | None:
        """How far a piece gets; None where that cannot be told."""
        if component.index not in self._known:
            self._known[component.index] = self._way(component) if self.simple else None
        return self._known[component.index]

    def _way(self, component: Component) -> Way | None:
        begun = self.subject.beginning
        if begun is None or component.index in self.subject.decisions.put_during_play:
            return None
        starts = begun.sites(component.index)
        masks = [0] * self.subject.facts.size
        #: by site where it goes, each way once: thousands of rules may say the same
        ways: IdentitySet[tuple[int, ...]] = IdentitySet()
        asked = False
        b = self.subject.b
        before, b.piece = b.piece, component
        owned = 1 <= component.owner <= self.subject.facts.players
        try:
            with (
                within_budget(),
                b.procedure("lint"),
                b.bind({Context.MOVER: k.int_(component.owner)} if owned else {}),
            ):
                for rule in self.subject.rules(ForEachPiece):
                    moves = rule.moves if rule.moves is not None else component.moves
                    meant = {each.index for each in rule.components(b)}
                    if isinstance(moves, Moves) and component.index in meant:
                        asked = True
                        for each in _moving(moves):
                            ways.add(each.reach(b))
            for more in ways:
                masks = [mask | new for mask, new in zip(masks, more, strict=True)]
        except LanguageError:
            return None
        finally:
            b.piece = before
        if not asked:
            return None  # that no rule lets it move is told elsewhere
        reached, front = starts, starts
        while front:
            onward = 0
            for site in members(front):
                onward |= masks[site]
            front = onward & ~reached
            reached |= front
        return Way(starts, tuple(masks), reached)


def _bounded(moves: Moves) -> bool:
    """Is it known of moves or effects, by themselves, where at most they take which piece? Of what puts
    pieces on the board other analyses know."""
    if moves.handling is Handling.MOVES:
        return moves.within_reach()
    return moves.handling is not Handling.UNKNOWN


def _moving(moves: Moves) -> list[Moves]:
    """What takes the piece itself to other sites, of the rules that it moves by."""
    return [each for each in ludemes_in(moves) if isinstance(each, Moves) and each.handling is Handling.MOVES]
