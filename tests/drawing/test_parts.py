"""Boards in parts: the ground is what stays of a picture, and arrow keys reach every site of every board."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from gdl import load, loads
from interpreter.drawing.neighbours import DIRECTIONS, Arrows, neighbours
from interpreter.drawing.svg.parts import Ground, Stand, ground_of, still
from interpreter.game.shipped import shipped_games
from tests.drawing.games import HOSTILE, SVG, of_class, parsed, sites_of
from tests.quick import few


def ground(text: str) -> Ground:
    game = loads(text)
    return ground_of(game.plan, game.picture)


def board(shape: str) -> str:
    return f"""(game "Board" (players 2) (equipment {{(board {shape}) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""


def reaches_all(arrows: Sequence[Arrows]) -> bool:
    for start in range(len(arrows)):
        reached, waiting = {start}, [start]
        while waiting:
            fresh = {*arrows[waiting.pop()].values()} - reached
            reached |= fresh
            waiting += fresh
        if len(reached) < len(arrows):
            return False
    return True


@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_the_ground_is_the_picture_without_what_changes(name: str) -> None:
    state = load(name).start(seed=1)
    found = ground_of(state.plan, state.game.picture)
    root, picture = parsed(found.svg), parsed(state.svg())
    # the same cells, lines and points, in the same places
    for class_ in ("lw-cell", "lw-line", "lw-point", "lw-pit", "lw-ruler", "lw-above"):
        assert [each.attrib for each in of_class(root, class_)] == [
            each.attrib for each in of_class(picture, class_)
        ]
    assert not [*of_class(root, "lw-token")]
    assert {*sites_of(found.svg)} == {stand.site for stand in found.stands}
    assert [stand.site for stand in found.stands] == [spot.site for spot in state.plan.every_spot]


@pytest.mark.parametrize("text", (HOSTILE, board("(hex 3)"), board("(square 3) use:Vertex")))
def test_a_strict_policy_applies_all_of_it(text: str) -> None:
    root = parsed(ground(text).svg)
    for each in root.iter():
        assert each.tag != f"{SVG}style" and each.tag != f"{SVG}script" and "style" not in each.attrib
        assert not [key for key in each.attrib if key.startswith("on") or key.endswith("href")]


def test_a_stand_is_where_the_picture_has_its_site() -> None:
    game = load("breakthrough")
    found = ground_of(game.plan, game.picture)
    stands = {stand.name: stand for stand in found.stands}
    a1, b1, a2 = stands["a1"], stands["b1"], stands["a2"]
    assert a1.y == b1.y and a1.x == a2.x and b1.x > a1.x and a2.y < a1.y
    assert len(a1.outline) == 4 and 0 < a1.size <= a1.room
    cell = next(of_class(sites_of(found.svg)[a1.site], "lw-cell"))
    xs = [float(pair.split(",")[0]) for pair in cell.attrib["points"].split()]
    assert min(xs) < a1.x < max(xs)
    left, top, wide, high = found.box
    assert all(left < s.x < left + wide and top < s.y < top + high for s in found.stands)


def test_a_still_has_the_pieces_and_no_words() -> None:
    state = load("nine-mens-morris").start(seed=1).play("a1")
    picture = still(state.plan, state.game.picture, state.contents)
    assert len([*of_class(parsed(picture), "lw-token")]) == 1
    assert not [*of_class(parsed(picture), "lw-ruler")] and "White" not in picture


def test_arrows_on_squares_go_straight() -> None:
    found = ground(board("(square 3)"))
    sites = {stand.site: stand.name for stand in found.stands}
    by_name = {stand.name: stand for stand in found.stands}

    def arrows(stand: Stand) -> dict[str, str]:
        return {direction: sites[site] for direction, site in stand.neighbours.items()}

    assert arrows(by_name["b2"]) == {"up": "b3", "right": "c2", "down": "b1", "left": "a2"}
    assert arrows(by_name["a1"]) == {"up": "a2", "right": "b1"}


@pytest.mark.parametrize(
    "shape",
    (
        "(hex 4)",
        "(hex Diamond 4)",
        "(tri 4)",
        "(tiling T488 2)",
        "(spiral turns:3 sites:40) use:Vertex",
        "(concentric {1 8 16})",
        "(square 3) use:Edge",
        "(merge (square 3) (shift 1.5 1.5 (square 4)))",
    ),
)
def test_arrows_reach_every_site_of_odd_boards(shape: str) -> None:
    game = loads(board(shape))
    spots = game.plan.every_spot
    assert len(spots) > 8
    assert reaches_all(neighbours([(spot.x, spot.y) for spot in spots]))


@pytest.mark.parametrize("seed", range(20))
def test_arrows_reach_every_place_wherever_it_lies(seed: int) -> None:
    source = random.Random(seed)
    places = [(source.random() * 9, source.random() * 9) for _ in range(source.randint(1, 60))]
    places += places[: source.randint(0, 4)]  # some lie at one place
    found = neighbours(places)
    assert reaches_all(found)
    assert all(index != end for index, arrows in enumerate(found) for end in arrows.values())


@pytest.mark.parametrize("seed", range(5))
def test_an_arrow_leads_to_the_nearest_in_its_direction(seed: int) -> None:
    source = random.Random(seed)
    places = [
        (float(x), float(y)) for x, y in {(source.randint(0, 12), source.randint(0, 12)) for _ in "x" * 40}
    ]

    def cost(start: int, end: int, direction: str) -> float:
        across, up = DIRECTIONS[direction]
        dx, dy = places[end][0] - places[start][0], places[end][1] - places[start][1]
        along, aside = dx * across + dy * up, abs(dx * up) + abs(dy * across)
        return along + 2 * aside if along > 0 and aside <= along else math.inf

    for start, arrows in enumerate(neighbours(places)):
        for direction in DIRECTIONS:
            least = min(cost(start, end, direction) for end in range(len(places)))
            if direction in arrows and cost(start, arrows[direction], direction) < math.inf:
                assert cost(start, arrows[direction], direction) == least
            if least < math.inf:
                assert direction in arrows


def test_lines_that_the_file_wants_are_drawn_and_others_left_out() -> None:
    """Three by three points have twelve lines; neighbours stay what they are."""
    plain = board("(square 3) use:Vertex")
    graphics = '(metadata (graphics {(show Line "a1-b2 b2-c3") (hide Line "a2-a3 c1-b1 a1-c3")}))'
    drawn = {}
    for text in (plain, f"{plain}\n{graphics}"):
        game = loads(text)
        (path,) = of_class(parsed(game.board_svg()), "lw-line")
        drawn[text] = path.attrib["d"].count("M")
        assert len(game.start().legal_moves) == 9
    assert [*drawn.values()] == [12, 12 + 2 - 2]
    assert drawn_points(plain) > 0 == drawn_points(f"{plain}\n{graphics}")


def drawn_points(text: str) -> int:
    return len([*of_class(parsed(loads(text).board_svg()), "lw-point")])
