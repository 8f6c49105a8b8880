"""Weaving probes: an observer (gdl/ludeme/weaving.py) hands what ludemes are lowered to through probes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gdl.builder.builder import Builder
from gdl.compile.compile import Compiled, compile_game
from gdl.compile.probes import Probe, ProbeKind, Probes
from gdl.core.ops import Program
from gdl.ludeme.base import ARGUMENTS, Ludeme
from gdl.ludeme.categories import BoolExpr, EndRule, IntExpr, Moves, Region, Result
from gdl.ludeme.weaving import Advice, Join, ludemes_of
from gdl.ludemes.game import Game
from gdl.parse.forms import Brace, Form, Named, Paren
from gdl.source.text import NOWHERE, Source, Span
from gdl.support.identity import IdentityMap
from gdl.support.values import field, frozen


class ProbeWeaver:
    """The observer that puts probes in: around the ludemes of a kind that one looks at."""

    def __init__(self) -> None:
        self.probes = Probes()
        #: by join point its probe, or else that of the nearest around it; and the forms of its arguments
        self._probe: IdentityMap[Join, Probe | None] = IdentityMap()
        self._inner: IdentityMap[Join, _Forms] = IdentityMap()

    def advise(self, join: Join) -> Advice | None:
        """A probe with its own part of the text."""
        ludeme, holder = join.ludeme, join.holder
        if holder is None:
            parent, form = None, _Forms(join.text, (ludeme.span,)).take(ludeme.span)
        else:
            parent, form = self._probe[holder], self._inner[holder].take(ludeme.span)
        parts = (getattr(ludeme, name) for name in ARGUMENTS[type(ludeme)])
        self._inner[join] = _Forms(form, tuple(each.span for part in parts for each in ludemes_of(part)))
        self._probe[join] = parent
        held_by = None if holder is None else holder.ludeme
        kind = _kind_of(ludeme, held_by)
        if kind is None or ludeme.span is NOWHERE:
            return None
        probe = self._probe[join] = self.probes.add(kind, ludeme, parent, held_by, join.argument, form)
        return self._around(probe)

    def _around(self, probe: Probe) -> Advice:
        probes = self.probes

        def probed(b: Builder, method: str, go: Callable[[], Any]) -> Any:
            value = go()
            return probes.value(b, probe, value) if method == "lower" else value

        def marked(b: Builder, method: str, go: Callable[[], Any]) -> Any:
            if method in ("lower", "effect"):
                with b.at(probe.ludeme):
                    probes.mark(b, probe)
            return go()

        def offered(b: Builder, method: str, go: Callable[[], Any]) -> Any:
            return probes.generator(b, probe, go) if method == "lower" else marked(b, method, go)

        match probe.kind:
            case ProbeKind.CONDITION | ProbeKind.NUMBER | ProbeKind.REGION:
                return probed
            case ProbeKind.RULE:
                return offered
        return marked


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
        value = self._found.get(_place(span))
        return value.pop(0) if value else None


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


# --- A game with probes -----------------------------------------------------------------------------------


@frozen
class Probed:
    """A game that was compiled with probes."""

    compiled: Compiled = field(repr=False)
    probes: Probes = field(repr=False)

    @property
    def program(self) -> Program:
        """The core program, whose probes these are."""
        return self.compiled.program

    @property
    def game(self) -> Game:
        """What is played."""
        return self.compiled.played

    @property
    def texts(self) -> tuple[Form, ...]:
        """What it was made of: expanded forms, for places in definitions."""
        return self.compiled.texts


def compile_with_probes(
    game: str | Path | Source,
    options: Mapping[str, str] | None = None,
    definitions: Sequence[str | Path] = (),
) -> Probed:
    """All stages up to the core program, with probes. Raises LanguageError, as compiling it plainly does."""
    weaver = ProbeWeaver()
    compiled = compile_game(game, options, definitions=definitions, observer=weaver)
    return Probed(compiled, weaver.probes)
