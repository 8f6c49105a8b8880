"""The words of the Monte-Carlo tree: each function by itself, and whole trees against plain ones.

What is to come out is what `uct.py` makes of the same nodes, or numbers made up here.
"""

from __future__ import annotations

from functools import cache
from math import log, sqrt
from random import Random
from typing import Any

import pytest

from gdl import load
from interpreter.engines.move_words import MoveWords
from interpreter.search import mcts, outcomes
from interpreter.search.tree import Tree, TreeSettings
from interpreter.subset.frontend import has_chance
from tests.search import uct
from tests.search.words import Words

ROOM = 4096
FIRST = 100
FUNCTIONS = (*mcts.FUNCTIONS, outcomes.standing)
#: By players, a game of so many; with chance.
GAMES = {2: "tic-tac-toe", 3: "triad"}
BY_CHANCE = "backgammon"


@cache
def compiled(game: str, *moves: str) -> Words:
    return Words(game, FUNCTIONS, {0: ROOM, 1: mcts.WAY + 2 * mcts.DEEPEST}, *moves)


def made(game: str, *moves: str) -> Words:
    words = compiled(game, *moves)
    words.clear()
    tree, sums = words.ints(0), words.floats(0)
    tree[mcts.FREE] = mcts.HEADER
    tree[mcts.LIMIT], tree[mcts.EXPAND_AT], tree[mcts.SEED] = 1000, 1, 5
    sums[mcts.EXPLORATION] = sums[mcts.FPU_VISITS] = sums[mcts.UCT_C] = 1.0
    return words


def move_size(words: Words) -> int:
    return MoveWords(words.search.program).size


class Written:
    """Nodes of `uct`, written as words."""

    def __init__(self, words: Words) -> None:
        self.words, self.size = words, move_size(words)
        self.tree, self.sums = words.ints(0), words.floats(0)
        self.players = words.search.program.players
        self.free = FIRST

    def room(self, words: int) -> int:
        self.free += words
        return self.free - words

    def outcome(self, outcome: uct.Outcome | None) -> int:
        if outcome is None:
            return 0
        at = self.room(2 * self.players + 1)
        for player in range(self.players):
            self.sums[at + player] = outcome.results[player]
            if self.players > 2:
                self.tree[at + self.players + 1 + player] = outcome.certain[player]
        self.tree[at + self.players] = outcome.plies
        return at

    def node(self, node: uct.Node) -> tuple[int, list[int]]:
        """Where the node stands, and where its children do."""
        count = len(node.children)
        at = self.room(mcts.NODE + count * (self.size + mcts.CHILD))
        self.tree[at + mcts.COUNT], self.tree[at + mcts.MOVER] = count, node.mover
        self.tree[at + mcts.VISITS], self.sums[at + mcts.TOTAL] = node.visits, node.total
        begins = at + mcts.NODE + count * self.size
        places = [begins + number * mcts.CHILD for number in range(count)]
        for place, child in zip(places, node.children, strict=True):
            self.tree[place + mcts.CHILD_VISITS] = child.visits
            self.sums[place + mcts.CHILD_TOTAL] = child.total
            self.tree[place + mcts.PROOF] = self.outcome(child.proof)
        self.tree[mcts.FREE] = self.free
        return at, places

    def told(self, at: int) -> uct.Outcome | None:
        """An outcome that stands there."""
        if not at:
            return None
        results = tuple(self.sums[at + player] for player in range(self.players))
        certain = (True,) * self.players
        if self.players > 2:
            certain = tuple(bool(self.tree[at + self.players + 1 + p]) for p in range(self.players))
        return uct.Outcome(results, self.tree[at + self.players], certain)


def child(proof: uct.Outcome | None = None, visits: int = 0, total: float = 0.0) -> uct.Child:
    return uct.Child(None, visits, total, proof)


# --- selection, backpropagation ---------------------------------------------------------------------------


def test_children_stand_behind_the_moves() -> None:
    words = made("tic-tac-toe")
    words.ints(0)[200 + mcts.COUNT] = 3
    assert words.call("children", 200) == 200 + mcts.NODE + 3 * move_size(words)


@pytest.mark.parametrize("seed", range(40))
def test_selection_is_ucb1_with_first_play_urgency(seed: int) -> None:
    """Random nodes with the mean, the urgency and the exploration that the formula is about."""
    choose = Random(seed)
    words = made("tic-tac-toe")
    written = Written(words)
    exploration, urgency = choose.uniform(0.1, 2), choose.uniform(0.1, 2)
    written.sums[mcts.UCT_C], written.sums[mcts.FPU_VISITS] = exploration, urgency
    visits = [choose.choice((0, 1, 2, 5, 30)) for _ in range(choose.randint(1, 6))]
    some = [child(None, n, n * choose.uniform(-1, 1)) for n in visits]
    for each in some:
        if choose.random() < 0.2:
            mine = choose.choice((-1.0, 0.0, 0.5, 1.0))
            each.proof = uct.Outcome((mine, -mine), 3, (True, True))
    node = uct.Node(choose.randint(1, 2), some, sum(visits), sum(each.total for each in some))
    at, _ = written.node(node)
    plain = uct.Uct.__new__(uct.Uct)
    plain.exploration, plain.urgency = exploration, urgency
    assert words.call("select", at) == some.index(plain.selected(node))


def test_of_equals_the_first_is_selected() -> None:
    words = made("tic-tac-toe")
    at, _ = Written(words).node(uct.Node(1, [child(), child()]))
    assert words.call("select", at) == 0
    lost = uct.Outcome((-1.0, 1.0), 1, (True, True))
    at, _ = Written(words).node(uct.Node(1, [child(lost), child(lost)]))
    assert words.call("select", at) == 0


def test_results_go_to_those_who_chose() -> None:
    words = made("tic-tac-toe")
    written = Written(words)
    nodes = [
        uct.Node(2, [child(), child(None, 4, 1.5)], 7, 0.25),
        uct.Node(1, [child()]),
        uct.Node(2, [child()]),
    ]
    places = [written.node(node) for node in nodes]
    path = words.ints(1)
    for step, (at, children) in enumerate(places):
        path[mcts.WAY + 2 * step], path[mcts.WAY + 2 * step + 1] = children[-1], at
    results = words.floats(1)
    results[1], results[2] = -0.5, 0.75
    words.call("backpropagate", 2)  # the third is none of this line
    tree, sums = written.tree, written.sums
    found = [
        (tree[at + mcts.VISITS], sums[at + mcts.TOTAL], tree[c[-1]], sums[c[-1] + mcts.CHILD_TOTAL])
        for at, c in places
    ]
    assert found == [(8, 1.0, 5, 2.25), (1, -0.5, 1, -0.5), (0, 0.0, 0, 0.0)]
    assert tree[places[0][1][0]] == 0


@pytest.mark.parametrize("estimates", [0, 1])
def test_exploration_goes_by_the_spread_of_estimates(estimates: int) -> None:
    words = made("tic-tac-toe")
    tree, sums = words.ints(0), words.floats(0)
    tree[mcts.ESTIMATES], sums[mcts.EXPLORATION], sums[mcts.UCT_C] = estimates, 3.0, 3.0
    for result in (0.5, 0.5):
        words.call("update_uct_c", result)
    assert sums[mcts.UCT_C] == (3.0 * 0.02 if estimates else 3.0)
    for result in (-1.0, 1.0):
        words.call("update_uct_c", result)
    # mean 0.25, mean of squares 0.625
    assert sums[mcts.UCT_C] == pytest.approx(3.0 * sqrt(0.5625) if estimates else 3.0)
    assert [sums[at] for at in (mcts.SEEN, mcts.SUM, mcts.SQUARES)] == [4.0, 1.0, 2.5]


def test_a_simulation_tells_of_the_mover_of_the_root() -> None:
    words = made("tic-tac-toe", "a1", "a2", "b1", "b2")  # c1 wins for the first player
    words.call("init")
    words.call("run_simulations", 0, 7)
    tree, sums = words.ints(0), words.floats(0)
    root = tree[mcts.ROOT]
    assert sums[mcts.SEEN] == tree[root + mcts.VISITS] and sums[mcts.SUM] == sums[root + mcts.TOTAL]


# --- proofs -----------------------------------------------------------------------------------------------


def random_node(choose: Random, players: int) -> uct.Node:
    results = [(1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)]
    if players > 2:
        results = [(1.0, 0.0, -1.0), (1.0, -1.0, 0.0), (0.0, 1.0, -1.0), (-1.0, 1.0, 0.0), (-1.0, 0.0, 1.0),
                   (0.5, 0.5, -1.0), (0.0, 0.0, 0.0)]  # fmt: skip
    open_ = choose.choice((0.0, 0.0, 0.3, 1.0))
    some = choose.sample(results, choose.randint(1, len(results)))
    sure = choose.choice((0.5, 0.9, 1.0))

    def proof() -> uct.Outcome | None:
        if choose.random() < open_:
            return None
        certain = tuple(players < 3 or choose.random() < sure for _ in range(players))
        return uct.Outcome(choose.choice(some), choose.randint(1, 4), certain)

    return uct.Node(choose.randint(1, players), [child(proof()) for _ in range(choose.randint(1, 4))])


@pytest.mark.parametrize("players", GAMES)
def test_proofs_follow_from_those_of_the_moves(players: int) -> None:
    choose = Random(players)
    words = made(GAMES[players])
    seen = set()
    for _ in range(400):
        words.clear()
        node = random_node(choose, players)
        written = Written(words)
        at, _ = written.node(node)
        found = written.told(words.call("proof_of", at))
        assert found == uct.proved(node), node
        seen.add(found is None or found.results[node.mover - 1])
    assert {True, 0.0, -1.0} <= seen


@pytest.mark.parametrize("players", GAMES)
def test_outcomes_take_what_room_they_need(players: int) -> None:
    words = made(GAMES[players])
    tree = words.ints(0)
    size = 3 if players == 2 else 7  # results, plies; with more than two whose are certain
    for free, fits in ((ROOM - size, True), (ROOM - size + 1, False)):
        tree[mcts.FREE] = free
        assert words.call("new_outcome") == (free if fits else 0)
        assert tree[mcts.FREE] == (ROOM if fits else free)
    win = uct.Outcome((1.0, *(-1.0,) * (players - 1)), 2, (True,) * players)
    written = Written(words)
    at, _ = written.node(uct.Node(1, [child(win)]))
    tree[mcts.FREE] = ROOM - size + 1
    assert words.call("proof_of", at) == 0  # no room: nothing is noted


def test_proofs_go_up_as_far_as_they_prove() -> None:
    won, lost = uct.Outcome((1.0, -1.0), 1, (True, True)), uct.Outcome((-1.0, 1.0), 1, (True, True))
    words = made("tic-tac-toe")

    def up(*nodes: uct.Node) -> tuple[list[uct.Outcome | None], uct.Outcome | None]:
        words.clear()
        written = Written(words)
        places = [written.node(node) for node in nodes]
        path = words.ints(1)
        for step, (at, children) in enumerate(places):
            path[mcts.WAY + 2 * step], path[mcts.WAY + 2 * step + 1] = children[0], at
        words.call("backpropagate_proof", len(nodes))
        of_moves = [written.told(written.tree[c[0] + mcts.PROOF]) for _, c in places]
        return of_moves, written.told(written.tree[mcts.PROVED])

    # 1 wins at the end of the line, so 2 has lost there with the only move, so 1 wins with the first
    moves, root = up(
        uct.Node(1, [child(), child()]), uct.Node(2, [child()]), uct.Node(1, [child(won), child()])
    )
    assert [each and (each.results[0], each.plies) for each in moves] == [(1.0, 3), (1.0, 2), (1.0, 1)]
    assert root is not None and (root.results, root.plies) == ((1.0, -1.0), 4)
    # 2 has another move, of which nothing is known
    moves, root = up(uct.Node(1, [child()]), uct.Node(2, [child(), child()]), uct.Node(1, [child(won)]))
    assert [each and each.plies for each in moves] == [None, 2, 1] and root is None
    # 1 has lost with one of two
    moves, root = up(uct.Node(2, [child()]), uct.Node(1, [child(lost), child()]))
    assert moves[0] is None and root is None


# --- nodes ------------------------------------------------------------------------------------------------


def moves_at(words: Words, node: int) -> list[Any]:
    moves, tree = MoveWords(words.search.program), words.ints(0)
    return [moves.read(tree, node + mcts.NODE + n * moves.size) for n in range(tree[node + mcts.COUNT])]


def test_a_tree_begins_with_a_root() -> None:
    words = made("tic-tac-toe", "b2")
    tree, sums = words.ints(0), words.floats(0)
    for at in (mcts.PROVED, mcts.FULL):
        tree[at] = 9
    for at in (mcts.UCT_C, mcts.SEEN, mcts.SUM, mcts.SQUARES):
        sums[at] = 9.0
    sums[mcts.EXPLORATION] = 1.5
    for word in range(mcts.HEADER, ROOM):
        tree[word] = -1
    assert words.call("init") == tree[mcts.ROOT] == mcts.HEADER
    assert [tree[at] for at in (mcts.PROVED, mcts.FULL)] == [0, 0]
    assert [sums[at] for at in (mcts.UCT_C, mcts.SEEN, mcts.SUM, mcts.SQUARES)] == [1.5, 0.0, 0.0, 0.0]
    root = mcts.HEADER
    assert [tree[root + at] for at in (mcts.COUNT, mcts.MOVER, mcts.VISITS, mcts.TOTAL)] == [8, 2, 0, 0]
    legal = words.state.game.engine.legal_moves(words.state.raw)
    assert sorted(moves_at(words, root)) == sorted(legal)
    size = move_size(words)
    assert tree[mcts.FREE] == root + mcts.NODE + 8 * (size + mcts.CHILD)
    begin = words.call("children", root)
    assert list(tree[begin : tree[mcts.FREE]]) == [0] * (8 * mcts.CHILD) and tree[tree[mcts.FREE]] == -1


def test_a_node_takes_what_room_it_needs() -> None:
    words = made("tic-tac-toe", "b2")
    tree = words.ints(0)
    size = mcts.NODE + 8 * (move_size(words) + mcts.CHILD)
    tree[mcts.FREE] = ROOM - size + 1
    words.call("expand", 50)
    assert (tree[50], tree[mcts.FULL], tree[mcts.FREE]) == (0, 1, ROOM - size + 1)
    tree[mcts.FREE] = ROOM - size
    words.call("expand", 50)
    assert (tree[50], tree[mcts.FULL], tree[mcts.FREE]) == (ROOM - size, 1, ROOM)


def test_without_room_there_is_no_root() -> None:
    words = Words("tic-tac-toe", FUNCTIONS, {0: mcts.HEADER + 9, 1: mcts.WAY + 2 * mcts.DEEPEST})
    assert words.call("init") == 0 and words.ints(0)[mcts.FULL] == 1


def test_moves_change_places() -> None:
    words = made("tic-tac-toe")
    tree, size = words.ints(0), move_size(words)
    for word in range(size + 1):
        tree[300 + word], tree[400 + word] = 10 + word, 20 + word
    words.call("swap", 300, 400)
    assert list(tree[300 : 300 + size + 1]) == [*range(20, 20 + size), 10 + size]
    assert list(tree[400 : 400 + size + 1]) == [*range(10, 10 + size), 20 + size]


def test_a_new_tree_goes_by_its_seed() -> None:
    words, orders = made("tic-tac-toe"), set()
    for seed in range(6):
        words.ints(0)[mcts.SEED] = seed
        words.call("init")
        orders.add(tuple(moves_at(words, mcts.HEADER)))
    assert len(orders) == 6


def test_what_chance_does_has_branches() -> None:
    words = made(BY_CHANCE)
    tree, at = words.ints(0), 500
    tree[mcts.FREE] = 600
    first = words.call("branch_of", at)
    assert first == 600 + mcts.BRANCH_POINTER and tree[at + mcts.POINTER] == 600
    assert tree[600 + mcts.FINGERPRINT] == words.call("here") and tree[mcts.FREE] == 600 + mcts.BRANCH
    assert words.call("branch_of", at) == first and tree[mcts.FREE] == 600 + mcts.BRANCH
    tree[600 + mcts.FINGERPRINT] += 1  # as if it were of another state
    second = 600 + mcts.BRANCH
    assert words.call("branch_of", at) == second + mcts.BRANCH_POINTER
    assert tree[600 + mcts.NEXT] == second and tree[second + mcts.NEXT] == 0
    tree[second + mcts.FINGERPRINT] += 1
    tree[mcts.FREE] = ROOM - mcts.BRANCH + 1
    assert words.call("branch_of", at) == 0 and tree[mcts.FREE] == ROOM - mcts.BRANCH + 1
    tree[mcts.FREE] = ROOM - mcts.BRANCH
    assert words.call("branch_of", at) == ROOM - mcts.BRANCH + mcts.BRANCH_POINTER


# --- whole trees ------------------------------------------------------------------------------------------


def written_of(words: Words, node: int, depth: int = 0) -> Any:
    """A tree as nested values: of each move the visits, the total, the proof, and what it leads to."""
    written = Written(words)
    tree, sums, found = written.tree, written.sums, []
    begin = words.call("children", node)
    for number, move in enumerate(moves_at(words, node)):
        at = begin + mcts.CHILD * number
        leads, branches = tree[at + mcts.POINTER], []
        if has_chance(words.search.program):
            while leads:
                below = tree[leads + mcts.BRANCH_POINTER]
                branches.append(
                    (tree[leads + mcts.BRANCH_VISITS], written_of(words, below) if below else None)
                )
                leads = tree[leads + mcts.NEXT]
        below = written_of(words, leads) if leads else None
        found.append(
            (
                move,
                tree[at + mcts.CHILD_VISITS],
                round(sums[at + mcts.CHILD_TOTAL], 9),
                repr(written.told(tree[at + mcts.PROOF])),
                branches,
                below,
            )
        )
    return tree[node + mcts.MOVER], tree[node + mcts.VISITS], round(sums[node + mcts.TOTAL], 9), found


def plain_of(node: uct.Node) -> Any:
    found = [
        (
            each.move,
            each.visits,
            round(each.total, 9),
            repr(each.proof),
            [(b.visits, plain_of(b.node) if b.node else None) for b in each.branches.values()],
            plain_of(each.node) if each.node else None,
        )
        for each in node.children
    ]
    return node.mover, node.visits, round(node.total, 9), found


POSITIONS = {
    "tic-tac-toe": ("b2", "a1"),
    "troika": (),
    "triad": (),
    "backgammon": (),
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", POSITIONS)
def test_trees_are_those_of_the_sources(game: str, seed: int) -> None:
    words = Words(game, FUNCTIONS, {0: 1 << 18, 1: mcts.WAY + 2 * mcts.DEEPEST}, *POSITIONS[game])
    tree, sums = words.ints(0), words.floats(0)
    limit, expand_at = (30, 1) if game == "backgammon" else (1000, seed)
    tree[mcts.SEED], tree[mcts.LIMIT], tree[mcts.EXPAND_AT] = seed, limit, expand_at
    sums[mcts.EXPLORATION], sums[mcts.FPU_VISITS] = 0.8, 1.25
    words.call("init")
    count = {"tic-tac-toe": 400, "troika": 60, "triad": 15, "backgammon": 12}[game]
    plain = uct.Uct(
        words.state.game.engine,
        words.state.raw,
        seed,
        limit,
        has_chance(words.search.program),
        expand_at,
        0.8,
        1.25,
    )
    for first, part in ((0, 5), (5, count)):
        assert words.call("run_simulations", first, part) == plain.run(part, first)
        assert written_of(words, tree[mcts.ROOT]) == plain_of(plain.root)
        assert repr(Written(words).told(tree[mcts.PROVED])) == repr(plain.proof)


def test_longer_than_so_many_plies() -> None:
    words = made(
        "tic-tac-toe", "a1", "b1", "c1", "a2", "c2", "b2", "b3"
    )  # two are free, nobody has a line yet
    assert [words.call("lasts", number, 1) for number in range(6)] == [True] * 6
    assert [words.call("lasts", number, 2) for number in range(6)] == [False] * 6


def test_a_proof_of_the_root_is_seen_before_anything_is_tried() -> None:
    """Where all moves of a root are proved already, as those of a former line are, nothing is left to do."""
    words = made("tic-tac-toe", "b2")
    written = Written(words)
    words.call("init")
    root = words.ints(0)[mcts.ROOT]
    written.free = words.ints(0)[mcts.FREE]
    won = written.outcome(uct.Outcome((-1.0, 1.0), 1, (True, True)))
    words.ints(0)[mcts.FREE] = written.free
    words.ints(0)[words.call("children", root) + 3 * mcts.CHILD + mcts.PROOF] = won
    assert words.call("run_simulations", 0, 5) == 0
    assert written.told(words.ints(0)[mcts.PROVED]) == uct.Outcome((-1.0, 1.0), 2, (True, True))


def test_ucb1_by_hand() -> None:
    """With the mean 0.25 after 7 visits, urgency 1 and exploration 1."""
    spread = sqrt(log(8))
    words = made("tic-tac-toe")
    tried = child(None, 4, 2.0)  # 0.5 + spread / 2
    node = uct.Node(1, [tried, child()], 7, 1.75)  # untried: 0.25 + spread
    assert 0.25 + spread > 0.5 + spread / 2
    assert words.call("select", Written(words).node(node)[0]) == 1
    tried.total = 4 * (0.26 + spread / 2)
    assert words.call("select", Written(words).node(node)[0]) == 0


def test_a_tree_tells_what_its_words_say() -> None:
    game = load("tic-tac-toe").on("python")
    state = game.start(1)
    tree = Tree(game, TreeSettings(1 << 20, 0.8, 2))
    tree.compile()
    tree.init(state.raw)
    assert len(tree._words) == (1 << 20) // 8  # words of eight bytes
    assert tree.root == tree.first and not tree.proved and tree.mover(tree.root) == 1
    assert tree.run_simulations(state.raw, 100, None) == 100 == tree.simulations
    plain = uct.Uct(game.engine, state.raw, 2, 3000, False, 1, 0.8)  # type: ignore[arg-type]
    plain.run(100)
    told = list(tree.children(tree.root))
    assert [(c.move, c.visits) for c in told] == [(c.move, c.visits) for c in plain.root.children]
    assert [c.value for c in told] == pytest.approx([c.total / c.visits for c in plain.root.children])
    assert 0 < tree.used < 1
    tree.root = tree.root
    assert not tree.proved  # a new root is nothing that is proved
    most = max(told, key=lambda each: each.visits)
    after = game.engine.play(state.raw, most.move)
    assert tree.after(tree.root, most.move, after) == most.node != 0
    assert tree.mover(most.node) == 2
    tree.reseed(2)
    assert tree.simulations == 0
    tree.init(state.raw)
    tree.run_simulations(state.raw, 100, None)
    assert list(tree.children(tree.root)) == told
