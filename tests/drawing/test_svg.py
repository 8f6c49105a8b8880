"""Pictures: well-formed whatever names the rules have, complete in themselves, and telling all in more ways
than by colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from gdl import load, loads
from interpreter.drawing.svg.pieces import set_of
from interpreter.drawing.symbols import Picture
from interpreter.drawing.view import Layer
from interpreter.engines.contents import Piece
from interpreter.game.shipped import shipped_games
from tests.drawing.games import HOSTILE, SVG, TILES, of_class, on_board, parsed, sites_of
from tests.quick import few

EVERYTHING = tuple(layer.value for layer in Layer)


@pytest.mark.parametrize("name", few(sorted(shipped_games())))
def test_every_shipped_game_has_its_picture(name: str) -> None:
    game = load(name)
    state = game.start(seed=1)
    for _ in range(3):
        state = state.play(state.legal_moves[0]) if not state.is_over else state
    picture = state.svg(show=EVERYTHING)
    shown = sites_of(picture)
    assert {*shown} == {spot.site for spot in game.plan.every_spot} | game.hands
    names = {spot.site: spot.name for spot in game.plan.every_spot}
    for site, piece in enumerate(state.contents):
        label = shown[site].attrib["aria-label"]
        if site in names:
            assert label.startswith(names[site]) and ("empty" in label) == (piece is None)
        assert piece is None or game.picture.words(site, piece) in label
    assert len(picture) < 250_000


def test_names_from_rules_are_no_markup() -> None:
    game = loads(HOSTILE)
    state = game.start(seed=1).play("a1").play("b1")
    picture = state.svg(show=EVERYTHING)
    tags = {element.tag.removeprefix(SVG) for element in parsed(picture).iter()}
    assert "script" not in tags and "b" not in tags and "o" not in tags
    said = [group.attrib["aria-label"] for group in sites_of(picture).values()]
    assert "a1, Red, Player 1 St<o>ne&" in said
    assert any("</title><script>alert(1)</script>" in text for text in said)
    title = parsed(picture).findtext(f"{SVG}title")
    assert title == "Lost & <Found> ]]>, after 2 moves"


def test_pictures_need_nothing_from_elsewhere() -> None:
    for text in (HOSTILE, TILES):
        picture = loads(text).start(seed=1).svg(show=EVERYTHING)
        root = parsed(picture)
        assert not [e for e in root.iter() for key in e.attrib if key.endswith("href")]
        assert "@import" not in picture and picture.count("http") == 1  # the name of SVG itself
        wanted = set(re.findall(r"url\(#([^)]*)\)", picture))
        assert wanted and wanted == {each.attrib["id"] for each in root.iter(f"{SVG}pattern")}


def test_the_same_position_is_the_same_picture() -> None:
    one, other = (load("triad").start(seed=1) for _ in range(2))
    assert one.svg() == other.svg() == one._repr_svg_()


def test_a_site_says_what_it_is() -> None:
    picture = loads(TILES).start(seed=1).svg(show=EVERYTHING)
    labels = [group.attrib["aria-label"] for _, group in sorted(sites_of(picture).items())]
    # a row of letters for each row of the board, the top row first
    assert labels[:3] == ["a1, Blue, Home, empty", "b1, Yellow, Home, White Pawn", "c1, Red, Home, empty"]
    assert labels[7] == "b3, Green, Black Pawn"
    for group in sites_of(picture).values():
        assert group.findtext(f"{SVG}title") == group.attrib["aria-label"]


def test_a_board_without_a_position_says_nothing_of_pieces() -> None:
    game = loads(TILES)
    assert sites_of(game.board_svg())[1].attrib["aria-label"] == "b1, Yellow"
    assert "White Pawn" not in game._repr_svg_()


def uncoloured(element: ElementTree.Element) -> str:
    """What is left of an element where colours cannot be seen, nor where it stands."""
    text = ElementTree.tostring(element, encoding="unicode")
    return re.sub(r' (fill|stroke|class|transform)="[^"]*"', "", text)


def test_whose_a_piece_is_shows_without_colours() -> None:
    rules = "(move Add (piece (mover)) (to (sites Empty)))"
    game = loads(f"""(game "Six" (players 6) (equipment {{(board (square 3)) (piece "Disc" Each)}})
        (rules (play {rules}) (end (if (is Full) (result Mover Win)))))""")
    state = game.start(seed=1)
    for name in ("a1", "b1", "c1", "a2", "b2", "c2"):
        state = state.play(name)
    (pieces,) = of_class(parsed(state.svg()), "lw-pieces")
    assert len({uncoloured(piece) for piece in pieces}) == 6


def test_colours_of_sites_show_without_colours() -> None:
    picture = loads(TILES).board_svg()
    root = parsed(picture)
    patterns = {uncoloured(pattern) for pattern in root.iter(f"{SVG}pattern")}
    assert len(patterns) == 4
    (writing,) = of_class(root, "lw-writing")
    above = [text.text for text in of_class(writing, "lw-above")]
    assert sorted(text for text in above if text) == sorted("BYRYRGRGB")


def test_the_last_move_and_the_next_are_marked() -> None:
    start = load("breakthrough").start(seed=1)
    assert not [*of_class(parsed(start.svg()), "lw-to")]
    state = start.play("a2-b3")
    root = parsed(state.svg())
    assert [*of_class(root, "lw-from")] and [*of_class(root, "lw-to")] and [*of_class(root, "lw-last")]
    labels = [group.attrib["aria-label"] for group in sites_of(state.svg()).values()]
    assert "a2, empty, moved from here" in labels and "b3, White Pawn, moved here" in labels
    legal = sites_of(start.svg(legal=True)).values()
    reached = [each.attrib["data-name"] for each in legal if "can be moved to" in each.attrib["aria-label"]]
    assert reached == [f"{column}3" for column in "abcdefgh"]


def test_what_was_taken_is_marked() -> None:
    game = load("english-draughts")
    state = game.start(seed=1)
    while not any(move.is_capture for move in state.legal_moves):
        state = state.play(state.legal_moves[0])
    after = state.play(next(move for move in state.legal_moves if move.is_capture))
    gone = {name for name in state.sites if name not in after.sites}
    labels = {g.attrib["data-name"]: g.attrib["aria-label"] for g in sites_of(after.svg()).values()}
    told = {name for name, label in labels.items() if "captured here" in label}
    left = {name for name, label in labels.items() if "moved from here" in label}
    assert told and told | left == gone


def test_regions_and_tracks_are_drawn_and_explained() -> None:
    game = load("oware")
    root = parsed(game.board_svg(("regions", "tracks", "legend")))
    rings = [len([*group]) for n in (1, 2) for group in of_class(root, f"lw-region-{n}")]
    assert rings == [6, 6]
    (track,) = of_class(root, "lw-track-1")
    line = track.find(f"{SVG}polyline")
    assert line is not None and len(line.attrib["points"].split()) == 12 + 1  # round, back to the first
    text = [each.text for each in root.iter(f"{SVG}text")]
    assert "region of White" in text and "track Round" in text


def test_dice_show_their_faces() -> None:
    game = load("backgammon")
    state = game.start(seed=1, roll=[3, 5])
    dots = [len([*sites_of(state.svg())[die.site].iter(f"{SVG}circle")]) for die in game.dice]
    assert dots == [3, 5]
    assert "a die that shows 5" in sites_of(state.svg())[game.dice[1].site].attrib["aria-label"]


def test_heaps_show_their_number_and_stacks_all_pieces() -> None:
    oware = parsed(load("oware").start(seed=1).svg())
    assert [each.text for each in of_class(oware, "lw-number")] == ["4"] * 12
    state = load("lasca").start(seed=1)
    while not any(piece.height > 1 for piece in state.sites.values()):
        state = state.play(state.legal_moves[0])
    (pieces,) = of_class(parsed(state.svg()), "lw-pieces")
    assert len([*of_class(pieces, "lw-token")]) == sum(piece.height for piece in state.sites.values())


@pytest.mark.parametrize("board", ["(square 19) use:Vertex", "(hex 12)"])
def test_large_boards_are_no_large_files(board: str) -> None:
    assert len(on_board(board).start(seed=1).svg(show=EVERYTHING)) < 300_000


@pytest.mark.parametrize("board", [
    "(square 5)", "(hex 4)", "(tri 4)", "(square 4) use:Vertex", "(square 3) use:Edge",
    "(concentric Square rings:3) use:Vertex", "(rotate 90 (hex 4))", "(tiling T3464 2)", "(square 12)",
])  # fmt: skip
def test_what_is_written_does_not_overlap(board: str) -> None:
    root = parsed(on_board(board).start(seed=1).svg(show=("names", "numbers")))
    (writing,) = of_class(root, "lw-writing")
    boxes = []
    for text in writing.iter(f"{SVG}text"):
        size, wide = (
            float(text.attrib["font-size"]),
            0.55 * float(text.attrib["font-size"]) * len(text.text or ""),
        )
        x, low = float(text.attrib["x"]), float(text.attrib["y"])
        left = x - wide * {"middle": 0.5, "end": 1.0}.get(text.get("text-anchor", "start"), 0.0)
        boxes.append((left, low - 0.72 * size, left + wide, low))
    assert len(boxes) > 5
    for index, (left, top, right, low) in enumerate(boxes):
        for a, b, c, d in boxes[index + 1 :]:
            assert right <= a or c <= left or low <= b or d <= top


def test_small_cells_lie_above_the_large_ones_around_them() -> None:
    game = on_board("(merge (square 4) (shift 0 0 (scale 2 (square 2))))")
    order = [
        int(g.attrib["data-site"])
        for g in parsed(game.board_svg()).iter(f"{SVG}g")
        if "data-site" in g.attrib
    ]
    large = {spot.site for spot in game.plan.spots if abs(spot.shape[0][0] - spot.shape[2][0]) > 1.5}
    assert len(large) == 4 and {*order[:4]} == large


def test_players_have_different_colours() -> None:
    from interpreter.drawing.svg.palette import player_colours

    for names in (("Red", "Player 2", "VeryDarkGrey", "Orange"), tuple(f"Player {n}" for n in range(1, 9))):
        assert len(set(player_colours(("", *names)))) == 1 + len(names)
    assert player_colours(("", "White", "Red"))[1:] == ["#ffffff", "#b8352a"]


def test_unknown_layers_are_refused() -> None:
    with pytest.raises(ValueError, match="names of games"):
        load("tic-tac-toe").board_svg(["names of games"])


@pytest.mark.parametrize(("players", "turned"), ((2, [False, True]), (3, [False, False, False])))
def test_a_wedge_bears_its_text_upright_and_that_of_the_other_of_two_points_down(
    players: int, turned: list[bool]
) -> None:
    seats = range(1, players + 1)
    picture = Picture(
        ("", *("S" for _ in seats)), ("", *map(str, seats)), ("", *("Silver" for _ in seats)), (0, *seats),
        renamed={"Silver": "Wedge +S"},
    )  # fmt: skip
    drawn = [set_of(picture).draw(0, Piece("Silver", seat, seat), (0, 0), 100) for seat in seats]
    assert ['<g transform="rotate(180)"><g class="lw-points">' in each for each in drawn] == turned
    assert all(each.endswith(">+S</text></g>") and "<circle" not in each for each in drawn)
