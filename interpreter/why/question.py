"""A move that is asked about in a position, and what becomes of it under a change (an intervention).

The move need not be legal: it is known by where it starts and ends, or by its word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from gdl.compile.probes import Probe, ProbeKind
from gdl.core.ops import Op
from gdl.support.values import field, frozen
from interpreter.engines.interface import Endpoints
from interpreter.engines.move_words import RawMove
from interpreter.engines.python.runtime import Bundle, Checks
from interpreter.engines.python.state import State
from interpreter.game.move import Move
from interpreter.game.notation import word
from interpreter.game.reading import fold
from interpreter.game.state import State as Position
from interpreter.why.observer import NO_CHANGE, Change, Entry, Evaluated, Observer, Offered


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
        #: how often the rules were run on the position
        self.trials = 0

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
        """As the rules are, as far as later trials show."""
        return self.look(NO_CHANGE)

    def extent(self, seen: Seen) -> int:
        """How many moves a change adds and takes away: how much it changes of the rules (edit distance)."""
        before, after = self._unchanged.offered, seen.offered
        return sum(
            (before.get(key, 0) ^ after.get(key, 0)).bit_count() for key in before.keys() | after.keys()
        )

    def look(self, change: Change, state: State | None = None) -> Seen:
        """What becomes of the move under a change of the rules, and of the position if another is given."""
        self.trials += 1
        observer, here = self.observer, state or self.state
        result: list[Bundle] = []
        origin = self.alone if self.trials > 1 else None
        log = observer.observe(here, change, lambda: result.extend(observer.bundles(here)), origin)
        offers = tuple(self._matching(here, result))
        legal, failed = False, ""
        judging: list[Entry] = []
        for offer in offers:
            legal, asked, name = self._judge(here, offer, change)
            if legal or not judging:
                judging, failed = asked, name
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

    def concerns(self, entry: Evaluated) -> int | None:
        """How near what was asked is to the wanted move: 0 nearest; None where it is about another."""
        names, wanted = entry.names, self.wanted
        if wanted.origin is not None and names.get("from", wanted.origin) != wanted.origin:
            return None
        ends = (wanted.target, wanted.origin)
        if wanted.target is not None and any(names.get(n, ends[0]) not in ends for n in ("to", "site")):
            return 1
        return 0

    def asked(self, log: Sequence[Entry], *kinds: ProbeKind) -> list[Evaluated]:
        """The conditions of these kinds that have to do with it, each once."""
        result: dict[tuple[object, ...], Evaluated] = {}
        for entry in log:
            if (
                isinstance(entry, Evaluated)
                and entry.probe.kind in kinds
                and self.concerns(entry) is not None
            ):
                result.setdefault(entry.key, entry)
        return list(result.values())


def in_position(state: State, edit: Callable[[State], None]) -> State:
    """A copy of a state with something changed in it."""
    new = state.copy()
    edit(new)
    return new


# --- What a log shows -------------------------------------------------------------------------------------


def innermost(log: Sequence[Entry], wanted: Callable[[Offered], bool]) -> dict[Probe, list[Offered]]:
    """Of the rules that were asked on the position itself, and are wanted, those within which no other is."""
    result: dict[Probe, list[Offered]] = {}
    inside: list[int] = []  # the numbers of those found so far, those of one rule after each other
    for number, entry in enumerate(log):
        if isinstance(entry, Offered) and entry.here and wanted(entry):
            if not inside or inside[-1] < entry.first:
                result.setdefault(entry.probe, []).append(entry)
            inside.append(number)
    return result


def played(question: Question, state: Position, move: Move) -> tuple[RawMove, Probe | None]:
    """A legal move as the observer knows it, and the rule that offered it."""
    base, observer = question.base, question.observer
    after = state.before_the_next(move).contents
    for offer in base.offers:
        if observer.contents(observer.settle(question.state, offer.move)) == after:
            rules = innermost(base.log, lambda e, m=offer.move: has(e, m))  # type: ignore[misc]
            return offer.move, next(iter(rules), None)
    return observer.stepper.pass_move, None


def has(entry: Offered, move: RawMove) -> bool:
    """Did a rule offer the move then?"""
    return any(k == move.kind and args == move.args and sites >> move.site & 1
               for k, args, sites, _ in entry.bundles)  # fmt: skip


def held(question: Question, seen: Seen, rule: Probe | None) -> list[tuple[Sequence[Entry], Evaluated]]:
    """Of the conditions that were asked those that the wanted move hung on, whole ones: those of its rule and
    of the rules around that one, asked of where it starts and ends. Each with the log that it stands in."""
    result: list[tuple[Sequence[Entry], Evaluated]] = []
    for log in (seen.log, seen.judging):
        for entry in log:
            if not isinstance(entry, Evaluated) or entry.probe.kind is not ProbeKind.CONDITION:
                continue
            probe = entry.probe
            if probe.whole() is not probe or not entry.here or question.concerns(entry) != 0:
                continue
            of = probe.rule()
            if log is seen.log and (rule is None or of is None or not rule.within(of)):
                continue
            if log is seen.judging and not probe.asked_after:
                continue
            result.append((log, entry))
    return result


def ends_of(seen: Endpoints) -> tuple[int, int]:
    return seen.origin, seen.target
