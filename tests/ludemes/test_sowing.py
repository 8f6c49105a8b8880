"""Sowing along tracks, on a mancala board of two rows of three holes, worked out by hand.

The track goes round: bottom row from the left (sites 1, 2, 3), then the top row from the right (6, 5, 4).
Sites 0 and 7 are the stores.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load
from gdl.source.diagnostics import LanguageError
from interpreter.game.state import State

SHELL = """
(game "Small"
    (players 2)
    (equipment {
        (mancalaBoard 2 3 {%s})
        (piece "Seed" Shared)
    })
    (rules
        (start {%s})
        (play (move Select (from %s) (then %s)))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""
ROUND = '(track "Track" "1,E,N,W" loop:True)'
AROUND = (1, 2, 3, 6, 5, 4)


def sown(
    folder: Path, counts: tuple[int, ...], sow: str, hole: int = 1, tracks: str = ROUND
) -> tuple[State, dict[int, int]]:
    """The state, and what lies in each hole that is not empty, after the hole was chosen; `counts` go round
    the track."""
    start = " ".join(f"(set Count {n} at:{site})" for site, n in zip(AROUND, counts, strict=True) if n)
    path = folder / "small.lud"
    path.write_text(SHELL % (tracks, start, f"(sites {{{hole}}})", sow))
    state = load(path).start(seed=1)
    state = state.play(state.legal_moves[0])
    return state, {site: piece.count for site, piece in enumerate(state.contents) if piece is not None}


SOWINGS: list[tuple[str, tuple[int, ...], str, dict[int, int]]] = [
    ("one by one", (3, 0, 0, 0, 0, 0), "(sow)", {2: 1, 3: 1, 6: 1}),
    ("onto others", (2, 1, 1, 0, 0, 0), "(sow)", {2: 2, 3: 2}),
    ("past the hole they come from", (7, 0, 0, 0, 0, 0), "(sow)", {1: 1, 2: 2, 3: 1, 6: 1, 5: 1, 4: 1}),
    ("not into it", (7, 0, 0, 0, 0, 0), "(sow includeSelf:False)", {2: 2, 3: 2, 6: 1, 5: 1, 4: 1}),
    ("first into it", (3, 0, 0, 0, 0, 0), "(sow origin:True)", {1: 1, 2: 1, 3: 1}),
    ("some of them", (5, 0, 0, 0, 0, 0), "(sow count:2)", {1: 3, 2: 1, 3: 1}),
    ("two at a time", (5, 0, 0, 0, 0, 0), "(sow numPerHole:2)", {2: 2, 3: 2, 6: 1}),
    ("some holes left out", (3, 0, 0, 0, 0, 0), "(sow skipIf:(= (to) 3))", {2: 1, 6: 1, 5: 1}),
    ("holes of three left out", (2, 3, 0, 0, 0, 0), "(sow skipIf:(= 3 (count at:(to))))", {2: 3, 3: 1, 6: 1}),
    # in skipIf, (value) is how many seeds are left: the first seed passes over, the last one does not
    ("holes of three left out but for the last seed", (2, 3, 3, 0, 0, 0),
     "(sow skipIf:(and (= 3 (count at:(to))) (!= 1 (value))))", {2: 3, 3: 3, 6: 1, 5: 1}),
    ("the last seed into a hole of three", (2, 0, 3, 0, 0, 0),
     "(sow skipIf:(and (= 3 (count at:(to))) (!= 1 (value))))", {2: 1, 3: 4}),
    ("from elsewhere", (1, 2, 0, 0, 0, 0), "(sow 2)", {1: 1, 3: 1, 6: 1}),
    # captures: what the last hole holds goes to the store
    ("two are captured", (2, 0, 1, 0, 0, 0),
     "(sow if:(= 2 (count at:(to))) apply:(fromTo (from (to)) (to 7) count:(count at:(to))))",
     {2: 1, 7: 2}),
    ("nothing to capture", (2, 0, 3, 0, 0, 0),
     "(sow if:(= 2 (count at:(to))) apply:(fromTo (from (to)) (to 7) count:(count at:(to))))",
     {2: 1, 3: 4}),
    ("and the holes before", (3, 3, 1, 2, 0, 0),
     "(sow if:(is In (count at:(to)) (array {2 3})) apply:(fromTo (from (to)) (to 7) count:(count at:(to)))"
     " backtracking:True)", {2: 4, 7: 5}),
    ("and the holes before, if the last one asks for it", (3, 3, 1, 1, 0, 0),
     "(sow if:True apply:(fromTo (from (to)) (to 7) count:(count at:(to)))"
     " backtracking:(= 2 (count at:(to))))",
     {2: 4, 7: 4}),
    ("an empty hole before ends it", (1, 1, 0, 0, 0, 2),
     "(sow if:(is Even (count at:(to))) apply:(fromTo (from (to)) (to 7) count:(count at:(to)))"
     " backtracking:True)",
     {4: 2, 7: 2}),
    ("not if it does not", (3, 3, 1, 2, 0, 0),
     "(sow if:True apply:(fromTo (from (to)) (to 7) count:(count at:(to)))"
     " backtracking:(= 2 (count at:(to))))",
     {2: 4, 3: 2, 7: 3}),
    ("and the holes after", (1, 1, 2, 2, 1, 0),
     "(sow if:(= 2 (count at:(to))) apply:(fromTo (from (to)) (to 7) count:(count at:(to))) forward:True)",
     {5: 1, 7: 6}),
    ("from the hole after the last", (1, 0, 4, 0, 0, 0),
     '(sow apply:(fromTo (from (trackSite Move from:(to) "Track" steps:1)) (to 0) count:4))',
     {0: 4, 2: 1}),
    # laps: whenever the last seed falls onto others, they are sown on
    ("another lap", (1, 2, 0, 0, 0, 0), "(sow apply:(if (< 1 (count at:(to))) (sow (to))))",
     {3: 1, 6: 1, 5: 1}),
    # what follows a sowing sees what was sown
    ("then", (2, 0, 0, 0, 0, 0), "(sow (then (if (= 1 (count at:3)) (remove 2))))", {3: 1}),
    # a heap is removed as a whole, whatever the count says
    ("a heap goes", (2, 0, 3, 0, 0, 0), "(sow (then (remove 3 count:1)))", {2: 1}),
    # captured from several holes at once into one store
    ("joined", (1, 0, 2, 1, 0, 0),
     "(sow apply:(and (fromTo (from 3) (to 7) count:2) (fromTo (from 6) (to 7) count:1)))",
     {2: 1, 7: 3}),
    # the last seed of a whole round passes over the hole left out: what follows looks at that hole
    ("a whole round captures nothing", (6, 0, 0, 0, 0, 0),
     "(sow includeSelf:False apply:(if (= 2 (count at:(to))) (fromTo (from (to)) (to 7) count:2)))",
     {2: 2, 3: 1, 6: 1, 5: 1, 4: 1}),
    ("a seed less captures", (5, 0, 0, 0, 0, 1),
     "(sow includeSelf:False apply:(if (= 2 (count at:(to))) (fromTo (from (to)) (to 7) count:2)))",
     {2: 1, 3: 1, 6: 1, 5: 1, 7: 2}),
    # going back ends before the hole that they came from, and what is taken does not end it
    ("not back to the origin", (2, 1, 0, 0, 0, 0),
     "(sow origin:True apply:(fromTo (from (to)) (to 7) count:(count at:(to))) backtracking:True)",
     {1: 1, 7: 2}),
    ("back over what is empty by then", (3, 1, 1, 0, 0, 0),
     "(sow apply:(and (fromTo (from (to)) (to 7) count:(count at:(to))) (if (= 6 (to)) (remove 3)))"
     " backtracking:(!= 9 (count at:(to))))", {7: 3}),
    ("nothing comes of nothing", (1, 0, 0, 3, 0, 0),
     "(sow apply:(fromTo (from 5) (to 6) count:(count at:5)))", {2: 1, 6: 3}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "sow", "expected"), [case[1:] for case in SOWINGS], ids=[case[0] for case in SOWINGS]
)
def test_seeds_fall_along_the_track(
    tmp_path: Path, counts: tuple[int, ...], sow: str, expected: dict[int, int]
) -> None:
    assert sown(tmp_path, counts, sow)[1] == expected


def test_the_track_may_depend_on_the_player(tmp_path: Path) -> None:
    tracks = '(track "Track1" "1,E" loop:True P1) (track "Track2" {3 2 1} loop:True P2)'
    first = sown(tmp_path, (2, 0, 0, 0, 0, 0), '(sow "Track" owner:1)', tracks=tracks)[1]
    second = sown(tmp_path, (2, 0, 0, 0, 0, 0), '(sow "Track" owner:2)', tracks=tracks)[1]
    assert first == {2: 1, 3: 1} and second == {3: 1, 2: 1}
    second = sown(tmp_path, (1, 0, 0, 0, 0, 0), '(sow "Track" owner:2)', tracks=tracks)[1]
    assert second == {3: 1}


def test_the_move_ends_where_the_seeds_came_from_its_effects_elsewhere(tmp_path: Path) -> None:
    state, _ = sown(tmp_path, (2, 0, 0, 0, 0, 0), "(sow (then (set Count 9 at:(last To))))")
    assert state.contents[1] is not None
    # As long as the move goes on its last effect is not known: the recorded games of Andada are so.
    then = "(sow (then (set Count 9 at:(last To afterConsequence:True))))"
    state, after = sown(tmp_path, (2, 0, 0, 0, 0, 0), then)
    assert after == {1: 9, 2: 1, 3: 1}


def test_an_emptied_hole_keeps_its_state(tmp_path: Path) -> None:
    state, after = sown(tmp_path, (7, 0, 0, 0, 0, 0), "(and (set State at:1 2) (sow))")
    sown_last = state.contents[1]
    assert after[1] == 1 and sown_last is not None and sown_last.state == 2


PATHS: list[tuple[str, str, str]] = [
    ("a leg to the edge", '"1,E"', "(sites {1 2 3})"),
    ("some steps", '"1,E1,N1,W1"', "(sites {1 2 5 4})"),
    ("sites between", '"1,3,N"', "(sites {1 3 6})"),
    ("site by site", "{0 1 7}", "(sites {0 1 7})"),
]


@pytest.mark.parametrize(("path", "sites"), [case[1:] for case in PATHS], ids=[case[0] for case in PATHS])
def test_a_track_is_written_in_legs(tmp_path: Path, path: str, sites: str) -> None:
    def selectable(region: str) -> list[str]:
        file = tmp_path / "small.lud"
        file.write_text(SHELL % (f'(track "Track" {path})', "(set Count 1 at:1)", region, "(moveAgain)"))
        return sorted(str(move) for move in load(file).start(seed=1).legal_moves)

    assert selectable("(sites Track)") == selectable(sites)


def test_a_track_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LanguageError) as raised:
        sown(tmp_path, (1, 0, 0, 0, 0, 0), '(sow "Circle")')
    assert raised.value.diagnostics[0].code == "E0416"


def test_seeds_are_added_to_those_that_lie_there(tmp_path: Path) -> None:
    _, seeds = sown(tmp_path, (2, 3, 0, 0, 0, 0), '(and (add (to 2)) (add (piece "Seed") (to 3) count:4))')
    assert seeds == {1: 2, 2: 4, 3: 4}


def test_steps_from_beside_a_loop_count_from_its_beginning(tmp_path: Path) -> None:
    _, seeds = sown(tmp_path, (1, 0, 0, 0, 0, 0), '(add (to (trackSite Move from:7 "Track" steps:2)))')
    assert seeds == {1: 1, 3: 1}
    line = '(track "Track" "1,E,N,W" loop:False)'
    _, seeds = sown(
        tmp_path, (1, 0, 0, 0, 0, 0), '(add (to (trackSite Move from:7 "Track" steps:2)))', tracks=line
    )
    assert seeds == {1: 1}
