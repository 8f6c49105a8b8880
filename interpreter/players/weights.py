"""Files of learnt weights: JSON, with the tables of n-tuples as compressed 16-bit numbers.

A file belongs to the rules whose fingerprint it has. It stands beside the game (`GAME.weights`) or in the
cache. Files are not trusted: whatever is read is checked before a search uses it.
"""

from __future__ import annotations

import json
import zlib
from array import array
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path
from typing import Any

from gdl.support.values import field, frozen
from interpreter.engines.cache import Cache, default_folder
from interpreter.errors.user_errors import UnreadableFileError
from interpreter.game.rules import Rules
from interpreter.players.remembered import forget
from interpreter.search.learnt import UNITS
from interpreter.search.weights import Placement, Weights

SUFFIX = ".weights"
#: Changes where files are written otherwise, or weights mean something else.
_FORMAT = "ludwright n-tuples 1"
#: A file and its tables have so many bytes at most.
_MOST_BYTES, _MOST_WEIGHTS = 32 << 20, 4 << 20
_LEAST, _MOST = -(1 << 15), (1 << 15) - 1


@frozen(eq=False)
class LearntWeights:
    """What was learnt of a game, and how."""

    game: str
    #: of the rules
    fingerprint: str
    seed: int
    rounds: int
    games: int
    plies: int
    weights: Weights = field(repr=False)

    @property
    def digest(self) -> str:
        """Tells what was learnt apart from other weights."""
        return Cache(None).key(weights_text(self))


def learnt_weights(game: Rules) -> LearntWeights | None:
    """What was learnt of a game's rules, from the file beside it or from the cache.

    Raises UnreadableFileError for a file beside it that is none.
    """
    path = Path(game.recipe.path).with_suffix(SUFFIX)
    if game.recipe.text is None and path.is_file():
        learnt = read_weights(path, game)
        if learnt.fingerprint == game.fingerprint:
            return learnt
    kept = Cache(default_folder()).get(_key(game))
    if kept is not None:
        with suppress(UnreadableFileError):
            return _read(kept, "what was learnt", game)
    return None


def keep_weights(game: Rules, learnt: LearntWeights) -> None:
    """Keep what was learnt in the cache; what was thought without it counts no more."""
    Cache(default_folder()).put(_key(game), weights_text(learnt).encode())
    forget(game)


def _key(game: Rules) -> str:
    return Cache(None).key(_FORMAT, game.fingerprint)


def weights_text(learnt: LearntWeights) -> str:
    """As a file has it."""
    weights = learnt.weights
    return json.dumps(
        {
            "format": _FORMAT,
            "game": learnt.game,
            "fingerprint": learnt.fingerprint,
            "seed": learnt.seed,
            "rounds": learnt.rounds,
            "games": learnt.games,
            "plies": learnt.plies,
            "components": weights.components,
            "exchanged": list(weights.exchanged),
            "tempo": weights.tempo,
            "base": weights.base,
            "tuples": [[[list(p.sites), p.swapped] for p in each] for each in weights.tuples],
            "values": b64encode(zlib.compress(_packed(weights).tobytes(), 9)).decode(),
        },
        separators=(",", ":"),
    )


def read_weights(path: Path, game: Rules) -> LearntWeights:
    """Read a file of weights for a game. Raises UnreadableFileError."""
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableFileError(f"{path} cannot be read: {error.strerror}") from None
    return _read(raw, str(path), game)


def _read(raw: bytes, name: str, game: Rules) -> LearntWeights:
    if len(raw) > _MOST_BYTES:
        raise UnreadableFileError(f"{name} is too large for a file of weights")
    try:
        return _learnt(json.loads(raw), game.program.sites, len(game.program.owners))
    except (ValueError, KeyError, TypeError, RecursionError, zlib.error) as error:
        raise UnreadableFileError(f"{name} is no file of weights for this game: {error}") from None


def _learnt(data: Any, sites: int, components: int) -> LearntWeights:
    """What a file says. Raises ValueError, KeyError or TypeError for what it cannot say."""
    _hold(data["format"] == _FORMAT, f"it is not of the format {_FORMAT!r}")
    _hold(data["components"] == components, "it knows other pieces")
    exchanged = tuple(map(int, data["exchanged"]))
    _hold(sorted(exchanged) == list(range(components)) and exchanged[0] == 0, "its exchange is none")
    tuples = []
    for each in data["tuples"]:
        placed = tuple(Placement(tuple(map(int, cells)), bool(swapped)) for cells, swapped in each)
        _hold(bool(placed), "a tuple stands nowhere")
        for place in placed:
            _hold(len(place.sites) == len(placed[0].sites) > 0, "a tuple has places of several sizes")
            _hold(all(0 <= site < sites for site in place.sites), "a tuple has sites that are not there")
        tuples.append(placed)
    empty = Weights(components, exchanged, tuple(tuples), (), int(data["tempo"]), float(data["base"]))
    _hold(all(len(each[0].sites) <= 64 for each in tuples), "a tuple has too many sites")
    total = sum(empty.sizes)
    _hold(total <= _MOST_WEIGHTS, "there are too many weights")
    decompress = zlib.decompressobj()
    packed = array("h", decompress.decompress(b64decode(data["values"]), 2 * total + 2))
    _hold(len(packed) == total, "its tables have another size")
    _hold(abs(empty.base) <= 1000 and abs(empty.tempo) < 1 << 40, "its numbers are too large")
    values = array("q", (value * UNITS for value in packed))
    weights = Weights(components, exchanged, tuple(tuples), values, empty.tempo, empty.base)
    seed, rounds, games, plies = (int(data[name]) for name in ("seed", "rounds", "games", "plies"))
    return LearntWeights(str(data["game"]), str(data["fingerprint"]), seed, rounds, games, plies, weights)


def _packed(weights: Weights) -> array[int]:
    return array("h", (max(_LEAST, min(value // UNITS, _MOST)) for value in weights.values))


def _hold(true: bool, wrong: str) -> None:
    if not true:
        raise ValueError(wrong)
