"""Compiling within a budget: hostile sizes are refused by name and place, or compiled soon, never found out
by exhaustion. Each runs in a process of its own, with no more memory and time than are meant to be needed."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from gdl.boards.concentric import circular
from gdl.boards.direction import Heading, RelationType
from gdl.boards.graph import SiteType
from gdl.boards.square import rectangle
from gdl.boards.topology import Topology
from gdl.compile.compile import compile_game
from gdl.source.budget import Budget, TooLarge, budget, spend
from gdl.source.diagnostics import LanguageError
from gdl.source.text import NOWHERE, Source
from tests.quick import one_in

#: A hang is cut off after so many seconds of processor time: several times what is allowed.
SECONDS = 20
#: What `gdl check` may take, and what the process takes besides.
BYTES = 1_300_000_000


def game(
    equipment: str = "",
    play: str = "(move Add (to (sites Empty)))",
    end: str = "(if (is Line 3) (result Mover Win))",
    board: str = "(square 3)",
    before: str = "",
) -> str:
    things = f'(board {board}) (piece "Disc" Each) {equipment}'
    return f'{before}(game "G" (players 2) (equipment {{{things}}}) (rules (play {play}) (end {end})))'


def many(text: str, times: int) -> str:
    return " ".join(text.replace("N", str(n)) for n in range(times))


LONG = "x" * 900_000
ROLLED = "(do (roll) next:(move Add (to (sites Empty))))"
#: What is said of each, None where it is fine; and what is named.
HOSTILE: dict[str, tuple[str, str | None, str]] = {
    "a thousand dice": (game("(dice d:1000000 num:1000)"), "E0433", "(dice d:1000000 num:1000)"),
    "dice with many faces": (game("(dice d:900000000)", ROLLED), "E0430", "(dice d:900000000)"),
    "heavy faces": (game("(dice d:2 biased:{1 900000000000})", ROLLED), "E0430", "(dice d:2 biased"),
    "a die without faces": (game("(dice d:0)", ROLLED), "E0433", "0"),
    "a face that cannot come": (game("(dice d:2 biased:{-1 1})", ROLLED), "E0433", "(dice d:2"),
    "a ring": (game(board="(concentric {1000})"), "E0430", "(concentric {1000})"),
    "many endings": (game(end="{" + many("(if (is Line N) (result Mover Win))", 5000) + "}"), "E0435", "0"),
    "a long walk": (
        game(board="(square 10)", end=f"(if (is Pattern {{{'F ' * 8000}}}) (result Mover Win))"), None, ""),
    "a long walk in a circle": (
        game(board="(square 10)", end=f"(if (is Pattern {{{'F R ' * 2000}}}) (result Mover Win))"), None, ""),
    "a long row": (game(board="(rectangle 1 4000)"), None, ""),
    "a longer row": (game(board="(rectangle 1 10000)"), "E0430", "(rectangle 1 10000)"),
    "many slides": (game(board="(square 100)", play=f"(or {{{'(move Slide) ' * 2000}}})"), None, ""),
    "a long text": (game(play=f"(or {{{'(A) ' * 6000}}})".replace("A", '"A"'),
                         before=f'(define "A" (move Pass "{LONG}"))'), "E0202", "xxxx"),
    "a long word": (game(play=f"(or {{{'(B) ' * 3000}}})".replace("B", '"B"'),
                         before=f'(define "A" (b#1 c#1)) (define "B" ("A" "{LONG}"))'), "E0302", '"B"'),
    "far steps": (game(board="(square 100)", end="(if (= 3 (count Steps 0 (last To))) (result Mover Win))"),
                  "E0430", "(count Steps 0 (last To))"),
    "a wide trail": (
        game(board="(square 100)", play="(move Slide (between trail:1))"), "E0430", "(move Slide"),
    "large hands": (game(many('(hand P1 "HN" size:1000)', 3000)), "E0430", '(hand P1 "H2999" size:1000)'),
    "many words": (game("(piece " + "iece " * 18_000 + ")"), "E0214", "iece"),
    "a track off the board": (
        game(end="(if (is In (last To) (sites Track)) (result Mover Win))",
             board='(square 3) {(track "Round" "2147483648" loop:True)}'), "E0409", "2147483648"),
    "many names": (game(play="(or {" + many("(move Add (tto (sites Empty)))", 5000) + "})"), "E0203", "tto"),
    "many phases": (
        '(game "G" (players 16) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules phases:{'
        + many('(phase "PN" (play (move Add (to (sites Empty)))) (nextPhase (is Full) "P0"))', 1000)
        + "} (end (if (is Line 3) (result Mover Win)))))", None, ""),
    "an option many times": (
        game(end="(if (is Line <T:a>) (result Mover Win))",
             before='(option "O" <T> args:{<a>} {(item "I" <3> "d")* (item "J" <2> "e")}) ' * 3000),
        None, ""),
    "a region of itself": (
        game('(regions "Z" P1 (sites P1 "Z"))', play='(move Add (to (sites P1 "Z")))'), "E0431", "(regions"),
    "regions of each other": (
        game('(regions "Z" P1 (sites P1 "Y")) (regions "Y" P1 (sites P1 "Z"))',
             end='(if (is In (last To) (sites Mover "Z")) (result Mover Win))'), "E0431", "(regions"),
    "all regions of a player": (
        game("(regions P1 (sites P1))", end="(if (is In (last To) (sites Mover)) (result Mover Win))"),
        "E0431", "(regions P1 (sites P1))"),
    "moves of themselves": (
        game('(piece "A" P1 (or (forEach Piece) (move Pass)))', play="(forEach Piece)"),
        "E0432", '(piece "A"'),
}  # fmt: skip


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


@pytest.mark.parametrize("name", one_in(3, HOSTILE))
def test_is_refused_by_name_or_compiled_soon(name: str, tmp_path: Path) -> None:
    text, code, named = HOSTILE[name]
    (tmp_path / "hostile.lud").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "interpreter.cli.main", "check", "hostile.lud"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, preexec_fn=_limited)
    said = ran.stderr + ran.stdout
    assert "Traceback" not in said and "internal error" not in said, said[-2000:]
    assert ran.returncode == (0 if code is None else 1), said[:2000]
    if code is not None:
        first = said.partition("\n\n")[0]
        assert f"error[{code}]" in first
        assert named in first
        assert "hostile.lud:1:" in first


def test_the_count_is_the_same_each_time() -> None:
    source = Source("x.lud", game(board="(square 12)", play="(move Slide)"))
    counts = []
    for _ in range(2):
        with budget() as spent:
            compile_game(source)
        counts.append(spent.spent)
    assert counts[0] == counts[1] > 12 * 12


def test_the_largest_share_is_named() -> None:
    small = Budget(limit=100)
    small.spend(10, "this")
    small.spend(60, "that")
    with pytest.raises(TooLarge, match="that: 60 entries"):
        small.spend(31, "this")


def test_nothing_is_counted_outside_of_compiling() -> None:
    spend(10**15, "a table")
    with budget() as spent:
        spend(7, "a table", NOWHERE)
    assert spent.spent == 7


@pytest.mark.parametrize("counts", one_in(3, [[1, 6, 12], [1000], [4, 8, 8]]))
def test_rays_round_rings_stop_where_they_began(counts: list[int]) -> None:
    """Sites of a ring are joined in a circle: a ray round it meets each of the others once."""
    topology = Topology(circular(counts, site=SiteType.VERTEX), SiteType.VERTEX)
    first = sum(counts[:-1])
    ring = range(first, first + counts[-1])
    for direction in (Heading.CW, Heading.CCW):
        for site in ring:
            (way,) = topology.radials(SiteType.VERTEX, direction, RelationType.ADJACENT)[site]
            assert sorted((*way, site)) == list(ring)


def test_rays_of_a_row() -> None:
    topology = Topology(rectangle(1, 50))
    east = topology.radials(SiteType.CELL, Heading.E, RelationType.ORTHOGONAL)
    assert list(east[:-1]) == [(tuple(range(site + 1, 50)),) for site in range(49)]
    assert east[-1] == ()


@pytest.mark.parametrize("other", ["one", "two"])
def test_matches_that_name_themselves_or_each_other(other: str, tmp_path: Path) -> None:
    end = "(end (if (= (matchScore Mover) 3) (result Mover Win)))"
    for name, named in (("one", other), ("two", "one")):
        text = f'(match "{name}" (players 2) (games (subgame "{named}")) {end})'
        (tmp_path / f"{name}.lud").write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError) as caught:
        compile_game(tmp_path / "one.lud")
    assert caught.value.diagnostics[0].code == "E0320"
    assert caught.value.diagnostics[0].span.text == f'"{other}"'


def test_a_chain_of_matches_does_not_double(tmp_path: Path) -> None:
    """Each names the next one twice: 2**60 readings, were each read where it is named."""
    end = "(end (if (= (matchScore Mover) 3) (result Mover Win)))"
    for level in range(60):
        games = f'(subgame "level{level + 1}") (subgame "level{level + 1}")'
        text = f'(match "Level {level}" (players 2) (games {{{games}}}) {end})'
        (tmp_path / f"level{level}.lud").write_text(text, encoding="utf-8")
    with pytest.raises(LanguageError) as caught:
        compile_game(tmp_path / "level0.lud")
    assert {each.code for each in caught.value.diagnostics} == {"E0320"}
