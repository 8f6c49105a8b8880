"""Text before, forms after; and every slip reported once, with reading going on behind it."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gdl.format import formatted
from gdl.parse.brackets import MAX_DEPTH
from gdl.parse.forms import Angle, Brace, Form, Named, Number, Paren, Starred, String, Word, one_line
from gdl.parse.parser import parse
from gdl.parse.tokens import MAX_CHARACTERS, MAX_TOKENS, comments
from gdl.source.diagnostics import Diagnostic
from gdl.source.reading import decode
from gdl.source.text import Source

GOOD = """\
(define "Line"
    (if (is Line 3)
        (result Mover Win)
    )
)

(game "Tic"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Disc" P1)
        (piece "Cross" P2)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end ("Line"))
    )
)
"""


def read(text: str) -> tuple[Form, ...]:
    forms, mistakes = parse(Source("test.lud", text))
    assert mistakes == ()
    return forms


def mistakes_of(text: str) -> list[str]:
    _, mistakes = parse(Source("test.lud", text))
    return [f"{d.code} {d.span.line}:{d.span.column}" for d in mistakes]


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("", ()),
        ("  // nothing\n", ()),
        ("(is Line 3)", (Paren((Word("is"), Word("Line"), Number(3))),)),
        ("{1 -2 .5 -0.25}", (Brace((Number(1), Number(-2), Number(0.5), Number(-0.25))),)),
        ('"a \\"b\\" c"', (String('a "b" c'),)),
        ('"two\nlines"', (String("two\nlines"),)),
        ('"no // comment"', (String("no // comment"),)),
        ("1 // one\n2", (Number(1), Number(2))),
        ("by:Mover", (Named("by", Word("Mover")),)),
        ("if: (x)", (Named("if", Paren((Word("x"),))),)),
        ("edges:{{0 1}}", (Named("edges", Brace((Brace((Number(0), Number(1))),))),)),
        ("(< 1 2)", (Paren((Word("<"), Number(1), Number(2))),)),
        ("( > 1 2)", (Paren((Word(">"), Number(1), Number(2))),)),
        ("(<= 1)(>= 1)(!= 1)", tuple(Paren((Word(op), Number(1))) for op in ("<=", ">=", "!="))),
        ("(+ 1)(- 1)(* 1)(/ 1)(% 1)(^ 1)(= 1)", tuple(Paren((Word(op), Number(1))) for op in "+-*/%^=")),
        ("(board <Board:size>)", (Paren((Word("board"), Angle((Named("Board", Word("size")),)))),)),
        ("(<Kind> 3)", (Paren((Angle((Word("Kind"),)), Number(3))),)),
        ("<(< 1 2)>", (Angle((Paren((Word("<"), Number(1), Number(2))),)),)),
        ("<>", (Angle(()),)),
        ("(item)**", (Starred(Paren((Word("item"),)), 2),)),
        ("(* 2 (x)) *", (Starred(Paren((Word("*"), Number(2), Paren((Word("x"),)))), 1),)),
        ("at:#1 P#1 ~ 0..5", (Named("at", Word("#1")), Word("P#1"), Word("~"), Word("0..5"))),
        ('"A1".."B2"', (String("A1"), Word(".."), String("B2"))),
        ("(a)b:1(c)", (Paren((Word("a"),)), Named("b", Number(1)), Paren((Word("c"),)))),
        ("3d x-y _z é", (Word("3d"), Word("x-y"), Word("_z"), Word("é"))),
        ("\ufeff(a)", (Paren((Word("a"),)),)),
    ],
)  # fmt: skip
def test_forms(text: str, forms: tuple[Form, ...]) -> None:
    assert read(text) == forms


def test_spans_hold_the_very_text() -> None:
    text = '(a "b" c:{1 2})**  <d:e>'
    (starred, angle) = read(text)
    assert isinstance(starred, Starred)
    assert starred.span.text == '(a "b" c:{1 2})**'
    assert starred.item.span.text == '(a "b" c:{1 2})'
    assert isinstance(starred.item, Paren)
    assert [item.span.text for item in starred.item.items] == ["a", '"b"', "c:{1 2}"]
    assert angle.span.text == "<d:e>"


def test_comments_are_found_for_tools() -> None:
    source = Source("x", '(a) // one\n"// none" // two')
    assert [span.text for span in comments(source)] == ["// one", "// two"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("P1)", "P1", ["E0104 11:9"]),
        ("3))", "3)", ["E0104 10:9"]),
        ("Win)", "Win", ["E0104 3:9"]),
        ("Empty))))", "Empty)))", ["E0104 15:9"]),
        ("    })", "    )", ["E0104 9:16"]),
        ("    })", "    }", ["E0104 9:5"]),
        ("Win)\n    )\n)", "Win)\n    )\n", ["E0104 1:1"]),
        ('("Line"))\n    )\n)', '("Line"))\n    )\n', ["E0104 7:1"]),
        ("P1)", "P1))", ["E0105 11:26"]),
        ("    })\n", "    }))\n", ["E0105 13:7"]),
        ("P1)", "P1}", ["E0106 11:25"]),
        ('"Disc"', '"Disc', ["E0107 11:16"]),
        ('"Tic"', '"Tic', ["E0107 7:7"]),
        ("(players 2)", "(players, 2)", ["E0108 8:13"]),
        ("is Line 3", "is Line if:", ["E0109 2:18"]),
        ("(is Line 3)", "()", ["E0110 2:9"]),
    ],
)
def test_a_slip_is_reported_once_where_it_was_made(old: str, new: str, expected: list[str]) -> None:
    assert GOOD.count(old) >= 1
    assert mistakes_of(GOOD.replace(old, new, 1)) == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [("P1)", "P1"), ("3))", "3)"), ("    })", "    )"), ("P1)", "P1))"), ("P1)", "P1}"), ('"Disc"', '"Disc')],
)
def test_mended_text_reads_as_it_was_meant(old: str, new: str) -> None:
    forms, mistakes = parse(Source("test.lud", GOOD.replace(old, new, 1)))
    assert len(mistakes) == 1
    assert forms == read(GOOD)


def test_several_slips_in_one_run_in_the_texts_order() -> None:
    text = (
        GOOD.replace("Win)", "Win", 1).replace('"Disc"', '"Disc', 1).replace("(square 3)", "(square; 3)", 1)
    )
    assert mistakes_of(text) == ["E0104 3:9", "E0108 10:23", "E0107 11:16"]


def test_a_missing_bracket_spoils_no_later_definition() -> None:
    broken = '(define "A" (x 1)\n\n(define "B" (y 2))\n(define "C" (z 3)))\n'
    forms, _ = parse(Source("test.lud", broken))
    assert [one_line(form) for form in forms] == [
        '(define "A" (x 1))', '(define "B" (y 2))', '(define "C" (z 3))',
    ]  # fmt: skip
    assert mistakes_of(broken) == ["E0104 1:1", "E0105 4:19"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(" * 10_000_000, "E0102"),
        ("(" * (MAX_TOKENS - 1), "E0103"),
        ("{" * (MAX_DEPTH + 1) + "}" * (MAX_DEPTH + 1), "E0103"),
        (")" * (MAX_TOKENS - 1), "E0105"),
        ("(a }\n" * (MAX_TOKENS // 3 - 1), "E0106"),
        ("1 " * (MAX_TOKENS + 1), "E0102"),
        ('"a\nb' * 30_001, "E0107"),
        ('"' + '\\"' * 300_000, "E0107"),
        ("\0" * (MAX_CHARACTERS - 1), "E0108"),
        ("a:" * 60_000, "E0109"),
        ("1" * 5_000, "E0113"),
    ],
    ids=lambda value: value if len(value) < 9 else "",
)
def test_hostile_texts_end_soon_with_a_clear_mistake(text: str, code: str) -> None:
    start = time.process_time()
    _, mistakes = parse(Source("test.lud", text))
    assert time.process_time() - start < 8  # two seconds on an idle machine
    assert mistakes and mistakes[0].code == code
    assert len(mistakes) <= 30


def test_deepest_nesting_allowed_is_read() -> None:
    assert read("(a " * MAX_DEPTH + ")" * MAX_DEPTH)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xfe(\x00", "E0101"),
        (b"(game\0)", "E0101"),
        (b"(game\n \xff)", "E0101"),
        (b"\x80" * 900_000, "E0101"),
        (b" " * 1_000_001, "E0102"),
    ],
    ids=["utf-16", "nul", "latin", "binary", "huge"],
)
def test_bytes_that_are_no_text(data: bytes, code: str) -> None:
    refused = decode(data, "x.lud")
    assert isinstance(refused, Diagnostic)
    assert refused.code == code


def test_byte_order_mark_and_line_ends_do_not_matter() -> None:
    source = decode(b"\xef\xbb\xbf(a\r\nb\rc)", "x.lud")
    assert isinstance(source, Source)
    assert source.text == "(a\nb\nc)"


SOUP = st.lists(
    st.sampled_from(
        ["(", ")", "{", "}", "<", ">", '"', "a", "if:", "*", "//", "\n", "\n    ", " ", "1", "#1", "..",
         "(define", "\n(game ", "<=", "\\", ";", "\0", "é", "盤"]
    ),
    max_size=60,
).map("".join)  # fmt: skip


@given(SOUP | st.text(max_size=80))
@settings(max_examples=400, deadline=None)
@example(">*")
@example("a:<b:")
def test_no_text_crashes(text: str) -> None:
    source = Source("test.lud", text)
    forms, mistakes = parse(source)
    for mistake in mistakes:
        assert 0 <= mistake.span.start <= mistake.span.end <= len(text)
    assert mistakes == tuple(sorted(mistakes, key=lambda m: m.span.start))
    again, left = parse(Source("again.lud", "\n".join(map(one_line, forms))))
    if not mistakes:
        assert left == ()
        assert again == forms


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_no_bytes_crash(data: bytes) -> None:
    source = decode(data, "x.lud")
    if isinstance(source, Source):
        parse(source)


LEAVES = st.one_of(
    st.sampled_from(["a", "Mover", "#1", "P1", "0..5", "~"]).map(Word),
    st.integers(-999, 999).map(Number),
    st.floats(-100, 100, allow_nan=False).map(lambda x: Number(round(x, 3) + 0.0)),
    st.text('ab "\n(', max_size=6).map(String),
)


def _nested(children: st.SearchStrategy[Form]) -> st.SearchStrategy[Form]:
    items = st.lists(children, max_size=4).map(tuple)
    return st.one_of(
        items.map(lambda i: Paren((Word("x"), *i))),
        items.map(Brace),
        items.map(Angle),
        st.builds(Named, st.sampled_from(["if", "by"]), children.filter(lambda f: not isinstance(f, Named))),
        st.builds(Starred, items.map(lambda i: Paren((Word("item"), *i))), st.integers(1, 3)),
    )


@given(st.recursive(LEAVES, _nested, max_leaves=25), st.integers(10, 100))
@settings(max_examples=200, deadline=None)
def test_forms_written_out_read_back(form: Form, width: int) -> None:
    assert read(one_line(form)) == (form,)
    assert read(formatted(Source("form.lud", one_line(form)), width)) == (form,)


def test_what_an_option_stands_for_may_begin_with_a_comparison() -> None:
    """Its brackets are no signs, though blanks are around them and an operator follows a bracket in them."""
    (form,), mistakes = parse(Source("test.lud", '(item "a" < (if (= 0 1) (>= 2 3)) > "text")'))
    assert mistakes == () and isinstance(form, Paren)
    assert [type(item).__name__ for item in form.items] == ["Word", "String", "Angle", "String"]
