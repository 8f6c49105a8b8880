"""Varying a game: a search put together, and made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.errors.user_errors import VaryError
from interpreter.study.options import MOST_GAMES, MOST_PLIES, some_seed
from interpreter.study.vary.playing import RANDOM, Agent
from interpreter.study.vary.search import Search, Settings
from interpreter.study.vary.space import Space, space_of
from interpreter.study.vary.varied import Varied
from interpreter.study.vary.varying import Varying
from interpreter.study.vary.wish_grammar import read_wishes
from interpreter.study.vary.wishes import COMPARING, Wish
from interpreter.support.numbers import seed_for, whole
from interpreter.work.perform import perform_rounds
from interpreter.work.runners import place_for

if TYPE_CHECKING:
    from interpreter.game.game import Game

#: What is wished for and played unless somebody says otherwise.
WANT = ("fairest",)
GAMES, SECOND_GAMES, VARIANTS, KEEP, LONGEST = 10_000, 100, 500, 3, 2_000
SECOND = "mcts:200"
#: Players who search may keep a game going for ever, and each of their plies takes long.
SECOND_LONGEST = 400
#: More variants than that nobody has time for.
MOST_VARIANTS = 100_000


def vary(
    game: Game,
    want: str | Sequence[str] = WANT,
    options: Mapping[str, str] | None = None,
    *,
    games: int = GAMES,
    variants: int = VARIANTS,
    keep: int = KEEP,
    player: str = RANDOM,
    second: str | None = SECOND,
    second_games: int = SECOND_GAMES,
    longest: int = LONGEST,
    seed: int | None = None,
    marks: bool = True,
    workers: int = 1,
    on: str | None = None,
    file: str | Path | None = None,
    progress: Callable[[int, str], None] | None = None,
) -> Varied:
    """Search the variants of a game for those that come up to wishes.

    What varies is what `options` say with patterns (`{"Board": "random:*"}`, `"10..50:10"`, `"Small|Large"`,
    `"*"`), and, with `marks`, what comments of its file mark (`// vary 3..7`). `want` are wishes, or one:
    `"first player 48..52 %"`, `"20..60 plies"`, `"fewest draws"`. Up to `variants` are tried: all of a
    space that is no larger, else those that Optuna proposes. The best `keep` play `games` fresh games each,
    by `player`, and `second_games` by `second` (None: by nobody else). Games of more than `longest` plies
    are given up, of `second` those of more than 400. The same seed gives the same result, whatever `workers`
    and `on` say; `file` takes the results as they come, as in `study`. `progress` is told how many chunks
    are done, and what is being done.

    Raises LanguageError for wishes, patterns and marks that cannot be understood, VaryError, PlayerError,
    StudyError, MissingExtraError where Optuna is missing, and ValueError for numbers out of bounds.
    """
    place = place_for(workers, on)
    games = whole("the number of games", games, 1, MOST_GAMES)
    second_games = whole("the number of games of the second players", second_games, 1, MOST_GAMES)
    variants = whole("the number of variants", variants, 1, MOST_VARIANTS)
    keep = whole("how many to keep", keep, 1, MOST_VARIANTS)
    longest = whole("the longest game", longest, 1, MOST_PLIES)
    seed = some_seed(seed)
    space = space_of(game, options or {}, marks)
    usual = space.usual()
    wanted = [want] if isinstance(want, str) else list(want) or list(WANT)
    wishes = read_wishes(wanted, usual.players)
    _check_measured(wishes, space, usual)
    sampling = any(wish.sampled for wish in wishes)
    player = _repeatable(player)
    if sampling and player != RANDOM:
        (wish, *_) = (wish for wish in wishes if wish.sampled)
        raise VaryError(f"`{wish.text}` is measured in games at random only, not in those of {player}")
    named = None if second is None else _repeatable(second)
    settings = Settings(
        Agent(player, seed_for(seed, 0, "vary"), longest, sampling),
        Agent(player, seed_for(seed, 0, "vary, fresh games"), longest, sampling),
        None
        if named in (None, player)
        else Agent(str(named), seed_for(seed, 0, "vary, others"), min(longest, SECOND_LONGEST)),
        games,
        second_games,
        variants,
        keep,
        seed,
    )
    search = Search(space, wishes, settings)
    if search.is_large:
        from interpreter.study.vary.proposing import version

        version()  # told before anything is played
    with closing(perform_rounds(search, place, file)) as every:
        for done in every:
            if progress is not None:
                progress(done.number + 1, search.doing)
    return Varying(usual, search).found()


def _check_measured(wishes: Sequence[Wish], space: Space, usual: Game) -> None:
    """Raises VaryError for wishes that compare players, where all variants are for one."""
    compares = next((wish for wish in wishes if wish.of in COMPARING), None)
    if compares is None or len(usual.players) > 1 or space.some_for_several():
        return
    raise VaryError(
        f"`{compares.text}` compares players, but {usual.name} is for one: wish for something else, such as "
        "`player 1 wins 40..60 %` or `shortest`"
    )


def _repeatable(name: str) -> str:
    """A player's name as it is told. Raises PlayerError, VaryError for one that goes by the clock."""
    from interpreter.players.naming import read_player

    named = read_player(name)
    if named.is_human:
        raise VaryError("humans cannot play so many games: name another player, such as `mcts:200`")
    if named.timed:
        raise VaryError(
            f"`{name}` thinks by the clock, so no seed repeats its games: give it a number of simulations, "
            "such as `mcts:200`"
        )
    return str(named)
