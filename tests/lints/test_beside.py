"""What holds in every game is told of definitions in files beside the game's, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.game.image import Recipe, warnings_for

GAME = """(include "apart.def")
(game "Apart" (players 2)
  (equipment {(board (square 4)) (piece "Disc" Each)})
  (rules (play (move Add (to "Apart"))) (end (if (no Moves Next) (result Mover Win)))))
"""


@pytest.mark.parametrize(
    ("comparison", "told"),
    [
        ("(<= 0 (count Pieces All in:(sites Around (site))))", ["W0601"]),
        ("(> 0 (count Pieces All in:(sites Around (site))))", ["W0600"]),
        ("(>= 0 (count Pieces All in:(sites Around (site))))", []),
        ("(<= 1 (count Pieces All in:(sites Around (site))))", []),
    ],
)
def test_a_count_is_never_below_zero(comparison: str, told: list[str], tmp_path: Path) -> None:
    path = tmp_path / "apart.lud"
    path.write_text(GAME, encoding="utf-8")
    definition = f'(define "Apart" (forEach (sites Empty) if:(or (= 0 (count Moves)) {comparison})))\n'
    (tmp_path / "apart.def").write_text(definition, encoding="utf-8")
    found = warnings_for(Recipe(str(path), (), ()))
    assert [each.code for each in found if each.span.text == comparison] == told


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("(or (is In (site) (sites Corners)) (not (is In (site) (sites Corners))))", ["W0601"]),
        ("(and (not (is In (site) (sites Corners))) (is In (site) (sites Corners)))", ["W0600"]),
        ("(or (is In (site) (sites Top)) (not (is In (site) (sites Corners))))", []),
    ],
)
def test_a_condition_and_its_negation(condition: str, told: list[str], tmp_path: Path) -> None:
    path = tmp_path / "apart.lud"
    path.write_text(GAME, encoding="utf-8")
    (tmp_path / "apart.def").write_text(
        f'(define "Apart" (forEach (sites Empty) if:{condition}))\n', encoding="utf-8"
    )
    warnings = warnings_for(Recipe(str(path), (), ()))
    assert [each.code for each in warnings if each.span.text == condition] == told


@pytest.mark.parametrize(("second", "told"), [("Corners", ["W0606"]), ("Top", [])])
def test_what_is_asked_again_about_an_argument(second: str, told: list[str], tmp_path: Path) -> None:
    path = tmp_path / "apart.lud"
    path.write_text(GAME, encoding="utf-8")
    (tmp_path / "apart.def").write_text(
        '(define "Near" (if (is In #1 (sites Corners)) (sites Around #1) '
        f"(if (is In #1 (sites {second})) (sites Bottom) (sites Top))))\n"
        '(define "Apart" (difference (sites Empty) (union ("Near" (last To)) ("Near" (last From)))))\n',
        encoding="utf-8",
    )
    warnings = warnings_for(Recipe(str(path), (), ()))
    assert [each.code for each in warnings if each.span.text.startswith("(is In #1")] == told


@pytest.mark.parametrize(("who", "told"), [("Mover", ["W0646"]), ("Next", [])])
def test_what_is_set_anew_at_once(who: str, told: list[str], tmp_path: Path) -> None:
    path = tmp_path / "points.lud"
    path.write_text("""(include "points.def")
(game "Points" (players 2)
  (equipment {(board (square 3)) (piece "Disc" Each)})
  (rules (play (move Add (to (sites Empty)) "Points")) (end (if (is Full) (byScore)))))
""")
    (tmp_path / "points.def").write_text(
        f'(define "Points" (then (and (set Score Mover (count Pieces All)) (set Score {who} 0))))\n'
    )
    assert [each.code for each in warnings_for(Recipe(str(path), (), ()))] == told
