"""Value classes that are not made by attrs are what attrs would make of the same text."""

from __future__ import annotations

import copy
import inspect
import pickle
import weakref
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

import attrs
import pytest

from gdl.support import values
from gdl.support.fields import Field
from gdl.support.values import define, field, fields, frozen


@frozen
class Step:
    """One of each way in which a field begins."""

    title: ClassVar[str] = "a step"
    start: int
    to: int = 7
    _hidden: str = field(default="h", repr=False)
    seen: list[int] = field(factory=list, eq=False)
    sum: int = field(init=False)
    marks: dict[str, int] = field(factory=dict, init=False)
    kind: str = field(default="plain", init=False)
    name: str = field(kw_only=True)
    note: str = field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "sum", self.start + self.to)

    def described(self) -> str:
        return f"{__class__.__name__} {self.start}"  # type: ignore[name-defined]


@frozen
class Jump(Step):
    over: tuple[int, ...] = ()

    def described(self) -> str:
        return f"{super().described()} over {self.over}"


@attrs.frozen
class OfAttrs(Jump):
    more: int = 1


@define
class Cell:
    value: int
    holds: list[int] = field(factory=list)


def twin_of(cls: type, decorator: Callable[..., Any]) -> Any:
    """The same class, made by attrs of the same fields."""
    made = {
        each.name: attrs.field(
            default=each.default, repr=each.repr, eq=each.eq, init=each.init, kw_only=each.kw_only
        )
        for each in attrs.fields(cls)
    }
    own = {"__annotations__": dict.fromkeys(made, "object"), "__qualname__": cls.__qualname__}
    if hasattr(cls, "__attrs_post_init__"):
        own["__attrs_post_init__"] = cls.__attrs_post_init__
    return decorator(type(cls.__name__, (), own | made))


GIVEN: list[tuple[type, tuple[object, ...], dict[str, object]]] = [
    (Step, (1,), {"name": "n"}),
    (Step, (1, 2, "x", [3]), {"name": "n", "note": "m"}),
    (Step, (), {"start": 3, "hidden": "y", "seen": [1], "name": "n"}),
    (Jump, (1, 2, "x", [3], (4,)), {"name": "n"}),
    (Jump, (1,), {"over": (2,), "name": "n"}),
    (Cell, (1,), {}),
    (Cell, (1, [2]), {}),
]


@pytest.mark.parametrize(("cls", "args", "named"), GIVEN)
def test_values_are_what_attrs_makes(cls: type, args: tuple[object, ...], named: dict[str, object]) -> None:
    decorator = attrs.define if cls is Cell else attrs.frozen
    here, there = cls(*args, **named), twin_of(cls, decorator)(*args, **named)
    assert attrs.asdict(here) == attrs.asdict(there)
    assert repr(here) == repr(there)
    assert cls.__match_args__ == type(there).__match_args__  # type: ignore[attr-defined]


WRONG: list[tuple[tuple[object, ...], dict[str, object]]] = [
    ((), {"name": "n"}),
    ((1,), {}),
    ((1, 2, "x", [], 5), {"name": "n"}),
    ((1,), {"name": "n", "_hidden": "y"}),
    ((1,), {"name": "n", "sum": 3}),
    ((1,), {"name": "n", "start": 3}),
]


@pytest.mark.parametrize(("args", "named"), WRONG)
def test_what_attrs_refuses_is_refused_in_its_words(
    args: tuple[object, ...], named: dict[str, object]
) -> None:
    with pytest.raises(TypeError) as here:
        Step(*args, **named)  # type: ignore[arg-type]
    with pytest.raises(TypeError) as there:
        twin_of(Step, attrs.frozen)(*args, **named)
    assert str(here.value) == str(there.value)


def test_they_are_not_made_by_attrs() -> None:
    assert all(isinstance(each, Field) for cls in (Step, Jump, Cell) for each in fields(cls))


def test_attrs_knows_them() -> None:
    step = Step(1, name="n")
    assert attrs.has(Step)
    assert [each.name for each in attrs.fields(Jump)] == [each.name for each in fields(Jump)]
    assert attrs.fields(Step).to.default == 7
    assert attrs.fields(Step).to.type == "int"
    assert attrs.evolve(step, to=9).sum == 10
    assert attrs.evolve(step, hidden="k")._hidden == "k"


def test_classes_of_attrs_below_them_work() -> None:
    made = OfAttrs(1, over=(2,), more=3, name="n")
    assert (made.sum, made.over, made.more) == (8, (2,), 3)
    assert made.described() == "Step 1 over (2,)"
    assert [each.name for each in fields(OfAttrs)][-1] == "more"
    assert made == OfAttrs(1, over=(2,), more=3, name="n")
    assert made != OfAttrs(1, over=(2,), more=4, name="n")


def test_a_class_sees_itself_and_the_one_above() -> None:
    assert Step(1, name="n").described() == "Step 1"
    assert Jump(1, over=(2,), name="n").described() == "Step 1 over (2,)"
    assert Step.title == "a step"


def test_each_value_has_what_a_factory_makes_for_it() -> None:
    one, other = Step(1, name="n"), Step(1, name="n")
    one.seen.append(3)
    one.marks["a"] = 1
    assert (other.seen, other.marks) == ([], {})


def test_frozen_ones_stay_as_they_are_and_others_change() -> None:
    step, cell = Step(1, name="n"), Cell(1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        step.to = 3  # type: ignore[misc]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del step.to
    cell.value = 2
    assert cell == Cell(2)
    for value in (step, cell):
        with pytest.raises(AttributeError):
            value.other = 1  # type: ignore[union-attr]


@pytest.mark.parametrize("value", [Jump(1, 2, "x", [3], (4,), name="n"), Cell(1, [2])])
def test_they_are_copied_and_pickled(value: Any) -> None:
    for made in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert made == value
        assert attrs.asdict(made) == attrs.asdict(value)


def test_what_is_neither_given_nor_begun_is_not_set() -> None:
    @frozen
    class Late:
        later: int = field(init=False)

    with pytest.raises(AttributeError):
        _ = Late().later


def test_they_are_referred_to_weakly() -> None:
    step = Step(1, name="n")
    assert weakref.ref(step)() is step


def test_arguments_that_must_be_given_come_first() -> None:
    with pytest.raises(ValueError, match="No mandatory attributes"):
        frozen(type("Wrong", (), {"__annotations__": {"a": "int", "b": "int"}, "a": 1}))


def test_what_a_field_is_asked_for_that_only_attrs_knows_it_does() -> None:
    @frozen
    class Clipped:
        text: str = field(converter=lambda given: str(given).strip())

    assert Clipped(" a ").text == "a"


def test_what_is_worked_out_once_is_so_for_each_value() -> None:
    asked: list[int] = []

    @frozen
    class Square:
        side: int

        @cached_property
        def area(self) -> int:
            asked.append(self.side)
            return self.side**2

    @frozen
    class Cube(Square):
        edges: int = 12

    one, other = Square(3), Cube(4)
    assert (one.area, one.area, other.area, other.area) == (9, 9, 16, 16)
    assert asked == [3, 4]
    assert isinstance(fields(Square)[0], Field)
    with pytest.raises(AttributeError, match="'Cube' object has no attribute 'volume'"):
        _ = other.volume  # type: ignore[attr-defined]
    assert copy.copy(one).area == 9
    assert asked == [3, 4, 3]


def test_their_signatures_are_those_that_attrs_gives() -> None:
    for cls in (Step, Jump, Cell):
        here, there = inspect.signature(cls), inspect.signature(twin_of(cls, attrs.frozen))
        assert list(here.parameters) == list(there.parameters)
        for name, parameter in here.parameters.items():
            other = there.parameters[name]
            assert parameter.kind == other.kind
            assert other.default in (parameter.default, attrs.NOTHING)
            assert (other.default is attrs.NOTHING) == (repr(parameter.default) == "NOTHING")
    assert inspect.signature(Step).parameters["to"].annotation == "int"

    class Own(Cell):
        def __init__(self) -> None:
            super().__init__(3)

    assert not inspect.signature(Own).parameters
    assert Own().value == 3


def test_what_no_class_of_values_is_has_no_fields() -> None:
    with pytest.raises(TypeError, match="int"):
        values.fields(int)
