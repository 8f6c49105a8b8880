"""What playing finds in games with one mistake, and that it finds nothing in sound ones."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from gdl.source.codes.registry import explain
from interpreter.coverage.findings import PlayReport, check_by_playing, find
from interpreter.game.image import Recipe
from interpreter.game.shipped import locate, shipped_games
from tests.quick import quick_where

#: Seconds: the games are counted, the time is against a hang.
LONG = 120.0

SOUND = """(game "Small" (players {(player N) (player S)})
  (equipment {(board (square 5))
    (piece "Pawn" Each (or (move Step Forward (to if:(is Empty (to))))
      (move Step (directions {FL FR}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))
    (regions "Goal" P1 (sites Top)) (regions "Goal" P2 (sites Bottom))})
  (rules
    (start {
      (place "Pawn1" (sites Bottom))
      (place "Pawn2" (sites Top))
    })
    (play
      (forEach Piece))
    (end {
      (if (is In (last To) (sites Mover "Goal")) (result Mover Win))
      (if (no Moves Next) (result Mover Win))
    })))
"""

#: Those whose games are short: enough of them are played to say what never comes about.
SHORT = {
    "tic-tac-toe",
    "last-step",
    "hex",
    "troika",
    "cornered-match",
    "triad",
    "english-draughts",
    "officers",
    "yavalath",
    "connect-four",
    "isolation",
    "die-drei",
    "causeway",
    "maelstrom",
    "raid",
    "triquetra",
}
QUICK = {"tic-tac-toe", "troika", "hex", "triad"}

#: Of each mistake: what stands in place of what, the code, and what stands where it is told.
MISTAKES = {
    "both face the same way": (
        "(players {(player N) (player S)})", "(players 2)", "W0701", "(or (move Step Forward",
    ),
    "a piece without a rule to move by": (
        '''(piece "Pawn" Each (or (move Step Forward (to if:(is Empty (to))))
      (move Step (directions {FL FR}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))''',
        '(piece "Pawn" Each)', "W0700", '(piece "Pawn" Each)',
    ),
    "nothing is placed": (
        '''(start {
      (place "Pawn1" (sites Bottom))
      (place "Pawn2" (sites Top))
    })''', "", "W0700", "(play\n",
    ),
    "the second is placed where the first stands": (
        '"Pawn2" (sites Top)', '"Pawn2" (sites Bottom)', "W0701", '(place "Pawn2"',
    ),
    "a condition about the wrong site": (
        "(is Enemy (who at:(to)))", "(is Enemy (who at:(from)))", "W0702", "(is Enemy (who at:(from)))",
    ),
    "a phase that nothing leads to": (
        """(play
      (forEach Piece))""",
        '''phases:{(phase "One" (play (forEach Piece)))
      (phase "Two" (play (forEach Piece)))}''', "W0705", '(phase "Two"',
    ),
    "an ending that always comes": (
        "(end {", "(end {\n(if (<= 0 (count Moves)) (result Mover Draw))", "W0704", "(<= 0 (count Moves))",
    ),
    "a variable that nothing sets": (
        "(no Moves Next)", '(= 3 (var "Quit"))', "W0703", '(= 3 (var "Quit"))',
    ),
    "points that nothing scores": (
        "(if (is In (last To) (sites Mover \"Goal\")) (result Mover Win))\n"
        "      (if (no Moves Next) (result Mover Win))",
        "(if (no Moves Next) (byScore))", "W0707", "(if (no Moves Next) (byScore))",
    ),
    "an effect under a condition that never holds": (
        "(forEach Piece)",
        "(forEach Piece (then (if (is Empty (last To)) (moveAgain))))", "W0712", "(is Empty (last To))",
    ),
    "a player whom no ending lets win": (
        "(end {", "(end {\n(if (> (count Moves) 24) (result P1 Win))"
        " (if (is Mover P2) (result P1 Win)) ", "W0706", "(if (is Mover P2) (result P1 Win))",
    ),
}  # fmt: skip


def played(text: str, folder: Path, games: int = 600) -> PlayReport:
    path = folder / "small.lud"
    path.write_text(text)
    return check_by_playing(Recipe(str(path), (), ()), LONG, games=games)


def test_a_sound_game_has_no_finding(tmp_path: Path) -> None:
    assert played(SOUND, tmp_path).findings == ()


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found_in_its_place(name: str, tmp_path: Path) -> None:
    old, new, code, place = MISTAKES[name]
    assert old in SOUND
    text = SOUND.replace(old, new)
    found = [each for each in played(text, tmp_path).findings if each.code == code]
    assert found, f"{code} is not told"
    line = text[: text.index(place)].count("\n") + 1
    assert line in [each.span.line for each in found]
    for each in found:
        assert each.severity == "warning"
        assert each.help
        assert explain(each.code) is not None


def test_a_game_without_an_end_is_told(tmp_path: Path) -> None:
    text = """(game "Round" (players 2)
      (equipment {(board (square 3)) (piece "King" Each (move Step (to if:(is Empty (to)))))})
      (rules (start {(place "King1" (sites Bottom)) (place "King2" (sites Top))}) (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))
    """
    assert [each.code for each in played(text, tmp_path, games=40).findings] == ["W0708"]


def test_few_games_say_nothing_of_what_never_comes(tmp_path: Path) -> None:
    old, new, _, _ = MISTAKES["a variable that nothing sets"]
    report = played(SOUND.replace(old, new), tmp_path, games=20)
    assert report.findings == ()
    assert not report.summary.enough


@pytest.mark.parametrize(("result", "told"), [("Draw", []), ("Win", ["W0703"])])
def test_a_draw_that_the_rules_count_to_may_be_rare(result: str, told: list[str], tmp_path: Path) -> None:
    counted = f"(end {{ (if (= 900 (value Player Mover)) (result Mover {result}))"
    text = SOUND.replace("(end {", counted).replace(
        "(forEach Piece)", "(forEach Piece (then (set Value Mover (+ 1 (value Player Mover)))))"
    )
    assert [each.code for each in played(text, tmp_path).findings] == told


def test_where_games_hardly_ever_end_an_ending_may_be_rare(tmp_path: Path) -> None:
    old, new, code, _ = MISTAKES["a variable that nothing sets"]
    observed = played(SOUND.replace(old, new), tmp_path).observed
    random, searching = (
        attrs.evolve(each, unfinished=each.games - 2) for each in (observed.random, observed.searching)
    )
    assert [each.code for each in find(observed)] == [code]
    rare = find(attrs.evolve(observed, random=random, searching=searching))
    assert [each.code for each in rare] == ["W0708"]  # that they hardly end is told instead


@pytest.mark.parametrize(("games", "told"), [(400, []), (1600, ["W0703"])])
def test_what_is_seldom_asked_is_not_said_never_to_hold(games: int, told: list[str], tmp_path: Path) -> None:
    never = '(if (and (is In (last To) (sites P1 "Goal")) (= 3 (var "Quit"))) (result P1 Win))'
    found = played(SOUND.replace("(end {", f"(end {{ {never}"), tmp_path, games).findings
    assert [each.code for each in found] == told
    assert all(each.span.text == '(= 3 (var "Quit"))' for each in found)


def test_what_an_author_means_is_left_out(tmp_path: Path) -> None:
    pytest.importorskip("gdl.source.allowed")
    old, new, _, place = MISTAKES["a phase that nothing leads to"]
    text = SOUND.replace(old, new).replace(place, f"// allow a-phase-that-is-never-entered\n{place}")
    assert "W0705" not in [each.code for each in played(text, tmp_path).findings]


@pytest.mark.parametrize("name", quick_where(sorted(shipped_games()), QUICK.__contains__))
def test_shipped_games_have_no_finding(name: str) -> None:
    report = check_by_playing(Recipe(str(locate(name)), (), ()), LONG, games=400 if name in SHORT else 30)
    assert [(each.code, str(each.span)) for each in report.findings] == []
