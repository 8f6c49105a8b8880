"""Games and states travel: to processes that have neither the file nor the folder, for next to nothing."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from gdl import Game, State, UnreadableFileError, load, loads
from interpreter.game import luggage
from interpreter.game.game import make_game
from interpreter.game.shipped import shipped_games
from tests.quick import few

ENGINES = ("python", "native")
TEXT = """(game "Line" (players 2)
    (equipment {(board (square <Size:edge>)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if ("Won") (result Mover Win)))))
(option "Size" <Size> args:{ <edge> } {(item "3" <3> "")* (item "4" <4> "")})
(include "won.def")"""
WON = '(define "Won" (is Line 3))'
ROW = """(game "Row" (players 2) (equipment {(board (rectangle 1 N)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
MATCH = """(match "Two lines" (games (subgame "Line" "Size/4"))
    (end (if (= (count Trials) 2) (byScore {(score Each (matchScore Player))}))))"""


def forget_games() -> None:
    """As in a new process, which knows none."""
    luggage._kept.clear()
    gc.collect()
    luggage._known.clear()


def written(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "won.def").write_text(WON)
    (folder / "line.lud").write_text(TEXT)
    return folder / "line.lud"


def played(game: Game, moves: str = "b2 a1") -> State:
    state = game.start(1)
    for move in moves.split():
        state = state.play(move)
    return state


ELSEWHERE = """
import os, pickle, sys
state = pickle.loads(sys.stdin.buffer.read())
print(os.getcwd(), state.game.name, dict(state.game.options), len(state.legal_moves))
sys.stdout.flush()
sys.stdout.buffer.write(pickle.dumps(state.play("c3")))
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_worker_in_another_folder_needs_no_file(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path was a relative one, the files are gone, one of them was taken in by another."""
    file = written(tmp_path / "here")
    monkeypatch.chdir(file.parent)
    state = played(load("line.lud", {"Size": "4"}).on(engine))
    raw = pickle.dumps(state)
    for each in file.parent.iterdir():
        each.unlink()
    (tmp_path / "there").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=raw, cwd=tmp_path / "there", capture_output=True, check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, filter(None, sys.path)))},
    )  # fmt: skip
    line, _, back = done.stdout.partition(b"\n")
    assert line.decode().split(maxsplit=1) == [str(tmp_path / "there"), "Line {'Size': '4'} 14"]
    after = pickle.loads(back)
    assert after == state.play("c3") and after.game is state.game


def test_a_match_takes_its_game_along(tmp_path: Path) -> None:
    file = written(tmp_path)
    match = tmp_path / "two.lud"
    match.write_text(MATCH)
    game = load(match)
    raw = pickle.dumps(played(game))
    for each in (file, match, tmp_path / "won.def"):
        each.unlink()
    forget_games()
    again = pickle.loads(raw)
    assert again == played(game) and again.game is not game and again.game.options == game.options


def test_a_pickle_has_the_rules_that_it_was_made_with(tmp_path: Path) -> None:
    """Whatever the file says by then."""
    file = written(tmp_path)
    game = load(file)
    raw = pickle.dumps(game)
    file.write_text(TEXT.replace("Mover Win", "Mover Loss"))
    assert pickle.loads(raw) is game
    forget_games()
    again = pickle.loads(raw)
    assert again == game and again is not game and again != load(file)
    assert pickle.dumps(again) == raw


def test_where_the_file_is_as_it_was_the_game_is_that_of_the_file(tmp_path: Path) -> None:
    game = load(written(tmp_path), {"Size": "4"})
    raw = pickle.dumps(game)
    forget_games()
    again = pickle.loads(raw)
    assert again == game and again.recipe.text is None
    assert [option.name for option in again.available_options] == ["Size"]


def test_a_shipped_game_is_found_wherever_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("hex")
    away = str(Path("/nowhere/at/all/hex.lud"))
    monkeypatch.setattr(luggage, "_with_absolute_paths", lambda recipe: luggage.evolve(recipe, path=away))
    raw = pickle.dumps(game)
    forget_games()
    again = pickle.loads(raw)
    assert again == game and again.recipe.path == game.recipe.path


def test_games_are_known_again(tmp_path: Path) -> None:
    """States that come one by one share one game, though nobody holds any of them."""
    raw = [pickle.dumps(played(load(written(tmp_path)), moves)) for moves in ("a1", "a1 b2", "c3")]
    forget_games()
    first, *others = (pickle.loads(each).game for each in raw)
    assert all(game is first for game in others)


def test_so_many_games_are_kept_and_no_more() -> None:
    forget_games()
    for size in range(3, 5 + luggage.KEPT):
        pickle.loads(pickle.dumps(loads(ROW.replace("N", str(size)))))
    assert len(luggage._kept) == luggage.KEPT


def test_rules_go_once_into_a_stream() -> None:
    state = played(load("tic-tac-toe"), "b2")
    many = [state.play(move) for move in state.legal_moves]
    one, all_of_them = len(pickle.dumps(many[0])), len(pickle.dumps(many))
    assert all_of_them < 8 * one - 6 * len(state.game.luggage.packed)


def test_rules_that_did_not_travel_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path)
    monkeypatch.setattr(luggage, "MAX_BYTES", 10)
    raw = pickle.dumps(played(load(file)))
    forget_games()
    assert pickle.loads(raw) == played(load(file))  # the file is there
    file.unlink()
    forget_games()
    with pytest.raises(UnreadableFileError, match=r"the rules of Line are missing: .*line\.lud") as told:
        pickle.loads(raw)
    assert told.value.code == "E0512"


def test_rules_that_are_prepared_otherwise_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic-tac-toe")
    inside = luggage._Inside(game.name, game.recipe, "another", (), game.image.texts, None)
    with pytest.raises(UnreadableFileError, match=r"Tic-Tac-Toe was pickled where its rules are prepared in"):
        luggage._loaded(inside, make_game)


def test_states_of_a_position_travel() -> None:
    from interpreter.game.position import position_from

    position = position_from("{pieces: {Cross1: [b2]}, mover: 2, ply: 1}", "here")
    game = load("tic-tac-toe").starting_from(position)
    raw = pickle.dumps(game.start(1))
    forget_games()
    again = pickle.loads(raw)
    assert again == game.start(1) and again.ply == 1 and again.game.recipe.position == game.recipe.position


@pytest.mark.parametrize("name", few(sorted(shipped_games()), 8))
def test_the_text_that_travels_has_the_same_rules(name: str) -> None:
    game = load(name)
    text, subgame = (*game.image.texts, None)[:2]
    recipe = luggage.evolve(game.recipe, options=(), text=text, subgame=subgame)
    again = make_game(recipe)
    assert again == game and again.fingerprint == game.fingerprint
    assert (again.seats, again.name, again.plan) == (game.seats, game.name, game.plan)
    assert (again.metadata, again.counting) == (game.metadata, game.counting)


def test_a_folder_that_is_gone_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    state = played(load("tic-tac-toe"), "b2")
    assert pickle.loads(pickle.dumps(state)) == state
