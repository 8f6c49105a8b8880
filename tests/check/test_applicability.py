"""How sure repairs are: each kind of repair with its applicability, and that sure ones are never wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from gdl.assist.checking import check
from gdl.compile.compile import bind_game
from gdl.source.diagnostics import Diagnostic, LanguageError
from gdl.source.edits import chosen_fixes, edited
from gdl.source.reading import read_source
from gdl.source.text import Source
from tests.check.slips import SLIPS, slipped
from tests.quick import thinned

BASE = """\
(define "Threes" (is Line 3))
(option "Size" <Size> args:{<side>} {(item "Three" <3> "Three.")* (item "Four" <4> "Four.")})
(game "Mine"
    (players 2)
    (equipment {
        (board (square <Size:side>))
        (piece "Disc" Each)
        (regions "Red" P1 (sites Bottom))
        (regions "Home" P2 (sites Top))
    })
    (rules
        (start {(place "Disc1" (sites "Home")) (place "Disc2" 4)})
        (play (or
            (move Add (to (sites Empty)))
            (move Step (from) Forward (to if:(is Empty (to))) (then (addScore Mover 1)))
        ))
        (end {
            (if "Threes" (result Mover Win))
            (if (< 7 (count Pieces Mover)) (result Mover Draw))
            (if (is In (last To) (sites "Red")) (byScore))
        })
    )
)
"""

SURE, UNSURE, EXAMPLE = "MachineApplicable", "MaybeIncorrect", "HasPlaceholders"

#: What stands there in a game that is right, what instead, the code, and the repairs with how sure each is.
KINDS: dict[str, tuple[str, str, str, list[tuple[str, str]]]] = {
    # --- Marks: what stands there says all but in another notation.
    "a comma means nothing": ("(players 2)", "(players, 2)", "E0108", [("delete `,`", SURE)]),
    "but may be a decimal point": (
        "(addScore Mover 1)",
        "(addScore Mover 1,5)",
        "E0108",
        [("delete `,`", UNSURE)],
    ),
    "other quotes": ('(piece "Disc"', "(piece 'Disc'", "E0108", [('write `"Disc"`', SURE)]),
    "another comment": ("(rules\n", "; the rules\n(rules\n", "E0108", [("write `//`", SURE)]),
    "a blank before a colon": ("if:(is", "if :(is", "E0108", [("delete the blank", SURE)]),
    "a quote missing at the end of a name": (
        '(sites "Home"))',
        '(sites "Home))',
        "E0107",
        [('write "Home"', SURE)],
    ),
    "of a name that may go on": ('"Red" P1', '"Red P1', "E0107", [('write "Red"', UNSURE)]),
    # --- Brackets: sure where the layout shows which.
    "the last bracket": ("    )\n)\n", "    )\n", "E0104", [("add `)`", SURE)]),
    "a bracket inside": ('(sites "Red"))', '(sites "Red")', "E0104", [("add `)`", UNSURE)]),
    "one too many at the end": ("    )\n)\n", "    )\n))\n", "E0105", [("delete `)`", SURE)]),
    "one too many inside": ("(players 2)", "(players 2))", "E0105", [("delete `)`", UNSURE)]),
    "of the other kind": ("(players 2)", "(players 2}", "E0106", [("write `)`", SURE)]),
    "either may be of the other kind": ("{(place", "((place", "E0106", [("write `)`", UNSURE)]),
    "an opening brace": ("(equipment {", "(equipment ", "E0105", [("add `{`", UNSURE)]),
    "one behind a placeholder": ("<Size:side>)", "<Size:side>>)", "W0101", [("delete `>`", SURE)]),
    # --- Words: sure where they differ in capitals alone, or only one can stand there.
    "capitals": ("(sites Empty)", "(sites empty)", "E0206", [("write `Empty`", SURE)]),
    "capitals of a ludeme": ("(addScore", "(AddScore", "E0203", [("write `addScore`", SURE)]),
    "capitals where a word may be missing": (
        "(last To)",
        "(To)",
        "E0203",
        [("write `to`", UNSURE), ("write `last To`", UNSURE)],
    ),
    "a word before another is missing": ("(is Line 3)", "(Line 3)", "E0203", [("write `is Line`", SURE)]),
    "the only ludeme that can stand there": (
        "(players 2)",
        "(plaiers 2)",
        "E0203",
        [("write `players`", SURE)],
    ),
    "a ludeme that goes on like no other": (
        "(sites Empty)",
        "(sitez Empty)",
        "E0203",
        [("write `sites`", SURE)],
    ),
    "a ludeme among others": ("(square", "(sqare", "E0203", [("write `square`", UNSURE)]),
    "a variant": ("(is Empty (to))", "(is Emty (to))", "E0206", [("write `Empty`", UNSURE)]),
    "a word among others": ("Mover Win", "Mover Wni", "E0213", [("write `Win`", UNSURE)]),
    "a word that may be the name of what is yet to come": (
        "(sites Empty)",
        "(sites Light)",
        "E0206",
        [("write `Right`", UNSURE)],
    ),
    "a word in quotes": ("Mover Win", 'Mover "Win"', "E0214", [("write `Win`", SURE)]),
    "a misspelt word in quotes": ("Mover Win", 'Mover "Wnn"', "E0214", [("write `Win`", UNSURE)]),
    "a variant in quotes": ("(move Add", '(move "Add"', "E0214", [("write `Add`", SURE)]),
    "a number in quotes": ("(addScore Mover 1)", '(addScore Mover "1")', "E0214", [("write `1`", SURE)]),
    "a word in brackets": (
        "(count Pieces Mover)",
        "(count Pieces (mover))",
        "E0208",
        [("write `Mover`", SURE)],
    ),
    "a ludeme without its brackets": ("(is Empty (to))", "(is Empty to)", "E0208", [("write `(to)`", SURE)]),
    "a word without its ludeme": (
        "(is In (last To) (sites",
        "(is In To (sites",
        "E0208",
        [("write `(last To)`", UNSURE)],
    ),
    # --- Names of the text's own come first, in quotes.
    "a region": ('(sites "Red")', "(sites Red)", "E0214", [('write `"Red"`', SURE)]),
    "a piece": ('(place "Disc1"', "(place Disc1", "E0214", [('write `"Disc1"`', SURE)]),
    "a definition": ('(if "Threes"', "(if Threes", "E0214", [('write `"Threes"`', SURE)]),
    "an option": ("(square <Size:side>)", "(square Size)", "E0213", [("write `<Size:side>`", UNSURE)]),
    "a misspelt region": (
        '(sites "Red")',
        "(sites Rod)",
        "E0206",
        [('write `"Red"`', UNSURE), ("write `Row`", UNSURE)],
    ),
    "a region by its name alone": ('(sites "Red")', "Red", "E0213", [('write `(sites "Red")`', UNSURE)]),
    "a region by its name in quotes": (
        '(sites "Red")',
        '"Red"',
        "E0202",
        [('write `(sites "Red")`', UNSURE)],
    ),
    "a name that is given here": ('(piece "Disc"', "(piece Disc", "E0214", [('write `"Disc"`', SURE)]),
    "a word of the language where a name is to be given": (
        '(piece "Disc" Each)',
        "(piece Each)",
        "E0214",
        [('write `"Each"`', UNSURE)],
    ),
    # --- Misspelt names: an author may be about to declare another.
    "a misspelt name": ('(sites "Home")', '(sites "Hoem")', "E0412", [('write `"Home"`', UNSURE)]),
    "capitals of a name": ('(sites "Home")', '(sites "home")', "E0412", [('write `"Home"`', SURE)]),
    "a misspelt definition": ('(if "Threes"', '(if "Trees"', "E0202", [('write `"Threes"`', UNSURE)]),
    "a misspelt placeholder": ("<Size:side>))", "<Size:sdie>))", "E0303", [("write `<Size:side>`", UNSURE)]),
    # --- Arguments.
    "an argument that is missing": (
        "(addScore Mover 1)",
        "(addScore Mover)",
        "E0209",
        [("add `3`", EXAMPLE)],
    ),
    "a name that is missing": ("if:(is Empty", "(is Empty", "E0220", [("add `if:`", SURE)]),
    "a misspelt name of an argument": ("if:(is", "fi:(is", "E0211", [("write `if:`", UNSURE)]),
    "two in each other's place": ("Mover Win", "Win Mover", "E0221", [("exchange the two", SURE)]),
    "brackets of an argument": (
        "(< 7 (count Pieces Mover))",
        "(< 7 count Pieces Mover)",
        "E0210",
        [("write `(count Pieces Mover)`", SURE)],
    ),
    "an operator between": (
        "(< 7 (count Pieces Mover))",
        "(7 < (count Pieces Mover))",
        "E0201",
        [("write the operator first", SURE)],
    ),
    "braces of several": (
        '{(place "Disc1" (sites "Home")) (place "Disc2" 4)}',
        '(place "Disc1" (sites "Home")) (place "Disc2" 4)',
        "E0222",
        [("write them in braces", SURE)],
    ),
    "braces of one": ("(< 7", "(< {7}", "E0208", [("leave only `7`", SURE)]),
    "brackets for braces, where nothing else can be": (
        "P1 (sites Bottom)",
        "P1 (1 2)",
        "E0201",
        [("write it in braces", UNSURE)],
    ),
    "a number in brackets": (
        "(addScore Mover 1)",
        "(addScore Mover (1))",
        "E0201",
        [("leave only `1`", UNSURE)],
    ),
    "what belongs to the ludeme around": (
        "(to if:(is Empty (to))) (then (addScore Mover 1))",
        "(to if:(is Empty (to)) (then (addScore Mover 1)))",
        "E0210",
        [("move it behind the bracket", UNSURE)],
    ),
    "a word that is there twice": ("(is In (last", "(is In In (last", "E0210", []),
}


Find = Callable[[Source, "Path | None"], "tuple[Diagnostic, ...]"]


def forms(source: Source, folder: Path | None) -> object:
    """What a text is read as, with all definitions put in; None where it has mistakes of reading it."""
    try:
        bound = bind_game(source, folder=folder)
    except LanguageError:
        return None
    return None if any(each.severity == "error" for each in bound.warnings) else bound.expanded.game


def sure_repairs(source: Source, folder: Path | None, find: Find) -> str:
    """A text with all sure repairs made of what is found in it, until none is left."""
    for _ in range(20):
        fixes = chosen_fixes(source, find(source, folder))
        if not fixes:
            break
        changed = edited(source.text, [edit for fix in fixes for edit in fix.edits])
        source = Source(source.name, changed)
    return source.text


def mistakes(source: Source, folder: Path | None) -> tuple[Diagnostic, ...]:
    """The mistakes of reading and binding a text."""
    try:
        return bind_game(source, folder=folder).warnings
    except LanguageError as error:
        return error.diagnostics


def test_the_game_itself_is_right() -> None:
    assert check(Source("mine.lud", BASE), None) == ()


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_repair_says_how_sure_it_is(name: str) -> None:
    right, wrong, code, fixes = KINDS[name]
    assert right in BASE
    source = Source("mine.lud", BASE.replace(right, wrong))
    found = next(each for each in check(source, None) if each.code == code)
    assert [(fix.title, fix.applicability.value) for fix in found.fixes] == fixes


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind[3]])
def test_what_is_sure_leads_back(name: str) -> None:
    """Sure repairs alone make the text what it was, where there are some; else they make nothing of it."""
    right, wrong, _, fixes = KINDS[name]
    source = Source("mine.lud", BASE.replace(right, wrong))
    after = Source("mine.lud", sure_repairs(source, None, check))
    if fixes[0][1] == SURE:
        assert forms(after, None) == forms(Source("mine.lud", BASE), None)
        assert check(after, None) == ()
    else:
        assert check(after, None) != ()


# --- One slip anywhere --------------------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "games").rglob("*.lud"))
#: Of each kind of slip so many, in games by chance.
SLIPS_OF_A_KIND = 6


def some_slips(name: str, round_: int) -> Iterator[tuple[Path, str]]:
    random = Random(f"{name} {round_}")
    for _ in range(SLIPS_OF_A_KIND):
        path = random.choice(GAMES)
        source = read_source(path)
        assert isinstance(source, Source)
        text = slipped(source, name, random)
        if text is not None:
            yield path, text


@pytest.mark.parametrize("round_", thinned(20, 10, range(20)))
@pytest.mark.parametrize("name", SLIPS)
def test_sure_repairs_never_make_another_game_of_a_slip(name: str, round_: int) -> None:
    """Rules with one slip in them: sure repairs make them what they were, or leave a mistake in them."""
    for path, text in some_slips(name, round_):
        source = Source(str(path), text)
        if forms(source, path.parent) is not None:
            continue  # the slip makes another game, or the same one
        after = sure_repairs(source, path.parent, mistakes)
        made = forms(Source(str(path), after), path.parent)
        right = read_source(path)
        assert isinstance(right, Source)
        assert made is None or made == forms(right, path.parent), text
