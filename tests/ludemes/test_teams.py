"""Teams: who is a friend and who an enemy, and winning together. Worked out by hand on a row of cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.source.diagnostics import LanguageError
from interpreter.game.state import State

#: Four players with a disc each, on cells 0 to 3; players 1 and 3 are a team, and 2 and 4.
TEXT = """
(game "Sides"
    (players 4)
    (equipment {(board (rectangle 1 9)) (piece "Disc" Each)})
    (rules
        (start {
            (place "Disc1" 0) (place "Disc2" 1) (place "Disc3" 2) (place "Disc4" 3)
            %s
        })
        (play (move Select (from %s)))
        (end (if (= (count Moves) %d) (result %s)))
    )
)
"""
TEAMS = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})"


def sides(
    folder: Path, region: str, teams: str = TEAMS, ending: tuple[int, str] = (9, "Mover Draw")
) -> State:
    path = folder / "sides.lud"
    path.write_text(TEXT % (teams, region, *ending))
    return load(path).start(seed=1)


def found(state: State) -> list[int]:
    return sorted(state.game.site_names.index(str(move.target)) for move in state.legal_moves)


REGIONS = [
    ("(sites Occupied by:Friend)", [0, 2], [1, 3]),
    ("(sites Occupied by:Enemy)", [1, 3], [0, 2]),
    ("(sites Occupied by:NonMover)", [1, 2, 3], [0, 2, 3]),
    ("(sites Occupied by:TeamMover)", [0, 2], [1, 3]),
    ("(sites Occupied by:Ally)", [2], [3]),
    ("(sites Occupied by:Team2)", [1, 3], [1, 3]),
    ("(forEach (sites Board) if:(is Friend (who at:(site))))", [0, 2], [1, 3]),
    ("(forEach (sites Board) if:(is Enemy (who at:(site))))", [1, 3], [0, 2]),
    ("(forEach (sites Board) if:(is Mover (who at:(site))))", [0], [1]),
    ("(forEach (sites {5 6 7 8}) if:(= (- (site) 3) (+ 1 (count Pieces Enemy))))", [6], [6]),
]


@pytest.mark.parametrize(("region", "first", "second"), REGIONS)
def test_who_is_on_whose_side(tmp_path: Path, region: str, first: list[int], second: list[int]) -> None:
    state = sides(tmp_path, region)
    assert found(state) == first
    assert found(state.play(state.legal_moves[0])) == second


def test_without_teams_everybody_plays_alone(tmp_path: Path) -> None:
    assert found(sides(tmp_path, "(sites Occupied by:Friend)", teams="")) == [0]
    assert found(sides(tmp_path, "(sites Occupied by:Enemy)", teams="")) == [1, 2, 3]


@pytest.mark.parametrize(
    ("moves", "result", "ranks"),
    [
        (1, "TeamMover Win", (1.5, 3.5, 1.5, 3.5)),
        (2, "TeamMover Win", (3.5, 1.5, 3.5, 1.5)),
        (1, "TeamMover Loss", (3.5, 1.5, 3.5, 1.5)),
        (1, "Team2 Win", (3.5, 1.5, 3.5, 1.5)),
    ],
)
def test_a_team_wins_together(tmp_path: Path, moves: int, result: str, ranks: tuple[float, ...]) -> None:
    state = sides(tmp_path, "(sites Board)", ending=(moves, result))
    for _ in range(moves):
        assert not state.is_over
        state = state.play(state.legal_moves[0])
    assert state.outcome is not None and state.outcome.ranks == ranks


def test_nobody_is_in_two_teams(tmp_path: Path) -> None:
    with pytest.raises(LanguageError) as raised:
        sides(tmp_path, "(sites Board)", teams="(set Team 1 {P1 P3}) (set Team 2 {P2 P3})")
    assert "E0420" in {d.code for d in raised.value.diagnostics}
