"""Which moves small rules offer: directions, hops, and whose pieces there are."""

from __future__ import annotations

from pathlib import Path

from gdl import load
from gdl.compile.compile import compile_game
from interpreter.engines.registry import make_engine
from interpreter.game.state import State


def begun(tmp_path: Path, *, board: str, pieces: str, start: str, play: str, players: str = "2") -> State:
    """The start of a game of such rules, which never ends in a few moves."""
    path = tmp_path / "small.lud"
    path.write_text(
        f"""(game "Small" (players {players})
            (equipment {{ (board {board}) {pieces} }})
            (rules (start {{ {start} }}) (play {play})
                (end (if (>= (count Moves) 50) (result Mover Draw)))))"""
    )
    return load(path).start(seed=1)


def offered(state: State) -> list[str]:
    """The moves, as `from-to` (or where a piece is added), in order."""
    return sorted(
        str(move.target) if move.origin is None else f"{move.origin}-{move.target}"
        for move in state.legal_moves
        if move.decision != "pass"
    )


def played(state: State, move: str) -> State:
    origin, target = move.split("-")
    (found,) = (m for m in state.legal_moves if (str(m.origin), str(m.target)) == (origin, target))
    return state.play(found)


NORTH_SOUTH = "{(player N) (player S)}"
EMPTY = "(to if:(is Empty (to)))"


def test_a_piece_declared_for_nobody_in_particular_is_everybodys_own(tmp_path: Path) -> None:
    state = begun(
        tmp_path, board="(square 2)", pieces='(piece "Disc")', start="", play="(move Add (to (sites Empty)))"
    )
    one = state.play(state.legal_moves[0])
    two = one.play(one.legal_moves[0])
    owners = [piece.owner for piece in two.sites.values() if piece is not None]
    assert sorted(owners) == [1, 2]


def test_a_hop_over_at_most_some_goes_over_something(tmp_path: Path) -> None:
    def hops(*enemies: str, over: str = "(max 2)") -> list[str]:
        hop = f"(move Hop E (between {over} if:(is Enemy (who at:(between)))) {EMPTY})"
        pieces = f'(piece "Disc" Each {hop})'
        start = '(place "Disc1" {"A1"}) ' + " ".join(f'(place "Disc2" {{"{e}"}})' for e in enemies)
        return offered(
            begun(tmp_path, board="(rectangle 1 5)", pieces=pieces, start=start, play="(forEach Piece)")
        )

    assert hops("B1", "C1") == ["a1-d1"]
    assert hops("B1") == ["a1-c1"]
    assert hops("C1") == []
    assert hops("C1", over="(exact 0)") == ["a1-b1"]
    assert hops("B1", over="(exact 0)") == []


def test_the_direction_of_the_move_itself(tmp_path: Path) -> None:
    # Onto a site behind which an enemy stands, or away from an enemy: seen from the move that is considered.
    def selected(site: str, way: str) -> list[str]:
        play = f"""(forEach Piece (move Select (from)
            (to (sites Around (from))
                if:(and (is Empty (to)) (is Enemy (who at:(ahead {site} {way})))))))"""
        start = '(place "Disc1" {"C3"}) (place "Disc2" {"E3" "C2"})'
        return offered(
            begun(tmp_path, board="(square 5)", pieces='(piece "Disc" Each)', start=start, play=play)
        )

    assert selected("(to)", "SameDirection") == ["c3-d3"]
    assert selected("(from)", "OppositeDirection") == ["c3-c4"]


def test_all_directions_but_the_one_that_leads_back(tmp_path: Path) -> None:
    pieces = '(piece "Disc" Each)'
    play = f"""(if (= 0 (count Moves))
        (forEach Piece (move Step E {EMPTY} (then (moveAgain))))
        (move Step (from (last To)) (difference Orthogonal OppositeDirection) {EMPTY}))"""
    state = begun(tmp_path, board="(square 3)", pieces=pieces, start='(place "Disc1" {"A2"})', play=play)
    assert offered(played(state, "a2-b2")) == ["b2-b1", "b2-b3", "b2-c2"]


def test_a_direction_that_two_things_decide(tmp_path: Path) -> None:
    # Forward is decided by the mover, the way back by the last move.
    pieces = '(piece "Disc" Each)'
    play = f"""(if (= 0 (count Moves))
        (forEach Piece (move Step E {EMPTY} (then (moveAgain))))
        (move Step (from (last To)) (union (directions {{Forward}}) OppositeDirection) {EMPTY}))"""
    state = begun(
        tmp_path, board="(square 3)", pieces=pieces, start='(place "Disc1" {"A2"})', play=play,
        players=NORTH_SOUTH,
    )  # fmt: skip
    assert offered(played(state, "a2-b2")) == ["b2-a2", "b2-b3"]


def test_a_relative_direction_goes_by_the_piece_that_stands_there(tmp_path: Path) -> None:
    pieces = '(piece "Boat" P1 E) (piece "Cart" P1 W) (piece "Disc" P1)'
    play = f"(move Step (from (sites Occupied by:Mover)) (directions {{Forward}}) {EMPTY})"
    start = '(place "Boat1" {"B1"}) (place "Cart1" {"B2"}) (place "Disc1" {"B3"})'
    state = begun(tmp_path, board="(square 4)", pieces=pieces, start=start, play=play, players=NORTH_SOUTH)
    assert offered(state) == ["b1-c1", "b2-a2", "b3-b4"]


def test_a_leap_goes_by_the_piece_that_stands_there(tmp_path: Path) -> None:
    pieces = '(piece "Boat" P1 E) (piece "Disc" P1)'
    play = f"(move Leap (from (sites Occupied by:Mover)) {{ {{F F}} }} forward:True {EMPTY})"
    start = '(place "Boat1" {"A1"}) (place "Disc1" {"A2"})'
    state = begun(tmp_path, board="(square 4)", pieces=pieces, start=start, play=play, players=NORTH_SOUTH)
    assert offered(state) == ["a1-c1", "a2-a4"]


def test_forwards_leads_across_undivided_faces_too(tmp_path: Path) -> None:
    # Diagonals are drawn in every other square: the plain step keeps to the lines, a relative direction is
    # a compass direction, in which the corner across an undivided square lies as well.
    def steps(way: str) -> list[str]:
        pieces = f'(piece "Disc" P1 (move Step {way} {EMPTY}))'
        board = "(merge (square 3) (shift 1 1 (graph vertices:{{0 0} {1 1}} edges:{{0 1}}))) use:Vertex"
        return offered(
            begun(
                tmp_path,
                board=board,
                pieces=pieces,
                start='(place "Disc1" {"A1"})',
                play="(forEach Piece)",
                players=NORTH_SOUTH,
            )
        )

    assert steps("Adjacent") == ["a1-a2", "a1-b1"]
    assert steps("(directions {Forwards} of:All)") == ["a1-a2", "a1-b2"]
    assert steps("Forwards") == ["a1-a2", "a1-b2"]
    assert steps("(directions {Forwards} bySite:True)") == ["a1-a2"]


def test_in_and_out_run_straight_through_the_middle(tmp_path: Path) -> None:
    # A hub and two rings of four: 5 is the outer site beyond 1, 3 the inner one opposite to 1.
    pieces = '(piece "Disc" P1 (move Slide WAY))'

    def reached(way: str) -> int:
        return len(
            begun(
                tmp_path, board="(concentric {1 4 4}) use:Vertex", pieces=pieces.replace("WAY", way),
                start='(place "Disc1" 5)', play="(forEach Piece)",
            ).legal_moves
        )  # fmt: skip

    assert reached("In") == 4  # the inner ring, the hub, and the two sites beyond
    assert reached("CW") == 3  # once round the ring


def test_an_added_piece_with_something_to_do_first_is_listed_twice(tmp_path: Path) -> None:
    # As Ludii's records have it; a person sees the move once.
    def listed(to: str) -> int:
        path = tmp_path / "small.lud"
        path.write_text(
            f"""(game "Small" (players 2) (equipment {{ (board (square 2)) (piece "Disc" Each) }})
                (rules (start (place "Disc2" {{"A1"}})) (play (move Add (to {to})))
                    (end (if (is Full) (result Mover Draw)))))"""
        )
        engine = make_engine("python", compile_game(path).program)
        return len(engine.legal_moves(engine.start(1)))

    over = "(sites Occupied by:Next)"
    assert listed(f"{over} (apply (remove (to)))") == 2
    assert listed("0 (apply (remove (to)))") == 1
    assert listed(f"{over} if:(is Enemy (who at:(to)))") == 1
    assert listed(f"{over} if:(is Enemy (who at:(to))) (apply (remove (to)))") == 2


def test_an_added_piece_has_what_its_apply_set_for_the_site(tmp_path: Path) -> None:
    play = """(move Add (piece "Disc1") (to (sites Empty) (apply (and {
        (set Value at:(to) 5) (set State at:(to) 3)}))))"""
    pieces = '(piece "Disc" Each maxValue:9 maxState:9)'
    state = begun(tmp_path, board="(rectangle 1 4)", pieces=pieces, start='(place "Disc2" {"A1"})', play=play)
    state = state.play(next(move for move in state.legal_moves if str(move.target) == "b1"))
    (piece,) = (piece for piece in state.sites.values() if piece is not None and piece.owner == 1)
    assert (piece.value, piece.state) == (5, 3)


def test_a_pass_repeats_nothing(tmp_path: Path) -> None:
    path = tmp_path / "small.lud"
    path.write_text(
        """(game "Small" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })
            (rules (meta {(no Repeat Positional) (passEnd NoEnd)})
                (play (or (move Pass) (move Add (to (sites Empty)))))
                (end (if (>= (count Moves) 9) (result Mover Draw)))))"""
    )
    state = load(path).start(seed=1)
    for _ in range(3):
        (passing,) = (move for move in state.legal_moves if move.decision == "pass")
        assert len(state.legal_moves) == 5
        state = state.play(passing)


def test_a_coordinate_is_the_file_and_rank_of_the_name(tmp_path: Path) -> None:
    def site(board: str, row: int, column: int) -> list[str]:
        play = f"(move Add (to (coord row:{row} column:{column})))"
        return offered(begun(tmp_path, board=board, pieces='(piece "Disc" Each)', start="", play=play))

    assert site("(square 3)", 1, 2) == ["c2"]
    # The files of hexagons slant: the lowest cell of a six-pointed star of side 2 is the first of file c.
    assert site("(hex Star 2)", 0, 2) == ["c1"]
    assert site("(hex Star 2)", 2, 0) == ["a3"]
    assert site("(hex Star 2)", 0, 0) == []


def placed(tmp_path: Path, *, start: str, equipment: str) -> dict[str, str]:
    """What stands where before the first move."""
    state = begun(
        tmp_path, board="(square 2)", pieces=equipment, start=start, play="(move Add (to (sites Empty)))"
    )
    return {site: f"{piece.name}{piece.owner}" for site, piece in state.sites.items() if piece is not None}


def test_what_is_placed_first_stays(tmp_path: Path) -> None:
    pieces = '(piece "Disc" Each) (piece "Ring" Each)'
    start = '(place "Disc1" (sites Bottom)) (place "Ring1" {"A1" "A2"}) (place "Ring2" coord:"B1")'
    assert placed(tmp_path, start=start, equipment=pieces) == {"a1": "Disc1", "b1": "Disc1", "a2": "Ring1"}


def test_pieces_placed_in_a_hand_lie_side_by_side(tmp_path: Path) -> None:
    pieces = '(hand Each size:2) (piece "Disc" Each) (piece "Ring" Each)'
    found = placed(tmp_path, start='(place "Disc" "Hand") (place "Ring" "Hand")', equipment=pieces)
    assert list(found.values()) == ["Disc1", "Ring1", "Disc2", "Ring2"]


def test_the_empty_sites_of_a_hand(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        board="(square 2)",
        pieces='(hand P1 size:3) (piece "Disc" P1)',
        start='(place "Disc1" "Hand")',
        play="(move Select (from (sites Empty 1)))",
    )
    assert len(state.legal_moves) == 2


def test_hands_are_cells(tmp_path: Path) -> None:
    def counted(use: str, count: str) -> list[str]:
        return offered(
            begun(
                tmp_path,
                board=f"(square 3) use:{use}",
                pieces='(hand P1) (piece "Disc" P1)',
                start='(place "Disc1" "Hand" count:2)',
                play=f"(move Add (to (sites {{({count} (handSite P1))}})))",
            )
        )

    assert counted("Vertex", "count Cell at:") == ["c1"]
    assert counted("Vertex", "count at:") == ["a1"]
    assert counted("Cell", "count at:") == ["c1"]


def test_what_follows_a_pass_may_look_at_moves(tmp_path: Path) -> None:
    # Each adds discs until the board is full, then both can only pass.
    play = """(move Add (to (sites Empty))
        (then (if (can Move (move Add (to (sites Empty)))) (set Var "Open" 1) (set Var "Open" 0))))"""
    state = begun(tmp_path, board="(square 1)", pieces='(piece "Disc" Each)', start="", play=play)
    state = state.play(state.legal_moves[0])
    (only,) = state.legal_moves
    assert only.decision == "pass"
    assert state.play(only).play(only).is_over


def test_a_slide_leaves_a_trail(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        board="(rectangle 1 4)",
        pieces='(piece "Seal" P1 (move Slide E (between trail:(id "Floe0")))) (piece "Floe" Neutral)',
        start='(place "Seal1" {"A1"})',
        play="(forEach Piece)",
    )
    after = played(state, "a1-c1")
    standing = {site: piece.owner for site, piece in after.sites.items() if piece is not None}
    assert standing == {"a1": 0, "b1": 0, "c1": 1}
