"""What the two proof searches share, in their words: a question, the settings, the way to the position.

A question is whether a player can force a result: at the player's own moves one must do, at the others' all.
Positions are known by their fingerprints, with what is remembered where the rules look at that: so what was
found on one path holds on another.
"""

from __future__ import annotations

from interpreter.search.outcomes import ALIKE, LOSS, WIN, utility
from interpreter.subset.intrinsics import fingerprint, floats, ints, overflowed, stopped

SETTINGS, LEAST = ints("settings", 2), floats("settings", 2)

#: Settings: who is to get what at least; the question's number, which is part of every key.
PLAYER, RESULT, QUESTION = 0, 1, 2
#: Tallies: positions looked at; whether the search was stopped before its end, which it is when so many
#: positions were looked at; entries of tables given up for others.
LOOKED, ABANDONED, BUDGET, LOST = 3, 4, 5, 6
#: Whether a position came again; whether a game ended otherwise than by a win and a loss.
CYCLED, SHARED = 7, 8
#: Whether a position was met in which something had overflowed.
DOUBTED = 9
#: How many positions on the way have keys that are alike, and the keys themselves.
NEAR, NEARBY = 64, 1024
WAY, LONGEST = NEAR + NEARBY, 2000
#: Within how many plies all lines of what was answered last are at an end, if it was not NOT_YET. That it is
#: NEVER is UNSURE if that takes so many, as the end may be that of the game's length, which may be far from
#: another position that has the same key.
WITHIN, UNSURE = WAY + LONGEST, WAY + LONGEST + 1
#: How many buckets each table has.
BUCKETS = WAY + LONGEST + 2
#: The key of what follows the move that was tried last; written so that memory is reached for.
FOLLOWING, REACHED = WAY + LONGEST + 3, WAY + LONGEST + 4
#: Of dfpn.py: the numbers of the position that was looked at last.
PROOF, DISPROOF = WAY + LONGEST + 5, WAY + LONGEST + 6
#: Of bounded_proof.py: how the move that was tried last looks by the estimate; and, from there on, how often
#: moves decided, by what they are like: the player's, then the others'.
HOPE, DECIDED = WAY + LONGEST + 7, WAY + LONGEST + 8
#: How many words the settings are.
SETTINGS_WORDS = DECIDED + 2 * ALIKE
#: How often it is looked whether the search is to stop.
PATIENCE = 16

#: The tables: an entry has a KEY and what is TOLD of it; those of a bucket lie in one line of a processor's
#: cache, and the one that tells least is given up for another.
KEY, TOLD, ENTRY, BUCKET = 0, 1, 2, 4


def look() -> None:
    """Count a position, and see whether the search is to go on."""
    SETTINGS[LOOKED] += 1
    if overflowed():
        doubt()
    if SETTINGS[LOOKED] > SETTINGS[BUDGET] or (SETTINGS[LOOKED] % PATIENCE == 0 and stopped()):
        SETTINGS[ABANDONED] = 1


def doubt() -> None:
    """The state is not what the rules say: nothing follows from it."""
    SETTINGS[DOUBTED] = 1
    SETTINGS[ABANDONED] = 1


def has_it() -> bool:
    """The game is over: has the player the result?"""
    value = utility(SETTINGS[PLAYER])
    if value != WIN and value != LOSS:
        SETTINGS[SHARED] = 1
    return value >= LEAST[RESULT]


def key_here() -> int:
    """What the present position is known by, in this question."""
    return fingerprint(True) + SETTINGS[QUESTION]


def bucket(key: int, buckets: int) -> int:
    """Where the entries begin among which a key's is, in a table of so many buckets."""
    return abs(key % buckets) * (BUCKET * ENTRY)


def enter(key: int, ply: int) -> None:
    """Go on from a position."""
    SETTINGS[WAY + ply] = key
    SETTINGS[NEAR + abs(key % NEARBY)] += 1


def leave(key: int) -> None:
    """Go back before it."""
    SETTINGS[NEAR + abs(key % NEARBY)] -= 1


def again(key: int, ply: int) -> bool:
    """Whether a position was on the way here (repetition)."""
    repeated = False
    if SETTINGS[NEAR + abs(key % NEARBY)] > 0:
        for step in range(ply + 1):
            repeated = repeated or SETTINGS[WAY + step] == key
    return repeated


#: What both searches are made of, beside their own functions.
COMMON = (look, doubt, has_it, key_here, bucket, enter, leave, again, utility)
