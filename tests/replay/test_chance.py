"""Replaying a recorded game of dice: what was rolled is taken from the record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.replay import find_traces, replay_game

#: A runner on five cells goes on by the number of the die; another roll where it stands.
HOP = """
(game "Hop" (players 2)
    (equipment {(board (rectangle 1 5)) (dice d:2 num:1) (piece "Runner" Neutral)})
    (rules (start (place "Runner0" 0))
        (play (do (roll) next:(move (from (where "Runner" Neutral)) (to (sites {(+ (from) (count Pips))})))))
        (end (if (is In (last To) (sites {3 4})) (result Mover Win)))))
"""


def told(face: int, start: int, end: int) -> str:
    return (
        f"[Move:mover=1,actions=[SetStateAndUpdateDice:site=5,state={face}],"
        f"[Move:typeFrom=Cell,from={start},typeTo=Cell,to={end},decision=true]]"
    )


RECORDED: dict[str, Any] = {
    "game": "Hop", "lud": "Hop.lud", "players": 2, "sites": 5, "siteType": "Cell", "stochastic": True,
    "hidden": False, "stacking": False, "components": ["Die1", "Runner0"],
    "trials": [{
        "seed": 1, "start": {"c0": "2.0.1.0.0.0", "c5": "1.3.1.0.0.0"}, "mover": 1,
        "plies": [
            {"mover": 1, "legal": ["0-2"], "move": "0-2", "actions": told(1, 0, 2),
             "diff": {"c0": None, "c2": "2.0.1.0.0.0", "c5": "1.3.1.1.0.0"}},
            {"mover": 2, "legal": ["2-3"], "move": "2-3", "actions": "",
             "diff": {"c2": None, "c3": "2.0.1.0.0.0", "c5": "1.3.1.0.0.0"}},
        ],
        "over": True, "ranking": [0.0, 2.0, 1.0],
    }],
}  # fmt: skip


def outcome(folder: Path, change: Callable[[Any], None], engine: str = "python") -> str | None:
    """At which stage the record, changed, does not agree; None if it does."""
    data = json.loads(json.dumps(RECORDED))
    change(data["trials"][0])
    (folder / "Hop.lud").write_text(HOP, encoding="utf-8")
    (folder / "Hop.json").write_text(json.dumps(data), encoding="utf-8")
    failure = replay_game(next(iter(find_traces([folder]))), engine).failure
    return None if failure is None else failure.stage


@pytest.mark.parametrize("engine", ["python", "native"])
def test_rolls_are_taken_from_the_record(tmp_path: Path, engine: str) -> None:
    """Told with the move, or where nothing is told, shown afterwards."""
    assert outcome(tmp_path, lambda trial: None, engine) is None


@pytest.mark.parametrize(
    ("change", "stage"),
    [
        (lambda t: t["plies"][0].update(actions=told(0, 0, 2)), "legal"),
        (lambda t: t["plies"][0]["diff"].update(c5="1.3.1.0.0.0"), "effect"),
        (lambda t: t["plies"][1].update(legal=["2-4"], move="2-4"), "legal"),
    ],
)
def test_a_roll_that_does_not_fit(tmp_path: Path, change: Callable[[Any], None], stage: str) -> None:
    assert outcome(tmp_path, change) == stage
