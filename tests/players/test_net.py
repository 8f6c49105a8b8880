"""PUCT by a network: against a search written without it, in batches, of many games at once."""

from __future__ import annotations

import numpy as np
import pytest

import gdl
from gdl import NetSearch, NetworkError, load
from interpreter.players.net import NetPlayer
from interpreter.search.network import masked_softmax, ragged
from interpreter.search.policy_tree import PolicyTree
from tests.players.networks import Reference, pseudo_network

#: Triad is for three, amazons has turns of several decisions.
EARLY = ["connect-four", *(pytest.param(n, marks=pytest.mark.slow) for n in ("triad", "hex", "amazons"))]


def tree_of(player: NetPlayer) -> PolicyTree:
    tree = player._tree
    assert isinstance(tree, PolicyTree)
    return tree


@pytest.mark.parametrize("engine", ["native", pytest.param("python", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", EARLY)
def test_it_searches_as_it_is_written(name: str, engine: str) -> None:
    """Where no game ends within the tree, one leaf at a time: the visits of a PUCT over `State`s, which knows
    neither the tree's words nor virtual loss."""
    game = load(name).on(engine)
    state = game.start(seed=3)
    network = pseudo_network(game)
    simulations = 30 if name == "connect-four" else 60  # of few moves, a tree is soon seven plies deep
    player = gdl.net(network, simulations, batch=1)
    choice = player.choose(gdl.Line.of(state))
    told = {each.move: each.visits for each in choice.thought.candidates}
    reference = Reference(game, network)
    # the player runs one simulation when it plants its tree
    visits = reference.search(state, simulations + 1)
    assert [told[move] for move in state.legal_moves] == visits
    best = choice.thought.candidates[0]
    place = state.legal_moves.index(best.move)
    assert best.value == pytest.approx(reference.value(state, place))


def test_what_waits_is_settled_in_batches() -> None:
    """After each search nothing counts as lost any more: visits and results add up all over the tree."""
    game = load("connect-four").on("native")
    sizes: list[int] = []
    network = pseudo_network(game)

    def evaluate(planes: np.ndarray) -> object:
        sizes.append(len(planes))
        logits, values = network(planes)
        return logits, values[:, :1]  # what the one gets the other loses

    player = gdl.net(evaluate, 300, batch=8)
    player.choose(gdl.Line.of(game.start(seed=1)))
    assert max(sizes) == 8 and sum(sizes[3:]) > 4 * len(sizes[3:])
    tree = tree_of(player)
    seen, nodes = 0, [tree.root]
    while nodes:
        node = nodes.pop()
        children = list(tree.children(node))
        inner = sum(child.visits for child in children)
        visits = tree._words[node + 2]
        assert visits == inner + 1
        assert abs(tree.value(node)) <= 1
        seen += 1
        nodes += [child.node for child in children if child.node]
        for child in children:
            if child.node and child.outcome is None and tree.mover(child.node) != tree.mover(node):
                # the same simulations, seen by the other player
                assert child.value * child.visits == pytest.approx(
                    -tree.value(child.node) * tree._words[child.node + 2]
                )
    assert seen > 100


def test_many_games_are_searched_as_each_by_itself() -> None:
    """While no game ends in a tree: a leaf that needs no network leaves its place in the batch to others."""
    game = load("connect-four").on("native")
    states = [game.start(seed=1)]
    for _ in range(3):
        states.append(states[-1].play(states[-1].legal_moves[-1]))
    network = pseudo_network(game)
    together = NetSearch(game, network, batch=len(states)).search(states, 30)
    for state, found in zip(states, together, strict=True):
        (alone,) = NetSearch(game, network, batch=1).search([state], 30)
        assert found.state is state and found.ids.tolist() == list(state.ids)
        assert found.visits.tolist() == alone.visits.tolist() and found.visits.sum() == 30
        assert found.value == alone.value
        assert found.policy.sum() == pytest.approx(1) and found.policy[found.best] == found.policy.max()
    with pytest.raises(ValueError, match="not all states of this Connect Four"):
        NetSearch(game, network).search([load("tic-tac-toe").start(seed=1)], 10)


def test_what_is_proved_stands_above_what_a_network_believes() -> None:
    """The first player has one winning move, a3, of which the network thinks little."""
    game = load("tic-tac-toe").on("native")
    state = game.start(seed=1)
    for move in ("a1", "b1", "a2", "b2"):
        state = state.play(move)
    wrong = {"a3": -2.0}

    def misled(planes: np.ndarray) -> object:
        logits = [wrong.get(game.actions.text(n), 0.0) for n in range(len(game.actions))]
        return np.array([logits] * len(planes)), np.full(len(planes), 0.9)

    best = gdl.net(misled, 200).choose(gdl.Line.of(state)).thought.candidates[0]
    assert (str(best.move), best.value, best.proved, best.plies) == ("a3", 1.0, True, 1)
    (found,) = NetSearch(game, misled, noise=0.25).search([state], 200)
    assert game.actions.text(found.best) == "a3" and found.proved and found.value == 1.0
    assert found.policy[found.best] == 1.0
    proved = {game.actions.text(int(n)): value for n, value in zip(found.ids, found.proofs, strict=True)}
    assert proved["a3"] == 1.0 and set(proved) == {"c1", "c2", "a3", "b3", "c3"}
    over = state.play("a3")
    with pytest.raises(ValueError, match="a game is over"):
        NetSearch(game, misled).search([over], 10)


@pytest.mark.slow
def test_chance_and_more_players_are_searched() -> None:
    """In a game with dice nothing is proved; among three each has what the network expects of that seat."""
    dice = load("backgammon").on("native")
    state = dice.start(seed=2)
    (found,) = NetSearch(dice, pseudo_network(dice)).search([state], 100)
    assert found.visits.sum() == 100 and not found.proved
    game = load("triad").on("native")
    state = game.start(seed=1)

    def mover_wins(planes: np.ndarray) -> object:
        """Seen from each seat, who looks wins: so the value is how many of the leaves are the mover's."""
        values = np.tile([1.0, -0.5, -1.0], (len(planes), 1))
        return np.zeros((len(planes), len(game.actions))), values

    (found,) = NetSearch(game, mover_wins).search([state], 1)
    after = state.play_id(int(found.ids[found.visits.argmax()]))
    # the root's own evaluation, and one of the leaf: of the seat before the one that looks there
    second = 1.0 if after.mover == state.mover else -1.0
    assert found.value == pytest.approx((1.0 + second) / 2)


def test_the_same_seed_plays_the_same() -> None:
    game = load("connect-four").on("native")
    network = pseudo_network(game)

    def played(seed: int) -> list[str]:
        player = gdl.net(network, 30, temperature=1.0, noise=0.3, seed=seed)
        line = gdl.Line.of(game.start(seed=1))
        for _ in range(6):
            line = line.then(player.choose(line).move)
        return [str(move) for move in line.moves]

    assert played(1) == played(1)
    assert len({tuple(played(seed)) for seed in range(4)}) > 1
    drawn = gdl.net(network, 30, temperature=1.0, drawn_plies=0)
    best = drawn.choose(gdl.Line.of(game.start(seed=1)))
    assert best.move == best.thought.candidates[0].move


def test_it_takes_part_in_matches() -> None:
    """Its tree sees the wins and losses near the end, so it beats random play whatever the network says."""
    game = load("tic-tac-toe").on("native")
    players = [gdl.net(pseudo_network(game), 60, name="mine"), "random"]
    score = gdl.match(game, players, games=8, seed=1)
    mine, _ = score.standings
    assert mine.name == "mine" and mine.won.value > 0.7
    again = gdl.match(game, players, games=8, seed=1)
    assert again.standings[0].won.value == mine.won.value
    session = gdl.Session(game, players, seed=1)
    while not session.is_over:
        assert session.advance()
    assert session.state.outcome is not None


#: What a network must not say, with what is said of it.
WRONG = {
    "logits": (
        lambda n: (np.zeros((n, 3)), np.zeros(n)),
        r"logits .* have the shape \(1, 10\), not \(1, 3\)",
    ),
    "values": (lambda n: (np.zeros((n, 10)), np.zeros((n, 5))), r"values .* \(1, 2\), not \(1, 5\)"),
    "nan": (lambda n: (np.full((n, 10), np.nan), np.zeros(n)), "not finite"),
    "single": (lambda n: np.zeros((n, 10)), "two arrays, logits and values, not ndarray"),
    "text": (lambda n: ("abc", np.zeros(n)), "are an array, not str"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_answer_is_said(what: str) -> None:
    answer, said = WRONG[what]
    game = load("tic-tac-toe").on("native")
    player = gdl.net(lambda planes: answer(len(planes)), 10)
    line = gdl.Line.of(game.start(seed=1))
    with pytest.raises(NetworkError, match=said) as caught:
        player.choose(line)
    assert caught.value.code == "E0552"


def test_a_network_that_fails_leaves_nothing_waiting() -> None:
    """What it raises arrives; asked again, the search goes on with what it knew."""
    game = load("connect-four").on("native")
    network, fails = pseudo_network(game), [False]

    def evaluate(planes: np.ndarray) -> object:
        if fails[0]:
            raise ZeroDivisionError
        return network(planes)

    player = gdl.net(evaluate, 40)
    line = gdl.Line.of(game.start(seed=1))
    before = player.choose(line)
    fails[0] = True
    with pytest.raises(ZeroDivisionError):
        player.choose(line)
    tree = tree_of(player)
    assert sum(child.visits for child in tree.children(tree.root)) == tree._words[tree.root + 2] - 1
    fails[0] = False
    after = player.choose(line)
    visits = [sum(each.visits or 0 for each in told.thought.candidates) for told in (before, after)]
    assert visits[1] >= visits[0] + 40


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"temperature": -1}, "`temperature` of a net is from 0 to 100, not -1"),
        ({"batch": 0}, "`batch` of a net is from 1 to 4096"),
        ({"noise": True}, "`noise` of a net"),
        ({"simulations": 0}, "`simulations` of a limit is at least 1"),
    ],
)
def test_settings_that_cannot_be_are_said(given: dict[str, int], said: str) -> None:
    with pytest.raises(gdl.PlayerOptionError, match=said):
        gdl.net(lambda planes: (planes, planes), **given)  # type: ignore[arg-type]


def test_the_softmax_is_over_what_is_legal() -> None:
    """Of four positions, the third without a move, the last with nothing that is ever to be played."""
    logits = np.log(np.array([[1.0, 2.0, 3.0, 4.0], [1.0, 1.0, 1.0, 1.0], [1.0] * 4, [1.0] * 4]))
    logits[3] = -np.inf
    counts = np.array([2, 1, 0, 2])
    rows, places = ragged(counts)
    assert (rows.tolist(), places.tolist()) == ([0, 0, 1, 3, 3], [0, 1, 0, 0, 1])
    told = masked_softmax(logits, counts, rows, np.array([3, 0, 2, 0, 1]))
    assert told.tolist() == pytest.approx([0.8, 0.2, 1.0, 0.5, 0.5])
