"""Many games of one kind as a vector environment of Gymnasium, on a batch: one seat, the others played for.

What it returns is what Gymnasium's `SyncVectorEnv` of as many `GymnasiumEnv` returns, in all modes of
autoreset; the states, masks and observations of all games come from native calls on all of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from interpreter.environments.views import RENDER_MODES, Info, missing, native, shape_of, show, worth
from interpreter.game.game import Game
from interpreter.players.entrants import Chooser, entrant
from interpreter.players.player import Line, Player
from interpreter.support.numbers import whole

try:
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from gymnasium.utils.seeding import np_random
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium", "gymnasium") from None

_Planes = NDArray[np.float32]
_Truths = NDArray[np.bool_]
#: Players that are played for in all games at once, by drawing one of the legal moves.
_RANDOM = "random"


class GymnasiumVectorEnv(VectorEnv[_Planes, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games; in each one player's actions are asked for. An action that is not legal ends the
    episode as a loss, which `infos` say."""

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        player: int = 1,
        opponent: str | Player | Chooser = _RANDOM,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        """`opponent` sits in all other seats, in each game by itself: a name, or a player of one's own, as
        for `gdl.match`.

        Raises PlayerError, CannotPlayError; ActionError for a game whose moves cannot be numbered; ValueError
        for no player, or no games.
        """
        super().__init__()
        self.game, self.player, self.render_mode = native(game), player, render_mode
        if not 1 <= player <= len(self.game.players):
            raise ValueError(f"{self.game.name} has players 1 to {len(self.game.players)}, not {player}")
        self.num_envs = whole("the number of environments", num_envs, 1, 1 << 24)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = Box(-np.inf, np.inf, shape_of(self.game), np.float32)
        self.single_action_space = Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._opponent = entrant(opponent)
        self._draws = opponent == _RANDOM
        self._batch = self.game.batch(self.num_envs)
        self._generators = [np_random(None)[0] for _ in range(self.num_envs)]
        #: who sits in the other seats of each game: what draws, or a player and the game as it was played
        self._drawing: list[random.Random | None] = [None] * self.num_envs
        self._others: list[tuple[Player, Line] | None] = [None] * self.num_envs
        #: which episodes have ended, and wait to be begun anew
        self._done: _Truths = np.zeros(self.num_envs, np.bool_)
        self._begun = False

    # --- Gymnasium's interface ------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[_Planes, dict[str, Any]]:
        """Begin all games, or those of `options["reset_mask"]`. Raises TypeError and ValueError for a mask or
        seeds that do not fit."""
        rows = np.flatnonzero(self._reset_mask(options))
        seeds: Sequence[int | None] = [None] * self.num_envs
        if seed is not None:
            seeds = [seed + row for row in range(self.num_envs)] if isinstance(seed, int) else seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {len(seeds)} seeds for {self.num_envs} environments")
        for row in rows.tolist():
            if seeds[row] is not None:
                self._generators[row] = np_random(seeds[row])[0]
        self._begin(rows)
        self._done[rows], self._begun = False, True
        return self._seen(), self._told(self._mask_of(rows))

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[_Planes, NDArray[np.float64], _Truths, _Truths, dict[str, Any]]:
        """Play an action in each game, and then the others until it is this player's turn again.

        Raises ResetNeeded where an episode has ended that nobody begins anew.
        """
        chosen = np.asarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {(self.num_envs,)}, not {chosen.shape}")
        if not self._begun:
            raise ResetNeeded("the games have not begun yet: call `reset` first")
        anew = self._done.copy()
        if anew.any() and self.autoreset_mode is not AutoresetMode.NEXT_STEP:
            raise ResetNeeded(f"the episode of environment {np.flatnonzero(anew)[0]} is over: reset it")
        playing = ~anew
        inside = (chosen >= 0) & (chosen < len(self.game.actions))
        legal = inside & self._batch.mask[np.arange(self.num_envs), np.where(inside, chosen, 0)]
        self._play(np.where(playing & legal, chosen, -1))
        self._play_others(np.flatnonzero(playing))
        if anew.any():
            self._begin(np.flatnonzero(anew))
        illegal = playing & ~legal
        over = playing & (np.asarray(self._batch.counts) == 0)
        rewards = np.where(illegal, -1.0, np.where(over, self._worth(), 0.0))
        self._done = illegal | over
        infos = self._told(np.ones(self.num_envs, np.bool_), illegal)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._done.any():
            infos = self._begin_in_the_same_step(self._done.copy(), illegal)
        if self.render_mode == "human":
            self.render()
        return self._seen(), rewards, illegal | over, np.zeros_like(over), infos

    def action_masks(self) -> _Truths:
        """Which actions are legal now in each game, (num_envs, actions); none after the end."""
        return np.array(self._batch.mask)

    def render(self) -> tuple[str, ...] | None:
        """The positions as text: returned, or printed in the mode `human`."""
        if self.render_mode == "ansi":
            return tuple(str(state) for state in self._batch)
        for state in self._batch:
            show(state)
        return None

    # --- What it returns ------------------------------------------------------------------------------

    def _seen(self) -> _Planes:
        """The observations: new arrays each time."""
        spec, game = self.game.observation, self.game
        if game.seats == game.players:
            planes = self._batch.observe(self.player)
        else:  # in a match players change seats
            planes = np.stack([state.observe(state.seating[self.player - 1]) for state in self._batch])
        return spec.grid(planes) if spec.is_grid else planes

    def _mask_of(self, rows: NDArray[np.int64]) -> _Truths:
        result = np.zeros(self.num_envs, np.bool_)
        result[rows] = True
        return result

    def _told(self, of: _Truths, illegal: _Truths | None = None) -> dict[str, Any]:
        """The infos of some games, as Gymnasium puts them together: with a truth for each that has one."""
        masks = np.where(of[:, None], self._batch.mask, False).astype(np.int8)
        infos: dict[str, Any] = {"action_mask": masks, "_action_mask": of.copy()}
        if illegal is not None and illegal.any():
            infos |= {"illegal": illegal.copy(), "_illegal": illegal.copy()}
        return infos

    def _begin_in_the_same_step(self, ended: _Truths, illegal: _Truths) -> dict[str, Any]:
        """Begin what has ended, and tell of the new games, and of the old ones as the last they were."""
        last, final = self._seen(), np.full(self.num_envs, None, object)
        for row in np.flatnonzero(ended).tolist():
            final[row] = last[row].copy()
        told = self._told(ended, illegal)
        self._begin(np.flatnonzero(ended))
        self._done[:] = False
        infos = self._told(np.ones(self.num_envs, np.bool_))
        return infos | {
            "final_obs": final,
            "_final_obs": ended.copy(),
            "final_info": told,
            "_final_info": ended.copy(),
        }

    def _worth(self) -> NDArray[np.float64]:
        """What the ends of games are worth to this player."""
        return worth(np.asarray(self._batch.ranks(self.player)), len(self.game.players))

    # --- Playing --------------------------------------------------------------------------------------

    def _reset_mask(self, options: Info | None) -> _Truths:
        mask = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("`reset_mask` is an array of truths")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(f"`reset_mask` has {self.num_envs} truths, of which one at least is True")
        return mask

    def _begin(self, rows: NDArray[np.int64]) -> None:
        """Begin games, and play on until it is this player's turn; anew where the game is over before."""
        while len(rows):
            numbers = rows.tolist()
            seeds = [int(self._generators[row].integers(1 << 62)) for row in numbers]
            states = [self.game.start(seed) for seed in seeds]
            self._batch[rows] = states
            for row, seed, state in zip(numbers, seeds, states, strict=True):
                if self._draws:
                    self._drawing[row] = random.Random(seed)
                else:
                    made = self._opponent.make(self.game, seed)
                    assert made is not None
                    self._others[row] = made, Line.of(state)
            self._play_others(rows)
            rows = rows[np.asarray(self._batch.counts)[rows] == 0]

    def _play(self, ids: NDArray[np.int64]) -> None:
        """Play actions; -1 for none. Players who think are told of them."""
        if not self._draws:
            for row in np.flatnonzero(ids >= 0).tolist():
                other = self._others[row]
                assert other is not None
                player, line = other
                move = line.state.legal_moves[line.state.ids.index(int(ids[row]))]
                self._others[row] = player, line.then(move)
        self._batch.step(ids)

    def _play_others(self, rows: NDArray[np.int64]) -> None:
        """Play for the other seats of some games, a move in each at a time."""
        ours = self._mask_of(rows)
        while True:
            counts = np.asarray(self._batch.counts)
            turn = np.flatnonzero(ours & (counts > 0) & (np.asarray(self._batch.movers) != self.player))
            if not len(turn):
                return
            if self._draws:
                self._draw(turn.tolist(), counts)
            else:
                self._think(turn)

    def _draw(self, rows: Iterable[int], counts: NDArray[np.int64]) -> None:
        moves = np.full(self.num_envs, -1, np.int64)
        for row in rows:
            generator = self._drawing[row]
            assert generator is not None
            moves[row] = generator.choice(range(counts[row]))  # as `random.choice` of a list
        self._batch.step_nth(moves.tolist())

    def _think(self, rows: NDArray[np.int64]) -> None:
        states = []
        for row in rows.tolist():
            other = self._others[row]
            assert other is not None
            player, line = other
            line = line.then(player.choose(line).move)
            self._others[row] = player, line
            states.append(line.state)
        self._batch[rows] = states
