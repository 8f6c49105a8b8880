"""Kinds with failures planted in them, to test the fuzzer by: each fails on inputs with a certain word."""

from __future__ import annotations

import ctypes
from hashlib import blake2b
from itertools import repeat
from pathlib import Path
from random import Random

from tests.fuzz.kind import Kind, Ran, Wrong, input_of, kind_of


def _make(random: Random) -> bytes:
    """Lists of some words, with one in between now and then."""
    words = [random.choice(("(move", "Step)", "{", "}", "(to", "a1)")) for _ in range(random.randrange(30))]
    if random.random() < 0.2:
        words.insert(random.randrange(len(words) + 1), "planted")
    return " ".join(words).encode()


def _crash(data: bytes, folder: Path) -> Ran:
    if b"planted" in data:
        ctypes.string_at(0)
    return Ran("used")


def _hang(data: bytes, folder: Path) -> Ran:
    while b"planted" in data:
        pass
    return Ran("used")


def _deaf(data: bytes, folder: Path) -> Ran:
    """A hang within one call into C, where no exception can be raised."""
    if b"planted" in data:
        sum(repeat(1))
    return Ran("used")


def _hoard(data: bytes, folder: Path) -> Ran:
    if b"planted" in data:
        bytearray(4 << 30)
    return Ran("used")


def _wrong(data: bytes, folder: Path) -> Ran:
    if b"planted" in data:
        raise ValueError("planted")
    return Ran("used")


def _inputs(data: bytes, folder: Path) -> Ran:
    """Tell the inputs of a kind, as this process makes them: `rules 5 20` are the first 20 of seed 5."""
    name, seed, count = data.decode().split()
    kind = kind_of(name)
    made = [blake2b(input_of(kind, int(seed), index)).hexdigest() for index in range(int(count))]
    return Ran("used", Wrong("inputs", " ".join(made)))


CRASH = Kind("crash", ".lud", _make, _crash, chunk=20)
HANG = Kind("hang", ".lud", _make, _hang, seconds=0.2, chunk=20)
DEAF = Kind("deaf", ".lud", _make, _deaf, seconds=0.2, chunk=20)
HOARD = Kind("hoard", ".lud", _make, _hoard, chunk=20)
WRONG = Kind("wrong", ".lud", _make, _wrong, chunk=20)
INPUTS = Kind("inputs", ".txt", _make, _inputs)
