"""Constant folding: which sites a region has, where that is fixed with the board."""

from __future__ import annotations

from typing import Any

from gdl.builder.builder import Builder
from gdl.core.evaluate import NotConstant, evaluate
from gdl.english.grammar import runs
from gdl.equip.facts import DeclaredTrack, Facts
from gdl.lower.tracks import paths
from gdl.ludeme.categories import IntExpr, Region
from gdl.source.diagnostics import LanguageError
from gdl.support.printable import one_line
from gdl.words.words import StaticRegion

#: Of a region in more pieces than this its coordinates are not told.
MOST_RUNS = 12


class Sites:
    """Tells the sites of regions and tracks by their names."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._builder: Builder | None = None

    def builder(self) -> Builder:
        """The builder that lowers, made when it is first needed."""
        if self._builder is None:
            self._builder = Builder(self.facts)
        return self._builder

    def mask(self, where: Any) -> int | None:
        """The sites of a region as bits; None where they depend on the position."""
        try:
            return self._mask(where)
        except (
            LanguageError,
            NotConstant,
            ValueError,
            LookupError,
            AssertionError,
            NotImplementedError,
            RecursionError,
        ):
            return None  # what cannot be lowered here, by itself, is told by its words alone

    def _mask(self, where: Any) -> int | None:
        parts = where if isinstance(where, tuple) else (where,)
        b = self.builder()
        bits = 0
        for part in parts:
            if isinstance(part, StaticRegion):
                return None
            if not isinstance(part, Region | IntExpr):
                return None
            name = b.fresh("region_in_words")
            with b.procedure(name, outer={}):
                value = part.lower(b)
            data = evaluate(value, {}, self.facts.size, b.procs)
            assert isinstance(data, int)
            bits |= data if isinstance(part, Region) else 1 << data if 0 <= data < self.facts.size else 0
        return bits

    def track(self, track: DeclaredTrack) -> tuple[int, ...]:
        """The sites of a track in order; none where they cannot be told."""
        try:
            tracks = paths(self.builder())
        except LanguageError:
            return ()
        places = [at for at, each in enumerate(self.facts.tracks) if each.name == track.name]
        same = [at for at in places if self.facts.tracks[at].owner == track.owner]
        return tracks[(same or places)[0]].sites if places else ()

    def names(self, mask: int) -> list[str]:
        """The names of sites given as bits, in the order in which they are told best."""
        sites = [site for site in range(mask.bit_length()) if mask >> site & 1 and site < self.facts.size]
        return [one_line(self.facts.site_name(site)) for site in sites]

    def listed(self, where: Any) -> str | None:
        """A region by coordinates (`a1–h1`); None where they are not fixed, or too many to be told."""
        mask = self.mask(where)
        if mask is None or not mask:
            return None
        names = self.names(mask)
        if len(names) > 400:
            return None
        by_row = runs(names)
        by_column = runs(sorted(names, key=lambda name: (name.rstrip("0123456789"), _number(name))))
        best = min((by_row, by_column), key=len)
        return best if best.count(",") < MOST_RUNS else None


def _number(name: str) -> int:
    digits = name[len(name.rstrip("0123456789")) :]
    return int(digits[:9]) if digits else 0
