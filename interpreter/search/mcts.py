"""Monte-Carlo tree search, written in the words of searches: compiled with each game.

Each simulation goes down the tree by upper confidence bounds (Kocsis and Szepesvari, *Bandit based
Monte-Carlo planning*, 2006), plays at random from where it leaves it, and adds to every move on its way what
came of it for the player who chose it: so any number of players is fine. Ends of the game and what follows
from them are kept as proved and not looked at again (Winands, Bjornsson and Saito, *Monte-Carlo tree search
solver*, 2008; for more than two players only what does not depend on a player's choice among equals). Where
there is chance, a move has a branch for each state that came of it, and nothing is proved. Where random games
go on and on, playouts are cut off soon and what they have led to is estimated (Lorentz, *Amazons discover
Monte-Carlo*, 2008).

The words of the tree:

    header     see the constants below
    node       COUNT moves, MOVER, VISITS, TOTAL of the mover's results; its moves as words; its children
    child      VISITS, TOTAL of the chooser's results, PROOF (an outcome, or 0), POINTER (a node, or 0)
    branch     FINGERPRINT, NEXT (a branch), VISITS, POINTER; a child points to the first
    outcome    each player's result, then how many plies the game still lasts at most; with more than two
               players also for each whether his is certain

With more than two players an outcome is first of all what a player is taken to choose: one who wins may do so
in ways that are not the same to the others. A player's result is certain if it is the same whatever anybody
takes among equals; only that is told as proved.
"""

from __future__ import annotations

from interpreter.search.outcomes import WIN, standing, utility
from interpreter.subset.intrinsics import (
    chance,
    draw,
    fingerprint,
    floats,
    ints,
    list_moves,
    log,
    move_size,
    mover,
    over,
    overflowed,
    play_move,
    play_out,
    players,
    reseed,
    room,
    sandbox,
    sqrt,
    stopped,
)

TREE, SUMS = ints("tree", 0), floats("tree", 0)
PATH, RESULTS = ints("path", 1), floats("path", 1)

#: The header: the first free word, the root, its proof, how often there was no room for a node.
FREE, ROOT, PROVED, FULL = 0, 1, 2, 3
#: Settings: the seed, the longest playout, visits before a move gets a node, and how much is explored.
SEED, LIMIT, EXPAND_AT, EXPLORATION = 4, 5, 6, 7
#: How much a move that was not tried yet counts as tried: see `select`.
FPU_VISITS = 8
#: Are results estimates? Then how much is explored goes by how far they lie apart, at least so far.
ESTIMATES, NARROWEST = 9, 0.02
#: The exploration constant at present; results so far, their sum and that of their squares.
UCT_C, SEEN, SUM, SQUARES = 10, 11, 12, 13
HEADER = 16

COUNT, MOVER, VISITS, TOTAL = 0, 1, 2, 3
NODE = 4
CHILD_VISITS, CHILD_TOTAL, PROOF, POINTER = 0, 1, 2, 3
CHILD = 4
FINGERPRINT, NEXT, BRANCH_VISITS, BRANCH_POINTER = 0, 1, 2, 3
BRANCH = 4
#: A move's chance is followed into so many different states; what else comes of it is only played out.
MOST_BRANCHES = 1000

#: The pool of the path: each player's result, by number; then of each move of the line its child and node.
WAY = 32
DEEPEST = 2000


def children(node: int) -> int:
    """Where the children of a node begin."""
    return node + NODE + TREE[node + COUNT] * move_size()


def run_simulations(first: int, count: int) -> int:
    """UCT: run the simulations of these numbers, unless the root is proved; how many were run."""
    done = 0
    prove_root()
    while done < count and TREE[PROVED] == 0 and not stopped():
        run_simulation(first + done)
        done += 1
    return done


def prove_root() -> None:
    """The root's proof by what is known of its moves, if that proves it."""
    if TREE[PROVED] == 0 and not chance():
        TREE[PROVED] = proof_of(TREE[ROOT])


def run_simulation(number: int) -> None:
    """A simulation, and what it tells of how much is to be explored."""
    simulate(number)
    update_uct_c(RESULTS[TREE[TREE[ROOT] + MOVER]])


def update_uct_c(result: float) -> None:
    """The exploration constant from the variance of results: among nearly equal ones, little counts."""
    SUMS[SEEN] += 1.0
    SUMS[SUM] += result
    SUMS[SQUARES] += result * result
    mean = SUMS[SUM] / SUMS[SEEN]
    variance = SUMS[SQUARES] / SUMS[SEEN] - mean * mean
    if TREE[ESTIMATES] != 0:
        SUMS[UCT_C] = SUMS[EXPLORATION] * max(sqrt(max(variance, 0.0)), NARROWEST)


def init() -> int:
    """Initialise the tree with a root for the present state; whether there is room."""
    plant(-1)
    return TREE[ROOT]


def plant(number: int) -> None:
    """A new tree with a root for the present state, if there is room; its moves are shuffled by a number."""
    TREE[FREE] = HEADER
    TREE[ROOT] = 0
    TREE[PROVED] = 0
    TREE[FULL] = 0
    SUMS[UCT_C] = SUMS[EXPLORATION]
    SUMS[SEEN] = 0.0
    SUMS[SUM] = 0.0
    SUMS[SQUARES] = 0.0
    with sandbox():
        reseed(TREE[SEED], number)
        expand(ROOT)


def here() -> int:
    """A number for the present state."""
    return fingerprint(True)


def lasts(number: int, plies: int) -> bool:
    """Whether a game played out at random from here lasts longer than so many plies."""
    with sandbox():
        reseed(TREE[SEED], number)
        play_out(plies)
        return not over()


def simulate(number: int) -> None:
    """One simulation: selection down the tree, expansion, a playout, backpropagation of its result."""
    depth = 0
    proved = 0
    fresh = False
    with sandbox():
        reseed(TREE[SEED], number)
        node = TREE[ROOT]
        while node != 0:
            child = descend(node, depth)
            depth += 1
            proved = TREE[child + PROOF]
            if proved != 0:
                break
            if over():
                if not chance() and not overflowed():
                    proved = terminal_outcome(child)
                    fresh = proved != 0
                break
            visits = TREE[child + CHILD_VISITS]
            slot = child + POINTER
            if chance():
                slot = branch_of(child)
                if slot == 0:
                    play_out(TREE[LIMIT])
                    break
                visits = TREE[slot - BRANCH_POINTER + BRANCH_VISITS]
                TREE[slot - BRANCH_POINTER + BRANCH_VISITS] = visits + 1
            node = TREE[slot]
            if node == 0:
                if visits >= TREE[EXPAND_AT] and depth < DEEPEST:
                    expand(slot)
                    node = TREE[slot]
                if node == 0:
                    play_out(TREE[LIMIT])
        if proved == 0:
            for player in range(1, players() + 1):
                RESULTS[player] = standing(player)
    if proved != 0:
        for player in range(1, players() + 1):
            RESULTS[player] = SUMS[proved + player - 1]
    backpropagate(depth)
    if fresh:
        backpropagate_proof(depth)


def descend(node: int, depth: int) -> int:
    """A step of the selection: the child to try next, noted on the path, and played unless it is proved."""
    choice = select(node)
    child = children(node) + CHILD * choice
    PATH[WAY + 2 * depth] = child
    PATH[WAY + 2 * depth + 1] = node
    if TREE[child + PROOF] == 0:
        play_move(TREE, node + NODE + choice * move_size())
    return child


def backpropagate(depth: int) -> None:
    """Backpropagation: add the results to all moves and nodes that were passed."""
    for step in range(depth):
        child = PATH[WAY + 2 * step]
        node = PATH[WAY + 2 * step + 1]
        result = RESULTS[TREE[node + MOVER]]
        TREE[child + CHILD_VISITS] += 1
        SUMS[child + CHILD_TOTAL] += result
        TREE[node + VISITS] += 1
        SUMS[node + TOTAL] += result


def backpropagate_proof(depth: int) -> None:
    """Backpropagation of proofs (MCTS-Solver): what is proved at a path's end may prove what leads there."""
    step = depth - 1
    while step >= 0:
        outcome = proof_of(PATH[WAY + 2 * step + 1])
        if outcome == 0:
            break
        if step == 0:
            TREE[PROVED] = outcome
        else:
            TREE[PATH[WAY + 2 * step - 2] + PROOF] = outcome
        step -= 1


def select(node: int) -> int:
    """Selection by UCB1: the number of the child to try next.

    A move that was not tried yet counts as if it had given what the node's moves give in the mean, and as if
    it had been tried FPU_VISITS times: first-play urgency, so that good moves are tried again before all are.
    """
    player = TREE[node + MOVER]
    visits = TREE[node + VISITS]
    exploration = SUMS[UCT_C] * sqrt(log(float(visits + 1)))
    untried = exploration * SUMS[FPU_VISITS]
    if visits > 0:
        untried += SUMS[node + TOTAL] / float(visits)
    best = -1000.0
    choice = 0
    child = children(node)
    for number in range(TREE[node + COUNT]):
        tried = TREE[child + CHILD_VISITS]
        proof = TREE[child + PROOF]
        value = untried
        if proof != 0:
            value = SUMS[proof + player - 1]
        elif tried > 0:
            value = SUMS[child + CHILD_TOTAL] / float(tried) + exploration / sqrt(float(tried))
        if value > best:
            best = value
            choice = number
        child += CHILD
    return choice


def expand(slot: int) -> None:
    """Expansion: a node for the present state, if there is room; `slot` points to it. Moves are shuffled."""
    node = TREE[FREE]
    count = list_moves(TREE, node + NODE)
    end = node + NODE + count * (move_size() + CHILD)
    if end > room(TREE):
        TREE[FULL] += 1
    else:
        TREE[FREE] = end
        TREE[slot] = node
        TREE[node + COUNT] = count
        TREE[node + MOVER] = mover()
        TREE[node + VISITS] = 0
        TREE[node + TOTAL] = 0
        left = count
        while left > 1:
            other = draw(left)
            left -= 1
            swap(node + NODE + left * move_size(), node + NODE + other * move_size())
        for word in range(children(node), end):
            TREE[word] = 0


def swap(a: int, b: int) -> None:
    """Two moves change places."""
    for word in range(move_size()):
        kept = TREE[a + word]
        TREE[a + word] = TREE[b + word]
        TREE[b + word] = kept


def branch_of(child: int) -> int:
    """A chance node's branch for the present state: where its pointer is; 0 where there is no room."""
    wanted = fingerprint(True)
    at = TREE[child + POINTER]
    last = child + POINTER
    number = 0
    while at != 0 and TREE[at + FINGERPRINT] != wanted:
        last = at + NEXT
        at = TREE[at + NEXT]
        number += 1
    if at == 0 and number < MOST_BRANCHES and TREE[FREE] + BRANCH <= room(TREE):
        at = TREE[FREE]
        TREE[FREE] = at + BRANCH
        TREE[at + FINGERPRINT] = wanted
        TREE[at + NEXT] = 0
        TREE[at + BRANCH_VISITS] = 0
        TREE[at + BRANCH_POINTER] = 0
        TREE[last] = at
    return 0 if at == 0 else at + BRANCH_POINTER


# --- What is proved --------------------------------------------------------------------------------------


def terminal_outcome(child: int) -> int:
    """The game has ended with a child's move: that is its outcome; 0 where there is no room for it."""
    outcome = new_outcome()
    if outcome != 0:
        for player in range(1, players() + 1):
            SUMS[outcome + player - 1] = utility(player)
            if players() > 2:
                TREE[outcome + players() + player] = 1
        TREE[outcome + players()] = 1
        TREE[child + PROOF] = outcome
    return outcome


def new_outcome() -> int:
    """Allocate an outcome; 0 where there is no room."""
    outcome = TREE[FREE]
    end = outcome + players() + 1
    if players() > 2:
        end += players()
    if end > room(TREE):
        return 0
    TREE[FREE] = end
    return outcome


def proof_of(node: int) -> int:
    """The outcome of a node, if its children prove one: a win that is at hand, or the best of all; else 0.

    Wins come soon, losses late.
    """
    player = TREE[node + MOVER]
    best = 0
    open_ones = False
    child = children(node)
    for _number in range(TREE[node + COUNT]):
        outcome = TREE[child + PROOF]
        if outcome == 0:
            open_ones = True
        elif best == 0 or better(outcome, best, player):
            best = outcome
        child += CHILD
    if best == 0:
        return 0
    if SUMS[best + player - 1] < WIN and (open_ones or (players() > 2 and disputed(node, best))):
        return 0
    outcome = ply_earlier(best)
    if players() > 2:
        if outcome != 0:
            certify(node, outcome, open_ones)
    return outcome


def better(outcome: int, than: int, player: int) -> bool:
    """Whether a player prefers an outcome to another: by the result, then a soon win or a late loss."""
    mine = SUMS[outcome + player - 1]
    other = SUMS[than + player - 1]
    sooner = TREE[outcome + players()] < TREE[than + players()]
    later = TREE[outcome + players()] > TREE[than + players()]
    return mine > other or (mine == other and (sooner if mine > 0.0 else later))


def disputed(node: int, best: int) -> bool:
    """Whether there are outcomes as good to the mover as the best that differ for the others."""
    player = TREE[node + MOVER]
    differs = False
    child = children(node)
    for _number in range(TREE[node + COUNT]):
        outcome = TREE[child + PROOF]
        if outcome != 0 and SUMS[outcome + player - 1] == SUMS[best + player - 1]:
            for each in range(players()):
                if SUMS[outcome + each] != SUMS[best + each]:
                    differs = True
        child += CHILD
    return differs


def ply_earlier(outcome: int) -> int:
    """The same outcome seen from a ply earlier; 0 where there is no room for it."""
    earlier = new_outcome()
    if earlier != 0:
        for word in range(players()):
            TREE[earlier + word] = TREE[outcome + word]
        TREE[earlier + players()] = TREE[outcome + players()] + 1
    return earlier


def certify(node: int, outcome: int, open_ones: bool) -> None:
    """Of a node's outcome among more than two players: whose results are certain, and how late they may come.

    The mover's is where a win is, or where those of all moves are. Another's is where all moves that may be
    chosen give it: those best for the mover, or all while it is not certain which these are.
    """
    player = TREE[node + MOVER]
    mine = SUMS[outcome + player - 1]
    plain = not open_ones
    soonest = 0
    child = children(node)
    for _number in range(TREE[node + COUNT]):
        proof = TREE[child + PROOF]
        if proof != 0:
            if TREE[proof + players() + player] == 0:
                plain = False
            elif SUMS[proof + player - 1] == WIN and (
                soonest == 0 or TREE[proof + players()] < TREE[soonest + players()]
            ):
                soonest = proof
        child += CHILD
    latest = 0
    for each in range(1, players() + 1):
        TREE[outcome + players() + each] = 0 if open_ones else 1
    child = children(node)
    for _number in range(TREE[node + COUNT]):
        proof = TREE[child + PROOF]
        if proof != 0 and not (plain and SUMS[proof + player - 1] < mine):
            latest = max(latest, TREE[proof + players()])
            for each in range(1, players() + 1):
                if TREE[proof + players() + each] == 0 or SUMS[proof + each - 1] != SUMS[outcome + each - 1]:
                    TREE[outcome + players() + each] = 0
        child += CHILD
    if soonest != 0:
        latest = TREE[soonest + players()]
    TREE[outcome + players() + player] = 1 if plain or soonest != 0 else 0
    TREE[outcome + players()] = latest + 1


#: What makes up this search (with a `standing`), and what of it is called from outside.
FUNCTIONS = (
    lasts, run_simulations, prove_root, run_simulation, update_uct_c, init, plant, here, simulate, descend,
    backpropagate, backpropagate_proof, select, children, expand, swap, branch_of, terminal_outcome,
    new_outcome, proof_of, better, disputed, ply_earlier, certify, utility,
)  # fmt: skip
ENTRIES = ("run_simulations", "init", "here", "lasts")
