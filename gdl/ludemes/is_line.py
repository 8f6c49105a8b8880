"""Conditions on formations: unbroken lines, connections, threats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gdl.boards.direction import Heading
from gdl.builder.builder import Builder
from gdl.builder.context import Context
from gdl.builder.goals import fixed
from gdl.builder.meaning_error import MeaningError, unsupported
from gdl.builder.side_tables import Memo
from gdl.core import make as k
from gdl.core.ops import BOOL, Assign, Expr, If, Op, Return, Table
from gdl.english.grammar import listed, number_word
from gdl.lower.closeness import vacant
from gdl.lower.directions import SEVERAL
from gdl.lower.formations import ENOUGH, row_chance
from gdl.lower.numbers import constant, function_with
from gdl.lower.places import last_to, site_of
from gdl.lower.players import owned_by, owner
from gdl.lower.statics import kind_of, mask_of, numbers_by_site, sets_by_site
from gdl.ludeme.base import arg, named
from gdl.ludeme.categories import BoolExpr, IntExpr, Region
from gdl.ludeme.literals import IntLiteral
from gdl.ludeme.registry import ludeme
from gdl.source.text import Span
from gdl.words.words import AbsoluteDirection, RelationType, RoleType, SiteType

if TYPE_CHECKING:
    from gdl.english.speaker import Speaker

_ALONG = {
    "Orthogonal": "orthogonal ", "Diagonal": "diagonal ", "OffDiagonal": "off-diagonal ", "Adjacent": "",
    "All": "",
}  # fmt: skip


def none_in_line(length: int, least: int, span: Span) -> MeaningError:
    """The mistake that a line is to have fewer pieces than makes sense."""
    few = "two" if least == 2 else "one"
    return MeaningError("E0435", f"there is no line of {length}", span, f"{few} or more", subject=length)


def step_table(b: Builder, direction: Heading, relation: RelationType, type_: SiteType | None) -> Table:
    """The next site in a direction, among those in the relation, by site."""
    kind = kind_of(b, type_)
    rays = b.facts.topology.radials(kind, direction, relation)
    offset = b.facts.offsets[kind]
    return numbers_by_site(b, [r[0][0] + offset if r and r[0] else -1 for r in rays], type_, "step")


class _LongestLine(Memo[tuple[SiteType, tuple[tuple[Heading, Heading], ...]], int]):
    """Side table: by type of site and axes how many sites the longest line has."""


def _longest(b: Builder, kind: SiteType, axes: tuple[tuple[Heading, Heading], ...]) -> int:
    """How many sites the longest line along some axes has."""

    def make() -> int:
        longest = 1
        for one, other in axes:
            ways = zip(*(b.facts.topology.radials(kind, d) for d in (one, other)), strict=True)
            for here, there in ways:
                longest = max(longest, 1 + sum(max(map(len, rays), default=0) for rays in (here, there)))
        return longest

    return b.side_table(_LongestLine).get_or_make((kind, axes), make)


@ludeme("is Line")
class IsLine(BoolExpr):
    """Are there so many pieces in an unbroken line through a site (default: where the last move ended)?

    The pieces are like the one on the site, or of a role, or those named by `what`; with `exact` there are
    no more of them in the line. With `contiguous:False` there may be anything between them; with
    `useOpposites:False` the site is the end of the line. `byLevel` looks for lines in space, through the top
    of a stack; else a piece named by `what` may be at any level of one, but with `top` on top alone.

    Which directions count is said by the direction, `Adjacent` where there is none: to all sites next to one.
    On cells that is across corners, too; on vertices only along the lines that are drawn, so that on
    `(board (square 5) use:Vertex)` a diagonal counts with `All` or `Diagonal` alone.

    Example: `(is Line 4 Orthogonal)`.
    """

    builds = True
    type: SiteType | None = arg(None)
    length: IntExpr = arg()
    direction: AbsoluteDirection = arg(AbsoluteDirection.ADJACENT)
    through: IntExpr | None = named("through", None)
    through_any: Region | None = named("throughAny", None)
    who: RoleType | None = arg(None)
    what: IntExpr | None = named("what", None)
    whats: tuple[IntExpr, ...] | None = named("whats", None)
    exact: bool = named("exact", False)
    contiguous: bool = named("contiguous", True)
    condition: BoolExpr | None = named("if", None)
    by_level: bool = named("byLevel", False)
    top: bool = named("top", False)
    through_how_much: IntExpr | None = named("throughHowMuch", None)
    visible: bool = named("isVisible", False)
    use_opposites: bool = named("useOpposites", True)
    at_most_one = (("through", "through_any"), ("who", "what", "whats"))

    def lower(self, b: Builder) -> Expr:
        self._refuse(b)
        length = constant(self.length.lower(b))
        if length is not None and length < 1:
            raise none_in_line(length, 1, self.length.span)
        if not self.by_level and self._too_long(b):
            return k.FALSE
        if self.through_any is not None:
            return b.exists(
                self.through_any.lower(b), lambda: self._line(b, b.context(Context.SITE)), Context.SITE
            )
        through = last_to(b) if self.through is None else site_of(b, self.through, self.type)
        return self._line(b, through)

    def closeness(self, b: Builder) -> Expr | None:
        length = fixed(b, self.length.lower(b))
        plain = self.contiguous and self.use_opposites and not self.by_level and self.condition is None
        if length is None or length < 1 or not plain or self.what is not None or self.whats is not None:
            return super().closeness(b)
        if length > ENOUGH:
            return super().closeness(b)  # too long to be looked at piece by piece
        relation = self._relation()
        axes = [
            (step_table(b, one, relation, self.type), step_table(b, other, relation, self.type))
            for one, other in self._axes(b)
        ]
        own = owned_by(b, self.who or RoleType.MOVER, self.span)
        return row_chance(b, axes, length, own, vacant(b, self.type))

    def _refuse(self, b: Builder) -> None:
        """What is not supported is said."""
        if self.visible:
            raise unsupported("hidden information", self.span, "every player sees everything here")
        if self.through_how_much is not None:
            raise unsupported(
                "`throughHowMuch:` of a line", self.span, "name one site that it passes: `through:(last To)`"
            )
        if self.by_level and (not self.contiguous or self.what is not None or self.whats is not None):
            raise unsupported(
                "a line by levels of certain pieces or with gaps", self.span, "leave out `byLevel:`"
            )
        if self.by_level and (self.condition is not None or not b.facts.stacks):
            what = "with a condition" if self.condition is not None else "in a game without stacks"
            raise unsupported(f"a line by levels {what}", self.span, "leave out `byLevel:`")

    def _axes(self, b: Builder) -> Sequence[tuple[Heading, Heading]]:
        """The directions of the lines, each with the opposite one."""
        topology = b.facts.topology
        kind = self.type or b.facts.main
        word = self.direction.value
        if word in {r.value for r in RelationType}:
            return topology.axes(kind, RelationType(word))
        names = SEVERAL.get(word, (word,))
        return tuple(pair for pair in topology.axes(kind) if pair[0].value in names or pair[1].value in names)

    def _too_long(self, b: Builder) -> bool:
        """Whether the board has no line as long; that is hardly what was meant."""
        length = constant(self.length.lower(b))
        axes = self._axes(b)
        if length is None or any(Heading.CW in pair for pair in axes):
            return False
        longest = _longest(b, self.type or b.facts.main, tuple(axes))
        if length <= longest:
            return False
        b.warn(
            "W0402",
            f"no line of this board has {length} sites, so this never holds",
            self.length.span,
            f"the longest line has {longest}",
        )
        return True

    def _line(self, b: Builder, through: Expr) -> Expr:
        return function_with(b, "line", BOOL, (through,), lambda site: self._through(b, site))

    def _members(self, b: Builder, site: Expr) -> Expr:
        """The sites that count."""
        if self.who is not None:
            members = owned_by(b, self.who, self.span)
        elif self.what is not None:
            members = self._of_kind(b, self.what)
        elif self.whats is not None:
            members = k.union(*(k.of_kind(what.lower(b)) for what in self.whats))
        else:
            with b.if_(k.not_(k.has(k.OCCUPIED, site))):
                b.returns(k.FALSE)
            members = k.of_kind(k.what(site))
        condition = self.condition
        if condition is not None:
            members = b.filter(members, lambda: condition.lower(b), Context.TO)
        return members

    def _of_kind(self, b: Builder, what: IntExpr) -> Expr:
        """The sites with such a piece: in a stack at any level, unless only the top counts."""
        if not b.facts.stacks or self.top:
            return k.of_kind(what.lower(b))

        def held(site: Expr, wanted: Expr) -> Expr:
            with b.count_up(k.int_(0), k.sub(k.at(Op.HEIGHT, site), k.int_(1))) as level:
                here = k.eq(k.at_level(Op.WHAT_LEVEL, site, level), wanted)
                b.emit(If(here, (Return(k.TRUE),), span=b.span))
            return k.FALSE

        wanted = b.assign("wanted", what.lower(b))
        return b.filter(
            k.OCCUPIED,
            lambda: function_with(b, "held", BOOL, (b.context(Context.SITE), wanted), held),
            Context.SITE,
        )

    def _enough(self, b: Builder, others: Expr) -> Expr:
        """Are there enough with so many more than the one in question?"""
        return (k.eq if self.exact else k.ge)(others, k.sub(self.length.lower(b), k.int_(1)))

    def _relation(self) -> RelationType:
        word = self.direction.value
        if self.direction is AbsoluteDirection.SAME_LAYER:
            return RelationType.ALL
        return RelationType(word) if word in {r.value for r in RelationType} else RelationType.ADJACENT

    def _through(self, b: Builder, site: Expr) -> Expr:
        if self.by_level:
            return self._by_levels(b, site)
        members = b.assign("members", self._members(b, site))
        relation = self._relation()
        tests = []
        for pair in self._axes(b):
            if self.contiguous:
                counts = [k.run(step_table(b, way, relation, self.type), site, members) for way in pair]
            else:
                counts = [k.size(k.inter(members, self._ahead(b, way, site))) for way in pair]
            if self.use_opposites:
                tests.append(self._enough(b, k.add(*counts)))
            else:
                tests += [self._enough(b, count) for count in counts]
        alike = not any((self.who, self.what, self.whats, self.condition))
        return k.or_(*tests) if alike else k.and_(k.has(members, site), k.or_(*tests))

    def _ahead(self, b: Builder, way: Heading, site: Expr) -> Expr:
        """All sites in a direction."""
        kind = kind_of(b, self.type)
        rays = b.facts.topology.radials(kind, way, self._relation())
        masks = [mask_of(b, (each for ray in here for each in ray), kind) for here in rays]
        return k.table(sets_by_site(b, masks, self.type, "ahead"), site)

    def _by_levels(self, b: Builder, site: Expr) -> Expr:
        """Lines through the top of a stack: level, rising or falling by one from site to site, or upright."""
        top = b.assign("top", k.sub(k.at(Op.HEIGHT, site), k.int_(1)))
        with b.if_(k.lt(top, k.int_(0))):
            b.returns(k.FALSE)
        op = Op.WHAT_LEVEL if self.who is None else Op.WHO_LEVEL
        like = k.at_level(op, site, top) if self.who is None else owner(b, self.who, self.span)
        like = b.assign("like", like)
        with b.if_(k.or_(k.eq(like, k.int_(0)), k.ne(k.at_level(op, site, top), like))):
            b.returns(k.FALSE)
        relation = self._relation()
        lines = [self._run(b, None, -1, op, like, site, top)]
        for slope in (-1, 0, 1):
            for one, other in self._axes(b):
                steps = (step_table(b, one, relation, self.type), step_table(b, other, relation, self.type))
                counts = [
                    self._run(b, step, rise, op, like, site, top)
                    for step, rise in zip(steps, (slope, -slope), strict=True)
                ]
                lines += [k.add(*counts)] if self.use_opposites else counts
        return k.or_(*(self._enough(b, others) for others in lines))

    @staticmethod
    def _run(b: Builder, step: Table | None, rise: int, op: Op, like: Expr, site: Expr, top: Expr) -> Expr:
        """How many pieces like it follow one way, each so much higher than the last. Makes statements."""
        number = b.variable("number", k.int_(0))
        here = b.variable("here", site)
        level = b.variable("level", top)

        def onward() -> None:
            if step is not None:
                b.emit(Assign(str(here.data), k.table(step, here), span=b.span))
            b.emit(Assign(str(level.data), k.add(level, k.int_(rise)), span=b.span))

        onward()
        with b.while_(k.eq(k.at_level(op, here, level), like)):
            b.emit(Assign(str(number.data), k.add(number, k.int_(1)), span=b.span))
            onward()
        return number

    def achieved_by(self) -> RoleType | None:
        if any(each is not None for each in (self.through, self.through_any, self.what, self.whats)):
            return None
        return RoleType.MOVER if self.who is None else self.who

    def says(self, s: Speaker, no: bool = False) -> str:
        along = line_along(self.direction)
        line = f"{'an' if along[:1] == 'o' else 'a'} {along}line"
        if isinstance(self.length, IntLiteral):
            exactly = "exactly " if self.exact else ""
            or_more = "" if self.exact else " or more"
            number = f"{exactly}{number_word(self.length.value)}{or_more}"
        else:
            number = s.say(self.length)
        if self.what is not None:
            pieces = (
                f"of {s.of_index(self.what)}"
                if isinstance(self.what, IntLiteral)
                else f"pieces like {s.say(self.what)}"
            )
        elif self.whats is not None:
            pieces = f"of {listed([s.of_index(each) for each in self.whats], 'or')}"
        else:
            pieces = s.owned(self.who, "pieces") if self.who is not None else "pieces of one player"
        if self.who is None and self.what is None and self.whats is None:
            pieces = "pieces of the same player"
        through = ""
        if self.through is not None:
            through = f" through {s.site(self.through)}"
        elif self.through_any is not None:
            through = f" through one of {s.noun(self.through_any).plural}"
        else:
            through = f" through {s.just}"
        if not self.contiguous:
            through += ", with or without gaps"
        if self.condition is not None:
            through += f", {s.such('each', self.condition, 'to')}"
        if not self.use_opposites:
            through = through.replace(" through ", " that begins with ", 1)
        if self.top:
            through += " (on top of their stacks)"
        return f"there is {'no ' + line.split(' ', 1)[1] if no else line} of {number} {pieces}{through}"


def line_along(direction: AbsoluteDirection) -> str:
    return _ALONG.get(direction.value, "")
