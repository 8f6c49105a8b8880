"""What forms are bound to."""

from __future__ import annotations

from typing import Any

import pytest

from gdl.bind import bind
from gdl.bind.binder import vocabulary
from gdl.bind.describe import signature_text
from gdl.boards.graph import SiteType
from gdl.ludeme.base import Ludeme, arg
from gdl.ludeme.categories import BoolExpr, Dim, FloatExpr, IntExpr, Ints, Moves, Region
from gdl.ludeme.literals import BoolLiteral, DimLiteral, FloatLiteral, IntLiteral, IntsLiteral
from gdl.parse.forms import Form, Number, Paren, Word
from gdl.words.words import AbsoluteDirection, RoleType, StepType
from tests.language import toy


def bound(text: str, expected: Any) -> Any:
    value, found = bind(toy.read(text), expected, toy.TOY)
    assert found == ()
    return value


def test_one_word_is_bound_to_the_class_of_the_wanted_kind() -> None:
    assert isinstance(bound("(if (is Line 3) 1 2)", IntExpr), toy.IfInt)
    assert isinstance(bound("(if (is Line 3) True)", BoolExpr), toy.IfBool)
    assert isinstance(bound("(if (is Line 3) (move Step (to)))", Moves), toy.IfMoves)
    assert isinstance(bound("(+ 1 2)", IntExpr), toy.AddTwo)
    assert isinstance(bound("(+ {1 2})", IntExpr), toy.AddInt)
    assert isinstance(bound("(+ 1 2)", Dim), toy.AddDim)
    assert isinstance(bound("(to)", IntExpr), toy.ToSite)
    assert isinstance(bound("(to)", toy.To), toy.To)


def test_optional_arguments_are_skipped_wherever_they_stand() -> None:
    line = bound("(is Line 3)", BoolExpr)
    assert (line.type, line.length.value, line.directions) == (None, 3, None)
    line = bound("(is Line Vertex 4 Diagonal)", BoolExpr)
    assert line.type is SiteType.VERTEX
    assert line.directions is AbsoluteDirection.DIAGONAL


def test_an_optional_argument_gives_back_what_a_later_one_needs() -> None:
    minus = bound("(- 3)", IntExpr)
    assert minus.a is None
    assert minus.b.value == 3
    assert bound("(- 3 4)", IntExpr).a.value == 3


def test_named_arguments_stand_anywhere() -> None:
    for text in ("(is Line 3 through:(to) exact:True)", "(is Line exact:True 3 through:(to))"):
        line = bound(text, BoolExpr)
        assert isinstance(line.through, toy.ToSite)
        assert isinstance(line.exact, BoolLiteral)


def test_variants_are_selected_by_words() -> None:
    assert isinstance(bound("(is Empty (to))", BoolExpr), toy.IsEmpty)
    assert isinstance(bound("(move Swap Pieces)", Moves), toy.SwapPieces)
    assert isinstance(bound("(move Swap Players P1 P2)", Moves), toy.SwapPlayers)
    assert isinstance(bound("(sites Taken by:Mover)", Region), toy.SitesOccupied)


def test_variants_are_selected_by_a_first_argument_of_words() -> None:
    assert isinstance(bound("(sites Top)", Region), toy.SitesSimple)
    assert isinstance(bound("(sites Mover)", Region), toy.SitesOf)
    assert isinstance(bound('(sites P1 "Home")', Region), toy.SitesOf)
    assert isinstance(bound("(is Enemy P1)", BoolExpr), toy.IsPlayer)


def test_where_several_ludemes_share_a_word_words_select_one() -> None:
    """`sites` goes on with words of three ludemes; `is` by itself is of one, whatever `is Line` is."""
    selected = [cls for cls in (toy.SitesSimple, toy.SitesOf, toy.IsPlayer, toy.IsLine)
                if vocabulary(toy.TOY).signature(cls).selected]  # fmt: skip
    assert selected == [toy.SitesSimple]


def test_arrays() -> None:
    assert bound('(sites {"A1" "B2"})', Region).names == ("A1", "B2")
    assert bound("(sites {})", Region).names == ()
    f, left = StepType.F, StepType.L
    assert bound("(sites Walk {{F L} {} {F}})", Region).steps == ((f, left), (), (f,))
    assert bound('(sites Occupied by:P1 component:{"X"})', Region).component == ("X",)
    assert bound('(sites Occupied by:P1 component:"X")', Region).component == "X"


def test_unions_take_the_first_that_fits() -> None:
    assert bound("(is Enemy Mover)", BoolExpr).who is RoleType.MOVER
    assert isinstance(bound("(is Enemy (mover))", BoolExpr).who, toy.Mover)
    assert isinstance(bound("1", IntExpr | Dim), IntLiteral)
    assert isinstance(bound("1", Dim | IntExpr), DimLiteral)


def test_literals() -> None:
    assert bound("Off", IntExpr).value == -1
    assert bound("End", IntExpr).value == -2
    assert bound("Infinity", IntExpr).value > 1_000_000
    assert bound("False", BoolExpr).value is False
    assert isinstance(bound("1", FloatExpr), FloatLiteral)
    assert isinstance(bound("{1 (mover)}", Ints), IntsLiteral)
    scale = bound("(scale 2 quietly:True)", FloatExpr)
    assert (scale.by, scale.times, scale.quietly) == (2.0, 1, True)
    assert bound("(move Step N (to))", Moves).direction.word is AbsoluteDirection("N")


def test_every_ludeme_has_its_span() -> None:
    text = "(if (is Line 3) (move Step (to)))"
    moves = bound(text, Moves)
    assert moves.span.text == text
    assert moves.condition.length.span.text == "3"
    assert moves.then.to.span.text == "(to)"


def test_of_equals_the_one_with_fewest_left_out_is_meant() -> None:
    # `(sites "X")` could leave out the role; `(sites {})` and the like could not be told apart otherwise
    assert isinstance(bound('(sites "Home")', Region), toy.SitesOf)


def test_of_equals_the_one_with_fewest_left_out_is_meant_in_whatever_order() -> None:
    before = toy.TOY.state()
    try:

        @toy.toy("near")
        class Longest(Moves):
            a: IntExpr = arg()
            b: IntExpr | None = arg(None)
            c: IntExpr | None = arg(None)

        @toy.toy("near")
        class Shortest(Moves):
            a: IntExpr = arg()

        @toy.toy("near")
        class Middle(Moves):
            a: IntExpr = arg()
            b: IntExpr | None = arg(None)

        for text, meant in {"(near 1)": Shortest, "(near 1 2)": Middle, "(near 1 2 3)": Longest}.items():
            assert type(bound(text, Moves)) is meant
    finally:
        toy.TOY.restore(before)


def test_forms_in_forms_are_read_so_deep_and_no_deeper() -> None:
    """A number stands a level below the form that holds it."""
    for deep, codes in ((400, []), (401, ["E0217"])):
        form: Form = Number(1)
        for _ in range(deep):
            form = Paren((Word("-"), form))
        value, found = bind(form, IntExpr, toy.TOY)
        assert [each.code for each in found] == codes
        assert (value is None) == bool(codes)


def test_of_equals_the_derived_class_is_meant() -> None:
    assert isinstance(bound("(kin 1)", Moves), toy.NearerKin)


def test_a_tie_is_a_mistake() -> None:
    value, found = bind(toy.read("(then (twin 1))"), toy.Then, toy.TOY)
    assert value is None
    (only,) = found
    assert only.code == "E0216"
    assert only.span.text == "(twin 1)"
    assert only.notes == ("it fits (twin <int>)", "it fits (twin (<int> | <roleType>))")
    assert isinstance(bound("(twin P1)", Moves), toy.TwinB)


def test_exclusive_arguments() -> None:
    assert bound("(count at:3)", IntExpr).at.value == 3
    for text in ("(count)", "(count at:3 in:(sites Top))"):
        _, found = bind(toy.read(text), IntExpr, toy.TOY)
        assert [each.code for each in found] == ["E0215"]


@pytest.mark.parametrize(
    ("cls", "text"),
    [
        (toy.IsLine, "(is Line [<siteType>] <int> [<absoluteDirection>] [through:<int>] [exact:<boolean>])"),
        (toy.IsPlayer, "(is <isPlayerType> (<roleType> | <int>))"),
        (toy.SitesWalk, "(sites Walk {{<stepType>}})"),
        (toy.SitesOccupied, "(sites Occupied by:<roleType> [component:<string> | component:{<string>}])"),
        (toy.Step, "(move Step [<direction>] <to> [<then>])"),
    ],
)
def test_signatures(cls: type[Ludeme], text: str) -> None:
    assert signature_text(vocabulary(toy.TOY).signature(cls)) == text


def test_a_class_registered_later_is_known() -> None:
    text = "(late)"
    assert bind(toy.read(text), Moves, toy.TOY)[0] is None
    before = toy.TOY.state()
    try:

        @toy.toy("late")
        class Late(Moves):
            pass

        assert isinstance(bound(text, Moves), Late)
    finally:
        toy.TOY.restore(before)
    assert bind(toy.read(text), Moves, toy.TOY)[0] is None
