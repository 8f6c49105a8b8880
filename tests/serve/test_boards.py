"""Boards of rooms are shared, whoever says what about their ids."""

from __future__ import annotations

from interpreter.serve.rooms.boards import MOST, shared


def test_equal_boards_are_one_value() -> None:
    first = shared({"id": "equal", "sites": [1, 2]})
    assert shared({"id": "equal", "sites": [1, 2]}) is first


def test_another_board_that_claims_the_same_id_is_not_mistaken_for_it() -> None:
    shared({"id": "claimed", "sites": [1, 2]})
    other = {"id": "claimed", "sites": [3]}
    assert shared(other) == {"id": "claimed", "sites": [3]}


def test_only_so_many_are_kept() -> None:
    first = shared({"id": "old", "sites": []})
    for number in range(MOST):
        shared({"id": f"new {number}", "sites": []})
    assert shared({"id": "old", "sites": []}) is not first
