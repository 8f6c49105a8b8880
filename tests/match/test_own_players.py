"""Matches from Python, with players of one's own."""

from __future__ import annotations

import random
import time

import pytest

import gdl
from interpreter.errors.user_errors import MatchError, MoveError, PlayerError
from interpreter.match.play import Match, play_game
from interpreter.players.entrants import entrant
from interpreter.players.limit import Limit
from interpreter.support.clock import now

GAME = gdl.load("tic-tac-toe").on("native")


def first(state: gdl.State) -> gdl.Move:
    return state.legal_moves[0]


class Last:
    limit = None

    def choose(self, line: gdl.Line, limit: Limit | None = None) -> gdl.Choice:
        return gdl.Choice(line.state.legal_moves[-1])

    def accepts_draw(self, line: gdl.Line) -> bool:
        return False


def test_functions_and_objects_play_beside_names() -> None:
    score = gdl.match(GAME, [first, Last(), "random"], games=12, seed=4, openings=2)
    assert [each.name for each in score.standings] == ["first", "Last", "random"]
    # a round robin of three: four games for each pair
    assert score.games == 12 and [each.games for each in score.standings] == [8, 8, 8]


def test_what_a_function_says_may_be_a_text() -> None:
    generator = random.Random(3)
    mine = gdl.match(
        GAME, [lambda state: str(generator.choice(state.legal_moves)), "alphabeta:depth=9"], 10, 1
    )
    assert mine.standings[1].losses == 0


@pytest.mark.parametrize(
    ("players", "error", "said"),
    [
        (["nobody", "random"], PlayerError, "no player called"),
        ([5, "random"], PlayerError, "no player: a name"),
        ([lambda state: "z9", "random"], MoveError, "z9"),
        (["human", "random"], PlayerError, "without humans"),
    ],
)
def test_what_cannot_play(players: list[object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        gdl.match(GAME, players, 4)  # type: ignore[arg-type]


def test_openings_have_to_be_shorter_than_games() -> None:
    with pytest.raises(MatchError, match="shorter"):
        gdl.match(GAME, ["random", "random"], 2, openings=9)


@pytest.mark.parametrize("by_processor", [False, True])
def test_seconds_may_be_those_of_the_processor(by_processor: bool) -> None:
    """Who sleeps takes time of the clock, and next to none of the processor."""

    def sleepy(state: gdl.State) -> gdl.Move:
        time.sleep(0.02)
        return state.legal_moves[0]

    played = play_game(Match(GAME, (entrant(sleepy),), 1, 0, by_processor=by_processor), 0)
    slept = 0.02 * sum(played.decisions)
    assert (sum(played.seconds) < slept / 2) == by_processor
    began = now()
    time.sleep(0.02)
    assert now() - began >= 0.02  # the clock is the wall's again
