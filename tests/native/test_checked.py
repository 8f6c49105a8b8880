"""The checked build finds what emitted code does wrong: here it is made to do wrong."""

from __future__ import annotations

from typing import Any

import pytest

from gdl.passes.pipeline import prepare
from interpreter.engines.cache import Cache
from interpreter.engines.native import NativeEngine
from interpreter.engines.native.checked import CheckedWriter, CheckFailedError, Claims
from interpreter.engines.native.compile import build, parse
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.memory import BUNDLES, CHECKS, HISTORY, POOL_SIZE, POOL_WORDS, STOP, Memory
from interpreter.engines.native.scope import Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.state import State
from interpreter.engines.native.writer import bytes_of
from interpreter.engines.slots import Slot
from tests.native.random_programs import Maker

SEEDS = range(8)


def run() -> None:
    """Call the procedures of some random programs with numbers that fit no array."""
    for seed in SEEDS:
        run_one(seed)


def run_one(seed: int) -> None:
    maker = Maker(seed, 10, 10)
    program = prepare(maker.make())
    names = tuple(p.name for p in program.procs if p.name[0] in "fw" and p.name[1:].isdigit())
    engine = NativeEngine(program, True, names, Cache(None), checked=True)
    for _ in range(20):
        state = State(engine, engine.memory.fresh, 5, b"", 0, 0)
        for name in names:
            args = [maker.argument(p.type) for p in engine.procs[name].params]
            _, state = engine.call(state, name, *args)


def test_nothing_is_wrong() -> None:
    run()


def test_an_index_that_is_outside_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scope, "within", lambda *_: True)
    with pytest.raises(CheckFailedError, match=r"an index in \w+ is -?\d+, which is not from -1 to \d+"):
        run()


def test_a_write_outside_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fields, "guard", lambda *_: None)
    with pytest.raises(CheckFailedError, match=r"the .* is (read|written) at the byte -?\d+, beyond its end"):
        run()


def test_a_number_that_does_not_fit_its_field_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shape = Memory._shape

    def narrow(self: Memory, *args: Any) -> tuple[str, int, bool]:
        found = shape(self, *args)
        return ("i8", 1, True) if found[0] == "i64" else found

    monkeypatch.setattr(Memory, "_shape", narrow)
    with pytest.raises(CheckFailedError, match=r"writes to `.*` is -?\d+, which is not from -128"):
        run()


def test_sites_beyond_the_board_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sets, "without", lambda self, _, b: self.complement(b))
    with pytest.raises(CheckFailedError, match="has sites beyond the board"):
        run()


def writer() -> CheckedWriter:
    claims = Claims(64, {BUNDLES: 24, CHECKS: 8, HISTORY: 16}, {"@c0": 8})
    return CheckedWriter("f", "void", (("ptr", "%S"), ("ptr", "%C")), claims=claims)


def test_only_places_that_may_be_wrong_are_verified_at_run_time() -> None:
    f = writer()
    f.store("i64", "0", f.at("%S", 56))
    f.load("i8", f.at("@c0", 7))
    assert not f.calls
    f.store("i64", "0", f.at("%S", 57))
    f.load("i8", f.at("@c0", -1))
    f.load("i8", f.at("%S", "%t"))
    assert f.calls == ["checked.place"] * 3


def test_the_pools_of_a_search_are_verified_at_run_time() -> None:
    """How long one is stands beside where it is; of where else a context points to nothing is known."""
    f = writer()
    f.load("i64", f.at(f.load("ptr", f.at("%C", POOL_WORDS + POOL_SIZE)), 8))
    assert f.calls == ["checked.place"]
    f = writer()
    f.load("i64", f.at(f.load("ptr", f.at("%C", STOP)), 8))
    assert not f.calls


@pytest.mark.parametrize(
    ("type_", "size"),
    [("i1", 1), ("i8", 1), ("i128", 16), ("ptr", 8), ("[3 x i64]", 24), ("[2 x [2 x i8]]", 4)],
)
def test_sizes_of_types(type_: str, size: int) -> None:
    assert bytes_of(type_) == size


@pytest.mark.parametrize("seed", [0, 1])
def test_what_a_checked_build_claims_can_be_read(seed: int) -> None:
    """What is written to sets among the rest: these programs write them by numbers that are worked out."""
    program = prepare(Maker(seed, 3, 3).make())
    names = tuple(p.name for p in program.procs if p.name[0] in "fw" and p.name[1:].isdigit())
    parse(NativeEngine(program, True, names, Cache(None), checked=True).library.module("calls").text())


def test_a_plain_build_has_no_claims() -> None:
    program = prepare(Maker(9, 3, 3).make())
    module = NativeEngine(program, True, (), Cache(None)).library.module("games")
    assert module.claims is None
    assert "checked." not in module.text()


@pytest.mark.parametrize("wrong", ["nonsense", "define void @f() { ret i32 0 }", "declare i32 @f(i32"])
def test_what_llvm_would_abort_on_is_found_before(wrong: str) -> None:
    with pytest.raises(RuntimeError):
        build(wrong)


def test_the_range_of_a_slot() -> None:
    field: Any = None
    assert Slot(field, 0, "i8", 1, True).range == (-128, 127)
    assert Slot(field, 0, "i16", 2, False).range == (0, 65535)
