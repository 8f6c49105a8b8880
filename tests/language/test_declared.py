"""The names that a text gives to things: of which kind each is, and which are spelt alike."""

from __future__ import annotations

from functools import partial

import pytest

from gdl.bind import bind
from gdl.bind.declared import MAX_COMPARED, Declared
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludeme.kinds import Kind
from gdl.ludeme.registry import REGISTRY
from gdl.ludemes.game import Game
from gdl.parse.forms import Paren
from gdl.parse.parser import parse
from gdl.source.text import Source

TEXT = """
(equipment {
    (board (square 3))
    (piece "Disc" Each)
    (piece "Red" Neutral)
    (regions "Home" P1 (sites Bottom))
    (regions "Disc" P2 (sites Top))
    (regions "Row1" (sites Bottom))
})
"""


@pytest.fixture(scope="module")
def declare() -> partial[Declared]:
    assert Game in REGISTRY.classes()
    forms, _ = parse(Source("mine.lud", TEXT))
    return partial(Declared, forms, REGISTRY, ["Hop", "Home"], {"Size": ["side", "depth"]})


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Red", Kind.PIECE),
        ("Red0", Kind.PIECE),  # with its owner's number behind
        ("Row1", Kind.REGION),
        ("Row12", None),  # nor has a region one
        ("Row", None),
        ("Disc", Kind.PIECE),  # what it is first
        ("Home", Kind.DEFINITION),
        ("Home1", None),
        ("Hop", Kind.DEFINITION),
        ("Size", Kind.OPTION),
        ("Nothing", None),
    ],
)
def test_what_a_name_is(name: str, kind: Kind | None, declare: partial[Declared]) -> None:
    assert declare().kind(name) is kind


def test_names_that_may_be_meant(declare: partial[Declared]) -> None:
    """Just one that is there, else those that are spelt alike; options are no names of things."""
    known = declare()
    assert [known.named(name) for name in ("Red", "Rde", "Hopp", "Sizes")] == [["Red"], ["Red"], ["Hop"], []]


def test_names_are_compared_so_often_and_no_more(declare: partial[Declared]) -> None:
    known = declare()
    for _ in range(MAX_COMPARED):
        assert known.named("Rde") == ["Red"]
    assert known.named("Rde") == []
    assert known.named("Red") == ["Red"]  # which takes no comparing


def test_what_a_name_is_asked_for_by(declare: partial[Declared]) -> None:
    known = declare()
    assert [known.asked_for(name) for name in ("Row1", "Red", "Hop", "Nothing")] == [
        "sites",
        "id",
        None,
        None,
    ]
    assert known.placeholders("Size") == ["<Size:side>", "<Size:depth>"]
    assert known.placeholders("Shape") == []


def test_whether_a_ludeme_names_something_by_a_name(declare: partial[Declared]) -> None:
    """A definition may stand for anything, and so may what is no ludeme; a region is none of the pieces."""
    known = declare()

    def bound(text: str, expected: object) -> object:
        (outer,), _ = parse(Source("mine.lud", f"(x {text})"))
        assert isinstance(outer, Paren)
        value, _ = bind(outer.items[1], expected)
        assert value is not None
        return value

    region, piece = bound('(sites "Row1")', Region), bound('(id "Red")', IntExpr)
    assert known.can_be_named("Row1", region) and known.can_be_named("Red", piece)
    assert not known.can_be_named("Row1", bound('(id "Row1")', IntExpr))
    assert not known.can_be_named("Red", bound('(sites "Red")', Region))
    assert known.can_be_named("Home", bound('(id "Home")', IntExpr))
    assert known.can_be_named("Nothing", bound('(id "Nothing")', IntExpr))
    assert known.can_be_named("Row1", bound("(sites Bottom)", Region))
    assert known.can_be_named("Row1", "Row1")
