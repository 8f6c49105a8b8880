"""Marks in comments, patterns of options, and the spaces that they make."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import load, loads
from gdl.source.diagnostics import LanguageError
from gdl.source.render import render_all
from gdl.source.text import Source
from interpreter.errors.user_errors import VaryError
from interpreter.study.vary.marks import Mark, marks_of
from interpreter.study.vary.space import space_of
from tests.vary.texts import LINES, throw


def marks(text: str) -> tuple[Mark, ...]:
    found, mistakes = marks_of(Source("game.lud", text))
    assert not mistakes, render_all(mistakes, False)
    return found


@pytest.mark.parametrize(
    ("text", "marked", "texts"),
    [
        ("(is Line 4) // vary 3..5", "4", ("3", "4", "5")),
        ("(is Line 4) // vary 2..6 by 2", "4", ("2", "4", "6")),
        ("(rectangle 6 7) // vary 7: 5, 9", "7", ("5", "9")),
        ("// vary 0.5 1.5\n(* 2 x)", "2", ("0.5", "1.5")),
        ("(a\n  (b c) // vary drop\n)", "(b c)", ("(b c)", "")),
        ("(a\n  if:(b c) // vary drop: it is dull\n)", "if:(b c)", ("if:(b c)", "")),
        ('// vary or (d e)\n// vary or "F"\n(b\n  c)', "(b\n  c)", ("(b\n  c)", "(d e)", '"F"')),
        ("// vary or (d\n//   (e))\n(b c)", "(b c)", ("(b c)", "(d\n   (e))")),
        ("// vary drop\n// vary or (d)\n(b c)", "(b c)", ("(b c)", "", "(d)")),
    ],
)
def test_what_a_mark_is_about(text: str, marked: str, texts: tuple[str, ...]) -> None:
    (mark,) = marks(text)
    assert (mark.span.text, mark.texts) == (marked, texts)


def test_what_only_looks_like_a_mark_is_none() -> None:
    assert marks('// these vary a lot: 3..7\n(is Line 4) // varying\n("// vary 3..4")') == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(rectangle 6 7) // vary 5..9", "which of the numbers 6, 7 may vary?"),
        ("(rectangle 6 7) // vary 8: 5..9", "its numbers are 6, 7"),
        ("(rectangle 6 6) // vary 6: 5..9", "stands there 2 times"),
        ("(is Line 4) // vary 7..3", "write 3..7"),
        ("(is Line 4) // vary 3-7", "numbers are wanted here"),
        ("(is Line 4) // vary 0..900000000", "more numbers than can be tried"),
        ("(is Full) // vary 3..7", "no number on the line"),
        ("(is Full) // vary drob", "did you mean `vary drop`?"),
        ("(is Full) // vary or is Empty", "one ludeme"),
        ("(is Full) // vary", "says nothing that may vary"),
        ("(a (b\n) // vary drop\n)", "no ludeme begins"),
        ("(is Line 4)\n// vary 3..7\n\n", "above nothing"),
        ("// vary 3..4\n(is Line 4) // vary 3..5", "marked twice"),
    ],
)
def test_what_is_said_of_marks_that_mean_nothing(text: str, said: str) -> None:
    _, mistakes = marks_of(Source("game.lud", text))
    assert [each.code for each in mistakes] == ["E0832"]
    assert said in render_all(mistakes, False)


def test_the_space_of_a_marked_file() -> None:
    space = space_of(loads(LINES), {})
    assert space.size == 3 * 2 * 2 * 2
    variants = list(space.variants())
    assert len(variants) == len({space.text_of(variant) for variant in variants}) == space.size
    texts = {space.label(variant): space.text_of(variant) for variant in variants}
    assert texts["as it is"] == LINES
    told = "line 5: (rectangle 4 6), line 13: without (if (is Full) (result Mover Draw))"
    assert texts[told] == LINES.replace("4 5)", "4 6)").replace("(if (is Full) (result Mover Draw))", "")


def test_what_stands_in_a_part_that_is_left_out_does_not_vary() -> None:
    text = "(a\n  // vary drop\n  (b\n    (c 1) // vary 1..9\n  )\n)"
    found = marks(text)
    from interpreter.study.vary.space import Space, knob_of

    space = Space("<text>", text, (), (), tuple(map(knob_of, found)), False)
    assert space.size == 18
    assert len({space.text_of(variant) for variant in space.variants()}) == len(list(space.variants())) == 10


@pytest.mark.parametrize(
    ("options", "values"),
    [
        ({"Board": "random:*"}, [f"random:{n}" for n in range(1, 101)]),
        ({"Board": "random:7..9"}, ["random:7", "random:8", "random:9"]),
        ({"board": "Standard|backs|random:3"}, ["Standard", "Backs", "random:3"]),
        ({"Line": "*"}, ["Any angle", "Straight"]),
        ({"Limit": "10..30:10"}, ["10", "20", "30"]),
    ],
)
def test_patterns_of_options(options: dict[str, str], values: list[str]) -> None:
    (knob,) = space_of(load("troika"), options).knobs
    assert list(knob.values) == values


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"Bord": "random:*"}, "E0304"),
        ({"Line": "Strait|Any angle"}, "E0305"),
        ({"Line": "x*"}, "E0831"),
        ({"Limit": "30..10"}, "E0831"),
        ({"Line": "Straight||"}, "E0831"),
        ({"Limit": "1..900000000"}, "E0831"),
        ({"Limit": "10..99999:7000"}, "E0305"),
    ],
)
def test_patterns_that_mean_nothing(options: dict[str, str], code: str) -> None:
    with pytest.raises(LanguageError) as caught:
        space_of(load("troika"), options)
    assert caught.value.diagnostics[0].code == code


def test_where_nothing_varies_that_is_told() -> None:
    with pytest.raises(VaryError, match=r"-o 'Line=\*'"):
        space_of(load("troika"), {"Line": "Straight"})
    with pytest.raises(VaryError, match=r"vary 3\.\.7"):
        space_of(loads(throw()), {}, marks=False)


def test_definitions_beside_the_file_come_along(tmp_path: Path) -> None:
    (tmp_path / "own.def").write_text('(define "Cells" (sites Empty))\n')
    file = tmp_path / "game.lud"
    file.write_text('(include "own.def")\n' + LINES.replace("(sites Empty)", '"Cells"'))
    space = space_of(load(file), {})
    other = next(v for v in space.variants() if space.text_of(v) != space.text)
    assert space.game(other).players == space.base().players
