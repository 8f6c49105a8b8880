"""A noisy evaluation, for players that are to be weaker and various: written in the words of searches."""

from __future__ import annotations

from interpreter.search.tallies import NOISE, NOISE_SEED, SCALE, SETTINGS
from interpreter.subset.intrinsics import estimate, fingerprint, mover


def evaluation() -> int:
    """How the mover stands by the rules, wrong by up to NOISE either way: the same for a position each time.

    What an error is comes from the position's hash and the seed (Beal and Smith, *Random evaluations in
    chess*, 1994, have such noise alone).
    """
    mixed = fingerprint(False) % 1_000_003 * SETTINGS[NOISE_SEED]
    wrong = mixed % (2 * SETTINGS[NOISE] + 1) - SETTINGS[NOISE]
    return int(estimate(mover()) * float(SCALE)) + wrong


#: What stands in place of the function of the same name in a search.
FUNCTIONS = (evaluation,)
