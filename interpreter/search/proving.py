"""Proof by search, written in the words of searches: can a player force a result, and within how many plies?

A search with a table of positions (Greenblatt, 1967) over questions with two answers: at the player's own
moves one must do, at the others' all. Questions are asked for a number of plies left; what is not answered by
then is NOT_YET. A position is known by its fingerprint, with what is remembered where the rules look at that:
so what was found on one path holds on another. Before anything is looked into, it is seen whether what is
known of what follows decides; then what the estimate likes is tried first, and what often decided elsewhere
(Schaeffer, *The history heuristic*, 1989).

Asked without a limit of plies (from ENDLESS on), a position that comes again on the way to it does not help
the player. That a player can force a result is certain all the same; that it cannot is certain where nothing
came again (else CYCLED is set).

The words of the table: KEY, the fewest plies known to be ENOUGH, the most known to be TOO_FEW (FOREVER: it
never can), the number of the best MOVE known.
"""

from __future__ import annotations

from interpreter.search.ordering import ALIKE, STACK, highest, likeness
from interpreter.search.outcomes import utility
from interpreter.search.words import (
    estimate,
    fingerprint,
    floats,
    ints,
    list_moves,
    move_size,
    mover,
    over,
    play_move,
    room,
    sandbox,
    stopped,
)

TABLE = ints("table", 0)
SETTINGS, LEAST = ints("settings", 2), floats("settings", 2)

YES, NEVER, NOT_YET, UNKNOWN = 1, -1, 0, 2
FOREVER = 1 << 30

#: Settings: who is to get what at least; the question's number, which is part of every key; the table's size.
PLAYER, RESULT, QUESTION, BUCKETS = 0, 1, 2, 3
#: Tallies: positions looked at, entries given up for others; whether the search was stopped before its end,
#: which it is when so many positions were looked at.
LOOKED, LOST, ABANDONED, BUDGET = 4, 5, 6, 7
#: How the move that was tried last looks by the estimate; whether a position came again.
HOPE, CYCLED = 8, 9
#: So many plies are no limit; no line is that long.
ENDLESS, LONGEST = 10_000, 2000
#: How often moves decided, by what they are like: the player's, then the others'.
DECIDED = 16
#: What the estimate counts beside how often a move decided.
HOPES = 64
#: The keys of the positions on the way.
WAY = DECIDED + 2 * ALIKE
SETTINGS_WORDS = WAY + LONGEST

KEY, ENOUGH, TOO_FEW, MOVE = 0, 1, 2, 3
ENTRY = 4
#: Entries of one bucket: the one that tells least is given up.
BUCKET = 4
#: How often it is looked whether the search is to stop.
PATIENCE = 1024


def attempt(left: int, base: int, ply: int) -> int:
    """Can the player force the result from here within so many plies; moves are listed from `base` on."""
    look()
    if SETTINGS[ABANDONED] != 0:
        return NOT_YET
    key = fingerprint(True) + SETTINGS[QUESTION]
    entry = entry_of(key)
    best = -1
    if TABLE[entry + KEY] == key:
        if TABLE[entry + ENOUGH] <= left:
            return YES
        if TABLE[entry + TOO_FEW] == FOREVER:
            return NEVER
        if TABLE[entry + TOO_FEW] >= left:
            return NOT_YET
        best = TABLE[entry + MOVE]
    if left <= 0:
        return NOT_YET
    count = list_moves(STACK, base)
    end = base + count * (move_size() + 1)
    if end > room(STACK) or ply >= LONGEST:
        SETTINGS[ABANDONED] = 1
        return NOT_YET
    SETTINGS[WAY + ply] = key
    ours = mover() == SETTINGS[PLAYER]
    answer = NEVER if ours else YES
    deciding = YES if ours else NEVER
    ranks = base + count * move_size()
    side = DECIDED if ours else DECIDED + ALIKE
    # what is known of what follows, before anything is looked into
    waiting = 0
    for number in range(count):
        move = base + number * move_size()
        result = known(move, left, ply)
        if result == deciding or (result == NOT_YET and not ours):
            note(key, left, result, number)
            return result
        STACK[ranks + number] = -1
        if result == UNKNOWN:
            waiting += 1
            STACK[ranks + number] = SETTINGS[HOPE] * HOPES + min(SETTINGS[side + likeness(move)], HOPES - 1)
            if number == best:
                STACK[ranks + number] = FOREVER
        elif result == NOT_YET:
            answer = NOT_YET
    while waiting > 0:
        waiting -= 1
        number = highest(ranks, count)
        STACK[ranks + number] = -1
        move = base + number * move_size()
        result = NOT_YET
        with sandbox():
            play_move(STACK, move)
            result = attempt(left - 1, end, ply + 1)
        if result == deciding or (result == NOT_YET and not ours):
            best = number
            answer = result
            SETTINGS[side + likeness(move)] += min(left * left, 1000)
            break
        if result == NOT_YET:
            answer = NOT_YET
    if SETTINGS[ABANDONED] == 0:
        note(key, left, answer, best)
    return answer


def look() -> None:
    """Count a position, and see whether the search is to go on."""
    SETTINGS[LOOKED] += 1
    if SETTINGS[LOOKED] > SETTINGS[BUDGET] or (SETTINGS[LOOKED] % PATIENCE == 0 and stopped()):
        SETTINGS[ABANDONED] = 1


def known(move: int, left: int, ply: int) -> int:
    """The answer after a move, as far as it is known without looking further; else HOPE."""
    result = UNKNOWN
    player = mover()
    with sandbox():
        play_move(STACK, move)
        if over():
            result = YES if utility(SETTINGS[PLAYER]) >= LEAST[RESULT] else NEVER
        else:
            if left <= 1:
                result = NOT_YET
            key = fingerprint(True) + SETTINGS[QUESTION]
            entry = entry_of(key)
            if TABLE[entry + KEY] == key:
                if TABLE[entry + ENOUGH] < left:
                    result = YES
                elif TABLE[entry + TOO_FEW] == FOREVER:
                    result = NEVER
                elif TABLE[entry + TOO_FEW] >= left - 1:
                    result = NOT_YET
            if result == UNKNOWN and left >= ENDLESS and again(key, ply):
                SETTINGS[CYCLED] = 1
                result = NEVER
            if result == UNKNOWN:
                SETTINGS[HOPE] = int((1.0 + estimate(player)) * 1000.0)
    return result


def again(key: int, ply: int) -> bool:
    """Was a position on the way here?"""
    found = False
    for step in range(ply + 1):
        found = found or SETTINGS[WAY + step] == key
    return found


def entry_of(key: int) -> int:
    """The entry of a key, or the one in its bucket that tells least."""
    first = abs(key % SETTINGS[BUCKETS]) * (BUCKET * ENTRY)
    least = first
    for number in range(BUCKET):
        entry = first + number * ENTRY
        if TABLE[entry + KEY] == key:
            return entry
        if weight(entry) < weight(least):
            least = entry
    return least


def weight(entry: int) -> int:
    """How much is lost with an entry: about the plies that were looked ahead."""
    if TABLE[entry + KEY] == 0:
        return -1
    few = TABLE[entry + TOO_FEW]
    return FOREVER if few == FOREVER else max(few, TABLE[entry + ENOUGH] % FOREVER)


def note(key: int, left: int, answer: int, best: int) -> None:
    """Keep an answer."""
    entry = entry_of(key)
    if TABLE[entry + KEY] != key:
        if TABLE[entry + KEY] != 0:
            SETTINGS[LOST] += 1
        TABLE[entry + KEY] = key
        TABLE[entry + ENOUGH] = FOREVER
        TABLE[entry + TOO_FEW] = -1
    TABLE[entry + MOVE] = best
    if answer == YES:
        TABLE[entry + ENOUGH] = min(left, TABLE[entry + ENOUGH])
    elif answer == NEVER:
        # on another way to it nothing might come again
        if left < ENDLESS or SETTINGS[CYCLED] == 0:
            TABLE[entry + TOO_FEW] = FOREVER
    else:
        TABLE[entry + TOO_FEW] = max(left, TABLE[entry + TOO_FEW])


#: What makes up this search, and what of it is called from outside.
FUNCTIONS = (attempt, look, known, again, likeness, highest, entry_of, weight, note, utility)
ENTRIES = ("attempt",)
