"""The options of `study`, `compare` and `vary`: one field each, with bounds and command-line spelling."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import Attribute

from gdl.support.values import field, frozen
from interpreter.errors.user_errors import StudyError, VaryError
from interpreter.statistics.intervals import LEVEL
from interpreter.support.numbers import whole

if TYPE_CHECKING:
    from interpreter.match.goal import Width
    from interpreter.players.naming import Named
    from interpreter.players.player import Entrant

#: What is played unless somebody says otherwise; a longer game is given up.
GAMES, RULE_GAMES, LONGEST = 10_000, 400, 5_000
#: More games and plies than anybody has time for.
MOST_GAMES, MOST_PLIES = 10**12, 100_000
MOST_SEED = 2**63 - 1
#: How many games players play who are given.
PLAYER_GAMES = 100
#: How long both think at each move where a seat plays without a rule.
SIMULATIONS, MOST_SIMULATIONS = 100, 10**9
#: More positions than any proof examines.
MOST_POSITIONS = 10**15
#: Who thinks for all seats of both games that are compared.
SEARCH = "mcts:iterations=100"
#: Random games of each game that is compared, at most; the seconds that this takes where neither is given.
COMPARED_GAMES, COMPARED_SECONDS = 1_000_000, 60.0
#: Who plays variants, and who plays the best besides.
RANDOM, SECOND = "random", "mcts:200"
#: Players who search may keep a game going for ever, and each of their plies takes long.
SECOND_LONGEST = 400
#: More variants than that nobody has time for.
MOST_VARIANTS = 100_000


def some_seed(seed: int | None) -> int:
    """A seed as it was given; another one each time where none was. Raises ValueError for an odd one."""
    return secrets.randbits(32) if seed is None else whole("a seed", seed, 0, MOST_SEED)


def number(
    what: str, default: int | None, least: int, most: int, *, help: str, metavar: str | None = "N",
    short: tuple[str, ...] = (), typed: tuple[int, int] | None = None, spelt: str = "",
) -> Any:  # fmt: skip
    """A field for a whole number within bounds, or for None where that is the default. Its metadata spell the
    option of the command line: `typed` are the bounds there if they are narrower, `spelt` its flag and its
    parameter if they have other names."""

    def read(value: int | None) -> int | None:
        return None if value is None and default is None else whole(what, value, least, most)  # type: ignore[arg-type]  # None is refused there

    spelling = {
        "help": help,
        "metavar": metavar,
        "short": short,
        "range": typed or (least, most),
        "spelt": spelt,
    }
    return field(default=default, converter=read, metadata=spelling)


def player_name(default: str | None, read: Callable[[str], str], *, help: str) -> Any:
    """A field for a player by name, None (typed `none`) for nobody; `read` returns its full name."""

    def known(name: str | None) -> str | None:
        return None if name in (None, "none") else read(str(name))

    return field(default=default, converter=known, metadata={"help": help, "metavar": "PLAYER"})


def flag(*, help: str, spelt: str = "") -> Any:
    """A field for what is off by default; `spelt` as in `number`."""
    return field(default=False, metadata={"help": help, "spelt": spelt})


def longest_game(default: int) -> Any:
    """The field for the most plies of a game."""
    return number("the longest game", default, 1, MOST_PLIES, help="A game of more plies is given up.")


#: Who may search.
SEARCHERS = ("uct", "alpha-beta", "both")


@frozen
class SearchOptions:
    """What games between searches a study plays; what is None is chosen by the game's cost. Raises ValueError
    for numbers out of bounds and for what a searcher has not."""

    simulations: int | None = number("the number of simulations", None, 1, 1 << 28,
                                     help="Of searches for a decision; also 4 and 16 times as many. "
                                     "[default: by what the game costs]")  # fmt: skip
    games: int | None = number("the number of games between searches", None, 1, 10**9,
                               spelt="--search-games search_games",
                               help="Games between searches, of each kind. [default: by what the game "
                               "costs]")  # fmt: skip
    doublings: int | None = number("the number of doublings", None, 1, 30,
                                   help="Of the ladder of searches. [default: by what the game "
                                   "costs]")  # fmt: skip
    #: longer games are given up: with searches, games that random players cannot end mostly do end
    longest: int = longest_game(2_000)
    searcher: str = SEARCHERS[0]
    #: how many plies alpha-beta looks ahead at most
    depth: int | None = number("the depth", None, 2, 32,
                               help="How far alpha-beta looks ahead at most, in plies. "
                               "[default: by what the game costs]")  # fmt: skip

    def __attrs_post_init__(self) -> None:
        if self.searcher not in SEARCHERS:
            raise ValueError(f"a searcher is one of {', '.join(SEARCHERS)}, not {self.searcher!r}")
        if self.searcher == "alpha-beta":
            if self.simulations is not None or self.doublings is not None:
                raise ValueError("alpha-beta has no simulations and no doublings: it goes by `depth`")
        elif self.searcher == "uct" and self.depth is not None:
            raise ValueError("only alpha-beta goes by `depth`")


@frozen(kw_only=True)
class StudyOptions:
    """What a study plays. Raises ValueError for numbers out of bounds."""

    games: int = number("the number of games", GAMES, 1, MOST_GAMES,
                        help="How many random games.", metavar=None, short=("-n",))  # fmt: skip
    #: None: another one each time
    seed: int = field(default=None, converter=some_seed)
    rule_games: int = number("the number of games for the rules", RULE_GAMES, 0, MOST_GAMES,
                             typed=(0, 10**9), metavar=None, help="How many games more to see which rules "
                             "are used; 0 leaves that out.")  # fmt: skip
    longest: int = longest_game(LONGEST)
    #: games between searches; None: none
    search: SearchOptions | None = None
    #: pairs of games for each restriction; None: as many as some tens of seconds allow; 0: none
    ablate_pairs: int | None = number(
        "the number of pairs of games", None, 0, MOST_GAMES, typed=(1, 10**9),
        help="How many pairs of games for each rule. [default: as half a minute allows]")  # fmt: skip
    ablate_simulations: int = number("the number of simulations", SIMULATIONS, 1, MOST_SIMULATIONS,
                                     help="How long they think at each move.")  # fmt: skip
    #: positions that a proof may examine; 0: no proof
    exact_positions: int = number("the number of positions", 1_000_000, 0, MOST_POSITIONS,
                                  typed=(1, MOST_POSITIONS),
                                  help="How many positions a proof may look at.")  # fmt: skip
    #: games between the longest searches go on until each seat's share is known to within so much; None: as
    #: many as `search` says
    until: Width | None = None
    #: who plays against himself besides, and how many games each
    players: tuple[Entrant, ...] = ()
    player_games: int = number("the number of games of a player", PLAYER_GAMES, 1, MOST_GAMES,
                               help="How many games each plays.")  # fmt: skip

    def __attrs_post_init__(self) -> None:
        if self.until is not None and self.search is None:
            raise ValueError("only games between searches go on until seats are known: ask for `search`, too")


def _named(name: str) -> Named:
    from interpreter.players.naming import read_player

    return read_player(name)


def _thinking(name: str) -> str:
    """A player that repeats its games. Raises PlayerError, StudyError."""
    named = _named(name)
    if named.is_human or named.timed:
        raise StudyError(
            f"`{name}` cannot be repeated: it is to think by a budget that does not go by the clock",
            (SEARCH,),
        )
    return str(named)


def _level(_: object, __: Attribute[Any], level: float) -> None:
    if not 0.5 <= level < 1:
        raise ValueError(f"the level is a number from 0.5 to 1, not {level}")


def _seconds(_: object, __: Attribute[Any], seconds: float | None) -> None:
    if seconds is not None and not seconds > 0:
        raise ValueError(f"the time is a number of seconds above 0, not {seconds}")


@frozen(kw_only=True)
class CompareOptions:
    """What a comparison plays. Raises ValueError for numbers out of bounds, PlayerError, StudyError."""

    #: of each game, at random; None: as many as there is time for
    games: int | None = number(
        "the number of games", None, 1, MOST_GAMES, short=("-n",),
        help="At most so many random games of each, however long that takes; the first ones, at most a "
        "quarter, only tell what to expect.")  # fmt: skip
    search_games: int = number("the number of searching games", 1_000, 1, MOST_GAMES, typed=(1, 10**9),
                               help="At most so many of these games of each.")  # fmt: skip
    #: random games of each for which the rules count themselves; 0: use of the rules is not compared
    rule_games: int = number("the number of games for the rules", 1_000, 0, MOST_GAMES, typed=(0, 10**9),
                             help="How many random games more to see which rules come about; 0: "
                             "none.")  # fmt: skip
    longest: int = longest_game(LONGEST)
    seed: int = field(default=None, converter=some_seed)
    level: float = field(default=LEVEL, validator=_level)
    seconds: float | None = field(default=None, validator=_seconds)
    search: str | None = player_name(SEARCH, _thinking,
                                help="Who thinks for all seats in further games, or `none`.")  # fmt: skip
    margins: Mapping[str, str] = field(factory=dict)
    precise: bool = flag(help="Go on when all is decided, to the last game or second: for narrower bounds.")
    even_if_same: bool = flag(
        help="Play even where the rules are the same.", spelt="--play-anyway even_if_same"
    )

    @property
    def most_games(self) -> int:
        """The random games of each, at most."""
        return COMPARED_GAMES if self.games is None else self.games

    @property
    def patience(self) -> float | None:
        """The seconds that it may take; None: as long as its games take."""
        return COMPARED_SECONDS if self.seconds is None and self.games is None else self.seconds


def _repeatable(name: str) -> str:
    """A player that repeats its games. Raises PlayerError, VaryError."""
    named = _named(name)
    if named.is_human:
        raise VaryError("humans cannot play so many games: name another player, such as `mcts:200`")
    if named.timed:
        raise VaryError(
            f"`{name}` thinks by the clock, so no seed repeats its games: give it a number of simulations, "
            "such as `mcts:200`"
        )
    return str(named)


@frozen(kw_only=True)
class VaryOptions:
    """What a search of variants plays. Raises ValueError for numbers out of bounds, VaryError."""

    games: int = number("the number of games", GAMES, 1, MOST_GAMES, typed=(1, 10**9), metavar=None,
                        short=("-n",), help="How many fresh games each of the best plays; the search plays "
                        "fewer.")  # fmt: skip
    second_games: int = number("the number of games of the second players", 100, 1, MOST_GAMES,
                               typed=(1, 10**9), help="How many games of the best these play.")  # fmt: skip
    #: the most variants that are tried; a larger space is searched by proposals
    variants: int = number("the number of variants", 500, 1, MOST_VARIANTS, metavar=None,
                           help="How many are tried at most; Optuna searches larger spaces.")  # fmt: skip
    #: how many are left in the end
    keep: int = number("how many to keep", 3, 1, MOST_VARIANTS, typed=(1, 1000), metavar=None,
                       help="How many of the best are told.")  # fmt: skip
    longest: int = longest_game(2_000)
    seed: int = field(default=None, converter=some_seed)
    player: str = player_name(RANDOM, _repeatable, help="Who plays, in all seats (`gdl players`).")
    second: str | None = player_name(
        SECOND, _repeatable, help="Who plays the best besides: is it so for others? none: nobody."
    )
