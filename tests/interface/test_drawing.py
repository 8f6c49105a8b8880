"""Boards drawn from coordinates: the shape, the rulers, the names, the colours."""

from __future__ import annotations

from textwrap import dedent

from interpreter.drawing.board import draw, legend
from interpreter.drawing.canvas import ink_of
from interpreter.drawing.plan import Plan, Spot
from interpreter.drawing.symbols import Picture, shown, symbols
from interpreter.engines.contents import Contents, Piece

PICTURE = Picture(("", "W", "B"), ("", "White", "Black"))
WHITE, BLACK = Piece("Pawn", 1, 1), Piece("Pawn", 2, 2)


def square(size: int, colours: str = "") -> Plan:
    names = {"r": "Red", "g": "Green"}
    return Plan(
        tuple(
            Spot(
                size * y + x, f"{'abcdefgh'[x]}{y + 1}", x, y, names[colours[size * y + x]] if colours else ""
            )
            for y in range(size)
            for x in range(size)
        )
    )


def with_pieces(plan: Plan, **pieces: Piece) -> Contents:
    named = {spot.name: spot.site for spot in plan.spots}
    contents: list[Piece | None] = [None] * len(plan.spots)
    for name, piece in pieces.items():
        contents[named[name]] = piece
    return tuple(contents)


def drawn(plan: Plan, **pieces: Piece) -> str:
    return str(draw(plan, with_pieces(plan, **pieces), PICTURE))


def lines(text: str) -> str:
    return dedent(text).strip("\n")


def test_a_square_board_has_rulers() -> None:
    assert drawn(square(3), a1=WHITE, c2=BLACK) == lines("""
        3  .  .  .
        2  .  .  B
        1  W  .  .
           a  b  c
    """)


def test_colours_are_letters_where_there_are_no_colours() -> None:
    assert drawn(square(2, "rgrg"), b2=BLACK) == lines("""
        2  .r  Bg
        1  .r  .g
           a   b
    """)


def test_colours_are_backgrounds_where_there_are() -> None:
    plan = square(2, "rgrg")
    rows = draw(plan, with_pieces(plan, b2=BLACK), PICTURE, colour=True).rows()
    styles = [style for row in rows[:2] for text, style in row if text.strip() and "on " in style]
    assert len(styles) == 4
    assert any(style.startswith("bold rgb(0,0,0) on ") for style in styles)


def test_sites_off_the_grid_bear_their_names() -> None:
    spots = [Spot(0, "a1", 1, 0), Spot(1, "c1", 3, 0)]
    spots += [Spot(i + 2, name, x, 1) for i, (name, x) in enumerate((("a2", 0), ("b2", 2), ("d2", 4)))]
    assert drawn(Plan(tuple(spots)), b2=WHITE) == "  a2   W:b2   d2\n     a1    c1"


def test_points_are_joined_by_lines() -> None:
    named = {"a1": (0, 0), "b1": (1, 0), "c1": (2, 0), "a2": (0, 1), "c2": (2, 1), "b3": (1, 2)}
    spots = tuple(Spot(i, name, x, y) for i, (name, (x, y)) in enumerate(named.items()))
    pairs = [("a1", "b1"), ("b1", "c1"), ("a1", "a2"), ("c1", "c2"), ("a2", "b3"), ("b3", "c2")]
    order = list(named)
    plan = Plan(spots, tuple((order.index(a), order.index(b)) for a, b in pairs))
    assert drawn(plan, a1=WHITE, c2=BLACK) == lines(r"""
        3      .
             /   \
        2  .       B
           |       |
        1  W---.---.
           a   b   c
    """)


def test_what_is_beside_the_board_is_listed() -> None:
    plan = square(1)
    plan = Plan(plan.spots, beside=(("Hand1", (1,)), ("Hand2", (2,))))
    contents = (None, Piece("Pawn", 1, 1, count=3), None)
    assert str(draw(plan, contents, PICTURE)).splitlines()[-1] == "Hand1: W3"


def test_symbols_tell_pieces_apart() -> None:
    players = ("", "White", "Black")
    assert symbols(("", "Pawn1", "Pawn2"), (0, 1, 2), players) == ("", "W", "B")
    assert symbols(("", "Disc1", "Disc2"), (0, 1, 2), ("", "Player 1", "Player 2")) == ("", "X", "O")
    kinds = ("", "King1", "King2", "Knight1", "Knight2", "Rock0")
    assert symbols(kinds, (0, 1, 2, 1, 2, 0), players) == ("", "K", "k", "N", "n", "*")
    three = ("", "Man1", "Man2", "Man3", "King1", "King2", "King3")
    assert symbols(three, (0, 1, 2, 3, 1, 2, 3), ("", "A", "B", "C"))[1:5] == ("Am", "Bm", "Cm", "Ak")
    numbered = ("", "Player 1", "Player 2", "Player 3")
    assert symbols(three, (0, 1, 2, 3, 1, 2, 3), numbered)[1:5] == ("1M", "2M", "3M", "1K")


def test_heaps_and_stacks_show_their_size() -> None:
    assert shown(Piece("Seed", 1, 1, count=4), PICTURE.symbols) == "W4"
    assert shown(Piece("Man", 2, 2, below=(BLACK, BLACK)), PICTURE.symbols) == "B3"
    assert shown(Piece("Man", 2, 2, below=(WHITE,) * 3), PICTURE.symbols) == "B4"


def test_low_stacks_of_different_pieces_are_shown_whole_from_the_top() -> None:
    assert shown(Piece("Man", 2, 2, below=(WHITE, BLACK)), PICTURE.symbols) == "BBW"
    table = ("", "Rt", "Rw", "Bt", "Bw")
    wall = Piece("Wall", 1, 2)
    assert shown(Piece("Tower", 1, 1, below=(wall,)), table) == "Rtw"
    assert shown(Piece("Tower", 2, 3, below=(wall,)), table) == "BtRw"
    assert shown(Piece("Tower", 1, 1, below=(wall, Piece("Wall", 2, 4))), table) == "RtBwRw"


def test_each_piece_of_a_stack_has_its_player_s_colour() -> None:
    plan, stack = square(2), Piece("Man", 2, 2, below=(WHITE,))
    (row, *_) = draw(plan, with_pieces(plan, a2=stack), PICTURE, colour=True).rows()
    inks = {text: style.split(" on ")[0] for text, style in row if text in ("W", "B")}
    assert inks == {"W": ink_of(PICTURE, 1), "B": ink_of(PICTURE, 2)}


def test_the_legend_names_every_piece_and_colour() -> None:
    picture = Picture(("", "W", "B"), ("", "White", "Black"), ("", "Pawn", "Pawn"), (0, 1, 2))
    said = ["".join(text for text, _ in line) for line in legend(square(2, "rgrg"), picture)]
    assert said == ["W White Pawn, B Black Pawn", "r Red, g Green"]
