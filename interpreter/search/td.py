"""Temporal-difference learning of n-tuple weights by self-play, written in the words of searches.

Each game is played by shallow alpha-beta searches that use the weights as they are, with moves at random
here and there. Then it is gone through again: the value of each state is moved toward its lambda-return,
which joins what the search said of it, of the states behind it, and how the game ended (TD(lambda): Sutton,
1988; backups of searched values: Veness et al., *Bootstrapping from game tree search*, 2009). Step sizes
are each weight's own, by temporal coherence (Beal and Smith, *Temporal coherence and prediction decay in TD
learning*, 1999): they shrink where a weight is pulled now up, now down. Values are squashed by x / sqrt(1 +
x^2).
"""

from __future__ import annotations

from gdl.core.intrinsics import move_words
from gdl.core.ops import Program
from interpreter.search.alphabeta import search
from interpreter.search.learnt import (
    BASE,
    INDEX,
    PATTERNS,
    PLAIN,
    REALS,
    SUM,
    TABLES,
    TEMPO,
    TUPLES,
    UNITS,
    update,
)
from interpreter.search.outcomes import STACK, utility
from interpreter.search.tallies import ABANDONED, BEST, BUCKET, BUCKETS, ENTRY, SCALE, SETTINGS, SURE, TABLE
from interpreter.subset.intrinsics import (
    draw,
    estimate,
    list_moves,
    move_size,
    mover,
    over,
    play_move,
    reseed,
    sandbox,
    sqrt,
    unlawful,
)

#: More of the header of patterns: how many weights there are; where the record of a game begins, and for how
#: many plies there is room.
WEIGHTS, RECORD, PLIES = 9, 10, 11
#: Floats: lambda, the first step size, and how likely a move at random is (of 1,000, a whole number).
LAMBDA, STEP, EXPLORE = 12, 13, 14
#: Behind the weights, as many words for each: the weight as a Float, the sum of its changes, and the sum of
#: their sizes. Behind the last the same for the estimate's and for the move's.
EXTRA = 2
#: Words of a record before the move: the value that the search said (for player 1), and whether the move was
#: drawn.
VALUE, DRAWN, MOVE = 0, 1, 2


def learn(seed: int, number: int, depth: int, opening: int) -> int:
    """Play a game with the weights as they are and learn from it; how many plies it had, -1 if stopped."""
    forget()
    size = MOVE + move_size()
    plies = 0
    result = 0.0
    with sandbox():
        reseed(seed, number)
        at_random = draw(opening + 1)
        going = not over()
        while going and plies < PATTERNS[PLIES]:
            here = PATTERNS[RECORD] + plies * size
            count = list_moves(STACK, 0)
            worth_here = search(depth)
            if SETTINGS[ABANDONED] != 0:
                return -1
            REALS[here + VALUE] = squashed(worth_here)
            if mover() != 1:
                REALS[here + VALUE] = -REALS[here + VALUE]
            explores = draw(1000)
            drawn = draw(count)
            best = SETTINGS[BEST]
            PATTERNS[here + DRAWN] = 0
            if plies < at_random or explores < PATTERNS[EXPLORE]:
                if allowed(drawn * move_size()):
                    PATTERNS[here + DRAWN] = 1
                    best = drawn
            for word in range(move_size()):
                PATTERNS[here + MOVE + word] = STACK[best * move_size() + word]
            play_move(STACK, best * move_size())
            plies += 1
            going = not over()
        if not going:
            result = utility(1)
    backups(plies, size, result)
    with sandbox():
        reseed(seed, number)
        drawn = draw(opening + 1)
        for ply in range(plies):
            here = PATTERNS[RECORD] + ply * size
            adjust(REALS[here + VALUE])
            for word in range(move_size()):
                STACK[word] = PATTERNS[here + MOVE + word]
            play_move(STACK, 0)
    return plies


def allowed(move: int) -> bool:
    """Whether a move that was listed may be made: with lazy legality it is not judged yet."""
    bad = False
    with sandbox():
        play_move(STACK, move)
        bad = unlawful()
    return not bad


def forget() -> None:
    """Empty the search's table: its worths were told by other weights."""
    for word in range(SETTINGS[BUCKETS] * BUCKET * ENTRY):
        TABLE[word] = 0


def squashed(worth: int) -> float:
    """From -1.0 to 1.0 what a worth means."""
    if worth > SURE:
        return 1.0
    if worth < -SURE:
        return -1.0
    x = float(worth) / float(SCALE)
    return x / sqrt(1.0 + x * x)


def backups(plies: int, size: int, result: float) -> None:
    """Put the lambda-returns in place of the searched values; a move at random cuts them off."""
    later = result
    ply = plies - 1
    while ply >= 0:
        here = PATTERNS[RECORD] + ply * size
        if PATTERNS[here + DRAWN] == 0:
            REALS[here + VALUE] += REALS[LAMBDA] * (later - REALS[here + VALUE])
        later = REALS[here + VALUE]
        ply -= 1


def adjust(target: float) -> None:
    """Move the present state's value (for player 1) toward a target."""
    rebuild()
    update()
    sign = 1.0 if mover() == 1 else -1.0
    ruled = estimate(1)
    x = (float(PATTERNS[SUM]) + sign * float(PATTERNS[TEMPO])) / float(UNITS * SCALE) + REALS[BASE] * ruled
    root = sqrt(1.0 + x * x)
    pull = (target - x / root) / (root * root * root)
    for number in range(PATTERNS[TUPLES]):
        learn_weight(PATTERNS[PATTERNS[INDEX] + number], pull if number < PATTERNS[PLAIN] else -pull)
    count = PATTERNS[WEIGHTS]
    base = PATTERNS[TABLES] + count
    REALS[BASE] = learn_float(base, pull * ruled)
    tempo = learn_float(base + 1, pull * sign)
    PATTERNS[TEMPO] = int(tempo * float(UNITS * SCALE))


def learn_weight(word: int, pull: float) -> None:
    """Move a weight, and what the search reads of it."""
    value = learn_float(word, pull)
    PATTERNS[word] = int(value * float(UNITS * SCALE))


def learn_float(word: int, pull: float) -> float:
    """Move the Float behind a weight by its own step size; what it is then."""
    room = PATTERNS[WEIGHTS] + EXTRA
    value = word + room
    sum_ = value + room
    size = sum_ + room
    rate = 1.0
    if REALS[size] > 0.0:
        rate = abs(REALS[sum_]) / REALS[size]
    REALS[value] += REALS[STEP] * rate * pull
    REALS[sum_] += pull
    REALS[size] += abs(pull)
    return REALS[value]


def rebuild() -> None:
    """Reckon the sum and the tuples' weights anew from what is remembered: weights have changed."""
    total = 0
    for number in range(PATTERNS[TUPLES]):
        weight = PATTERNS[PATTERNS[PATTERNS[INDEX] + number]]
        total += weight if number < PATTERNS[PLAIN] else -weight
    PATTERNS[SUM] = total


def record_words(program: Program) -> int:
    """How many words each ply of a record takes."""
    return MOVE + move_words(program)


#: What is added to the functions of a search that learns, and what of it is called from outside.
FUNCTIONS = (learn, allowed, forget, squashed, backups, adjust, learn_weight, learn_float, rebuild)
ENTRIES = ("learn",)
