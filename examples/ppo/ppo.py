"""MaskablePPO on a game: Stable-Baselines3's contrib trains, against the random player.

    pip install ludwright[gymnasium] sb3-contrib
    python ppo.py --game connect-four --steps 100000

What is not legal is masked: `GymnasiumEnv.action_masks` is where MaskablePPO looks for that.
"""

from __future__ import annotations

import argparse

import numpy as np
from sb3_contrib import MaskablePPO

import gdl


def train(game: gdl.Game, steps: int, seed: int = 1) -> MaskablePPO:
    """A model that has seen so many of its own decisions, as the first player."""
    env = gdl.GymnasiumEnv(game, player=1, opponent="random")
    model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, seed=seed, device="cpu")
    return model.learn(steps)


def points(game: gdl.Game, model: MaskablePPO | None, games: int, seed: int) -> float:
    """The share of the points against the random player, as the first; without a model by random moves."""
    env, draw, total = gdl.GymnasiumEnv(game, player=1, opponent="random"), np.random.default_rng(seed), 0.0
    for number in range(games):
        planes, _ = env.reset(seed=seed + number)
        over, reward = False, 0.0
        while not over:
            masks = env.action_masks()
            if model is None:
                action = draw.choice(np.flatnonzero(masks))
            else:
                action, _ = model.predict(planes, action_masks=masks, deterministic=True)
            planes, reward, over, _, _ = env.step(int(action))
        total += (1 + reward) / 2
    return total / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Train MaskablePPO on a game, against the random player.")
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--steps", type=int, default=100_000)
    given = parser.parse_args()
    game = gdl.load(given.game)
    model = train(game, given.steps)
    before, after = points(game, None, 200, 5), points(game, model, 200, 5)
    print(f"{after:.1%} of the points against the random player; by random moves {before:.1%}")


if __name__ == "__main__":
    main()
