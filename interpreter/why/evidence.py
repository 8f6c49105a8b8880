"""What is seen of rules that were asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gdl.compile.probes import Probe, ProbeKind
from gdl.ludemes.afterwards import Do
from interpreter.engines.interface import Endpoints
from interpreter.engines.move_words import RawMove
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.why.observer import Asked, Entry, Offered
from interpreter.why.question import Question, Seen


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


def played(question: Question, state: State, move: Move) -> tuple[RawMove, Probe | None]:
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


def held(question: Question, seen: Seen, rule: Probe | None) -> list[tuple[Sequence[Entry], Asked]]:
    """Of the conditions that were asked those that the wanted move hung on, whole ones: those of its rule and
    of the rules around that one, asked of where it starts and ends. Each with the log that it stands in."""
    result: list[tuple[Sequence[Entry], Asked]] = []
    for log in (seen.log, seen.judging):
        for entry in log:
            if not isinstance(entry, Asked) or entry.probe.kind is not ProbeKind.CONDITION:
                continue
            probe = entry.probe
            if probe.whole() is not probe or not entry.here or question.concerns(entry) != 0:
                continue
            of = probe.rule()
            if log is seen.log and (rule is None or of is None or not rule.within(of)):
                continue
            if log is seen.judging and not isinstance(probe.holder, Do):
                continue
            result.append((log, entry))
    return result


def ends_of(seen: Endpoints) -> tuple[int, int]:
    return seen.origin, seen.target
