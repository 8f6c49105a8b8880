"""Going through everything that chance may do, instead of drawing: for games whose only chance is a roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gdl.compile.compile import Compiled, compile_game
from gdl.equip.dice import dice_of, outcomes
from gdl.source.text import Source
from interpreter.engines.interface import Engine, RawState
from interpreter.engines.python.random import generator_for
from interpreter.engines.registry import make_engine


class Rolling:
    """A game on one engine, its rolls gone through one by one."""

    def __init__(self, text: str, engine: str = "python") -> None:
        self.compiled: Compiled = compile_game(Source("rolling.lud", text))
        self.engine: Engine = make_engine(engine, self.compiled.program)
        self.dice = dice_of(self.compiled.facts)
        self.outcomes = outcomes(self.dice)

    def start(self) -> RawState:
        """The starting position, before anything is rolled."""
        return self.engine.set_up(1)

    def rolled(self, settled: RawState, number: int) -> RawState:
        """The state after the roll of that number."""
        return self.engine.take_chance(settled, generator_for(number, self.outcomes))

    def rolls(self, settled: RawState) -> Iterator[RawState]:
        """The states after all rolls, each as likely as the others."""
        for number in range(self.outcomes):
            yield self.rolled(settled, number)

    def faces(self, state: RawState) -> tuple[int, ...]:
        """The numbers of the faces shown."""
        contents = self.engine.contents(state)
        return tuple(piece.state for die in self.dice if (piece := contents[die.site]) is not None)

    def moves(self, state: RawState) -> list[tuple[int, int]]:
        """Where the legal moves start and end, sorted; a pass: (-1, -1)."""
        seen = [self.engine.endpoints(state, move) for move in self.engine.legal_moves(state)]
        return sorted((each.origin, each.target) for each in seen)

    def settle(self, state: RawState, target: int) -> RawState:
        """The state after the first move that ends on the site, before the next roll."""
        moves: list[Any] = list(self.engine.legal_moves(state))
        return self.engine.settle(
            state, next(m for m in moves if self.engine.endpoints(state, m).target == target)
        )
