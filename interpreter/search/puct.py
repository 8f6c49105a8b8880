"""PUCT with leaves evaluated outside, written in the words of searches: compiled with each game.

Simulations go down the tree by predictor upper confidence bounds (Rosin, *Multi-armed bandits with episode
context*, 2011; Silver and others, *A general reinforcement learning algorithm that masters chess, shogi and
Go through self-play*, 2018). A leaf gets a node and waits there for its evaluation: the record of its state
is saved for a network to see, which says how likely each move is to be the best (the prior) and what each
player may expect. Meanwhile the moves on the way count as tried once more and lost (virtual loss: Chaslot,
Winands and van den Herik, *Parallel Monte-Carlo tree search*, 2008), so that the next simulations look
elsewhere, and many leaves are evaluated together. Ends of the game are exact, and what follows from them is
proved, as in interpreter/search/mcts.py, whose tree this is; here a node's children are followed by their
priors.

The words of the leaves: how many wait, the first free word, then for each where it is. A leaf has its node
(0 where there was no room for one), what points to it, the length of the way to it, each player's result, and
for each move of the way its child and its node.
"""

from __future__ import annotations

from interpreter.search.mcts import (
    BRANCH_POINTER,
    BRANCH_VISITS,
    CHILD,
    CHILD_TOTAL,
    CHILD_VISITS,
    COUNT,
    DEEPEST,
    EXPLORATION,
    FREE,
    FULL,
    HEADER,
    MOVER,
    NODE,
    PATH,
    POINTER,
    PROOF,
    PROVED,
    RESULTS,
    ROOT,
    SEED,
    SUMS,
    TOTAL,
    TREE,
    VISITS,
    WAY,
    backpropagate,
    backpropagate_proof,
    better,
    branch_of,
    certify,
    children,
    descend,
    disputed,
    here,
    new_outcome,
    ply_earlier,
    proof_of,
    prove_root,
    terminal_outcome,
)
from interpreter.search.outcomes import utility
from interpreter.subset.intrinsics import (
    chance,
    floats,
    ints,
    list_moves,
    move_size,
    mover,
    over,
    overflowed,
    players,
    reseed,
    room,
    sandbox,
    save_record,
    sqrt,
    stopped,
)

LEAVES, EXPECTED = ints("leaves", 2), floats("leaves", 2)
RECORDS = ints("records", 3)

#: The header of the leaves: how many wait, the first free word, the words of a record; how many may wait, for
#: whose places there is room.
WAITING, UNUSED, RECORD, MOST = 0, 1, 2, 3
PLACES = 4
#: A leaf.
LEAF_NODE, LEAF_SLOT, LEAF_DEPTH = 0, 1, 2
LEAF = 3
#: A move that was not tried yet is expected to be so much worse than what was tried (first-play urgency).
FPU_REDUCTION = 8


def priors(node: int) -> int:
    """Where the priors of a node's children begin."""
    return children(node) + CHILD * TREE[node + COUNT]


def clear() -> None:
    """Forget all trees, and that anything waits."""
    TREE[FREE] = HEADER
    TREE[ROOT] = 0
    TREE[PROVED] = 0
    TREE[FULL] = 0
    LEAVES[WAITING] = 0
    LEAVES[UNUSED] = PLACES + LEAVES[MOST]


def plant() -> int:
    """A new root for the present state, which waits for its evaluation; 0 where there is no room."""
    TREE[ROOT] = 0
    TREE[PROVED] = 0
    expand(ROOT)
    if TREE[ROOT] != 0:
        wait(TREE[ROOT], ROOT, 0)
    return TREE[ROOT]


def collect(number: int, count: int, most: int) -> int:
    """Run simulations of these numbers until so many leaves wait; how many were run.

    It ends sooner where the root is proved, and where a simulation comes to a leaf that waits already.
    """
    done = 0
    if TREE[TREE[ROOT] + VISITS] != 0:
        prove_root()
        going = True
        while going and done < count and LEAVES[WAITING] < most and TREE[PROVED] == 0 and not stopped():
            going = simulate(number + done)
            if going:
                done += 1
    return done


def simulate(number: int) -> bool:
    """One simulation: selection down the tree to an end, or to a leaf that then waits; False where the way
    leads to one that waits already."""
    depth = 0
    proved = 0
    fresh = False
    ended = False
    blocked = False
    slot = ROOT
    leaf = 0
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
                ended = True
                for player in range(1, players() + 1):
                    RESULTS[player] = utility(player)
                if not chance() and not overflowed():
                    proved = terminal_outcome(child)
                    fresh = proved != 0
                break
            slot = child + POINTER
            if chance():
                slot = branch_of(child)
                if slot == 0:
                    break
                TREE[slot - BRANCH_POINTER + BRANCH_VISITS] += 1
            node = TREE[slot]
            if node != 0 and TREE[node + VISITS] == 0:
                blocked = True
                break
            if node != 0 and depth >= DEEPEST:
                break
        if proved == 0 and not ended and not blocked:
            if slot != 0 and depth < DEEPEST:
                expand(slot)
                leaf = TREE[slot]
            wait(leaf, slot, depth)
    if proved != 0:
        for player in range(1, players() + 1):
            RESULTS[player] = SUMS[proved + player - 1]
    if proved != 0 or ended:
        backpropagate(depth)
    if fresh:
        backpropagate_proof(depth)
    return not blocked


def select(node: int) -> int:
    """Selection by PUCT: the number of the child to try next.

    A move that was not tried yet is expected to be a little worse than the node is so far.
    """
    player = TREE[node + MOVER]
    visits = float(TREE[node + VISITS])
    exploration = SUMS[EXPLORATION] * sqrt(visits)
    untried = SUMS[node + TOTAL] / visits - SUMS[FPU_REDUCTION]
    best = -1000.0
    choice = 0
    child = children(node)
    prior = priors(node)
    for number in range(TREE[node + COUNT]):
        tried = TREE[child + CHILD_VISITS]
        proof = TREE[child + PROOF]
        value = untried
        if proof != 0:
            value = SUMS[proof + player - 1]
        else:
            if tried > 0:
                value = SUMS[child + CHILD_TOTAL] / float(tried)
            value += exploration * SUMS[prior + number] / float(1 + tried)
        if value > best:
            best = value
            choice = number
        child += CHILD
    return choice


def expand(slot: int) -> None:
    """Expansion: a node for the present state, if there is room; `slot` points to it."""
    node = TREE[FREE]
    count = list_moves(TREE, node + NODE)
    end = node + NODE + count * (move_size() + CHILD + 1)
    if end > room(TREE):
        TREE[FULL] += 1
    else:
        TREE[node + COUNT] = count
        TREE[node + MOVER] = mover()
        TREE[node + VISITS] = 0
        SUMS[node + TOTAL] = 0.0
        for word in range(children(node), end):
            TREE[word] = 0
        TREE[FREE] = end
        TREE[slot] = node


def wait(node: int, slot: int, depth: int) -> None:
    """A leaf waits for the evaluation of the present state, and its way counts as lost until then."""
    leaf = LEAVES[UNUSED]
    number = LEAVES[WAITING]
    way = leaf + LEAF + players()
    LEAVES[leaf + LEAF_NODE] = node
    LEAVES[leaf + LEAF_SLOT] = slot
    LEAVES[leaf + LEAF_DEPTH] = depth
    for word in range(2 * depth):
        LEAVES[way + word] = PATH[WAY + word]
    save_record(RECORDS, number * LEAVES[RECORD])
    LEAVES[PLACES + number] = leaf
    LEAVES[UNUSED] = way + 2 * depth
    LEAVES[WAITING] = number + 1
    pass_way(leaf, 1, -1.0)


def pass_way(leaf: int, visits: int, lost: float) -> None:
    """Add visits, and what each mover gets of it, to all moves and nodes on the way to a leaf."""
    way = leaf + LEAF + players()
    for step in range(LEAVES[leaf + LEAF_DEPTH]):
        child = LEAVES[way + 2 * step]
        node = LEAVES[way + 2 * step + 1]
        TREE[child + CHILD_VISITS] += visits
        SUMS[child + CHILD_TOTAL] += lost
        TREE[node + VISITS] += visits
        SUMS[node + TOTAL] += lost


def settle() -> None:
    """Backpropagation: what each mover gets, in place of virtual losses, to all moves and nodes that led to
    the leaves; their priors stand in their nodes already."""
    for number in range(LEAVES[WAITING]):
        leaf = LEAVES[PLACES + number]
        results = leaf + LEAF - 1
        way = results + 1 + players()
        for step in range(LEAVES[leaf + LEAF_DEPTH]):
            child = LEAVES[way + 2 * step]
            node = LEAVES[way + 2 * step + 1]
            result = EXPECTED[results + TREE[node + MOVER]] + 1.0
            SUMS[child + CHILD_TOTAL] += result
            SUMS[node + TOTAL] += result
        node = LEAVES[leaf + LEAF_NODE]
        if node != 0:
            TREE[node + VISITS] = 1
            SUMS[node + TOTAL] = EXPECTED[results + TREE[node + MOVER]]
    LEAVES[WAITING] = 0
    LEAVES[UNUSED] = PLACES + LEAVES[MOST]


def abandon() -> None:
    """Take back that anything waits: nobody evaluates it."""
    for number in range(LEAVES[WAITING]):
        leaf = LEAVES[PLACES + number]
        pass_way(leaf, -1, 1.0)
        if LEAVES[leaf + LEAF_NODE] != 0:
            TREE[LEAVES[leaf + LEAF_SLOT]] = 0
    LEAVES[WAITING] = 0
    LEAVES[UNUSED] = PLACES + LEAVES[MOST]


#: What makes up this search, and what of it is called from outside.
FUNCTIONS = (
    clear, plant, collect, simulate, descend, select, expand, wait, pass_way, settle, abandon, priors,
    prove_root, backpropagate, backpropagate_proof, children, branch_of, terminal_outcome, new_outcome,
    proof_of, better, disputed, ply_earlier, certify, utility, here,
)  # fmt: skip
ENTRIES = ("clear", "plant", "collect", "settle", "abandon", "here")
