"""Automorphisms of a game: turns and reflections of its board under which the rules stay the same.

Candidates are the isometries of the plane that map the board's sites onto themselves, each with the colours
as they are and with the two players' colours exchanged. One is kept if random games and their images, from
positions that are set up, go on alike to their ends: with the same legal moves and outcomes, in the images
of the same sites. That is a test and no proof: what never shows in a few games (castling) may break a
symmetry.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from gdl.support.values import frozen
from interpreter.errors.user_errors import UserError
from interpreter.game.game import Game
from interpreter.game.move import Move
from interpreter.game.position import Position
from interpreter.game.state import State

#: Random games by which a candidate is tried, the plies after which they are set up, and how far they go.
TRIALS, PLIES, LONGEST = 3, (0, 30), 120
#: Coordinates are the same within so much of the board's unit.
_NEAR = 1e-6
#: A board of more sites has no symmetry that is worth its trials.
_MOST_SITES = 400


@frozen
class Symmetry:
    """Where each site goes, and whether the players' colours are exchanged."""

    sites: tuple[int, ...]
    swaps: bool

    def __call__(self, cells: Sequence[int]) -> tuple[int, ...]:
        """Where some sites go."""
        return tuple(self.sites[cell] for cell in cells)


def symmetries_of(game: Game, seed: int = 0) -> tuple[Symmetry, ...]:
    """The symmetries of a game for two, the identity first."""
    identity = tuple(range(game.program.sites))
    result = [Symmetry(identity, False)]
    if len(identity) > _MOST_SITES:
        return tuple(result)
    positions = list(_positions(game, random.Random(seed)))
    pairs = components_exchanged(game)
    for sites in isometries(game):
        for swaps in (False, True):
            if (swaps and pairs is None) or (not swaps and sites == identity):
                continue
            candidate = Symmetry(sites, swaps)
            if all(_alike(game, state, candidate, pairs or ()) for state in positions):
                result.append(candidate)
    return tuple(result)


def components_exchanged(game: Game) -> tuple[int, ...] | None:
    """For each component the one of the other player; None where one player has more.

    That is the one of the same name, or where there is none the one in the same place among those left.
    """
    owners, names = game.program.owners, game.piece_names
    own: tuple[list[int], list[int]] = [], []
    for number, owner in enumerate(owners):
        if owner in (1, 2):
            own[owner - 1].append(number)
    if len(own[0]) != len(own[1]):
        return None
    result = list(range(len(owners)))
    named = {names[number]: number for number in own[1]}
    pairs = [(number, named.pop(names[number])) for number in own[0] if names[number] in named]
    paired = {number for pair in pairs for number in pair}
    pairs += zip(*([n for n in numbers if n not in paired] for numbers in own), strict=True)
    for first, second in pairs:
        result[first], result[second] = second, first
    return tuple(result)


def _positions(game: Game, generator: random.Random) -> Iterator[State]:
    """Positions of random games that are not over."""
    for _ in range(TRIALS):
        state = game.start(generator.randrange(1 << 30))
        for _ in range(generator.randrange(*PLIES)):
            after = state.play(state.random_move(generator))
            if after.is_over:
                break
            state = after
        yield state


def isometries(game: Game) -> Iterator[tuple[int, ...]]:
    """Permutations of the sites by turns and reflections about the board's middle; sites off the board stay,
    or are exchanged by pairs from both ends."""
    topology = game.topology
    points = [(x, y) for x, y, _ in topology.positions(topology.default)]
    count, rest = len(points), tuple(range(len(points), game.program.sites))
    middle = (math.fsum(x for x, _ in points) / count, math.fsum(y for _, y in points) / count)
    known = {_rounded(x, y): number for number, (x, y) in enumerate(points)}
    seen = set[tuple[int, ...]]()
    for turns in range(24):
        for mirrored in (False, True):
            angle = math.pi * turns / 12
            cos, sin = math.cos(angle), math.sin(angle)
            image = []
            for x, y in points:
                dx, dy = x - middle[0], y - middle[1]
                dx = -dx if mirrored else dx
                place = _rounded(middle[0] + cos * dx - sin * dy, middle[1] + sin * dx + cos * dy)
                image.append(known.get(place, -1))
            if -1 in image or tuple(image) in seen or len(known) < count:
                continue
            seen.add(tuple(image))
            half = len(rest) // 2
            for others in dict.fromkeys((rest, (*rest[half:], *rest[:half]))):
                yield (*image, *others)


def _rounded(x: float, y: float) -> tuple[int, int]:
    return round(x / _NEAR / 1000), round(y / _NEAR / 1000)


def _alike(game: Game, state: State, symmetry: Symmetry, exchanged: Sequence[int]) -> bool:
    """Whether a game at random goes on the same in its image, as far as it is looked at."""
    names = game.site_names
    images = {name: names[site] for name, site in zip(names, symmetry.sites, strict=True)}
    itself = dict(zip(names, names, strict=True))
    generator = random.Random(0)
    try:
        plain, image = _set_up(game, state, None, exchanged), _set_up(game, state, symmetry, exchanged)
        for _ in range(LONGEST):
            if plain.is_over or image.is_over:
                break
            moves = sorted(((_told(move, images), move) for move in plain.legal_moves), key=itemgetter(0))
            there = sorted(((_told(move, itself), move) for move in image.legal_moves), key=itemgetter(0))
            if [places for places, _ in moves] != [places for places, _ in there]:
                return False
            number = generator.randrange(len(moves))
            plain, image = plain.play(moves[number][1]), image.play(there[number][1])
    except UserError:
        return False
    return _ranks(plain, symmetry.swaps) == _ranks(image, False)


def _ranks(state: State, swaps: bool) -> tuple[float, ...]:
    """How the players rank, exchanged or not; nothing while the game goes on."""
    ranks = () if state.outcome is None else tuple(state.outcome.ranks)
    return ranks[::-1] if swaps else ranks


def _told(move: Move, sites: Mapping[str, str]) -> tuple[str, str, bool]:
    """From where a move goes and to where, and whether it captures."""
    return _named(move.origin, sites), _named(move.target, sites), move.is_capture


def _named(site: str | None, sites: Mapping[str, str]) -> str:
    return "" if site is None else sites[site]


def _set_up(game: Game, state: State, symmetry: Symmetry | None, exchanged: Sequence[int]) -> State:
    """A state's pieces and mover alone, or their image."""
    names, owners = game.site_names, game.program.owners
    site_of = {name: index for index, name in enumerate(names)}
    component_of = {(game.piece_names[n], owners[n]): n for n in range(1, len(owners))}
    pieces = []
    for name, piece in state.sites.items():
        site, component = site_of[name], component_of[piece.name, piece.owner]
        if symmetry is not None:
            site = symmetry.sites[site]
            component = exchanged[component] if symmetry.swaps else component
        pieces.append((game.program.names.components[component], (names[site],)))
    mover = 3 - state.mover if symmetry is not None and symmetry.swaps else state.mover
    return game.starting_from(Position(tuple(pieces), mover)).on("python").start(0)
