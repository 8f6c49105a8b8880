"""AlphaZero on Connect Four with five columns of four: from nothing to strong play in a quarter of an hour.

    pip install ludwright[onnx] torch onnx
    python alphazero.py --minutes 15 --out connect-four.onnx

Games are played against itself by a search that a network guides (Silver and others, *A general reinforcement
learning algorithm that masters chess, shogi and Go through self-play*, 2018), 256 of them side by side. The
network learns to say beforehand what the search found out: how often it tried each move, and who won. The
search is Ludwright's; the rest is this page. `truth.py` beside it says what came of it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import gdl

GAME = gdl.load("connect-four", options={"Size": "5x4"}).on("native")
ACTIONS = len(GAME.actions)
#: Of what can be seen, whose discs stand where; the rest follows from it, or is the same in all positions.
PLANES = [GAME.observation.names.index(name) for name in ("Disc mine", "Disc the other's")]


def mirrored_actions() -> np.ndarray:
    """For each action the one that it is on the board mirrored left to right."""
    rows, columns = GAME.geometry.rows.tolist(), GAME.geometry.columns.tolist()
    where = {place: site for site, place in enumerate(zip(rows, columns, strict=True))}
    image = {site: where[row, max(columns) - column] for (row, column), site in where.items()} | {-1: -1}
    number = {action: place for place, action in enumerate(GAME.actions)}
    mirrored = (a._replace(origin=image[a.origin], target=image[a.target]) for a in GAME.actions)
    return np.array([number[action] for action in mirrored])


class Net(nn.Module):
    """Fully connected layers, with heads for the policy and the value: the board has just 17 lines of four,
    and each may have weights of its own."""

    def __init__(self, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Flatten(),
            *(nn.Linear(20 * len(PLANES), width), nn.ReLU()),
            *(nn.Linear(width, width), nn.ReLU()),
            *(nn.Linear(width, width), nn.ReLU()),
        )
        self.policy = nn.Linear(width, ACTIONS)
        self.value = nn.Sequential(nn.Linear(width, 1), nn.Tanh())
        self.mirror = mirrored_actions().tolist()

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Policy and value: but for training, the mean of those of the board and of its mirror image."""
        policy, value = self.said(planes)
        if self.training:
            return policy, value
        other, again = self.said(planes.flip(3))
        return (policy + other[:, self.mirror]) / 2, (value + again) / 2

    def said(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What it says of the board as it lies."""
        x = self.body(planes[:, PLANES])
        return self.policy(x), self.value(x)

    def evaluate(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What Ludwright's search asks."""
        self.eval()
        with torch.inference_mode():
            policy, value = self(torch.from_numpy(planes))
        return policy.numpy(), value.numpy()


class Buffer:
    """The last positions, with what is to be said of them."""

    def __init__(self, size: int) -> None:
        rows, columns = int(GAME.geometry.rows.max()) + 1, int(GAME.geometry.columns.max()) + 1
        self.planes = np.zeros((size, len(GAME.observation.names), rows, columns), np.float32)
        self.policy = np.zeros((size, ACTIONS), np.float32)
        self.value = np.zeros((size, 1), np.float32)
        self.mirror = mirrored_actions()
        self.seen = 0

    def __len__(self) -> int:
        return min(self.seen, len(self.value))

    def add(self, planes: np.ndarray, value: float, policy: np.ndarray | float = 0.0) -> None:
        """Remember a position, in place of the oldest; without a policy only its value is learnt."""
        place = self.seen % len(self.value)
        self.planes[place], self.policy[place], self.value[place] = planes, policy, value
        self.seen += 1

    def sample(self, count: int, draw: np.random.Generator) -> list[torch.Tensor]:
        """Positions at random, every other one mirrored."""
        rows = draw.integers(len(self), size=count)
        planes, policy, value = self.planes[rows], self.policy[rows], self.value[rows]
        half = count // 2
        planes[:half] = planes[:half, :, :, ::-1]
        policy[:half] = policy[:half][:, self.mirror]
        return [torch.from_numpy(array) for array in (planes, policy, value)]


class SelfPlay:
    """Games side by side, each begun with some plies at random."""

    def __init__(self, net: Net, buffer: Buffer, games: int, simulations: int, seed: int) -> None:
        self.search = gdl.NetSearch(GAME, net.evaluate, noise=0.25, batch=4 * games, seed=seed)
        self.draw = np.random.default_rng(seed)
        self.buffer, self.simulations = buffer, simulations
        self.games: list[tuple[gdl.State, list[gdl.Searched]]] = [(self.opened(), []) for _ in range(games)]
        self.finished = 0

    def opened(self) -> gdl.State:
        """A position after up to fourteen plies at random that is not over."""
        state = GAME.start(seed=int(self.draw.integers(1 << 60)))
        for _ in range(self.draw.integers(15)):
            after = state.play_id(int(self.draw.choice(state.ids)))
            if after.is_over:
                break
            state = after
        return state

    def ply(self) -> None:
        """One ply in each game: drawn by visits in its first two, the best one then."""
        found = self.search.search([state for state, _ in self.games], self.simulations)
        self.learn_proofs(found)
        for place, each in enumerate(found):
            past = [*self.games[place][1], each]
            number = each.draw(self.draw) if len(past) < 3 else each.best
            after = each.state.play_id(number)
            if after.is_over:
                self.learn_from(past, after)
                after, past = self.opened(), []
            self.games[place] = after, past

    def learn_from(self, past: list[gdl.Searched], end: gdl.State) -> None:
        """A position is worth what was proved; else the mean of what came of it and what was expected."""
        self.finished += 1
        for each in past:
            came = each.value if each.proved else end.outcome.value(each.state.mover)
            self.buffer.add(each.planes, (came + each.value) / 2, each.policy)

    def learn_proofs(self, found: list[gdl.Searched]) -> None:
        """What the search has proved of moves, whether they are played or not: values of what follows."""
        proved = [
            (each.state.play_id(int(number)), -proof)
            for each in found
            for number, proof in zip(each.ids, each.proofs, strict=True)
            if not np.isnan(proof)
        ]
        going_on = [(state, value) for state, value in proved if not state.is_over]
        if going_on:
            batch = GAME.batch(len(going_on))
            batch[:] = [state for state, _ in going_on]
            planes = GAME.observation.grid(batch.observe())
            for seen, (_, value) in zip(planes, going_on, strict=True):
                self.buffer.add(seen, value)


def train(net: Net, optimiser: torch.optim.Optimizer, batch: list[torch.Tensor]) -> tuple[float, float]:
    """One step: cross-entropy with the search's visits, squared error of the value; both losses."""
    net.train()
    planes, policy, value = batch
    said, worth = net(planes)
    losses = -(policy * said.log_softmax(1)).sum(1).mean(), F.mse_loss(worth, value)
    optimiser.zero_grad()
    sum(losses).backward()
    optimiser.step()
    return tuple(loss.item() for loss in losses)


def learn(
    minutes: float,
    seed: int = 1,
    games: int = 256,
    simulations: int = 48,
    steps: int = 8,
    told: Callable[[Net, str], None] = lambda net, text: print(text, flush=True),
) -> Net:
    """Play and train by turns for so many minutes of processor time; each minute something is told."""
    torch.manual_seed(seed)
    net, buffer = Net(), Buffer(250_000)
    optimiser = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    play = SelfPlay(net, buffer, games, simulations, seed)
    began, minute = time.process_time(), 0
    while (done := (time.process_time() - began) / (60 * minutes)) < 1:
        play.ply()
        for group in optimiser.param_groups:  # from fast to slow, by half a cosine
            group["lr"] = 1e-4 + 1e-3 * (1 + np.cos(np.pi * done))
        for _ in range(steps if len(buffer) > 2048 else 0):
            losses = train(net, optimiser, buffer.sample(512, play.draw))
        if done * minutes >= minute + 1:
            minute += 1
            said = f"losses {losses[0]:.3f} and {losses[1]:.3f}" if len(buffer) > 2048 else "no training yet"
            told(net, f"{minute} min: {play.finished:,} games, {said}")
    return net


def export(net: Net, path: Path) -> None:
    """A file that `--players net:FILE` takes, which says which rules it is for."""
    net.eval()
    seen = GAME.observation.grid(GAME.start(seed=1).observe())[None]
    torch.onnx.export(
        net, (torch.from_numpy(seen),), path, dynamo=False, input_names=["planes"],
        output_names=["policy", "value"], dynamic_axes={"planes": {0: "games"}},
    )  # fmt: skip
    gdl.label_network(path, GAME)


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn Connect Four 5x4 by self-play.")
    parser.add_argument("--minutes", type=float, default=15, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("connect-four.onnx"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    export(learn(given.minutes, given.seed), given.out)
    print(f"wrote {given.out}")


if __name__ == "__main__":
    main()
