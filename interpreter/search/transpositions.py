"""The transposition table of alpha-beta, in the words of searches: what was found of positions before.

A position has its place by its fingerprint; of a bucket's entries the one that looked least far makes room.
"""

from __future__ import annotations

from interpreter.search.tallies import (
    BORROWED,
    BUCKET,
    BUCKETS,
    ENTRY,
    EXACT,
    KEY,
    KINDS,
    LEAST,
    LENT,
    MOST,
    MOVES,
    PAST,
    SETTINGS,
    SURE,
    TABLE,
    TOLD,
    UNTOLD,
    WON,
    WORTH,
)
from interpreter.subset.intrinsics import fingerprint, remembers


def recalled(entry: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The worth that an entry tells of the present position, as far as that decides; else UNTOLD."""
    kept = TABLE[entry + WORTH]
    bound = TABLE[entry + TOLD] // MOVES % LENT
    looked = TABLE[entry + TOLD] // (MOVES * KINDS)
    known = kept
    decided = UNTOLD
    if abs(kept) <= SURE:
        if looked >= depth:
            if bound == EXACT or (bound == LEAST and known >= beta) or (bound == MOST and known <= alpha):
                decided = known
                if remembers():
                    SETTINGS[BORROWED] = 1
    elif same_past(entry):
        known = kept - ply if kept > 0 else kept + ply
        # a win that lies further ahead than was looked may not be the soonest
        if looked >= depth or WON - abs(kept) <= looked:
            if bound == EXACT or (bound == LEAST and known >= beta) or (bound == MOST and known <= alpha):
                decided = known
        elif (kept > 0 and bound != MOST and known >= beta) or (
            kept < 0 and bound != LEAST and known <= alpha
        ):
            decided = known
        if remembers():
            if decided != UNTOLD and TABLE[entry + TOLD] // (MOVES * LENT) % 2 != 0:
                SETTINGS[BORROWED] = 1
    return decided


def same_past(entry: int) -> bool:
    """Whether the present position with its past is the one that was proved."""
    same = True
    if remembers():
        same = TABLE[entry + PAST] == fingerprint(True)
    return same


def entry_of(key: int) -> int:
    """The entry of a key, or the one in its bucket that looked least far."""
    first = key % SETTINGS[BUCKETS] * (BUCKET * ENTRY)
    least = first
    for number in range(BUCKET):
        entry = first + number * ENTRY
        if TABLE[entry + KEY] == key:
            return entry
        if TABLE[entry + TOLD] < TABLE[least + TOLD]:
            least = entry
    return least


def note(key: int, depth: int, value: int, bound: int, best: int, ply: int) -> None:
    """Keep what was found of a position."""
    entry = entry_of(key)
    kept = value
    kind = bound
    if value > SURE:
        kept = value + ply
    elif value < -SURE:
        kept = value - ply
    if remembers():
        kind = bound + LENT * SETTINGS[BORROWED]
        if abs(kept) > SURE:
            TABLE[entry + PAST] = fingerprint(True)
    TABLE[entry + KEY] = key
    TABLE[entry + WORTH] = kept
    TABLE[entry + TOLD] = (depth * KINDS + kind) * MOVES + (best + 1 if best < MOVES - 1 else 0)
