"""What lints look at: a game that was compiled with notes, and facts worked out when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from operator import itemgetter
from pathlib import PurePath
from typing import Any, TypeVar

from gdl.analyses.growth import find_growth
from gdl.analyses.ranges import Ranges
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import fixed
from gdl.compile.compile import Compiled, within_budget
from gdl.core import make as k
from gdl.core.ops import Expr, Offer, Proc, Program
from gdl.core.walk import bits, statements
from gdl.equip.facts import Facts
from gdl.lint.beginning import Beginning, beginning_of
from gdl.lint.by_mover import ByMover, Meets
from gdl.lint.cases import Cases
from gdl.lint.decide import Decisions
from gdl.lint.notes import Lowered, Noted
from gdl.lint.occupied import Answered, Occupancy
from gdl.lower.places import regions_of_player
from gdl.lower.turns import supposed
from gdl.ludeme.base import Ludeme, ludemes_in
from gdl.ludeme.categories import IntExpr, Region
from gdl.ludemes.game import Game
from gdl.ludemes.match import Match
from gdl.parse.forms import Brace, Form, Named, Paren, String, Word
from gdl.source.diagnostics import Diagnostic, Fix, LanguageError
from gdl.source.text import NOWHERE, Source, Span
from gdl.support.values import frozen

_OFFERING = bits(Offer)

L = TypeVar("L", bound=Ludeme)
F = TypeVar("F", bound=Form)


class Subject:
    """One game under the eyes of lints; or one `place` of it that an option puts in."""

    def __init__(self, noted: Noted, place: Span | None = None) -> None:
        compiled = noted.compiled
        self.place = place
        self.notes = noted.notes
        self.compiled: Compiled = compiled
        #: the core program that the notes are about, not yet simplified
        self.program: Program = compiled.program
        self._known_written: dict[Span, bool] = {}
        self._known_forms: dict[Span, Form | None] = {}
        self._known_fixed: dict[Expr, int | None] = {}
        self.game: Game = compiled.played
        self.facts: Facts = compiled.facts
        self.match = compiled.game if isinstance(compiled.game, Match) else None

    @property
    def b(self) -> Builder:
        """The builder of that program: regions and numbers can be lowered with it."""
        return self.notes.builder

    @cached_property
    def procs(self) -> dict[str, Proc]:
        """The procedures of that program, by name."""
        return {proc.name: proc for proc in self.program.procs}

    def lowered(self, ludeme: Ludeme) -> list[Lowered]:
        """What a ludeme was lowered to, wherever it was; nothing where rules of its kind were shared."""
        return self.notes.of(ludeme)

    def played(self, ludeme: Ludeme) -> list[Lowered]:
        """The same, without where it is asked what moves another player would have: that is told where they
        have them."""
        lowered = self.lowered(ludeme)
        return [each for each in lowered if each.proc not in self.supposed] or lowered

    @cached_property
    def supposed(self) -> frozenset[str]:
        """The procedures that only tell what moves another player would have."""
        return supposed(self.program)

    @cached_property
    def ranges(self) -> Ranges:
        """How far numbers of the state can grow in a whole game."""
        return find_growth(self.program)

    @cached_property
    def decisions(self) -> Decisions:
        """What is known of conditions, numbers and sets."""
        return Decisions(self.program, self.procs, self.ranges, lambda: self._occupancy.annotated)

    @cached_property
    def answers(self) -> Answered:
        """The same, with what is known of what stands on sites."""
        return Answered(self.decisions, self._occupancy)

    @cached_property
    def _occupancy(self) -> Occupancy:
        return Occupancy(self.program)

    @cached_property
    def meets(self) -> dict[Span, dict[int, Meets]]:
        """By place of a ludeme and by mover what its writes of pieces meet."""
        by_mover = ByMover(self.program, self.decisions.moves_again, self.supposed)
        return by_mover.meets(self._occupancy.annotated)

    @cached_property
    def offered(self) -> frozenset[Span]:
        """The places of ludemes whose moves are offered, and decided on."""
        result = (stmt.span for proc in self.program.procs for stmt in statements(proc.body, _OFFERING))
        return frozenset(result)

    def cases(self, proc: str) -> Cases:
        """Goes through the cases of conditions that stand in a procedure."""
        return Cases(self.program, lambda number: self.decisions.range(number, proc))

    @cached_property
    def beginning(self) -> Beginning | None:
        """The starting position, if it is always the same."""
        return beginning_of(self.program)

    def fixed_sites(self, region: Region, bound: Mapping[Context, int] | None = None) -> int | None:
        """The sites of a region as bits, with these names bound to players; None where play decides."""
        return self._fixed(region, bound or {})

    def regions_of(self, player: int) -> list[Expr]:
        """The regions that belong to a player."""
        b = self.b
        try:
            with within_budget(), b.procedure("lint"):
                return regions_of_player(b, player)
        except LanguageError:
            return []

    def fixed_number(self, number: IntExpr) -> int | None:
        """A number that is always the same; else None."""
        return self._fixed(number, {})

    def _fixed(self, ludeme: Region | IntExpr, bound: Mapping[Context, int]) -> int | None:
        b = self.b
        try:
            with within_budget(), b.procedure("lint"), b.bind({name: k.int_(p) for name, p in bound.items()}):
                lowered = ludeme.lower(b)
                if lowered not in self._known_fixed:  # many regions are made alike
                    self._known_fixed[lowered] = fixed(b, lowered)
                return self._known_fixed[lowered]
        except LanguageError:
            return None

    @cached_property
    def symmetric(self) -> bool:
        """Do all players play alike, with the same kinds of pieces, and with as many at the start?"""
        begun, present = self.beginning, self.decisions.present
        kinds = [
            {(c.base, begun.number(c.index) if begun is not None else 0)
             for c in self.facts.components[1:] if c.owner == p and c.index in present}
            for p in range(1, self.facts.players + 1)
        ]  # fmt: skip
        return all(each == kinds[0] for each in kinds)

    # --- the tree -------------------------------------------------------------------------------------

    @cached_property
    def ludemes(self) -> tuple[Ludeme, ...]:
        """Every ludeme of the game, outer ones first."""
        return tuple(ludemes_in(self.game))

    @cached_property
    def in_rules(self) -> tuple[Ludeme, ...]:
        """Every ludeme of the rules, and then of the equipment."""
        return tuple(ludemes_in((self.game.rules, self.game.equipment)))

    def all(self, kind: type[L]) -> Iterator[L]:
        """Every ludeme of a class."""
        return self._all.of(kind)

    def rules(self, kind: type[L]) -> Iterator[L]:
        """Every ludeme of a class in the rules and in the moves of pieces."""
        return self._rules.of(kind)

    @cached_property
    def _all(self) -> _ByClass:
        return _ByClass(self.ludemes)

    @cached_property
    def _rules(self) -> _ByClass:
        return _ByClass(self.in_rules)

    # --- places ---------------------------------------------------------------------------------------

    @cached_property
    def own_sources(self) -> frozenset[Source]:
        """The file itself: what comes from libraries is nobody's mistake here."""
        return frozenset(self.compiled.expanded.sources[:1])

    @cached_property
    def _forms(self) -> dict[Span, list[Form]]:
        """The game's forms by their places: what stands in a definition may be there many times."""
        result: dict[Span, list[Form]] = {}
        waiting: list[Form] = list(self.compiled.texts)
        while waiting:
            form = waiting.pop()
            result.setdefault(form.span, []).append(form)
            waiting += _parts(form)
        return result

    def written_forms(self, kind: type[F]) -> Iterator[F]:
        """The forms of a kind that stand in the game's own file, each place once."""
        for span, forms in self._forms.items():
            if span.source in self.own_sources and isinstance(forms[0], kind):
                yield forms[0]

    def forms_at(self, span: Span) -> list[Form]:
        """The forms at a place: those of a definition by its uses."""
        return self._forms.get(span, [])

    def form(self, span: Span) -> Form | None:
        """The form at a place; None where several differ, as by the arguments of a definition."""
        if span not in self._known_forms:
            forms = self._forms.get(span, [])
            alike = bool(forms) and all(each == forms[0] for each in forms[1:])
            self._known_forms[span] = forms[0] if alike else None
        return self._known_forms[span]

    @property
    def size(self) -> int:
        """How many forms the game is made of."""
        return sum(map(len, self._forms.values()))

    def parts(self, span: Span) -> list[Span]:
        """The places of all that the forms at a place are made of: definitions and options, too."""
        return [part.span for form in self._forms.get(span, ()) for part in walk(form)]

    @property
    def has_options(self) -> bool:
        """Can players choose? Then other rules may stand in the file than those that are looked at."""
        return bool(self.compiled.expanded.options)

    def own(self, ludeme: Ludeme) -> bool:
        """Does it stand in the game's own file?"""
        return ludeme.span.source in self.own_sources

    @cached_property
    def all_alike(self) -> bool:
        """Whether all players have the same pieces, and no phase of their own."""
        players = range(1, self.facts.players + 1)
        kinds = [{c.base for c in self.facts.components[1:] if c.owner == player} for player in players]
        phases = any(phase.role is not None for phase in self.game.rules.phases or ())
        return not phases and all(each == kinds[0] for each in kinds)

    def beside(self, ludeme: Ludeme) -> bool:
        """Does it stand in another file in the folder of the game's own?"""
        return self.is_beside(ludeme.span)

    def is_beside(self, span: Span) -> bool:
        """Is it a place in another file in the folder of the game's own?"""
        folders = {PurePath(source.name).parent for source in self.own_sources}
        return PurePath(span.source.name).parent in folders and span.source not in self.own_sources

    def elsewhere(self, word: str, place: Span) -> bool:
        """Is a word used in the text, outside of a place, in what options may choose?"""
        if not self.has_options:
            return False
        text = place.source.text
        return word in text[: place.start] or word in text[place.end :]

    @cached_property
    def shown(self) -> frozenset[str]:
        """The words and texts of the metadata: what is shown by them serves the eye, not the rules."""
        result = (part for form in self.compiled.metadata for part in walk(form))
        return frozenset(
            part.text if isinstance(part, Word) else part.value
            for part in result if isinstance(part, Word | String)
        )  # fmt: skip

    def in_play(self, place: Span) -> bool:
        """Does anything stand in the game at that place of its own file?"""
        return any(
            span.source in self.own_sources and span.start == place.start and span.end == place.end
            for span in self._forms
        )

    def written(self, ludeme: Ludeme) -> bool:
        """Is it written out, as it stands, in the game's own file? Not so where a definition's arguments or
        options are put in: with others it may mean something."""
        span = ludeme.span
        if span is NOWHERE or span.source not in self.own_sources:
            return False
        if span not in self._known_written:
            form = self.form(span)
            # What stands elsewhere was put in by a definition used in here, or by the one that this is in.
            self._known_written[span] = form is not None and all(
                part.span.within(span) or (len(part.via) > len(form.via) and not self._chosen(part))
                for part in walk(form)
            )
        return self._known_written[span]

    def _chosen(self, form: Form) -> bool:
        """Was it put in by an option?"""
        return any(form.span.within(span) for span in self._options)

    @cached_property
    def _options(self) -> tuple[Span, ...]:
        return tuple(option.span for option in self.compiled.expanded.options)

    def each_written(self, ludemes: Iterable[L]) -> Iterator[list[L]]:
        """Ludemes that are written out in the file, those of one place together: a definition's, wherever it
        is used. Of what is written out nothing stands elsewhere, so where one place is looked at only those
        are told that may have to do with it."""
        return (
            several for several in by_place(ludemes)
            if self._looked_at(several[0].span) and self.written(several[0])
        )  # fmt: skip

    def _looked_at(self, span: Span) -> bool:
        place = self.place
        if place is None or span.source.name != place.source.name:
            return place is None
        return span.start < place.end and place.start < span.end


def by_place(ludemes: Iterable[L]) -> list[list[L]]:
    """Ludemes of the same place together, in the order of their first ones."""
    places: dict[Span, list[L]] = {}
    for each in ludemes:
        places.setdefault(each.span, []).append(each)
    return [*places.values()]


class _ByClass:
    """An index of ludemes by their classes, which keeps their order."""

    def __init__(self, ludemes: Iterable[Ludeme]) -> None:
        self._numbered: dict[type, list[tuple[int, Any]]] = {}
        for number, each in enumerate(ludemes):
            self._numbered.setdefault(type(each), []).append((number, each))

    def of(self, kind: type[L]) -> Iterator[L]:
        """Those of a class or of one below it."""
        result = [each for cls, those in self._numbered.items() if issubclass(cls, kind) for each in those]
        result.sort(key=_number)
        return (ludeme for _, ludeme in result)


_number = itemgetter(0)


def _parts(form: Form) -> tuple[Form, ...]:
    kind = type(form)  # asked of every form many times
    if kind is Paren or kind is Brace:
        return form.items  # type: ignore[attr-defined, no-any-return]
    return (form.value,) if kind is Named else ()  # type: ignore[attr-defined]


def walk(form: Form) -> Iterator[Form]:
    """A form and all in it."""
    waiting = [form]
    while waiting:
        here = waiting.pop()
        yield here
        waiting += _parts(here)


def finding(
    code: str,
    message: str,
    span: Span,
    label: str = "",
    *help: str,
    subject: str | int | None = None,
    fixes: tuple[Fix, ...] = (),
    notes: tuple[str, ...] = (),
) -> Diagnostic:
    """What a lint found."""
    return Diagnostic(
        code, message, span, label, tuple(help), notes, severity="warning", subject=subject, fixes=fixes
    )


# --- what a lint is -------------------------------------------------------------------------------------


@frozen
class Rule:
    """One lint. Its title and explanation stand under its code in `gdl/source/codes/lints.py`.

    `find` yields findings as warnings. A rule that is `last` looks only where no other has found anything:
    what is wrong is told by the rule that knows best why. One that is about a consequence tells it `alone`,
    where nothing else was found.
    """

    code: str
    find: Callable[[Subject], Iterator[Diagnostic]]
    last: bool = False
    alone: bool = False
