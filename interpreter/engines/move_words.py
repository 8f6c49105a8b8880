"""Moves as words, as searches keep them: see gdl/core/intrinsics.py."""

from __future__ import annotations

import struct
from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple

from gdl.core.intrinsics import move_words, set_words
from gdl.core.ops import BOOL, FLOAT, SITES, Program, Type

_WORD = (1 << 64) - 1


class MoveWords:
    """Writes and reads the moves of one program."""

    def __init__(self, program: Program) -> None:
        self._wide = set_words(program)
        #: how many words a move takes at most
        self.size = move_words(program)
        self._types = [tuple(p.type for p in kind.params[:-1]) for kind in program.kinds]

    def write(self, words: MutableSequence[int], at: int, move: RawMove) -> None:
        """Write a move from a word on."""
        kind, args, site = move
        words[at], words[at + 1] = kind, site
        at += 2
        for value, type_ in zip(args, self._types[kind], strict=True):
            for word in self._written(value, type_):
                words[at] = word
                at += 1

    def read(self, words: Sequence[int], at: int) -> RawMove:
        """The move that was written there."""
        kind, site, args = words[at], words[at + 1], []
        at += 2
        for type_ in self._types[kind]:
            size = self._wide if type_ is SITES else 1
            args.append(self._read([words[at + i] for i in range(size)], type_))
            at += size
        return RawMove(kind, tuple(args), site)

    def _written(self, value: Any, type_: Type) -> list[int]:
        if type_ is FLOAT:
            return list(struct.unpack("<q", struct.pack("<d", value)))
        if type_ is SITES:
            return [_signed(value >> 64 * i) for i in range(self._wide)]
        return [int(value)]

    def _read(self, words: list[int], type_: Type) -> Any:
        if type_ is FLOAT:
            return struct.unpack("<d", struct.pack("<q", words[0]))[0]
        if type_ is SITES:
            return sum((word & _WORD) << 64 * i for i, word in enumerate(words))
        return bool(words[0]) if type_ is BOOL else words[0]


def _signed(number: int) -> int:
    number &= _WORD
    return number - (1 << 64) if number >> 63 else number


# --- a move as an engine knows it -----------------------------------------------------------------------


class RawMove(NamedTuple):
    """What every engine knows a move by; equal on all of them."""

    #: the index of its kind in `program.kinds`
    kind: int
    #: the values captured when it was offered
    args: tuple[Any, ...]
    #: the destination, by number
    site: int
