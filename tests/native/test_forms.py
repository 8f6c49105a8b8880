"""Every form of an expression means the same to both engines, at the edges of numbers and of boards too."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import attrs
import pytest

from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine, library
from interpreter.engines.native.compile import host
from interpreter.engines.native.emit import emit
from interpreter.engines.python import PythonEngine
from tests.native.forms import COMPASS, OPPOSITES, Forms

#: One word, just one word, two, three.
BOARDS = ((3, 3), (8, 8), (5, 13), (12, 12))
FAMILIES = ("folded", "gathered", "boards", "lines", "sets", "numbers")
EDGES = (0, 1, -1, 2, 3, 5, 62, 63, 64, 65, 127, 128, (1 << 63) - 1, -(1 << 63))
REALS = (0.0, 1.0, -0.5, 2.5, -3.0, 1e300, 1e-300, 1e19)

#: By board the forms that together come by every branch of both engines' emitters that any form comes by (the
#: greedy cover of these branches, as coverage measured them).
COVERING = {
    (3, 3): (
        "all and of three", "lines of 3 and another", "filter lands", "gather turned by its flag",
        "fill from one", "third of element", "line e returning of 5", "greatest not met", "flood wild",
        "count called", "real POW -0.5", "count not xor of two", "all known", "POW by 1099511627776",
        "greatest met wild", "last of without a constant", "gather rays of two sets by the state",
        "x or real", "filter with q of three", "COS of a number", "DIV of a and b", "image stay of all",
        "first of chosen", "filter all", "within nothing", "all column of a field", "ABS of a",
        "line spin jumble of 4", "fill stay", "member of nothing", "count chosen",
        "filter of a set with it", "exists meets by state", "lines or", "line nw se of -1", "sum of it",
        "x as a number", "x MOD 2.0", "xx DIV 2.0", "count xor of three", "gather wild", "filter has any",
        "exists column by chance of state", "free ray turned", "ABS of a number", "all of the state",
        "x GE half", "exists none lifted of three", "flood from one", "-1 MOD it",
        "filter truth as a number", "NEG of a", "run entered", "gather brief", "member of a constant",
        "run e", "run w of both", "run rising", "lookup of a constant", "line e w of 1", "line n s of 1",
        "line ne sw of 2", "lines of 1",
    ),
    (12, 12): (
        "all and of three", "lines of 4 and another", "gather turned by the state", "fill from one",
        "some number of element", "greatest not met", "flood wild", "count column of a field",
        "line e returning of 0", "filter called", "real POW -0.5", "all known", "1099511627776 POW it",
        "filter half lifted too of three", "last of without a constant", "fill jumble", "member of element",
        "gather rays up and down by its flag", "x or real", "greatest met wild", "COS of x",
        "count meets by state", "first of chosen empty", "0 DIV it", "image stay", "member of a constant",
        "filter all", "all not with q of two", "part of a constant without", "count chosen", "ABS of x",
        "filter of the state", "line spin jumble of 0", "filter or of three",
        "gather rays of two sets by the state", "x as a number", "sum of it", "gather near", "xx MOD 2.0",
        "xx DIV 0.0", "count xor of three", "x NE real", "ray back", "filter truth as a number",
        "flood from one", "filter column by chance of state", "1099511627776 MOD it", "all own column",
        "count has any", "member of nothing", "member of without a constant", "NEG of a", "ABS of a",
        "gather brief", "member of field",
        "line e w of 2", "line n s of 3", "line knight back of 2", "lines of 2", "five lines of 2",
        "lines of 2 and another",
    ),
}  # fmt: skip


def arguments(sites: int, seed: int) -> tuple[Any, ...]:
    choose = Random(seed)
    full = (1 << sites) - 1

    def number() -> int:
        edge = choose.random() < 0.25
        return choose.choice((*EDGES, sites - 1, sites, sites + 1)) if edge else choose.randrange(sites)

    def members() -> int:
        bits = choose.getrandbits(sites)
        return choose.choice((bits, bits, bits | choose.getrandbits(sites), bits & bits >> 1, 0, full))

    return number(), number(), members(), members(), choose.random() < 0.5, choose.choice(REALS)


def plain(value: Any) -> Any:
    if isinstance(value, float):
        return "no number" if math.isnan(value) else value + 0.0
    return int(value)


@pytest.mark.parametrize(("width", "height"), COVERING)
def test_a_form_of_each_branch_means_the_same_to_all(width: int, height: int) -> None:
    """To Python, after all passes too, and natively."""
    forms = Forms(width, height)
    every = {name: form for name, form in forms.every(FAMILIES).items() if name in COVERING[width, height]}
    before = forms.program(every)
    made = prepare(before, simplified=False)
    names = tuple(f"ask{at}" for at in range(len(every)))
    plainly, prepared_ = PythonEngine(made, True), PythonEngine(prepare(before), True)
    native = NativeEngine(made, True, names, Cache(None))
    states = plainly.start(), prepared_.start(), native.start()
    given = [arguments(forms.sites, seed) for seed in range(16)]
    wrong = []
    for name, form in zip(names, every, strict=True):
        for each in given:
            expected = plain(plainly.call(states[0], name, *each))
            found = (
                plain(prepared_.call(states[1], name, *each)),
                plain(native.call(states[2], name, *each)[0]),
            )
            if found != (expected, expected):
                wrong.append((form, each, expected, *found))
    assert wrong == []


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("width", "height"), BOARDS)
def test_forms_are_the_same_to_both(width: int, height: int, family: str) -> None:
    forms = Forms(width, height)
    every = forms.every((family,))
    made = prepare(forms.program(every), simplified=False)
    names = tuple(f"ask{at}" for at in range(len(every)))
    python, native = PythonEngine(made, True), NativeEngine(made, True, names, Cache(None))
    one, other = python.start(), native.start()
    given = [arguments(forms.sites, seed) for seed in range(12)]
    wrong = []
    for name, form in zip(names, every, strict=True):
        for arguments_ in given:
            expected = plain(python.call(one, name, *arguments_))
            found = plain(native.call(other, name, *arguments_)[0])
            if found != expected:
                wrong.append((form, arguments_, expected, found))
    assert wrong == []


@pytest.mark.parametrize(("width", "height"), BOARDS)
def test_lines_on_processors_that_cannot_gather_bits(
    width: int, height: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_host = attrs.evolve(host(), target=attrs.evolve(host().target, deposits=False))
    monkeypatch.setattr(library, "host", lambda: plain_host)
    test_forms_are_the_same_to_both(width, height, "lines")


# --- what takes a loop, and what does not -----------------------------------------------------------------

#: What depends on the site alone; where a step from it lands, and a set next to it; a number in a row of a
#: table; all of these joined. (What is not among them goes through the members.)
AT_ONCE = {
    "lands", "spins", "lands twice", "itself", "of a constant", "column", "column of wild",
    "column of a step", "column of a field", "column of what is short", "meets", "is met", "small", "flag",
    "no flag", "not landing", "least", "most", "looked up", "difference", "sum", "truth as a number",
    "chosen", "chosen truth", "both", "either", "one of two", "known", "q", "and of two", "not and of two",
    "or of two", "not or of two", "xor of two", "not xor of two", "and not of two", "not and not of two",
    "with q of two", "not with q of two",
}  # fmt: skip


def loops(width: int, height: int, deposits: bool = True) -> dict[str, bool]:
    """By form whether there is any branch in its code."""
    forms = Forms(width, height)
    every = forms.every(("folded", "gathered", "boards", "lines"))
    made = prepare(forms.program(every), simplified=False)
    target = attrs.evolve(host().target, deposits=deposits)
    emitted = emit(made, target, (), tuple(f"ask{at}" for at in range(len(every))))
    functions = (emitted.functions[f"proc.ask{at}"].text("") for at in range(len(every)))
    return {name: " br i1 " in text for name, text in zip(every, functions, strict=True)}


@pytest.mark.parametrize(("width", "height"), [BOARDS[0], BOARDS[-1]])
def test_what_takes_no_loop(width: int, height: int) -> None:
    found = loops(width, height)
    one_word = width * height <= 64
    for name in Forms(width, height).conditions:
        # the steps of `jumbled` go more ways than are worth a shift each, on a board of more words
        at_once = name in AT_ONCE or (name == "jumbled" and one_word)
        assert {found[f"{fold} {name}"] for fold in ("filter", "exists", "count", "all")} == {not at_once}, (
            name
        )
    for name, looped in found.items():
        kind, _, rest = name.partition(" ")
        if kind == "gather":
            assert looped == (rest != "near"), name
        elif kind == "greatest":
            assert looped == (rest not in ("met", "not met", "met of a step", "met in order")), name
        elif kind == "image":
            assert looped == (not one_word and rest.split()[0] in ("jumble", "rising")), name
        elif kind == "fill":
            assert looped == (rest in ("spin", "jumble", "stay", "rising")), name
        elif kind == "ray" or name.startswith("free ray"):
            assert looped == ("back" in name.split()[-1 if kind == "free" else 1] or "turned" in name), name
        elif kind == "run":
            ways = (*COMPASS, "beyond", "rising")
            assert looped == (not one_word or rest.split()[0] not in ways), name


@pytest.mark.parametrize(("width", "height"), [BOARDS[0], BOARDS[-1]])
def test_which_lines_take_no_loop(width: int, height: int) -> None:
    found, without = loops(width, height), loops(width, height, deposits=False)
    one_word = width * height <= 64
    for one, other in (*OPPOSITES, ("w", "e")):
        for more in range(1, 6):
            name = f"line {one} {other} of {more}"
            assert not found[name] and without[name] == (not one_word)
    for name in ("lines of 2", "five lines of 2", "lines of 2 and another", "lines or", "lines of both"):
        assert not found[name]
    if not one_word:  # on one word no run takes a loop
        for name in (
            "line e w of 0",
            "line e w of -1",
            "line e n of 2",
            "lines through two",
            "lines of two sets",
        ):
            assert found[name]
