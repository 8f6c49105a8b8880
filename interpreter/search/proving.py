"""Proof by plies, written in the words of searches: can a player force a result within how many plies?

A search with a table of positions (Greenblatt, 1967) for a number of plies left; what is not answered by
then is NOT_YET. Before anything is looked into, it is seen whether what is known of what follows decides;
then what the estimate likes is tried first, and what often decided elsewhere (Schaeffer, *The history
heuristic*, 1989).

Asked without a limit of plies (from ENDLESS on), a position that comes again on the way to it does not help
the player. That a player can force a result is certain all the same; that it cannot is certain where nothing
came again (else CYCLED is set).

The words of the table: KEY, the fewest plies known to be ENOUGH, the most known to be TOO_FEW (FOREVER: it
never can), the number of the best MOVE known.
"""

from __future__ import annotations

from interpreter.search.asking import (
    ABANDONED,
    ASKING,
    BY_PLIES,
    CYCLED,
    LONGEST,
    LOST,
    PLAYER,
    SETTINGS,
    again,
    enter,
    has_it,
    key_here,
    leave,
    look,
)
from interpreter.search.ordering import ALIKE, STACK, highest, likeness
from interpreter.search.words import (
    estimate,
    ints,
    list_moves,
    move_size,
    mover,
    over,
    play_move,
    room,
    sandbox,
)

TABLE = ints("table", 0)

YES, NEVER, NOT_YET, UNKNOWN = 1, -1, 0, 2
FOREVER = 1 << 30

#: So many plies are no limit.
ENDLESS = 10_000

#: The table's size; how the move that was tried last looks by the estimate, and the key of what follows it.
BUCKETS, HOPE, FOLLOWING, REACHED = BY_PLIES, BY_PLIES + 1, BY_PLIES + 2, BY_PLIES + 3
#: How often moves decided, by what they are like: the player's, then the others'.
DECIDED = BY_PLIES + 4
SETTINGS_WORDS = DECIDED + 2 * ALIKE
#: What the estimate counts beside how often a move decided.
HOPES = 64

KEY, ENOUGH, TOO_FEW, MOVE = 0, 1, 2, 3
ENTRY = 4
#: Entries of one bucket: the one that tells least is given up.
BUCKET = 4


def attempt(left: int, base: int, ply: int) -> int:
    """Can the player force the result from here within so many plies; moves are listed from `base` on."""
    look()
    if SETTINGS[ABANDONED] != 0:
        return NOT_YET
    key = key_here()
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
    ranks = base + count * move_size()
    keys = ranks + count
    end = keys + count
    if end > room(STACK) or ply >= LONGEST:
        SETTINGS[ABANDONED] = 1
        return NOT_YET
    ours = mover() == SETTINGS[PLAYER]
    answer = NEVER if ours else YES
    deciding = YES if ours else NEVER
    side = DECIDED if ours else DECIDED + ALIKE
    # what is known of what follows, before anything is looked into
    for number in range(count):
        move = base + number * move_size()
        result = look_ahead(move, left)
        if result == deciding or (result == NOT_YET and not ours):
            note(key, left, result, number)
            return result
        if result == NOT_YET:
            answer = NOT_YET
        STACK[keys + number] = SETTINGS[FOLLOWING]
        STACK[ranks + number] = SETTINGS[HOPE] * HOPES + min(SETTINGS[side + likeness(move)], HOPES - 1)
    enter(key, ply)
    reach(keys, count)
    waiting = 0
    for number in range(count):
        if STACK[keys + number] == 0:
            STACK[ranks + number] = -1
            continue
        result = known(STACK[keys + number], left, ply)
        if result == deciding or (result == NOT_YET and not ours):
            note(key, left, result, number)
            leave(key)
            return result
        if result == UNKNOWN:
            waiting += 1
            if number == best:
                STACK[ranks + number] = FOREVER
        else:
            STACK[ranks + number] = -1
            if result == NOT_YET:
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
    leave(key)
    if SETTINGS[ABANDONED] == 0:
        note(key, left, answer, best)
    return answer


def look_ahead(move: int, left: int) -> int:
    """The answer after a move where the game or the plies are at an end; else its key and its HOPE."""
    result = UNKNOWN
    player = mover()
    with sandbox():
        play_move(STACK, move)
        SETTINGS[FOLLOWING] = 0
        SETTINGS[HOPE] = 0
        if over():
            fine = has_it()
            result = YES if fine else NEVER
        elif left <= 1:
            result = NOT_YET
        else:
            SETTINGS[FOLLOWING] = key_here()
            SETTINGS[HOPE] = int((1.0 + estimate(player)) * 1000.0)
    return result


def reach(keys: int, count: int) -> None:
    """Reach for the entries of all keys: so memory is waited for once, and not for one after the other."""
    reached = 0
    for number in range(count):
        reached += TABLE[bucket_of(STACK[keys + number])]
    SETTINGS[REACHED] = reached


def known(key: int, left: int, ply: int) -> int:
    """The answer of what follows, by what is in the table."""
    entry = entry_of(key)
    if TABLE[entry + KEY] == key:
        if TABLE[entry + ENOUGH] < left:
            return YES
        if TABLE[entry + TOO_FEW] == FOREVER:
            return NEVER
        if TABLE[entry + TOO_FEW] >= left - 1:
            return NOT_YET
    if left >= ENDLESS and again(key, ply):
        SETTINGS[CYCLED] = 1
        return NEVER
    return UNKNOWN


def bucket_of(key: int) -> int:
    """Where the entries begin among which a key's is."""
    return abs(key % SETTINGS[BUCKETS]) * (BUCKET * ENTRY)


def entry_of(key: int) -> int:
    """The entry of a key, or the one in its bucket that tells least."""
    first = bucket_of(key)
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
FUNCTIONS = (attempt, look_ahead, reach, known, bucket_of, likeness, highest, entry_of, weight, note, *ASKING)
ENTRIES = ("attempt",)
