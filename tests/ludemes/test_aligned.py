"""Pieces in line with gaps, of any number, against a count of every so many pieces of a position.

The count knows only where the centres of the cells are. It takes each choice of so many pieces and asks
whether they lie on one line, in which direction, and how far apart.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import atan2, degrees, hypot, isclose
from pathlib import Path

import pytest

from gdl import Game, load
from gdl.source.diagnostics import LanguageError
from interpreter.game.position import Position
from tests.ludemes.positions import holds
from tests.quick import one_in

Point = tuple[float, float]
Way = Callable[[Point], bool]
"""Whether a line may have this direction."""

GAME = """
(game "Rows"
    (players 2)
    (equipment {{ (board {board}) (piece "Disc" Each) }})
    (rules
        (play
            (or
                (move Select (from (forEach (sites Occupied by:P{player}) if:{condition})))
                (move Pass)
            )
        )
        (end (if (is Full) (result Mover Draw)))
    )
)
"""


def any_way(step: Point) -> bool:
    return True


def straight_or_diagonal(step: Point) -> bool:
    dx, dy = abs(step[0]), abs(step[1])
    return min(dx, dy) < 1e-6 or isclose(dx, dy, abs_tol=1e-6)


def of_hexagons(step: Point) -> bool:
    """Along one of the three axes on which hexagons touch; one of them is horizontal."""
    turn = degrees(atan2(step[1], step[0])) % 60
    return isclose(min(turn, 60 - turn), 0, abs_tol=1e-3)


SQUARE, HEXAGON = "(square 6)", "(hex 4)"
SCATTERED = """(graph vertices:{
    {3 0} {0 0} {1 1} {5 5} {2 2} {4 4} {1 0} {2 0} {3 3} {0 3} {5 0} {7 7} {3 6} {4 0}
})"""
KINDS = [
    (SQUARE, "AnyAngle", any_way, "a"),
    (SQUARE, "All", straight_or_diagonal, "b"),
    (HEXAGON, "AnyAngle", any_way, "c"),
    (HEXAGON, "Adjacent", of_hexagons, "d"),
    (f"{SCATTERED} use:Vertex", "AnyAngle", any_way, "e"),
]


def aligned(points: Sequence[Point], way: Way, equal: bool) -> bool:
    """Whether these points lie on one line in such a direction, each (if `equal`) as far from the next."""
    (x, y), *_ = here = sorted(points)
    dx, dy = here[1][0] - x, here[1][1] - y
    if not way((dx, dy)) or not all(isclose(dx * (v - y), dy * (u - x), abs_tol=1e-4) for u, v in here[2:]):
        return False
    # Sorted points of one line follow each other on it.
    gaps = [hypot(u - s, v - t) for (s, t), (u, v) in pairwise(here)]
    return not equal or all(isclose(gap, gaps[0], abs_tol=1e-4) for gap in gaps)


def in_line(points: dict[str, Point], own: Sequence[str], length: int, way: Way, equal: bool) -> set[str]:
    """Every piece that is one of so many in line."""
    return {
        site
        for chosen in combinations(own, length)
        if aligned([points[each] for each in chosen], way, equal)
        for site in chosen
    }


def game(tmp_path: Path, board: str, condition: str, player: int = 1) -> Game:
    path = tmp_path / "rows.lud"
    path.write_text(GAME.format(board=board, condition=condition, player=player), encoding="utf-8")
    return load(path)


def selected(game: Game, position: Position, engine: str) -> set[str]:
    moves = map(str, game.starting_from(position).on(engine).start(seed=1).legal_moves)
    return {text for text in moves if text != "pass"}


@pytest.mark.parametrize("gaps", ["Any", "Equal"])
@pytest.mark.parametrize("length", one_in(4, [3, 2, 4, 5]))
@pytest.mark.parametrize(("board", "word", "way", "id"), KINDS, ids=[kind[-1] for kind in KINDS])
def test_so_many_in_line(
    tmp_path: Path, board: str, word: str, way: Way, id: str, length: int, gaps: str
) -> None:
    here = game(tmp_path, board, f"(is Aligned {length} {word} through:(site) gaps:{gaps})")
    names = here.site_names
    centres = here.topology.positions(here.compiled.facts.main)
    points = {name: (round(x, 6), round(y, 6)) for name, (x, y, *_) in zip(names, centres, strict=True)}
    generator, some = random.Random(f"{board} {word} {length}"), 0
    for number in range(5):
        own = generator.sample(names, generator.randint(2 * length, min(len(names) - 2, 8 + 3 * length)))
        other = [name for name in names if name not in own][:2]
        position = Position((("Disc1", tuple(own)), ("Disc2", tuple(other))))
        wanted = in_line(points, own, length, way, gaps == "Equal")
        some += bool(wanted)
        for engine in ("python", "native") if not number else ("native",):
            assert selected(here, position, engine) == wanted, (engine, own)
    assert some


def test_the_pieces_of_another_player(tmp_path: Path) -> None:
    pieces = (("Disc1", ("a1", "f6")), ("Disc2", ("b1", "c1", "f1", "e1", "e5")))
    here = game(tmp_path, SQUARE, "(is Aligned 4 Orthogonal P2 through:(site))", player=2)
    assert selected(here, Position(pieces), "native") == {"b1", "c1", "e1", "f1"}
    here = game(tmp_path, SQUARE, "(is Aligned 4 Orthogonal P2 through:(site))", player=1)
    assert selected(here, Position(pieces), "native") == set()


def test_where_the_last_move_ended(tmp_path: Path) -> None:
    first = ("a1", "b2", "e5")
    assert holds(tmp_path, "(is Aligned 4)", first=first, second=("e1",), added="d4")
    assert not holds(tmp_path, "(is Aligned 4)", first=first, second=("e1",), added="d3")
    assert not holds(tmp_path, "(is Aligned 4 gaps:Equal)", first=first, second=("e1",), added="d4")
    assert holds(tmp_path, "(is Aligned)", first=("a1", "b2"), second=("e1",), added="d4")


def test_what_stands_between_four_does_not_matter(tmp_path: Path) -> None:
    row = {"first": ("a1", "b1", "e1"), "second": ("c1",), "added": "d1"}
    assert holds(tmp_path, "(is Aligned 4)", **row) and not holds(tmp_path, "(is Line 4)", **row)


def test_a_line_longer_than_the_board_is_said(tmp_path: Path) -> None:
    for words, longest in (("7 All", 6), ("7 AnyAngle", 6), ("4 AnyAngle gaps:Equal", 6)):
        here = game(tmp_path, SQUARE, f"(is Aligned {words} through:(site))")
        said = [(each.code, each.label) for each in here.compiled.warnings]
        assert said == ([("W0402", f"the longest line has {longest}")] if words[0] == "7" else [])


@pytest.mark.parametrize("length", [1, 0, -3])
def test_a_line_of_fewer_than_two_is_a_mistake(tmp_path: Path, length: int) -> None:
    with pytest.raises(LanguageError) as raised:
        game(tmp_path, SQUARE, f"(is Aligned {length} All through:(site))")
    (mistake,) = raised.value.diagnostics
    assert mistake.code == "E0435" and mistake.span.text == str(length)
