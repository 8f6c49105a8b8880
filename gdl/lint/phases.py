"""Phases that are never reached, and changes of phase that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.core.ops import Expr
from gdl.lint.conditions import verdict
from gdl.lint.subject import Rule, Subject, finding
from gdl.lower.players import EVERYBODY, fixed_player
from gdl.ludemes.game import NextPhase, Phase
from gdl.source.diagnostics import Diagnostic


def _phases(subject: Subject) -> tuple[Phase, ...]:
    return subject.game.rules.phases or ()


def _first(phases: tuple[Phase, ...], player: int) -> int:
    """The phase in which a player starts: the first that is everybody's or its own."""
    own = (i for i, each in enumerate(phases)
           if each.role is None or fixed_player(each.role) in (player, None))  # fmt: skip
    return next(own, 0)


def _targets(subject: Subject, number: int) -> Iterator[tuple[NextPhase, int]]:
    """To which phases one leads, by transitions that can come."""
    phases = _phases(subject)
    names: dict[str, int] = {}
    for i, phase in enumerate(phases):
        names.setdefault(phase.name, i)
    for transition in phases[number].transitions():
        target = (number + 1) % len(phases) if transition.name is None else names.get(transition.name, number)
        result = _verdict(subject, transition)
        if result is not False:
            yield transition, target
        if result is True and transition.who in (None, *EVERYBODY):
            return  # those behind it are never looked at


def _verdict(subject: Subject, transition: NextPhase) -> bool | None:
    """Does a transition always come, never, or is that not known?"""
    if transition.condition is None:
        return True
    lowered = subject.lowered(transition.condition)
    result = {verdict(subject, each) for each in lowered if isinstance(each.value, Expr)}
    return result.pop() if len(result) == 1 else None


def _unreached(subject: Subject) -> Iterator[Diagnostic]:
    phases = _phases(subject)
    reached = {_first(phases, p) for p in range(1, subject.facts.players + 1)} if phases else set()
    waiting = list(reached)
    while waiting:
        for _, target in _targets(subject, waiting.pop()):
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    for number, phase in enumerate(phases):
        if number in reached or phase.span.source not in subject.own_sources:
            continue
        before = phases[number - 1].name
        yield finding(
            "W0620", f'the phase "{phase.name}" is never reached', phase.span, "never played",
            f'say when the game goes on to it: (nextPhase (no Pieces Mover) "{phase.name}") in "{before}"',
            subject=phase.name,
        )  # fmt: skip


def _same_name(subject: Subject) -> Iterator[Diagnostic]:
    names: dict[str, Phase] = {}
    for phase in _phases(subject):
        first = names.setdefault(phase.name, phase)
        if first is not phase:
            yield finding(
                "W0640", f'there are two phases called "{phase.name}"', phase.span, "the second one",
                "(nextPhase ...) by this name leads to the first: give one of them another name",
                subject=phase.name,
            )  # fmt: skip


def _behind(subject: Subject) -> Iterator[Diagnostic]:
    """Changes of phase behind one that always comes, and those that lead to where the game is."""
    for phase in _phases(subject):
        always = False
        for transition in phase.transitions():
            if transition.span.source not in subject.own_sources:
                continue
            if always:
                yield finding(
                    "W0620", "this change of phase never comes: one before it always does", transition.span,
                    "never looked at", "the first whose condition holds is taken: put this one before it",
                )  # fmt: skip
            always = always or (transition.who is None and _verdict(subject, transition) is True)


def _to_itself(subject: Subject) -> Iterator[Diagnostic]:
    """Changes of phase that always come and lead to the phase that they are in, which is not the last."""
    phases = _phases(subject)
    for phase in phases[:-1]:
        for transition in phase.transitions():
            itself = transition.name == phase.name and transition.condition is None
            if itself and transition.span.source in subject.own_sources:
                yield finding(
                    "W0620", f'this leads from the phase "{phase.name}" to itself, so nothing changes',
                    transition.span, "the same phase", "name the phase that is to follow", subject=phase.name,
                )  # fmt: skip


RULES = (
    Rule("W0640", _same_name),
    Rule("W0620", _unreached),
    Rule("W0620", _behind),
    Rule("W0620", _to_itself),
)
