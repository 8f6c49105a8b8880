"""What a training has come to, kept in the cache so that it can go on: a header and compressed Floats."""

from __future__ import annotations

import json
import struct
import zlib
from array import array

from interpreter.engines.cache import Cache, default_folder
from interpreter.game.game import Game
from interpreter.learning import training
from interpreter.learning.training import Progress
from interpreter.players.weights import LearntWeights

#: Changes where checkpoints, or what is learnt, mean something else.
_FORMAT = "checkpoint 2"
_HEAD = struct.Struct("<Q")


def keep(game: Game, progress: Progress) -> None:
    """Keep what a training has come to, in place of what was kept of that seed."""
    header = json.dumps([progress.seed, progress.rounds, progress.games, progress.plies]).encode()
    packed = zlib.compress(progress.evidence.tobytes() + progress.mean.tobytes(), 1)
    Cache(default_folder()).put(_key(game, progress.seed), _HEAD.pack(len(header)) + header + packed)


def recall(game: Game, begun: Progress) -> Progress:
    """What was kept of a training that began so; else its beginning."""
    raw = Cache(default_folder()).get(_key(game, begun.seed))
    if raw is None:
        return begun
    (size,) = _HEAD.unpack_from(raw)
    seed, rounds, games, plies = json.loads(raw[_HEAD.size : _HEAD.size + size])
    reals = array("d", zlib.decompress(raw[_HEAD.size + size :]))
    evidence, mean = reals[: len(begun.evidence)], reals[len(begun.evidence) :]
    if len(mean) != len(begun.mean):
        return begun
    weights = training.weights_of(begun.weights, mean)
    return Progress(seed, rounds, games, plies, weights, evidence, mean)


def learnt(game: Game, progress: Progress) -> LearntWeights:
    """What players use of a training."""
    so_far = progress
    return LearntWeights(
        game.name,
        game.fingerprint,
        so_far.seed,
        so_far.rounds,
        so_far.games,
        so_far.plies,
        so_far.weights,
    )


def _key(game: Game, seed: int) -> str:
    constants = (training.SHARDS, training.PLIES, training.LONGEST, training.DEPTH, training.OPENING)
    rates = (training.EXPLORE, training.LAMBDA, training.STEP)
    return Cache(None).key(_FORMAT, game.fingerprint, str(seed), repr(constants + rates))
