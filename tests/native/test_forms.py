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
