"""Depth-first proof-number search, written in the words of searches: can a player force a result at all?

Nagai, *Df-pn algorithm for searching AND/OR trees* (2002), with the weak numbers of Ueda et al. (*Weak
proof-number search*, 2008): at the nodes where all children must do, the greatest number counts and one for
each other, since in games many ways lead to one position; and with wider limits for the best child (Pawlewicz
and Lew, *Improving depth-first PN-search: 1 + epsilon trick*, 2007).

A position that comes again on the way to it does not help the player. So that a player can force a result is
certain; that it cannot is certain where nothing came again (else CYCLED is set).

The words of the table: KEY, the number for the PROOF, the number for its REFUTATION, the WORK done.
"""

from __future__ import annotations

from interpreter.search.outcomes import utility
from interpreter.search.proving import (
    ABANDONED,
    BUCKETS,
    LEAST,
    LOOKED,
    LOST,
    PLAYER,
    QUESTION,
    RESULT,
    SETTINGS,
    SETTINGS_WORDS,
    STACK,
    look,
)
from interpreter.search.words import (
    fingerprint,
    ints,
    list_moves,
    move_size,
    mover,
    over,
    play_move,
    room,
    sandbox,
)

NUMBERS = ints("numbers", 3)

#: What is proved has this number for its refutation, and the other way round.
INFINITE = 1 << 40

#: More settings: the numbers that were found last, whether a position came again; the keys on the way.
PN, DN, CYCLED = SETTINGS_WORDS, SETTINGS_WORDS + 1, SETTINGS_WORDS + 2
WAY, LONGEST = SETTINGS_WORDS + 3, 1000
ALL_SETTINGS = WAY + LONGEST

KEY, PROOF, REFUTATION, WORK = 0, 1, 2, 3
ENTRY, BUCKET = 4, 4
#: A child on the stack: its key, its numbers.
CHILD_KEY, CHILD_PN, CHILD_DN = 0, 1, 2
CHILD = 3


def prove(base: int, depth: int, most_pn: int, most_dn: int) -> None:
    """Work on the present position, whose game goes on, until its numbers reach a limit: PN and DN."""
    look()
    began = SETTINGS[LOOKED]
    key = fingerprint(True) + SETTINGS[QUESTION]
    count = list_moves(STACK, base)
    kids = base + count * move_size()
    end = kids + count * CHILD
    if end > room(STACK) or depth >= LONGEST:
        SETTINGS[ABANDONED] = 1
        count = 0
    SETTINGS[WAY + min(depth, LONGEST - 1)] = key
    ours = mover() == SETTINGS[PLAYER]
    for number in range(count):
        judge(base + number * move_size(), kids + number * CHILD, depth)
    pn = 1
    dn = 1
    working = True
    while working:
        least = INFINITE
        second = INFINITE
        most = 0
        unsolved = 0
        best = 0
        for number in range(count):
            child = kids + number * CHILD
            easy = STACK[child + CHILD_PN] if ours else STACK[child + CHILD_DN]
            hard = STACK[child + CHILD_DN] if ours else STACK[child + CHILD_PN]
            if easy < least:
                second = least
                least = easy
                best = number
            elif easy < second:
                second = easy
            if hard > 0:
                unsolved += 1
                most = max(most, hard)
        others = max(unsolved - 1, 0)
        total = min(most + others, INFINITE)
        if least == 0:
            total = INFINITE
        pn = least if ours else total
        dn = total if ours else least
        if pn >= most_pn or dn >= most_dn or pn == 0 or dn == 0 or SETTINGS[ABANDONED] != 0:
            working = False
        else:
            child = kids + best * CHILD
            easy_limit = min(most_pn if ours else most_dn, second + second // 4 + 1)
            hard_limit = (most_dn if ours else most_pn) - others
            with sandbox():
                play_move(STACK, base + best * move_size())
                if ours:
                    prove(end, depth + 1, easy_limit, hard_limit)
                else:
                    prove(end, depth + 1, hard_limit, easy_limit)
            STACK[child + CHILD_PN] = SETTINGS[PN]
            STACK[child + CHILD_DN] = SETTINGS[DN]
    if SETTINGS[ABANDONED] == 0:
        keep(key, pn, dn, SETTINGS[LOOKED] - began + 1)
    SETTINGS[PN] = pn
    SETTINGS[DN] = dn


def judge(move: int, child: int, depth: int) -> None:
    """The numbers of the position after a move as far as they are known."""
    yes = False
    done = False
    key = 0
    pn = 1
    dn = 1
    with sandbox():
        play_move(STACK, move)
        if over():
            done = True
            yes = utility(SETTINGS[PLAYER]) >= LEAST[RESULT]
        else:
            key = fingerprint(True) + SETTINGS[QUESTION]
            entry = place_of(key)
            if NUMBERS[entry + KEY] == key:
                pn = NUMBERS[entry + PROOF]
                dn = NUMBERS[entry + REFUTATION]
    for step in range(depth + 1):
        if SETTINGS[WAY + step] == key:
            SETTINGS[CYCLED] = 1
            done = True
    if done:
        pn = 0 if yes else INFINITE
        dn = INFINITE if yes else 0
    STACK[child + CHILD_KEY] = key
    STACK[child + CHILD_PN] = pn
    STACK[child + CHILD_DN] = dn


def place_of(key: int) -> int:
    """The entry of a key, or the one in its bucket that least was done for."""
    first = abs(key % SETTINGS[BUCKETS]) * (BUCKET * ENTRY)
    least = first
    for number in range(BUCKET):
        entry = first + number * ENTRY
        if NUMBERS[entry + KEY] == key:
            return entry
        if NUMBERS[entry + WORK] < NUMBERS[least + WORK]:
            least = entry
    return least


def keep(key: int, pn: int, dn: int, work: int) -> None:
    """Keep the numbers of a position."""
    entry = place_of(key)
    if NUMBERS[entry + KEY] != key:
        if NUMBERS[entry + KEY] != 0:
            SETTINGS[LOST] += 1
        NUMBERS[entry + WORK] = 0
    NUMBERS[entry + KEY] = key
    NUMBERS[entry + PROOF] = pn
    NUMBERS[entry + REFUTATION] = dn
    NUMBERS[entry + WORK] += work


#: What makes up this search beside the functions of `proving`, and what of it is called from outside.
OWN = (prove, judge, place_of, keep)
ENTRIES = ("prove",)
