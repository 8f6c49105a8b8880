"""What makes no difference: effects that change nothing (silent stores), and parts of conditions that never
decide (which is what modified condition/decision coverage looks for)."""

from __future__ import annotations

from gdl.bind.pointing import forms_by_place
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.categories import BoolExpr, Moves, Region, is_all, is_any
from gdl.ludeme.kinds import Setwise
from gdl.passes.profile import What
from gdl.source.diagnostics import Label
from gdl.source.text import Span
from interpreter.coverage.finishes import endings_of
from interpreter.coverage.play import NEVER, Count
from interpreter.coverage.teller import FEW, OCCASIONS, Teller, at_most, guards, may_be_far

#: So often an effect has to come about before it is said that it changes nothing.
SEEN = 300
#: ... and in so many games, where it was tried in many plies of which it was not the move.
RARE = 6


def _is_known(done: Count) -> bool:
    """Has an effect come about so often that what it does is known? What is rare is tried more often."""
    often = done.plies >= SEEN and done.games >= FEW
    return often or (done.plies + done.tried >= SEEN and done.games >= RARE)


class Silent:
    """Looks at what effects changed, and which parts of conditions decided."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self.places = teller.places
        self.main = teller.observed.compiled.expanded.sources[0]

    def in_uses(self) -> None:
        """What comes about in one use of a definition and never in another: that shows after fewer games."""
        self._uses()
        self._offers()

    def find(self) -> None:
        """Everything."""
        self.in_uses()
        for each in ludemes_in(self.teller.game):
            if each.span.source is self.main:
                if isinstance(each, Moves):
                    self._effect(each)
                elif isinstance(each, Region):
                    self._region(each)
                elif isinstance(each, BoolExpr) and is_any(each):
                    self._parts(each)
        for ending in endings_of(self.teller.observed):
            for each in ludemes_in(ending.condition):
                # elsewhere a part that always holds is often there to be sure
                if isinstance(each, BoolExpr) and is_all(each) and each.span.source is self.main:
                    self._parts(each)

    def _uses(self) -> None:
        """Effects of definitions that change something in one use and nothing in another."""
        by_place: dict[Span, list[tuple[int, Count]]] = {}
        for counter, count in self.teller.observed.counts.items():
            if counter.what is What.DONE and counter.span.source is self.main:
                by_place.setdefault(counter.span, []).append((counter.number, count))
        if not by_place:
            return
        forms = forms_by_place(self.teller.observed.compiled.texts)
        for span, uses in by_place.items():
            silent = {number for number, done in uses if self._is_silent(span, number, done)}
            ways = [form.via for form in forms.get(span, ())]
            if not silent or len(silent) == len(uses) or len(ways) != len(uses):
                continue
            sound = {use.use for number, _ in uses if number not in silent for use in ways[number - 1]}
            for number, done in uses:
                place = next((use for use in ways[number - 1] if use.use not in sound), None)
                if number in silent and place is not None and place.use.source is self.main:
                    self.teller.tell(
                        "W0717",
                        f'this use of "{place.name}" came about in {done.plies:,} plies of '
                        f"{done.games:,} games and never changed anything ({at_most(done.plies)})",
                        place.use,
                        "everything stays as it is",
                        "see whether it names the site, the piece or the value that you mean",
                        (Label(span, "by this other uses do change something"),),
                    )

    def _offers(self) -> None:
        """Decisions of definitions that have moves in one use and never in another."""
        by_place: dict[Span, dict[int, tuple[Count, Count]]] = {}
        for counter, asked in self.teller.observed.counts.items():
            if counter.what is What.ASKED_IN_USE and counter.span.source is self.main:
                offered = self.places.at(counter.span, counter.number, What.OFFERED_IN_USE) or NEVER
                by_place.setdefault(counter.span, {})[counter.number] = asked, offered
        forms = forms_by_place(self.teller.observed.compiled.texts) if by_place else {}
        for span, uses in by_place.items():
            idle = {number for number, (_, offered) in uses.items() if not offered.reached}
            ways = [form.via for form in forms.get(span, ())]
            if not idle or len(idle) == len(uses) or max(uses) > len(ways):
                continue
            sound = {use.use for number in uses if number not in idle for use in ways[number - 1]}
            if max(offered.games for _, offered in uses.values()) < FEW:
                continue  # it is rare in the others, too
            for number in sorted(idle):
                asked, _ = uses[number]
                place = next((use for use in ways[number - 1] if use.use not in sound), None)
                if asked.plies < OCCASIONS or asked.games < FEW or place is None:
                    continue
                if place.use.source is self.main:
                    self.teller.tell(
                        "W0702",
                        f'this use of "{place.name}" never has a move: it was asked for one in '
                        f"{asked.plies:,} plies of {asked.games:,} games ({at_most(asked.plies)})",
                        place.use,
                        "no move",
                        "see where it starts from, which way it goes, and what has to be so there",
                        (Label(span, "others that use this do have moves"),),
                    )

    def _is_silent(self, span: Span, number: int, done: Count) -> bool:
        changed = self.places.at(span, number, What.CHANGED)
        return changed is not None and not changed.reached and _is_known(done)

    def _effect(self, each: Moves) -> None:
        done, changed = self.places.of(What.EFFECT, each), self.places.of(What.CHANGED, each)
        if (
            done is None
            or changed is None
            or any(
                isinstance(inner, Moves) and (self.places.of(What.CHANGED, inner) or NEVER).reached
                for inner in ludemes_in(each)
            )
        ):
            return
        if self._changes_elsewhere(each) or self._is_for_a_choice(each):
            return  # said again where it is so already: that is no mistake
        if _is_known(done):
            self.teller.tell(
                "W0717",
                f"this came about in {done.plies:,} plies of {done.games:,} games and never changed anything "
                f"({at_most(done.plies)})",
                each.span,
                "everything stays as it is",
                "see whether it names the site, the piece or the value that you mean",
            )

    def _region(self, region: Region) -> None:
        """A region made of others."""
        if region.setwise is Setwise.DIFFERENCE:
            self._takes_nothing_away(region)
        elif region.branches:
            self._choice(region)
        elif region.setwise is not None:
            self._of_two(region)

    def _takes_nothing_away(self, region: Region) -> None:
        """Set differences of disjoint sets."""
        taken = self.places.of(What.TAKES_AWAY, region) or NEVER
        left = self.places.of(What.LEAVES, region) or NEVER
        if taken.reached or left.plies < OCCASIONS or left.games < FEW:
            return
        self.teller.tell(
            "W0725",
            f"this difference never takes anything away: in {left.plies:,} plies of {left.games:,} games "
            f"there was something to leave out, and none was in the first region ({at_most(left.plies)})",
            region.span,
            "the same as its first region",
            "see whether both regions are those that you mean, or whether `union` or `intersection` is",
        )

    def _of_two(self, region: Region) -> None:
        """Unions with what is in the other part already, and intersections of disjoint regions."""
        parts = region.operands()
        if len(parts) != 2:
            return
        met, missed = (self.places.of(what, region) or NEVER for what in (What.MEETS, What.MISSES))
        if not met.reached and missed.plies >= OCCASIONS and missed.games >= FEW:
            self._tell_region(region, "there is never a site in both of these regions", missed, region.span)
            return
        for number, part in enumerate(parts, 1) if region.setwise is Setwise.UNION else ():
            # what is intersected with a region that holds it all is often there to be sure
            matters, not_ = (
                self.places.part(region, number, what) or NEVER for what in (What.MATTERS, What.MATTERS_NOT)
            )
            if not matters.reached and not_.plies >= OCCASIONS and not_.games >= FEW:
                place = part.span if part.span.source is self.main else region.span
                self._tell_region(region, "this region never adds anything to the other", not_, place)
                return

    def _choice(self, region: Region) -> None:
        """A region that is empty whenever it is chosen."""
        for number, part in enumerate((getattr(region, branch) for branch in region.branches), 1):
            matters, not_ = (
                self.places.part(region, number, what) or NEVER for what in (What.MATTERS, What.MATTERS_NOT)
            )
            # where it is chosen it was to be of use: that needs not so many occasions as what is always there
            if part is None or matters.reached or not_.plies < SEEN or not_.games < FEW:
                continue
            own = part.span.source is self.main
            which = "this region" if own else f"the {'first' if number == 1 else 'second'} of these regions"
            message = f"there never is a site in {which} where it is chosen"
            self._tell_region(region, message, not_, part.span if own else region.span)

    def _tell_region(self, region: Region, what: str, seen: Count, place: Span) -> None:
        self.teller.tell(
            "W0728",
            f"{what}: in {seen.plies:,} plies of {seen.games:,} games ({at_most(seen.plies)})",
            place,
            "never matters",
            "see whether both regions are those that you mean, or whether another of `union`, "
            "`intersection` and `difference` is",
            around=region.span,
        )

    def _changes_elsewhere(self, each: Moves) -> bool:
        """Does the same text change something in another place?"""
        return any(
            isinstance(other, Moves)
            and other.span.text == each.span.text
            and (self.places.of(What.CHANGED, other) or NEVER).reached
            for other in ludemes_in(self.teller.game)
        )

    def _is_for_a_choice(self, each: Moves) -> bool:
        """Does an option put something into the move that it is of? With another choice it may matter."""
        tags = [f"<{option.tag}" for option in self.teller.observed.compiled.expanded.options]
        return any(
            isinstance(outer, Moves)
            and any(tag in outer.span.text for tag in tags)
            and any(inner is each for inner in ludemes_in(outer))
            for outer in ludemes_in(self.teller.game)
        )

    def _parts(self, whole: BoolExpr) -> None:
        """The parts that never made the whole other than it is without them."""
        never = is_any(whole)
        parts = [each for each in whole.operands() if each.span.source is self.main]
        asked = self.places.never_held if never else self.places.always_held
        silent = [each for each in parts if asked(each, OCCASIONS) and not guards(each)]
        silent = [each for each in silent if not may_be_far(each)]
        if len(silent) == len(parts):
            return  # then it is the whole that never holds, or always
        for each in silent:
            what = What.FAILS if never else What.HOLDS
            count = self.places.of(what, each)
            if count is None or count.games < FEW:
                continue
            self.teller.tell(
                "W0718",
                f"this part of `{whole.words[0]}` never decides: it was asked in {count.plies:,} plies of "
                f"{count.games:,} games and {'never' if never else 'always'} held ({at_most(count.plies)})",
                each.span,
                "never held where it was asked" if never else "always held where it was asked",
                "see whether it asks what you mean; where it is right, the rule is the same without it",
            )
