"""Games as games of OpenSpiel: one registered name, `ludwright`, with the game as a parameter.

    import gdl, pyspiel

    gdl.OpenSpielGame  # OpenSpiel knows the name once this is imported
    game = pyspiel.load_game("ludwright(game=connect-four,options=Size:5x4)")

Actions are the numbers of `game.actions`. What dice show is chance nodes with all rolls and their
probabilities; what is drawn when a game is set up is decided by the parameter `seed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from gdl.core.ops import Draw, Op
from gdl.core.walk import statements
from gdl.support.values import frozen
from interpreter.environments.views import missing, native, observation, reward, shape_of
from interpreter.errors.user_errors import CannotPlayError
from interpreter.game.game import Game, load
from interpreter.game.state import State

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError:
    raise missing("OpenSpiel", "openspiel") from None

NAME = "ludwright"
#: No game lasts longer: rules end sooner, or have a limit of turns.
LONGEST = 100_000
#: Whether what the players get always adds up to 0 is seen in so many games at random.
_SAMPLED = 500

#: What dice may show together, each with its probability.
_Rolls: TypeAlias = tuple[tuple[tuple[int, ...], float], ...]
_DEFAULTS: dict[str, Any] = {"game": "tic-tac-toe", "options": "", "seed": 0}


def _type(chance: bool, zero_sum: bool, players: int) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=NAME,
        long_name="Ludwright",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel. Parameters: `game`, a name or file; `options`, as `Size:5x4;Rows:3`; `seed`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Raises UserError for a game that there is not, ActionError, and CannotPlayError for one in which
        chance does what cannot be listed."""
        given = _DEFAULTS | dict(params or {})
        self.known = known = _known(str(given["game"]), str(given["options"]))
        #: the game of ours
        self.game: Game = known.game
        self.start_seed = int(given["seed"])
        players, zero_sum = len(self.game.players), known.zero_sum
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.game.actions),
            max_chance_outcomes=len(known.rolls),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST,
        )
        super().__init__(_type(bool(known.rolls), zero_sum, players), info, dict(params or {}))

    def new_initial_state(self) -> OpenSpielState:
        """The first state of a game."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What sees states: as planes of numbers, and as text."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel, around one of ours. Ours never change, so a clone shares them."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._known = game.known
        start = game.game.start(game.start_seed)
        self._before: State | None = None
        self.state = start
        if self._rolls:
            engine = game.game.engine
            self._come_to(State(game.game, engine.set_up(game.start_seed)))

    @property
    def _rolls(self) -> _Rolls:
        return self._known.rolls

    def _come_to(self, settled: State) -> None:
        """A state before chance has its say: a chance node, if it has any."""
        rolled = settled.with_roll(self._rolls[0][0])
        self._before = settled if rolled.rolled else None
        self.state = settled if rolled.rolled else rolled

    # --- OpenSpiel's interface ------------------------------------------------------------------------

    def current_player(self) -> int:
        """Who is to move, from 0; chance, or nobody after the end."""
        if self._before is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.state.is_over else self.state.mover - 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.state.ids)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What the dice may show, by number, and how likely it is."""
        return [(number, likely) for number, (_, likely) in enumerate(self._rolls)]

    def _apply_action(self, action: int) -> None:
        if self._before is not None:
            self.state, self._before = self._before.with_roll(self._rolls[action][0]), None
        elif self._rolls:
            move = self.state.legal_moves[self.state.ids.index(action)]
            self._come_to(self.state.before_the_next(move))
        else:
            self.state = self.state.play_id(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"roll {'-'.join(map(str, self._rolls[action][0]))}"
        return self.state.game.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._before is None and self.state.is_over

    def returns(self) -> list[float]:
        """What each player has got: 1 for the first rank to -1 for the last; 0 before the end."""
        players = range(1, len(self.state.game.players) + 1)
        return [reward(self.state, player) if self.is_terminal() else 0.0 for player in players]

    def __str__(self) -> str:
        return self.state.text if self._before is None else f"{self.state.text} before a roll"


class PlanesObserver:
    """Sees states as `state.observe` does, by each player from the own side."""

    def __init__(self, game: Game) -> None:
        shape = shape_of(game)
        self.tensor = np.zeros(prod(shape), np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """See a state by a player."""
        ours = state.state
        self.dict["planes"][:] = observation(ours, ours.seating[player])["observation"]

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """A state as text: the same to all."""
        return str(state)


@frozen
class _Known:
    """What is worked out of a game once: OpenSpiel makes it anew for each state that it reads."""

    game: Game
    #: all that a roll of the dice may show, and how likely each is
    rolls: _Rolls
    zero_sum: bool

    def __deepcopy__(self, _: object) -> _Known:
        """Itself: OpenSpiel clones states by copying them deeply."""
        return self


def _known(name: str, options: str) -> _Known:
    """A game by its name or file, and options as `Size:5x4;Rows:3`. Raises as OpenSpielGame does."""
    with suppress(OSError):
        return _worked_out(name, options, Path(name).stat().st_mtime_ns)
    return _worked_out(name, options, 0)


@lru_cache(32)
def _worked_out(name: str, options: str, changed: int) -> _Known:
    chosen = dict(part.split(":", 1) for part in options.split(";") if ":" in part)
    game = native(load(name, options=chosen))
    zero_sum = len(game.players) == 2 and _adds_up(game)
    return _Known(game, _rolls(game), zero_sum)


def _rolls(game: Game) -> _Rolls:
    """All that dice may show, with how likely it is; none where no chance is left after the start.

    Raises CannotPlayError where anything else is drawn.
    """
    from gdl.equip.dice import outcomes
    from interpreter.subset.frontend import has_chance

    if not has_chance(game.program):
        return ()
    whole = outcomes(game.dice)
    for proc in game.program.procs:
        for stmt in statements(proc.body):
            if isinstance(stmt, Draw) and proc.name != "start":
                if not game.dice or stmt.bound.op is not Op.CONST or stmt.bound.data != whole:
                    raise CannotPlayError(
                        f"OpenSpiel lists what chance may do, and {game.name} draws more than dice"
                    )
    sides = []
    for die in game.dice:
        weights: dict[int, int] = {}
        for pips, weight in zip(die.pips, die.weights, strict=True):
            weights[pips] = weights.get(pips, 0) + weight
        sides.append([(pips, weight / die.total) for pips, weight in weights.items()])
    return tuple(
        (tuple(pips for pips, _ in each), prod(likely for _, likely in each)) for each in product(*sides)
    )


def _adds_up(game: Game) -> bool:
    """Whether what two players get was 0 together in all of some games at random."""
    ranks = game.start(1).playouts(_SAMPLED, seed=1).ranks
    ended = ranks[(ranks > 0).all(axis=1)]
    return bool((ended.sum(axis=1) == 3).all())


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_type(False, True, 2), OpenSpielGame)
