"""What `(to)`, `(last To)`, `(mover)` and numbers of sites mean in rules inside of others.

On a square of three by three, by hand.
"""

from __future__ import annotations

import pytest

from gdl import loads
from interpreter.game.state import State

GAME = """
(game "Inside"
    (players {players})
    (equipment {{
        (board (square 3){board})
        {items}
        (piece "Man" Each {man})
    }})
    (rules
        (start {{{start}}})
        (play {play})
        (end (if (is Full) (result Mover Win)))
    )
)
"""


def begin(
    play: str, start: str = "", man: str = "", board: str = "", items: str = "", players: int = 2
) -> State:
    text = GAME.format(play=play, start=start, man=man, board=board, items=items, players=players)
    return loads(text).start(seed=1)


def targets(state: State) -> set[str]:
    return {move.target or "" for move in state.legal_moves}


def test_in_what_holds_for_all_sites_to_is_still_where_the_move_goes() -> None:
    # No man of the other stands beside the site.
    apart = "(all Sites (sites Occupied by:Next) if:(not (is In (site) (sites Around (to)))))"
    state = begin(f"(move Add (to (sites Empty) if:{apart}))", '(place "Man2" 0)')
    assert targets(state) == {"c1", "c2", "a3", "b3", "c3"}


def test_who_moves_a_partners_piece_moves_again() -> None:
    step = "(move Step N (to if:(is Empty (to))))"
    state = begin(
        "(forEach Piece P1 (then (moveAgain)))", '(set Team 1 {P1 P2}) (place "Man1" 0)', step, players=3
    )
    state = state.play(next(iter(state.legal_moves)))
    assert state.mover == 1
    partner = begin(
        "(if (is Mover P1) (move Pass) (forEach Piece P1 (then (moveAgain))))",
        '(set Team 1 {P1 P2}) (place "Man1" 0)',
        step,
        players=3,
    ).play("pass")
    assert partner.mover == 2
    assert partner.play(next(iter(partner.legal_moves))).mover == 2


def test_what_follows_the_move_of_a_partners_piece_is_about_the_player_whose_turn_it_is() -> None:
    state = begin(
        "(if (is Mover P1) (move Pass) (forEach Piece P1 (then (set Score Mover 7))))",
        '(set Team 1 {P1 P2}) (place "Man1" 0)',
        "(move Step N (to if:(is Empty (to))))",
        players=3,
    ).play("pass")
    assert list(state.play(next(iter(state.legal_moves))).scores) == [0, 7, 0]


def test_what_is_remembered_twice_is_gone_through_twice_also_where_a_condition_chooses() -> None:
    state = begin(
        """(if (< (count Moves) 2)
            (move Add (to (sites Bottom)) (then (remember Value "Seen" 4)))
            (move Pass (then
                (forEach Value (if (is Mover P1) (values Remembered "Seen") (values Remembered "Other"))
                    (addScore Mover (value))))))"""
    )
    assert list(state.play("a1").play("b1").play("pass").scores) == [8, 0]


def test_a_map_stands_for_pieces() -> None:
    state = begin(
        "(move Add (piece (mapEntry (count Moves))) (to (sites Empty)))",
        items='(map {(pair 0 "Man2") (pair 1 "Man1")})',
    ).play("a1")
    assert [piece.owner for piece in state.play("b1").contents if piece is not None] == [2, 1]


def test_what_names_a_site_is_no_piece_in_a_map() -> None:
    items = '(piece "A" Each) (map {(pair 0 "A1") (pair 1 "B1")})'
    state = begin('(move Add (piece "Man") (to (mapEntry (count Moves))))', items=items)
    assert targets(state) == {"a1"}


def test_what_follows_an_effect_that_moves_a_piece_tells_where_it_went() -> None:
    carry = '(fromTo (from 0) (to 4) (then (set Var "Where" (+ (* 10 (last From)) (last To)))))'
    state = begin(
        f'(if (= 4 (var "Where")) (move Add (to 8)) (move Add (to 2) (then {carry})))', '(place "Man2" 0)'
    )
    assert targets(state.play("c1")) == {"c3"}


def test_all_that_is_remembered_is_forgotten_whatever_its_name() -> None:
    remember = '(remember Value "Seen" (last To))'
    forget = "(forget Value All)"
    state = begin(
        f'(move Add (to (difference (sites {{0 1}}) (sites (values Remembered "Seen")))) (then {remember}))'
    )
    assert targets(state.play("a1")) == {"b1"}
    state = begin(
        f'(move Add (to (difference (sites {{0 1}}) (sites (values Remembered "Seen")))) '
        f"(then {remember} applyAfterAllMoves:False))".replace(remember, f"(and {remember} {forget})")
    )
    assert targets(state.play("a1")) == {"a1", "b1"}


def test_pieces_on_cells_of_a_board_of_points_move_too() -> None:
    state = begin(
        "(forEach Piece)",
        '(place "Man1" Cell {0})',
        "(move Step (from Cell) Orthogonal (to Cell if:(is Empty Cell (to))))",
        board=" use:Vertex",
        items="(hand P1)",
    )
    assert len(state.legal_moves) == 2


def test_a_number_that_no_cell_has_is_none_where_cells_are_meant() -> None:
    # Nine points and four cells: on cell 8 there is nothing, whatever is on point 8.
    state = begin(
        "(if (= 1 (count Cell at:8)) (move Add (to 1)) (move Add (to 2)))",
        '(place "Man1" 8) (place "Man2" Cell {0})',
        board=" use:Vertex",
    )
    assert targets(state) == {"c1"}


def test_where_pieces_stack_hands_count_as_occupied() -> None:
    stack = '(place Stack "Man1" (handSite P1) count:2) (place Stack "Man1" 4 count:2)'
    asked = "(move Select (from (sites Occupied by:Mover {})))"
    for top, board, sites in (
        ("", "", 2),
        ("top:True", "", 2),
        ("top:False", " use:Vertex", 2),
        ("", " use:Vertex", 1),
    ):
        state = begin(asked.format(top), stack, items="(hand Each)", board=board)
        assert len(state.legal_moves) == sites


def test_moves_start_where_a_legal_one_does() -> None:
    # Of three men those in the lowest row may go up, if afterwards the middle is empty.
    judged = "(do (forEach Piece (move Step N (to if:(is Empty (to))))) ifAfterwards:(is Empty 4))"
    state = begin(
        f"(move Select (from (sites From {judged})))",
        '(place "Man1" {0 1 2})'.replace("{0 1 2}", "(sites {0 1 2})"),
    )
    assert targets(state) == {"a1", "c1"}


def test_the_most_is_asked_of_all_moves_before_where_these_start() -> None:
    # One man may capture, the other step only.
    over = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
    hop = f"(move Hop (from) E {over} (to if:(is Empty (to))))"
    captures = f"(max Captures (forEach Piece (or {hop} (move Step (to if:(is Empty (to)))))))"
    state = begin(
        f"(move Select (from (sites From {captures})))", '(place "Man1" 0) (place "Man2" 1) (place "Man1" 3)'
    )
    assert targets(state) == {"a1"}


def test_of_effects_the_first_that_will_hold_afterwards_is_done() -> None:
    tried = "(do (add (to 4)) ifAfterwards:(is Empty 0))"
    play = f"(move Select (from (sites Empty)) (then (priority {{{tried} (add (to 8))}})))"
    assert begin(play).play("b1").contents[4] is not None
    other = begin(play, '(place "Man1" 0)').play("b1")
    assert other.contents[4] is None and other.contents[8] is not None


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_move_after_which_the_next_could_not_move_can_be_forbidden(engine: str) -> None:
    # On four cells in a row: once a man has come next to the other, that one cannot move.
    text = """(game "Row" (players 2)
        (equipment {
            (board (rectangle 1 4))
            (piece "Man" P1 (move Step E (to if:(is Empty (to)))))
            (piece "Man" P2 (move Step W (to if:(is Empty (to)))))
        })
        (rules
            (start {(place "Man1" 0) (place "Man2" 3)})
            (play (do (forEach Piece) ifAfterwards:(not (no Moves Next))))
            (end (if (>= (count Moves) 9) (result Mover Draw)))
        )
    )"""
    state = loads(text).on(engine).start(seed=1)
    assert [str(move) for move in state.legal_moves] == ["a1-b1"]
    assert [str(move) for move in state.play("a1-b1").legal_moves] == ["pass"]


def test_a_piece_would_be_attacked_on_an_empty_site_by_what_only_takes() -> None:
    takes = "(move Step (directions {SE SW}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
    state = begin(
        """(if (is Mover P1)
            (move Select (from (forEach (sites Empty) if:(is Threatened (id "Man" Mover) at:(site)))))
            (forEach Piece))""",
        '(place "Man2" 7)',
        takes,
    )
    # b3 takes to the two corners below it, and to no others.
    assert targets(state) == {"a2", "c2"}


def test_numbers_that_are_no_sites_are_pending_too() -> None:
    state = begin(
        """(if (is Mover P1)
            (move Add (to (sites Empty)) (then (set Pending (+ (last To) 20))))
            (move Select (from (forEach (sites Board) if:(is In (+ (site) 20) (sites Pending))))))"""
    )
    assert targets(state.play("c2")) == {"c2"}
    # Until the next move only.
    assert targets(state.play("c2").play("c2").play("a1")) == {"a1"}


def test_without_another_meaning_to_is_the_site_that_moves_are_for() -> None:
    away = (
        "(forEach Site (sites {0 1}) (move (from (site)) (to (forEach (sites {0 1 2}) if:(!= (to) (site))))))"
    )
    state = begin(away, '(place "Man1" (sites {0 1}))')
    assert {(m.origin, m.target) for m in state.legal_moves} == {
        ("a1", "b1"),
        ("a1", "c1"),
        ("b1", "a1"),
        ("b1", "c1"),
    }


def test_who_loses_at_the_same_moment_shares_the_rank() -> None:
    clear = "(move Select (from (sites {0})) (then (forEach Site (sites {1 2}) (remove (site)))))"
    text = GAME.format(
        play=clear,
        start='(place "Man1" 0) (place "Man2" 1) (place "Man3" 2)',
        man="",
        board="",
        items="",
        players=3,
    ).replace(
        "(if (is Full) (result Mover Win))", "(forEach Player if:(no Pieces Player) (result Player Loss))"
    )
    state = loads(text).start(seed=1)
    state = state.play(next(iter(state.legal_moves)))
    assert state.is_over and state.outcome is not None and state.outcome.ranks == (1.0, 2.5, 2.5)


def test_where_a_corner_points_to_the_north_it_is_the_northern_side() -> None:
    # Seven hexagons with corners at the top and at the bottom: the topmost is the side, and with rows at the
    # top those of that row.
    for board, moves in (("(rotate 30 (hex 2))", 1), ("(hex 2)", 2)):
        text = f"""(game "Hexagon" (players 2) (equipment {{(board {board}) (piece "Man" Each)}})
            (rules (play (move Add (to (sites Side N)))) (end (if (is Full) (result Mover Draw)))))"""
        assert len(loads(text).start(seed=1).legal_moves) == moves, board
