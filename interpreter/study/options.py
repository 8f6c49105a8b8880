"""The options of a study: one field each, with its bounds and with how the command line spells it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from attrs import Attribute, field, frozen

from interpreter.support.numbers import whole

if TYPE_CHECKING:
    from interpreter.study.searching.budgets import Wished

#: What is played unless somebody says otherwise; a longer game is given up.
GAMES, RULE_GAMES, LONGEST = 10_000, 400, 5_000
#: More games and plies than anybody has time for.
MOST_GAMES, MOST_PLIES = 10**12, 100_000
MOST_SEED = 2**63 - 1
#: How long both think at each move where a seat plays without a rule.
SIMULATIONS, MOST_SIMULATIONS = 100, 10**9
#: More positions than any proof looks at.
MOST_POSITIONS = 10**15


def some_seed(seed: int | None) -> int:
    """A seed as it was given; another one each time where none was. Raises ValueError for an odd one."""
    return secrets.randbits(32) if seed is None else whole("a seed", seed, 0, MOST_SEED)


def number(
    what: str, default: int | None, least: int, most: int, *, help: str, metavar: str | None = "N",
    short: tuple[str, ...] = (), typed: tuple[int, int] | None = None,
) -> Any:  # fmt: skip
    """A field for a whole number within bounds, or for None where that is the default. Its metadata spell the
    option of the command line, where `typed` are the bounds if they are narrower."""

    def check(_: object, __: Attribute[Any], value: int | None) -> None:
        if value is not None or default is not None:
            whole(what, value, least, most)  # type: ignore[arg-type]  # None is refused there

    spelling = {"help": help, "metavar": metavar, "short": short, "range": typed or (least, most)}
    return field(default=default, validator=check, metadata=spelling)


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
    longest: int = number("the longest game", LONGEST, 1, MOST_PLIES,
                          help="A game of more plies is given up.")  # fmt: skip
    #: games between searches; None: none
    search: Wished | None = None
    #: pairs of games for each restriction; None: as many as some tens of seconds allow; 0: none
    ablate_pairs: int | None = number(
        "the number of pairs of games", None, 0, MOST_GAMES, typed=(1, 10**9),
        help="How many pairs of games for each rule. [default: as half a minute allows]")  # fmt: skip
    ablate_simulations: int = number("the number of simulations", SIMULATIONS, 1, MOST_SIMULATIONS,
                                     help="How long they think at each move.")  # fmt: skip
    #: positions that a proof may look at; 0: no proof
    exact_positions: int = number("the number of positions", 1_000_000, 0, MOST_POSITIONS,
                                  typed=(1, MOST_POSITIONS),
                                  help="How many positions a proof may look at.")  # fmt: skip
