"""Games that are played to see what the rules do, in the words of searches: compiled with a profiled game.

After each ply the counters that the rules have raised are folded into totals: in how many plies, and in how
many games. A search of one ply tries every move, and what comes about there is noted as reached, though it is
not counted: it can happen.

Games are played in four ways. Random ones say how long games last and who wins. The others go where random
games seldom come: those who make the move that looks best after one ply (greedy best-first, by the general
estimate of goals), those who do what was done least (novelty search), and those who choose by a few playouts
(flat Monte-Carlo). What one game may try is bounded, and its moves are drawn from then on: else a game that
never ends would take all the time there is.
"""

from __future__ import annotations

from interpreter.subset.intrinsics import (
    begin,
    draw,
    estimate,
    ints,
    list_moves,
    move_size,
    mover,
    over,
    play_move,
    play_out,
    players,
    rank,
    reseed,
    room,
    sandbox,
    stopped,
)

CONTROL, SEEN, ACTS, TOTALS = ints("control", 0), ints("seen", 1), ints("acts", 2), ints("totals", 3)

#: Settings: the seed, how many counters there are, the words of the counters of the first kind of move, the
#: kind of a forced pass, the longest game.
SEED, SEEN_COUNT, ACTS_COUNT, FIRST_LEGAL, FIRST_PLAYED, PASS_KIND, LIMIT = 0, 1, 2, 3, 4, 5, 6
#: The number of the present ply of all, that of the game's first, plies made with those that were only tried,
#: the number of the last playout, and how many games this call has played.
PLY, FIRST_PLY, WORK, PLAYOUT, FINISHED = 7, 8, 9, 10, 11
#: Do players win in teams?
TEAMS = 12
#: From here on for each way of playing how many plies it has had, its share of them, its next game's number.
SPENT, SHARE, NUMBER = 16, 24, 32
#: From here on how many turns and forced passes each player has had in this game.
TURNS_NOW, PASSES_NOW = 64, 128
#: From here on a row for each way of playing, and then the moves.
STATISTICS, STATISTICS_ROW = 256, 512
MOVES = 4096

#: The ways of playing.
RANDOM, GREEDY, NOVEL, PLAYOUTS = 0, 1, 2, 3
WAYS = 4
#: A row of statistics; from the last ones on by player.
GAMES, PLIES, CHOICES, MOST, DRAWS, UNFINISHED, LONGEST, SHORTEST, PASSED_FIRST, AT_ONCES = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9
)  # fmt: skip
WON, TURNS, PASSES, IDLE, STUCK = 64, 128, 192, 256, 320
#: A row of totals: plies and games in which it was, the last ply, whether it was anywhere, if only tried.
IN_PLIES, IN_GAMES, LAST_PLY, REACHED = 0, 1, 2, 3
#: Of what was in the last ply of games: how many, their plies, the plies of the shortest, and in how many of
#: them who had made the last move has won, or another has;
AT_END, END_PLIES, END_FIRST, MOVER_WON, OTHER_WON = 4, 5, 6, 7, 8
#: ... and in how many of them nobody had more than two turns, and the first player has won.
AT_ONCE, FIRST_WON = 9, 10
#: How often it has come about in moves that were only tried.
TRIED = 11
TOTALS_ROW = 12
#: So many turns of each player are next to none.
FEW_TURNS = 2

#: So many moves are judged by playouts, of so many plies.
CANDIDATES, PLAYOUT_PLIES = 6, 64
#: One in so many moves of greedy games is a random one: else they would be all the same, or go in circles.
ONE_IN = 5
#: A game may make so many plies, those that are only tried included, before it looks no further ahead; and
#: one in so many of all that were made before it.
MOST_WORK, PART_OF_WORK = 20_000, 8
#: More than any move is worth.
BEYOND = 1e18


def play_games(count: int) -> None:
    """Play so many games, until it is stopped. Which way comes next goes by the plies made in each so far."""
    done = 0
    while done < count and not stopped():
        way = 0
        for other in range(1, WAYS):
            if CONTROL[SPENT + other] * CONTROL[SHARE + way] < CONTROL[SPENT + way] * CONTROL[SHARE + other]:
                way = other
        before = CONTROL[WORK]
        with sandbox():
            play_game(way, CONTROL[NUMBER + way])
        CONTROL[NUMBER + way] += 1
        CONTROL[SPENT + way] += CONTROL[WORK] - before + 1
        done += 1
        CONTROL[FINISHED] = done


def play_game(way: int, number: int) -> None:
    """Play one game and note what came of it, unless it was stopped."""
    forget_seen()
    forget_acts()
    for player in range(64):
        CONTROL[TURNS_NOW + player] = 0
        CONTROL[PASSES_NOW + player] = 0
    reseed(CONTROL[SEED], WAYS * number + way)
    CONTROL[PLY] += 1
    CONTROL[FIRST_PLY] = CONTROL[PLY]
    begin()
    fold()
    row = STATISTICS + way * STATISTICS_ROW
    most_moves = (room(CONTROL) - MOVES) // move_size()
    plies = 0
    choices = 0
    most = 0
    passed_first = 0
    last = 0
    work_until = CONTROL[WORK] + MOST_WORK + CONTROL[WORK] // PART_OF_WORK
    while not over() and plies < CONTROL[LIMIT]:
        if stopped():
            return
        CONTROL[PLY] += 1
        CONTROL[WORK] += 1
        me = mover()
        last = me
        CONTROL[TURNS_NOW + me] += 1
        listed = list_moves(CONTROL, MOVES)
        there = min(listed, most_moves)
        choices += listed
        most = max(most, listed)
        if there == 1 and CONTROL[MOVES] == CONTROL[PASS_KIND]:
            CONTROL[PASSES_NOW + me] += 1
            if plies == 0:
                passed_first = 1
        for i in range(there):
            SEEN[CONTROL[FIRST_LEGAL] + CONTROL[MOVES + i * move_size()]] += 1
        forget_acts()
        fold()
        chosen = choose(RANDOM if CONTROL[WORK] > work_until else way, there)
        forget_acts()
        ACTS[CONTROL[FIRST_PLAYED] + CONTROL[MOVES + chosen * move_size()]] += 1
        play_move(CONTROL, MOVES + chosen * move_size())
        fold()
        plies += 1
    CONTROL[row + GAMES] += 1
    CONTROL[row + PLIES] += plies
    CONTROL[row + CHOICES] += choices
    CONTROL[row + MOST] = max(CONTROL[row + MOST], most)
    CONTROL[row + PASSED_FIRST] += passed_first
    CONTROL[row + LONGEST] = max(CONTROL[row + LONGEST], plies)
    if CONTROL[row + GAMES] == 1 or plies < CONTROL[row + SHORTEST]:
        CONTROL[row + SHORTEST] = plies
    for player in range(1, players() + 1):
        CONTROL[row + TURNS + player] += CONTROL[TURNS_NOW + player]
        CONTROL[row + PASSES + player] += CONTROL[PASSES_NOW + player]
        if CONTROL[TURNS_NOW + player] == 0:
            CONTROL[row + IDLE + player] += 1
        elif CONTROL[TURNS_NOW + player] == CONTROL[PASSES_NOW + player]:
            CONTROL[row + STUCK + player] += 1
    if over():
        if plies <= FEW_TURNS * players():
            CONTROL[row + AT_ONCES] += 1
        winner = note_result(row)
        note_end(winner, last, plies)
    else:
        CONTROL[row + UNFINISHED] += 1


def note_result(row: int) -> int:
    """Note who has won, if anybody has by himself (or with a team, of which the last is told); else 0."""
    first = 0
    winners = 0
    best = 1.0
    if CONTROL[TEAMS] == 1:  # whose members share the mean of their ranks
        best = rank(1)
        for player in range(2, players() + 1):
            best = min(best, rank(player))
    for player in range(1, players() + 1):
        if rank(player) == best:
            winners += 1
            first = player
    if winners == 1 or (CONTROL[TEAMS] == 1 and winners < players()):
        for player in range(1, players() + 1):
            if rank(player) == best:
                CONTROL[row + WON + player] += 1
        return first
    CONTROL[row + DRAWS] += 1
    return 0


def note_end(winner: int, last: int, plies: int) -> None:
    """Note of what has come about in the last ply, made by `last`, that the game has ended with it."""
    for i in range(CONTROL[ACTS_COUNT]):
        row = (CONTROL[SEEN_COUNT] + i) * TOTALS_ROW
        if TOTALS[row + LAST_PLY] == CONTROL[PLY]:
            TOTALS[row + AT_END] += 1
            TOTALS[row + END_PLIES] += plies
            if TOTALS[row + AT_END] == 1 or plies < TOTALS[row + END_FIRST]:
                TOTALS[row + END_FIRST] = plies
            if plies <= FEW_TURNS * players():
                TOTALS[row + AT_ONCE] += 1
            if winner == 1:
                TOTALS[row + FIRST_WON] += 1
            if winner != 0:
                if winner == last or (CONTROL[TEAMS] == 1 and rank(winner) == rank(last)):
                    TOTALS[row + MOVER_WON] += 1
                else:
                    TOTALS[row + OTHER_WON] += 1


def forget_seen() -> None:
    """Nothing was seen."""
    for i in range(CONTROL[SEEN_COUNT]):
        SEEN[i] = 0


def forget_acts() -> None:
    """Nothing has come about: what rules only imagine while moves are listed does not count."""
    for i in range(CONTROL[ACTS_COUNT]):
        ACTS[i] = 0


def fold() -> None:
    """Add what was counted in this ply to the totals."""
    for i in range(CONTROL[SEEN_COUNT]):
        if SEEN[i] != 0:
            SEEN[i] = 0
            note(i * TOTALS_ROW)
    for i in range(CONTROL[ACTS_COUNT]):
        if ACTS[i] != 0:
            ACTS[i] = 0
            note((CONTROL[SEEN_COUNT] + i) * TOTALS_ROW)


def note(row: int) -> None:
    """It has been in this ply."""
    TOTALS[row + REACHED] = 1
    last = TOTALS[row + LAST_PLY]
    if last != CONTROL[PLY]:
        TOTALS[row + IN_PLIES] += 1
        if last < CONTROL[FIRST_PLY]:
            TOTALS[row + IN_GAMES] += 1
        TOTALS[row + LAST_PLY] = CONTROL[PLY]


def reach() -> int:
    """Note as reached what was counted while something was tried; how much is new."""
    new = 0
    for i in range(CONTROL[SEEN_COUNT]):
        if SEEN[i] != 0:
            SEEN[i] = 0
            if TOTALS[i * TOTALS_ROW + REACHED] == 0:
                TOTALS[i * TOTALS_ROW + REACHED] = 1
                new += 1
    for i in range(CONTROL[ACTS_COUNT]):
        if ACTS[i] != 0:
            ACTS[i] = 0
            row = (CONTROL[SEEN_COUNT] + i) * TOTALS_ROW
            TOTALS[row + TRIED] += 1
            if TOTALS[row + REACHED] == 0:
                TOTALS[row + REACHED] = 1
                new += 1
    return new


def choose(way: int, count: int) -> int:
    """The number of the move to make."""
    drawn = draw(count)
    if way == RANDOM or count == 1:
        return drawn
    if way == PLAYOUTS:
        return by_playouts(count)
    if way == GREEDY:
        random = draw(ONE_IN)
        if random == 0:
            return drawn
    return by_trial(way, count)


def by_trial(way: int, count: int) -> int:
    """The move after which the position is worth most to this way of playing; among equals one is drawn."""
    me = mover()
    best = 0
    best_value = -BEYOND
    equal = 0
    tried = 0
    while tried < count and not stopped():
        value = 0.0
        with sandbox():
            play_move(CONTROL, MOVES + tried * move_size())
            CONTROL[WORK] += 1
            if way == GREEDY:
                value = standing(me)
        new = reach()
        if way == NOVEL:
            value = novelty(tried, new)
        if value > best_value:
            best_value = value
            best = tried
            equal = 1
        elif value == best_value:
            equal += 1
            drawn = draw(equal)
            if drawn == 0:
                best = tried
        tried += 1
    return best


def standing(me: int) -> float:
    """How a player stands, in the game's result or by the estimate."""
    if over():
        if rank(me) == 1.0:
            return 10.0
        return -10.0
    return estimate(me)


def novelty(tried: int, new: int) -> float:
    """How much is new after a move; where nothing is, how seldom one of its kind was played."""
    if new > 0:
        return float(new)
    kind = CONTROL[FIRST_PLAYED] + CONTROL[MOVES + tried * move_size()]
    return -float(TOTALS[(CONTROL[SEEN_COUNT] + kind) * TOTALS_ROW + IN_PLIES])


def by_playouts(count: int) -> int:
    """The best of a few moves, by a playout of each."""
    me = mover()
    best = 0
    best_value = -1.0
    for _ in range(min(count, CANDIDATES)):
        tried = draw(count)
        value = 0.5 * float(players() + 1)
        CONTROL[PLAYOUT] += 1
        with sandbox():
            play_move(CONTROL, MOVES + tried * move_size())
            reseed(CONTROL[SEED], -CONTROL[PLAYOUT])
            play_out(PLAYOUT_PLIES)
            if over():
                value = 0.0
                if rank(me) != 0.0:
                    value = float(players() + 1) - rank(me)
        CONTROL[WORK] += PLAYOUT_PLIES
        reach()
        if value > best_value:
            best_value = value
            best = tried
        if stopped():
            return best
    return best


FUNCTIONS = (
    play_games, play_game, note_result, note_end, forget_seen, forget_acts, fold, note, reach, choose,
    by_trial, standing, novelty, by_playouts,
)  # fmt: skip
ENTRIES = ("play_games",)
