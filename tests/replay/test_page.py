"""The conformance page, from a small result."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from interpreter.replay.page import page

RESULT: dict[str, Any] = {
    "games": 6,
    "agree": 2,
    "agreed": ["board/war/Alpha.lud", "board/race/Beta (Old).lud"],
    "failures": [
        {
            "lud": "board/war/Gamma.lud",
            "stage": "load",
            "detail": "1:2: no `a|b`",
            "needs": ["no `a|b`", "no c"],
        },
        {"lud": "board/war/Delta.lud", "stage": "load", "detail": "3:4: no c", "needs": ["no c"]},
        {"lud": "board/Eta.lud", "stage": "legal", "detail": "game 1, ply 7: missing 3-4", "needs": []},
        {"lud": "board/Zeta.lud", "stage": "load", "detail": "the file is empty", "needs": []},
    ],
}


def test_every_game_is_named_with_its_reason() -> None:
    text = page(RESULT)
    assert "| of 6 games | |" in text
    assert "| agree on every ply | 2 |" in text
    assert "| not supported yet | 3 |" in text
    assert "| the mover or the legal moves differ | 1 |" in text
    assert "| no c | 2 | Delta, Gamma |" in text
    assert "| no `a\\|b` | 1 | Gamma |" in text
    assert "| the file is empty | 1 | Zeta |" in text
    assert "- Eta (game 1, ply 7)" in text
    assert "**race** (1): Beta (Old)" in text
    assert "**war** (1): Alpha" in text


def test_what_most_wait_for_comes_first() -> None:
    text = page(RESULT)
    assert text.index("| no c |") < text.index("| no `a")


def test_nothing_of_a_record_is_copied() -> None:
    assert "3-4" not in page(RESULT)


def test_forms_of_which_games_differ_often_are_listed_with_those_that_do() -> None:
    """Of four that load one differs, a quarter: of two that have loops one, of two that have lines none."""
    alpha, beta, eta, theta = "board/war/Alpha.lud", "board/race/Beta (Old).lud", "board/Eta.lud", "Theta.lud"
    forms = {"(is Line)": [alpha, beta], "(is Loop)": [alpha, eta], "(game)": [alpha, beta, eta, theta]}
    text = page({**RESULT, "agreed": [alpha, beta, theta], "forms": forms})
    assert "Of the 4 games that load 3 agree. Their rules have 3 forms of ludemes" in text
    assert "| `(is Loop)` | 2 | 1 | Eta |" in text
    assert "| `(is Line)`" not in text and "| `(game)`" not in text


def test_what_does_not_occur_is_left_out() -> None:
    text = page({"games": 1, "agree": 1, "agreed": ["One.lud"], "failures": []})
    assert "supported" not in text
    assert "differ" not in text
    assert "**games** (1): One" in text


def test_the_documented_command(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text(json.dumps(RESULT), encoding="utf-8")
    command = [sys.executable, "-m", "interpreter.replay.page"]
    done = subprocess.run([*command, str(file)], capture_output=True, text=True, check=True)
    assert done.stdout == page(RESULT)
    wrong = subprocess.run(command, capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "usage" in wrong.stderr
