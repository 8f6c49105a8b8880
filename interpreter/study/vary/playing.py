"""Playing variants: a chunk of games of one of them, by random players or by those that are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import frozen

from gdl.source.diagnostics import LanguageError
from gdl.support.printable import one_line
from interpreter.engines.interface import tally_of
from interpreter.errors.user_errors import UserError
from interpreter.match.play import Match, play_game
from interpreter.players.naming import read_player
from interpreter.study.measures.by_random_play import Games, games_in
from interpreter.study.measures.random_play import RandomPlay, board_sites
from interpreter.study.vary.space import Space, Variant
from interpreter.work.job import Outcome

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: Who plays at random: by the engine alone.
RANDOM = "random"
#: So many games a chunk has at most.
RANDOM_CHUNK, PLAYER_CHUNK = 5_000, 5
#: One game in so many of a chunk is sampled (every move listed) where a wish needs that, but so many at least
SAMPLED_ONE_IN, LEAST_SAMPLED = 8, 16
#: So many variants are kept ready to play in each process.
_READY = 128
#: Mistakes are told as long as that.
_LONGEST_TEXT = 200


@frozen
class Agent:
    """Who plays, from which seed, and how long."""

    name: str
    seed: int
    longest: int
    #: are the moves of some games listed?
    sampling: bool = False

    @property
    def is_random(self) -> bool:
        """Are moves drawn at random?"""
        return self.name == RANDOM

    @property
    def chunk(self) -> int:
        """How many games a chunk has at most."""
        return RANDOM_CHUNK if self.is_random else PLAYER_CHUNK

    def plan(self) -> Mapping[str, Any]:
        """All that decides its games."""
        return {
            "agent": self.name,
            "seed": self.seed,
            "longest": self.longest,
            "sampling": self.sampling,
        }


@frozen
class Task:
    """Games of a variant by number; of the file as it is where there is no variant."""

    variant: Variant | None
    first: int
    count: int


@frozen
class PlayTasks:
    """Some tasks, as a job with a chunk for each."""

    space: Space
    agent: Agent
    tasks: tuple[Task, ...]

    @property
    def chunks(self) -> int:
        """How many there are."""
        return len(self.tasks)

    def plan(self) -> Mapping[str, Any]:
        """All that decides the results; the rounds have a plan of their own."""
        return {**self.space.plan(), **self.agent.plan(), "tasks": [list(_row(task)) for task in self.tasks]}

    def do(self, number: int) -> Outcome:
        """Play one task's games; of rules that are none, what is wrong with them."""
        task = self.tasks[number]
        head: dict[str, Any] = {"variant": None if task.variant is None else list(task.variant)}
        try:
            game = _ready(self.space, task.variant)
            found = (
                _at_random(game, self.agent, task)
                if self.agent.is_random
                else _by_players(game, self.agent, task)
            )
        except LanguageError as error:
            mistake = next(d for d in error.diagnostics if d.severity == "error")
            return {**head, "wrong": [mistake.code, _told(mistake.message)]}
        except UserError as error:
            return {**head, "wrong": [error.code, _told(error.message)]}
        return {
            **head,
            "fingerprint": game.fingerprint,
            "players": list(game.players),
            "sites": len(board_sites(game)),
            "chance": game.has_chance,
            "agent": self.agent.name,
            **found,
        }


def _row(task: Task) -> tuple[object, int, int]:
    return (None if task.variant is None else list(task.variant), task.first, task.count)


def _told(text: str) -> str:
    return one_line(text)[:_LONGEST_TEXT]


@lru_cache(maxsize=_READY)
def _ready(space: Space, variant: Variant | None) -> Game:
    game = space.base() if variant is None else space.game(variant)
    return game.on("auto") if game.recipe.engine == "python" else game


# --- At random --------------------------------------------------------------------------------------------


@lru_cache(maxsize=_READY)
def _random_play(game: Game, seed: int, longest: int) -> RandomPlay:
    return RandomPlay(game, seed, longest)


def _at_random(game: Game, agent: Agent, task: Task) -> dict[str, Any]:
    play = _random_play(game, agent.seed, agent.longest)
    tally = play.tally(task.first, task.count)
    sample = []
    if agent.sampling:
        wanted = min(task.count, max(LEAST_SAMPLED, task.count // SAMPLED_ONE_IN))
        sample = play.sample(task.first, wanted)
    return {
        "ended": tally.rows,
        "given_up": tally.given_up,
        "sample": [
            [int(s.ended), s.plies, s.moves, s.choosing, s.most, s.covered, s.log_product] for s in sample
        ],
    }


# --- By players -------------------------------------------------------------------------------------------


def _by_players(game: Game, agent: Agent, task: Task) -> dict[str, Any]:
    """Games in which one kind of player has all seats."""
    match = Match(game, (read_player(agent.name),), task.first + task.count, agent.seed, agent.longest)
    tally = tally_of(
        play_game(match, number).playout for number in range(task.first, task.first + task.count)
    )
    return {"ended": tally.rows, "given_up": tally.given_up, "sample": []}


# --- What was played --------------------------------------------------------------------------------------


@frozen
class Record:
    """A variant and what its games came to."""

    games: Games
    players: tuple[str, ...]
    sites: int
    chance: bool
    fingerprint: str

    @property
    def count(self) -> int:
        """How many games were played."""
        return self.games.finished + self.games.given_up


def record_of(outcomes: Sequence[Outcome]) -> Record:
    """What was played of one variant."""
    head = outcomes[0]
    return Record(
        games_in(outcomes), tuple(head["players"]), head["sites"], head["chance"], head["fingerprint"]
    )


def together(one: Record | None, other: Record) -> Record:
    """The games of both."""
    if one is None:
        return other
    ended = Counter(one.games.ended) + Counter(other.games.ended)
    games = Games(
        dict(sorted(ended.items())),
        one.games.given_up + other.games.given_up,
        (*one.games.sample, *other.games.sample),
    )
    return Record(games, other.players, other.sites, other.chance, other.fingerprint)
