"""Names and values of a game as people read them, and where in the author's text something stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from gdl.bind.pointing import Pointer
from gdl.compile.probes import Probe, ProbeKind
from gdl.ludeme.categories import IntExpr
from gdl.ludeme.kinds import Quantity
from gdl.parse import print_forms
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import NOWHERE, Span, Use
from gdl.support.printable import one_line, shortened
from interpreter.engines.pieces import Piece
from interpreter.game.rules import Rules
from interpreter.why.answers import Part
from interpreter.why.causes import parts_of
from interpreter.why.observer import Asked, Entry, Observer

#: The most sites and moves that are listed.
MOST = 8
_TEXT = 90


class Words:
    """What is said about one game."""

    def __init__(self, game: Rules, observer: Observer) -> None:
        self.game = game
        self.observer = observer

    # --- Places ---------------------------------------------------------------------------------------

    @cached_property
    def _pointer(self) -> Pointer:
        return Pointer(self.observer.probed.texts)

    def via(self, span: Span) -> tuple[Use, ...]:
        """The definitions that a place came out of."""
        return () if span is NOWHERE else self._pointer.point(Diagnostic("", "", span)).via

    @staticmethod
    def text(probe: Probe) -> str:
        """What the author wrote there, on one line; in a definition with what its arguments stand for."""
        written = " ".join(probe.span.text.split()).replace("{ ", "{")
        if "#" in written and probe.form is not None:
            written = print_forms.one_line(probe.form)
        return shortened(one_line(written), _TEXT)

    # --- Names ----------------------------------------------------------------------------------------

    def site(self, number: int) -> str:
        """A site's name."""
        names = self.game.site_names
        return names[number] if 0 <= number < len(names) else "no site"

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

    def parts(self, log: Sequence[Entry], entry: Asked, about: int | None = None) -> tuple[Part, ...]:
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
        told = dict.fromkeys(
            self._part(entry.probe, probe, inner[probe], about)
            for probe in sorted(inner, key=lambda probe: probe.number)
            if probe.kind is not ProbeKind.RULE and not probe.through_moves(entry.probe)
        )
        return tuple(told)

    def _part(self, outer: Probe, probe: Probe, value: Any, about: int | None) -> Part:
        depth, here = 0, probe
        while here is not outer and here.parent is not None:
            depth, here = depth + 1, here.parent
        said = self.value(probe.kind, value, probe)
        if about is not None and probe.kind is ProbeKind.REGION:
            said = f"{said} ({'with' if value >> about & 1 else 'without'} {self.site(about)})"
        return Part(self.text(probe), said, probe.span, depth)


def listed(names: Iterable[str], most: int = MOST) -> str:
    """Names in a row: "a1, b2 and c3", "a1, b2, c3 and 7 more"."""
    found = list(names)
    if len(found) > most:
        return f"{', '.join(found[:most])} and {len(found) - most} more"
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)
