"""A player by a network of somebody's own: PUCT over its priors and values, as AlphaZero plays."""

from __future__ import annotations

from numbers import Real

from numpy.random import Generator, default_rng

from gdl.support.values import define, evolve, field, frozen
from interpreter.errors.user_errors import PlayerOptionError
from interpreter.game.game import Game
from interpreter.game.rules import Rules
from interpreter.players.limit import Limit
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Candidate, Choice, Line
from interpreter.search.network import Evaluate, Network
from interpreter.search.policy_tree import MOST_LEAVES, PolicySettings, PolicyTree
from interpreter.search.tree import Tree

#: Simulations for a move, where neither these nor a time is given.
SIMULATIONS = 200
_ALL_PLIES = 1 << 30


@frozen
class NetSettings(MctsSettings):
    """How long it thinks (either limit ends it), how, and how far it plays other moves than the best."""

    seconds: float | None = None
    iterations: int | None = SIMULATIONS
    tree: PolicySettings = field(factory=PolicySettings)
    #: moves are drawn by their visits to the power of 1/temperature; 0: the best is played
    temperature: float = 0.0
    #: only so many plies of a game are drawn
    drawn_plies: int = _ALL_PLIES


@define(eq=False)
class NetPlayer(MctsPlayer):
    """Searches by PUCT from each position that it is asked about, and keeps its tree for the next.

    As a player of a match it is made anew for each game with a seed of its own, by `make`.
    """

    _kind = "net"
    _counted = "simulations"

    settings: NetSettings
    evaluate: Evaluate = field(kw_only=True, repr=False)
    name: str = field(default="net", kw_only=True)
    _draws: Generator = field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._draws = default_rng(abs(self.settings.tree.seed))

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        """The move that was tried most, or one proved to be best; one drawn, at a temperature.

        Goes by `seconds` and `simulations`. Raises PlayerOptionError for a limit that has neither,
        NetworkError for what the network must not say, and ActionError for a game without numbers.
        """
        choice = MctsPlayer.choose(self, line, limit)
        candidates = choice.thought.candidates
        if not self.settings.temperature or len(line.moves) >= self.settings.drawn_plies or not candidates:
            return choice
        drawn = self._drawn(candidates)
        return (
            choice
            if drawn is candidates[0]
            else Choice(drawn.move, evolve(choice.thought, expected=drawn.line or (drawn.move,)))
        )

    def _drawn(self, candidates: tuple[Candidate, ...]) -> Candidate:
        """A candidate by its visits; a proved win is always played."""
        if candidates[0].proved and candidates[0].value > 0:
            return candidates[0]
        logs = [each.visits or 0 for each in candidates]
        most = max(logs) or 1
        weights = [(count / most) ** (1 / self.settings.temperature) for count in logs]
        total = sum(weights)
        if not total:
            return candidates[0]
        return candidates[int(self._draws.choice(len(weights), p=[each / total for each in weights]))]

    # --- who takes part in a match --------------------------------------------------------------------

    @property
    def is_human(self) -> bool:
        """Never."""
        return False

    @property
    def timed(self) -> bool:
        """Whether it goes by the clock: no seed repeats its moves."""
        return self.settings.seconds is not None

    def make(self, game: Game, seed: int | None = None) -> NetPlayer:
        """Another one with a tree of its own, for one game and seat; without a seed this one's again."""
        own = self.settings.tree.seed if seed is None else seed
        settings = evolve(self.settings, tree=evolve(self.settings.tree, seed=own))
        return NetPlayer(settings, evaluate=self.evaluate, name=self.name)

    def __str__(self) -> str:
        return self.name

    def _new_tree(self, game: Rules) -> Tree:
        return PolicyTree(Network(game, self.evaluate), self.settings.tree)


def net(
    evaluate: Evaluate,
    simulations: int | None = None,
    seconds: float | None = None,
    *,
    temperature: float = 0.0,
    drawn_plies: int | None = None,
    noise: float = 0.0,
    alpha: float | None = None,
    exploration: float = 1.5,
    batch: int = 16,
    memory: int = 256 << 20,
    seed: int = 0,
    name: str | None = None,
) -> NetPlayer:
    """A player that searches by PUCT over what a network says of positions.

    `evaluate` gets observations, (games, planes, rows, columns), or (games, planes, sites) where the board
    has no rows (`game.observation.is_grid`), and gives logits over `game.actions`, (games, actions), and
    values from -1 to 1, (games, players), of the seat that looks and then of those after it; of two players
    one will do. It is asked about up to `batch` positions at once.

    `simulations` for each move (200 if nothing is said), or `seconds`, or both. With a `temperature` moves
    are drawn by their visits to the power of 1/temperature, in the first `drawn_plies` of a game if these are
    given. `noise` is the part that Dirichlet noise has in the priors at the root, `alpha` its concentration
    (10 divided by the number of legal moves if nothing is said), `exploration` how much priors count. The
    same seed plays the same.

    Raises PlayerOptionError for numbers that cannot be.
    """
    if simulations is None and seconds is None:
        simulations = SIMULATIONS
    Limit(seconds, simulations)  # which says what is wrong with them
    _check("temperature", temperature, 0.0, 100.0)
    tree = checked_settings(
        noise=noise, alpha=alpha, exploration=exploration, batch=batch, memory=memory, seed=seed
    )
    if drawn_plies is None:
        drawn_plies = _ALL_PLIES
    _check("drawn_plies", drawn_plies, 0, _ALL_PLIES)
    settings = NetSettings(seconds, simulations, tree, temperature, drawn_plies)
    return NetPlayer(settings, evaluate=evaluate, name=name or str(getattr(evaluate, "__name__", "net")))


def checked_settings(
    *, noise: float, alpha: float | None, exploration: float, batch: int, memory: int, seed: int
) -> PolicySettings:
    """The settings of a tree. Raises PlayerOptionError for numbers that cannot be."""
    _check("noise", noise, 0.0, 1.0)
    _check("alpha", 1.0 if alpha is None else alpha, 1e-3, 1e3)
    _check("exploration", exploration, 0.0, 100.0)
    _check("batch", batch, 1, MOST_LEAVES)
    _check("memory", memory, 1 << 20, 1 << 40)
    return PolicySettings(
        memory=int(memory), exploration=exploration, seed=seed, batch=int(batch), noise=noise, alpha=alpha
    )


def _check(what: str, value: object, least: float, most: float) -> None:
    if isinstance(value, bool) or not isinstance(value, Real) or not least <= float(value) <= most:
        raise PlayerOptionError(f"`{what}` of a net is from {least:g} to {most:g}, not {value!r}")
