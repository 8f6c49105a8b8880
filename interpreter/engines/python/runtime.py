"""What emitted code calls: procedures on sets and lists of offers that are too long to write out in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gdl.core.arithmetic import div, fcall, fdiv, fmod, fpower, mod, nth, power, truncated, wrap
from gdl.core.ops import RepeatKind
from interpreter.engines.python.state import State
from interpreter.errors.user_errors import SlowRulesError
from interpreter.support.stopping import heed

#: (kind, args, sites, checks): checks is (check, its args, outer checks) or None.
Checks = tuple[Callable[..., bool], tuple[Any, ...], Any] | None
Bundle = tuple[int, tuple[Any, ...], int, Checks]
#: So many are half a gigabyte.
MOST_BUNDLES = 4_000_000


def image(steps: Sequence[int], sites: int) -> int:
    """Where one step takes the members: `steps` gives each site's image as a set."""
    result = 0
    while sites:
        bit = sites & -sites
        result |= steps[bit.bit_length() - 1]
        sites ^= bit
    return result


def walk(path: Sequence[int], blockers: int) -> int:
    """The sites of a path up to and including the first that is a blocker."""
    result = 0
    for site in path:
        bit = 1 << site
        result |= bit
        if blockers & bit:
            break
    return result


def legal(state: State, play: Callable[..., None], args: tuple[Any, ...], site: int, checks: Checks,
          upto: Checks) -> bool:  # fmt: skip
    """Whether a move's checks hold, up to (without) those of `upto`; the innermost is judged first."""
    if checks is upto:
        return True
    heed()
    after = state.copy()
    play(after, *args, site)
    while checks is not upto:
        assert checks is not None
        check, values, checks = checks
        if not check(after, *values):
            return False
    return True


def find_room(out: list[Bundle]) -> None:
    """Raise SlowRulesError where more is offered than anybody could look through."""
    if len(out) > MOST_BUNDLES:
        raise SlowRulesError("the rules offer more moves at once than there is memory for")


def members(sites: int) -> list[int]:
    """The members in ascending order."""
    result = []
    while sites:
        bit = sites & -sites
        result.append(bit.bit_length() - 1)
        sites ^= bit
    return result


class Offers:
    """Consumers of a list of bundles; `plays` are the procedures of the kinds."""

    def __init__(self, plays: Sequence[Callable[..., None]]) -> None:
        self.plays = plays

    def any(self, state: State, out: list[Bundle], upto: Checks, first: int = 0) -> bool:
        """Whether one of the bundles from number `first` on has a legal move."""
        for bundle in out[first:]:
            kind, args, sites, checks = bundle
            if checks is upto:
                return True
            for site in members(sites):
                if legal(state, self.plays[kind], args, site, checks, upto):
                    return True
        return False

    def judged(self, state: State, out: list[Bundle], upto: Checks = None) -> list[Bundle]:
        """The same bundles with only the moves whose checks hold, and these checks dropped."""
        result: list[Bundle] = []
        for bundle in out:
            kind, args, sites, checks = bundle
            if checks is not upto:
                sites = sum(1 << s for s in members(sites)
                            if legal(state, self.plays[kind], args, s, checks, upto))  # fmt: skip
            if sites:
                result.append((kind, args, sites, upto))
        return result

    def any_to(self, state: State, out: list[Bundle], targets: int) -> bool:
        """Whether there is a legal move to one of the targets."""
        aimed = [(kind, args, sites & targets, checks) for kind, args, sites, checks in out]
        return self.any(state, [bundle for bundle in aimed if bundle[2]], None)

    def to(self, state: State, out: list[Bundle]) -> int:
        """The destinations of the legal moves."""
        result = 0
        for bundle in self.judged(state, out):
            result |= bundle[2]
        return result

    def count(self, state: State, out: list[Bundle]) -> int:
        """How many legal moves there are."""
        return sum(bundle[2].bit_count() for bundle in self.judged(state, out))

    def best(self, state: State, out: list[Bundle], value: Callable[..., int], values: tuple[Any, ...],
             upto: Checks) -> list[Bundle]:  # fmt: skip
        """The legal moves whose value is the greatest."""
        greatest: int | None = None
        result: list[Bundle] = []
        for kind, args, sites, checks in out:
            kept = 0
            for site in members(sites):
                worth = self._value(state, (kind, args, site), checks, upto, value, values)
                if worth is None or (greatest is not None and worth < greatest):
                    continue
                if greatest is None or worth > greatest:
                    greatest, kept = worth, 0
                    result.clear()
                kept |= 1 << site
            if kept:
                result.append((kind, args, kept, upto))
        return result

    def narrowed(self, state: State, out: list[Bundle], keep: Callable[..., int],
                 values: tuple[Any, ...]) -> list[Bundle]:  # fmt: skip
        """The bundles with only the sites that are kept."""
        everything = 0
        for bundle in out:
            everything |= bundle[2]
        kept = keep(state, everything, *values)
        return [(kind, args, sites & kept, checks) for kind, args, sites, checks in out if sites & kept]

    def most(self, state: State, out: list[Bundle], value: Callable[..., int]) -> int:
        """The greatest value of the legal moves; 0 where there is none."""
        greatest: int | None = None
        for kind, args, sites, checks in out:
            for site in members(sites):
                worth = self._value(state, (kind, args, site), checks, None, value, ())
                if worth is not None and (greatest is None or worth > greatest):
                    greatest = worth
        return 0 if greatest is None else greatest

    def _value(self, state: State, move: tuple[int, tuple[Any, ...], int], checks: Checks, upto: Checks,
               value: Callable[..., int], values: tuple[Any, ...]) -> int | None:  # fmt: skip
        """What a move is worth, None if a check of it fails."""
        heed()
        kind, args, site = move
        after = state.copy()
        self.plays[kind](after, *args, site)
        while checks is not upto:
            assert checks is not None
            check, check_args, checks = checks
            if not check(after, *check_args):
                return None
        return value(after, *values)


def remember(state: State, irreversible: bool, turn: bool) -> None:
    """Add the position to the history."""
    before = state.entries
    number = 0 if before is None else before[2]
    kept = None if irreversible else before
    state.history = (state.key(), state.mover, number + 1 if turn else number, kept)


def repeats(state: State, kind: RepeatKind, mover: int) -> int:
    """How many remembered positions are this one."""
    entry = state.entries
    if entry is None:
        return 0
    key, turn, count = state.key(), entry[2], 0
    any_mover = kind in (RepeatKind.POSITIONAL, RepeatKind.POSITIONAL_IN_TURN)
    in_turn = kind in (RepeatKind.SITUATIONAL_IN_TURN, RepeatKind.POSITIONAL_IN_TURN)
    while entry is not None and not (in_turn and entry[2] != turn):
        count += (any_mover or entry[1] == mover) and entry[0] == key
        entry = entry[3]
    return count


__all__ = [
    "Bundle", "Checks", "Offers", "div", "fcall", "fdiv", "find_room", "fmod", "fpower", "image", "legal",
    "members", "mod", "nth", "power", "remember", "repeats", "truncated", "walk", "wrap",
]  # fmt: skip
