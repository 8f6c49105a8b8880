"""The hashes of remembered positions, worked out in Python: those that emitted code finds (`history.py`).

For states that come from elsewhere without them.
"""

from __future__ import annotations

from interpreter.engines.native.chance import GOLDEN, MIX_1, MIX_2
from interpreter.engines.native.memory import HISTORY_ENTRY, Memory
from interpreter.engines.python.random import MASK, scramble

#: Positions of more words are hashed whole, in a loop: also the words in which nothing ever changes.
UNROLLED = 64


def position_hash(memory: Memory, packed: bytes) -> int:
    """The hash of a remembered position, of who is to move too: 64 bits without a sign.

    Raises ValueError where it is of another program.
    """
    if len(packed) != memory.position_size:
        raise ValueError("the history is of another program")
    kept = memory.kept_words
    words = {
        kept.start + number: int.from_bytes(packed[8 * number : 8 * number + 8], "little")
        for number in range(len(kept))
    }
    hashed = memory.live_words if len(memory.live_words) <= UNROLLED else [*kept]
    values = [words[place] for place in hashed]
    if len(values) % 2:
        values.append(0)
    keyed = [value + scramble(place) & MASK for place, value in enumerate(values)]
    total = sum(one * other for one, other in zip(keyed[::2], keyed[1::2], strict=True))
    low, high = total & MASK, total >> 64 & MASK
    mover = int.from_bytes(packed[-HISTORY_ENTRY:], "little")
    mixed = (low * (int(MIX_1) & MASK) & MASK) ^ (high * (int(MIX_2) & MASK) & MASK)
    return mixed ^ (mover * (int(GOLDEN) & MASK) & MASK)
