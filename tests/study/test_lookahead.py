"""Studies by alpha-beta: games against plain minimax, numbers recounted, and games that it is not for."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gdl import load
from interpreter.engines.interface import Engine, RawState
from interpreter.study.options import SearchOptions
from interpreter.study.searching.games import OPENING, Lookahead, native
from interpreter.study.study import Study, study
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)
from tests.study.games import RACE
from tests.study.recount import recount
from tests.study.recount_basics import Report, finite

SEARCHED = SearchOptions(games=8, searcher="alpha-beta", depth=4)


def value(engine: Engine, state: RawState, known: dict[Any, float]) -> float:
    """The first player's rank between perfect players: every line to its end."""
    if engine.over(state):
        return engine.ranks(state)[0]
    key = engine.key(state)
    if key not in known:
        best = min if engine.seat(state) == 1 else max
        known[key] = best(
            value(engine, engine.play(state, move), known) for move in engine.legal_moves(state)
        )
    return known[key]


def test_who_looks_to_the_end_gets_what_the_opening_is_worth() -> None:
    game = load("tic-tac-toe")
    looking, engine = Lookahead(native(game), 100), game.on("python").engine
    known: dict[Any, float] = {}
    seen = set()
    for seed in range(12):
        played = looking.play([9, 9], 0, seed)
        state = engine.start(0)
        for ply in played.plies[:OPENING]:
            state = engine.play(state, ply.move)
        assert played.ranks[0] == value(engine, state, known)
        seen.add(played.ranks)
    assert len(seen) > 1  # some openings are lost, some are drawn


def test_both_engines_play_the_same_games_and_seeds_decide_them() -> None:
    game = load("reversi")
    one, other = (Lookahead(game.on(engine), 12) for engine in ("native", "python"))
    assert one.play([2, 1], 0, 5) == other.play([2, 1], 0, 5) == one.play([2, 1], 0, 5)
    ways = {one.play([1, 1], 0, seed).fingerprint for seed in range(5)}
    assert len(ways) > 1


@cache
def stored(workers: int) -> tuple[Study, str]:
    """A study, and the lines of its file."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        file = Path(folder) / "results"
        game = load("tic-tac-toe")
        found = study(game, 200, seed=4, rule_games=0, search=SEARCHED, workers=workers, file=file)
        return found, file.read_text(encoding="utf-8")


def test_the_number_of_workers_changes_nothing() -> None:
    assert stored(1) == stored(2)


def test_every_number_comes_from_the_stored_games() -> None:
    found, lines = stored(1)
    rows = [json.loads(line) for line in lines.splitlines()]
    own = recount(rows, Report(found.players, 9))
    said = {(each.of.key, each.about.replace(" %", "%")): each for each in found.measures}
    assert set(said) == set(own)
    for key, each in said.items():
        for which in ("value", "low", "high"):
            one, two = (finite(getattr(of, which)) for of in (each, own[key]))
            assert one == two if None in (one, two) else one == pytest.approx(two, abs=1e-9), key
        assert each.games == own[key].games
    by_search = [each for each in found.measures if each.setting.agent.startswith("alpha-beta")]
    assert {"seat.score", "ladder.step", "ladder.ply", "ladder.rungs", "skill.gap"} <= {
        each.of.key for each in by_search
    }
    assert all(
        "2 plies at random" in each.setting.agent and "ahead" in each.setting.budget for each in by_search
    )
    assert not found.courses and any("UCT" in note for note in found.notes)


def test_it_is_told_in_the_terminal_and_on_a_page(gdl: Gdl, tmp_path: Path) -> None:  # noqa: F811
    words = [
        "study",
        "tic-tac-toe",
        "-n",
        "50",
        "--rule-games",
        "0",
        "--no-ablate",
        "--no-exact",
        "--seed",
        "1",
    ]
    more = ["--searcher", "alpha-beta", "--depth", "3", "--search-games", "4"]
    ran = gdl(*words, *more)
    assert ran.code == 0 and "by plies ahead" in ran.out and "Elo per ply" in ran.out
    assert "score of a ply more 3 plies over 2" in ran.out and "UCT," not in ran.out
    pytest.importorskip("matplotlib")
    file = tmp_path / "page.html"
    assert gdl(*words, *more, "--html", str(file)).code == 0
    assert "Between searches of 3 plies ahead" in file.read_text(encoding="utf-8")


def test_games_that_it_is_not_for_and_budgets_of_another(gdl: Gdl, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "race.lud").write_text(RACE, encoding="utf-8")
    race = gdl("study", str(tmp_path / "race.lud"), "--searcher", "alpha-beta")
    assert race.code == 1 and "error[E0521]: alpha-beta plays games without chance" in race.err
    assert "`uct`" in race.err
    three = gdl("study", "triad", "--searcher", "alpha-beta")
    assert three.code == 1 and "error[E0521]: alpha-beta plays games for two" in three.err
    for wrong in (
        ("--searcher", "uct", "--depth", "3"),
        ("--searcher", "alpha-beta", "--simulations", "5"),
        ("--searcher", "alpha-beta", "--no-search"),
    ):
        assert gdl("study", "tic-tac-toe", *wrong).code == 2
    for odd in ({"depth": 3}, {"searcher": "mcts"}, {"searcher": "alpha-beta", "doublings": 2}):
        with pytest.raises(ValueError):
            SearchOptions(**odd)  # type: ignore[arg-type]
