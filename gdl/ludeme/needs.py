"""What state a ludeme needs: a game has a field for it only if a ludeme of its rules says so."""

from __future__ import annotations

from gdl.support.values import frozen
from gdl.words.words import SiteType

#: Under what name numbers are remembered; None: under none.
Remembered = str | None


@frozen
class Needs:
    """What a ludeme, as it is written, needs of a game's state; gathered over all the rules."""

    #: pieces stand on each other
    stacks: bool = False
    #: several like pieces may share a site, counted
    counts: bool = False
    #: the same if the game has hands: what comes there joins others like it
    counts_in_hands: bool = False
    #: the colours of sites change during play
    recolours: bool = False
    #: numbers are remembered under these names, each at most once
    remembered_once: frozenset[Remembered] = frozenset()
    #: numbers are remembered under these names, and may be several times
    remembered_again: frozenset[Remembered] = frozenset()
    #: a rule goes through all numbers remembered under these names, as often as each was
    each_remembered: frozenset[Remembered] = frozenset()
    #: sites of these types are among the game's sites, though no rule names the type
    site_types: frozenset[SiteType] = frozenset()

    def __or__(self, other: Needs) -> Needs:
        """What two ludemes need together."""
        if other is NO_NEEDS:
            return self
        return Needs(
            self.stacks or other.stacks,
            self.counts or other.counts,
            self.counts_in_hands or other.counts_in_hands,
            self.recolours or other.recolours,
            self.remembered_once | other.remembered_once,
            self.remembered_again | other.remembered_again,
            self.each_remembered | other.each_remembered,
            self.site_types | other.site_types,
        )

    @property
    def repeated(self) -> frozenset[Remembered]:
        """The names for which it has to be kept how often each number was remembered."""
        return self.each_remembered - (self.remembered_once - self.remembered_again)


NO_NEEDS = Needs()
