"""Search limits for one decision: by the clock, by the number of simulations, by depth, by nodes.

As `Limit` of python-chess, which is given with each call of `engine.play`. A call's limit stands in place of
what the player was set to, so `Limit(simulations=500)` is repeatable whatever the player goes by otherwise.
"""

from __future__ import annotations

from numbers import Integral, Real

from gdl.support.values import evolve, fields, frozen
from interpreter.errors.user_errors import PlayerOptionError
from interpreter.players.options import COUNT, DURATION, Option

#: What players are limited by; kinds of players offer the same as options.
TIME = Option("time", DURATION, "how long it thinks about a move", 1.0, bare=True, least=0.001, most=86400)
SIMULATIONS = Option("iterations", COUNT, "how many games it plays at random instead", bare=True, least=1)
DEPTH = Option(
    "depth", COUNT, "how many plies it looks ahead instead", bare=True, least=1, most=100, example="6"
)
NODES = Option("nodes", COUNT, "how many positions it looks at instead", least=1, most=10**12, example="20k")


@frozen
class Limit:
    """When a player stops thinking about a decision: at whichever of these comes first.

    Raises PlayerOptionError for values that are out of bounds, and where nothing is limited.
    """

    #: wall clock, from 0.001 to 86400
    seconds: float | None = None
    #: games at random in a Monte-Carlo search, the first of a new tree not counted
    simulations: int | None = None
    #: plies that alpha-beta looks ahead, from 1 to 100
    depth: int | None = None
    #: positions that alpha-beta looks at; the first ply is always looked at in full
    nodes: int | None = None

    def __attrs_post_init__(self) -> None:
        if (self.seconds, self.simulations, self.depth, self.nodes) == (None,) * 4:
            wanted = "give `seconds`, `simulations`, `depth` or `nodes`"
            raise PlayerOptionError(f"a limit limits nothing: {wanted}")
        _check("seconds", self.seconds, TIME, whole=False)
        _check("simulations", self.simulations, SIMULATIONS)
        _check("depth", self.depth, DEPTH)
        _check("nodes", self.nodes, NODES)

    def known_to(self, kind: str, *names: str) -> Limit:
        """The part that a kind of player goes by. Raises PlayerOptionError where it goes by none of it."""
        given = [field.name for field in fields(Limit) if getattr(self, field.name) is not None]
        unknown = [name for name in given if name not in names]
        if len(unknown) == len(given):
            said = " or ".join(f"`{name}`" for name in given)
            raise PlayerOptionError(f"{kind} has no limit {said}; it has {' and '.join(names)}", names)
        return evolve(self, **dict.fromkeys(unknown))


def limit_of(
    seconds: float | None, simulations: int | None = None, depth: int | None = None, nodes: int | None = None
) -> Limit | None:
    """The limit; None where there is none of any kind."""
    given = (seconds, simulations, depth, nodes)
    return None if given == (None,) * len(given) else Limit(*given)


def _check(name: str, value: float | None, bounds: Option, whole: bool = True) -> None:
    """Raise PlayerOptionError for what is no such number, or out of bounds."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, Integral if whole else Real):
        wanted = "a whole number" if whole else "a number of seconds"
        raise PlayerOptionError(f"`{name}` of a limit is {wanted}, not {value!r}")
    if not bounds.least <= value <= bounds.most:
        raise PlayerOptionError(f"`{name}` of a limit is {bounds.range}, not {value!r}")
