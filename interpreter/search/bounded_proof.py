"""Proof by plies, written in the words of searches: can a player force a result within how many plies?

A search with a table of positions (Greenblatt, 1967) for a number of plies left; what is not answered by
then is NOT_YET. Before anything is looked into, it is seen whether what is known of what follows decides;
then what the estimate likes is tried first, and what often decided elsewhere (Schaeffer, *The history
heuristic*, 1989).

Asked without a limit of plies (from ENDLESS on), a position that comes again on the way to it does not help
the player. That a player can force a result is certain all the same; that it cannot is certain where nothing
came again (else CYCLED is set).

The words of the table: KEY; TOLD, which is the fewest plies known to be enough, the most known to be too few
(FOREVER: it never can, and the plies before are those within which that is seen), and the number of the best
move known.
"""

from __future__ import annotations

from interpreter.search.outcomes import ALIKE, STACK, highest, likeness
from interpreter.search.proof_common import (
    ABANDONED,
    BUCKET,
    BUCKETS,
    COMMON,
    CYCLED,
    DECIDED,
    ENTRY,
    FOLLOWING,
    HOPE,
    KEY,
    LONGEST,
    LOOKED,
    LOST,
    PLAYER,
    REACHED,
    SETTINGS,
    TOLD,
    UNSURE,
    WITHIN,
    again,
    bucket,
    doubt,
    enter,
    has_it,
    key_here,
    leave,
    look,
)
from interpreter.subset.intrinsics import (
    estimate,
    ints,
    list_moves,
    move_size,
    mover,
    over,
    overflowed,
    play_move,
    room,
    sandbox,
)

TABLE = ints("table", 0)

YES, NEVER, NOT_YET, UNKNOWN = 1, -1, 0, 2
#: A number of plies that is no limit, and one that is never reached.
ENDLESS, FOREVER = 10_000, (1 << 15) - 2

#: What the estimate counts beside how often a move decided.
HOPES = 64

#: How what is told is packed: plies below the one, moves below the other.
PLIES, MOVES = 1 << 15, 1 << 12
#: The rank of the move that is tried first.
FIRST = 1 << 30


def attempt(left: int, base: int, ply: int) -> int:
    """Depth-limited proof: YES if the player forces the result in `left` plies; moves lie from `base` on."""
    look()
    if SETTINGS[ABANDONED] != 0:
        return NOT_YET
    key = key_here()
    best = -1
    bounds = bounds_of(key)
    if bounds != 0:
        if too_few(bounds) == FOREVER:
            SETTINGS[WITHIN] = enough(bounds)
            return NEVER
        if enough(bounds) <= left:
            SETTINGS[WITHIN] = enough(bounds)
            return YES
        if too_few(bounds) >= left:
            return NOT_YET
        best = bounds % MOVES - 1
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
    within = 1
    # what is known of what follows, before anything is looked into
    for number in range(count):
        move = base + number * move_size()
        result = look_ahead(move, left)
        if result == deciding or (result == NOT_YET and not ours):
            note(key, left, result, number, 1)
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
            note(key, left, result, number, SETTINGS[WITHIN])
            leave(key)
            return result
        if result == UNKNOWN:
            waiting += 1
            if number == best:
                STACK[ranks + number] = FIRST
        else:
            STACK[ranks + number] = -1
            if result == NOT_YET:
                answer = NOT_YET
            else:
                within = max(within, SETTINGS[WITHIN])
    while waiting > 0:
        waiting -= 1
        number = highest(ranks, count)
        STACK[ranks + number] = -1
        move = base + number * move_size()
        result = NOT_YET
        before = SETTINGS[LOOKED]
        with sandbox():
            play_move(STACK, move)
            result = attempt(left - 1, end, ply + 1)
            SETTINGS[WITHIN] += 1
        if SETTINGS[LOOKED] == before:  # calls lie too deep in each other: the engine has left this one out
            SETTINGS[ABANDONED] = 1
        if SETTINGS[ABANDONED] != 0:
            break
        if result == deciding:
            within = SETTINGS[WITHIN]
        elif result != NOT_YET:
            within = max(within, SETTINGS[WITHIN])
        if result == deciding or (result == NOT_YET and not ours):
            best = number
            answer = result
            SETTINGS[side + likeness(move)] += min(left * left, 1000)
            break
        if result == NOT_YET:
            answer = NOT_YET
    leave(key)
    if SETTINGS[ABANDONED] == 0:
        note(key, left, answer, best, within)
    return answer


def look_ahead(move: int, left: int) -> int:
    """The answer after a move where the game or the plies are at an end; else its key and its HOPE."""
    result = UNKNOWN
    player = mover()
    with sandbox():
        play_move(STACK, move)
        SETTINGS[FOLLOWING] = 0
        SETTINGS[HOPE] = 0
        if overflowed():
            doubt()
        elif over():
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
        reached += TABLE[bucket(STACK[keys + number], SETTINGS[BUCKETS])]
    SETTINGS[REACHED] = reached


def known(key: int, left: int, ply: int) -> int:
    """The answer of what follows, by what is in the table."""
    bounds = bounds_of(key)
    if bounds != 0:
        if too_few(bounds) == FOREVER:
            SETTINGS[WITHIN] = enough(bounds) + 1
            return NEVER
        if enough(bounds) < left:
            SETTINGS[WITHIN] = enough(bounds) + 1
            return YES
        if too_few(bounds) >= left - 1:
            return NOT_YET
    if left >= ENDLESS and again(key, ply):
        SETTINGS[CYCLED] = 1
        return NEVER
    return UNKNOWN


def bounds_of(key: int) -> int:
    """What is told of a position; 0: nothing."""
    first = bucket(key, SETTINGS[BUCKETS])
    for number in range(BUCKET):
        if TABLE[first + number * ENTRY] == key:
            return TABLE[first + number * ENTRY + TOLD]
    return 0


def enough(bounds: int) -> int:
    """The fewest plies that are known to be enough, FOREVER where none are; where all are too few, within how
    many that is seen."""
    return bounds // (PLIES * MOVES)


def too_few(bounds: int) -> int:
    """The most plies that are known to be too few, -1 where none are; FOREVER where all are."""
    return bounds // MOVES % PLIES - 1


def worth(bounds: int) -> int:
    """How much is lost with an entry: about the plies that were looked ahead."""
    few = too_few(bounds)
    return FOREVER if few == FOREVER else max(few, enough(bounds) % FOREVER)


def note(key: int, left: int, answer: int, best: int, within: int) -> None:
    """Keep an answer, in the place of what is least worth, and within how many plies it is seen."""
    first = bucket(key, SETTINGS[BUCKETS])
    entry = first
    for number in range(BUCKET):
        other = first + number * ENTRY
        if TABLE[other + KEY] == key:
            entry = other
            break
        if worth(TABLE[other + TOLD]) < worth(TABLE[entry + TOLD]):
            entry = other
    most = FOREVER
    least = -1
    if TABLE[entry + KEY] == key:
        most = enough(TABLE[entry + TOLD])
        least = too_few(TABLE[entry + TOLD])
    elif TABLE[entry + KEY] != 0:
        SETTINGS[LOST] += 1
    if answer == YES:
        most = min(within, most)
        within = most
    elif answer == NOT_YET:
        least = max(left, least)
    elif left < ENDLESS or SETTINGS[CYCLED] == 0:
        # on another way to it nothing might come again
        least = FOREVER
        most = within
        if within >= SETTINGS[UNSURE]:
            SETTINGS[ABANDONED] = 1
            return
    SETTINGS[WITHIN] = within
    move = best if best < MOVES - 1 else -1
    TABLE[entry + KEY] = key
    TABLE[entry + TOLD] = (most * PLIES + least + 1) * MOVES + move + 1


#: What makes up this search, and what of it is called from outside.
FUNCTIONS = (
    attempt,
    look_ahead,
    reach,
    known,
    bounds_of,
    enough,
    too_few,
    likeness,
    highest,
    worth,
    note,
    *COMMON,
)
ENTRIES = ("attempt",)
