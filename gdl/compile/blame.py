"""Blame assignment: mistakes inside a definition are told of its use, where the use is at fault.

A definition that makes sense by itself, with holes for its arguments, makes a mistake only by what it is
given or not given. Then the call is blamed, and not its parts: which argument is missing or wrong is found by
trying the use with holes in their places. (As contracts blame whoever breaks them: Findler and Felleisen,
Contracts for Higher-Order Functions, 2002.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice

from gdl.bind import in_order, survey
from gdl.expand.definitions import Definition
from gdl.expand.expander import Trial
from gdl.parse.forms import Form, Hole, Paren, String
from gdl.parse.parser import parse
from gdl.source.comment_above import comment_above
from gdl.source.diagnostics import Diagnostic, Label
from gdl.source.text import Source, Span, Use
from gdl.support.values import define, evolve, field, frozen

#: So many uses are looked into, and of each so many ways to give its arguments: trying takes time.
MAX_USES = 20
MAX_WAYS = 30
#: So many forms are made for it at most; what is left then is told where it stands.
MAX_MADE = 20_000

Place = tuple[str, str, int, int]


def blamed(mistakes: Iterable[Diagnostic], trial: Trial) -> tuple[Diagnostic, ...]:
    """The mistakes, in the order of the text, each once; those that a use of a definition makes are told of
    that use. `mistakes` are those of each use."""
    return in_order(_Blame(trial).assigned(tuple(mistakes)))


@frozen
class _Call:
    """A use that is at fault: what came of it, and the uses around it."""

    use: Use
    outer: tuple[Use, ...]
    mistakes: list[Diagnostic]

    def holds(self, other: _Call) -> bool:
        """Whether another use is among the arguments of this one."""
        here, there = self.use.use, other.use.use
        return here is not there and here.source is there.source and here.start < there.start <= here.end


@define
class _Blame:
    trial: Trial
    _own: dict[str, frozenset[Place]] = field(factory=dict)

    def assigned(self, mistakes: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
        calls: dict[Span, _Call] = {}
        assigned: list[Diagnostic | _Call] = []
        for mistake in mistakes:
            at_fault = self._at_fault(mistake)
            if at_fault is None:
                assigned.append(mistake)
                continue
            use, outer = at_fault
            if use.use not in calls and len(calls) >= MAX_USES:
                assigned.append(mistake)
                continue
            if use.use not in calls:
                calls[use.use] = _Call(use, outer, [])
                assigned.append(calls[use.use])
            calls[use.use].mistakes.append(mistake)
        for each in assigned:
            if isinstance(each, Diagnostic):
                yield each
            elif not any(call.holds(each) for call in calls.values()):
                result = self._of_call(each)
                yield from each.mistakes if self._is_spent() else [result]

    def _is_spent(self) -> bool:
        return self.trial.made > MAX_MADE

    def _at_fault(self, mistake: Diagnostic) -> tuple[Use, tuple[Use, ...]] | None:
        """The innermost use that makes the mistake, with those around it; None where the text itself does."""
        via = tuple(use for use in mistake.via if not use.name.startswith("<"))
        if not via or not _is_in(mistake.span, via[0].definition) or self._is_spent():
            return None
        for depth, use in enumerate(via):
            if _place(mistake) in self._own_mistakes(use.name):
                return None if not depth else (via[depth - 1], via[depth:])
        return via[-1], ()

    def _own_mistakes(self, name: str) -> frozenset[Place]:
        """Those that a definition makes whatever it is given."""
        if name not in self._own:
            result = survey(self.trial.definition(name), definitions=self.trial.definitions)
            self._own[name] = frozenset(map(_place, result))
        return self._own[name]

    def _of_call(self, call: _Call) -> Diagnostic:
        definition = self.trial.definitions.get(call.use.name)
        forms, _ = parse(Source("", call.use.use.text))
        if definition is not None and len(forms) == 1:
            given = forms[0].items[1:] if isinstance(forms[0], Paren) else ()
            if not self._is_right(definition, given):
                missing = self._missing(definition, given)
                if missing:
                    return _lacking(call, definition, len(given), missing)
                wrong = [
                    number
                    for number in range(min(len(given), definition.parameters))
                    if self._is_right(definition, (*given[:number], Hole(), *given[number + 1 :]))
                ]
                if wrong:
                    return _given_wrongly(call, definition, given[wrong[0]], wrong[0] + 1)
        return _of_another_kind(call)

    def _missing(self, definition: Definition, given: Sequence[Form]) -> tuple[int, ...]:
        """The numbers of the arguments with which the use would be right; of several ways, the last ones."""
        takes = definition.parameters
        lacking = takes - len(given)
        if lacking <= 0:
            return ()
        behind = tuple(range(len(given) + 1, takes + 1))
        ways = chain((behind,), combinations(range(1, takes + 1), lacking))
        return next(
            (way for way in islice(ways, MAX_WAYS) if self._is_right(definition, _with(given, way))), ()
        )

    def _is_right(self, definition: Definition, given: Sequence[Form]) -> bool:
        """Whether what a definition stands for makes sense with these arguments."""
        if self._is_spent():
            return True
        use = Paren((String(definition.name), *given))
        result = survey(self.trial.use(use), definitions=self.trial.definitions)
        own = self._own_mistakes(definition.name)
        return all(not each.span.source.name or _place(each) in own for each in result)


def _with(given: Sequence[Form], missing: Sequence[int]) -> tuple[Form, ...]:
    """Arguments with holes put in, which get these numbers."""
    waiting = iter(given)
    count = len(given) + len(missing)
    return tuple(Hole() if number in missing else next(waiting) for number in range(1, count + 1))


def _place(mistake: Diagnostic) -> Place:
    span = mistake.span
    return (mistake.code, span.source.name, span.start, span.end)


def _is_in(span: Span, outer: Span) -> bool:
    return span.source is outer.source and outer.start <= span.start and span.end <= outer.end


# --- What is said -------------------------------------------------------------------------------------------


def _lacking(call: _Call, definition: Definition, given: int, missing: Sequence[int]) -> Diagnostic:
    takes = definition.parameters
    arguments = f"{takes} argument{'s' if takes > 1 else ''}"
    what = comment_above(definition.span).arguments
    numbers = " and ".join(f"#{number}" for number in missing)
    meaning = f": {what[missing[0]]}" if len(missing) == 1 and missing[0] in what else ""
    return Diagnostic(
        "E0225",
        f'"{definition.name}" takes {arguments} and is given {given or "none"}',
        call.use.use,
        f"{numbers} {'is' if len(missing) == 1 else 'are'} missing{meaning}",
        help=(_usage(definition),),
        notes=_notes(call),
        related=(Label(_beginning(definition), "defined here"),),
        via=call.outer,
    )


def _given_wrongly(call: _Call, definition: Definition, argument: Form, number: int) -> Diagnostic:
    use, what = call.use.use, comment_above(definition.span).arguments
    place = Span(use.source, use.start + argument.span.start, use.start + argument.span.end)
    text = place.text if len(place.text) <= 60 and "\n" not in place.text else "this"
    shown = f"`{text}`" if text != "this" else text
    return Diagnostic(
        "E0226",
        f'{shown} cannot stand for #{number} of "{definition.name}"',
        place,
        f"#{number} is {what[number]}" if number in what else "",
        help=(_usage(definition),),
        notes=_notes(call),
        related=(Label(_beginning(definition), "defined here"),),
        via=call.outer,
    )


def _of_another_kind(call: _Call) -> Diagnostic:
    """What is wrong with all of a use: it is of another kind than is wanted there."""
    first = call.mistakes[0]
    shown = (Label(first.span, "this is what it stands for"),)
    return evolve(
        first, span=call.use.use, related=shown, via=call.outer, fixes=(), subject=None, suggested=()
    )


def _usage(definition: Definition) -> str:
    """How a definition is used, with what its comment says of its arguments."""
    numbers = range(1, definition.parameters + 1)
    what = comment_above(definition.span).arguments
    meanings = "; ".join(f"#{number}: {what[number]}" for number in numbers if number in what)
    usage = f'("{definition.name}" {" ".join(f"#{number}" for number in numbers)})'
    return f"it is used as `{usage}`" + (f", {meanings}" if meanings else "")


def _beginning(definition: Definition) -> Span:
    """A definition up to its name."""
    span = definition.span
    end = span.source.text.find('"', span.source.text.find('"', span.start) + 1)
    return Span(span.source, span.start, end + 1 if span.start < end < span.end else span.end)


def _notes(call: _Call) -> tuple[str, ...]:
    first = call.mistakes[0]
    line, column = first.span.source.position(first.span.start)
    name = "" if first.span.source is call.use.use.source else f"{first.span.source.name}:"
    return (f"what comes of it at {name}{line}:{column}: {first.message}",)
