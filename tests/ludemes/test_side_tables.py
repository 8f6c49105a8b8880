"""Side tables: each game that is lowered has one object of each class, and a memo makes a value once."""

from __future__ import annotations

from functools import partial

from gdl.builder.rows import Rows, RowsMemo
from gdl.builder.side_tables import Memo, SideTables


class Squares(Memo[int, int]):
    """The squares of numbers."""


class Cubes(Memo[int, int]):
    """The cubes of numbers."""


def test_a_class_has_one_object_in_each_game() -> None:
    game, other = SideTables(), SideTables()
    game.side_table(Squares)[3] = 9
    assert game.side_table(Squares) == {3: 9}
    assert not game.side_table(Cubes) and not other.side_table(Squares)


def test_a_value_is_made_once_for_each_key() -> None:
    made: list[int] = []

    def square(number: int) -> int:
        made.append(number)
        return number * number

    squares = SideTables().side_table(Squares)
    assert [squares.get_or_make(n, partial(square, n)) for n in (2, 3, 2)] == [4, 9, 4]
    assert made == [2, 3]


def test_what_is_made_of_rays_is_made_once_for_equal_rays() -> None:
    """Also where they are not the very same."""
    made: list[Rows] = []

    def count(rows: Rows) -> int:
        made.append(rows)
        return len(made)

    tables = SideTables()
    memo: RowsMemo[int] = RowsMemo()
    one = Rows((((1, 2),), ((0,),)), 2)
    same = Rows(tuple(tuple(tuple(map(int, ray)) for ray in rays) for rays in one.rays), 2)
    different = Rows((((1,),), ((0,),)), 2)
    found = [memo.get_or_make(tables, rows, partial(count, rows)) for rows in (one, same, one, different)]
    assert found == [1, 1, 1, 2]
    assert made == [one, different]
