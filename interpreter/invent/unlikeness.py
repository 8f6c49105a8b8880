"""Unlikeness: how far the rules of a game are from those of its parents, by what they are made of.

A ludeme with what stands in it is a feature (bigrams of a tree, as in clone detection); numbers and names
are none. A game's unlikeness to another is the share of its features that the other has not: of the moves,
the ending and the equipment each, weighted. So a parent without one of its rules is no other game, one with
another word is some hundredths away, and one with a goal that is new a tenth or more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from gdl.compile.compile import Compiled
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.ludeme.categories import Moves
from gdl.ludemes.game import End, Equipment, Play, Start

#: How much each part weighs.
WEIGHTS: Mapping[str, float] = {"moves": 0.4, "ending": 0.4, "equipment": 0.2}
#: What is nearer to a parent than that is a variant of it; of one that is by so much nearer half is left.
LEAST, SCALE = 0.05, 0.04

#: The features of each part of a game.
Features = Mapping[str, frozenset[str]]


def features_of(compiled: Compiled) -> Features:
    """What the parts of a game are made of."""
    features: dict[str, set[str]] = {part: set() for part in WEIGHTS}
    for part, feature in _features(compiled.game, "equipment", ""):
        features[part].add(feature)
    return {part: frozenset(some) for part, some in features.items()}


def _features(value: object, part: str, around: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, tuple):
        for each in value:
            yield from _features(each, part, around)
    elif isinstance(value, Enum):
        yield part, f"{around} {value.value}"
    elif isinstance(value, Ludeme):
        if isinstance(value, Play | Moves):
            part = "moves"
        elif isinstance(value, End):
            part = "ending"
        elif isinstance(value, Equipment | Start):
            part = "equipment"
        name = " ".join(value.words) or type(value).__name__
        yield part, f"{around} > {name}"
        for attribute in ARGUMENTS[type(value)]:
            yield from _features(getattr(value, attribute), part, name)


def unlikeness(game: Features, parent: Features) -> float:
    """How far a game is from another: 0 where all that it is made of is the other's, 1 where nothing is."""
    return sum(weight * _new(game[part], parent[part]) for part, weight in WEIGHTS.items())


def new_parts(some: Features, others: Sequence[Features]) -> list[str]:
    """The parts that no other game has, numbers and names aside."""
    return [part for part in WEIGHTS if all(some[part] != each[part] for each in others)]


def _new(game: frozenset[str], parent: frozenset[str]) -> float:
    return len(game - parent) / len(game) if game else 0.0


def unlikeness_quality(least: float) -> float:
    """How much of a quality is left for a game that is so far from the nearest of its parents."""
    return 1 / (1 + max(0.0, LEAST - least) / SCALE)
