"""Forms before, forms after: definitions, options, rulesets, includes; and what goes wrong with them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gdl.expand import Expanded, Library, expand, load_forms, options_of, rulesets_of
from gdl.parse.forms import Form, Paren, one_line
from gdl.parse.parser import parse
from gdl.source.text import Source


def load(text: str, **choices: str) -> Expanded:
    return load_forms(Source("test.lud", text), choices)


def expanded(definitions: str, game: str) -> str:
    """What the game's part after the name expands to; there must be no mistake but unused definitions."""
    result = load(f'{definitions}\n(game "G" {game})')
    assert [d for d in result.diagnostics if d.severity == "error"] == []
    assert result.game is not None
    return " ".join(one_line(item) for item in result.game.items[2:])


def codes(result: Expanded) -> list[str]:
    return [d.code for d in result.diagnostics]


@pytest.mark.parametrize(
    ("definitions", "game", "after"),
    [
        # uses with and without brackets; a text that names nothing stays a text
        ('(define "A" (x))', '("A")', "(x)"),
        ('(define "A" (x))', '"A" "B"', '(x) "B"'),
        ('(define "A" (x))', '(y if:"A")', "(y if:(x))"),
        # bodies of any kind
        ('(define "N" 7)', '(y "N" ("N"))', "(y 7 7)"),
        ('(define "W" Mover)', '(y "W")', "(y Mover)"),
        ('(define "S" "text")', '(y ("S"))', '(y "text")'),
        ('(define "K" by:Mover)', '(y "K")', "(y by:Mover)"),
        ('(define "Two" (a) (b))', '(y "Two")', "(y (a) (b))"),
        ('(define "None")', '(y "None" 1)', "(y 1)"),
        ('(define "Br" {1 2})', '(y "Br")', "(y {1 2})"),
        # arguments: whole, named, absent, left out with ~
        ('(define "A" (x #1 #2))', '("A" 1 (b))', "(x 1 (b))"),
        ('(define "A" (x #2 #1))', '("A" 1 by:Mover)', "(x by:Mover 1)"),
        ('(define "A" (x #1 #2 #3))', '("A" 1)', "(x 1)"),
        ('(define "A" (x of:#1 z))', '("A")', "(x z)"),
        ('(define "A" (x #1 #2))', '("A" ~ 2)', "(x 2)"),
        ('(define "A" (x of:#1))', '("A" {1 2})', "(x of:{1 2})"),
        ('(define "A" {#1 3})', '("A" {1 2})', "{{1 2} 3}"),
        ('(define "A" P#1 "#1")', '("A" 2)', 'P2 "#1"'),
        ('(define "A" (#1 1))', '("A" foo)', "(foo 1)"),
        ('(define "A" (#1))', '("A" (foo))', "(foo)"),
        # an argument that is absent keeps its place in the use of another definition
        ('(define "A" ("B" #1 #2)) (define "B" (x a:#1 b:#2))', '("A" ~ 2)', "(x b:2)"),
        # definitions in definitions, and as arguments
        ('(define "A" ("B" (y #1))) (define "B" (x #1))', '("A" 1)', "(x (y 1))"),
        ('(define "Not" (not #1))', '("Not" ("Not" (x)))', "(not (not (x)))"),
        ('(define "Do" (#1 1)) (define "F" (f #1))', '("Do" "F")', "(f 1)"),
        ('(define "Later" "Sooner") (define "Sooner" 1)', '"Later"', "1"),
        # ranges
        ("", "{0..3 5..4 -1..1}", "{0 1 2 3 5 4 -1 0 1}"),
        ('(define "End" 3)', '{1.."End"}', "{1 2 3}"),
        ('(define "From" 2)', '{"From".."To"} (y)', '{2 .. "To"} (y)'),
        ("", '{"B2".."B4" "C1".."A1"}', '{"B2" "B3" "B4" "C1" "B1" "A1"}'),
        ("", '{"Z1".."AB1"}', '{"Z1" "AA1" "AB1"}'),
        # the game's own name is no use
        ('(define "G" 1)', '(y "G")', "(y 1)"),
    ],
)  # fmt: skip
def test_definitions(definitions: str, game: str, after: str) -> None:
    assert expanded(definitions, game) == after


SIZED = """
(define "Half" (/ <Board:size> 2))
(game "G" (board <Board> <Board:kind>) "Half" (end <Goal>))
(option "Board Size" <Board> args:{<size> <kind>} {
    (item "8x8" <8> <(square #1) use:Vertex> "A square.")*
    (item "Tiny board" <"Two"> <> "Tiny.")**
})
(option "Goal" <Goal> args:{<goal>} {
    (item "Line of three" <(line 3)> "")
    (item "Line of four" <(line 4)> "")
})
(define "Two" 2)
(rulesets {
    (ruleset "Ruleset/Old (Described)" {"Board Size/8x8" "Goal/Line of four"})*
    (ruleset "Ruleset/New" {"Board Size/Tiny board"})
})
(metadata (info {(description "What it is.")}))
"""


def game_of(text: str, ruleset: str | None = None, **choices: str) -> str:
    result = load_forms(Source("test.lud", text), choices, ruleset)
    assert [d for d in result.diagnostics if d.severity == "error"] == []
    assert result.game is not None
    return one_line(result.game)


def test_the_item_with_most_stars_is_the_default_else_the_first() -> None:
    assert game_of(SIZED) == '(game "G" (board 2) (/ 2 2) (end (line 3)))'


@pytest.mark.parametrize(
    "choices",
    [
        {"Board Size": "8x8", "Goal": "Line of four"},
        {"board-size": "8X8", "goal": "line-of-four"},
        {"board": "8", "GOAL": "line_of_f"},
        {"Board": "8x8", "Goa": "lineoffour"},
    ],
)
def test_choosing_by_name(choices: dict[str, str]) -> None:
    after = '(game "G" (board 8 (square) use:Vertex) (/ 8 2) (end (line 4)))'
    result = load_forms(Source("test.lud", SIZED), choices)
    assert result.game is not None and one_line(result.game) == after
    assert result.chosen == {"Board Size": "8x8", "Goal": "Line of four"}


def test_rulesets_choose_and_choices_go_before_them() -> None:
    assert game_of(SIZED, "old").endswith("(end (line 4)))")
    assert game_of(SIZED, "Ruleset/Old (Described)").startswith('(game "G" (board 8')
    assert game_of(SIZED, "Old", Goal="Line of three").endswith("(end (line 3)))")


@pytest.mark.parametrize(
    ("choices", "ruleset", "code", "hint"),
    [
        ({"Bord Size": "8x8"}, None, "E0304", 'did you mean "Board Size"?'),
        ({"Goal": "Line of five"}, None, "E0305", 'did you mean "Line of four"?'),
        ({"Goal": "line"}, None, "E0312", 'there are: "Line of three", "Line of four"'),
        ({}, "Odl (Described)", "E0317", 'did you mean "Old (Described)"?'),
    ],
)
def test_unknown_choices(choices: dict[str, str], ruleset: str | None, code: str, hint: str) -> None:
    result = load_forms(Source("test.lud", SIZED), choices, ruleset)
    (mistake,) = [d for d in result.diagnostics if d.severity == "error"]
    assert mistake.code == code
    assert hint in mistake.help
    assert result.game is not None


def test_options_and_rulesets_listed() -> None:
    forms, _ = parse(Source("test.lud", SIZED))
    options, mistakes = options_of(forms)
    rulesets, more = rulesets_of(forms)
    assert mistakes == more == ()
    assert [(o.name, o.tag, o.arguments, o.default.name) for o in options] == [
        ("Board Size", "Board", ("size", "kind"), "Tiny board"),
        ("Goal", "Goal", ("goal",), "Line of three"),
    ]
    assert [(i.name, i.description, i.stars) for i in options[0].items] == [
        ("8x8", "A square.", 1),
        ("Tiny board", "Tiny.", 2),
    ]
    assert [(r.title, r.stars) for r in rulesets] == [("Old (Described)", 1), ("New", 0)]


def test_metadata_is_kept_as_it_is() -> None:
    assert [one_line(form) for form in load(SIZED).metadata] == ['(info {(description "What it is.")})']


def test_the_chosen_options_are_put_into_the_metadata() -> None:
    text = """(game "G") (metadata (info {(name <O:name> "#1" "A")})) (define "A" 1)
        (option "O" <O> args:{<name>} {(item "one" <"One"> "")* (item "two" <"Two"> "")})"""
    assert [one_line(form) for form in load(text, O="two").metadata] == ['(info {(name "Two" "#1" "A")})']


def test_definitions_inside_a_chosen_item() -> None:
    text = """<Rules:define>
(game "G" <Rules:play>)
(option "Rules" <Rules> args:{<define> <play>} {
    (item "One" <(define "Goal" (one))> <(play "Goal")> "")
    (item "Two" <(define "Goal" (two))> <(play "Goal")> "")
})"""
    assert game_of(text) == '(game "G" (play (one)))'
    assert game_of(text, Rules="Two") == '(game "G" (play (two)))'


def test_forms_know_how_they_came_about() -> None:
    text = """\
(define "A" (x ("B" (y))))
(define "B" (z #1))
(game "G" ("A") <O>)
(option "O" <O> args:{<a>} {(item "1" <(w)> "")})
"""
    game = load(text).game
    assert game is not None
    outer, part = game.items[2], game.items[3]
    assert isinstance(outer, Paren) and isinstance(outer.items[1], Paren)
    inner = outer.items[1]  # (z (y))
    assert [use.name for use in outer.via] == ["A"]
    assert [use.name for use in inner.via] == ["B", "A"]
    assert [use.name for use in inner.items[1].via] == ["A"]  # the argument stands in A
    assert str(inner.via[0].use) == "test.lud:1:16"
    assert str(inner.via[1].use) == "test.lud:3:11"
    assert inner.span.text == "(z #1)"
    assert [use.name for use in part.via] == ["<O>"]


def chain(length: int) -> str:
    steps = (f'(define "D{i}" ("D{i + 1}"))' for i in range(length))
    return "".join(steps) + f'(define "D{length}" 1) (game "G" ("D0"))'


def doubling(depth: int) -> str:
    steps = (f'(define "D{i}" {{("D{i + 1}") ("D{i + 1}")}})' for i in range(depth))
    return "".join(steps) + f'(define "D{depth}" 1) (game "G" ("D0"))'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('(define "A" (x ("A"))) (game "G" ("A"))', "E0301"),
        ('(define "A" ("B")) (define "B" {"A"}) (game "G" ("A") "B")', "E0301"),
        ('(define "A" (#1 #1)) (game "G" ("A" "A"))', "E0301"),
        ('(option "O" <O> args:{<a>} {(item "1" <<O:a>> "")}) (game "G" <O:a>)', "E0301"),
        (doubling(30), "E0302"),
        ('(define "R" {' + "#1 " * 100 + '}) (game "G" ' + '("R" ' * 8 + "1" + ")" * 9, "E0302"),
        ('(game "G" {' + "0..9999 " * 1000 + "})", "E0302"),
        (chain(99), "E0302"),
        ('(game "G" <Size>)', "E0303"),
        ('(option "O" <O> args:{<a>} {(item "1" <1> "")}) (game "G" <O:b>)', "E0303"),
        ('(game "G" <O:a> <b c>) (option "O" <O> args:{<a>} {(item "1" <1> "")})', "E0303"),
        ('(define Name 1) (game "G")', "E0306"),
        ('(option "O" <O> {(item "1" <1> "")}) (game "G")', "E0307"),
        ('(option "O" <O> args:{<a>} {}) (game "G")', "E0307"),
        ('(option "O" <O> args:{<a>} {}) (game "G" <O:a>)', "E0307"),
        ('(option "O" <O> args:{<a> <b>} {(item "1" <1> "")}) (game "G")', "E0307"),
        ('(define "A" 1) (define "A" 2) (game "G" "A")', "E0308"),
        ('(game "G" ("Nope"))', "E0309"),
        ('(game "G") stray', "E0112"),
        ("(define \"A\" 1)", "E0314"),
        ("", "E0314"),
        ('(game "G") (game "H")', "E0315"),
        ('(ruleset "Ruleset/R" {"O/2"}) (game "G")', None),
        ('(game "G" #1)', "E0318"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_once(text: str, code: str | None) -> None:
    start = time.process_time()
    result = load(text)
    assert time.process_time() - start < 8
    errors = [d.code for d in result.diagnostics if d.severity == "error"]
    assert errors == ([] if code is None else [code])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('(define "A" 1) (game "G")', "W0301"),
        ('(define "A" (x #1)) (game "G" ("A" 1 2))', "W0302"),
        ('(define "A" 1) (define "A" 1) (game "G" "A")', "W0303"),
        ('(define "A" ("Nope")) (game "G" (y (z "B" "A2"))) (define "A2" 1) (define "C" "A")', "W0305"),
    ],
)
def test_warnings(text: str, code: str) -> None:
    result = load(text)
    assert code in codes(result)
    assert not result.has_errors


def test_a_definition_that_was_meant_is_not_said_to_be_unused() -> None:
    meant, other = '(define "Corner" 1)', '(define "Centre" 2)'
    assert codes(load(f'{meant} {other} (game "G" ("Corer"))')) == ["W0301", "E0309"]
    assert codes(load(f'{other} (game "G" ("Corer"))')) == ["W0301", "E0309"]
    assert codes(load(f'{meant} (game "G" ("Corer"))')) == ["E0309"]


def test_a_ruleset_that_is_asked_for_must_fit_the_options() -> None:
    result = load_forms(Source("t", '(ruleset "Ruleset/R" {"O/2"}) (game "G")'), ruleset="R")
    assert codes(result) == ["E0316"]


OPEN = """
(game "G" (tiles <Tiles>) (limit <Limit:moves> <Limit:shown>))
(option "Tiles" <Tiles> args:{<text>} {
    (item "Standard" <"1a 2a"> "")*
    (item Any <#1> "Any tiles.")
})
(option "Limit" <Limit> args:{<moves> <shown>} {
    (item "20" <20> <(few 20)> "")*
    (item "250" <250> <(many)> "")
    (item 1..300 <#1> <(some moves:#1)> "So many.")
})
"""


@pytest.mark.parametrize(
    ("choices", "after"),
    [
        ({}, '(game "G" (tiles "1a 2a") (limit 20 (few 20)))'),
        ({"Tiles": "3b@90 1a"}, '(game "G" (tiles "3b@90 1a") (limit 20 (few 20)))'),
        ({"Tiles": "stand"}, '(game "G" (tiles "1a 2a") (limit 20 (few 20)))'),
        ({"Limit": "7"}, '(game "G" (tiles "1a 2a") (limit 7 (some moves:7)))'),
        ({"Limit": "25"}, '(game "G" (tiles "1a 2a") (limit 25 (some moves:25)))'),
        ({"Limit": "250"}, '(game "G" (tiles "1a 2a") (limit 250 (many)))'),
        ({"Limit": "300"}, '(game "G" (tiles "1a 2a") (limit 300 (some moves:300)))'),
    ],
)
def test_open_items_take_any_value_of_theirs(choices: dict[str, str], after: str) -> None:
    assert game_of(OPEN, **choices) == after
    chosen = load_forms(Source("test.lud", OPEN), choices).chosen
    assert chosen == {"Tiles": "Standard", "Limit": "20"} | choices | (
        {"Tiles": "Standard"} if choices.get("Tiles") == "stand" else {}
    )


@pytest.mark.parametrize("value", ["301", "0", "-1", "2.5", "many", "1e2"])
def test_values_that_an_open_item_does_not_take(value: str) -> None:
    result = load_forms(Source("test.lud", OPEN), {"Limit": value})
    (mistake,) = [d for d in result.diagnostics if d.severity == "error"]
    assert mistake.code == "E0305"
    assert mistake.help[-1] == "or any whole number from 1 to 300 (So many.)"


@pytest.mark.parametrize(
    "items",
    ['(item Any <#1> "")', '(item "a" <1> "") (item Any <#1> "") (item 1..2 <#1> "")',
     '(item "a" <1> "") (item Any <#1> "")*', '(item "a" <1> "") (item Some <#1> "")'],
)  # fmt: skip
def test_open_items_that_are_none(items: str) -> None:
    result = load_forms(Source("test.lud", f'(game "G" 1) (option "O" <O> args:{{<a>}} {{{items}}})'))
    assert "E0307" in codes(result)


# --- files ------------------------------------------------------------


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_includes_and_libraries(tmp_path: Path) -> None:
    write(
        tmp_path,
        game_lud='(include "moves.def") (include "shared.def") (game "G" ("Step") ("Deep") ("Lib") ("Own"))',
        moves_def='(include "more/deep.def") (define "Step" (step))',
        more__deep_def='(define "Deep" (deep ("Lib")))',
        lib__Lib_def='(define "Lib" (lib)) (define "Own" (own))',
        lib__shared_def='(define "Shared" 1)',
    )
    result = load_forms(tmp_path / "game.lud", definitions_dirs=[tmp_path / "lib"])
    assert result.game is not None
    assert one_line(result.game) == '(game "G" (step) (deep (lib)) (lib) (own))'
    assert codes(result) == []
    names = [Path(source.name).name for source in result.sources]
    assert names == ["game.lud", "moves.def", "deep.def", "shared.def", "Lib.def"]


def test_the_files_own_definition_goes_before_the_librarys(tmp_path: Path) -> None:
    write(tmp_path, Lib_def='(define "Lib" (lib))')
    forms, _ = parse(Source("x", '(define "Lib" (mine)) (game "G" ("Lib"))'))
    result = expand(forms, library=Library.of([tmp_path]))
    assert result.game is not None and one_line(result.game) == '(game "G" (mine))'


SHARED = """
(define "Board" (board <Size>)) (define "Other" (other <Wide>))
(option "Size" <Size> args:{<size>} {(item "8" <8> "")* (item "6" <6> "")})
(option "Wide" <Wide> args:{<wide>} {(item "8" <8> "")* (item "6" <6> "")})
(option "Kind" <Kind> args:{<kind>} {(item "Deep" <<Size>> "")* (item "No" <> "")})
"""


def options_in(tmp_path: Path, game: str, **choices: str) -> tuple[list[str], str]:
    write(tmp_path, shared_def=SHARED, game_lud='(include "shared.def")' + game)
    result = load_forms(tmp_path / "game.lud", choices)
    assert codes(result) == [] and result.game is not None
    return [option.name for option in result.options], one_line(result.game)


def test_a_game_offers_the_options_of_included_files_that_it_uses(tmp_path: Path) -> None:
    assert options_in(tmp_path, '(game "G" ("Board"))') == (["Size"], '(game "G" (board 8))')
    assert options_in(tmp_path, '(game "G" ("Board"))', Size="6") == (["Size"], '(game "G" (board 6))')
    assert options_in(tmp_path, '(game "G" (own <Wide>))') == (["Wide"], '(game "G" (own 8))')
    assert options_in(tmp_path, '(game "G" 1)') == ([], '(game "G" 1)')
    through = '(define "Mine" ("Board")) (game "G" ("Mine"))'
    assert options_in(tmp_path, through) == (["Size"], '(game "G" (board 8))')
    assert options_in(tmp_path, '(game "G" <Kind>)') == (["Size", "Kind"], '(game "G" 8)')


def test_the_files_own_option_goes_before_an_included_one(tmp_path: Path) -> None:
    own = '(option "Size" <Size> args:{<size>} {(item "9" <9> "")}) (game "G" ("Board"))'
    assert options_in(tmp_path, own) == (["Size"], '(game "G" (board 9))')


def test_a_placeholder_of_an_included_file_that_is_no_option(tmp_path: Path) -> None:
    write(
        tmp_path,
        shared_def='(define "A" <None:such>) (define "B" <Nor:this>)',
        game_lud='(include "shared.def") (game "G" ("A"))',
    )
    result = load_forms(tmp_path / "game.lud")
    assert [(d.code, d.span.text) for d in result.diagnostics] == [("E0303", "<None:such>")]


@pytest.mark.parametrize(
    ("include", "code"),
    [
        ('"nope.def"', "E0310"),
        ('"../outside.def"', "E0310"),
        ('"/etc/passwd"', "E0310"),
        ('"a\\0b.def"', "E0310"),
        ('"loop.def"', "E0311"),
        ('"broken.def"', "E0104"),
        ('"binary.def"', "E0101"),
        ('"game.def"', "E0112"),
        ("moves", "E0310"),
    ],
)
def test_includes_that_go_wrong(tmp_path: Path, include: str, code: str) -> None:
    write(
        tmp_path,
        outside_def='(define "A" 1)',
        in__loop_def='(include "loop2.def")',
        in__loop2_def='(include "loop.def")',
        in__broken_def='(define "A" (x 1)',
        in__binary_def="a\0b",
        in__game_def='(game "G")',
        in__main_lud=f'(include {include}) (game "G")'.replace(
            "\\0", "\0" if "a\\0b" not in include else "x"
        ),
    )
    result = load_forms(tmp_path / "in" / "main.lud")
    assert [d.code for d in result.diagnostics if d.severity == "error"] == [code]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert codes(load_forms(tmp_path / "none.lud")) == ["E0111"]
    assert codes(load_forms(tmp_path)) == ["E0111"]


PIECES = st.sampled_from(
    ['(define "A" ', '(define "B" ', '("A" ', '("B" #1 ', '"A"', '"B"', ")", ")", "#1", "#2", "P#1", "{", "}",
     "if:", "<O:a>", "<O>", "~", "0..3", "..", '(option "O" <O> args:{<a>} {(item "x" <', '> "")*})',
     '(game "G" ', "(x ", "\n", "(include ", "(rulesets {", '(ruleset "R" {"O/x"})', "1", "(metadata "]
)  # fmt: skip


@example('(metadata  (define "A"  > "")*}) \n (define "A"  > "")*})')
@given(st.lists(PIECES, max_size=40).map(" ".join))
@settings(max_examples=400, deadline=None)
def test_no_text_crashes(text: str) -> None:
    result = load(text, O="x")
    assert result.game is None or isinstance(result.game, Form)
    places = [(d.code, d.span.source.name, d.span.start, d.message) for d in result.diagnostics]
    assert len(places) == len(set(places))  # each mistake once
