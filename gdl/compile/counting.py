"""Instrumentation with profile counters: a game is lowered so that it counts what comes about.

An observer of its lowering (gdl/ludeme/weaving.py): of each condition it is counted whether it held, of each
effect, result and starting rule that it came about. What a ludeme is known by is its place: a definition that
is used in several places is counted as one. Of its effects it is also counted by use what they change: by
which of the forms that came of the place, in the order of the text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.intrinsics import Tally
from gdl.core.ops import BOOL, INT, SITES, Block, Expr, If, Offer, Op, Param, Proc, Return, Stmt, Type
from gdl.core.walk import bits, map_block
from gdl.expand.definitions import PARAMETER
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.categories import BoolExpr, EndRule, Handling, IntExpr, Moves, Region, Result, StartRule
from gdl.ludeme.kinds import Setwise
from gdl.ludeme.weaving import Advice, Join
from gdl.ludemes.ending import EndIf
from gdl.ludemes.logic import And, MovesIf
from gdl.ludemes.sites_named import SitesNamed
from gdl.parse.forms import Brace, Form, Named, Paren
from gdl.passes.count_effects import count_changes
from gdl.passes.profile import NOTING, SEEN, Counter, Profile, What
from gdl.source.text import NOWHERE, Span
from gdl.support.values import field, frozen
from gdl.words.words import RoleType

_OFFERS = bits(Offer)
#: What brings pieces to sites.
_BRINGING = (Handling.MOVES, Handling.PLACES)
#: What is counted of those that emit statements, and by which of their methods.
_REACHED = ((Moves, "effect", What.EFFECT), (StartRule, "lower", What.SETUP), (Result, "lower", What.RESULT))


@frozen
class Counting:
    """The observer that puts counters in, and notes them in a `profile`."""

    profile: Profile = field(factory=Profile)
    #: how many ludemes there were of a place that several forms came of
    _uses: dict[Span, int] = field(factory=dict, init=False)
    #: the texts that were looked through
    _texts: list[Form] = field(factory=list, init=False)

    def advise(self, join: Join) -> Advice | None:
        """Count the conditions, and what is carried out."""
        span = join.ludeme.span
        if isinstance(join.ludeme, BoolExpr):
            regional = _asks_for_a_players_region(join.ludeme)
            result = _decided(join)
            return lambda b, method, go: (
                self._condition(b, span, go(), regional, result) if method == "lower" else go()
            )
        if span is NOWHERE:
            return None
        if isinstance(join.ludeme, Region):
            region = join.ludeme
            if region.setwise is Setwise.DIFFERENCE:
                return lambda b, method, go: self._difference(b, span, go()) if method == "lower" else go()
            if region.branches:
                return lambda b, method, go: self._of_a_choice(b, span, go()) if method == "lower" else go()
            if region.setwise is not None:
                return lambda b, method, go: self._of_two(b, span, go()) if method == "lower" else go()
            asked = join.holder is not None and isinstance(join.holder.ludeme, BoolExpr | IntExpr)
            return self._region(span) if asked else None
        use = self._use(join)
        for kind, counted, what in _REACHED:
            if isinstance(join.ludeme, kind):
                use = use if what is What.EFFECT else 0
                return self._reached(counted, Counter(what, span), use, _with_arrivals(join))
        return None

    def _offering(self, b: Builder, span: Span, use: int, go: Callable[[], Any]) -> None:
        """Count that a decision, or a condition for one, is asked for moves in one use of its definition,
        and whether it has any."""
        offered = self.profile.tally(Counter(What.OFFERED_IN_USE, span, use))

        def counted(stmt: Stmt) -> Block:
            if not isinstance(stmt, Offer) or not stmt.span.within(span):
                return (stmt,)
            return (If(k.some(stmt.sites), (offered,), span=span), stmt)

        body = b.body(go)
        counting = map_block(body, on_stmt=counted, mask=_OFFERS)
        if counting is not body:  # else what it offers is made elsewhere, perhaps for several
            b.emit(self.profile.tally(Counter(What.ASKED_IN_USE, span, use)))
        for stmt in counting:
            b.emit(stmt)

    def _use(self, join: Join) -> int:
        """The number of a ludeme among those of its place, from 1; 0 where they all are the same."""
        if join.text is not None and not any(join.text is text for text in self._texts):
            self._texts.append(join.text)
            self._uses.update((place, 0) for place in repeated(join.text))
        span = join.ludeme.span
        if span not in self._uses:
            return 0
        self._uses[span] += 1
        return self._uses[span]

    def _reached(self, counted: str, counter: Counter, use: int, arriving: bool) -> Advice:
        """Count that control comes here; of a use also what it changes."""

        def reached(b: Builder, method: str, go: Callable[[], Any]) -> Any:
            if use and method == "lower":
                self._offering(b, counter.span, use, go)
                return None
            if method != counted:
                return go()
            b.emit(self.profile.tally(counter))
            mover, field_of_mover = b.bound(Context.MOVER), b.fields.get("mover")
            if mover is not None and field_of_mover is not None:
                supposed = self.profile.tally(Counter(What.SUPPOSED, counter.span))
                b.emit(If(k.ne(mover, k.field(field_of_mover)), (supposed,)))
            if not use:
                return go()
            b.emit(self.profile.tally(Counter(What.DONE, counter.span, use)))
            changed = Counter(What.CHANGED, counter.span, use)
            if arriving:
                b.emit(self.profile.tally(changed))  # or so it may be: the piece is not there at entry
                return go()
            for stmt in count_changes(b.body(go), self.profile, changed):
                b.emit(stmt)
            return None

        return reached

    def _region(self, span: Span) -> Advice:
        """Keep what the region is that a condition or a number asks about."""

        def kept(b: Builder, method: str, go: Callable[[], Any]) -> Any:
            made = go()
            if method == "lower":
                self.profile.regions.setdefault(span, made)
            return made

        return kept

    def _difference(self, b: Builder, span: Span, made: Expr) -> Expr:
        """A region without another, noting whether that takes anything away."""
        if made.op is not Op.DIFF:
            return made
        whole, less = made.args
        words = (k.int_(self.profile.word(Counter(what, span))) for what in (What.TAKES_AWAY, What.LEAVES))
        taken = self._call(b, NOTING, _noting, *words, k.some(k.inter(whole, less)))
        return k.select(k.and_(k.some(less), taken), made, whole)

    def _of_two(self, b: Builder, span: Span, made: Expr) -> Expr:
        """A union of two regions, noting whether each adds to it; an intersection, whether there is any."""
        fixed = sum(part.op is Op.CONST for part in made.args)
        joins = made.op is Op.UNION
        if made.op not in (Op.UNION, Op.INTER) or fixed > joins:
            return made  # what is intersected with sites that are always the same is kept to these
        counters = (
            [Counter(what, span, n) for n in (1, 2) for what in (What.MATTERS, What.MATTERS_NOT)]
            if joins
            else [Counter(what, span) for what in (What.MEETS, What.MISSES)]
        )
        words = (k.int_(self.profile.word(each)) for each in counters)
        name, make = ("note_union", _noting_union) if joins else ("note_intersection", _noting_intersection)
        return self._call(b, name, make, *words, *made.args, type_=SITES)

    def _of_a_choice(self, b: Builder, span: Span, made: Expr) -> Expr:
        """One region or another, noting whether there is a site in the one that is chosen."""
        if made.op is not Op.SELECT:
            return made
        condition, *ways = made.args
        noted = []
        for number, way in enumerate(ways, 1):
            if way.op is Op.CONST:
                noted.append(way)  # no site, where it says so, is meant
                continue
            counters = (Counter(what, span, number) for what in (What.MATTERS, What.MATTERS_NOT))
            words = (k.int_(self.profile.word(each)) for each in counters)
            noted.append(k.select(self._call(b, NOTING, _noting, *words, k.some(way)), way, k.EMPTY_SET))
        return k.select(condition, *noted)

    def _condition(self, b: Builder, span: Span, made: Expr, regional: bool, result: Span | None) -> Expr:
        """The condition, noting whether it holds; one that needs no state is left alone. Of one that asks for
        a player's region it is noted who moves; one that decides about a result of the game is kept."""
        if result is not None:
            self.profile.endings.setdefault(result, made)
        if made.op is Op.CALL and made.data == NOTING:
            return made  # it says no more than one that it holds
        try:
            evaluate(made, {}, b.facts.size)
        except NotConstant:
            pass
        else:
            return made
        if regional:
            counted = [
                [self.profile.word(Counter(what, span, player=p)) for p in range(1, b.facts.players + 1)]
                for what in (What.HOLDS_FOR, What.FAILS_FOR)
            ]
            before = (k.int_(words[0] - 1) for words in counted)  # players count from 1
            at = [k.add(each, b.context(Context.MOVER)) for each in before]
            made = self._call(b, NOTING, _noting, *at, made)
        words = (k.int_(self.profile.word(Counter(what, span))) for what in (What.HOLDS, What.FAILS))
        return self._call(b, NOTING, _noting, *words, made)

    def _call(self, b: Builder, name: str, make: Callable[[], Proc], *args: Expr, type_: Type = BOOL) -> Expr:
        if name not in b.procs:
            b.procs[name] = make()
        return k.call(name, type_, *args)


def _decided(join: Join) -> Span | None:
    """The place of the game's result that a condition decides about, if it does, and by itself."""
    ending = join.holder.ludeme if join.holder is not None else None
    if not isinstance(ending, EndIf) or ending.condition is not join.ludeme or ending.result is None:
        return None
    around = join.holder.holder if join.holder is not None else None
    return None if around is not None and isinstance(around.ludeme, EndRule) else ending.result.span


def _with_arrivals(join: Join) -> bool:
    """Is it carried out at once with others that bring pieces to sites?"""
    holder = join.holder
    while holder is not None and isinstance(holder.ludeme, And | MovesIf):
        others = (each for each in ludemes_in(holder.ludeme) if isinstance(each, Moves))
        if any(each.handling in _BRINGING and each is not join.ludeme for each in others):
            return True
        holder = holder.holder
    return False


def _asks_for_a_players_region(condition: BoolExpr) -> bool:
    """Does it ask for a region that each player has of one name, and not by a condition of its own?"""
    if condition.composed:
        return False  # its parts are looked at
    named = (each for each in ludemes_in(condition) if isinstance(each, SitesNamed))
    return any(each.who is RoleType.MOVER for each in named)


def _noting() -> Proc:
    """The procedure that counts a condition and gives it back."""
    holds, fails, made = (Param(name, type_) for name, type_ in
                          (("holds", INT), ("fails", INT), ("made", BOOL)))  # fmt: skip
    condition = k.var("made", BOOL)
    counts = [(Tally(SEEN, k.var(each.name, INT)),) for each in (holds, fails)]
    return Proc(NOTING, (holds, fails, made), (If(condition, *counts), Return(condition)), BOOL)


def _noting_union() -> Proc:
    """The procedure that joins two regions, and counts whether each has sites that the other has not."""
    words = [Param(f"word{n}", INT) for n in range(4)]
    parts = k.var("first", SITES), k.var("second", SITES)
    body: list[Stmt] = []
    for n, (part, other) in enumerate((parts, parts[::-1])):
        adds = (Tally(SEEN, k.var(words[2 * n].name, INT)),)
        adds_none = (Tally(SEEN, k.var(words[2 * n + 1].name, INT)),)
        missing = If(k.some(part), adds_none)
        body.append(If(k.some(k.diff(part, other)), adds, (missing,)))
    params = (*words, Param("first", SITES), Param("second", SITES))
    return Proc("note_union", params, (*body, Return(k.union(*parts))), SITES)


def _noting_intersection() -> Proc:
    """The procedure that intersects two regions, and counts whether they have anything in common."""
    meets, misses = (Param(name, INT) for name in ("meets", "misses"))
    parts = k.var("first", SITES), k.var("second", SITES)
    met, missed = ((Tally(SEEN, k.var(each.name, INT)),) for each in (meets, misses))
    apart = If(k.and_(k.some(parts[0]), k.some(parts[1])), missed)
    body = If(k.some(k.inter(*parts)), met, (apart,))
    params = (meets, misses, Param("first", SITES), Param("second", SITES))
    return Proc("note_intersection", params, (body, Return(k.inter(*parts))), SITES)


def repeated(text: Form) -> list[Span]:
    """The places of which several forms came, each with what a use of their definition gave."""
    seen: dict[Span, int] = {}
    waiting = [text]
    while waiting:
        form = waiting.pop()
        if isinstance(form, Paren) and PARAMETER.search(form.span.text):
            seen[form.span] = seen.get(form.span, 0) + 1
        if isinstance(form, Paren | Brace):
            waiting += form.items
        elif isinstance(form, Named):
            waiting.append(form.value)
    return [span for span, count in seen.items() if count > 1]
