"""The strongest player that there is for a game: the family of searches that is selected for it."""

from __future__ import annotations

from gdl.support.values import define, field, frozen
from interpreter.game.game import Game
from interpreter.players.alphabeta import AlphaBetaPlayer, AlphaBetaSettings
from interpreter.players.endgame import Endgames
from interpreter.players.levels import ladder_of, level_player
from interpreter.players.limit import Limit, limit_of
from interpreter.players.mcts import MctsPlayer, MctsSettings
from interpreter.players.player import Choice, Line, Player
from interpreter.players.pondering import Ponderer
from interpreter.players.portfolio import MCTS, SECONDS, TRAINED, Selection, select_family
from interpreter.players.remembered import keep_thought, recalled
from interpreter.players.weights import LearntWeights, learnt_weights
from interpreter.search.tree import TreeSettings
from interpreter.support.clock import now

#: A match for the selection may take so many times the time that is asked for a move.
_MATCH = 4.0


@frozen
class ComputerSettings:
    """How long it thinks, what it may take, and the seed of what it draws."""

    seconds: float = 1.0
    #: bytes
    memory: int = 256 << 20
    seed: int = 0
    #: whether what was learnt of the game may be used
    trained: bool = True
    #: by which level it plays, from 0 for the lowest, whatever the time; None for as strong as it can
    level: int | None = None
    #: whether it goes by endgame tables, and by what it has found by long thought before
    known: bool = True


@define
class ComputerPlayer:
    """Plays by the family of searches that is selected for its game when it is first asked."""

    game: Game
    settings: ComputerSettings
    _player: Player | None = field(default=None, init=False)
    _selection: Selection | None = field(default=None, init=False)
    #: the time that a match may have had for it
    _selected_in: float = field(default=SECONDS, init=False)
    _weights: tuple[LearntWeights | None] | None = field(default=None, init=False)
    _endgames: tuple[Endgames | None] | None = field(default=None, init=False)

    @property
    def limit(self) -> Limit | None:
        """The time of its settings; at a level there is none."""
        return None if self.settings.level is not None else limit_of(self.settings.seconds)

    @property
    def selection(self) -> Selection:
        """Which family plays, and why: a match may have to be played for it."""
        return self._selection or self._select(SECONDS)

    def _select(self, seconds: float) -> Selection:
        """The family, by a match of so many seconds if need be; anew where it was for less time before."""
        if self._selection is None or seconds > self._selected_in:
            before = self._selection
            self._selection, self._selected_in = select_family(self.game, self._learnt, seconds), seconds
            if before is not None and before.family != self._selection.family:
                self._player = None
        return self._selection

    @property
    def _learnt(self) -> LearntWeights | None:
        """What was learnt of the game, if that may be used; looked for once."""
        if self._weights is None:
            self._weights = (learnt_weights(self.game) if self.settings.trained else None,)
        return self._weights[0]

    def choose(self, line: Line, limit: Limit | None = None) -> Choice:
        """The move of the family selected. Raises PlayerOptionError for a limit that it does not know.

        At a level no limit counts. What is asked for a short time does not wait for a long match.
        """
        if self.settings.level is not None:
            return self._chosen().choose(line)
        own = limit or self.limit
        seconds = None if own is None else own.seconds
        known = self._known(line, seconds) if self.settings.known else None
        if known is not None:
            return known
        self._select(min(SECONDS, SECONDS if limit is None or seconds is None else seconds * _MATCH))
        player, began = self._chosen(), now()
        choice = player.choose(line, own)
        if self.settings.known:
            spent = now() - began  # compiling is no thought
            keep_thought(line.state, choice, spent if seconds is None else min(spent, seconds))
        return choice

    def ponder(self, line: Line, limit: Limit) -> None:
        """Let the family selected think on; a level is as strong as it is."""
        if self.settings.level is None and isinstance(self._player, Ponderer):
            self._player.ponder(line, limit)

    def _known(self, line: Line, seconds: float | None) -> Choice | None:
        """What an endgame table tells of a position, or what was found of it in as much time before."""
        if self._endgames is None:
            self._endgames = (Endgames.of(self.game),)
        known = None if self._endgames[0] is None else self._endgames[0].choose(line)
        if known is None and seconds is not None and line.state.game == self.game:
            known = recalled(line.state, seconds)
        return known

    def accepts_draw(self, line: Line) -> bool:
        """Agrees where it stands badly."""
        return self._chosen().accepts_draw(line)

    def _chosen(self) -> Player:
        """The player of the family selected."""
        if self._player is None:
            settings = self.settings
            if settings.level is not None:
                ladder = ladder_of(self.game)
                self._player = level_player(self.game, ladder, settings.level, settings.seed)
                return self._player
            family, learnt = self.selection.family, self._learnt
            if family == MCTS:
                tree = TreeSettings(settings.memory, seed=settings.seed)
                self._player = MctsPlayer(MctsSettings(settings.seconds, None, tree))
            else:
                weights = learnt.weights if family == TRAINED and learnt is not None else None
                self._player = AlphaBetaPlayer(
                    AlphaBetaSettings(
                        settings.seconds, memory=settings.memory, weights=weights, tables=settings.known
                    )
                )
        return self._player
