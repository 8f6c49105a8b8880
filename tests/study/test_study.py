"""`gdl study` and `gdl.study`: what is told of games, and what is said of mistakes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from gdl import State, UserError, load, loads, study
from interpreter.study.measures.random_play import Games, Sampled, measures_of
from tests.cli.conftest import Gdl, gdl  # noqa: F401  (a fixture)
from tests.quick import few

DEAD = """
(game "Dead"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line 3) (result Mover Win))
            (if (< 9 (count Pieces)) (result Mover Loss))
        })
    )
)
"""
#: A race of two pawns in lanes of their own: nobody ever has a choice.
FORCED = """
(game "Forced"
    (players 2)
    (equipment {(board (rectangle 5 2)) (piece "Pawn" Each (move Step N (to if:(is Empty (to)))))})
    (rules
        (start {(place "Pawn1" 0) (place "Pawn2" 1)})
        (play (forEach Piece))
        (end (if (is In (last To) (sites Top)) (result Mover Win)))
    )
)
"""


def sampled(plies: int, moves: int, choosing: int = 1) -> Sampled:
    return Sampled(True, plies, moves, choosing, moves, plies, 1.0)


def test_measures_by_hand() -> None:
    """Ten games of three players: A wins five, B two, A and C share two, and one is nobody's."""
    ended = {(4, 0b001): 5, (6, 0b010): 2, (8, 0b101): 2, (10, 0b000): 1}
    games = Games(ended, 5, (sampled(4, 12), sampled(6, 8, 3)))
    found = {each.key: each for each in measures_of(games, ("A", "B", "C"), 12, 1, 100)}
    value = {key: round(each.value, 12) for key, each in found.items()}
    assert (value["won[A]"], value["won[B]"], value["won[C]"]) == (0.5, 0.2, 0.0)
    assert (value["drawn"], value["decisiveness"]) == (0.3, 0.7)
    # 5 + 2/2 + 1/3, 2 + 1/3, 2/2 + 1/3 of ten
    assert value["seat.score[A]"] == round(19 / 30, 12)
    assert value["seat.score[B]"] == round(7 / 30, 12)
    assert value["seat.score[C]"] == round(4 / 30, 12)
    assert value["seat.advantage[A over C]"] == 0.5
    assert value["completion"] == round(10 / 15, 12)
    assert value["length.mean"] == 5.8
    assert (value["length.min"], value["length.max"]) == (4, 10)
    assert (value["length.quantile[50%]"], value["length.quantile[75%]"]) == (4, 8)
    assert found["length.mean"].caution
    assert (value["branching"], value["agency"], value["branching.max"]) == (2.0, 0.4, 12)
    assert value["coverage"] == round(5 / 12, 12)
    assert all(each.low <= each.value <= each.high for each in found.values())


def test_nothing_is_said_of_games_that_never_ended() -> None:
    found = {each.key for each in measures_of(Games({}, 7, (sampled(5, 5),)), ("A", "B"), 9, 1, 5)}
    assert "completion" in found and not any(key.startswith(("won", "length", "seat")) for key in found)


@pytest.mark.parametrize(
    "name", few(["tic-tac-toe", "oware", "last-step", "triad", "cornered-match", "chess"])
)
def test_a_study_of_a_shipped_game(name: str, gdl: Gdl) -> None:  # noqa: F811
    ran = gdl(
        "study",
        name,
        "--no-search",
        "--no-ablate",
        "--no-exact",
        "--games",
        "60",
        "--rule-games",
        "10",
        "--seed",
        "4",
    )
    assert ran.code == 0 and not ran.err
    for title in ("completion", "branching", "agency", "rules used"):
        assert title in ran.out
    found = study(load(name), 60, seed=4, rule_games=10)
    keys = [measure.key for measure in found.measures]
    assert len(set(keys)) == len(keys)
    for measure in found.measures:
        assert measure.low <= measure.value <= measure.high
        assert measure.of.definition and measure.of.source and measure.setting.agent and measure.games
    scores = [measure.value for measure in found.measures if measure.of.key == "seat.score"]
    assert not scores or abs(sum(scores) - 1) < 1e-9
    assert sum(found.lengths.values()) == round(found["completion"].value * 60)


def test_where_nobody_has_a_choice_there_is_no_agency_and_one_game() -> None:
    """Four steps of White, three of Black between them."""
    found = study(loads(FORCED), 300, seed=1, rule_games=0)
    value = {measure.key: measure.value for measure in found.measures}
    assert (value["agency"], value["branching"], value["tree.games"]) == (0.0, 1.0, 0.0)
    assert dict(found.lengths) == {7: 300}
    assert value["length.sd"] == 0.0
    (advantage,) = (each.value for each in found.measures if each.of.key == "seat.advantage")
    assert advantage == 1.0
    assert value["coverage"] == 9 / 10  # Black never comes to the top


def test_a_rule_that_never_comes_about_is_named_by_its_line(tmp_path: Path, gdl: Gdl) -> None:  # noqa: F811
    file = tmp_path / "dead.lud"
    file.write_text(DEAD)
    ran = gdl("study", str(file), "--no-search", "--no-ablate", "--no-exact", "--games", "100", "--seed", "1")
    assert ran.code == 0
    never = ran.out.split("never in 400 games:")[1]
    assert "line 9: (result Mover Loss)" in never
    assert "line 8" not in never
    told = json.loads(
        gdl(
            "study",
            str(file),
            "--no-search",
            "--no-ablate",
            "--no-exact",
            "--games",
            "100",
            "--seed",
            "1",
            "--json",
        ).out
    )
    states = {(rule["line"], rule["text"]): rule["state"] for rule in told["rules"]}
    assert states[9, "(result Mover Loss)"] == "never" and states[8, "(result Mover Win)"] == "used"


def test_json_has_what_python_has(gdl: Gdl) -> None:  # noqa: F811
    ran = gdl(
        "study",
        "tic-tac-toe",
        "--no-search",
        "--no-ablate",
        "--no-exact",
        "--games",
        "500",
        "--rule-games",
        "5",
        "--seed",
        "3",
        "--json",
    )
    found = study(load("tic-tac-toe"), 500, seed=3, rule_games=5)
    assert json.loads(ran.out) == json.loads(json.dumps(found.as_json()))
    by_key = {(each["key"], each["about"]): each for each in json.loads(ran.out)["measures"]}
    assert by_key["length.mean", None]["value"] == found["length.mean"].value
    assert by_key["won", "Cross"]["seed"] == 3


def test_a_seed_gives_the_same_study_and_another_seed_another() -> None:
    game = load("tic-tac-toe")
    first, same, other = (study(game, 2000, seed=seed, rule_games=0) for seed in (1, 1, 2))
    assert first == same
    assert first.lengths != other.lengths


def test_results_in_a_file_go_on(tmp_path: Path, gdl: Gdl) -> None:  # noqa: F811
    file = str(tmp_path / "r.jsonl")
    words = (
        "study",
        "tic-tac-toe",
        "--no-search",
        "--no-ablate",
        "--no-exact",
        "--games",
        "500",
        "--rule-games",
        "5",
        "--results",
        file,
    )
    first, again = gdl(*words, "--seed", "1"), gdl(*words, "--seed", "1")
    assert first.code == 0 and first.out == again.out
    other = gdl(*words, "--seed", "2")
    assert other.code == 1 and "error[E0801]" in other.err
    assert gdl(*words).code == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--on", "slurm:here"), 1, "E0800"),
        (("--games", "0"), 2, "--games"),
        (("--workers", "0"), 2, "--workers"),
        (("--results", "/no-such/folder/r", "--seed", "1"), 1, "E0801"),
    ],
)
def test_mistakes(words: tuple[str, ...], code: int, said: str, gdl: Gdl) -> None:  # noqa: F811
    ran = gdl("study", "tic-tac-toe", "--no-search", "--no-ablate", "--no-exact", *words)
    assert ran.code == code and said in ran.err and "Traceback" not in ran.err


def test_numbers_out_of_bounds_in_python() -> None:
    game = load("tic-tac-toe")
    for wrong in ({"games": 0}, {"longest": 0}, {"rule_games": -1}, {"workers": 0}, {"seed": -1}):
        with pytest.raises(ValueError):
            study(game, **wrong)  # type: ignore[arg-type]


def test_a_frame_takes_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UserError, match="pip install pandas"):
        study(load("tic-tac-toe"), 10, seed=1, rule_games=0).to_frame()


def left_most(state: State) -> str:
    """The first legal move: every game is the same one, but for its opening."""
    return str(state.legal_moves[0])


@pytest.mark.slow
def test_players_of_ones_own_play_beside() -> None:
    """After any two plies of Tic-Tac-Toe, 72 ways, the rest is decided: so at most 72 games differ, which
    are played here, too."""
    found = study(
        load("tic-tac-toe"), 100, seed=1, rule_games=0, players=[left_most, "random"], player_games=200
    )
    seats = [found[f"seat.score[{seat}, left_most]"] for seat in ("Cross", "Nought")]
    assert sum(each.value for each in seats) == pytest.approx(1) and seats[0].games == 200
    assert found["games.distinct[left_most]"].value <= 72 / 200 < found["games.distinct[random]"].value
    assert "games differ" in seats[0].caution
    scores = []
    for first in load("tic-tac-toe").start(seed=1).legal_moves:
        for second in load("tic-tac-toe").start(seed=1).play(first).legal_moves:
            state = load("tic-tac-toe").start(seed=1).play(str(first)).play(str(second))
            while not state.is_over:
                state = state.play(left_most(state))
            assert state.outcome
            scores.append(2 - state.outcome.ranks[0])
    assert seats[0].low < sum(scores) / 72 < seats[0].high
    with pytest.raises(UserError, match="no player"):
        study(load("tic-tac-toe"), 100, players=[3])  # type: ignore[list-item]
