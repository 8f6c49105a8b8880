"""Random numbers: the same stream as every other engine's, bit for bit (the meaning is fixed in `ops.py`).

A generator is one number of 64 bits. `scramble` is splitmix64's step and output at once; the stream of a
generator x is scramble(x), scramble(x + GOLDEN), scramble(x + 2 * GOLDEN), ... The high 32 bits count.
"""

from __future__ import annotations

GOLDEN = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
MOST = (1 << 32) - 1


def scramble(x: int) -> int:
    """splitmix64: the output that follows the generator x."""
    z = (x + GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def mix(seed: int, number: int) -> int:
    """The generator that playout `number` of a seed starts from: scramble(scramble(seed) + number)."""
    return scramble((scramble(seed & MASK) + number) & MASK)


def draw(x: int, bound: int) -> tuple[int, int]:
    """A number from 0 below `bound`, and the generator after it. Lemire's method with exact rejection."""
    if bound < 2:
        return 0, x
    if bound > MOST:
        bound = MOST
    while True:
        z = x = (x + GOLDEN) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        product = ((z ^ (z >> 31)) >> 32) * bound
        low = product & MOST
        # the threshold is below the bound: the division is only needed now and then
        if low >= bound or low >= (1 << 32) % bound:
            return product >> 32, x


def generator_for(value: int, bound: int) -> int:
    """A generator from which the first draw below `bound` is this value."""
    high = -(-(value << 32) // bound)
    if (high * bound & MOST) < (1 << 32) % bound:
        high += 1  # this one would be drawn again
    return unscramble(high << 32)


def unscramble(output: int) -> int:
    """The generator that `scramble` takes to this output: each of its steps can be gone back."""
    z = _unshift(output, 31)
    z = _unshift(z * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK, 27)
    z = _unshift(z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK, 30)
    return (z - GOLDEN) & MASK


def _unshift(y: int, by: int) -> int:
    """The x of which y = x ^ (x >> by)."""
    x = y
    for _ in range(64 // by):
        x = y ^ (x >> by)
    return x
