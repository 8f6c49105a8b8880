"""Dice: what a roll may give and how likely, moves by what they show, and when they are rolled."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gdl.equip.dice import Die, outcomes, roll_number, shown_by
from gdl.source.diagnostics import LanguageError
from interpreter.engines.python.random import draw, generator_for
from tests.ludemes.chance import Rolling

#: Runners go along a row of cells numbered from 0 at the left; both start at the left end.
RACE = """
(game "Race"
    (players 2)
    (equipment {
        (board (rectangle 1 30) {(track "Track" "0,E" directed:True)})
        (dice %s)
        (piece "Runner" Each %s)
        (hand Each)
    })
    (rules
        (start {(place "Runner1" 0) (place "Runner2" (handSite P2))})
        (play %s)
        (end (if (>= (count Moves) 500) (result Mover Draw)))
    )
)
"""
BY_DIE = "(move (from (from)) (to (trackSite Move from:(from) steps:(pips))))"
#: A turn of several moves: the dice are rolled once, and the mover goes on until all are used.
TURN = (
    "(do (if (not (is Prev Mover)) (roll)) next:(forEach Piece (then (if (not (all DiceUsed)) (moveAgain)))))"
)


def race(dice: str = "d:6 num:2", piece: str = "", play: str = TURN, engine: str = "python") -> Rolling:
    return Rolling(RACE % (dice, piece or f"(forEach Die if:(!= (pips) 0) {BY_DIE})", play), engine)


# --- The draw ----------------------------------------------------------------------------------------------


@given(st.integers(2, 2**32 - 1), st.data())
def test_a_generator_for_each_value(bound: int, data: st.DataObject) -> None:
    value = data.draw(st.integers(0, bound - 1))
    assert draw(generator_for(value, bound), bound)[0] == value


@given(st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=6), min_size=1, max_size=4))
def test_one_number_stands_for_a_roll(weights: list[list[int]]) -> None:
    dice = [Die(i, i + 1, i, tuple(range(len(w))), tuple(w)) for i, w in enumerate(weights)]
    for shown in product(*(range(len(w)) for w in weights)):
        assert shown_by(dice, roll_number(dice, shown)) == shown
    count = outcomes(dice)
    if count <= 2000:
        rolled = Counter(shown_by(dice, number) for number in range(count))
        for shown, times in rolled.items():
            likely = Fraction(1)
            for face, each in zip(shown, weights, strict=True):
                likely *= Fraction(each[face], sum(each))
            assert Fraction(times, count) == likely


@pytest.mark.parametrize(
    ("dice", "faces"),
    [
        ("d:6 num:2", [range(6), range(6)]),
        ("d:2 from:0 num:4", [range(2)] * 4),
        ("faces:{1 3 4 6} num:2", [range(4), range(4)]),
        ("facesByDie:{{0 4} {0 6 9}} num:2", [range(2), range(3)]),
        ("num:1", [range(6)]),
    ],
)
@pytest.mark.parametrize("engine", ["python", "native"])
def test_every_roll_is_as_likely(dice: str, faces: list[range], engine: str) -> None:
    game = race(dice, engine=engine)
    rolled = Counter(game.faces(state) for state in game.rolls(game.start()))
    assert rolled == Counter(product(*faces))


def test_biased_dice() -> None:
    game = race("d:3 num:1 biased:{1 2 3}")
    assert Counter(game.faces(state) for state in game.rolls(game.start())) == {(0,): 1, (1,): 2, (2,): 3}


def test_before_the_first_roll_dice_show_their_first_face() -> None:
    game = race()
    assert game.faces(game.start()) == (0, 0)
    assert game.moves(game.start()) == [(-1, -1)]


# --- Moves by the dice -----------------------------------------------------------------------------------


def test_a_move_for_each_die() -> None:
    game = race()
    for a, b in product(range(1, 7), repeat=2):
        state = game.rolled(game.start(), roll_number(game.dice, (a - 1, b - 1)))
        assert game.moves(state) == sorted([(0, a), (0, b)])


def test_a_used_die_counts_no_more_and_is_rolled_again_in_the_next_turn() -> None:
    game = race()
    state = game.rolled(game.start(), roll_number(game.dice, (1, 4)))
    second = game.settle(state, 2)
    assert game.engine.mover(second) == 1
    # The same player: what chance could do is not asked.
    second = game.rolled(second, roll_number(game.dice, (0, 0)))
    assert game.moves(second) == [(2, 7)]
    assert game.faces(second) == (1, 4)
    third = game.settle(second, 7)
    assert game.engine.mover(third) == 2
    assert game.faces(game.rolled(third, roll_number(game.dice, (5, 0)))) == (5, 0)


@pytest.mark.parametrize("shown", [(2, 5, 5), (1, 2, 4), (3, 3, 3)])
def test_combined_dice_go_together(shown: tuple[int, ...]) -> None:
    game = race("d:6 num:3", f"(forEach Die combined:True if:(!= (pips) 0) {BY_DIE})")
    state = game.rolled(game.start(), roll_number(game.dice, [pips - 1 for pips in shown]))
    sums = [sum(some) for size in (1, 2, 3) for some in combinations(shown, size)]
    assert game.moves(state) == sorted((0, total) for total in sums)
    # Two of them used together leave the third.
    state = game.settle(state, shown[1] + shown[2])
    at = shown[1] + shown[2]
    assert game.moves(state) == [(at, at + shown[0])]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_doubles_are_played_twice(engine: str) -> None:
    game = race("d:6 num:2", f"(forEach Die replayDouble:True if:(!= (pips) 0) {BY_DIE})", engine=engine)
    for a, b in product(range(1, 7), repeat=2):
        settled, steps = game.start(), 0
        state = game.rolled(settled, roll_number(game.dice, (a - 1, b - 1)))
        while game.engine.mover(state) == 1:
            settled = game.settle(state, game.moves(state)[0][1])
            steps += 1
            state = game.rolled(settled, 0)
        assert steps == (4 if a == b else 2)
        there = 2 * (a + b) if a == b else a + b
        assert game.engine.contents(settled)[there] is not None


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("(all DiceEqual)", lambda a, b: a == b),
        ("(all DiceUsed)", lambda a, b: False),
        ("(is AnyDie 6)", lambda a, b: 6 in (a, b)),
        ("(= (count Pips) 7)", lambda a, b: a + b == 7),
        ("(= (face 33) 2)", lambda a, b: b == 2),
    ],
)
def test_conditions_on_dice(condition: str, holds) -> None:  # type: ignore[no-untyped-def]
    play = f"(do (roll) next:(move Select (from (sites {{(if {condition} 5 9)}}))))"
    game = race(play=play)
    assert [die.site for die in game.dice] == [32, 33]
    for a, b in product(range(1, 7), repeat=2):
        state = game.rolled(game.start(), roll_number(game.dice, (a - 1, b - 1)))
        assert game.moves(state) == [(5, 5) if holds(a, b) else (9, 9)]


def test_what_a_used_die_shows_and_counts() -> None:
    play = (
        "(do (if (not (is Prev Mover)) (roll)) next:(if (is Prev Mover)"
        " (move Select (from (sites {(face 32) (+ 10 (count Pips))})))"
        " (forEach Piece (then (moveAgain)))))"
    )
    game = race(play=play)
    state = game.rolled(game.start(), roll_number(game.dice, (2, 4)))
    state = game.rolled(game.settle(state, 3), 0)
    # The first die shows 3 and is used; the second, 5, is not.
    assert game.moves(state) == [(3, 3), (15, 15)]


# --- When they are rolled -----------------------------------------------------------------------------------


def test_a_condition_is_looked_at_before_the_roll() -> None:
    """Which branch is taken does not change by the roll in it."""
    play = (
        "(if (= 0 (count Pips)) (do (roll) next:(move Select (from (sites {(count Pips)}))))"
        " (move Select (from (sites {20}))))"
    )
    game = race("d:6 num:1", play=play)
    first = game.rolled(game.start(), 3)
    assert game.moves(first) == [(4, 4)]
    assert game.moves(game.rolled(game.settle(first, 4), 5)) == [(20, 20)]


def test_what_could_be_moved_after_a_roll_may_decide() -> None:
    play = (
        "(if (can Move (do (roll) next:(if (= 6 (count Pips)) (move Select (from (sites {6}))))))"
        " (do (roll) next:(move Select (from (sites {6})))) (move Select (from (sites {1}))))"
    )
    game = race("d:6 num:1", play=play)
    assert [game.moves(state) for state in game.rolls(game.start())] == [[(1, 1)]] * 5 + [[(6, 6)]]


def test_each_phase_rolls_for_itself() -> None:
    text = RACE % ("num:1", "", "(move Pass)")
    text = text.replace(
        "(play (move Pass))",
        'phases:{(phase "Still" (play (move Select (from (sites {1})))) (nextPhase "Rolling"))'
        ' (phase "Rolling" (play (do (roll) next:(move Select (from (sites {(count Pips)}))))))}',
    )
    game = Rolling(text)
    first = game.rolled(game.start(), 4)
    assert game.faces(first) == (0,) and game.moves(first) == [(1, 1)]
    assert game.moves(game.rolled(game.settle(first, 1), 4)) == [(5, 5)]


def test_what_follows_any_move_follows_a_forced_pass() -> None:
    """A six lets the same player move again, whether or not there was a move."""
    play = "(do (roll) next:(forEach Piece) (then (if (= (count Pips) 6) (moveAgain))))"
    game = race("num:1", "(if (< (count Pips) 3) (move (from (from)) (to 9)))", play)
    for number, state in enumerate(game.rolls(game.start())):
        (move,) = game.engine.legal_moves(state)
        assert game.engine.is_forced_pass([move]) == (number >= 2)
        assert game.engine.mover(game.engine.settle(state, move)) == (1 if number == 5 else 2)


def test_nobody_draws_by_passing_where_chance_decides() -> None:
    game = race(
        "num:1", "(if (= (count Pips) 1) (move (from (from)) (to 9)))", "(do (roll) next:(forEach Piece))"
    )
    state = game.rolled(game.start(), 5)
    for _ in range(6):
        (move,) = game.engine.legal_moves(state)
        state = game.rolled(game.engine.settle(state, move), 5)
    assert not game.engine.over(state)


def test_the_dice_have_to_be_in_the_equipment() -> None:
    text = (RACE % ("", "", "(do (roll) next:(move Pass))")).replace("(dice )", "")
    with pytest.raises(LanguageError) as raised:
        Rolling(text)
    assert [d.code for d in raised.value.diagnostics if d.severity == "error"] == ["E0417"]


# --- Probabilities, counted otherwise -----------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["python", "native"])
def test_the_mean_length_of_a_race(engine: str) -> None:
    """One runner, one die, home when it leaves the row: the mean number of rolls, by the well-known
    recurrence and by going through all rolls."""
    cells = 9
    mean = [Fraction(0)] * (cells + 6)
    for left in range(1, cells + 1):
        mean[left] = 1 + sum((mean[max(0, left - pips)] for pips in range(1, 7)), Fraction(0)) / 6
    text = f"""
    (game "Home" (players 1)
        (equipment {{
            (board (rectangle 1 {cells}) {{(track "Track" "0,E,End" directed:True)}})
            (dice num:1)
            (piece "Runner" P1 (if (is In (trackSite Move steps:(count Pips)) (array {{End Off}}))
                (move Remove (from))
                (move (from (from)) (to (trackSite Move steps:(count Pips))))))
        }})
        (rules (start (place "Runner" 0)) (play (do (roll) next:(forEach Piece)))
            (end (if (no Pieces P1) (result P1 Win)))))
    """
    game = Rolling(text, engine)

    def length(settled: object) -> Fraction:
        if game.engine.over(settled):
            return Fraction(0)
        total = Fraction(0)
        for state in game.rolls(settled):
            (move,) = game.engine.legal_moves(state)
            total += 1 + length(game.engine.settle(state, move))
        return total / game.outcomes

    exact = length(game.start())
    assert exact == mean[cells]
    games = 4000
    played = game.engine.playouts(games, 7)
    # The spread of a game's length is below 1.5; five standard errors.
    assert abs(played.moves / games - float(exact)) < 5 * 1.5 / games**0.5


def test_both_engines_roll_the_same() -> None:
    text = RACE % ("d:6 num:2", f"(forEach Die replayDouble:True if:(!= (pips) 0) {BY_DIE})", TURN)
    ours, theirs = Rolling(text, "python").engine, Rolling(text, "native").engine
    for seed in range(20):
        one, other = ours.start(seed), theirs.start(seed)
        for ply in range(60):
            assert ours.contents(one) == theirs.contents(other)
            moves, same = list(ours.legal_moves(one)), list(theirs.legal_moves(other))
            assert [tuple(m) for m in moves] == [tuple(m) for m in same]
            move = moves[(seed + ply) % len(moves)]
            one, other = ours.play(one, move), theirs.play(other, move)


# --- Random numbers -----------------------------------------------------------------------------------------

RANDOM = """
(game "Coin" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty) %s) (then (if (< %s 31) (moveAgain)))))
        (end (if (is Full) (result Mover Draw)))))
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_random_number_in_what_follows_a_move(engine: str) -> None:
    runs = Rolling(RANDOM % ("", "(value Random (range 1 100))"), engine).engine
    state = runs.start(1)
    move = runs.legal_moves(state)[0]
    after = [runs.play(runs.with_rng(state, generator_for(number, 100)), move) for number in range(100)]
    assert Counter(runs.mover(each) for each in after) == {1: 30, 2: 70}


def test_looking_at_moves_draws_nothing() -> None:
    with pytest.raises(LanguageError) as raised:
        Rolling(RANDOM % ("if:(< (value Random (range 1 9)) 5)", "0"))
    (mistake,) = [d for d in raised.value.diagnostics if d.severity == "error"]
    assert mistake.code == "E0401" and "random number" in mistake.message


def test_a_number_remembered_twice_is_forgotten_once() -> None:
    """The pieces to add are remembered; what was added is forgotten."""
    text = """
    (game "Twice" (players 1) (equipment {(board (rectangle 1 9)) (piece "Disc" P1)})
        (rules
            (start {(set RememberValue "Free" 3) (set RememberValue "Free" 3) (set RememberValue "Free" 5)})
            (play (forEach Value (values Remembered "Free")
                (move Select (from (sites {(value)})) (then (forget Value "Free" (value))))))
            (end (if (= 0 (size Array (values Remembered "Free"))) (result P1 Win)))))
    """
    game = Rolling(text)
    state = game.start()
    assert game.moves(state) == [(3, 3), (3, 3), (5, 5)]
    state = game.settle(state, 3)
    assert game.moves(state) == [(3, 3), (5, 5)]
    state = game.settle(game.settle(state, 5), 3)
    assert game.engine.over(state)


# --- Tracks -------------------------------------------------------------------------------------------------


def test_a_track_that_comes_back_knows_how_far_a_piece_is() -> None:
    """Up the row to 3, down to 0 and off: the same cell means another move on the way back."""
    text = """
    (game "There and back" (players 1)
        (equipment {
            (board (rectangle 1 4) {(track "Track" {0 1 2 3 2 1 0 End} directed:True)})
            (piece "Runner" P1 (if (= (trackSite Move steps:1) End)
                (move Remove (from)) (move (from (from)) (to (trackSite Move steps:1)))))
        })
        (rules (start (place "Runner" 0)) (play (forEach Piece)) (end (if (no Pieces P1) (result P1 Win)))))
    """
    for engine in ("python", "native"):
        game = Rolling(text, engine)
        state, went = game.start(), [0]
        while not game.engine.over(state):
            ((_, target),) = game.moves(state)
            went.append(target)
            state = game.settle(state, target)
        assert went == [0, 1, 2, 3, 2, 1, 0, 0]


def test_the_first_on_the_track_that_can_move() -> None:
    text = """
    (game "First" (players 1)
        (equipment {(board (rectangle 1 6) {(track "Track" {5 3 1 0 2 4} directed:True)}) (piece "Disc" P1)})
        (rules (start (place "Disc" (sites {0 1 4})))
            (play (firstMoveOnTrack "Track" Mover (if (is Friend (who at:(site))) (move Remove (site)))))
            (end (if (no Pieces P1) (result P1 Win)))))
    """
    game = Rolling(text)
    state, gone = game.start(), []
    while not game.engine.over(state):
        ((_, target),) = game.moves(state)
        gone.append(target)
        state = game.settle(state, target)
    assert gone == [1, 0, 4]
