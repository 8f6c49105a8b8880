"""Action spaces: a number for each decision, always the same one, and exactly the legal ones in the mask."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import numpy as np
import pytest

import gdl
from gdl import Action, ActionError, IllegalMoveError, State, load
from interpreter.game.shipped import shipped_games
from tests.interface.action_digests import DIGESTS
from tests.quick import few


def random_states(name: str, engine: str, decisions: int, seed: int) -> list[State]:
    game, draw = load(name).on(engine), Random(seed)
    state, states = game.start(seed), list[State]()
    while len(states) < decisions:
        if state.is_over:
            state = game.start(draw.randrange(1 << 32))
            continue
        states.append(state)
        state = state.play(draw.choice(state.legal_moves))
    return states


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_moves_have_numbers_one_to_one(name: str) -> None:
    """The mask is exactly the numbers of the legal moves, and each leads where its move does."""
    for state in random_states(name, "native", 60, 7):
        moves, ids = state.legal_moves, state.ids
        assert len(moves) == len(ids) == len(set(ids))
        assert np.flatnonzero(np.asarray(state.mask)).tolist() == sorted(ids)
        which = len(moves) // 2
        assert state.play_id(ids[which]) == state.play(moves[which])


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_both_engines_number_alike(name: str) -> None:
    states = zip(random_states(name, "native", 8, 3), random_states(name, "python", 8, 3), strict=True)
    assert all(one.ids == other.ids for one, other in states)


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_numbers_stay_what_they_are(name: str) -> None:
    """A golden hash of each shipped game's actions: weights that somebody has trained rest on them."""
    assert load(name).actions.digest == DIGESTS[name]


def test_every_shipped_game_has_its_golden_hash() -> None:
    assert sorted(DIGESTS) == sorted(shipped_games())


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tic-tac-toe", 9 + 1),  # the cells, and the forced pass
        ("connect-four", 7),  # of a column one cell is open at most, and while it goes on there is one
        ("hex", 11 * 11 + 1),
        ("go", 9 * 9 + 1),
        ("reversi", 64 + 1),
        ("oware", 12 + 1),
    ],
)
def test_spaces_of_boards_are_their_sites(name: str, count: int) -> None:
    assert len(load(name).actions) == count


def test_drops_are_numbered_by_their_columns() -> None:
    """The second disc dropped into a column has the first one's number, and comes to lie on it."""
    state = load("connect-four").start(1)
    names = [state.game.actions.text(number) for number in range(7)]
    assert names == [*"abcdefg"]
    cursor, batch = state.game.cursor(1), state.game.batch(2, seed=1)
    for height in range(1, 7):
        state = state.play_id(2)
        cursor.play_id(2)
        batch.step([2, -1])
        assert state.sites[f"c{height}"].owner == 2 - height % 2
        assert cursor.state == batch[0] == state.game.on("native").state(state.text)
    assert state.ids == (0, 1, 3, 4, 5, 6) == cursor.ids
    assert batch.mask.tolist() == [[number != 2 for number in range(7)], [True] * 7]


def test_discs_in_the_air_are_no_drops() -> None:
    """No drops lead to a disc on a2 with nothing below it, where a1 and a3 are open: that is said."""
    state = load("connect-four").state("7/7/7/7/R6/7 2 1 last_to=a2")
    with pytest.raises(ActionError, match="both 'a': the rules lead to no such position"):
        print(state.ids)
    with pytest.raises(ActionError):
        load("connect-four").batch(1, start=state).step([0])


def test_nobody_has_to_pass_where_discs_can_be_dropped() -> None:
    """A full board is over, so that it goes on is no position of the game: its pass has no number."""
    full = "RYRYRYR/RYRYRYR/YRYRYRY/YRYRYRY/RYRYRYR/RYRYRYR 1 42 last_to=-1"
    state = load("connect-four").state(full)
    assert [str(move) for move in state.legal_moves] == ["pass"]
    for engine in ("native", "python"):
        with pytest.raises(ActionError, match="nobody has to pass: the rules lead to no such position"):
            print(load("connect-four").on(engine).state(full).ids)
    with pytest.raises(ActionError):
        print(load("connect-four").batch(1, start=state).mask)


@pytest.mark.slow
def test_chess_has_its_1792_pairs_of_squares() -> None:
    """A queen has 1,456 moves on an empty board and a knight 336, counted from all squares; all others are
    among these. Pieces of a promotion are decisions of their own."""
    pairs = {
        (a.origin, a.target) for a in load("chess").actions if a.decision == "move" and a.origin != a.target
    }
    steps = [(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for a, b in pairs]
    straight = [(x, y) for x, y in steps if x == y or 0 in (x, y)]
    knights = [(x, y) for x, y in steps if {x, y} == {1, 2}]
    assert (len(straight), len(knights)) == (1456, 336) and len(pairs) == 1792
    labels = {a.label for a in load("chess").actions if a.decision == "promote"}
    assert labels == {"Queen", "Rook", "Bishop", "Knight"}


@pytest.mark.slow
def test_what_tells_moves_apart_is_in_their_keys() -> None:
    """A disc of Backgammon may be borne off by either die; a tower of Troke is cut at any of its levels."""
    assert any(action.rest for action in load("backgammon").actions)
    assert {action.level for action in load("troke").actions} >= {0, 1, 2}


def test_an_action_is_told_by_its_sites() -> None:
    actions = load("chess").actions
    texts = [actions.text(number) for number in range(len(actions))]
    assert {"e2-e4", "g1-f3", "Queen a8", "pass"} <= set(texts)
    number = texts.index("e2-e4")
    assert actions[number] == Action("move", "", 12, 28, -1, ())
    assert load("chess").start(1).play_id(number).ply == 1


def test_numbers_that_are_not_legal() -> None:
    state = load("tic-tac-toe").start(1)
    names = [state.game.actions.text(number) for number in range(10)]
    with pytest.raises(IllegalMoveError, match=r"action \d+ \(pass\) is not legal in this position"):
        state.play_id(names.index("pass"))
    for number in (10, -1):
        with pytest.raises(IllegalMoveError, match=f"there is no action {number}: Tic-Tac-Toe has 10"):
            state.play_id(number)


def test_after_the_end_nothing_is_legal() -> None:
    state = load("tic-tac-toe").start(1)
    while not state.is_over:
        state = state.play(state.legal_moves[0])
    assert state.ids == () and not any(state.mask)


def test_games_with_too_many_moves_are_not_numbered() -> None:
    """From any of 2,025 cells to any other: more than four million."""
    text = """
        (game "Wide"
            (players 2)
            (equipment {(board (square 45)) (piece "Disc" Each)})
            (rules
                (start (place "Disc1" {"A1"}))
                (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))
                (end (if (no Moves Next) (result Mover Win)))
            )
        )
    """
    with pytest.raises(ActionError, match="Wide has too many moves to be numbered"):
        _ = gdl.loads(text).actions


SCRIPT = """
import hashlib, sys
from gdl import load
from random import Random
digest = hashlib.sha256()
for name in ("connect-four", "backgammon"):
    draw, state = Random(5), load(name).on(sys.argv[1]).start(5)
    for _ in range(30):
        if state.is_over:
            break
        state = state.play_id(draw.choice(sorted(state.ids)))
        digest.update(repr((state.ids, sorted(state.sites))).encode())
    digest.update(state.text.encode())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_processes_number_alike() -> None:
    """Whatever the order of sets and hashes is in a process."""
    seen = set()
    for seed, engine in (("1", "native"), ("2", "python")):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, engine],
            env={"PYTHONHASHSEED": seed, "PATH": "", "LUDWRIGHT_CACHE": ""},
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1
