"""But-for causes: what would have let a move through (actual causality, by intervention).

Each condition, region and filter that was asked is turned round by itself, and so are the pieces in the way.
Where nothing alone suffices, two together are tried, then all that refuse, made as small as that goes (delta
debugging). Everything is bounded by a number of trials, not by a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from gdl.compile.probes import Probe, ProbeKind
from gdl.ludeme.categories import Moves
from gdl.ludemes.connectives import Not
from gdl.support.values import evolve, frozen
from interpreter.engines.contents import Contents
from interpreter.engines.python.state import State
from interpreter.why.convert import with_contents
from interpreter.why.observer import Change, Compared, Entry, Evaluated, Offered
from interpreter.why.question import Question, Seen, in_position

#: The most trials made of one position.
MOST_TRIALS = 200
#: The rank of what was asked of other sites, and just before that of a piece in the way.
FAR, _IN_THE_WAY = 4, 3
#: The most trials of two changes at once.
_PAIRS = 60


@frozen
class Cause:
    """Something that would have let the move through.

    `kind` is as in `Reason.cause`; `probe` and `asked` the condition, region or rule; `name` the procedure of
    a filter; `site` the one whose piece is in the way; `number` a phase or player. `rank` is how far-fetched.
    """

    kind: str
    change: Change
    seen: Seen
    rank: int
    probe: Probe | None = None
    asked: Evaluated | None = None
    name: str = ""
    site: int | None = None
    number: int = 0
    #: the log that `asked` stands in
    asked_in: Sequence[Entry] = ()


class Causes:
    """Looks for what refuses the wanted move of a question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.observer = question.observer

    def find(self) -> tuple[tuple[Cause, ...], bool]:
        """The causes, best first; and whether they only refuse the move together."""
        base = self.question.base
        single = self._nearest(list(self._single(base)))
        single += self.pieces_in_the_way() if not any(each.rank < _IN_THE_WAY for each in single) else []
        single += self._elsewhere() if not single else []
        if single:
            return self._best(single), False
        several = self._several(base)
        return several, True

    def _nearest(self, causes: list[Cause]) -> list[Cause]:
        """Those that are enough, of the least far-fetched among which there are any."""
        for rank in sorted({cause.rank for cause in causes}):
            if result := list(self._enough(cause for cause in causes if cause.rank == rank)):
                return result
        return []

    def _left(self) -> bool:
        return self.question.trials < MOST_TRIALS

    def _enough(self, causes: Iterable[Cause]) -> Iterator[Cause]:
        """Those by which alone the move becomes legal."""
        for cause in causes:
            if not self._left():
                return
            seen = self.question.look(cause.change)
            if seen.legal:
                yield evolve(cause, seen=seen)

    # --- What can be turned round ----------------------------------------------------------------------

    def _single(self, seen: Seen) -> Iterator[Cause]:
        """Everything that was asked about the move, turned round one by one, the nearest first."""
        if seen.offers:
            # It is offered, but then judged: only what that asks can keep it.
            yield from self._of(seen, self._judged(seen))
            if seen.failed:
                kind = "condition" if self._of_author(seen.failed) else "repeat"
                yield Cause(kind, Change(relaxed=frozenset({seen.failed})), seen, 1, name=seen.failed)
            return
        yield from self._filters(seen)
        yield from self._of(seen, self.question.asked(seen.log, ProbeKind.CONDITION, ProbeKind.REGION))

    def _of(self, seen: Seen, asked: Iterable[Evaluated]) -> Iterator[Cause]:
        """What is whole: a part can decide nothing that the whole does not."""
        causes: list[Cause] = []
        for entry in asked:
            rank = self._rank(entry)
            if entry.probe.whole() is not entry.probe:
                continue
            if entry.probe.kind is ProbeKind.REGION:
                causes += self._regions(seen, entry, rank)
            else:
                change = Change({entry.key: not entry.value})
                log = seen.judging if seen.offers else seen.log
                causes.append(Cause("condition", change, seen, rank, entry.probe, entry, asked_in=log))
        yield from sorted(causes, key=lambda cause: cause.rank)

    def _judged(self, seen: Seen) -> list[Evaluated]:
        """The conditions of the author that a check of the move asked."""
        result: dict[object, Evaluated] = {}
        for entry in seen.judging:
            if isinstance(entry, Evaluated) and entry.probe.kind is ProbeKind.CONDITION:
                if entry.probe.asked_after and entry.probe.argument == "condition":
                    result.setdefault(entry.key, entry)
        return list(result.values())

    def _regions(self, seen: Seen, entry: Evaluated, rank: int) -> Iterator[Cause]:
        """A whole region, with one end of the move put in, or taken out."""
        wanted = self.question.wanted
        for site in dict.fromkeys((wanted.target, wanted.origin)):
            if site is None:
                continue
            cause = Cause("region", Change(), seen, rank, entry.probe, entry, site=site, asked_in=seen.log)
            yield evolve(cause, change=Change({entry.key: self._turned(cause, entry)}))

    def _rank(self, entry: Evaluated) -> int:
        """How far-fetched it is that this refuses the move."""
        near = self.question.concerns(entry) or 0
        top = entry.probe.whole()
        branch = top.holder is not None and top.argument == "condition" and bool(top.holder.branches)
        return 2 * branch + FAR * near

    def _filters(self, seen: Seen) -> Iterator[Cause]:
        """Rules that go before others, and moves of which only the best are kept."""
        asked = {e.probe: e for e in seen.log if isinstance(e, Offered) and e.here}
        for probe in asked:
            first = probe.holder.priorities()[:-1] if isinstance(probe.holder, Moves) else ()
            if any(each is probe.ludeme for each in first):
                yield Cause("priority", Change(silent=frozenset({probe.number})), seen, 0, probe)
        for entry in seen.log:
            if isinstance(entry, Compared):
                yield Cause("most", Change(relaxed=frozenset({entry.name})), seen, 0, name=entry.name)

    def _of_author(self, check: str) -> bool:
        """Whether a check is a condition that the author wrote (not a rule about repetition)."""
        span = self.observer.filters[check]
        return any(p.span == span and p.ludeme.asks_after for p in self.observer.probed.probes.all)

    # --- What else could be otherwise ------------------------------------------------------------------

    def pieces_in_the_way(self) -> list[Cause]:
        """Pieces without which the move would be legal: of the way, or of the site moved to."""
        question = self.question
        wanted, contents = question.wanted, self.contents
        nearest = [wanted.target] if wanted.target is not None else []
        sites = [*nearest, *(s for s, piece in enumerate(contents) if piece is not None)]
        causes: list[Cause] = []
        for site in dict.fromkeys(sites):
            if contents[site] is None or site == wanted.origin or not self._left():
                continue
            without = tuple(None if s == site else piece for s, piece in enumerate(contents))
            seen = question.look(Change(), with_contents(self.observer, question.state, without))
            if seen.legal:
                causes.append(Cause("occupied", Change(), seen, _IN_THE_WAY, site=site))
        return causes

    def is_freed(self, site: int) -> bool:
        """Would the move be legal without the piece on a site?"""
        without = tuple(None if s == site else piece for s, piece in enumerate(self.contents))
        return self.question.look(Change(), with_contents(self.observer, self.question.state, without)).legal

    @cached_property
    def contents(self) -> Contents:
        """What is on each site."""
        return self.observer.contents(self.question.state)

    def _elsewhere(self) -> list[Cause]:
        """Other phases, and other players to move, in which the move would be legal."""
        causes: list[Cause] = []
        for kind, number, state in self._otherwise():
            if not self._left():
                break
            seen = self.question.look(Change(), state)
            if seen.legal:
                causes.append(Cause(kind, Change(), seen, 5, number=number))
        return causes

    def _otherwise(self) -> Iterator[tuple[str, int, State]]:
        observer, state = self.observer, self.question.state
        fields = {field.name: (field, slot) for field, slot in observer.module.slots.items()}
        if "phase" in fields:
            current = state.mover
            slot = fields["phase"][1]
            for phase in range(len(observer.probed.game.rules.phases or ())):
                if phase != getattr(state, slot)[current]:
                    yield (
                        "phase",
                        phase,
                        in_position(
                            state,
                            lambda s, p=phase: getattr(s, slot).__setitem__(current, p),  # type: ignore[misc]
                        ),
                    )
        for player in range(1, observer.program.players + 1):
            if player != state.mover:
                yield "theirs", player, in_position(state, lambda s, p=player: setattr(s, "mover", p))  # type: ignore[misc]

    # --- Several together ------------------------------------------------------------------------------

    def _several(self, base: Seen) -> tuple[Cause, ...]:
        """Few that refuse the move together: as few as are found, or two."""
        if result := self._smallest(base):
            return result
        last = self.question.trials + _PAIRS
        first = [c for c in self._single(base) if c.rank < FAR]
        for cause in first:
            seen = self.question.look(cause.change)
            for other in self._single(seen):
                if self.question.trials >= last or not self._left():
                    return ()
                if other.asked is not None and cause.asked is not None and other.asked.key == cause.asked.key:
                    continue
                both = self.question.look(cause.change | other.change)
                if both.legal:
                    return evolve(cause, seen=both), evolve(other, seen=both)
        return ()

    def _smallest(self, base: Seen) -> tuple[Cause, ...]:
        """Everything that refuses, turned round at once, and then one after the other left out (ddmin)."""
        chosen: list[Cause] = []
        seen = base
        for _ in range(6):
            taken = {c.asked.key for c in chosen if c.asked is not None}
            more = [
                c for c in self._single(seen)
                if c.rank == 0 and (c.asked is None or c.asked.key not in taken)
                and (c.asked is None or not c.asked.value)
            ]  # fmt: skip
            if not more or not self._left():
                return ()
            chosen += more
            seen = self.question.look(_all(chosen))
            if seen.legal:
                break
        if not seen.legal:
            return ()
        for cause in list(chosen):
            rest = [each for each in chosen if each is not cause]
            if not self._left():
                break
            if self.question.look(_all(rest)).legal:
                chosen = rest
        return tuple(evolve(cause, seen=seen) for cause in chosen)

    # --- Which to tell ---------------------------------------------------------------------------------

    def _best(self, causes: list[Cause]) -> tuple[Cause, ...]:
        """Of the causes the least far-fetched, those first by which the fewest other moves would change, each
        condition and region at the part of it that decides."""
        least = min(cause.rank for cause in causes)
        near = [cause for cause in causes if cause.rank == least]
        if len(near) > 1:
            near.sort(key=lambda cause: self.question.extent(cause.seen))
        kept = [self._deciding(cause) if cause.kind in ("condition", "region") else cause for cause in near]
        # what stands inside another cause says more than that
        inner = [c for c in kept if c.probe is not None]
        kept = [
            c for c in kept
            if c.probe is None or not any(o is not c and o.probe is not c.probe and o.probe is not None
                                          and o.probe.within(c.probe) for o in inner)
        ]  # fmt: skip
        # a check is told by the condition in it
        if any(c.kind == "condition" and c.probe is not None for c in kept):
            kept = [c for c in kept if c.kind != "repeat" and not (c.kind == "condition" and c.probe is None)]
        return tuple(kept)

    def _deciding(self, cause: Cause) -> Cause:
        """Of what refuses the move the smallest part with all in it that would do alone."""
        whole = cause.asked
        if whole is None:
            return cause
        parts = [entry for entry in parts_of(cause.asked_in, whole) if entry.probe.kind is whole.probe.kind]
        enough = list(self._enough(
            evolve(cause, change=Change({part.key: self._turned(cause, part)}), probe=part.probe, asked=part)
            for part in parts if part.probe.only_in(whole.probe)
        ))  # fmt: skip
        result = [cause, *(evolve(each, seen=cause.seen) for each in enough)]
        probes = [each.probe for each in result if each.probe is not None]
        leaves = [p for p in probes if not any(other is not p and other.within(p) for other in probes)]
        around = [c for c in result if c.probe is not None and all(leaf.within(c.probe) for leaf in leaves)]
        chosen = max(around, key=lambda each: _depth(each.probe))
        # `(not C)` is what the author asked; C only says why it does not hold
        while chosen.probe is not None:
            outer = next((c for c in result if c.probe is not None and chosen.probe.parent is c.probe), None)
            if outer is None or outer.probe is None or not isinstance(outer.probe.ludeme, Not):
                break
            chosen = outer
        return chosen

    @staticmethod
    def _turned(cause: Cause, asked: Evaluated) -> object:
        """What a condition is not; of a region which site is put in, or taken out."""
        if asked.probe.kind is ProbeKind.CONDITION:
            return not asked.value
        assert cause.site is not None
        bit = 1 << cause.site
        return (0, bit) if asked.value & bit else (bit, 0)


def parts_of(log: Sequence[Entry], asked: Evaluated) -> list[Evaluated]:
    """What was asked for a condition: its parts, just before it in the log, the last first."""
    number = next((n for n in range(len(log) - 1, -1, -1) if log[n] is asked), 0)
    result: dict[Probe, Evaluated] = {}
    for before in range(number - 1, -1, -1):
        entry = log[before]
        if not isinstance(entry, Evaluated):
            continue
        if entry.probe is asked.probe or not entry.probe.within(asked.probe):
            break
        result.setdefault(entry.probe, entry)
    return list(result.values())


def _all(causes: Iterable[Cause]) -> Change:
    change = Change()
    for cause in causes:
        change |= cause.change
    return change


def _depth(probe: Probe | None) -> int:
    depth = 0
    while probe is not None:
        depth, probe = depth + 1, probe.parent
    return depth
