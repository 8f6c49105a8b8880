"""What is said about forms that do not bind: each mistake once, in order, pointing at the right place."""

from __future__ import annotations

import string
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gdl.bind import bind, explain, explain_values
from gdl.bind.known import KNOWN, ludii_has
from gdl.ludeme.base import Ludeme, arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr, Moves, Region
from gdl.ludeme.registry import Registry, ludeme
from gdl.parse.forms import Angle, Brace, Form, Named, Number, Paren, String, Word
from gdl.source.codes.binding import CODES
from gdl.source.diagnostics import Diagnostic
from gdl.source.edits import edited
from gdl.source.text import Source, Span, Use
from tests.language import toy


def mistakes(text: str, expected: Any, **more: Any) -> tuple[Diagnostic, ...]:
    value, found = bind(toy.read(text), expected, toy.TOY, **more)
    assert (value is None) == bool(found)
    return found


def told(found: tuple[Diagnostic, ...]) -> list[str]:
    """Code, what is pointed at, message, and then label, help and notes."""
    return [
        " | ".join((f"{each.code} [{each.span.text}] {each.message}", each.label, *each.help, *each.notes))
        for each in found
    ]


LONG = "(+ (+ 111111 222222) (+ 333333 (+ 444444 {})))"  # of 44 letters, and what is put in
IS_LINE = "signature: (is Line [<siteType>] <int> [<absoluteDirection>] [through:<int>] [exact:<boolean>])"
OCCUPIED = "signature: (sites Occupied by:<roleType> [component:<string> | component:{<string>}])"
STEP = "signature: (move Step [<direction>] <to> [<then>])"

IF_MOVES = "signature: (if <boolean> <moves> [<moves>])"
CASES: list[tuple[str, Any, list[str]]] = [
    (
        "(move Swap Pieces)",  # of three ludemes that begin with `move`
        Region,
        [
            "E0205 [(move Swap Pieces)] `move Swap Pieces` gives moves where a region is wanted"
            " | a region is wanted here | for example `(sites Empty)`"
        ],
    ),
    *(
        (
            f"(if is Line {LONG.format(number)} (move Step (to)))",
            Moves,
            [
                f"E0210 [is Line {LONG.format(number)}] an argument of `if` lacks its brackets"
                f" | these belong together | write {shown} | {IF_MOVES}"
            ],
        )
        for number, shown in (
            ("666666", f"`(is Line {LONG.format('666666')})`"),  # 60 letters
            ("7777777", "brackets around it"),
        )
    ),
    (
        "(sitez Top)",
        Region,
        ["E0203 [sitez] there is no ludeme `sitez` | a region is wanted here | did you mean `sites`?"],
    ),
    (
        "(Top)",
        Region,
        ["E0203 [Top] there is no ludeme `Top` | a region is wanted here | did you mean `sites Top`?"],
    ),
    (
        "(bet P1 3)",
        Moves,
        [
            "E0204 [bet] Ludii's `bet` is not supported here | moves are wanted here"
            " | write the rule with other ludemes, or add this one: docs/ludemes.md"
            " | Ludii has a ludeme of this name; it is not a misspelling"
        ],
    ),
    (
        "(if (sites Top) 1 2)",
        IntExpr,
        [
            "E0205 [(sites Top)] `sites` is a region where a condition is wanted | a condition is wanted here"
            " | for example `(is Empty (to))` | signature: (if <boolean> <int> <int>)"
        ],
    ),
    (
        "(is Lin 3)",
        BoolExpr,
        ["E0206 [Lin] there is no `is Lin` | not a word that follows `is` | did you mean `Line`?"],
    ),
    (
        "(is (to))",
        BoolExpr,
        ["E0206 [(is] a word is missing behind `is` |  | `is` is followed by Empty, Enemy, Line or Mover"],
    ),
    (
        "(is)",
        BoolExpr,
        ["E0206 [(is] a word is missing behind `is` |  | `is` is followed by Empty, Enemy, Line or Mover"],
    ),
    (
        "(move Swap)",
        Moves,
        [
            "E0206 [(move Swap] a word is missing behind `move Swap` | "
            " | `move Swap` is followed by Pieces or Players"
        ],
    ),
    (
        # It is missing behind the words of the name, wherever arguments with a name stand.
        "(is Line exact:True)",
        BoolExpr,
        [
            "E0209 [(is Line] `is Line` lacks its argument `length`: a number | missing: <int>"
            f" | for example `(is Line 3 exact:True)` | {IS_LINE}"
        ],
    ),
    (
        '(is "Line" 3)',
        BoolExpr,
        [
            'E0214 ["Line"] `"Line"` is a text in quotes where a word is wanted | '
            " | write it without quotes: `Line`"
        ],
    ),
    (
        "(sites Around (to))",
        Region,
        [
            "E0207 [Around] Ludii's `sites Around` is not supported here | "
            " | `sites` is followed by All, Ally, Board, Corners, Each, Enemy, Friend, Mover, Neutral, Next,"
            " NonMover, Occupied, ... | Ludii has this variant; it is not a misspelling"
        ],
    ),
    (
        '(is Line "3")',
        BoolExpr,
        [
            'E0214 ["3"] `"3"` is a text in quotes where a number is wanted | a number is wanted here'
            f" | write it without quotes: `3` | {IS_LINE}"
        ],
    ),
    (
        "(is Line 2.5)",
        BoolExpr,
        [f"E0208 [2.5] `2.5` is not a whole number | a number is wanted here | for example `3` | {IS_LINE}"],
    ),
    (
        "(is Line)",
        BoolExpr,
        [
            "E0209 [(is Line] `is Line` lacks its argument `length`: a number | missing: <int>"
            f" | for example `(is Line 3)` | {IS_LINE}"
        ],
    ),
    (
        "(is Line 3 Diagonal 4)",
        BoolExpr,
        [
            "E0210 [4] `4` in `is Line` stands in the wrong place, or is one too many | not wanted here"
            f" | arguments without a name stand in the order of the signature | {IS_LINE}"
        ],
    ),
    (
        "(is Line 3 exakt:True)",
        BoolExpr,
        [f"E0211 [exakt:True] `is Line` has no argument `exakt:` |  | did you mean `exact:`? | {IS_LINE}"],
    ),
    (
        "(is Line length:3)",
        BoolExpr,
        [
            "E0211 [length:3] `is Line` has no argument `length:` | "
            f" | this argument is written without a name | {IS_LINE}",
        ],
    ),
    (
        "(move Swap Hop)",  # that there is a `move Hop` elsewhere says nothing of what follows `move Swap`
        Moves,
        [
            "E0206 [Hop] there is no `move Swap Hop` | not a word that follows `move Swap`"
            " | `move Swap` is followed by Pieces or Players"
        ],
    ),
    (
        "(and {Hop})",
        Moves,
        [
            "E0214 [Hop] `Hop` is the name of a definition, and lacks its quotes"
            ' | a definition is used by its name in quotes | write it in quotes: `"Hop"`'
        ],
    ),
    (
        "(1 + 2)",
        IntExpr,
        [
            "E0201 [(1 + 2)] what stands in parentheses begins with the name of a ludeme"
            " | a number is wanted here | the operator stands first: `(+ 1 2)`"
        ],
    ),
    (
        '(1 + "a")',  # `(+ 1 "a")` would be as wrong
        IntExpr,
        [
            'E0201 [(1 + "a")] what stands in parentheses begins with the name of a ludeme'
            " | a number is wanted here | an array stands in braces: `{...}`"
        ],
    ),
    (
        "(sites Occupied)",  # an argument with a name may be the only one that is missing
        Region,
        [
            "E0209 [(sites Occupied] `sites Occupied` lacks its argument `by:`: a role"
            " | missing: by:<roleType> | for example `(sites Occupied by:Mover)`"
            f" | {OCCUPIED}"
        ],
    ),
    (
        # An optional argument may be any that has a name: what is only a number is not told to be `at:`.
        "(count 1)",
        IntExpr,
        [
            "E0210 [1] `count` takes no arguments without a name | not wanted here"
            " | signature: (count [in:<sites>] [at:<int>])"
        ],
    ),
    (
        # What is missing is told with the name that stands in its place.
        "(sites Occupied of:Mover)",
        Region,
        [
            "E0211 [of:Mover] `sites Occupied` has no argument `of:` |  | signature: (sites Occupied"
            " by:<roleType> [component:<string> | component:{<string>}])"
        ],
    ),
    (
        "(is Line 3 exact:True exact:False)",
        BoolExpr,
        ["E0212 [exact:False] `exact:` of `is Line` is given twice | "],
    ),
    (
        "(is Line 3 Diagonl)",
        BoolExpr,
        [
            "E0213 [Diagonl] `Diagonl` is not an absolute direction | an absolute direction (All, Adjacent,"
            f" Orthogonal, Diagonal, ...) is wanted here | did you mean `Diagonal`? | {IS_LINE}"
        ],
    ),
    (
        "(sites Occupied by:Mvoer)",
        Region,
        [
            "E0213 [Mvoer] `Mvoer` is not a role | a role (Neutral, P1, P2, P3, ...) is wanted here"
            " | did you mean `Mover`? | signature: (sites Occupied by:<roleType>"
            " [component:<string> | component:{<string>}])"
        ],
    ),
    (
        "(sites Occupied by:Mover component:Disc)",
        Region,
        [
            "E0214 [Disc] `Disc` is a word where a text in quotes or an array of texts in quotes is wanted"
            " | a text in quotes or an array of texts in quotes is wanted here"
            ' | write it in quotes: `"Disc"` | signature: (sites Occupied by:<roleType>'
            " [component:<string> | component:{<string>}])"
        ],
    ),
    (
        '(move Step (to) (then ("Hopp" (is Lin 3))))',
        Moves,
        [
            'E0202 ["Hopp"] there is no definition called "Hopp" | this would be the use of a definition'
            ' | did you mean `"Hop"`?',
            "E0206 [Lin] there is no `is Lin` | not a word that follows `is` | did you mean `Line`?",
        ],
    ),
    (
        "(move Step to)",
        Moves,
        [
            "E0208 [to] `to` is a word where `(to ...)` is wanted | `(to ...)` is wanted here"
            f" | write it in parentheses: `(to)` | {STEP}"
        ],
    ),
    (
        "(and (move Step (to)))",
        Moves,
        [
            "E0208 [(move Step (to))] this is a single `move` where an array of moves is wanted"
            " | an array of moves is wanted here | an array of one is written `{...}`"
            " | signature: (and {<moves>})"
        ],
    ),
    (
        "(is Empty {(to)})",
        BoolExpr,
        [
            "E0208 [{(to)}] this is an array where a number is wanted | a number is wanted here"
            " | write it without the braces | signature: (is Empty [<siteType>] <int>)"
        ],
    ),
    (
        "(is Line (3))",
        BoolExpr,
        [
            "E0201 [(3)] what stands in parentheses begins with the name of a ludeme"
            f" | a number is wanted here | a number stands without parentheses | {IS_LINE}"
        ],
    ),
    (
        "{at:3}",
        tuple[IntExpr, ...],
        ["E0218 [at:3] a name (`at:`) cannot stand here |  | leave out the name"],
    ),
    (
        # Several mistakes: each once, in order; none that follows from another.
        "(if (and (is Lin 3) (is Empty (too))) (move Step Forwrd (to)) (move Hop (to (sites Tpo))))",
        Moves,
        [
            "E0206 [Lin] there is no `is Lin` | not a word that follows `is` | did you mean `Line`?",
            "E0203 [too] there is no ludeme `too` | a number is wanted here | did you mean `to`?",
            "E0213 [Forwrd] `Forwrd` is not a direction | a direction is wanted here"
            f" | did you mean `Forward` or `Forwards`? | {STEP}",
            "E0207 [Hop] Ludii's `move Hop` is not supported here |  | `move` is followed by Step or Swap"
            " | Ludii has this variant; it is not a misspelling",
            "E0206 [Tpo] there is no `sites Tpo` | not a word that follows `sites` | did you mean `Top`?",
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected", "lines"), CASES, ids=[text for text, _, _ in CASES])
def test_what_is_said(text: str, expected: Any, lines: list[str]) -> None:
    assert told(mistakes(text, expected, definitions=["Hop", "Slide"])) == lines


@pytest.mark.parametrize(
    ("text", "expected", "repaired"),
    [
        ("(sitez Top)", Region, ["(sites Top)"]),
        ("(Top)", Region, ["(sites Top)"]),
        ("(is Lin 3)", BoolExpr, ["(is Line 3)"]),
        ('(is "Line" 3)', BoolExpr, ["(is Line 3)"]),
        ('(is Line "3")', BoolExpr, ["(is Line 3)"]),
        ("(is Line)", BoolExpr, ["(is Line 3)"]),
        ("(is Line exact:True)", BoolExpr, ["(is Line 3 exact:True)"]),
        ("(is Line 3 exakt:True)", BoolExpr, ["(is Line 3 exact:True)"]),
        ("(is Line 3 Diagonl)", BoolExpr, ["(is Line 3 Diagonal)"]),
        (
            "(sites Occupied by:Mover component:Disc)",
            Region,
            ['(sites Occupied by:Mover component:"Disc")'],
        ),
        ("(move Step to)", Moves, ["(move Step (to))"]),
        ("(move Step Forwrd (to))", Moves, ["(move Step Forward (to))", "(move Step Forwards (to))"]),
        ("(and (move Step (to)))", Moves, ["(and {(move Step (to))})"]),
        ("(is Empty {(to)})", BoolExpr, ["(is Empty (to))"]),
        ("(is Line (3))", BoolExpr, ["(is Line 3)"]),
    ],
)
def test_what_repairs_make(text: str, expected: Any, repaired: list[str]) -> None:
    """Each by itself, and what is made then binds."""
    form = toy.read(text)
    source = form.span.source
    _, (found,) = bind(form, expected, toy.TOY)
    made = [edited(source.text, fix.edits) for fix in found.fixes]
    assert made == [f"(x {each})" for each in repaired]
    for each in repaired:
        assert bind(toy.read(each), expected, toy.TOY)[1] == ()


def test_a_mistake_in_a_definition_used_twice_is_told_once() -> None:
    bad = toy.read("(is Lin 3)")
    place = Span(Source("game.lud", "x" * 50), 0, 5)
    uses = [Use("Bad", bad.span, Span(place.source, start, start + 3)) for start in (30, 10)]

    def copy(item: Form, use: Use) -> Form:
        if isinstance(item, Paren):
            return Paren(tuple(copy(each, use) for each in item.items), span=item.span, via=(use,))
        assert isinstance(item, Word | Number)
        kind = type(item)
        content = item.text if isinstance(item, Word) else item.value
        return kind(content, span=item.span, via=(use,))  # type: ignore[arg-type]

    whole = Paren((Word("and"), *(copy(bad, use) for use in uses)), span=place)
    _, found = bind(whole, BoolExpr, toy.TOY)
    assert [(each.code, each.via) for each in found] == [("E0206", (uses[0],))]


def test_nothing_is_told_again_of_what_could_not_be_read() -> None:
    """Where that is the word that tells which of several is meant, none of them is said to lack one."""
    assert bind(toy.read("(move () Players P1 P2)"), Moves, toy.TOY) == (None, ())


FEW = Registry()


@ludeme("turn", registry=FEW)
class TurnOf(Moves):
    """One that is told by the word that it begins with."""

    which: toy.IsPlayerType = arg()


@ludeme("turn", registry=FEW)
class TurnTo(Moves):
    """Another of two that have the same name."""

    where: IntExpr = arg()


@ludeme("throw", registry=FEW)
class Throw(Moves):
    """Of two groups of arguments one at most may be given of each."""

    at_most_one = (("by", "of"), ("sides", "faces"))
    by: int | None = named("by", None)
    of: int | None = named("of", None)
    sides: int | None = named("sides", None)
    faces: int | None = named("faces", None)


@ludeme("throw", registry=FEW)
class ThrowAgain(Moves):
    """One with another argument."""

    upto: int | None = named("upto", None)


@ludeme("here", registry=FEW)
class Here(IntExpr):
    """A number in brackets."""


@ludeme("here", registry=FEW)
class HereIf(Moves):
    """Two conditions with names."""

    condition: BoolExpr | None = named("if", None)
    exception: BoolExpr | None = named("unless", None)


@ludeme("is Empty", registry=FEW)
class Empty(BoolExpr):
    """A condition on a site."""

    site: IntExpr = arg()


@ludeme("cast", registry=FEW)
class Cast(Moves):
    """Two numbers with names, of which one must be given."""

    far: IntExpr | None = named("far", None)
    by: IntExpr = named("by")


_THROW = "signature: (throw [by:<int>] [of:<int>] [sides:<int>] [faces:<int>])"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            # Which of two is told by the word behind it: without one it is the other.
            "(turn)",
            "E0209 [(turn] `turn` lacks its argument `where`: a number | missing: <int>"
            " | for example `(turn 3)` | signature: (turn <int>)",
        ),
        (
            "(throw sides:1 faces:2)",
            f"E0215 [(throw] of `sides:` and `faces:`, only one can be given to `throw` |  | {_THROW}",
        ),
        (
            "(throw by:1 of:2)",
            f"E0215 [(throw] of `by:` and `of:`, only one can be given to `throw` |  | {_THROW}",
        ),
        (
            # A name that is nearly right is a better reason than one that is not.
            "(throw upot:3)",
            "E0211 [upot:3] `throw` has no argument `upot:` |  | did you mean `upto:`?"
            " | signature: (throw [upto:<int>])",
        ),
        (
            # Of two names that a number could have, it has the one that must be given.
            "(cast (here))",
            "E0220 [(here)] an argument of `cast` lacks its name | this is its `by:` | write `by:(here)`"
            " | signature: (cast [far:<int>] by:<int>)",
        ),
        (
            # What stands behind a name is asked there, and not behind another.
            "(here if:Empty)",
            "E0208 [Empty] `Empty` is a word where a condition is wanted | a condition is wanted here"
            " | did you mean `(is Empty (here))`? | signature: (here [if:<boolean>] [unless:<boolean>])",
        ),
    ],
)
def test_which_of_several_is_meant(text: str, line: str) -> None:
    assert told(bind(toy.read(text), Moves, FEW)[1]) == [line]


def test_of_very_many_brackets_the_first_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "MANY", 1)
    _, found = bind(toy.read("(and {(is Lin 1) (is Lin 2) (is Lin 3)})"), BoolExpr, toy.TOY)
    assert [each.code for each in found] == ["E0206", "E0208", "E0208"]
    monkeypatch.undo()
    monkeypatch.setattr(explain_values, "MAX_EXPLAINED", 2)  # and of an array so many members at most
    _, found = bind(toy.read("(and {(is Lin 1) (is Lin 2) (is Lin 3)})"), BoolExpr, toy.TOY)
    assert [each.code for each in found] == ["E0206", "E0206"]


def test_nesting_is_bounded() -> None:
    deep: Form = Number(1)
    for _ in range(5000):
        deep = Paren((Word("-"), deep))
    _, found = bind(deep, IntExpr, toy.TOY)
    assert [each.code for each in found] == ["E0217"]


def test_no_form_takes_exponential_time() -> None:
    deep: Form = Word("what")
    for _ in range(150):
        deep = Paren((Word("if"), deep, deep, deep))
    start = time.process_time()
    _, found = bind(deep, IntExpr | BoolExpr | Moves, toy.TOY)
    assert found
    assert time.process_time() - start < 5


def test_every_code_is_explained() -> None:
    for _, _, lines in CASES:
        for line in lines:
            assert line[:5] in CODES


def test_the_words_of_ludii() -> None:
    assert len(KNOWN) > 200
    assert ludii_has("sites", "Occupied")
    assert not ludii_has("sites", "Occupiedd")
    assert not ludii_has("sitez")


_words = st.sampled_from(
    [
        *toy.TOY.heads(),
        "Line",
        "Empty",
        "Mover",
        "P1",
        "Top",
        "Step",
        "Off",
        "True",
        "F",
        "sitez",
        "bet",
        "Foo",
    ]
)
_names = st.sampled_from(["by", "if", "at", "in", "through", "quietly", "what"])
_leaves = st.one_of(
    _words.map(Word),
    st.integers(-3, 5).map(Number),
    st.floats(0, 1).map(Number),
    st.text(string.ascii_letters, max_size=4).map(String),
)


def _nested(inner: st.SearchStrategy[Form]) -> st.SearchStrategy[Form]:
    items = st.lists(inner, max_size=4)
    return st.one_of(
        st.builds(lambda head, rest: Paren((Word(head), *rest)), _words, items),
        items.map(lambda each: Paren(tuple(each))),
        items.map(lambda each: Brace(tuple(each))),
        items.map(lambda each: Angle(tuple(each))),
        st.builds(Named, _names, inner),
    )


@settings(max_examples=300, deadline=None)
@given(
    st.recursive(_leaves, _nested, max_leaves=25),
    st.sampled_from([IntExpr, BoolExpr, Moves, Region, Ludeme, Region | IntExpr, tuple[Moves, ...]]),
)
def test_any_form_binds_or_is_explained(form: Form, expected: Any) -> None:
    value, found = bind(form, expected, toy.TOY)
    assert (value is None) == bool(found)
    assert all(each.code in CODES for each in found)
