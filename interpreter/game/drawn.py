"""A position as a drawing: in characters and as SVG, with what the last decision did marked."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from gdl.support.values import evolve
from interpreter.game.seen import Seen

if TYPE_CHECKING:
    from interpreter.drawing.view import Layer, Marks, View
    from interpreter.engines.move_words import RawMove
    from interpreter.game.move import Move


class Drawn(Seen):
    """A position that can be drawn: `State` is one."""

    ply: int
    #: the engine's state before, and the move that led from there, or its number
    _came: tuple[object, RawMove | int] | None

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, each once; empty when the game is over."""
        raise NotImplementedError

    def _came_by(self, came: tuple[object, RawMove | int]) -> tuple[object, RawMove]:
        """The engine's state before, and the move that led from there."""
        raise NotImplementedError

    @cached_property
    def last_step(self) -> Marks:
        """What the decision that led here did, to be marked: from where to where, and what it took.

        Nothing in a first position, and in one that was copied from elsewhere.
        """
        from interpreter.drawing.view import Marks, marks_of, step_of

        engine = self.game.engine
        if self._came is None or engine.games_played(self._came[0]) != self.games_played:
            return Marks()
        before, move = self._came_by(self._came)
        ends, contents = engine.endpoints(before, move), engine.contents(before)
        seat = engine.seat(before)
        others = [other for other in range(1, len(self.game.seats) + 1) if other != seat]
        decision = engine.program.kinds[move.kind].decision
        step = step_of(ends.origin, ends.target, decision, others, contents)
        return marks_of([step], self.game.hands, contents, self.contents)

    def drawing(self, colour: bool = False, marks: Marks | None = None) -> list[list[tuple[str, str]]]:
        """The board as lines of (text, style) pieces, styles as the library rich knows them.

        `marks` says what is pointed out; by default what the last decision did.
        """
        from interpreter.drawing.board import draw

        marks = self.last_step if marks is None else marks
        return draw(self.plan, self.contents, self.game.picture, colour, marks).rows()

    @property
    def legal_targets(self) -> frozenset[int]:
        """The sites that legal moves lead to, by number."""
        engine = self.game.engine
        return frozenset(engine.endpoints(self._raw, move.raw).target for move in self.legal_moves) - {-1}

    def view(self, layers: frozenset[Layer], marks: Marks) -> View:
        """The position as it is to be drawn: with these layers and marks, and who is to move or has won."""
        first = f"{self.mover_name} to move" if self.outcome is None else str(self.outcome)
        return evolve(
            self.game.board_view(layers),
            plan=self.plan,
            contents=self.contents,
            marks=marks,
            title=f"{self.game.name}, {self._when}",
            notes=(first, *(tally.text(self.game.players) for tally in self.tallies)),
        )

    @property
    def _when(self) -> str:
        described = self.game.recipe.position
        if described is not None and (isinstance(described, str) or described.ply == self.ply):
            return "a position"
        return f"after {self.ply} move{'' if self.ply == 1 else 's'}" if self.ply else "the first position"

    def svg(self, marks: Marks | None = None, show: Iterable[str] | None = None, legal: bool = False) -> str:
        """The position as the text of an SVG picture.

        `marks` says what is pointed out, by default what the last decision did; with `legal` also where the
        legal moves lead. `show` names what else is drawn, as `gdl board --show` does. Raises ValueError for
        what cannot be shown.
        """
        from interpreter.drawing.svg.write import svg
        from interpreter.drawing.view import layers_of

        marks = self.last_step if marks is None else marks
        if legal:
            marks = evolve(marks, legal=self.legal_targets)
        return svg(self.view(layers_of(show), marks))

    def _repr_svg_(self) -> str:
        """What notebooks show."""
        return self.svg()

    def __str__(self) -> str:
        from interpreter.drawing.board import NO_MARKS

        return "\n".join("".join(text for text, _ in line) for line in self.drawing(marks=NO_MARKS))
