"""Self-play by Monte-Carlo tree search, in the words of searches: a whole game is one call.

Each decision is a search of its own: a new tree, as many simulations as the mover's budget says (fewer only
where the position is proved), then the move that was tried most, or one proved to be best. So a budget means
the same at every ply, and a game depends on its seeds and budgets alone. A player without a budget plays at
random; where there is one move only, nobody thinks.

What chance does depends on the game's seed for chance and the ply, not on what anybody thought: two games of
that seed see the same dice.
"""

from __future__ import annotations

from interpreter.search import mcts
from interpreter.search.mcts import (
    CHILD,
    CHILD_VISITS,
    COUNT,
    MOVER,
    NODE,
    PROOF,
    PROVED,
    ROOT,
    children,
    plant,
    prove_root,
    run_simulation,
)
from interpreter.subset.intrinsics import (
    begin,
    draw,
    floats,
    ints,
    list_moves,
    log,
    move_size,
    mover,
    over,
    overflowed,
    play_move,
    players,
    rank,
    reseed,
    room,
    sandbox,
    stopped,
)

TREE, SUMS = ints("tree", 0), floats("tree", 0)
RESULTS = floats("path", 1)
#: Settings, what a game came to, and from ROWS_AT on a row for each ply, of whole numbers and Floats.
CONTROL, ROWS, VALUES = ints("game", 2), ints("game", 2), floats("game", 2)
#: The moves that were played.
KEPT = ints("kept", 3)

#: Settings: the seeds of chance and of the searches, the longest game, how many plies are played as in the
#: game before, and the ply in which the mover plays at random instead (-1: none).
CHANCE, SEARCH, LIMIT, REPLAYED, BLUNDER = 0, 1, 2, 3, 4
#: What came of it: whether it was played to the end or the limit, its plies, whether it is over, whether it
#: has gone beyond what a state holds, and how many simulations all decisions took.
WHOLE, PLIES, OVER, OVERFLOW, SIMULATIONS = 5, 6, 7, 8, 9
#: In metered programs: the blocks that were gone through, never set back here.
WORK = 10
#: From here on each player's budget, by number: simulations for a decision; 0 plays at random.
BUDGETS = 16
ROWS_AT = 64

#: A row for each ply: who moved, among how many moves, how often all of them were tried, and whether what
#: comes of the position was proved; then, as Floats, the entropy of the visits in nats, and what each player
#: may expect, by number. Behind those of all plies stands a row that has each player's rank in their
#: places.
WHO, MOVES, VISITS, CERTAIN, ENTROPY = 0, 1, 2, 3, 4


def row_of(ply: int) -> int:
    """Where the row of a ply begins."""
    return ROWS_AT + ply * (ENTROPY + 1 + players())


def play_game() -> None:
    """Play a game from its start, and leave what came of it."""
    CONTROL[WHOLE] = 0
    CONTROL[SIMULATIONS] = 0
    with sandbox():
        play_whole()


def play_whole() -> None:
    """The game itself."""
    reseed(CONTROL[CHANCE], 0)
    begin()
    ply = 0
    while not over() and ply < CONTROL[LIMIT]:
        if ply >= CONTROL[REPLAYED]:
            decide(ply)
        if stopped():
            return
        reseed(CONTROL[CHANCE], ply + 1)
        play_move(KEPT, ply * move_size())
        ply += 1
    CONTROL[PLIES] = ply
    CONTROL[OVER] = 1 if over() else 0
    CONTROL[OVERFLOW] = 1 if overflowed() else 0
    end = row_of(CONTROL[LIMIT]) + ENTROPY
    for player in range(1, players() + 1):
        VALUES[end + player] = rank(player)
    CONTROL[WHOLE] = 1


def decide(ply: int) -> None:
    """Choose a move of the present state, and write it where the ply's move is kept."""
    player = mover()
    row = row_of(ply)
    listed = list_moves(KEPT, ply * move_size())
    ROWS[row + WHO] = player
    ROWS[row + MOVES] = listed
    ROWS[row + VISITS] = 0
    ROWS[row + CERTAIN] = 0
    for number in range(players() + 1):
        VALUES[row + ENTROPY + number] = 0.0
    if listed > 1:
        if ply != CONTROL[BLUNDER] and CONTROL[BUDGETS + player] > 0:
            think(ply, CONTROL[BUDGETS + player])
        if ROWS[row + VISITS] == 0:
            take_any(ply, listed)


def take_any(ply: int, listed: int) -> None:
    """Keep one of the moves that are listed where the ply's move is kept, each as likely."""
    here = ply * move_size()
    fits = (room(KEPT) - here) // move_size()
    reseed(CONTROL[SEARCH], -1 - ply)
    drawn = draw(min(listed, fits))
    for word in range(move_size()):
        KEPT[here + word] = KEPT[here + drawn * move_size() + word]


def think(ply: int, budget: int) -> None:
    """Grow a tree for the present state, note what it says of it, and keep the move that it chooses."""
    plant(-1 - ply)
    node = TREE[ROOT]
    if node != 0:
        done = grow(ply, budget)
        CONTROL[SIMULATIONS] += done
        look(ply, node)
        best = choice(node)
        for word in range(move_size()):
            KEPT[ply * move_size() + word] = TREE[node + NODE + best * move_size() + word]


def grow(ply: int, budget: int) -> int:
    """Run the simulations of a decision, fewer where the root is proved; how many were run. What they came
    to on average is noted for each player; what is proved stands in its place."""
    row = row_of(ply)
    numbers = row + ENTROPY
    done = 0
    prove_root()
    while done < budget and TREE[PROVED] == 0 and not stopped():
        run_simulation(ply * MOST_BUDGET + done)
        for player in range(1, players() + 1):
            VALUES[numbers + player] += RESULTS[player]
        done += 1
    proved = TREE[PROVED]
    for player in range(1, players() + 1):
        if proved != 0:
            VALUES[numbers + player] = SUMS[proved + player - 1]
        elif done > 0:
            VALUES[numbers + player] = VALUES[numbers + player] / float(done)
    ROWS[row + CERTAIN] = 1 if proved != 0 else 0
    return done


def look(ply: int, node: int) -> None:
    """Note how often the moves of the root were tried, and the entropy of that."""
    tried = 0
    weighed = 0.0
    child = children(node)
    for _number in range(TREE[node + COUNT]):
        visits = TREE[child + CHILD_VISITS]
        tried += visits
        if visits > 1:
            weighed += float(visits) * log(float(visits))
        child += CHILD
    row = row_of(ply)
    ROWS[row + VISITS] = tried
    if tried > 0:
        VALUES[row + ENTROPY] = log(float(tried)) - weighed / float(tried)


def choice(node: int) -> int:
    """The move of a root: a proved win, the soonest; else what was tried most; else a late proved loss."""
    player = TREE[node + MOVER]
    best = 0
    best_class = -4.0
    best_worth = 0.0
    child = children(node)
    for number in range(TREE[node + COUNT]):
        proof = TREE[child + PROOF]
        value = 0.0
        worth = float(TREE[child + CHILD_VISITS])
        if proof != 0:
            value = SUMS[proof + player - 1]
            if value > 0.0:
                sure = players() < 3 or TREE[proof + players() + player] != 0
                value += 3.0 if sure else 2.0
                worth = -float(TREE[proof + players()])
            elif value < 0.0:
                value -= 2.0
                worth = float(TREE[proof + players()])
        if value > best_class or (value == best_class and worth > best_worth):
            best = number
            best_class = value
            best_worth = worth
        child += CHILD
    return best


#: Nobody thinks longer about a decision than so many simulations: they are numbered from ply to ply.
MOST_BUDGET = 1 << 32

#: What makes this up (with a `standing`), and what of it is called from outside.
FUNCTIONS = (
    *mcts.FUNCTIONS,
    row_of,
    play_game,
    play_whole,
    decide,
    take_any,
    think,
    grow,
    look,
    choice,
)
ENTRIES = ("play_game", "lasts")
