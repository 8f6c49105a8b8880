"""Weaving: the ludemes of a bound game are copied, and each copy tells its probe what it is lowered to.

A ludeme is advised alone, as an object: its class, and with it all other games, stay as they are.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from attrs import field, frozen

from gdl.builder.builder import Builder
from gdl.builder.meaning_error import MeaningError
from gdl.compile.compile import bind_game, within_budget
from gdl.compile.lower_game import lower
from gdl.compile.lower_match import lower_match
from gdl.compile.probes import Probe, ProbeKind, Probes
from gdl.core.ops import Expr, Program
from gdl.equip.facts import Facts
from gdl.expand import Expanded
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.ludeme.categories import BoolExpr, EndRule, IntExpr, Moves, Region, Result
from gdl.ludemes.game import Game
from gdl.ludemes.match import Match
from gdl.parse.forms import Brace, Form, Named, Paren
from gdl.source.diagnostics import LanguageError
from gdl.source.text import NOWHERE, Source, Span

L = TypeVar("L", bound=Ludeme)


def woven(ludeme: L, probes: Probes, form: Form | None) -> L:
    """A copy of a bound tree, each of whose ludemes tells a probe what it is lowered to.

    `form` is what the tree was bound from: each probe is given its own part of that.
    """
    made: L = _woven(ludeme, probes, None, None, "", _Forms(form, (ludeme.span,)))
    return made


def _woven(value: Any, probes: Probes, parent: Probe | None, holder: Ludeme | None, argument: str,
           forms: _Forms) -> Any:  # fmt: skip
    if isinstance(value, tuple):
        return tuple(_woven(each, probes, parent, holder, argument, forms) for each in value)
    if not isinstance(value, Ludeme):
        return value
    made, form = copy.copy(value), forms.take(value.span)
    kind = _kind_of(made, holder)
    probe = None
    if kind is not None and made.span is not NOWHERE:
        probe = probes.add(kind, made, parent, holder, argument, form)
    parts = [(name, getattr(made, name)) for name in ARGUMENTS[type(made)]]
    inner = _Forms(form, tuple(each.span for _, part in parts for each in _ludemes(part)))
    for name, part in parts:
        if isinstance(part, Ludeme | tuple):
            object.__setattr__(made, name, _woven(part, probes, probe or parent, made, name, inner))
    if probe is not None:
        _advise(made, probe, probes)
    return made


def _ludemes(value: object) -> Iterator[Ludeme]:
    """Those that an argument is, or is an array of."""
    if isinstance(value, tuple):
        for each in value:
            yield from _ludemes(each)
    elif isinstance(value, Ludeme):
        yield value


class _Forms:
    """The forms inside one that arguments were bound from: by their places, those of one place in order."""

    def __init__(self, form: Form | None, places: tuple[Span, ...]) -> None:
        self._found: dict[tuple[Source, int, int], list[Form]] = {_place(span): [] for span in places}
        waiting = [] if form is None or not places else [form]
        while waiting:
            here = waiting.pop()
            known = self._found.get(_place(here.span))
            if known is not None:
                known.append(here)
                continue
            if isinstance(here, Paren | Brace):
                waiting += here.items[::-1]
            elif isinstance(here, Named):
                waiting.append(here.value)

    def take(self, span: Span) -> Form | None:
        """The next form of a place."""
        found = self._found.get(_place(span))
        return found.pop(0) if found else None


def _place(span: Span) -> tuple[Source, int, int]:
    return (span.source, span.start, span.end)


def _kind_of(ludeme: Ludeme, holder: Ludeme | None) -> ProbeKind | None:
    match ludeme:
        case BoolExpr():
            return ProbeKind.CONDITION
        case IntExpr() if isinstance(holder, BoolExpr):
            return ProbeKind.NUMBER
        case Region():
            return ProbeKind.REGION
        case Moves():
            return ProbeKind.RULE
        case EndRule():
            return ProbeKind.ENDING
        case Result():
            return ProbeKind.RESULT
    return None


def _advise(ludeme: Any, probe: Probe, probes: Probes) -> None:
    """Put the probe around what this one object is lowered by (advice); its class stays as it is."""

    def put(name: str, advice: Callable[..., Any]) -> None:
        object.__setattr__(ludeme, name, partial(advice, getattr(ludeme, name)))

    def told(original: Callable[[Builder], Expr], b: Builder) -> Expr:
        return probes.value(b, probe, original(b))

    def offered(original: Callable[[Builder], None], b: Builder) -> None:
        probes.generator(b, probe, lambda: original(b))

    def marked(original: Callable[[Builder], None], b: Builder) -> None:
        with b.at(ludeme):
            probes.mark(b, probe)
        original(b)

    match probe.kind:
        case ProbeKind.CONDITION | ProbeKind.NUMBER | ProbeKind.REGION:
            put("lower", told)
        case ProbeKind.RULE:
            put("lower", offered)
            put("effect", marked)
        case _:
            put("lower", marked)


# --- A game with probes -----------------------------------------------------------------------------------


@frozen
class Probed:
    """A game lowered with probes. `texts` are its expanded forms, for places in definitions."""

    program: Program = field(repr=False)
    facts: Facts = field(repr=False)
    probes: Probes = field(repr=False)
    #: what is played, with its probes
    game: Game = field(repr=False)
    expanded: Expanded = field(repr=False)
    texts: tuple[Form, ...] = field(repr=False)


def compile_with_probes(
    game: str | Path | Source,
    options: dict[str, str] | None = None,
    definitions: Sequence[str | Path] = (),
) -> Probed:
    """All stages up to the core program, with probes. Raises LanguageError, as compiling it plainly does."""
    with within_budget():
        expanded, bound, _ = bind_game(game, options, definitions=definitions)
        probes, texts = Probes(), [expanded.game]
        try:
            if isinstance(bound, Match):
                file = expanded.subgames[0]
                chosen = {option.name: expanded.chosen[option.name] for option in file.options}
                inner, played, _ = bind_game(file.path, file.fixed | chosen, definitions=definitions)
                assert isinstance(played, Game), "it has been compiled before"
                texts.append(inner.game)
                rules = woven(played, probes, inner.game)
                program, facts, _ = lower_match(woven(bound, probes, expanded.game), rules)
            else:
                rules = woven(bound, probes, expanded.game)
                program, facts, _ = lower(rules)
        except MeaningError as error:
            raise LanguageError((error.diagnostic,)) from error
    return Probed(program, facts, probes, rules, expanded, tuple(text for text in texts if text is not None))
