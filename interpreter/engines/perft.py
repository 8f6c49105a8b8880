"""Perft: counting every sequence of moves to a depth, the currency of correct rules.

A game in which the next player cannot reply, so that only forced passes come before its end, counts as ended
at the depth of its last real move. Moves that a rule offers twice count once. With `turns`, all decisions
that one player makes in a row (a jump sequence, a move and its drop) are one move.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engines.interface import Depth, Engine, RawState
from interpreter.engines.move_words import RawMove
from interpreter.support.stopping import heed


class Counter:
    """Visits a tree of moves."""

    def __init__(self, engine: Engine, depth: int, turns: bool, keeps: bool = False) -> None:
        """`keeps`: whoever goes on from the last level wants the states there."""
        self.engine = engine
        self.depth = depth
        self.turns = turns
        self.nodes = [0] * (depth + 1)
        self.ended = [0] * (depth + 1)
        #: the states behind the last level that go on, if they are wanted: they may fill gigabytes
        self.following: list[RawState] = []
        self.keeps = keeps

    def visit(self, state: RawState, moves: Sequence[RawMove], depth: int) -> None:
        """Count what follows a state whose game goes on; its moves make sequences of length `depth`."""
        heed()
        engine = self.engine
        turn = engine.games_played(state), engine.mover(state)
        for move in dict.fromkeys(moves):
            after = engine.play(state, move)
            over = engine.over(after)
            if self.turns and not over and (engine.games_played(after), engine.mover(after)) == turn:
                self.visit(after, engine.legal_moves(after), depth)
                continue
            self.nodes[depth] += 1
            replies = [] if over else engine.legal_moves(after)
            if over or self.no_reply(after, replies):
                self.ended[depth] += 1
            elif depth < self.depth:
                self.visit(after, replies, depth + 1)
            elif self.keeps:
                self.following.append(after)

    def no_reply(self, state: RawState, moves: Sequence[RawMove]) -> bool:
        """Do only forced passes come before the end?"""
        engine = self.engine
        for _ in range(2 * engine.program.players):
            if not engine.is_forced_pass(moves):
                return False
            state = engine.play(state, moves[0])
            if engine.over(state):
                return True
            moves = engine.legal_moves(state)
        return False


def perft(engine: Engine, state: RawState, depth: int, turns: bool = False) -> tuple[Depth, ...]:
    """Count the sequences of 1 to `depth` moves (or turns) from a state."""
    counter = Counter(engine, depth, turns)
    if depth > 0 and not engine.over(state):
        counter.visit(state, engine.legal_moves(state), 1)
    return tuple(Depth(d, counter.nodes[d], counter.ended[d]) for d in range(1, depth + 1))
