"""Both proof searches against trying everything: what can be forced, how soon, and what never."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from interpreter.search import bounded_proof, dfpn
from interpreter.search import proof_common as common
from interpreter.search.bounded_proof import ENDLESS, FOREVER, NEVER, NOT_YET, YES
from tests.search.words import Words

BUCKETS = 512
TABLE = BUCKETS * common.BUCKET * common.ENTRY
STACK = 1 << 13
#: Positions of Tic-Tac-Toe: won at once, in three and five plies, drawn, lost; one with all nine sites free.
POSITIONS = {
    "at hand": ("a1", "a2", "b1", "b2"),
    "in three": ("a1", "b1", "c3"),
    "in five": ("a1", "b1"),
    "drawn": ("b2", "a1", "c3"),
    "lost": ("b1", "a1", "b2"),
    "two free": ("a1", "b1", "c1", "a2", "c2", "b2", "b3"),
    "open": (),
}
#: Who, and what at least: a win, a draw.
QUESTIONS = ((1, 1.0), (2, 1.0), (1, 0.0), (2, 0.0))


@cache
def compiled(stack: int, *moves: str) -> Words:
    functions = tuple(dict.fromkeys(bounded_proof.FUNCTIONS + dfpn.FUNCTIONS))
    pools = {0: TABLE, 1: stack, 2: common.SETTINGS_WORDS, 3: TABLE}
    return Words("tic-tac-toe", functions, pools, *moves)


def asked(words: Words, player: int, result: float, budget: int = 10**9) -> Any:
    settings = words.ints(2)
    settings[common.BUCKETS], settings[common.UNSURE] = BUCKETS, FOREVER
    settings[common.BUDGET] = settings[common.LOOKED] + budget
    settings[common.PLAYER] = player
    settings[common.QUESTION] = 2 * player + (result == 1.0)
    for word in (common.ABANDONED, common.CYCLED, common.DOUBTED):
        settings[word] = 0
    words.floats(2)[common.RESULT] = result
    return settings


class Truth:
    """Everything, tried."""

    def __init__(self, words: Words) -> None:
        self.engine = words.state.game.engine
        self._known: dict[tuple[Any, ...], bool] = {}

    def forced(self, state: Any, player: int, result: float, left: int) -> bool:
        """Can the player have the result for certain within so many plies?"""
        if state.over:
            return {1.0: 1.0, 1.5: 0.0, 2.0: -1.0}[self.engine.ranks(state)[player - 1]] >= result
        if left == 0:
            return False
        key = (self.engine.key(state), state.mover, player, result, left)
        if key not in self._known:
            after = (self.engine.play(state, move) for move in self.engine.legal_moves(state))
            ours = any if state.mover == player else all
            self._known[key] = ours(self.forced(each, player, result, left - 1) for each in after)
        return self._known[key]


def least(truth: Truth, state: Any, player: int, result: float) -> int | None:
    return next((left for left in range(10) if truth.forced(state, player, result, left)), None)


PLACES = [name for name in POSITIONS if name != "open"]


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(("player", "result"), QUESTIONS)
def test_what_is_forced_within_some_plies(name: str, player: int, result: float) -> None:
    words = compiled(STACK, *POSITIONS[name])
    truth, state = Truth(words), words.state.raw
    soonest = least(truth, state, player, result)
    for orders in (range(9), reversed(range(9)), Random(1).sample(range(9), 9)):
        words.clear()
        for left in orders:
            settings = asked(words, player, result)
            answer = words.call("attempt", left, 0, 0)
            assert settings[common.ABANDONED] == 0
            if soonest is not None and soonest <= left:
                assert answer == YES and soonest <= settings[common.WITHIN] <= left
            elif soonest is not None:
                assert answer == NOT_YET
            else:
                assert answer == NEVER or (answer == NOT_YET and left < 9 - state.plies)
    assert not any(settings[common.NEAR + at] for at in range(common.NEARBY))  # the way back was gone


@pytest.mark.parametrize("name", PLACES)
def test_each_question_has_answers_of_its_own(name: str) -> None:
    """One table for all of them, asked in turn, without a limit."""
    words = compiled(STACK, *POSITIONS[name])
    truth, state = Truth(words), words.state.raw
    words.clear()
    for _ in range(2):
        for player, result in QUESTIONS:
            settings = asked(words, player, result)
            answer = words.call("attempt", ENDLESS, 0, 0)
            assert answer == (NEVER if least(truth, state, player, result) is None else YES)
            assert settings[common.WITHIN] <= 9 - state.plies
    # a draw is neither
    shared = not truth.forced(state, 1, 1.0, 9) and not truth.forced(state, 2, 1.0, 9)
    assert not shared or settings[common.SHARED] == 1


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize(("player", "result"), QUESTIONS)
def test_what_is_forced_at_all_by_numbers(name: str, player: int, result: float) -> None:
    words = compiled(STACK, *POSITIONS[name])
    truth, state = Truth(words), words.state.raw
    words.clear()
    settings = asked(words, player, result)
    words.call("prove", dfpn.INFINITE, dfpn.INFINITE, 0, 0)
    numbers = settings[common.PROOF], settings[common.DISPROOF]
    possible = least(truth, state, player, result) is not None
    assert (numbers[0] == 0) == possible and (numbers[1] == 0) == (not possible)
    latest = max(numbers) - dfpn.INFINITE
    # all lines of the proof are at an end by then, and none sooner than they can be
    assert truth.forced(state, player, result, latest) == possible and 0 < latest <= 9 - state.plies
    assert not any(settings[common.NEAR + at] for at in range(common.NEARBY))


@pytest.mark.parametrize("search", ["attempt", "prove"])
def test_limits_of_positions_and_of_room_are_told(search: str) -> None:
    arguments = (9, 0, 0) if search == "attempt" else (dfpn.INFINITE, dfpn.INFINITE, 0, 0)
    words = compiled(STACK)
    words.clear()
    settings = asked(words, 1, 1.0, budget=20)
    words.call(search, *arguments)
    assert settings[common.ABANDONED] == 1 and 20 < settings[common.LOOKED] < 60
    small = compiled(40)
    small.clear()
    settings = asked(small, 1, 1.0)
    small.call(search, *arguments)
    assert settings[common.ABANDONED] == 1


def test_deeper_than_the_way_is_long_nothing_is_tried() -> None:
    words = compiled(STACK, *POSITIONS["at hand"])
    for ply, abandoned in ((common.LONGEST - 9, 0), (common.LONGEST, 1)):
        words.clear()
        settings = asked(words, 1, 1.0)
        words.call("attempt", 5, 0, ply)
        assert settings[common.ABANDONED] == abandoned
        settings = asked(words, 1, 1.0)
        words.call("prove", dfpn.INFINITE, dfpn.INFINITE, 0, ply)
        assert settings[common.ABANDONED] == abandoned


def test_a_position_that_came_again_is_told() -> None:
    """The next position is on the way already: so the search by numbers has gone in a circle."""
    words = compiled(STACK, *POSITIONS["two free"])
    words.clear()
    settings = asked(words, 2, 1.0)
    engine = words.state.game.engine
    after = engine.play(words.state.raw, engine.legal_moves(words.state.raw)[0])
    key = words.search.call(after, "key_here")
    words.call("enter", key, 0)
    words.call("prove", dfpn.INFINITE, dfpn.INFINITE, 0, 1)
    assert settings[common.CYCLED] == 1 and settings[common.ABANDONED] == 1


def test_moves_that_decided_count() -> None:
    """Each cut notes what kind of move made it: the square of the plies that were left, so much at most."""
    words = compiled(STACK, *POSITIONS["in three"])
    words.clear()
    settings = asked(words, 1, 1.0)
    words.call("attempt", 5, 0, 0)
    decided = [settings[common.DECIDED + at] for at in range(2 * 4096)]
    assert any(decided) and max(decided) <= 1000
    assert any(count == 25 or count % 25 == 0 for count in decided if count)
