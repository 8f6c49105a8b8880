"""Comparing two games: what is to be played, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.errors.user_errors import StudyError
from interpreter.players.naming import read_player
from interpreter.statistics.intervals import LEVEL
from interpreter.study.compare.comparing import Comparing, Plan
from interpreter.study.compare.comparison import Comparison, sides_of
from interpreter.study.compare.margins import known_margins
from interpreter.study.compare.same import same_rules
from interpreter.study.options import LONGEST, MOST_GAMES, MOST_PLIES, some_seed
from interpreter.support.numbers import whole
from interpreter.work.runners import place_for

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: Who thinks, unless somebody says otherwise, and at most how many games of each are played by it.
SEARCH, SEARCH_GAMES = "mcts:iterations=100", 1_000
#: Random games of each for which the rules count themselves, at most.
RULE_GAMES = 1_000
#: Random games of each, at most; and the seconds that a comparison takes where no number of games is given.
GAMES, SECONDS = 1_000_000, 60.0


def compare(
    a: Game,
    b: Game,
    games: int | None = None,
    *,
    seconds: float | None = None,
    search: str | None = SEARCH,
    search_games: int = SEARCH_GAMES,
    rule_games: int = RULE_GAMES,
    margins: Mapping[str, str] | None = None,
    level: float = LEVEL,
    precise: bool = False,
    seed: int | None = None,
    longest: int = LONGEST,
    workers: int = 1,
    on: str | None = None,
    file: str | Path | None = None,
    even_if_same: bool = False,
    progress: Callable[[Comparing], None] | None = None,
) -> Comparison:
    """Compare two games: what differs, what is the same within a margin, and what is not known.

    Both are played at random, and then by `search`, a player by its budget of simulations (None: nobody
    thinks), until everything is decided, but no more than `games` (and `search_games`) of each, and no longer
    than `seconds`: a minute if neither number nor time is given. `precise` goes on when all is decided.
    `rule_games` more are for which rules come about, and how often; 0 leaves that out.

    All bounds hold together with a probability of `level`, however often one looks and whenever one stops.
    The same seed and numbers of games give the same, whatever the number of `workers` and wherever it is done
    (`on` names a cluster). `margins` say what counts as the same: `{"won": "1%", "length": "2"}`. Where the
    rules are the same, nothing is played unless `even_if_same`. `file` takes the results as they come, and
    whoever wants more later goes on from it. `progress` is told of the comparison before the first chunk and
    after each: whoever stops it has in it what is known so far.

    Raises StudyError (MarginError is one), PlayerError, and ValueError for numbers out of bounds.
    """
    place = place_for(workers, on)
    if games is None and seconds is None:
        seconds = SECONDS
    games = whole("the number of games", GAMES if games is None else games, 1, MOST_GAMES)
    search_games = whole("the number of searching games", search_games, 1, MOST_GAMES)
    rule_games = whole("the number of games for the rules", rule_games, 0, MOST_GAMES)
    longest = whole("the longest game", longest, 1, MOST_PLIES)
    seed = some_seed(seed)
    if not 0.5 <= level < 1:
        raise ValueError(f"the level is a number from 0.5 to 1, not {level}")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"the time is a number of seconds above 0, not {seconds}")
    if search is not None:
        named = read_player(search)
        if named.is_human or named.timed:
            raise StudyError(
                f"`{search}` cannot be repeated: it is to think by a budget that does not go by the clock",
                (SEARCH,),
            )
        search = str(named)
    margins = dict(margins or {})
    known_margins(margins)
    plan = Plan(
        (a, b), seed, games, search_games, rule_games, seconds, search, longest, margins, level, precise
    )
    same = "" if even_if_same else same_rules(a, b)
    if same:
        return Comparison(*sides_of(a, b), same, plan.seed, plan.level, (), ())
    comparing = Comparing(plan)
    told = progress or (lambda comparing: None)
    told(comparing)
    with closing(comparing.run(place, file)) as every:
        for each in every:
            told(each)
    return comparing.found
