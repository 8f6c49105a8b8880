"""Moves written as texts, apart from any game."""

from __future__ import annotations

from attrs import evolve

from interpreter.engines.contents import Contents, Piece, piece_name
from interpreter.game.notation import MoveFacts, MoveText, joined, others_of, turn_text, write_all

SITES = ("a1", "b1", "c1", "a2", "b2", "c2")


def piece(owner: int, name: str = "Pawn", component: int | None = None) -> Piece:
    return Piece(name, owner, owner if component is None else component)


def at(**pieces: Piece) -> Contents:
    return tuple(pieces.get(name) for name in SITES)


def facts(
    decision: str, origin: str, target: str, before: Contents, after: Contents, label: str = "",
    levels: tuple[int, int] | None = None, pending_captures: frozenset[int] = frozenset(),
) -> MoveFacts:  # fmt: skip
    def number(name: str) -> int:
        return SITES.index(name) if name else -1

    ends = number(origin), number(target)
    outcome = (after, pending_captures)
    return MoveFacts(decision, *ends, label, levels, 1, before, lambda: outcome, lambda: others_of(1, before))


def texts(*moves: MoveFacts) -> list[str]:
    return [str(written) for written in write_all(moves, SITES)]


def test_placing_moving_and_passing() -> None:
    mine, nothing = piece(1), at()
    assert texts(
        facts("add", "", "a1", nothing, at(a1=mine)),
        facts("move", "a1", "b2", at(a1=mine), at(b2=mine)),
        facts("pass", "", "", nothing, nothing),
        facts("swap", "", "", nothing, nothing),
    ) == ["a1", "a1-b2", "pass", "swap"]


def test_captures_are_seen_in_the_position() -> None:
    mine, theirs = piece(1), piece(2)
    replaced = facts("move", "a1", "b1", at(a1=mine, b1=theirs), at(b1=mine))
    jumped = facts("move", "a1", "c1", at(a1=mine, b1=theirs), at(c1=mine))
    moved_beside = facts("move", "a1", "a2", at(a1=mine, b1=theirs), at(a2=mine, b1=theirs))
    taken_off = facts("remove", "", "b1", at(b1=theirs), at())
    assert texts(replaced, jumped, moved_beside, taken_off) == ["a1xb1", "a1xc1", "a1-a2", "xb1"]


def test_a_piece_that_is_taken_at_the_end_of_the_turn_is_captured() -> None:
    before, after = at(a1=piece(1), b1=piece(2)), at(c1=piece(1), b1=piece(2))
    assert texts(facts("move", "a1", "c1", before, after, pending_captures=frozenset({1}))) == ["a1xc1"]


def test_placing_that_turns_pieces_over_is_no_capture_mark() -> None:
    before, after = at(b1=piece(2)), at(a1=piece(1), b1=piece(1))
    assert texts(facts("add", "", "a1", before, after)) == ["a1"]


def test_promotion_is_told() -> None:
    man = piece(1, "Man", 1)
    choices = [
        facts("move", "a1", "a2", at(a1=man), at(a2=piece(1, name, number)))
        for name, number in (("Queen", 3), ("Rook", 4))
    ]
    assert texts(*choices) == ["a1-a2=Queen", "a1-a2=Rook"]


def test_what_looks_alike_is_told_apart() -> None:
    nothing = at()
    add = [
        facts("add", "", "a1", nothing, at(a1=piece(1, name, number)))
        for number, name in enumerate(("Round", "Square", "Square"), 1)
    ]
    assert texts(*add) == ["a1=Round", "a1=Square#1", "a1=Square#2"]
    labelled = [facts("select", "", "a1", nothing, nothing, label=label) for label in ("left", "right")]
    assert texts(*labelled) == ["a1=left", "a1=right"]
    levels = [facts("move", "a1", "b1", nothing, nothing, levels=(level, 0)) for level in (0, 1)]
    assert texts(*levels) == ["a1-b1^1", "a1-b1^2"]


def test_moves_that_differ_in_what_they_take_name_it() -> None:
    mine, theirs = piece(1), piece(2)
    before = at(a1=mine, b1=theirs, a2=theirs, b2=theirs)
    east = facts("move", "a1", "c2", before, at(c2=mine, a2=theirs, b2=theirs))
    north = facts("move", "a1", "c2", before, at(c2=mine, b1=theirs, b2=theirs))
    assert texts(east, north) == ["a1xc2*b1", "a1xc2*a2"]
    both = facts("move", "a1", "c2", before, at(c2=mine, b2=theirs))
    assert texts(east, both) == ["a1xc2", "a1xc2*a2"]


def test_moves_that_differ_in_what_they_change_name_a_site() -> None:
    seeds = evolve(piece(0, "Seed"), count=2)
    before = at(a1=seeds)
    sown = [facts("select", "a1", "a1", before, at(**{where: seeds})) for where in ("b1", "a2")]
    assert texts(*sown) == ["a1~b1", "a1~a2"]


def test_moves_that_differ_in_whose_piece_is_placed_name_the_player() -> None:
    placed = [facts("add", "", "a1", at(), at(a1=piece(owner))) for owner in (1, 2)]
    assert texts(*placed) == ["a1=Pawn1", "a1=Pawn2"]


def test_the_number_of_a_move_that_has_another_suffix_is_known() -> None:
    placed = [facts("add", "", "a1", at(), at(a1=piece(owner))) for owner in (1, 2)]
    assert [text.numbered for text in write_all(placed, SITES)] == ["#1", "#2"]


def test_turns_are_one_word() -> None:
    jumps = [MoveText("a2", "x", "c4"), MoveText("c4", "x", "e6", "=King")]
    assert turn_text(jumps) == "a2xc4xe6=King"
    assert turn_text([MoveText("c3", "-", "d3"), MoveText("", "", "e5")]) == "c3-d3/e5"
    assert turn_text([MoveText("a1", "-", "a4"), MoveText("", "x", "d7")]) == "a1-a4xd7"
    assert turn_text([MoveText("a1", "-", "a4"), MoveText("", "", "pass")]) == "a1-a4"
    assert turn_text([MoveText("", "", "pass")]) == "pass"
    assert joined(MoveText("a1", "-", "a4"), MoveText("b1", "-", "b2")) == "/b1-b2"


def test_names_of_pieces_lose_their_owner_only() -> None:
    assert piece_name("Pawn1", 1) == "Pawn"
    assert piece_name("Die6", 1) == "Die6"
    assert piece_name("Stone2", 0) == "Stone2"
    assert piece_name("2", 2) == "2"


def test_placing_from_a_hand_is_placing() -> None:
    before, after = at(c2=piece(1)), at(a1=piece(1))
    assert texts(evolve(facts("move", "c2", "a1", before, after), from_hand=True)) == ["a1"]


def test_a_piece_that_leaves_a_stack_is_named_where_another_could() -> None:
    tower, wall = piece(1, "Tower", 1), piece(1, "Wall", 2)
    stack = at(a1=evolve(wall, below=(tower,)))
    from_below = facts("move", "a1", "b1", stack, at(a1=wall, b1=tower), levels=(0, 0))
    from_above = facts("move", "a1", "b1", stack, at(a1=tower, b1=wall), levels=(1, 0))
    both = facts("move", "a1", "c1", stack, at(c1=stack[0] or wall), levels=(0, 0))
    assert texts(from_below, from_above, both) == ["Tower a1-b1", "Wall a1-b1", "a1-c1"]
    assert texts(from_below) == ["a1-b1"]
