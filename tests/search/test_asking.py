"""What is asked of proofs, of trees and of networks, and when: with a search, a clock or a board made up."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import gdl
from gdl import NetworkError, load
from gdl.core.programs import HORIZON
from interpreter.errors.user_errors import UnsolvedError
from interpreter.search import bounded_proof, policy_tree, tree
from interpreter.search import proof_common as common
from interpreter.search.network import Network
from interpreter.search.outcomes import WIN
from interpreter.search.policy_tree import PolicyTree
from interpreter.search.run import Search, words_of_memory
from interpreter.search.solver import Solver, _CircleError, _Question
from interpreter.search.tree import Tree, TreeSettings

MEMORY = 1 << 16
ME, OTHER = _Question(1, WIN), _Question(2, WIN)


class Asked(Solver):
    """A solver whose questions are answered by hand: what can be forced, whether a result is shared."""

    def answering(self, possible: set[_Question], shared: bool, circle: bool = False) -> Asked:
        self.possible, self.circle = possible, circle
        self._settings[common.SHARED] = shared
        self.within: list[list[_Question]] = []
        self.asked: list[_Question] = []
        return self

    def _within(self, state: Any, open_ones: list[_Question], budget: int) -> tuple[_Question | None, int]:
        self.within.append(list(open_ones))
        return None, 4

    def _possible(self, state: Any, question: _Question) -> bool:
        self.asked.append(question)
        if self.circle:
            raise _CircleError
        return question in self.possible

    def _ever(self, state: Any, question: _Question) -> bool:
        return question in self.possible


@cache
def solver() -> Asked:
    return Asked(load("tic-tac-toe").on("python"), MEMORY)


@pytest.mark.parametrize(
    ("possible", "shared", "found", "asked"),
    [
        ({ME}, False, ME, [ME]),
        # where somebody always wins, it is the other if it is not the one: nobody need ask
        ({OTHER}, False, OTHER, [ME]),
        (set(), False, OTHER, [ME]),
        ({OTHER}, True, OTHER, [ME, OTHER]),
        (set(), True, None, [ME, OTHER]),
    ],
)
def test_which_of_two_questions_is_asked(
    possible: set[_Question], shared: bool, found: _Question | None, asked: list[_Question]
) -> None:
    given = solver().answering(possible, shared)
    assert given._happens(given, ME, OTHER) == (found, 4)  # type: ignore[arg-type]
    assert given.asked == asked and given.within == [[ME, OTHER]]


@pytest.mark.parametrize("possible", [{ME}, set()])
def test_who_plays_alone_has_one_question(possible: set[_Question]) -> None:
    """That nobody else can win proves nothing."""
    given = solver().answering(possible, False)
    found, _ = given._happens(given, ME, ME)  # type: ignore[arg-type]
    assert found == (ME if possible else None) and given.asked == [ME]


def test_where_positions_come_again_both_are_asked_for_longer() -> None:
    for possible, found in (({OTHER}, OTHER), (set(), None)):
        given = solver().answering(possible, False, circle=True)
        assert given._happens(given, ME, OTHER) == (found, 4)  # type: ignore[arg-type]
        assert given.within == [[ME, OTHER]] * 2 and given.asked == [ME]


def test_a_circle_proves_nothing_but_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    given = solver()
    answer = bounded_proof.YES
    monkeypatch.setattr(Solver, "ask", lambda *_: answer)
    for cycled in (0, 1):
        given._settings[common.CYCLED] = cycled
        assert Solver._ever(given, given, ME) is True  # type: ignore[arg-type]
    answer = bounded_proof.NEVER
    with pytest.raises(UnsolvedError, match="come again"):
        Solver._ever(given, given, ME)  # type: ignore[arg-type]
    given._settings[common.CYCLED] = 0
    assert Solver._ever(given, given, ME) is False  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "shared", "held"),
    [
        (bounded_proof.YES, 0, True), (bounded_proof.YES, 1, True), (bounded_proof.NEVER, 0, True),
        (bounded_proof.NEVER, 1, False),  # who does not get it is not who the other has it from
        (bounded_proof.NOT_YET, 0, False), (bounded_proof.NOT_YET, 1, False),
    ],
)  # fmt: skip
def test_what_is_decided_is_remembered(
    answer: int, shared: int, held: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, kept = solver(), list[int]()
    given._settings[common.SHARED], given._settings[common.ABANDONED] = shared, 0
    monkeypatch.setattr(Solver, "_prepared", lambda self, *_: self._settings)
    monkeypatch.setattr(Solver, "_asked", lambda *_: answer)
    monkeypatch.setattr(Solver, "_hold", lambda self, state, within: kept.append(within))
    assert Solver.ask(given, given, ME, bounded_proof.ENDLESS) == answer  # type: ignore[arg-type]
    assert bool(kept) is held


@pytest.mark.parametrize(
    ("left", "unsure"),
    [
        (HORIZON - 1, bounded_proof.FOREVER),  # how many plies are left is told apart
        (HORIZON, HORIZON), (HORIZON + common.LONGEST - 1, HORIZON),
        (HORIZON + common.LONGEST, bounded_proof.FOREVER),  # no proof is so long
    ],
)  # fmt: skip
def test_where_long_proofs_are_unsure(left: int, unsure: int) -> None:
    engine = SimpleNamespace(plies_left=lambda _: left)
    state: Any = SimpleNamespace(raw=None, game=SimpleNamespace(engine=engine))
    assert solver()._prepared(state, ME, None)[common.UNSURE] == unsure


def test_pools_where_memory_is_given_in_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows it is asked for without flags; it is empty all the same."""
    monkeypatch.delattr("mmap.MAP_PRIVATE")
    assert bytes(words_of_memory(3)) == bytes(24)


# --- by the clock -----------------------------------------------------------------------------------------


class Clock:
    """Goes on by so much whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 1000.0, step

    def perf_counter(self) -> float:
        self.now += self.step
        return self.now


def test_simulations_are_run_until_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A round of 16 takes a hundredth of a second, and so does what lies between: some twenty rounds in a
    half."""
    game = load("tic-tac-toe").on("python")
    state = game.start(1)
    made = Tree(game, TreeSettings(memory=1 << 20, seed=1))
    made.init(state.raw)
    clock = Clock(0.01)
    monkeypatch.setattr(tree, "now", clock.perf_counter)
    done = made.run_simulations(state.raw, None, 0.5)
    assert done > 16 and 0.5 <= clock.now - 1000.0 < 0.6


def test_simulations_are_attended_to_until_they_were_seen_to_be_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python's never are: a chunk of them can be stopped in the middle each time."""
    alone: list[str] = []
    monkeypatch.setattr(Search, "call_briefly", lambda self, *args: alone.append(args[1]) or self.call(*args))
    game = load("tic-tac-toe").on("python")
    made, state = Tree(game, TreeSettings(memory=1 << 20, seed=1)), game.start(1).raw
    made.init(state)
    assert made.run_simulations(state, 20, 100.0) == 20 and not alone


def test_a_network_is_asked_until_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic-tac-toe").on("python")
    player = gdl.net(lambda planes: (np.zeros((len(planes), 10)), np.zeros(len(planes))), 2, batch=1)
    player.choose(gdl.Line.of(game.start(1)))
    grown = player._tree
    assert isinstance(grown, PolicyTree)
    state = game.start(1).raw
    assert grown.run_simulations(state, 3, 100.0) == 3
    monkeypatch.setattr(policy_tree, "now", Clock(0.1).perf_counter)
    assert 1 < grown.run_simulations(state, None, 0.65) < 20
    assert grown.run_simulations(state, 3, 0.05) == 0


# --- what a network says ----------------------------------------------------------------------------------


def test_values_are_of_the_viewer_and_of_those_after_him() -> None:
    """Of three players, by who is to move: those of the first, the second and the third come out in order."""

    class Moving:
        """A board of three games."""

        @staticmethod
        def field(name: str) -> Any:
            return np.array([[1], [2], [3]]) if name == "mover" else None

    asked = Network(load("tic-tac-toe").on("python"), lambda planes: (planes, planes))
    values = np.array([[0.1, 0.2, 0.3], [0.2, 0.3, 0.1], [0.3, 0.1, 0.2]], np.float32)
    given = asked._by_player(values, cast(Any, Moving()))
    assert np.allclose(given, [[0.1, 0.2, 0.3]] * 3)


def test_one_value_will_do_for_two_players_and_no_logit_will() -> None:
    asked = Network(load("tic-tac-toe").on("python"), lambda planes: (planes, planes))
    assert asked._numbers("values", [0.25, -1.0], (2, 2)).tolist() == [[0.25, -0.25], [-1.0, 1.0]]
    assert asked._numbers("values", [[0.25], [-1.0]], (2, 1)).tolist() == [[0.25], [-1.0]]
    with pytest.raises(NetworkError, match=r"logits .* have the shape \(2, 2\), not \(2,\)"):
        asked._numbers("logits", [0.25, -1.0], (2, 2))
    with pytest.raises(NetworkError, match=r"values .* have the shape \(2, 3\), not \(2,\)"):
        asked._numbers("values", [0.25, -1.0], (2, 3))
