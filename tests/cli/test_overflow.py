"""What goes beyond what a game can hold is told: once, with its code, and the rule where there is one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gdl import Game, load
from interpreter.game.state import State
from interpreter.players.naming import read_players
from interpreter.players.player import Line
from tests.cli.conftest import Gdl

#: Whoever first has a line of three gets a score of 10**9, to the power of 3.
CUBED = """\
(game "Cubed" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules
        (start (set Score Each 1000000000))
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (byScore {
            (score Mover (* (* (score Mover) (score Mover)) (score Mover)))
        })))))
"""
#: In place of the score: what a player gathers, a variable, and a number that is only compared.
OTHERS = {
    "added": "(then (addScore Mover (+ (score Mover) (* 5000000000 1000000000))))",
    "variable": '(then (set Var "Huge" (* (var "Huge") 5000000000)))',
    "value": "(then (set Value Mover (* (value Player Mover) 5000000000)))",
}
#: After how many moves: the score of White is 5 * 10**18, and then three times that; variables and values
#: begin as -1 (which is Off) and are -5 * 10**9 once they were written. The variable is one for both players.
FIRST = {"added": 3, "variable": 2, "value": 3}
WITH = """\
(game "Other" (players 2) (equipment {{(board (square 3)) (piece "Man" Each)}})
    (rules
        (play (move Add (to (sites Empty)) {then}))
        (end (if (is Full) (byScore)))))
"""
#: Two sites on which pieces pile up.
PILES = """\
(game "Piles" (players 2) (equipment {(board (rectangle 1 2)) (piece "Man" Each)})
    (rules
        (play (move Add (to (sites Board)) stack:True))
        (end (if (>= (count Moves) 70) (result Mover Win)))))
"""
WON = ["a1", "a2", "b1", "b2", "c1"]


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.lud"
    path.write_text(text, encoding="utf-8")
    return path


def play(game: Game, moves: list[str]) -> list[State]:
    states = [game.start(1)]
    for move in moves:
        states.append(states[-1].play(move))
    return states


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_state_tells_what_and_where(tmp_path: Path, engine: str) -> None:
    states = play(load(write(tmp_path, CUBED)).on(engine), WON)
    assert [state.overflow for state in states[:-1]] == [None] * len(WON)
    told = states[-1].overflow
    assert told is not None and told.code == "W0543" and told.severity == "warning"
    assert "a score went beyond what a game can count (64 bits)" in told.message
    assert told.span.text.startswith("(byScore") and states[-1].is_over


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("kind", OTHERS)
def test_scores_variables_and_values(tmp_path: Path, engine: str, kind: str) -> None:
    game = load(write(tmp_path, WITH.format(then=OTHERS[kind]))).on(engine)
    states = play(game, ["a1", "a2", "a3", "b1", "b2", "b3", "c1"])
    first = next(number for number, state in enumerate(states) if state.overflow is not None)
    assert first == FIRST[kind]
    told = states[first].overflow
    assert told is not None and told.span.text in OTHERS[kind]
    # and so it stays
    assert all(state.overflow == told for state in states[first:])


@pytest.mark.parametrize("engine", ["python", "native"])
def test_stacks(tmp_path: Path, engine: str) -> None:
    game = load(write(tmp_path, PILES)).on(engine)
    limit = game.program.stack_limit
    states = play(game, ["a1"] * (limit + 1))
    assert states[limit].overflow is None
    told = states[limit + 1].overflow
    assert told is not None and told.code == "W0543" and f"the {limit} levels" in told.message


def test_play_tells_it_once(gdl: Gdl, tmp_path: Path) -> None:
    typed = "\n".join(WON)
    ran = gdl("play", str(write(tmp_path, CUBED)), "--players", "human,human", typed=typed + "\n")
    assert ran.code == 0 and ran.out.count("warning[W0543]") == 1
    assert "so the result cannot be trusted" in ran.out and "mine.lud:5:30" in ran.out and "^^^" in ran.out
    piles = write(tmp_path, PILES)
    ran = gdl("play", str(piles), "--players", "human,human", typed="a1\n" * 40)
    assert ran.out.count("warning[W0543]") == 1


def test_matches_and_records_tell_it(gdl: Gdl, tmp_path: Path) -> None:
    path, kept = str(write(tmp_path, CUBED)), str(tmp_path / "games.txt")
    for jobs in ("1", "2"):
        ran = gdl("match", path, "-p", "random,random", "-n", "6", "--seed", "1", "-j", jobs, "--json")
        counted = json.loads(ran.out)["overflowed"]
        assert ran.code == 0 and 0 < counted <= 6
        assert ran.err.count("warning[W0543]") == 1
    ran = gdl("match", path, "-p", "random,random", "-n", "6", "--seed", "1", "--records", kept)
    assert f"of {counted} games cannot be trusted" in ran.out
    ran = gdl("record", kept)
    assert ran.code == 0 and ran.err.count("warning[W0543]") == counted


def test_a_scenario_that_meets_it_fails(gdl: Gdl, tmp_path: Path) -> None:
    write(tmp_path, CUBED)
    scenario = tmp_path / "mine.yaml"
    scenario.write_text(f"scenarios:\n  - name: cubed\n    moves: {' '.join(WON)}\n", encoding="utf-8")
    ran = gdl("test", str(scenario))
    assert ran.code == 1 and "W0543" in ran.out and "mine.lud:5:30" in ran.out
    scenario.write_text(f"scenarios:\n  - name: before\n    moves: {' '.join(WON[:-1])}\n", encoding="utf-8")
    assert gdl("test", str(scenario)).code == 0


def test_nothing_is_proved_by_it(gdl: Gdl, tmp_path: Path) -> None:
    path = str(write(tmp_path, CUBED))
    for words in ([], ["--who"], ["--all"], ["--position", " ".join(WON[:-1])]):
        ran = gdl("solve", path, "--engine", "native", *words)
        assert ran.code == 1 and "E0530" in ran.err and "W0543" in ran.err, words


def test_no_player_takes_it_for_a_proof(tmp_path: Path) -> None:
    """Whoever has three in a row here would win by the wrapped score, or lose by it."""
    state = play(load(write(tmp_path, CUBED)).on("native"), WON[:-1])[-1]
    for name in ("alphabeta:depth=3", "mcts:200"):
        player = read_players(name)[0].make(state.game, 1)
        assert player is not None
        thought = player.choose(Line((state,))).thought
        assert not any(candidate.proved for candidate in thought.candidates)


def test_the_code_is_explained(gdl: Gdl) -> None:
    ran = gdl("explain", "W0543")
    assert ran.code == 0 and re.search(r"64\s+bits", ran.out)
