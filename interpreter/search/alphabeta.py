"""Alpha-beta search, written in the words of searches: games for two without chance.

Each position is worth to its mover what its best move is worth (Knuth and Moore, *An analysis of alpha-beta
pruning*, 1975), moves after the first are first asked only whether they are better (Reinefeld, *NegaScout*,
1983), and what was found is kept in a table by the positions' fingerprints. The best move known comes first,
then what often cut off elsewhere (Schaeffer's history heuristic). Where the depth ends, a position is worth
what the rules let one estimate, and a little for having more moves than the other had: those are only counted
where that can decide (lazy evaluation: Slate and Atkin, *Chess 4.5*, 1977).

Worths are whole numbers: an estimate of 1.0 is SCALE; a win is WON less the plies until then.

*What is proved.* A worth beyond SURE comes from ends of the game alone: one that is exact or a lower bound
proves a win within so many plies, one that is exact or an upper bound a loss. That there is none sooner is
seen as far as was looked ahead. Where the rules look at earlier positions, a position with another past is
another position (graph-history interaction: Campbell, 1985): estimates in the table are taken for it all the
same, proofs are not, and what was found by such loans (LENT) may have missed something sooner.

*Lawful moves.* Moves that the rules judge by what comes after them are listed unjudged where that can be, and
left out when they are played (gdl/passes/defer_checks.py).
"""

from __future__ import annotations

from interpreter.search.ordering import cut_off, learn_gain, rank_of, rank_of_capture, reduction, taken
from interpreter.search.outcomes import STACK, highest, likeness, utility
from interpreter.search.tallies import (
    ABANDONED,
    BEST,
    BORROWED,
    BOUNDS,
    COMPARED,
    ENOUGH,
    EXACT,
    KEY,
    LEAST,
    LENT,
    LISTED,
    LOOKED,
    LOUD,
    MOBILITY,
    MOST,
    MOST_GAIN,
    MOST_MOVES,
    MOST_PLIES,
    MOVES,
    PASSABLE,
    SCALE,
    SELECTIVE,
    SETTINGS,
    SURE,
    TABLE,
    TAKEN,
    TARGET,
    TOLD,
    UNTOLD,
    WON,
    WORTH,
    WORTH_OF_BEST,
    WORTHS,
)
from interpreter.search.transpositions import entry_of, note, recalled, same_past
from interpreter.subset.intrinsics import (
    estimate,
    fingerprint,
    lawful,
    list_moves,
    move_size,
    mover,
    over,
    overflowed,
    pass_kind,
    play_move,
    play_out,
    reseed,
    room,
    sandbox,
    stopped,
    unlawful,
)

#: Exchanges are followed for so many plies at most.
LONGEST_EXCHANGE = 6
#: A pass is tried where so much depth is left, with so many moves at least to choose from, and looked into
#: by so many plies less, by two more for each further so many.
PASS_DEEP, PASS_CHOICES, PASS_LESS, PASS_MORE = 3, 10, 3, 4
#: Where the last move went, after a pass.
NOWHERE = -2
#: Games at random are asked at each so many plies; how what they tell is packed.
EACH, SAMPLED = 3, 1000
#: What a move is worth that must not be made.
FORBIDDEN = -3 * WON
PATIENCE = 16


def search(depth: int) -> int:
    """The worth of the present position to its mover, looking so many plies ahead; BEST, WORTHS, BOUNDS."""
    SETTINGS[COMPARED] = 0
    SETTINGS[BORROWED] = 0
    return worth(depth, -WON, WON, 0, 0, 0, 0, -1)


def best_known(least: int) -> int:
    """The number of the best move that is known of the present position, -1 for none; moves are listed.

    Asked for a win (`least` above 0) or a loss (below), only of a proof of one that comes no later.
    """
    key = fingerprint(False)
    entry = entry_of(key)
    count = list_moves(STACK, 0)
    SETTINGS[LISTED] = count
    best = TABLE[entry + TOLD] % MOVES - 1
    if TABLE[entry + KEY] != key or best >= count:
        return -1
    if least != 0:
        kept = TABLE[entry + WORTH]
        bound = TABLE[entry + TOLD] // MOVES % LENT
        if abs(kept) <= SURE or not same_past(entry):
            return -1
        if least > 0 and (kept < least or bound == MOST):
            return -1
        if least < 0 and (kept > least or bound == LEAST):
            return -1
    return best


def worth(
    depth: int, alpha: int, beta: int, ply: int, base: int, replies: int, before: int, target: int
) -> int:
    """The worth of the present position, exact between alpha and beta; the other had `replies` moves.

    The position before was estimated at `before` for the mover of this one; the move led to `target`. Where
    the depth of a selective search ends, captures that may be worth it are followed (quiescence).
    """
    SETTINGS[LOOKED] += 1
    if SETTINGS[LOOKED] == SETTINGS[ENOUGH] or (SETTINGS[LOOKED] % PATIENCE == 0 and stopped()):
        SETTINGS[ABANDONED] = 1
    if SETTINGS[ABANDONED] != 0:
        return 0
    key = fingerprint(False)
    entry = entry_of(key)
    best = -1
    if TABLE[entry + KEY] == key:
        best = TABLE[entry + TOLD] % MOVES - 1
        if ply > 0:
            known = recalled(entry, depth, alpha, beta, ply)
            if known != UNTOLD:
                return known
    here = 0
    passable = depth >= PASS_DEEP and ply > 0 and beta - alpha == 1 and target != NOWHERE
    if passable:
        passable = SETTINGS[PASSABLE] != 0 and abs(beta) < SURE
    if depth <= 1 or passable:
        here = evaluation()
    settled = depth <= 0
    if depth <= 0:
        if SETTINGS[SELECTIVE] != 0:
            learn_gain(before - here)
            settled = depth <= -LONGEST_EXCHANGE or (
                abs(here - before) < SETTINGS[LOUD] and SETTINGS[MOST_GAIN] < SETTINGS[LOUD]
            )
        # lazy evaluation: moves need not be counted where no number of them brings it between alpha and beta
        if here - MOBILITY >= beta:
            return here - MOBILITY
        if settled and here + MOBILITY <= alpha:
            return here + MOBILITY
    count = list_moves(STACK, base)
    end = base + count * (move_size() + 1)
    if end > room(STACK) or ply >= MOST_PLIES - 1:
        return leaf(count, replies)
    reached = -WON
    if depth <= 0:
        reached = here + freedom(count, replies)
        if settled or reached >= beta:
            return reached
    if ply == 0:
        SETTINGS[LISTED] = count
    if passable and here >= beta and count >= PASS_CHOICES:
        if lawful():
            less = PASS_LESS + 2 * ((depth - PASS_DEEP) // PASS_MORE)
            idle = after_pass(max(0, depth - less), beta - 1, beta, ply, end, count, here)
            if SETTINGS[ABANDONED] != 0:
                return 0
            if idle >= beta and idle < SURE:
                note(key, depth, beta, LEAST, best, ply)
                return beta
    ranks = base + count * move_size()
    for number in range(count):
        move = base + number * move_size()
        if depth > 0:
            STACK[ranks + number] = rank_of(move, ply)
        else:
            STACK[ranks + number] = rank_of_capture(move, target, alpha - here)
    if depth > 0 and best >= 0 and best < count:
        STACK[ranks + best] = WON * WON
    lowest = alpha
    alpha = max(alpha, reached)
    tried = 0
    number = highest(ranks, count)
    while tried < count and STACK[ranks + number] >= 0:
        STACK[ranks + number] = -1
        move = base + number * move_size()
        value = -WON
        less = reduction(depth, tried)
        if tried > 0:
            value = after(move, depth - less, alpha, alpha + 1, ply, end, count, here)
            if less > 0 and value > alpha:
                value = after(move, depth, alpha, alpha + 1, ply, end, count, here)
        if tried == 0 or (value > alpha and value < beta):
            value = after(move, depth, alpha, beta, ply, end, count, here)
        if SETTINGS[ABANDONED] != 0:
            return 0
        if value == FORBIDDEN:
            number = highest(ranks, count)
            continue
        if ply == 0:
            if number < MOST_MOVES:
                SETTINGS[WORTHS + number] = value
                SETTINGS[BOUNDS + number] = (MOST if value <= alpha else EXACT) + LENT * SETTINGS[BORROWED]
            SETTINGS[COMPARED] += 1
        if value > reached or (tried == 0 and depth > 0):
            reached = value
            best = number
            if ply == 0:
                SETTINGS[BEST] = number
                SETTINGS[WORTH_OF_BEST] = value
        alpha = max(alpha, value)
        tried += 1
        if alpha >= beta:
            if depth > 0:
                cut_off(move, depth, ply)
            tried = count
        else:
            number = highest(ranks, count)
    if depth > 0 and tried == 0:
        return passed(base, depth, alpha, beta, ply, here)
    if depth > 0:
        note(
            key,
            depth,
            reached,
            MOST if reached <= lowest else (LEAST if reached >= beta else EXACT),
            best,
            ply,
        )
    return reached


def after(move: int, depth: int, alpha: int, beta: int, ply: int, end: int, replies: int, here: int) -> int:
    """What a move is worth to who makes it."""
    player = mover()
    value = 0
    if depth <= 1:
        SETTINGS[TAKEN] = taken(move)
    with sandbox():
        play_move(STACK, move)
        if unlawful():
            value = FORBIDDEN
        elif overflowed():  # nothing is proved by what follows
            value = 0
        elif over():
            value = int(utility(player) * float(WON - ply - 1))
        elif mover() == player:
            value = worth(depth - 1, alpha, beta, ply + 1, end, replies, here, STACK[move + TARGET])
        else:
            other = worth(depth - 1, -beta, -alpha, ply + 1, end, replies, -here, STACK[move + TARGET])
            value = -other
    return value


def after_pass(depth: int, alpha: int, beta: int, ply: int, end: int, replies: int, here: int) -> int:
    """What it is worth not to move at all (null move); nothing where that ends the game or keeps the turn."""
    player = mover()
    value = -WON
    SETTINGS[TAKEN] = 0
    STACK[end] = pass_kind()
    STACK[end + TARGET] = 0
    with sandbox():
        play_move(STACK, end)
        if not over():
            if mover() != player:
                other = worth(depth, -beta, -alpha, ply + 1, end + move_size(), replies, -here, NOWHERE)
                value = -other
    return value


def zugzwangs(seed: int, most: int) -> int:
    """In a game at random, how often passing would have been better than all moves, looking two plies ahead.

    The result is of how many positions that was asked, times SAMPLED, and how often it was so.
    """
    asked = 0
    better = 0
    plies = 0
    with sandbox():
        reseed(seed, 0)
        going = not over()
        while going and plies < most:
            play_out(1)
            plies += 1
            going = not over() and not unlawful()
            if going and plies % EACH == 0:
                if lawful():
                    moving = worth(2, -WON, WON, 1, 0, 0, 0, NOWHERE)
                    passing = after_pass(1, -WON, WON, 1, 0, 0, 0)
                    asked += 1
                    if passing > moving + MOBILITY:
                        better += 1
    return asked * SAMPLED + better


def passed(base: int, depth: int, alpha: int, beta: int, ply: int, here: int) -> int:
    """The worth of a position none of whose moves was lawful: what comes of a forced pass."""
    STACK[base] = pass_kind()
    STACK[base + TARGET] = 0
    value = after(base, depth, alpha, beta, ply, base + move_size(), 1, here)
    if ply == 0:
        SETTINGS[LISTED] = 1
        SETTINGS[BEST] = 0
        SETTINGS[WORTH_OF_BEST] = value
        SETTINGS[WORTHS] = value
        SETTINGS[BOUNDS] = EXACT
        SETTINGS[COMPARED] = 1
    return value


def leaf(count: int, replies: int) -> int:
    """What a position is worth that is not looked into."""
    here = evaluation()
    return here + freedom(count, replies)


def evaluation() -> int:
    """How the mover stands by the rules; `learnt.evaluation` or `noisy.evaluation` may be in its place."""
    return int(estimate(mover()) * float(SCALE))


def freedom(count: int, replies: int) -> int:
    """What having more moves than the other had is worth."""
    return int(float(count - replies) / float(count + replies + 1) * float(MOBILITY))


def swings(seed: int, most: int) -> int:
    """How much each move of a game at random changes the estimate, into STACK; how many moves that were.

    Where lawfulness is lazy, moves at random may be unlawful: the game is left there.
    """
    count = 0
    with sandbox():
        reseed(seed, 0)
        going = not over()
        while going and count < most:
            player = mover()
            before = evaluation()
            play_out(1)
            going = not over() and not unlawful()
            if going:
                now = evaluation()
                STACK[count] = abs((now if mover() == player else -now) - before)
                count += 1
    return count


#: What makes up this search, and what of it is called from outside.
FUNCTIONS = (
    search, best_known, worth, rank_of, rank_of_capture, taken, learn_gain, cut_off, reduction, recalled,
    same_past, after, after_pass, passed, leaf, freedom, swings, zugzwangs, evaluation, likeness, highest,
    entry_of, note, utility,
)  # fmt: skip
ENTRIES = ("search", "best_known", "swings", "zugzwangs")
