"""Perft on games small enough to be counted on one's fingers, played by a stub of an engine."""

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import frozen

from interpreter.engines.interface import Engine
from interpreter.engines.perft import perft

FORCED_PASS = (0, (), 0)


@frozen
class Node:
    """A position: who moves, what follows each move (duplicates allowed), and whether the game is over."""

    mover: int
    children: tuple[Node, ...] = ()
    over: bool = False
    passes_to: Node | None = None


@frozen
class Program:
    players: int = 2


class Stub:
    """An engine whose moves are numbers of children."""

    program = Program()

    def legal_moves(self, node: Node) -> list[tuple[int, tuple[int, ...], int]]:
        if node.passes_to is not None:
            return [FORCED_PASS]
        return [(1, (), index) for index in range(len(node.children))]

    def play(self, node: Node, move: tuple[int, tuple[int, ...], int]) -> Node:
        if move == FORCED_PASS:
            assert node.passes_to is not None
            return node.passes_to
        return node.children[move[2]]

    def mover(self, node: Node) -> int:
        return node.mover

    def games_played(self, node: Node) -> int:
        return 0

    def over(self, node: Node) -> bool:
        return node.over

    def is_forced_pass(self, moves: list[Any]) -> bool:
        return moves == [FORCED_PASS]


class Doubling(Stub):
    """Offers every move twice."""

    def legal_moves(self, node: Node) -> list[tuple[int, tuple[int, ...], int]]:
        return super().legal_moves(node) * 2


def count(root: Node, depth: int, turns: bool = False, engine: type[Stub] = Stub) -> list[tuple[int, int]]:
    counted = perft(cast(Engine, engine()), root, depth, turns)
    assert [each.depth for each in counted] == list(range(1, depth + 1))
    return [(each.nodes, each.ended) for each in counted]


END = Node(2, over=True)
ALIVE = Node(2, (Node(1, (END,)),))


@pytest.mark.parametrize("engine", [Stub, Doubling])
def test_sequences_and_ends_are_counted_at_each_depth(engine: type[Stub]) -> None:
    root = Node(1, (ALIVE, END, Node(2, (END, END))))
    assert count(root, 3, engine=engine) == [(3, 1), (3, 2), (1, 1)]
    assert count(root, 4, engine=engine)[3] == (0, 0)


def test_a_turn_of_several_decisions_is_one_move() -> None:
    jump_on = Node(1, (Node(1, (ALIVE, END)), ALIVE))
    root = Node(1, (jump_on, ALIVE))
    assert count(root, 2) == [(2, 0), (3, 0)]
    assert count(root, 2, turns=True) == [(4, 1), (3, 0)]


def test_a_game_whose_next_player_cannot_reply_ended_with_the_last_move() -> None:
    stuck = Node(2, passes_to=END)
    both_stuck = Node(2, passes_to=Node(1, passes_to=END))
    assert count(Node(1, (stuck, both_stuck, ALIVE)), 2) == [(3, 2), (1, 0)]


def test_a_pass_after_which_the_game_goes_on_is_a_move() -> None:
    passing = Node(2, passes_to=Node(1, (END, END)))
    assert count(Node(1, (passing,)), 3) == [(1, 0), (1, 0), (2, 2)]


def test_nothing_follows_the_end() -> None:
    assert count(END, 2) == [(0, 0), (0, 0)]
    assert perft(cast(Engine, Stub()), END, 0) == ()
