"""Replaying recorded games: small ones written here, and a sample of the corpus where it is at hand."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli.main import run
from interpreter.replay import Failure, Replayed, find_traces, replay_game
from interpreter.replay.limited import replay_limited
from interpreter.replay.trace import Case

HERE = Path(__file__).parent
CORPUS = HERE.parents[2] / "shared" / "ludii"

#: Two on a line of three cells: whoever has put down a disc beside its own wins.
PAIR = """
(game "Pair"
    (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Disc" P1) (piece "Ring" P2)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win))))
)
"""

#: One game of it, by hand: 0, 2, 1 makes the pair 0-1.
RECORDED: dict[str, Any] = {
    "game": "Pair", "lud": "Pair.lud", "players": 2, "sites": 3, "siteType": "Cell", "stochastic": False,
    "hidden": False, "stacking": False, "components": ["Disc", "Ring"],
    "trials": [{
        "seed": 1, "start": {}, "mover": 1,
        "plies": [
            {"mover": 1, "legal": ["0-0", "1-1", "2-2"], "move": "0-0", "diff": {"c0": "1.1.1.0.0.0"}},
            {"mover": 2, "legal": ["1-1", "2-2"], "move": "2-2", "diff": {"c2": "2.2.1.0.0.0"}},
            {"mover": 1, "legal": ["1-1"], "move": "1-1", "diff": {"c1": "1.1.1.0.0.0"}},
        ],
        "over": True, "ranking": [0.0, 1.0, 2.0],
    }],
}  # fmt: skip


def recorded(folder: Path, change: Callable[[Any], None] = lambda trial: None, lud: str = PAIR) -> Case:
    """A description with its recorded game in a folder, the game changed by `change`."""
    data = json.loads(json.dumps(RECORDED))
    change(data["trials"][0])
    (folder / "Pair.lud").write_text(lud, encoding="utf-8")
    (folder / "Pair.json").write_text(json.dumps(data), encoding="utf-8")
    return next(iter(find_traces([folder])))


def test_a_game_that_agrees(tmp_path: Path) -> None:
    found = replay_game(recorded(tmp_path))
    assert found.failure is None
    assert {"(game)", "(move Add)", "(sites Empty)"} <= set(found.forms)


def test_a_game_that_is_late_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "late").mkdir()
    cases = [recorded(tmp_path), recorded(tmp_path / "late")]
    assert [each.failure for each in replay_limited(cases, replay_game, 2, 60)] == [None, None]
    late = Failure("Pair.lud", "slow", "not done after 0.05 seconds")
    assert replay_limited(cases, _waits_if_late, 1, 0.05)[1].failure == late


def _waits_if_late(case: Case) -> Replayed:
    time.sleep(60 if case.trace.parent.name == "late" else 0)
    return Replayed(case.name)


@pytest.mark.parametrize(
    ("change", "stage", "said"),
    [
        (lambda t: t["start"].update(c1="1.1.1.0.0.0"), "start", "c1: ours None"),
        (lambda t: t["plies"][1]["legal"].append("0-0"), "legal", "missing 0-0"),
        (lambda t: t["plies"][1]["legal"].remove("1-1"), "legal", "ours in addition 1-1"),
        (lambda t: t["plies"][1].update(mover=1), "legal", "player 2 is to move, recorded 1"),
        (lambda t: t["plies"][0]["diff"].update(c2="2.2.1.0.0.0"), "effect", "c2: ours None"),
        (lambda t: t.update(over=False), "end", "ours is over"),
        (lambda t: t.update(ranking=[0.0, 2.0, 1.0]), "end", "ranks [1.0, 2.0], recorded [2.0, 1.0]"),
    ],
)
def test_the_first_difference_is_told(
    tmp_path: Path, change: Callable[[Any], None], stage: str, said: str
) -> None:
    failure = replay_game(recorded(tmp_path, change)).failure
    assert failure is not None
    assert failure.stage == stage
    assert said in failure.detail


def test_a_description_that_does_not_load(tmp_path: Path) -> None:
    failure = replay_game(recorded(tmp_path, lud=PAIR.replace("sites Empty", "sites Emtpy"))).failure
    assert failure is not None
    assert failure.stage == "load"
    assert failure.needs


def test_a_recorded_game_without_a_description(tmp_path: Path) -> None:
    recorded(tmp_path)
    (tmp_path / "Pair.lud").unlink()
    failure = replay_game(next(iter(find_traces([tmp_path])))).failure
    assert failure is not None
    assert failure.stage == "load"


def test_a_raw_description_uses_the_definitions_beside_it(tmp_path: Path) -> None:
    for folder in ("traces", "raw", "def"):
        (tmp_path / folder).mkdir()
    lud = PAIR.replace("(move Add (to (sites Empty)))", '("Drop")')
    (tmp_path / "raw" / "Pair.lud").write_text(lud, encoding="utf-8")
    definition = '(define "Drop" (move Add (to (sites Empty))))'
    (tmp_path / "def" / "Drop.def").write_text(definition, encoding="utf-8")
    recorded(tmp_path / "traces")
    (tmp_path / "traces" / "Pair.lud").unlink()
    assert replay_game(next(iter(find_traces([tmp_path / "traces"])))).failure is None


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(tmp_path)
    assert run(["replay", str(tmp_path), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert set(result.pop("forms").pop("(move Add)")) == {"Pair.lud"}
    assert result == {"games": 1, "agree": 1, "agreed": ["Pair.lud"], "failures": []}
    recorded(tmp_path, lambda t: t["plies"][1]["legal"].append("0-0"))
    assert run(["replay", str(tmp_path)]) == 1
    assert "0 of 1 games agree" in capsys.readouterr().out


#: Of the corpus games that agree on every ply, every sixth: the whole takes minutes.
SAMPLE = (HERE / "agreeing.txt").read_text(encoding="utf-8").splitlines()[::6]


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus of recorded games is not here")
@pytest.mark.parametrize("name", SAMPLE)
def test_games_of_the_corpus(name: str) -> None:
    trace = (CORPUS / "traces" / name).with_suffix(".json.gz")
    failure = replay_game(next(iter(find_traces([trace])))).failure
    assert failure is None, f"{failure.stage}: {failure.detail}"


#: A heap of three seeds on the first of three cells; a move takes the heap one step on.
HEAP = """
(game "Heap" (players 2)
    (equipment {(board (rectangle 1 3)) (piece "Seed" Shared)})
    (rules (start (place "Seed" 0 count:3 state:STATE))
        (play (move (from (sites Occupied by:All)) (to (sites Empty)) count:(count at:(from))
            (then (set State at:(last To) (+ 1 (state at:(last To)))))))
        (end (if (= 2 (state at:(last To))) (result Mover Win)))))
"""


@pytest.mark.parametrize(
    ("value", "agrees"),
    [("1.3.3.1.0.0", True), ("1.3.2.1.0.0", False), ("1.3.3.0.0.0", False)],
)
def test_counts_and_states_are_compared(tmp_path: Path, value: str, agrees: bool) -> None:
    def change(trial: Any) -> None:
        trial.update(start={"c0": value}, plies=[], over=False, ranking=[], next=1)

    case = recorded(tmp_path, change, lud=HEAP.replace("STATE", "1"))
    failure = replay_game(case).failure
    assert (failure is None) is agrees
    assert failure is None or failure.stage == "start"
