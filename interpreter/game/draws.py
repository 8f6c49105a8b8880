"""The random generator of a started game: splitmix64, counter-based (Steele, Lea and Flood, 2014)."""

from __future__ import annotations

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Draws:
    """A counter-based random generator: one stream for all states of one started game.

    Its state is two numbers, the seed and how many numbers were drawn: the same ones on any engine.
    """

    def __init__(self, seed: int, drawn: int = 0) -> None:
        self.seed = seed
        #: how many numbers were drawn
        self.drawn = drawn

    def below(self, most: int) -> int:
        """A number from 0 up to but not including `most`, each as likely (but for one part in 2**64)."""
        self.drawn += 1
        mixed = (self.seed + self.drawn * _STEP) & _WORD
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return ((mixed ^ (mixed >> 31)) * most) >> 64
