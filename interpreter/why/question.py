"""A move that is asked about in a position, and what becomes of it under a change (an intervention).

The move need not be legal: it is known by where it starts and ends, or by its word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import field, frozen

from gdl.compile.probes import ProbeKind
from gdl.core.ops import Op
from interpreter.engines.move_words import RawMove
from interpreter.engines.python.runtime import Bundle, Checks
from interpreter.engines.python.state import State
from interpreter.game.notation import word
from interpreter.game.reading import fold
from interpreter.why.observer import NO_CHANGE, Asked, Change, Entry, Observer, Offered


@frozen
class Wanted:
    """The move that is meant: by its sites (numbers; None: any), or by its word as a pass is."""

    origin: int | None
    target: int | None
    word: str = ""


@frozen
class Found:
    """An offer of the wanted move: the move, and what has to hold afterwards."""

    move: RawMove
    checks: Checks
    bundle: Bundle


@frozen
class Seen:
    """What became of the wanted move under a change: who offered it, and was it legal then?"""

    change: Change
    log: Sequence[Entry]
    offers: tuple[Found, ...]
    legal: bool
    #: what was asked while the offers were judged; where they fail, up to the failure
    judging: Sequence[Entry] = ()
    #: the procedure of the check that failed first
    failed: str = ""
    #: all that was offered: by kind and arguments of moves the sites
    offered: Mapping[tuple[int, tuple[int, ...]], int] = field(factory=dict, repr=False)


class Question:
    """One wanted move in one position, to be looked at under changes."""

    def __init__(self, observer: Observer, state: State, wanted: Wanted, hands: frozenset[int]) -> None:
        self.observer = observer
        self.state = state
        self.wanted = wanted
        self.hands = hands
        #: how often the position was looked at
        self.looks = 0

    @cached_property
    def base(self) -> Seen:
        """As the rules are."""
        return self.look(NO_CHANGE)

    @cached_property
    def alone(self) -> int | None:
        """The origin of the wanted move, if only what is asked of the piece there has to do with it."""
        observer, origin = self.observer, self.wanted.origin
        if origin is None or observer.compares:
            return None
        for entry in self.base.log:
            if isinstance(entry, Offered) and entry.here and "from" in entry.names:
                for kind, args, sites, _ in entry.bundles:
                    move = RawMove(kind, args, (sites & -sites).bit_length() - 1)
                    if observer.endpoints(self.state, move).origin != entry.names["from"]:
                        return None
        return origin

    @cached_property
    def _unchanged(self) -> Seen:
        """As the rules are, as far as other looks go."""
        return self.look(NO_CHANGE)

    def extent(self, seen: Seen) -> int:
        """How many moves a change adds and takes away: how much it changes of the rules (edit distance)."""
        before, after = self._unchanged.offered, seen.offered
        return sum(
            (before.get(key, 0) ^ after.get(key, 0)).bit_count() for key in before.keys() | after.keys()
        )

    def look(self, change: Change, state: State | None = None) -> Seen:
        """What becomes of the move under a change of the rules, and of the position if another is given."""
        self.looks += 1
        observer, here = self.observer, state or self.state
        result: list[Bundle] = []
        origin = self.alone if self.looks > 1 else None
        log = observer.observe(here, change, lambda: result.extend(observer.bundles(here)), origin)
        offers = tuple(self._matching(here, result))
        legal, failed = False, ""
        judging: list[Entry] = []
        for offer in offers:
            legal, told, name = self._judge(here, offer, change)
            if legal or not judging:
                judging, failed = told, name
            if legal:
                break
        offered: dict[tuple[int, tuple[int, ...]], int] = {}
        for kind, args, sites, _ in result:
            offered[kind, args] = offered.get((kind, args), 0) | sites
        return Seen(change, log, offers, legal, judging, "" if legal else failed, offered)

    def _judge(self, state: State, offer: Found, change: Change) -> tuple[bool, list[Entry], str]:
        """Whether the checks of an offer hold; what was asked, and which failed."""
        observer = self.observer
        failed = ""

        def work() -> None:
            nonlocal failed
            after = state.copy()
            kind, args, site = offer.move
            observer.stepper.plays[kind](after, *args, site)
            checks = offer.checks
            while checks is not None and not failed:
                check, values, checks = checks
                before = len(observer.log)
                if not check(after, *values):
                    failed = observer.procedures.get(check.__name__, check.__name__)
                    del observer.log[:before]

        log = observer.observe(state, change, work)
        return not failed, log, failed

    def _matching(self, state: State, bundles: Sequence[Bundle]) -> Iterator[Found]:
        """The offers of the wanted move."""
        kinds, wanted = self.observer.program.kinds, self.wanted
        for bundle in bundles:
            number, args, sites, checks = bundle
            kind = kinds[number]
            if wanted.word:
                if fold(word(kind.decision, kind.label)) == wanted.word and kind.target.op is Op.CONST:
                    yield Found(RawMove(number, args, (sites & -sites).bit_length() - 1), checks, bundle)
                continue
            own = kind.target.op is Op.VAR and kind.target.data == kind.params[-1].name
            mask = sites if not own or wanted.target is None else sites & (1 << wanted.target)
            while mask:
                site = (mask & -mask).bit_length() - 1
                mask &= mask - 1
                move = RawMove(number, args, site)
                if self._is_wanted(state, move):
                    yield Found(move, checks, bundle)

    def _is_wanted(self, state: State, move: RawMove) -> bool:
        ends = self.observer.endpoints(state, move)
        if ends.target < 0 or (self.wanted.target is not None and ends.target != self.wanted.target):
            return False
        if self.wanted.origin is not None:
            return ends.origin == self.wanted.origin
        return ends.origin < 0 or ends.origin == ends.target or ends.origin in self.hands

    # --- What may have to do with it -------------------------------------------------------------------

    def concerns(self, entry: Asked) -> int | None:
        """How near what was asked is to the wanted move: 0 nearest; None where it is about another."""
        names, wanted = entry.names, self.wanted
        if wanted.origin is not None and names.get("from", wanted.origin) != wanted.origin:
            return None
        ends = (wanted.target, wanted.origin)
        if wanted.target is not None and any(names.get(n, ends[0]) not in ends for n in ("to", "site")):
            return 1
        return 0

    def asked(self, log: Sequence[Entry], *kinds: ProbeKind) -> list[Asked]:
        """The conditions of these kinds that have to do with it, each once."""
        result: dict[tuple[object, ...], Asked] = {}
        for entry in log:
            if isinstance(entry, Asked) and entry.probe.kind in kinds and self.concerns(entry) is not None:
                result.setdefault(entry.key, entry)
        return list(result.values())


def in_position(state: State, edit: Callable[[State], None]) -> State:
    """A copy of a state with something changed in it."""
    new = state.copy()
    edit(new)
    return new
