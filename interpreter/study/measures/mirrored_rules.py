"""Restrictions that are one: those that take the same moves, and those that are mirror images on the board.

An isometry of the board maps the game without one rule onto the game without another if both go on alike: at
each ply of random games the legal moves of one are the images of the other's, and so are the results. From
the start that the game has, so the advantage of a seat, and what players can do about it, are alike too. As
of the automorphisms of a game that is a test, no proof; it counts only where both were seen to take moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING

from gdl.compile.restrictions import What
from gdl.support.values import frozen
from interpreter.learning.symmetries import isometries

if TYPE_CHECKING:
    from gdl.compile.restrictions import Restriction
    from interpreter.engines.interface import RawState
    from interpreter.engines.move_words import RawMove
    from interpreter.game.game import Game
    from interpreter.study.measures.restriction import RestrictedGame

#: Random games by which two are compared, how far these go, and in how many plies of them moves must have
#: been taken.
_GAMES, _LONGEST, _TAKEN = 3, 40, 8
#: One position in so many of those of random games is looked at before.
_EVERY = 3
#: A board of more sites is not looked at.
_MOST_SITES = 400
#: What is taken otherwise than as moves does not show in lists of these.
_EFFECTS = (What.EFFECT, What.ENDING)


@frozen
class Kin:
    """A restriction with those that are the same as it, and those that are its mirror images; by index."""

    first: int
    same: tuple[int, ...] = ()
    images: tuple[int, ...] = ()


def kin_of(game: Game, restricted: RestrictedGame, indices: Sequence[int]) -> tuple[Kin, ...]:
    """Some of the restrictions of a game, put together: each belongs to one, the first that it is like."""
    of = {index: restricted.restrictions[index] for index in indices}
    if sum(each.what not in _EFFECTS for each in of.values()) < 2:
        return tuple(map(Kin, indices))
    maps = list(_maps(game, restricted))
    # which moves each takes from whoever is to move: what differs there is not alike, and need not be played
    here, there = (
        [{index: _takes(restricted, of[index], each, images) for index in indices} for each in maps]
        for images in (False, True)
    )

    def alike(first: int, index: int) -> int | None:
        """The map under which they are one, by its number."""
        for number, each in enumerate(maps):
            taken = here[number][first]
            if any(taken) and each.image_of(taken) == there[number][index]:
                if _one(restricted, of[first], of[index], each.sites):
                    return number
        return None

    result: list[Kin] = []
    for index in indices:
        if of[index].what in _EFFECTS:
            result.append(Kin(index))
            continue
        for place, kin in enumerate(result):
            which = None if of[kin.first].what in _EFFECTS else alike(kin.first, index)
            if which is not None:
                same, more = ((*kin.same, index), ()) if which == 0 else (kin.same, (index,))
                result[place] = Kin(kin.first, same, (*kin.images, *more))
                break
        else:
            result.append(Kin(index))
    return tuple(result)


#: Where moves go from and to, in order.
_Ends = tuple[tuple[int, int], ...]


@frozen
class _Map:
    """An isometry, and positions of random games with their images."""

    sites: tuple[int, ...]
    positions: tuple[RawState, ...]
    images: tuple[RawState, ...]

    def image_of(self, moves: Sequence[_Ends]) -> list[_Ends]:
        """Where moves go, seen through it."""
        place = (*self.sites, -1)
        return [tuple(sorted((place[a], place[b]) for a, b in each)) for each in moves]


def _maps(game: Game, restricted: RestrictedGame) -> Iterator[_Map]:
    """The isometries of the board that map the game without restrictions onto itself; the identity first."""
    count = game.program.sites
    identity = tuple(range(count))
    others = (each for each in isometries(game) if each != identity) if count <= _MOST_SITES else ()
    for sites in (identity, *others):
        positions: list[RawState] = []
        images: list[RawState] = []
        for seed in range(_GAMES):
            if _walk(restricted, (0, 0), 0, seed, sites, (positions, images)) is None:
                break
        else:
            yield _Map(sites, tuple(positions[::_EVERY]), tuple(images[::_EVERY]))


def _takes(restricted: RestrictedGame, of: Restriction, map_: _Map, images: bool) -> list[_Ends]:
    """Where the moves go that it takes from who is to move, in each position."""
    engine, result = restricted.engine, []
    for state in map_.images if images else map_.positions:
        without = set(engine.legal_moves(restricted.restricted(state, engine.seat(state), of.number)))
        moves = [move for move in dict.fromkeys(engine.legal_moves(state)) if move not in without]
        ends = (engine.endpoints(state, move) for move in moves)
        result.append(tuple(sorted((each.origin, each.target) for each in ends)))
    return result


def _one(restricted: RestrictedGame, one: Restriction, other: Restriction, sites: Sequence[int]) -> bool:
    """Whether the map takes games without `one` to games without `other`, whoever has to do without."""
    taken = 0
    for seat in range(1, restricted.players + 1):
        for seed in range(_GAMES):
            seen = _walk(restricted, (one.number, other.number), seat, seed, sites)
            if seen is None:
                return False
            taken += seen
    return taken >= _TAKEN


def _walk(
    restricted: RestrictedGame,
    numbers: tuple[int, int],
    seat: int,
    seed: int,
    sites: Sequence[int],
    kept: tuple[list[RawState], list[RawState]] | None = None,
) -> int | None:
    """Play a random game and its image, each without what its number says; in how many plies moves were taken
    from both, or None where they do not go on alike. `kept` takes their positions."""
    engine, random = restricted.engine, Random(seed)
    plain, image = (restricted.start(seed, seat, number) for number in numbers)
    taken = 0
    for _ in range(_LONGEST):
        if engine.over(plain) or engine.over(image):
            break
        if engine.seat(plain) != engine.seat(image):
            return None
        if kept is not None:
            kept[0].append(plain)
            kept[1].append(image)
        moves = _told(restricted, plain, sites)
        there = _told(restricted, image, range(len(sites)))
        if [places for places, _ in moves] != [places for places, _ in there]:
            return None
        if seat:
            taken += all(
                len(engine.legal_moves(restricted.restricted(state, seat, 0))) > len(moves)
                for state in (plain, image)
            )
        number = random.randrange(len(moves))
        plain, image = engine.play(plain, moves[number][1]), engine.play(image, there[number][1])
    same = engine.over(plain) == engine.over(image) and engine.ranks(plain) == engine.ranks(image)
    return taken if same else None


def _told(
    restricted: RestrictedGame, state: RawState, sites: Sequence[int]
) -> list[tuple[tuple[int, int], RawMove]]:
    """The legal moves with the images of where they go from and to, in order of these."""
    engine = restricted.engine
    moves = []
    for move in dict.fromkeys(engine.legal_moves(state)):
        ends = engine.endpoints(state, move)
        places = tuple(-1 if site < 0 else sites[site] for site in (ends.origin, ends.target))
        moves.append(((places[0], places[1]), move))
    return sorted(moves, key=itemgetter(0))
