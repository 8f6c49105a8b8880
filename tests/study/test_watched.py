"""Games between searches: what their seeds and budgets decide, and the numbers that are kept of them."""

from __future__ import annotations

from math import log, sqrt

import pytest

from gdl import load, loads
from interpreter.engines.move_words import RawMove
from interpreter.match.score import WIN, shares_of
from interpreter.study.measures.searched_games import PARTS, PLACES, searched
from interpreter.study.searching.games import Seen, Watched, Watching, native
from tests.quick import one_in
from tests.study.games import ALONE, RACE

STEP = RawMove(0, (), 0)
NAMES = ["tic-tac-toe", "reversi", "oware", "lasca", "triad", "hex", "last-step", "cornered-match"]


@pytest.mark.parametrize("name", one_in(4, NAMES))
def test_both_engines_play_the_same_games(name: str) -> None:
    game = load(name)
    budgets = [3, 5, 0][: len(game.players)]
    native, python = (Watching(game.on(engine), 12).play(budgets, 4, 9) for engine in ("native", "python"))
    assert native == python


def test_a_budget_is_used_up_unless_the_position_is_proved() -> None:
    game = Watching(native(load("tic-tac-toe")), 100).play([20, 300], 1, 2)
    for ply in game.plies:
        budget = 20 if ply.player == 1 else 300
        if ply.moves == 1:
            assert ply.visits == 0 and not ply.expected
        elif ply.proved:
            assert 0 < ply.visits <= budget
        else:
            assert ply.visits == budget
        assert 0 <= ply.entropy <= log(ply.moves) + 1e-12
    assert game.simulations == sum(ply.visits for ply in game.plies)


def test_who_thinks_long_draws_tic_tac_toe_and_beats_chance() -> None:
    watching = Watching(native(load("tic-tac-toe")), 100)
    for seed in range(8):
        assert watching.play([3000, 3000], seed, seed).ranks == (1.5, 1.5)
        assert watching.play([3000, 0], seed, seed).ranks[0] <= 1.5
        assert watching.play([0, 3000], seed, seed).ranks[1] <= 1.5


def test_one_who_plays_alone_finds_the_move_that_wins() -> None:
    """Whoever places a disc on the right has won: a search sees it at once."""
    watching = Watching(native(loads(ALONE)), 100)
    for seed in range(5):
        game = watching.play([40], seed, seed)
        assert game.ranks == (1.0,) and len(game.plies) == 1


def test_seeds_decide_the_game() -> None:
    watching = Watching(native(load("hex")), 200)
    first, same, other = (watching.play([4, 4], 1, seed) for seed in (5, 5, 6))
    assert first == same and first.fingerprint != other.fingerprint


def test_a_twin_is_the_same_up_to_its_blunder() -> None:
    watching = Watching(native(load("reversi")), 200)
    sound = watching.play([16, 16], 1, 3)
    ply = next(ply for ply in range(10, 60) if sound.plies[ply].moves > 1)
    twin = watching.play([16, 16], 1, 3, replayed=ply, blunder=ply)
    assert twin.plies[:ply] == sound.plies[:ply]
    assert twin.plies[ply].moves == sound.plies[ply].moves and twin.plies[ply].visits == 0
    again = watching.play([16, 16], 1, 3)
    assert again == sound
    assert watching.play([16, 16], 1, 3, replayed=ply).plies == sound.plies


def test_the_same_dice_whoever_thinks() -> None:
    """Where nobody has a choice, the seed of chance alone decides the game."""
    watching = Watching(native(loads(RACE)), 500)
    games = [
        watching.play([budget, 1], chance, search)
        for chance in (1, 2)
        for budget, search in ((1, 7), (30, 8))
    ]
    ways = [game.fingerprint for game in games]
    assert ways[0] == ways[1] and ways[2] == ways[3] and ways[0] != ways[2]


def test_a_game_that_is_too_long_is_given_up() -> None:
    game = Watching(native(load("tic-tac-toe")), 4).play([2, 2], 1, 1)
    assert not game.ended and len(game.plies) == 4


def test_shares_of_the_win() -> None:
    assert shares_of(1, 2) == (WIN, 0) and shares_of(0, 2) == (WIN // 2, WIN // 2)
    assert shares_of(3, 3) == (WIN // 2, WIN // 2, 0) and shares_of(0, 1) == (0,)
    for seats in range(2, 17):
        assert sum(shares_of(0, seats)) == WIN


def seen(player: int, *expected: float, entropy: float = 0.0) -> Seen:
    return Seen(player, 3, 10, False, STEP, entropy, expected)


def test_the_numbers_of_a_game_by_hand() -> None:
    """Four plies, the third one forced. White leads, then Black, then White, who wins."""
    plies = (
        seen(1, 0.2, -0.2, entropy=log(2)),
        seen(2, -0.5, 0.5, entropy=log(3)),
        Seen(1, 1, 0, False, STEP, 0.0, ()),
        seen(2, 0.6, -0.6),
    )
    found = searched(Watched(plies, True, False, (1.0, 2.0), 30))
    assert found.effective == (2 + 3 + 1 + 1) * PARTS
    assert (found.compared, found.changes) == (2, 2)
    # the scores 0.25 and 0.75 are half apart
    assert found.drama == round(PARTS * sqrt(0.5))
    # White does not lead before the second of four plies
    assert found.decided == PARTS // 2
    white, black = found.course[:PLACES], found.course[PLACES:]
    assert all(abs(a + b - PARTS) <= 1 for a, b in zip(white, black, strict=True))
    assert white[0] == 0.6 * PARTS and white[-1] == PARTS
    assert white[4] == 0.6 * PARTS and white[5] == 0.25 * PARTS and white[14] == 0.25 * PARTS
    assert white[15] == 0.8 * PARTS


def test_a_draw_has_no_drama_and_is_never_decided() -> None:
    found = searched(Watched((seen(1, 0.2, -0.2), seen(2, 0.2, -0.2)), True, False, (1.5, 1.5), 20))
    assert (found.drama, found.decided) == (-1 * PARTS, -1 * PARTS)
    assert (found.compared, found.changes) == (1, 0)


def test_among_three_the_leader_is_who_expects_most() -> None:
    """A, then nobody alone (so still A), then C, who wins; before, two others led by 0.3 and 0.25."""
    plies = (seen(1, 0.4, -0.2, -0.2), seen(2, 0.3, 0.3, -0.2), seen(3, -0.4, -0.2, 0.6))
    found = searched(Watched(plies, True, False, (3.0, 2.0, 1.0), 30))
    assert (found.compared, found.changes) == (2, 1)
    assert found.drama == round(PARTS * (sqrt(0.3) + sqrt(0.25)) / 2)
    assert found.decided == round(PARTS * 2 / 3)
