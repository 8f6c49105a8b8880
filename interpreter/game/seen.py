"""What a position shows: who is to move, what stands where, scores and dice, asked of the engine's state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from interpreter.engines.contents import Contents, Piece
from interpreter.engines.overflows import overflow_warning
from interpreter.game.outcome import Outcome, Tally, tallies

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic
    from interpreter.drawing.plan import Plan
    from interpreter.game.board import Board
    from interpreter.game.rules import Rules


class Seen:
    """A position as it can be seen: `State` is one."""

    game: Rules

    @property
    def _raw(self) -> object:
        """The engine's own state."""
        raise NotImplementedError

    @property
    def mover(self) -> int:
        """The number of the player to move, from 1."""
        return self.game.engine.mover(self._raw)

    @property
    def mover_name(self) -> str:
        """The name of the player to move; in a match with its seat, where players change seats."""
        return self.called[self.mover - 1]

    @property
    def seating(self) -> tuple[int, ...]:
        """By player, player 1 first, the seat: whose pieces are that player's in the present game. Players of
        a match change seats, with `seats:Rotate`; else each has its own."""
        return self.game.engine.seating(self._raw)

    @property
    def called(self) -> tuple[str, ...]:
        """What the players are called now, player 1 first: where they change seats each with its seat, as in
        `Player 1 (Black)`."""
        players, seats = self.game.players, self.game.seats
        if seats == players:
            return players
        return tuple(f"{name} ({seats[seat - 1]})" for name, seat in zip(players, self.seating, strict=True))

    @property
    def seat(self) -> int:
        """The seat of the player to move, whose pieces are to be moved: outside of matches the mover."""
        return self.game.engine.seat(self._raw)

    @property
    def games_played(self) -> int:
        """In a match, how many of its games are over; else 0."""
        return self.game.engine.games_played(self._raw)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.engine.over(self._raw)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.is_over:
            return None
        return Outcome(self.game.engine.ranks(self._raw), self.game.players)

    @property
    def overflow(self) -> Diagnostic | None:
        """What went beyond what a state holds, the first time, and where in the rules; None where all fits.

        From then on the state is another than the rules say: no outcome can be trusted.
        """
        overflow = self.game.engine.overflow(self._raw)
        if overflow is None:
            return None
        return overflow_warning(overflow, self.game.program, self.game.recipe.path)

    @property
    def scores(self) -> tuple[int, ...]:
        """The players' scores, player 1 first: in a match of the match; empty in games without scores."""
        return self.game.engine.scores(self._raw)

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """What the players have of each thing that the game counts, by the names that its file gives them."""
        engine = self.game.engine
        scores, values = engine.game_scores(self._raw), engine.player_values(self._raw)
        result = tallies(self.game.counting, scores, values)
        if not self.game.is_match:
            return result
        of_match = (Tally("match", self.scores),) if self.scores else ()
        # When a match is over, its end has counted in place of the last game.
        return (*of_match, *(() if self.is_over else result))

    @cached_property
    def contents(self) -> Contents:
        """What is on each site, by the site's number."""
        return self.game.engine.contents(self._raw)

    @cached_property
    def board(self) -> Board:
        """What is on each site as arrays of numpy, under the same names in every game."""
        return self._board(batched=False)

    def _board(self, batched: bool) -> Board:
        """The same; `batched`: as a batch of one."""
        import numpy as np

        from interpreter.game.board import Board

        engine = self.game.engine
        record = np.frombuffer(engine.record(self._raw), np.uint8)
        return Board(engine.layout, record[None] if batched else record, self.game.program.names.dice)

    @property
    def hands(self) -> Mapping[str, tuple[Piece | None, ...]]:
        """What lies beside the board (in hands, on bars), dice left out: by its name, place by place."""
        dice, contents = {*self.game.program.names.dice}, self.contents
        return MappingProxyType(
            {
                name: tuple(contents[site] for site in sites)
                for name, sites in self.game.plan.beside
                if dice.isdisjoint(sites)
            }
        )

    @cached_property
    def sites(self) -> Mapping[str, Piece]:
        """What is where, by the site's name; empty sites are left out."""
        names = self.game.site_names
        return MappingProxyType(
            {names[i]: piece for i, piece in enumerate(self.contents) if piece is not None}
        )

    @cached_property
    def colours(self) -> Mapping[str, str]:
        """The colours that the board's sites have now, by the site's name; sites without one are left out."""
        return MappingProxyType({spot.name: spot.colour for spot in self.plan.spots if spot.colour})

    @cached_property
    def plan(self) -> Plan:
        """The board as it is to be drawn: the game's, in the colours that its sites have now."""
        now = self.game.engine.colours(self._raw)
        return self.game.plan.in_colours(now) if now else self.game.plan

    @property
    def dice(self) -> tuple[int, ...]:
        """What the dice show: of each what its face counts, in the order of their sites."""
        contents = self.contents
        shown = ((die, contents[die.site]) for die in self.game.dice)
        return tuple(die.pips[piece.state] for die, piece in shown if piece is not None)

    @property
    def dice_used(self) -> tuple[bool, ...]:
        """Which dice a move of this turn has used up, in the order of their sites."""
        shown = self.dice
        try:
            left = self.game.engine.value(self._raw, "pips")
        except KeyError:  # no rule of this game uses dice up
            return (False,) * len(shown)
        return tuple(shows != 0 == counts for shows, counts in zip(shown, left, strict=True))
