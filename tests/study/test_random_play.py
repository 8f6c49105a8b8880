"""Random play counted: the same games on both engines, and those that playouts play."""

from __future__ import annotations

from collections import Counter

import pytest

from gdl import load
from interpreter.engines.interface import first_placed
from interpreter.study.measures.random_play import ByRandomPlay, RandomPlay, board_sites, games_in, lengths
from tests.quick import few

NAMES = ["tic-tac-toe", "reversi", "oware", "lasca", "last-step", "hex", "triad", "cornered-match", "chess"]
GAMES, LONGEST = 12, 60


@pytest.mark.parametrize("name", few(NAMES))
def test_both_engines_count_the_same_games(name: str) -> None:
    game = load(name)
    native, python = (RandomPlay(game.on(engine), 5, LONGEST) for engine in ("native", "python"))
    assert type(native.engine) is not type(python.engine)
    assert native.tally(3, GAMES) == python.tally(3, GAMES)
    assert native.sample(3, 4) == python.sample(3, 4)


@pytest.mark.parametrize("name", few(NAMES))
def test_what_is_tallied_is_what_playouts_play(name: str) -> None:
    game = load(name).on("native")
    found = RandomPlay(game, 9, 10**5).tally(0, 50)
    summed = game.playouts(50, seed=9)
    assert found.given_up == 0 and sum(found.ended.values()) == 50
    assert sum(plies * count for (plies, _), count in found.ended.items()) == summed.moves
    alone = [
        sum(count for (_, firsts), count in found.ended.items() if firsts == 1 << seat)
        for seat in range(len(game.players))
    ]
    assert tuple(alone) == summed.wins


def test_two_of_three_may_share_the_first_place() -> None:
    """The table that is counted natively against the ranks of the same games, one by one."""
    game = load("triad").on("native")
    counted: Counter[int] = Counter()
    for played in game.engine.play_games(400, 5, 0, 5000):
        best = min(played.ranks)
        who = [seat for seat, rank in enumerate(played.ranks) if rank == best]
        counted[sum(1 << seat for seat in who) if len(who) < 3 else 0] += 1
    table: Counter[int] = Counter()
    for (_, firsts), count in game.engine.tally_games(400, 5, 0, 5000).ended.items():
        table[firsts] += count
    assert table == counted and any(firsts in (3, 5, 6) for firsts in counted)


def test_long_games_and_many_players_are_counted_too_where_no_table_would_hold_them() -> None:
    """The same by the table and, with a limit that makes it too large, one by one."""
    game = load("tic-tac-toe").on("native")
    assert game.engine.tally_games(300, 4, 0, 20) == game.engine.tally_games(300, 4, 0, 10**7)


@pytest.mark.parametrize(
    ("ranks", "who"),
    [
        ((1.5, 3.0, 1.5), 0b101),
        ((2.0, 2.0, 2.0), 0),
        ((1.5, 1.5), 0),
        ((2.0, 1.0), 0b10),
        ((1.0,), 1),
        ((2.0,), 0),
    ],
)
def test_who_came_first(ranks: tuple[float, ...], who: int) -> None:
    assert first_placed(ranks) == who


def test_who_shares_the_first_place_with_some_of_the_others_came_first() -> None:
    """By the rule: the lowest rank, where not all have it; of a game that was given up nobody has one."""
    game = load("triad")
    found = game.on("native").engine.tally_games(40, 7, 0, 40)
    assert found == game.on("python").engine.tally_games(40, 7, 0, 40)
    games = game.on("native").engine.play_games(40, 7, 0, 40)
    shared = sum(each.over and sorted(each.ranks) == [1.5, 1.5, 3.0] for each in games)
    assert sum(count for (_, who), count in found.ended.items() if who.bit_count() == 2) == shared > 0
    assert found.given_up == sum(not each.over for each in games) > 0


def test_games_that_are_given_up_are_told_apart() -> None:
    found = RandomPlay(load("tic-tac-toe").on("native"), 1, 6).tally(0, 1000)
    assert found.given_up + sum(found.ended.values()) == 1000
    assert {plies for plies, _ in found.ended} == {5, 6}
    # of games of seven plies and more 1 - 2/21 - 37/420
    assert abs(found.given_up - 1000 * (1 - 77 / 420)) < 4 * 13


def test_a_sampled_game_says_what_was_there() -> None:
    """In Tic-Tac-Toe there are nine moves at first, then one less each time, and each fills a cell."""
    for each in RandomPlay(load("tic-tac-toe"), 2, 100).sample(0, 20):
        left = range(9, 9 - each.plies, -1)
        product = 1
        for number in left:
            product *= number
        assert (each.moves, each.most, each.covered) == (sum(left), 9, each.plies)
        assert each.choosing == min(each.plies, 8) and each.ended
        assert abs(2.718281828459045**each.log_product / product - 1) < 1e-9


def test_hands_and_dice_are_not_of_the_board() -> None:
    race = load("last-step")
    beside = race.hands | {die.site for die in race.dice}
    assert beside and not beside & set(board_sites(race))


def test_any_cutting_into_chunks_gives_the_same_games() -> None:
    job = ByRandomPlay(load("tic-tac-toe"), 1000, 3, 100)
    play = RandomPlay(job.game, 3, 100)
    found = games_in([job.do(number) for number in range(job.chunks)])
    assert dict(found.ended) == dict(play.tally(0, 1000).ended)
    assert list(found.sample) == play.sample(0, job.sampled)
    assert sum(lengths(found).values()) == 1000
