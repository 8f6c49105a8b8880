"""Answers as text, with the author's own lines as `gdl check` shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gdl.source.diagnostics import Diagnostic
from gdl.source.render import excerpt
from gdl.source.text import NOWHERE, Span
from gdl.support.files import named
from gdl.support.printable import one_line
from interpreter.why.answers import Reason, Why
from interpreter.why.explain import showing
from interpreter.why.trace import ConditionSeen, Ply

#: The most parts of a condition that are shown.
_PARTS = 12


def text_of(why: Why, colour: bool = False) -> str:
    """An answer as text, without a line's end after it."""
    return "\n".join(_lines(why, colour))


def _lines(why: Why, colour: bool) -> Iterator[str]:
    yield one_line(why.words)
    several = len({reason.words for reason in why.reasons}) > 1
    for number, reason in enumerate(why.reasons, 1):
        if several:
            yield one_line(f"{number}. {reason.words}")
        if reason.span is not NOWHERE:
            yield place_of(reason, colour)
    if why.dice and not why.rolls:
        yield showing(why.dice)
    if why.conditions:
        yield "what was asked:"
        for reason in why.conditions:
            yield one_line(f"  {reason.words}  ({where(reason.span)})")
            for part in reason.parts[:_PARTS]:
                yield one_line(f"    {'  ' * (part.depth - 1)}{part}")
    if why.effects:
        yield "what it does:"
        yield from (f"  {one_line(effect)}" for effect in why.effects)
    for said, others in (("before it", why.earlier), ("then", why.following)):
        for answer in others:
            yield f"{said} {one_line(answer.words)}"
            yield from list(_lines(answer, colour))[1:]


def place_of(reason: Reason, colour: bool = False) -> str:
    """The author's line with a caret, what its parts were, and the definitions that it came through."""
    parts = [str(part) for part in reason.parts[:_PARTS]]
    notes = tuple(one_line(each) for each in (*parts, *reason.notes))
    excerpted = Diagnostic("", "", reason.span, reason.label, notes=notes, via=reason.via, severity="warning")
    return excerpt(excerpted, colour)


def where(span: Span) -> str:
    """A place as `file:line:column`."""
    return one_line(f"{named(span.source.name)}:{span.line}:{span.column}")


def trace_text(ply: Ply) -> str:
    """A ply as text, without a line's end after it."""
    return "\n".join(map(one_line, _ply_lines(ply)))


def _ply_lines(ply: Ply) -> Iterator[str]:
    yield f"{ply.number}. {ply.mover}: {ply.move}"
    if ply.dice:
        yield f"  {showing(ply.dice)}"
    yield from _section(
        "rules asked",
        (
            f"{_times(rule.times)}, offers {rule.moves}  {rule.text}  ({where(rule.span)})"
            for rule in ply.rules
        ),
    )
    yield from _section("conditions of this move", _conditions(ply.conditions))
    yield from _section("asked of other moves", _conditions(ply.others))
    if ply.rule is not None:
        yield f"  played by  {ply.rule.text}  ({where(ply.rule.span)})"
    yield from _section("effects", (f"{effect.text}  ({where(effect.span)})" for effect in ply.effects))
    yield from _section("asked while it was played", _conditions(ply.checks))
    yield from _section("changes", ply.changes)
    yield from _section("endings", _conditions(ply.endings))
    yield from _section("results", (f"{result.text}  ({where(result.span)})" for result in ply.results))
    yield from (f"  {each}" for each in ply.phases)
    yield f"  {ply.then}"


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if not number:
            yield f"  {title}:"
        yield f"    {line}"


def _conditions(conditions: Iterable[ConditionSeen]) -> Iterator[str]:
    for condition in conditions:
        if condition.true + condition.false == 1:
            said = "true" if condition.true else "false"
        else:
            counts = ((condition.true, "true"), (condition.false, "false"))
            said = ", ".join(f"{word} {_times(count)}" for count, word in counts if count)
        yield f"{condition.text}  {said}  ({where(condition.span)})"
        for part in condition.parts[:_PARTS]:
            yield f"  {'  ' * (part.depth - 1)}{part}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
