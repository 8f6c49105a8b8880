"""Names for new games: short words that can be said, none a shipped game's, the same from the same rules."""

from __future__ import annotations

from collections.abc import Set
from random import Random

_ONSETS = ("b", "br", "c", "d", "dr", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "pr", "qu", "r", "s",
           "sk", "st", "t", "tr", "v", "w", "z")  # fmt: skip
_VOWELS = ("a", "e", "i", "o", "u", "a", "o", "ai", "ea")
_CODAS = ("l", "m", "n", "r", "s", "t", "nd", "rn", "sk", "x", "th", "")
_ENDINGS = ("a", "o", "ek", "in", "ora", "is", "ane", "el", "um", "ish")


def name_for(rules: str, taken: Set[str]) -> str:
    """A name by the fingerprint of rules that is not taken yet (in lower case)."""
    rng = Random(rules)
    while True:
        word = rng.choice(_ONSETS) + rng.choice(_VOWELS) + rng.choice(_CODAS) + rng.choice(_ENDINGS)
        if word not in taken and len(word) > 3:
            return word.capitalize()
