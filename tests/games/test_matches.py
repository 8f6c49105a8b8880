"""Matches: several games in a row, with points that last, seats that change, and endings of their own."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest

from gdl import Game, load
from gdl.source.diagnostics import LanguageError
from interpreter.engines.registry import make_engine
from interpreter.game.shipped import shipped_games
from tests.oracles.lines import tic_tac_toe
from tests.oracles.series import Series

#: Three in a row for the first player in five moves, for the second in six, and a draw in nine.
FIRST, SECOND, DRAWN = "a1 b1 a2 b2 a3", "a1 b1 a2 b2 c1 b3", "b2 a1 a2 c2 c1 a3 b1 b3 c3"
ROTATING = '(games (subgame "Tic-Tac-Toe") seats:Rotate)'
TWO_GAMES = "(if (= 2 (count Trials)) (byScore {(score P1 (matchScore P1)) (score P2 (matchScore P2))}))"


def match(tmp_path: Path, games: str = ROTATING, end: str = TWO_GAMES, name: str = "twice") -> Game:
    path = tmp_path / f"{name}.lud"
    path.write_text(f'(match "Twice" {games} (end {end}))', encoding="utf-8")
    return load(path)


def refused(tmp_path: Path, games: str = ROTATING, end: str = TWO_GAMES) -> tuple[str, str]:
    """The code and the message of the one mistake."""
    with pytest.raises(LanguageError) as caught:
        match(tmp_path, games, end)
    (mistake,) = [d for d in caught.value.diagnostics if d.severity == "error"]
    return mistake.code, mistake.message


def test_the_seats_change_and_the_points_stay_with_the_people(tmp_path: Path) -> None:
    state = match(tmp_path).start()
    assert (state.mover, state.seat, state.mover_name) == (1, 1, "Player 1 (Cross)")
    for text in FIRST.split():
        state = state.play(text)
    assert (state.games_played, state.scores, state.sites) == (1, (1, 0), {})
    assert (state.mover, state.seat, state.mover_name) == (2, 1, "Player 2 (Cross)")
    for text in SECOND.split():
        state = state.play(text)
    assert state.is_over and state.scores == (2, 0)
    assert state.outcome is not None and state.outcome.winner == 1


def test_without_rotation_the_first_player_begins_every_game(tmp_path: Path) -> None:
    state = match(tmp_path, '(games (subgame "Tic-Tac-Toe"))').start()
    for text in SECOND.split():
        state = state.play(text)
    assert (state.mover, state.scores, state.mover_name) == (1, (0, 1), "Cross")


def test_a_draw_gives_no_points_and_equal_points_draw(tmp_path: Path) -> None:
    state = match(tmp_path).start()
    for text in (*DRAWN.split(), *DRAWN.split()):
        state = state.play(text)
    assert state.is_over and state.outcome is not None and state.outcome.draw and state.scores == (0, 0)


def test_points_for_everybody(tmp_path: Path) -> None:
    games = '(games (subgame "Tic-Tac-Toe" points:(count Pieces Player)) seats:Rotate)'
    state = match(tmp_path, games).start()
    for text in FIRST.split():
        state = state.play(text)
    assert state.scores == (3, 2)
    for text in SECOND.split():
        state = state.play(text)
    assert state.scores == (6, 5)


def test_the_last_position_of_a_game_can_be_looked_at(tmp_path: Path) -> None:
    state = match(tmp_path).start()
    for text in FIRST.split()[:-1]:
        state = state.play(text)
    last = state.before_the_next(state.parse("a3"))
    assert set(last.sites) == {"a1", "a2", "a3", "b1", "b2"} and last.scores == (1, 0)
    assert not state.play("a3").sites


def test_the_mover_in_an_ending_of_the_match_is_who_moved_last(tmp_path: Path) -> None:
    state = match(tmp_path, end="(if (= 2 (count Trials)) (result Mover Win))").start()
    for text in (*FIRST.split(), *FIRST.split()):
        state = state.play(text)
    assert state.outcome is not None and state.outcome.winner == 2


def test_whole_matches_agree_with_a_count_of_them(tmp_path: Path) -> None:
    game, oracle = match(tmp_path), Series(tic_tac_toe(), 2, 2)
    for seed in range(20):
        generator = random.Random(seed)
        state, position = game.start(), oracle.start()
        while not state.is_over:
            assert state.mover == oracle.mover(position)
            there = dict(oracle.moves(position))
            assert sorted(map(str, state.legal_moves)) == sorted(there)
            text = generator.choice(sorted(there))
            state, position = state.play(text), there[text]
        assert state.scores == position.points
        assert state.outcome is not None and oracle.outcome(position) is not None


def test_repetitions_are_counted_in_each_game(tmp_path: Path) -> None:
    """The start of the second game is no repetition of the first's."""
    (tmp_path / "shuttle.lud").write_text(
        '(game "Shuttle" (players 2) (equipment {(board (square 3)) (piece "King" Each)}) (rules'
        ' (start {(place "King1" {"A1"}) (place "King2" {"C3"})})'
        " (play (forEach Piece (move (from) (to (intersection (sites Empty) (sites Around (from)))))))"
        " (end (if (>= (count Repeats) 2) (result Mover Draw)))))",
        encoding="utf-8",
    )
    game = match(tmp_path, '(games (subgame "Shuttle"))')
    state, native = game.start(seed=0), make_engine("native", game.program)
    fast = native.start(0)
    played = []
    for text in 4 * ["a1-a2", "c3-c2", "a2-a1", "c2-c3"]:
        move = state.parse(text)
        state, fast = state.play(move), native.play(fast, move.raw)
        played.append(state.games_played)
        assert native.games_played(fast) == state.games_played and native.over(fast) == state.is_over
    assert played == [0] * 7 + [1] * 8 + [2] and state.is_over


@pytest.mark.parametrize("name", [n for n in shipped_games() if n.endswith(("-match", "-series"))])
def test_both_engines_play_the_same_matches(name: str) -> None:
    program = load(name).program
    slow, fast = make_engine("python", program), make_engine("native", program)
    for seed in range(3):
        assert slow.playouts(10, seed) == fast.playouts(10, seed)
    left, right = slow.start(5), fast.start(5)
    for _ in range(150):
        moves = slow.legal_moves(left)
        assert [tuple(move) for move in moves] == [tuple(move) for move in fast.legal_moves(right)]
        move = moves[7 * len(moves) // 11]
        left, right = slow.play(left, move), fast.play(right, move)
        assert slow.contents(left) == fast.contents(right)
        assert slow.scores(left) == fast.scores(right)
        assert slow.mover(left) == fast.mover(right)
        assert slow.games_played(left) == fast.games_played(right)
        if slow.over(left):
            break
    assert slow.over(left) == fast.over(right)


def test_a_state_of_a_match_is_a_value() -> None:
    state = load("cornered-match").start(seed=1).play("d1").play("b2").play("a1")
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.scores == (3, 0) and again.mover == 2


def test_a_match_offers_the_options_of_its_game() -> None:
    game = load("cornered-match", options={"Tile": "3b@90", "Points": "20", "Resign": "Yes"})
    assert game.options == {"Points": "20", "Resign": "Yes", "Tile": "3b@90"}
    with pytest.raises(LanguageError, match="no option"):
        load("cornered-match", options={"Tiles": "3b"})


def test_options_that_the_match_has_chosen_are_no_choice(tmp_path: Path) -> None:
    game = match(tmp_path, '(games (subgame "Hex" "Size/3; Swap/No"))')
    assert game.options == {} and len(game.start().legal_moves) == 9


@pytest.mark.parametrize(
    ("games", "end", "code", "message"),
    [
        ('(games (subgame "Tic-Tac-Tow"))', TWO_GAMES, "E0319", 'there is no game "Tic-Tac-Tow"'),
        ('(games (subgame "Cornered-Match"))', TWO_GAMES, "E0320", '"Cornered-Match" is a match itself'),
        (
            '(games {(subgame "Hex") (subgame "Gomoku")})',
            TWO_GAMES,
            "E0401",
            "a match of several different games is not supported",
        ),
        (
            '(games (subgame "Hex" next:0))',
            TWO_GAMES,
            "E0401",
            "choosing the next game of a match is not supported",
        ),
    ],
)
def test_matches_that_are_none(tmp_path: Path, games: str, end: str, code: str, message: str) -> None:
    found, said = refused(tmp_path, games, end)
    assert found == code and message in said


def test_the_players_of_a_match_are_those_of_its_game(tmp_path: Path) -> None:
    path = tmp_path / "wrong.lud"
    path.write_text(f'(match "Wrong" (players 3) {ROTATING} (end {TWO_GAMES}))', encoding="utf-8")
    with pytest.raises(LanguageError, match="for 3 players, but its game for 2"):
        load(path)


def test_a_game_has_no_points_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "alone.lud"
    path.write_text(
        '(game "Alone" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules'
        " (play (move Add (to (sites Empty)))) (end (if (< 3 (matchScore P1)) (result P1 Win)))))",
        encoding="utf-8",
    )
    with pytest.raises(LanguageError, match="about a match"):
        load(path)
