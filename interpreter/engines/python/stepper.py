"""Stepping a program: its emitted procedures, called in their order on states that change in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.engines.move_words import RawMove
from interpreter.engines.python.module import Module
from interpreter.engines.python.random import draw
from interpreter.engines.python.runtime import Bundle, legal, members, nth
from interpreter.engines.python.state import State
from interpreter.support.stopping import heed


class Stepper:
    """Plays the program of a module. What is said to change a state changes the one that it is given."""

    def __init__(self, module: Module) -> None:
        program = module.program
        self.pass_move = RawMove(next(k.index for k in program.kinds if k.name == "pass"), (), 0)
        self.start: Callable[[State], None] = module.function("start")
        self.turn: Callable[[State], None] = module.function("turn")
        self.after: Callable[[State], None] = module.function("after")
        self.plays = module.offers.plays
        self._moves: Callable[[State, list[Bundle], None], None] = module.function("moves", "all")

    def bundles(self, state: State) -> list[Bundle]:
        """What `moves` offers: bundles not yet judged by their checks. Of an ended game: nothing."""
        out: list[Bundle] = []
        if not state.over:
            self._moves(state, out, None)
        return out

    def legal_moves(self, state: State) -> list[RawMove]:
        """All legal moves, in the order of the offers; the forced pass where there is no other."""
        if state.over:
            return []
        result = [
            RawMove(kind, args, site)
            for kind, args, sites, checks in self.bundles(state)
            for site in members(sites)
            if legal(state, self.plays[kind], args, site, checks, None)
        ]
        return result or [self.pass_move]

    def begin(self, state: State, fresh: State) -> None:
        """Make a state the first one of a game; `fresh` is what a state is before it."""
        for slot in (*state.FIELDS, "history", "plies"):
            value = getattr(fresh, slot)
            if isinstance(value, list):  # whoever calls this may hold the state's own
                getattr(state, slot)[:] = value
            else:
                setattr(state, slot, value)
        self.start(state)
        if not state.over:
            self.turn(state)

    def advance(self, state: State, kind: int, args: tuple[Any, ...], site: int) -> None:
        """Make a state the one after a move."""
        self.settle(state, kind, args, site)
        if not state.over:
            self.turn(state)

    def settle(self, state: State, kind: int, args: tuple[Any, ...], site: int) -> None:
        """Make a state the one after a move, before chance has its say in the next turn."""
        self.plays[kind](state, *args, site)
        state.plies += 1
        self.after(state)

    def random_move(self, state: State) -> RawMove:
        """A random legal move, each with the same chance (rejection sampling); moves the generator on."""
        out: list[Bundle] = []
        self._moves(state, out, None)
        total = 0
        for bundle in out:
            total += bundle[2].bit_count()
        while total:
            k, state.rng = draw(state.rng, total) if total > 1 else (0, state.rng)
            for index, (kind, args, sites, checks) in enumerate(out):  # noqa: B007
                size = sites.bit_count()
                if k < size:
                    break
                k -= size
            site = nth(sites, k)
            if checks is None or legal(state, self.plays[kind], args, site, checks, None):
                return RawMove(kind, args, site)
            out[index] = (kind, args, sites & ~(1 << site), checks)
            total -= 1
        return self.pass_move

    def play_out(self, state: State, limit: int) -> int:
        """Play random moves to the end, at most so many; how many they were."""
        plies = 0
        while not state.over and plies < limit:
            heed()
            self.advance(state, *self.random_move(state))
            plies += 1
        return plies
