"""Value classes: what is written when it is first called gives what attrs gives."""

from __future__ import annotations

import pickle
from functools import cached_property

import attrs
import pytest

from gdl.support.values import define, frozen


@frozen
class Point:
    x: int
    y: int = 0
    note: str = attrs.field(default="", eq=False)


@frozen
class Marked(Point):
    mark: str = "*"


@frozen
class Nothing:
    pass


@frozen(eq=False)
class Named:
    name: str


@frozen
class Folded:
    """Compared as its author says."""

    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Folded) and self.name.lower() == other.name.lower()

    def __hash__(self) -> int:
        return hash(self.name.lower())


class Plain(Point):
    """A class of Python's own below a value class."""


@frozen
class Counted:
    numbers: tuple[int, ...]

    @cached_property
    def total(self) -> int:
        return sum(self.numbers)


def test_values_with_equal_fields_are_equal_and_hash_alike() -> None:
    assert Point(1, 2) == Point(1, 2)
    assert hash(Point(1, 2)) == hash(Point(1, 2))
    assert {Point(1, 2): "here"}[Point(1, 2)] == "here"
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())


def test_values_that_differ_in_a_field_are_not_equal() -> None:
    assert Point(1, 2) != Point(1, 3)
    assert Point(1, 2) != Point(2, 2)
    assert Point(1, 2).__eq__((1, 2)) is NotImplemented


def test_a_field_that_does_not_count_makes_no_difference() -> None:
    assert Point(1, 2, "a") == Point(1, 2, "b")
    assert hash(Point(1, 2, "a")) == hash(Point(1, 2, "b"))


def test_a_value_of_a_class_below_is_another() -> None:
    assert Marked(1, 2) != Point(1, 2)
    assert Point(1, 2) != Marked(1, 2)
    assert Marked(1, 2, mark="+") != Marked(1, 2, mark="-")
    assert Marked(1, 2, mark="+") == Marked(1, 2, "note", "+")


@pytest.mark.parametrize("first", [Plain, Point], ids=["below", "above"])
def test_it_is_the_same_whichever_class_is_compared_first(first: type[Point]) -> None:
    fresh = frozen(type("Fresh", (), {"__annotations__": {"x": int}}))
    below = type("Below", (fresh,), {})
    order = [below, fresh] if first is Plain else [fresh, below]
    for cls in order:
        assert cls(1) == cls(1)
        assert cls(1) != cls(2)
        assert hash(cls(1)) == hash(cls(1))
    assert below(1) != fresh(1)


def test_by_identity_where_that_is_asked_for() -> None:
    one = Named("a")
    assert one == one
    assert one != Named("a")
    assert len({one, Named("a")}) == 2


def test_what_a_class_says_itself_stays() -> None:
    assert Folded("King") == Folded("king")
    assert len({Folded("King"), Folded("KING")}) == 1


def test_values_stay_frozen_and_can_be_pickled() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Point(1, 2).x = 3  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(Point(1, 2, "n"))) == Point(1, 2, "n")


def test_what_is_worked_out_once_does_not_count() -> None:
    one, other = Counted((1, 2)), Counted((1, 2))
    assert one.total == 3
    assert one == other
    assert hash(one) == hash(other)


def test_values_that_can_change_have_no_hash() -> None:
    @define
    class Cell:
        value: int

    assert Cell(1) == Cell(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(Cell(1))


def test_they_are_shown_as_attrs_shows_them() -> None:
    assert repr(Point(1, 2, "n")) == "Point(x=1, y=2, note='n')"
