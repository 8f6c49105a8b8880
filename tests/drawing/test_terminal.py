"""Boards as text: whatever the board, a player sees each piece, whose it is, and what its site is called."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import pytest

from gdl import Position, load, loads
from interpreter.drawing.board import draw
from interpreter.drawing.canvas import background_of, ink_of
from interpreter.drawing.symbols import shown
from interpreter.drawing.view import Marks
from interpreter.game.state import State
from tests.drawing.games import TILES, on_board


def played(state: State, plies: int) -> State:
    """The state after some moves at random."""
    generator = random.Random(5)
    for _ in range(plies):
        if not state.is_over:
            state = state.play(state.random_move(generator))
    return state


def lines_of(state: State, marks: Marks | None = None) -> list[str]:
    return ["".join(text for text, _ in line) for line in state.drawing(marks=marks)]


def read_by_rulers(lines: list[str]) -> dict[str, str]:
    """What stands where, read as on a chessboard: by the letters below and the numbers at the left."""
    foot = next(index for index, line in enumerate(lines) if re.fullmatch(r"\s+a( +[a-z]+)*", line))
    columns = {match[0]: match.start() for match in re.finditer(r"[a-z]+", lines[foot])}
    found = {}
    for line in lines[:foot]:
        head = re.match(r" *(\d+) ?", line)
        if head is None:
            continue
        words = [match for match in re.finditer(r"[^ .|\\/\-()<>]+", line) if match.start() >= head.end()]
        for column, at in columns.items():
            near = [word for word in words if word.start() - 1 <= at <= word.end()]
            if near:
                found[f"{column}{head[1]}"] = min(near, key=lambda word: abs(word.start() - at))[0]
    return found


def wanted(state: State) -> dict[str, str]:
    """What has to be seen: the symbol of each piece on the board, with its count or height."""
    table, names = state.game.picture.symbols, state.game.site_names
    on_board = {spot.site for spot in state.game.plan.spots}
    return {
        names[site]: shown(piece, table)
        for site, piece in enumerate(state.contents)
        if piece is not None and site in on_board
    }


GRIDS: Mapping[str, dict[str, str]] = {
    "chess": {}, "backgammon": {}, "oware": {}, "nine-mens-morris": {}, "troke": {}, "go": {"Size": "19"},
}  # fmt: skip


@pytest.mark.parametrize("name", GRIDS)
def test_boards_with_rulers_show_each_piece_in_its_row_and_column(name: str) -> None:
    state = played(load(name, GRIDS[name]).start(seed=2), 12)
    assert wanted(state) and read_by_rulers(lines_of(state)) == wanted(state)


def test_boards_of_colours_show_the_colour_behind_the_piece() -> None:
    state = played(load("katarenga").start(seed=2), 12)
    letters = state.game.plan.colour_letters
    colours = {spot.name: letters[spot.colour].lower() for spot in state.game.plan.spots}
    read = {name: text for name, text in read_by_rulers(lines_of(state)).items() if text not in "rgby"}
    assert read == {name: symbol + colours[name] for name, symbol in wanted(state).items()}


@pytest.mark.parametrize("name", ["triad", "yavalath", "chinese-checkers", "hex"])
def test_hexagons_keep_their_names_when_they_are_occupied(name: str) -> None:
    state = played(load(name).start(seed=2), 12)
    text = "\n".join(lines_of(state))
    read = {match[2]: match[1] for match in re.finditer(r"(\w+)[:!]([a-z]+\d+)", text)}
    assert read == wanted(state)
    for spot in state.game.plan.spots:
        assert re.search(rf"(?<!\w){spot.name}(?!\w)", text)


def test_nineteen_lines_are_nineteen_rows() -> None:
    assert len(str(on_board("(square 19) use:Vertex").start(seed=1)).splitlines()) == 20
    assert len(str(on_board("(square 5 diagonals:Alternating) use:Vertex").start(seed=1)).splitlines()) == 10


def test_boards_of_edges_show_dots_lines_and_who_drew_them() -> None:
    state = on_board("(square 3) use:Edge").start(seed=1)
    assert str(state).count("+") == 9
    free = str(state)
    assert all(move.target in free for move in state.legal_moves if move.target)
    for name in ("b1", "a2"):  # the lowest edge at the left, which lies, and the one above its left end
        state = state.play(name)
    *_, above, low = lines_of(state)
    assert re.search(r"\+-+W:b1-+\+ +d1 +\+", low) and re.search(r"B!a2", above)


def test_dice_are_what_they_show() -> None:
    game = load("backgammon")
    assert lines_of(game.start(seed=1, roll=[6, 2]))[-1] == "Dice: 6 2"


def test_the_last_move_is_marked_and_the_text_of_a_state_is_not() -> None:
    state = load("breakthrough").start(seed=1).play("a2-b3").play("c7-d6").play("b3-c4").play("d6-d5")
    taking = state.play("c4xd5")
    lines = lines_of(taking)
    assert "5  .  .  . (W) .  .  .  ." in lines and "4  .  . (.) .  .  .  .  ." in lines
    assert "(" not in str(taking)


def test_a_taken_piece_leaves_its_mark() -> None:
    state = load("maelstrom").starting_from(Position(
        (("Pawn1", ("e4", "a1", "h1")), ("Pawn2", ("e6", "a8", "h8", "d8"))), ply=10
    )).start(seed=1).play("e4xe5")  # fmt: skip
    lines = lines_of(state)
    assert any(line.startswith("6") and ">." in line.replace(" ", "") for line in lines)
    assert state.last_step.captured == {state.game.site_names.index("e6")}


def test_pieces_can_be_read_on_cells_of_their_own_colour() -> None:
    state = load("triad").start(seed=1)
    plan, picture = state.game.plan, state.game.picture
    for line in draw(plan, state.contents, picture, colour=True).rows():
        for text, style in line:
            if text in ("R", "G", "B"):
                ink, _, ground = style.partition(" on ")
                owner = "RGB".index(text) + 1
                assert ink == ink_of(picture, owner)
                assert f"on {ground}" not in {background_of(name, plan.colours) for name in plan.colours}


def test_where_a_move_may_lead_is_marked() -> None:
    game = load("breakthrough")
    marks = Marks(legal=frozenset({16, 17}))
    assert "3 [.][.] .  .  .  .  .  ." in lines_of(game.start(seed=1), marks)
    named = load("yavalath").start(seed=1)
    assert "a1?" in "".join(lines_of(named, Marks(legal=frozenset({0}))))


def test_numbers_can_stand_for_names() -> None:
    game = loads(TILES)
    text = str(draw(game.plan, (None,) * 9, game.picture, numbers=True))
    assert [int(number) for number in re.findall(r"\d+(?=/)", text)] == [6, 7, 8, 3, 4, 5, 0, 1, 2]
