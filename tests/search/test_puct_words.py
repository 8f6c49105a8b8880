"""The words of PUCT: selection by hand, and whole trees whose leaves wait in batches against plain ones.

What is said of the leaves is made up, the same for both, in the order in which they wait.
"""

from __future__ import annotations

from array import array
from functools import cache
from random import Random
from typing import Any

import pytest

from gdl import load
from interpreter.search import mcts, puct
from interpreter.subset.frontend import has_chance
from tests.search.batched import Puct, Seen
from tests.search.test_tree_words import Written, move_size
from tests.search.uct import Node
from tests.search.words import Words

MOST, RECORD = 8, 64
EXPLORATION, REDUCTION = 1.25, 0.25
LEAVES = 4096


@cache
def compiled(game: str) -> Words:
    pools = {0: 1 << 14, 1: mcts.WAY + 2 * mcts.DEEPEST, 2: LEAVES, 3: MOST * RECORD}
    return Words(game, puct.FUNCTIONS, pools)


def made(game: str, *moves: str) -> Words:
    words = compiled(game)
    words.clear()
    words.state = load(game).on("python").start(1)
    for move in moves:
        words.state = words.state.play(move)
    words.ints(0)[mcts.SEED] = 3
    words.floats(0)[mcts.EXPLORATION], words.floats(0)[puct.FPU_REDUCTION] = EXPLORATION, REDUCTION
    words.ints(2)[puct.RECORD], words.ints(2)[puct.MOST] = RECORD, MOST
    words.call("clear")
    return words


# --- selection --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visits", "totals", "priors", "chosen"),
    [
        # of 16 visits the root is 4, so U is 5 P / (1 + n); what was not tried has Q = 2 / 16 - 0.25
        ((9, 6, 0), (4.5, 0.0, 0.0), (0.5, 0.3, 0.2), 2),  # 0.5 + 0.25, 0 + 0.214, -0.125 + 1
        ((9, 6, 0), (4.5, 0.0, 0.0), (0.5, 0.35, 0.15), 0),  # 0.75, 0.25, -0.125 + 0.75
        ((9, 6, 0), (-4.5, 4.5, 0.0), (0.6, 0.3, 0.1), 1),  # -0.5 + 0.3, 0.75 + 0.214, -0.125 + 0.5
        ((3, 12, 0), (1.5, 12.0, 0.0), (0.9, 0.05, 0.05), 0),  # 0.5 + 1.125, 1 + 0.019, -0.125 + 0.25
    ],
)
def test_selection_is_puct(
    visits: tuple[int, ...], totals: tuple[float, ...], priors: tuple[float, ...], chosen: int
) -> None:
    words = made("tic-tac-toe")
    tree, sums, at = words.ints(0), words.floats(0), 100
    tree[at + mcts.COUNT], tree[at + mcts.MOVER] = len(visits), 2
    tree[at + mcts.VISITS], sums[at + mcts.TOTAL] = 16, 2.0
    begin, prior = words.call("children", at), words.call("priors", at)
    assert prior == begin + mcts.CHILD * len(visits)
    for number, (tried, total, likely) in enumerate(zip(visits, totals, priors, strict=True)):
        tree[begin + mcts.CHILD * number + mcts.CHILD_VISITS] = tried
        sums[begin + mcts.CHILD * number + mcts.CHILD_TOTAL] = total
        sums[prior + number] = likely
    assert words.call("select", at) == chosen


def test_a_proof_counts_for_who_moves_whatever_was_thought() -> None:
    """The second player is to move: of a win for the first nothing is hoped, of one's own everything."""
    words = made("tic-tac-toe")
    tree, sums, at = words.ints(0), words.floats(0), 100
    tree[at + mcts.COUNT], tree[at + mcts.MOVER], tree[at + mcts.VISITS] = 2, 2, 4
    begin, prior = words.call("children", at), words.call("priors", at)
    sums[prior], sums[prior + 1] = 0.9, 0.1  # Q + U are 2.0 and 0.0
    assert words.call("select", at) == 0
    for place, (first, second), chosen in ((begin, (1.0, -1.0), 1), (begin + mcts.CHILD, (-1.0, 2.5), 1)):
        tree[place + mcts.PROOF], sums[400], sums[401] = 400, first, second
        assert words.call("select", at) == chosen
        tree[place + mcts.PROOF] = 0


# --- leaves -----------------------------------------------------------------------------------------------


def test_a_leaf_is_written_and_its_way_counts_as_lost() -> None:
    words = made("tic-tac-toe")
    tree, leaves, path = words.ints(0), words.ints(2), words.ints(1)
    way = [300, 200, 330, 230]  # a child and its node, twice
    path[mcts.WAY : mcts.WAY + 4] = memoryview(array("q", way))
    first = puct.PLACES + MOST
    assert (leaves[puct.WAITING], leaves[puct.UNUSED]) == (0, first)
    words.call("wait", 260, 333, 2)
    words.call("wait", 0, 0, 0)
    second = first + puct.LEAF + 2 + 4  # a result for each of two players, and the way
    assert list(leaves[puct.PLACES : puct.PLACES + 2]) == [first, second]
    assert list(leaves[first : first + puct.LEAF]) == [260, 333, 2]
    assert list(leaves[first + puct.LEAF + 2 : second]) == way
    assert list(leaves[second : second + puct.LEAF]) == [0, 0, 0]
    assert (leaves[puct.WAITING], leaves[puct.UNUSED]) == (2, second + puct.LEAF + 2)
    for child, node in ((300, 200), (330, 230)):
        assert (tree[child + mcts.CHILD_VISITS], tree[node + mcts.VISITS]) == (1, 1)
        assert words.floats(0)[child + mcts.CHILD_TOTAL] == words.floats(0)[node + mcts.TOTAL] == -1.0


def test_without_room_there_is_no_node() -> None:
    words = made("tic-tac-toe")
    tree = words.ints(0)
    size = mcts.NODE + 9 * (move_size(words) + mcts.CHILD + 1)  # nine moves, with a prior each
    tree[mcts.FREE] = (1 << 14) - size + 1
    assert words.call("plant") == 0 and (tree[mcts.FULL], words.ints(2)[puct.WAITING]) == (1, 0)
    tree[mcts.FREE] = (1 << 14) - size
    assert words.call("plant") == (1 << 14) - size and tree[mcts.FREE] == 1 << 14
    assert words.ints(2)[puct.WAITING] == 1


def test_without_room_for_what_chance_does_a_leaf_has_no_node() -> None:
    """It waits all the same, and its way counts as lost."""
    words = made("last-step")
    tree, leaves = words.ints(0), words.ints(2)
    root = words.call("plant")
    plain = Puct(words.state.game.engine, words.state.raw, 3, True, EXPLORATION, REDUCTION)
    settle(words, plain, Random(1))
    tree[mcts.FREE] = (1 << 14) - mcts.BRANCH + 1
    assert words.call("collect", 0, 1, 4) == 1
    leaf = leaves[puct.PLACES]
    assert (leaves[puct.WAITING], leaves[leaf + puct.LEAF_NODE], leaves[leaf + puct.LEAF_DEPTH]) == (1, 0, 1)
    assert (tree[mcts.FREE], tree[mcts.FULL]) == ((1 << 14) - mcts.BRANCH + 1, 0)
    assert tree[root + mcts.VISITS] == 2


# --- whole trees ------------------------------------------------------------------------------------------


def written_of(words: Words, node: int) -> Any:
    """A tree as nested values."""
    written = Written(words)
    tree, sums, found = written.tree, written.sums, []
    begin, prior = words.call("children", node), words.call("priors", node)
    for number in range(tree[node + mcts.COUNT]):
        at = begin + mcts.CHILD * number
        below, branches = tree[at + mcts.POINTER], []
        if has_chance(words.search.program):
            branch, below = below, 0
            while branch:
                to = tree[branch + mcts.BRANCH_POINTER]
                branches.append((tree[branch + mcts.BRANCH_VISITS], written_of(words, to) if to else None))
                branch = tree[branch + mcts.NEXT]
        found.append(
            (
                tree[at + mcts.CHILD_VISITS],
                round(sums[at + mcts.CHILD_TOTAL], 9),
                repr(written.told(tree[at + mcts.PROOF])),
                sums[prior + number] if tree[node + mcts.VISITS] else None,
                branches,
                written_of(words, below) if below else None,
            )
        )
    return tree[node + mcts.MOVER], tree[node + mcts.VISITS], round(sums[node + mcts.TOTAL], 9), found


def plain_of(node: Node) -> Any:
    assert isinstance(node, Seen)
    found = [
        (
            each.visits,
            round(each.total, 9),
            repr(each.proof),
            node.priors[number] if node.visits else None,
            [(b.visits, plain_of(b.node) if b.node else None) for b in each.branches.values()],
            plain_of(each.node) if each.node else None,
        )
        for number, each in enumerate(node.children)
    ]
    return node.mover, node.visits, round(node.total, 9), found


def settle(words: Words, plain: Puct, random: Random) -> None:
    """Say the same of all leaves that wait, to both."""
    tree, leaves, expected = words.ints(0), words.ints(2), words.floats(2)
    assert leaves[puct.WAITING] == len(plain.waiting)
    said = []
    for number, leaf in enumerate(plain.waiting):
        at = leaves[puct.PLACES + number]
        assert leaves[at + puct.LEAF_DEPTH] == len(leaf.path)
        node = leaves[at + puct.LEAF_NODE]
        assert tree[node + mcts.COUNT] == len(leaf.node.children)
        likely = [random.random() for _ in leaf.node.children]
        results = [random.uniform(-1, 1) for _ in range(words.search.program.players)]
        prior = words.call("priors", node)
        for place, each in enumerate(likely):
            words.floats(0)[prior + place] = each
        for player, result in enumerate(results):
            expected[at + puct.LEAF + player] = result
        said.append((likely, results))
    words.call("settle")
    plain.settle(said)


#: Positions, with how many leaves wait together, and how often; two in which games end within the tree.
TREES: dict[str, tuple[str, tuple[str, ...], int, int]] = {
    "ends": ("tic-tac-toe", ("b2", "a1", "c3"), 3, 9),
    "one by one": ("tic-tac-toe", ("b2", "a1", "c3", "c1"), 1, 12),
    "three players": ("triad", (), 4, 5),
    "chance": ("last-step", (), 3, 9),
}


@pytest.mark.parametrize(
    "which", [pytest.param(w, marks=[pytest.mark.slow] * (w == "three players")) for w in TREES]
)
def test_trees_are_those_of_the_sources(which: str) -> None:
    game, moves, most, rounds = TREES[which]
    words = made(game, *moves)
    tree, random = words.ints(0), Random(which)
    plain = Puct(
        words.state.game.engine,
        words.state.raw,
        3,
        has_chance(words.search.program),
        EXPLORATION,
        REDUCTION,
    )
    root = words.call("plant")
    assert words.call("collect", 0, 9, most) == plain.collect(0, 9, most) == 0  # the root itself waits
    settle(words, plain, random)
    done = 0
    for each in range(rounds):
        run = words.call("collect", done, 9, most)
        assert run == plain.collect(done, 9, most)
        assert written_of(words, root) == plain_of(plain.root)
        if each % 3 == 2:
            words.call("abandon")
            plain.abandon()
        else:
            settle(words, plain, random)
        assert (words.ints(2)[puct.WAITING], words.ints(2)[puct.UNUSED]) == (0, puct.PLACES + MOST)
        assert written_of(words, root) == plain_of(plain.root)
        assert repr(Written(words).told(tree[mcts.PROVED])) == repr(plain.proof)
        done += run
    assert done > rounds or plain.proof is not None
