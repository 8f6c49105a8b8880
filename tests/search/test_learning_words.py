"""The words of learning: n-tuples summed, and temporal differences, against the formulas reckoned plainly.

Two small tables on the board of Tic-Tac-Toe; what the search says is made up.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import pytest
from attrs import define, field

from gdl import load
from interpreter.engines.python.random import draw, mix
from interpreter.game.state import State
from interpreter.search import learnt, td
from interpreter.search.outcomes import utility
from interpreter.search.tallies import BEST, BUCKET, BUCKETS, ENTRY, SCALE, SETTINGS, SETTINGS_WORDS, SURE
from interpreter.search.weights import Placement, Weights, fill_pool, pool_layout
from interpreter.subset.intrinsics import estimate, mover
from tests.search.words import Words

SITES, COMPONENTS, EXCHANGED = 9, 3, (0, 2, 1)
ONE = learnt.UNITS * SCALE
#: A corner's edge and, with the colours exchanged, the opposite one; the middle.
TUPLES = ((Placement((0, 1), False), Placement((8, 7), True)), (Placement((4,), False),))
VALUES = tuple(ONE * number // 20 for number in (0, 3, -5, 2, 7, -4, 1, 6, -2, 0, 8, -3))
PLIES = 9


def search(depth: int) -> int:
    """Stands in for alpha-beta: the first move is best, and worth what depth and mover say."""
    SETTINGS[BEST] = 0
    return 3000 * depth if mover() == 1 else 1000 * depth


def ruled(player: int) -> float:
    """The estimate by the rules, to be asked from outside."""
    return estimate(player)


FUNCTIONS = (*td.FUNCTIONS, *learnt.FUNCTIONS, utility, search, ruled)


@cache
def compiled() -> Words:
    layout = pool_layout(weights(), SITES)
    words = layout.words + td.EXTRA + 3 * (layout.weights + td.EXTRA) + PLIES * (td.MOVE + 8)
    return Words("tic-tac-toe", FUNCTIONS, {0: 64, 1: 1024, 2: SETTINGS_WORDS, 3: words})


def weights(tempo: int = 0, base: float = 0.0) -> Weights:
    return Weights(COMPONENTS, EXCHANGED, TUPLES, VALUES, tempo, base)


def at(*moves: str) -> State:
    state = load("tic-tac-toe").on("python").start(1)
    for move in moves:
        state = state.play(move)
    return state


def made(tempo: int = 0, base: float = 0.0) -> Words:
    words = compiled()
    words.clear()
    fill_pool(words.search, weights(tempo, base), SITES)
    layout, ints, floats = pool_layout(weights(), SITES), words.ints(3), words.floats(3)
    evidence = layout.words + td.EXTRA
    for number, value in enumerate(VALUES):
        floats[evidence + number] = value / ONE
    floats[evidence + layout.weights], floats[evidence + layout.weights + 1] = base, tempo / ONE
    ints[td.WEIGHTS], ints[td.PLIES] = layout.weights, PLIES
    ints[td.RECORD] = evidence + 3 * (layout.weights + td.EXTRA)
    floats[td.LAMBDA], floats[td.STEP], ints[td.EXPLORE] = 0.75, 0.5, 0
    words.state = at()
    return words


def test_weights_are_written_for_an_empty_board() -> None:
    words = made()
    ints = words.ints(3)
    ints[learnt.BOARD], ints[learnt.BOARD + SITES - 1] = 7, 8  # as evaluations leave it
    fill_pool(words.search, weights(), SITES)
    assert list(ints[learnt.BOARD : learnt.BOARD + SITES]) == [0] * SITES


# --- plainly ----------------------------------------------------------------------------------------------


def stands(state: State) -> list[int]:
    """What stands on each site: nothing, a cross, a nought."""
    names = state.game.site_names
    found = [0] * SITES
    for name, piece in state.sites.items():
        found[names.index(name)] = 1 if piece.name == "Cross" else 2
    return found


@define
class Weight:
    """A weight as a Float, with its step size by temporal coherence."""

    value: float
    pulled: float = 0.0
    sizes: float = 0.0

    def pull(self, by: float, step: float) -> None:
        rate = abs(self.pulled) / self.sizes if self.sizes else 1.0
        self.value += step * rate * by
        self.pulled += by
        self.sizes += abs(by)

    @property
    def counts(self) -> int:
        """What a search reads of it."""
        return int(self.value * ONE)


@define
class Plain:
    """The value function, and what moves it toward a target."""

    tempo: Weight
    base: Weight
    step: float = 0.5
    tables: list[list[Weight]] = field(
        factory=lambda: [[Weight(v / ONE) for v in VALUES[:9]], [Weight(v / ONE) for v in VALUES[9:]]]
    )

    def read(self, state: State) -> list[tuple[Weight, int]]:
        """The weights that count, each with the way it counts."""
        on, found = stands(state), []
        for table, placements in zip(self.tables, TUPLES, strict=True):
            for placed in placements:
                index = 0
                for site in placed.sites:
                    index = index * COMPONENTS + (EXCHANGED[on[site]] if placed.swapped else on[site])
                found.append((table[index], -1 if placed.swapped else 1))
        return found

    def total(self, state: State) -> int:
        return sum(sign * weight.counts for weight, sign in self.read(state))

    def adjust(self, state: State, target: float, ruled: float) -> None:
        mine = 1 if state.mover == 1 else -1
        x = (self.total(state) + mine * self.tempo.counts) / ONE + self.base.value * ruled
        value = x / sqrt(1 + x * x)
        slope = (1 + x * x) ** -1.5
        pull = (target - value) * slope
        for weight, sign in sorted(self.read(state), key=lambda pair: -pair[1]):  # the plain ones first
            weight.pull(sign * pull, self.step)
        self.base.pull(pull * ruled, self.step)
        self.tempo.pull(pull * mine, self.step)


GAMES = (("a1", "b2", "b1"), ("b2", "a1", "b1"), ("c3", "b3", "a2", "b1", "a1"), (), ("b1", "c3", "b2", "a1"))


# --- evaluation -------------------------------------------------------------------------------------------


def test_an_evaluation_is_the_sum_of_what_counts() -> None:
    """Whatever was evaluated before; of the second player it is the negative, and having the move counts."""
    words, plain = made(tempo=160), Plain(Weight(160 / ONE), Weight(0.0))
    assert words.ints(3)[learnt.SUM] == plain.total(at())
    worths = set()
    for moves in (*GAMES, *reversed(GAMES)):
        words.state = state = at(*moves)
        mine = 1 if state.mover == 1 else -1
        expected = (mine * plain.total(state) + 160) // learnt.UNITS
        assert words.call("evaluation") == expected
        worths.add(expected)
    assert len(worths) == len(GAMES)


@pytest.mark.parametrize("moves", [("b2",), ("a1", "b2", "c3", "b1")])
def test_the_estimate_by_the_rules_is_the_movers(moves: tuple[str, ...]) -> None:
    words = made(base=0.5)
    words.state = at(*moves)
    rules = words.call("ruled", words.state.mover)
    with_it = words.call("evaluation")
    words.floats(3)[learnt.BASE] = 0.0
    assert rules != 0 and with_it - words.call("evaluation") == int(0.5 * rules * SCALE)


# --- temporal differences ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("worth", "value"),
    [(0, 0.0), (SCALE * 3 // 4, 0.6), (-SCALE * 3 // 4, -0.6), (SURE + 1, 1.0), (-SURE - 1, -1.0)],
)
def test_worths_are_squashed(worth: int, value: float) -> None:
    """3/4 is 3/5 of the hypotenuse; what is sure is 1."""
    assert made().call("squashed", worth) == value


def test_what_is_sure_is_more_than_the_bound() -> None:
    words = made()
    assert words.call("squashed", SURE) < 1.0 and words.call("squashed", -SURE) > -1.0


def test_backups_are_lambda_returns() -> None:
    """From the end: 0.25 of the value and 0.75 of what is behind it; a move at random cuts it off."""
    words, size = made(), td.MOVE + 3
    at_ = words.ints(3)[td.RECORD]
    for ply, (value, drawn) in enumerate(((0.0, 0), (0.5, 1), (-0.5, 0), (0.25, 0))):
        words.floats(3)[at_ + ply * size + td.VALUE] = value
        words.ints(3)[at_ + ply * size + td.DRAWN] = drawn
    words.call("backups", 4, size, 1.0)
    found = [words.floats(3)[at_ + ply * size + td.VALUE] for ply in range(4)]
    last = 0.25 * 0.25 + 0.75
    third = 0.25 * -0.5 + 0.75 * last
    assert found == pytest.approx([0.75 * 0.5, 0.5, third, last])


def test_step_sizes_are_by_temporal_coherence() -> None:
    """The sum of pulls by the sum of their sizes: 1, 1, then 0.5 / 1.5 where one pulled the other way."""
    words = made()
    layout = pool_layout(weights(), SITES)
    word = layout.tables + 3
    told = [words.call("learn_float", word, pull) for pull in (1.0, -0.5, 0.25)]
    first = VALUES[3] / ONE
    steps = [0.5 * 1.0, 0.5 * -0.5, 0.5 * (0.5 / 1.5) * 0.25]
    assert told == pytest.approx([first + steps[0], first + sum(steps[:2]), first + sum(steps)])
    room = layout.weights + td.EXTRA
    assert [words.floats(3)[word + room * number] for number in (1, 2, 3)] == [told[2], 0.75, 1.75]
    words.call("learn_weight", word, 0.0)
    assert words.ints(3)[word] == int(told[2] * ONE)


def test_values_are_moved_toward_their_targets() -> None:
    """Gradient descent through the squashing, on each weight that counts, the estimate's and the move's."""
    words, plain = made(tempo=4800, base=0.25), Plain(Weight(4800 / ONE), Weight(0.25))
    for moves, target in zip(GAMES * 2, (0.5, -1.0, 1.0, 0.0, 0.25) * 2, strict=True):
        words.state = state = at(*moves)
        rules = words.call("ruled", 1)
        words.call("adjust", target)
        plain.adjust(state, target, rules)
        compare(words, plain)


def compare(words: Words, plain: Plain) -> None:
    layout, ints = pool_layout(weights(), SITES), words.ints(3)
    counts = [weight.counts for table in plain.tables for weight in table]
    # a Float that is added up in another order may be on the other side of a whole number
    assert list(ints[layout.tables : layout.tables + len(VALUES)]) == pytest.approx(counts, abs=1)
    assert ints[learnt.TEMPO] == pytest.approx(plain.tempo.counts, abs=1)
    assert words.floats(3)[learnt.BASE] == pytest.approx(plain.base.value)


@pytest.mark.parametrize(("explore", "opening"), [(0, 0), (300, 0), (0, 4), (1000, 0)])
def test_a_game_is_learnt_from(explore: int, opening: int) -> None:
    words, plain = made(), Plain(Weight(0.0), Weight(0.0))
    words.ints(3)[td.EXPLORE], words.ints(2)[BUCKETS] = explore, 1
    words.ints(0)[BUCKET * ENTRY - 1] = 7  # what is in the table was told by other weights
    game, ahead = load("tic-tac-toe").on("python"), 2
    for number in range(2):
        rng = mix(11, number)
        at_random, rng = draw(rng, opening + 1)
        state, record = game.start(1), list[tuple[State, float, bool]]()
        while not state.is_over:
            worth = (3000 if state.mover == 1 else -1000) * ahead / SCALE
            chance, rng = draw(rng, 1000)
            other, rng = draw(rng, len(state.legal_moves))
            drawn = len(record) < at_random or chance < explore
            record.append((state, worth / sqrt(1 + worth * worth), drawn))
            state = state.play(state.legal_moves[other if drawn else 0])
        assert words.call("learn", 11, number, ahead, opening) == len(record)
        assert not any(words.ints(0))
        winner = state.outcome.winner if state.outcome else None
        later = 0.0 if winner is None else 1.0 if winner == 1 else -1.0
        targets = list[float]()
        for _, value, drawn in reversed(record):
            later = value if drawn else value + 0.75 * (later - value)
            targets.append(later)
        for (here, _, _), target in zip(record, reversed(targets), strict=True):
            words.state = here
            plain.adjust(here, target, words.call("ruled", 1))
        words.state = at()
        compare(words, plain)


def test_a_game_is_learnt_from_as_far_as_there_is_room() -> None:
    """Of a game that goes on nothing but what was searched is known."""
    words = made()
    words.ints(3)[td.PLIES] = 2
    assert words.call("learn", 1, 1, 1, 0) == 2
    size = td.record_words(words.search.program)
    at_ = words.ints(3)[td.RECORD]
    first, second = (worth / sqrt(1 + worth * worth) for worth in (0.3, -0.1))
    last = 0.25 * second
    found = [words.floats(3)[at_ + ply * size + td.VALUE] for ply in range(2)]
    assert found == pytest.approx([0.25 * first + 0.75 * last, last])
