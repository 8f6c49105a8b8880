"""What measures are called in wishes: their keys, their titles, and everyday names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from gdl.source.suggest import bare
from interpreter.study.measures import definitions as d
from interpreter.study.measures.measure import Definition

_EVERYDAY: dict[str, Definition] = {
    "draws": d.SHARED, "draw": d.SHARED, "ties": d.SHARED, "drawn games": d.SHARED, "draw rate": d.SHARED,
    "decisive games": d.DECISIVENESS, "decisive": d.DECISIVENESS,
    "advantage": d.ADVANTAGE, "unfairness": d.ADVANTAGE, "first move advantage": d.ADVANTAGE,
    "finished games": d.COMPLETION, "games that end": d.COMPLETION, "finished": d.COMPLETION,
    "plies": d.LENGTH, "ply": d.LENGTH, "game length": d.LENGTH, "duration": d.LENGTH, "turns": d.LENGTH,
    "mean length": d.LENGTH, "average length": d.LENGTH,
    "spread": d.SPREAD, "spread of length": d.SPREAD,
    "shortest game": d.SHORTEST, "longest game": d.LONGEST,
    "choices": d.BRANCHING, "branching factor": d.BRANCHING, "legal moves": d.BRANCHING,
    "choice": d.AGENCY, "covered board": d.COVERAGE, "board covered": d.COVERAGE,
    "tree size": d.TREE, "games there are": d.TREE,
}  # fmt: skip
#: Of one seat each.
BY_SEAT = (d.WON, d.SCORE)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_PLAYER = re.compile(r"(?:player|seat|p)\s*(\d{1,2})|(\w+)\s+(?:player|seat|mover)")
_QUANTILE = re.compile(r"(?:length[., ]*)?(?:quantile\s*\[?\s*)?(\d{1,2})\s*%\s*\]?(?:\s*quantile)?")
#: Behind a player: that it wins alone, and not how much of the win it gets.
_WINS = re.compile(r"\s+(wins|won|win|wins alone|won alone|to win)$")
_SCORES = re.compile(r"\s+(score|scores|share|result)$")
_KEYED = re.compile(r"([a-z.]+)\[(.+)\]")


@cache
def definitions() -> Mapping[str, Definition]:
    """The measures that wishes may be about, by key."""
    found = (each for each in vars(d).values() if isinstance(each, Definition))
    return {each.key: each for each in found}


@cache
def names() -> Mapping[str, Definition]:
    """Every name without a seat in it."""
    found = {
        name: each
        for each in definitions().values()
        if each not in BY_SEAT and each is not d.QUANTILE
        for name in (each.key, each.title)
    }
    return {**found, **_EVERYDAY}


def suggestions(players: Sequence[str]) -> tuple[str, ...]:
    """All that may be said, for whoever has misspelt it."""
    seats = [f"{_ORDINALS[n]} player" for n in range(min(len(players), len(_ORDINALS)))]
    own = [f"{each}{more}" for each in (*seats, *players) for more in ("", " wins")]
    return (*names(), *own, "median length")


def named(text: str, players: Sequence[str]) -> tuple[Definition, int | None, str] | None:
    """The measure of a name, the seat that it is of, and what else it is about; None for no name."""
    plain = bare(text)
    for name, of in names().items():
        if bare(name) == plain:
            return of, None, ""
    if plain in ("medianlength", "length.median", "median"):
        return d.QUANTILE, None, "50%"
    if match := _QUANTILE.fullmatch(text.casefold().strip()):
        return d.QUANTILE, None, f"{int(match[1])}%"
    keyed = _KEYED.fullmatch(text.strip())
    if keyed and keyed[1] in definitions():
        of = definitions()[keyed[1]]
        if of not in BY_SEAT:
            return of, None, keyed[2]
        return _of_seat(of, keyed[2], players)
    of, rest = d.SCORE, text.strip()
    if match := _WINS.search(rest.casefold()):
        of, rest = d.WON, rest[: match.start()]
    elif match := _SCORES.search(rest.casefold()):
        rest = rest[: match.start()]
    return _of_seat(of, rest, players)


def _of_seat(of: Definition, text: str, players: Sequence[str]) -> tuple[Definition, int, str] | None:
    """A measure of a seat whose player is named (the name comes last then) or numbered."""
    plain = bare(text.removesuffix("'s"))
    for seat, name in enumerate(players):
        if bare(name) == plain:
            return of, seat, name
    seat_by_number = _numbered(text, players)
    return None if seat_by_number is None else (of, seat_by_number, "")


def _numbered(text: str, players: Sequence[str]) -> int | None:
    """The seat (from 0) that is told by its number."""
    match = _PLAYER.fullmatch(text.casefold().removesuffix("'s").strip())
    if match is None:
        return None
    if match[1]:
        seat = int(match[1]) - 1
    elif match[2] in _ORDINALS:
        seat = _ORDINALS.index(match[2])
    else:
        return None
    return seat if 0 <= seat < len(players) else None
