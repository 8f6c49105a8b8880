"""Tiles that chance lays at the start of each game, and colours that change while one plays."""

from __future__ import annotations

from itertools import permutations

import pytest

from gdl import Game, load, loads
from gdl.lower.tiles import MosaicError, arrange, turned
from interpreter.game.position import Position
from interpreter.game.state import State

#: The faces of the box, as the file of the family has them.
FACES = {
    "1a": ("RYBG", "GRGB", "YYBR", "BGRY"), "1b": ("RGYB", "YRYG", "BGBR", "GBRY"),
    "2a": ("RYGB", "GYRY", "BBGR", "YRBG"), "2b": ("RGBY", "YYBR", "GRGB", "BYRG"),
    "3a": ("RGBY", "YYGR", "BBRG", "GRYB"), "3b": ("RYBG", "GYBR", "BGRY", "YRGB"),
    "4a": ("RGBY", "YYBR", "BGRG", "GRYB"), "4b": ("RYBG", "GYGR", "BBRY", "YRGB"),
}  # fmt: skip


def letters(state: State) -> list[str]:
    """The board's colours as rows of letters, from the top."""
    return ["".join(state.colours[f"{column}{row}"][0] for column in "abcdefgh") for row in range(8, 0, -1)]


#: Every way in which a face can lie, by the rows of letters that it then shows.
WAYS = {tuple(turned(rows, q)): f"{face}@{90 * q}" for face, rows in FACES.items() for q in range(4)}


def lying(state: State) -> list[str]:
    """What lies on the four places, from the top left: found by turning every face of the box."""
    rows = letters(state)
    corners = [(top, left) for top in (0, 4) for left in (0, 4)]
    return [WAYS[tuple(row[left : left + 4] for row in rows[top : top + 4])] for top, left in corners]


def test_no_two_ways_look_alike() -> None:
    assert len(WAYS) == 32


def shuffled(game: str = "katarenga", board: str = "Shuffled") -> Game:
    return load(game, options={"Board": board})


def test_each_start_with_another_seed_has_another_board_and_the_same_has_the_same() -> None:
    game = shuffled()
    boards = {seed: letters(game.start(seed=seed)) for seed in range(6)}
    assert len({"".join(board) for board in boards.values()}) == 6
    assert all(letters(game.start(seed=seed)) == board for seed, board in boards.items())


def test_each_tile_lies_there_once_and_in_every_way_that_there_is() -> None:
    """Of 600 starts: each of the 24 orders, and at each place every face in every turn."""
    game = shuffled().on("auto")
    seen = [lying(game.start(seed=seed)) for seed in range(600)]
    orders = {tuple(face[0] for face in board) for board in seen}
    assert orders == set(permutations("1234"))
    for place in range(4):
        ways = {board[place] for board in seen}
        assert {way[:2] for way in ways} == {*FACES}
        assert {way[3:] for way in ways} == {"0", "90", "180", "270"}


@pytest.mark.parametrize("game", ["katarenga", "isolation"])
def test_the_rules_are_those_of_the_same_board_laid_by_hand(game: str) -> None:
    drawn = shuffled(game)
    for seed in (3, 4):
        start = drawn.start(seed=seed)
        a, b, c, d = lying(start)
        by_hand = load(game, options={"Board": f"{a} {b} / {c} {d}"}).start(seed=0)
        assert letters(start) == letters(by_hand)
        assert [str(move) for move in start.legal_moves] == [str(move) for move in by_hand.legal_moves]
        assert start.perft(2) == by_hand.perft(2)


def test_engines_lay_the_same_boards() -> None:
    python, native = shuffled().on("python"), shuffled().on("auto")
    for seed in (1, 99):
        assert letters(python.start(seed=seed)) == letters(native.start(seed=seed))
        assert python.engine.playouts(3, seed) == native.engine.playouts(3, seed)


def test_what_the_layout_names_lies_fast() -> None:
    game = shuffled(board="1a ? / 2a@? ?@90")
    seen = [lying(game.start(seed=seed)) for seed in range(40)]
    assert {board[0] for board in seen} == {"1a@0"}
    # tiles 3 and 4 are left in the box; the place at the top right is not turned, the last one by 90 degrees
    assert {board[1] for board in seen} == {"3a@0", "3b@0", "4a@0", "4b@0"}
    assert {board[2] for board in seen} == {"2a@0", "2a@90", "2a@180", "2a@270"}
    assert {board[3] for board in seen} == {"3a@90", "3b@90", "4a@90", "4b@90"}


def test_a_seed_in_the_layout_is_one_board_and_random_alone_is_explained() -> None:
    game = shuffled(board="random:7")
    assert letters(game.start(seed=1)) == letters(game.start(seed=2))
    for text in ("random", "random 7", "Random:x"):
        with pytest.raises(MosaicError, match="random:SEED with a whole number, for example random:7"):
            arrange(text, FACES, 8, 8)


def test_too_few_tiles_for_chance_to_lay() -> None:
    two = {name: FACES[name] for name in ("1a", "1b", "2a")}
    with pytest.raises(Exception, match="4 tiles are needed and there are 2"):
        loads(_mosaic("shuffled", two)).start(seed=0)


def _mosaic(layout: str, faces: dict[str, tuple[str, ...]]) -> str:
    lines = " ".join(f'(face "{name}" {{{" ".join(map(_quoted, rows))}}})' for name, rows in faces.items())
    named = '(colour "R" "Red") (colour "Y" "Yellow") (colour "G" "Green") (colour "B" "Blue")'
    return f"""(game "Reds" (players 2)
      (equipment {{(board (square 8)) (piece "Man" Each)
        (colours (mosaic "{layout}" {{{lines}}}) {{{named}}})}})
      (rules (play (move Add (to (intersection (sites Empty) (sites "Red")))))
             (end (if (no Moves Next) (result Mover Win)))))"""


def _quoted(row: str) -> str:
    return f'"{row}"'


def test_only_tiles_that_are_there_are_needed_and_any_number_may_stay_in_the_box() -> None:
    game = loads(_mosaic("shuffled", FACES))
    assert {len(game.start(seed=seed).legal_moves) for seed in range(5)} == {16}  # four on each tile


def test_a_match_lays_them_anew_for_each_game() -> None:
    game = load("quartermaster-match", options={"Board": "Shuffled"}).on("auto")
    state, boards = game.start(seed=5), [""]
    while not state.is_over:
        if state.games_played == len(boards) - 1:
            boards.append("".join(letters(state)))
        state = state.play(state.legal_moves[0])
        assert state.games_played == len(boards) - 1 or "".join(letters(state)) == boards[-1]
    assert len(set(boards)) == len(boards) == state.games_played + 1 >= 3


def test_records_and_frozen_states_have_the_same_board() -> None:
    import pickle

    game = shuffled("isolation")
    start = game.start(seed=8)
    states = [start]
    for _ in range(3):
        states.append(states[-1].play(states[-1].legal_moves[0]))
    assert letters(pickle.loads(pickle.dumps(states[-1]))) == letters(start)
    assert states[1] != game.start(seed=9).play(game.start(seed=9).legal_moves[0])


def test_what_never_changes_is_no_part_of_the_state() -> None:
    for board in ("Standard", "random:3"):
        game = shuffled(board=board)
        assert not any("colour" in field.name for field in game.program.fields)
        assert game.start(seed=1).plan is game.plan


def test_they_are_drawn_as_they_lie() -> None:
    first, second = shuffled().start(seed=1), shuffled().start(seed=2)
    assert str(first) != str(second)
    row = next(line for line in str(first).splitlines() if line.startswith("5"))
    assert [cell[-1].upper() for cell in row.split()[1:]] == [*letters(first)[3]]


PAINTER = """(game "Painter" (players 2)
  (equipment {(board (square 3))
    (colours {"RGB" "R.G" "BBR"} {(colour "R" "Red") (colour "G" "Green") (colour "B" "Blue")})
    (piece "Pawn" Each (move Step Orthogonal (to if:(is In (to) (sites "Red")))
      (then (and (set Colour (last From) "Green") (set Colour (sites Around (last To) Orthogonal) "Red")))))})
  (rules (start {(place "Pawn1" {"a1"}) (place "Pawn2" {"c3"})}) (play (forEach Piece))
    (end {(if (no Moves Next) (result Mover Win)) (if (>= (count Repeats) 2) (result Mover Draw))})))"""


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_a_rule_changes_colours(engine: str) -> None:
    """a1 goes to a2, the one red cell beside it: around a2 all turns red, and a1, which it left, green and,
    as it lies beside a2, red after that. Black's pawn at c3 has no red cell beside it at first."""
    game = loads(PAINTER).on(engine)
    start = game.start(seed=0)
    assert start.colours == {
        "a3": "Red", "b3": "Green", "c3": "Blue", "a2": "Red", "c2": "Green", "a1": "Blue", "b1": "Blue",
        "c1": "Red",
    }  # fmt: skip
    assert [str(move) for move in start.legal_moves] == ["a1-a2"]
    after = start.play("a1-a2")
    assert after.colours["a1"] == after.colours["b2"] == after.colours["a3"] == "Red"
    assert after.colours["b1"] == "Blue" and after.colours["a2"] == "Red"
    assert start.colours["a1"] == "Blue"  # states never change
    assert str(after) != str(start) and " .r" in str(after).splitlines()[1]


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_a_position_with_other_colours_is_another(engine: str) -> None:
    """Both pawns go there and back in four plies; the third time draws, if the colours are the same too."""
    same = """(game "There and back" (players 2)
      (equipment {(board (rectangle 2 3)) (colours {"RRR" "RRR"} {(colour "R" "Red") (colour "B" "Blue")})
        (piece "Pawn" Each (move Step Orthogonal (to if:(is Empty (to))) THEN))})
      (rules (start {(place "Pawn1" {"a1"}) (place "Pawn2" {"a2"})}) (play (forEach Piece))
        (end (if (>= (count Repeats) 2) (result Mover Draw)))))"""
    around = ["a1-b1", "a2-b2", "b1-a1", "b2-a2"]
    paint = """(then (if (= 5 (count Moves)) (set Colour (sites Top) "Blue")))"""
    for then, plies in (("", 8), (paint, 13)):
        state, played = loads(same.replace("THEN", then)).on(engine).start(seed=0), 0
        while not state.is_over and played < 20:
            state, played = state.play(around[played % 4]), played + 1
        assert state.is_over and played == plies


def test_a_position_says_colours() -> None:
    game = loads(PAINTER)
    there = Position(pieces=(("Pawn1", ("a1",)), ("Pawn2", ("c3",))), colours=(("Red", ("b1", "c2")),))
    state = game.starting_from(there).start(seed=0)
    assert state.colours["b1"] == state.colours["c2"] == "Red" and state.colours["b3"] == "Green"
    assert sorted(str(move) for move in state.legal_moves) == ["a1-a2", "a1-b1"]
