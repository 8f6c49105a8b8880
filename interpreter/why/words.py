"""Names and values of a game as people read them, and where in the author's text something stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gdl.bind.pointing import Pointer
from gdl.compile.probes import Probe, ProbeKind
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.kinds import Quantity
from gdl.rulebook.spoken import arguments_of
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import NOWHERE, Span, Use
from gdl.support.printable import one_line, shortened
from interpreter.engines.contents import Piece
from interpreter.engines.python.state import State
from interpreter.game.rules import Rules
from interpreter.why.answers import Part
from interpreter.why.causes import parts_of
from interpreter.why.observer import Entry, Evaluated, Observer

if TYPE_CHECKING:
    from gdl.rulebook.excerpts import Saying, Sayings

#: The most sites and moves that are listed.
MOST = 8
_SITES_AND_TRUTHS = (ProbeKind.CONDITION, ProbeKind.REGION)
_TEXT = 90
_PARAMETER = re.compile(r"#(\d+)")


class Words:
    """What is said about one game."""

    def __init__(
        self,
        game: Rules,
        observer: Observer,
        before: State | None = None,
        plain: bool = False,
        seat: int = 0,
    ) -> None:
        self.game = game
        self.observer = observer
        #: the position that is spoken of, whose last move is known
        self.before = before
        #: by whose names sites are called, where players have names of their own for them
        self.seat = seat
        #: is all said in English, and not as it is written?
        self.plain = plain
        self._said: dict[Probe, Saying | None] = {}

    # --- Places ---------------------------------------------------------------------------------------

    @cached_property
    def _pointer(self) -> Pointer:
        return Pointer(self.observer.probed.texts)

    def via(self, span: Span) -> tuple[Use, ...]:
        """The definitions that a place came out of."""
        return () if span is NOWHERE else self._pointer.point(Diagnostic("", "", span)).via

    def text(self, probe: Probe, names: Mapping[str, int] | None = None) -> str:
        """What the author says there: by `says:`, in a definition that has such words in English, else as it
        is written, on one line, with what arguments of definitions stand for. `names` are what names mean."""
        english = self.english(probe, names or {})
        if english is not None:
            return english
        written = probe.span.text
        for use in via_of(probe):
            given = [argument.text for _, argument in arguments_of(use.use)] if "#" in written else []
            written = _PARAMETER.sub(lambda at, given=given: _given(at, given), written)  # type: ignore[misc]
        return shortened(one_line(" ".join(written.split()).replace("{ ", "{")), _TEXT)

    # --- In English -----------------------------------------------------------------------------------

    @cached_property
    def _sayings(self) -> Sayings:
        from gdl.rulebook.excerpts import Sayings  # a game is bound once more for it

        return Sayings(self.observer.probed.compiled, self.game.seats, self.game.counting)

    def saying(self, probe: Probe) -> Saying | None:
        """A condition, region or rule that its author has words for, by `says:`; and what is no rule and
        would be printed as what definitions stand for, where such words stand inside it or around it.

        None of all others, which are shown as they are written."""
        if probe not in self._said:
            self._said[probe] = self._find(probe)
        return self._said[probe]

    def _find(self, probe: Probe) -> Saying | None:
        if probe.kind not in (*_SITES_AND_TRUTHS, ProbeKind.RULE):
            return None
        result = self._sayings.find(probe.ludeme, via_of(probe))
        if result is None or result.own or probe.kind is ProbeKind.RULE:
            return result if result is not None and result.own else None
        if self.plain and self.spoken_around(probe) is None and self.rule_around(probe) is None:
            return result
        if "#" not in probe.span.text:
            return None
        return result if result.within or self.spoken_around(probe) is not None else None

    def spoken_around(self, probe: Probe) -> Probe | None:
        """The condition or region nearest around one that has its author's words, if any has."""
        here = probe.parent
        while here is not None and here.kind in _SITES_AND_TRUTHS:
            if self.has_own(here):
                return here
            here = here.parent
        return None

    def rule_around(self, probe: Probe) -> Probe | None:
        """The rule nearest around something that has its author's words, if any has."""
        rule = probe.rule()
        while rule is not None and not self.has_own(rule):
            rule = rule.parent
        return rule

    def has_own(self, probe: Probe) -> bool:
        """Whether the author has words for all of it."""
        saying = self.saying(probe)
        return saying is not None and saying.own

    def english(self, probe: Probe, names: Mapping[str, int], no: bool = False) -> str | None:
        """A condition as a clause, denied if `no`, a region as its sites, a rule as what one does.

        None of what is shown as it is written."""
        saying = self.saying(probe)
        if saying is None:
            return None
        terms = self._terms(probe, names)
        if probe.kind is ProbeKind.CONDITION:
            return self._sayings.clause(saying, terms, no)
        if probe.kind is ProbeKind.RULE:
            return self._sayings.move(saying, terms)
        return self._sayings.noun(saying, terms).plural

    def one_of(self, probe: Probe, names: Mapping[str, int]) -> str | None:
        """One of the sites of a region, where it is said in English."""
        saying = self.saying(probe)
        return None if saying is None else self._sayings.noun(saying, self._terms(probe, names)).any

    def region(self, probe: Probe, names: Mapping[str, int]) -> str:
        """A region's sites: in English where all is said so, though its author has words around it."""
        saying = self._sayings.find(probe.ludeme, via_of(probe)) if self.plain else None
        if saying is None:
            return self.text(probe, names)
        return self._sayings.noun(saying, self._terms(probe, names)).plural

    def clause(self, entry: Evaluated) -> str:
        """A condition that held as a clause: in the words that the rules in English have for it."""
        terms = self._terms(entry.probe, entry.names)
        saying = self._sayings.find(entry.probe.ludeme, via_of(entry.probe))
        return (
            self.text(entry.probe, entry.names)
            if saying is None
            else self._sayings.clause(saying, terms, False)
        )

    def _terms(self, probe: Probe, names: Mapping[str, int]) -> dict[str, str]:
        """What names are called that mean something here."""
        says: dict[str, Callable[[int], str]] = {"player": self.player, "value": str, "level": str}
        terms = {name: says.get(name, self.site)(number) for name, number in names.items()}
        if self.before is not None and not probe.whole().asked_after:
            for name in ("last_to", "last_from"):
                if (site := self.observer.value(self.before, name)) >= 0:
                    terms[name] = self.site(site)
        return terms

    # --- Names ----------------------------------------------------------------------------------------

    def site(self, number: int) -> str:
        """What the players call a site."""
        names = self.game.site_names
        return self.game.customs.site(self.seat, names[number]) if 0 <= number < len(names) else "no site"

    def player(self, number: int) -> str:
        """A player's name, as the rules give it to the seat."""
        seats = self.game.seats
        return seats[number - 1] if 1 <= number <= len(seats) else "nobody"

    def piece(self, piece: Piece | None) -> str:
        """What stands somewhere: "a Pawn of White"."""
        if piece is None:
            return "nothing"
        name = f"{'an' if piece.name[:1].lower() in 'aeiou' else 'a'} {piece.name}"
        if piece.count > 1:
            name = f"{piece.count} x {piece.name}"
        owned = 1 <= piece.owner <= len(self.game.seats) and self.player(piece.owner) != piece.name
        return f"{name} of {self.player(piece.owner)}" if owned else name

    def that(self, piece: Piece | None) -> str:
        """The same of one that is known: "the Pawn of White"."""
        article, _, rest = self.piece(piece).partition(" ")
        return f"the {rest}" if article in ("a", "an") else self.piece(piece)

    def sites(self, mask: int) -> str:
        """A set of sites: "a1, b2 and 7 more"."""
        return listed([self.site(s) for s in range(mask.bit_length()) if mask >> s & 1])

    # --- Values ---------------------------------------------------------------------------------------

    def value(self, kind: ProbeKind, value: Any, probe: Probe | None = None) -> str:
        """What a condition, number or region was."""
        match kind:
            case ProbeKind.CONDITION:
                return "true" if value else "false"
            case ProbeKind.REGION:
                return self.sites(value) if value else "no sites"
        return self._number(int(value), probe)

    def _number(self, value: int, probe: Probe | None) -> str:
        ludeme = None if probe is None else probe.ludeme
        quantity = ludeme.stands_for() if isinstance(ludeme, IntExpr) else None
        if quantity is Quantity.PLAYER:
            return f"{value}, {self.player(value) if value else 'nobody'}"
        if quantity is Quantity.PIECE and 0 <= value < len(self.game.piece_names):
            return f"{value}, {self.game.piece_names[value] or 'nothing'}"
        return str(value)

    def parts(self, log: Sequence[Entry], entry: Evaluated, about: int | None = None) -> tuple[Part, ...]:
        """What the parts of a condition or region were when it was asked, in the order of the text.

        What is asked of one site after the other is left out. Of regions it is told whether they have the
        site that it is `about`.
        """
        given = entry.names.items()
        inner = {each.probe: each.value for each in parts_of(log, entry) if each.names.items() <= given}
        constants = self.observer.probed.probes.constants
        for probe in self.observer.probed.probes.all:
            if probe.number in constants and probe.kind is ProbeKind.CONDITION and probe.within(entry.probe):
                inner[probe] = constants[probe.number]
        seen = dict.fromkeys(
            self._part(entry, probe, inner[probe], about)
            for probe in sorted(inner, key=lambda probe: probe.number)
            if probe.kind is not ProbeKind.RULE
            and not probe.through_moves(entry.probe)
            and not self._behind(probe, entry.probe)
        )
        return tuple(seen)

    def _part(self, outer: Evaluated, probe: Probe, value: Any, about: int | None) -> Part:
        depth, here = 0, probe
        while here is not outer.probe and here.parent is not None:
            depth, here = depth + 1, here.parent
        said = self.value(probe.kind, value, probe)
        if about is not None and probe.kind is ProbeKind.REGION:
            said = f"{said} ({'with' if value >> about & 1 else 'without'} {self.site(about)})"
        text = self.text(probe, outer.names)
        sentence = ""
        if self.saying(probe) is not None:
            clause = (
                self.english(probe, outer.names, no=not value) if probe.kind is ProbeKind.CONDITION else None
            )
            sentence = clause or f"{text} are {said}"
        return Part(text, said, probe.span, depth, sentence)

    def _behind(self, probe: Probe, outer: Probe) -> bool:
        """Whether it stands behind words of the author that are a part of the outer one themselves."""
        spoken = self.spoken_around(probe)
        return spoken is not None and spoken.within(outer)


def _given(at: re.Match[str], given: Sequence[str]) -> str:
    """What a use of a definition gives for a parameter; itself where it gives none."""
    number = int(at[1])
    return given[number - 1] if 0 < number <= len(given) else at[0]


def via_of(probe: Probe) -> tuple[Use, ...]:
    """The definitions that a probe's place came out of."""
    return () if probe.form is None else probe.form.via


def listed(names: Iterable[str], most: int = MOST) -> str:
    """Names in a row: "a1, b2 and c3", "a1, b2, c3 and 7 more"."""
    result = list(names)
    if len(result) > most:
        return f"{', '.join(result[:most])} and {len(result) - most} more"
    return " and ".join([", ".join(result[:-1]), result[-1]] if len(result) > 1 else result)
