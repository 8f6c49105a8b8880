"""Proof by numbers, written in the words of searches: can a player force a result at all, however late?

Proof-number search (Allis, van der Meulen and van den Herik, 1994) looks where a proof or a disproof seems to
want the fewest positions more; here depth first, with all that is known in a table (df-pn: Nagai, 2002). Of
the numbers that would be added up the highest counts, and one for each other that is open (weak proof-number
search: Ueda and others, 2008), since positions that are reached in many ways would be counted as often. What
was not looked into yet has the numbers that the estimate of the game suggests; a move is left for the second
best when that is better by a sixteenth (Pawlewicz and Lew, 2007).

Games that can come back to a position are not for it: it stops as soon as one does.

Where the one number is 0, the other is INFINITE and so many more as plies are enough for it.

The words of its table: KEY; TOLD, which is the numbers and how much work they were.
"""

from __future__ import annotations

from interpreter.search.outcomes import STACK
from interpreter.search.proof_common import (
    ABANDONED,
    BUCKET,
    BUCKETS,
    COMMON,
    CYCLED,
    DISPROOF,
    ENTRY,
    FOLLOWING,
    KEY,
    LONGEST,
    LOOKED,
    LOST,
    PLAYER,
    PROOF,
    REACHED,
    SETTINGS,
    TOLD,
    UNSURE,
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

NUMBERED = ints("numbered", 3)

#: From here on: what cannot be.
INFINITE = 1 << 24
#: What an estimate of the worst adds to the number of a position that was not looked into.
DOUBT = 300.0
#: A move is left when another is better by this part.
SLACK = 16
#: How an entry is packed.
WORKS, PACK = 64, 1 << 25


def prove(most_proof: int, most_disproof: int, base: int, ply: int) -> None:
    """Look into a position until PROOF or DISPROOF is not below these; moves are listed from `base` on."""
    look()
    began = SETTINGS[LOOKED]
    key = key_here()
    ours = mover() == SETTINGS[PLAYER]
    count = list_moves(STACK, base)
    proofs = base + count * move_size()
    disproofs = proofs + count
    keys = disproofs + count
    end = keys + count
    if end > room(STACK) or ply >= LONGEST:
        SETTINGS[ABANDONED] = 1
    if SETTINGS[ABANDONED] != 0:
        return
    enter(key, ply)
    # of the one kind of numbers the least counts, of the other all do
    easy = proofs if ours else disproofs
    hard = disproofs if ours else proofs
    most_easy = most_proof if ours else most_disproof
    most_hard = most_disproof if ours else most_proof
    least = INFINITE
    total = 0
    best = 0
    for number in range(count):
        follow(base + number * move_size())
        STACK[proofs + number] = SETTINGS[PROOF]
        STACK[disproofs + number] = SETTINGS[DISPROOF]
        STACK[keys + number] = SETTINGS[FOLLOWING]
        least = min(least, STACK[easy + number])
        if least == 0:
            total = INFINITE
            best = number
            break
    if least != 0:
        recall(keys, count, ply)
    while SETTINGS[ABANDONED] == 0 and total < INFINITE:
        best = 0
        second = INFINITE
        least = INFINITE
        most = 0
        others = -1
        for number in range(count):
            value = STACK[easy + number]
            if STACK[hard + number] > 0:
                others += 1
            most = max(most, STACK[hard + number])
            if value < least:
                second = least
                least = value
                best = number
            elif value < second:
                second = value
        # only what is proved is INFINITE
        total = INFINITE if least == 0 else min(most + max(others, 0), INFINITE - 1)
        if least >= most_easy or total >= most_hard:
            break
        until_easy = min(most_easy, second + second // SLACK + 1)
        until_hard = most_hard - others
        before = SETTINGS[LOOKED]
        with sandbox():
            play_move(STACK, base + best * move_size())
            if ours:
                prove(until_easy, until_hard, end, ply + 1)
            else:
                prove(until_hard, until_easy, end, ply + 1)
        if SETTINGS[LOOKED] == before:  # calls lie too deep in each other: the engine has left this one out
            SETTINGS[ABANDONED] = 1
        STACK[proofs + best] = SETTINGS[PROOF]
        STACK[disproofs + best] = SETTINGS[DISPROOF]
    leave(key)
    if SETTINGS[ABANDONED] == 0:
        if least == 0:
            total = STACK[hard + best] + 1
        elif least >= INFINITE:
            for number in range(count):
                least = max(least, STACK[easy + number] + 1)
        SETTINGS[PROOF] = least if ours else total
        SETTINGS[DISPROOF] = total if ours else least
        if SETTINGS[PROOF] - INFINITE >= SETTINGS[UNSURE]:
            SETTINGS[ABANDONED] = 1
            return
        keep(key, SETTINGS[LOOKED] - began)


def follow(move: int) -> None:
    """What follows a move: its key, 0 where the game is over, and the numbers that it begins with."""
    with sandbox():
        play_move(STACK, move)
        SETTINGS[FOLLOWING] = 0
        if overflowed():
            SETTINGS[PROOF] = 1
            SETTINGS[DISPROOF] = 1
            doubt()
        elif over():
            fine = has_it()
            SETTINGS[PROOF] = 0 if fine else INFINITE
            SETTINGS[DISPROOF] = INFINITE if fine else 0
        else:
            SETTINGS[FOLLOWING] = key_here()
            hope = estimate(SETTINGS[PLAYER])
            SETTINGS[PROOF] = 1 + int(DOUBT * (1.0 - hope))
            SETTINGS[DISPROOF] = 1 + int(DOUBT * (1.0 + hope))


def recall(keys: int, count: int, ply: int) -> None:
    """Put the numbers that are known of what follows in the place of those that it began with."""
    # All are reached for first: so memory is waited for once, and not for one after the other.
    reached = 0
    for number in range(count):
        reached += NUMBERED[bucket(STACK[keys + number], SETTINGS[BUCKETS])]
    SETTINGS[REACHED] = reached
    for number in range(count):
        key = STACK[keys + number]
        if key != 0:
            entry = entry_of(key)
            if entry >= 0:
                numbers = NUMBERED[entry + TOLD] // WORKS
                STACK[keys - 2 * count + number] = numbers // PACK
                STACK[keys - count + number] = numbers % PACK
            elif again(key, ply):
                SETTINGS[CYCLED] = 1
                SETTINGS[ABANDONED] = 1


def entry_of(key: int) -> int:
    """The entry of a key, or -1."""
    first = bucket(key, SETTINGS[BUCKETS])
    for number in range(BUCKET):
        if NUMBERED[first + number * ENTRY] == key:
            return first + number * ENTRY
    return -1


def keep(key: int, looked: int) -> None:
    """Keep the numbers of a position into which so many positions were looked."""
    entry = entry_of(key)
    if entry < 0:
        first = bucket(key, SETTINGS[BUCKETS])
        entry = first
        for number in range(1, BUCKET):
            other = first + number * ENTRY
            if NUMBERED[other + TOLD] % WORKS < NUMBERED[entry + TOLD] % WORKS:
                entry = other
        if NUMBERED[entry + KEY] != 0:
            SETTINGS[LOST] += 1
    work = 1
    while looked > 0:
        looked = looked // 2
        work += 1
    NUMBERED[entry + KEY] = key
    NUMBERED[entry + TOLD] = (SETTINGS[PROOF] * PACK + SETTINGS[DISPROOF]) * WORKS + work


#: What makes up this search.
FUNCTIONS = (prove, follow, recall, entry_of, keep, *COMMON)
ENTRIES = ("prove",)
