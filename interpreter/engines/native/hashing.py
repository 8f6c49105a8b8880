"""The hashes of remembered positions, worked out in Python: those that emitted code finds (`history.py`).

For states that come from elsewhere without them.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from operator import mul

from interpreter.engines.native.chance import GOLDEN, MIX_1, MIX_2
from interpreter.engines.native.memory import Memory
from interpreter.engines.python.random import MASK, scramble

#: Positions of more words are hashed whole, in a loop: also the words in which nothing ever changes.
UNROLLED = 64
_MIX_1, _MIX_2, _GOLDEN = (int(number) & MASK for number in (MIX_1, MIX_2, GOLDEN))


def position_hash(memory: Memory, packed: bytes) -> int:
    """The hash of a remembered position, of who is to move too: 64 bits without a sign.

    Raises ValueError where it is of another program.
    """
    if len(packed) != memory.position_size:
        raise ValueError("the history is of another program")
    unpacked: tuple[int, ...] = struct.unpack(f"<{len(packed) // 8}Q", packed)
    words, mover = [*unpacked[:-1]], unpacked[-1]
    if len(memory.live_words) <= UNROLLED:
        first = memory.kept_words.start
        words = [words[place - first] for place in memory.live_words]
    if len(words) % 2:
        words.append(0)
    keyed = [word + key & MASK for word, key in zip(words, _keys(len(words)), strict=True)]
    total: int = sum(map(mul, keyed[::2], keyed[1::2]))
    mixed = (total & MASK) * _MIX_1 ^ (total >> 64 & MASK) * _MIX_2
    return (mixed ^ mover * _GOLDEN) & MASK


@lru_cache(maxsize=64)
def _keys(count: int) -> tuple[int, ...]:
    """What is added to each of so many words."""
    return tuple(map(scramble, range(count)))
