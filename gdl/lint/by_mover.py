"""Occupancy analysis once for each mover (a case split, with constant propagation).

    take owned(3 - mover)      where 1 moves: held 2      where 2 moves: held 1

Told for any mover at once, a write may meet pieces of both. Told for each, it shows whose they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from gdl.analyses.mod_ref import Effects
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.evaluate import folded
from gdl.core.ops import Block, Expr, Op, Proc, Program, Stmt
from gdl.core.programs import TO_CLEAR
from gdl.core.walk import bits, map_block, map_expr, map_program, op_mask, statements
from gdl.lint.conservation import BEGINNING
from gdl.lint.extent import Extents
from gdl.passes.occupancy import OccupancyAnalysis
from gdl.passes.occupancy.environment import TERMS, Env
from gdl.passes.occupancy.flow import Flow
from gdl.passes.occupancy.site_facts import SiteFact
from gdl.source.text import Span
from gdl.support.values import define, evolve, field, frozen

_ONTO = bits(o.Push, o.MoveLevels)
_STORING = bits(o.Store)
_OFFERING = bits(o.Offer, o.Generate)
_WRITING = bits(o.Put, o.Take, o.MovePiece, o.Include)
#: Operations that may come to a constant.
_WORKED_OUT = ~bits(Op.CONST, Op.VAR, Op.OCCUPIED)
#: Procedures in which nobody moves yet.
BEFORE = (*BEGINNING, "chance", "turn", "next_game")
#: It ends a ply, and says as the last thing who moves in the next one.
_LAST = "after"


@define
class Meets:
    """What the writes of one ludeme meet where one player moves: components, 0 for none."""

    #: on sites from which pieces are taken, and on those to which others come
    taken: set[int] = field(factory=set)
    covered: set[int] = field(factory=set)
    #: there may be others
    unsure: bool = False


class ByMover:
    """What stands where pieces are written, for each mover."""

    def __init__(self, program: Program, again: bool, supposed: frozenset[str]) -> None:
        self.program = program
        #: the procedures that only tell what moves another player would have
        self.supposed = supposed
        #: Can a player move twice in a row? If not, who comes next is known by who moves.
        self.again = again

    @cached_property
    def known(self) -> bool:
        """Is there anything to be told: one piece on a site, and nobody else who moves in the same ply?"""
        stacked = self.program.stacks or any(op_mask(proc.body) & _ONTO for proc in self.program.procs)
        return not stacked and self.program.players > 1 and not self._changes_hands

    @property
    def _changes_hands(self) -> bool:
        """Does anything but the beginning of a turn say who moves?"""
        effects = Effects(self.program)
        names = {proc.name for proc in self.program.procs}
        before = {each for name in names.intersection(BEFORE) for each in effects.reached(name)}
        return any(
            isinstance(stmt, o.Store) and stmt.field.name == "mover"
            for proc in self.program.procs
            if proc.name not in before and proc.name != _LAST
            for stmt in statements(proc.body, _STORING)
        )

    def meets(self, annotated: Program) -> dict[Span, dict[int, Meets]]:
        """By place of a ludeme and by mover what its writes meet: of all movers, unless those looked at leave
        no place where each meets its own pieces only. `annotated` says what writes meet whoever moves."""
        result: dict[Span, dict[int, Meets]] = {}
        players = self.program.players
        for player in range(1, players + 1) if self.known and _meeting(annotated) else ():
            _Analysis(self._where(player), self.supposed, player, result).program()
            left = players - player
            if left < 2 and not any(self._may_be_own(each, left) for each in result.values()):
                break
        return result

    def _may_be_own(self, meets: dict[int, Meets], left: int) -> bool:
        owners = self.program.owners
        taken = {player: each.taken for player, each in meets.items()}
        covered = {player: each.covered for player, each in meets.items()}
        return not any(each.unsure for each in meets.values()) and (
            only_own(taken, owners, left) or only_own(covered, owners, left)
        )

    def _where(self, player: int) -> Program:
        """The program in which this player moves."""

        def split(expr: Expr) -> Expr:
            if isinstance(expr.data, o.Field) and expr.op is Op.FIELD:
                if expr.data.name == "mover":
                    return k.int_(player)
                if expr.data.name == "next" and self.program.players == 2 and not self.again:
                    return k.int_(3 - player)
            return folded(expr, self.program.sites)

        def split_all(whole: Expr) -> Expr:
            return map_expr(whole, split, _WORKED_OUT)

        return _plain(map_program(self.program, split_all, _chosen))


def only_own(by_mover: Mapping[int, set[int]], owners: Sequence[int], left: int = 0) -> bool:
    """Whether pieces are met by two movers or more, and by each only the mover's own; or may be so where so
    many movers are `left` to be looked at.

    What one player alone does to a piece of its own is a rule of that player: the calf that comes to its cow.
    """
    return sum(bool(each - {0}) for each in by_mover.values()) + left > 1 and all(
        owners[what] == player for player, each in by_mover.items() for what in each - {0}
    )


def _meeting(annotated: Program) -> bool:
    """Whether any write, but those at the beginning, may meet a piece."""
    for proc in annotated.procs:
        for stmt in statements(proc.body, _WRITING) if proc.name not in BEFORE else ():
            match stmt:
                case o.Put(fresh=True) | o.Include(present=False):
                    continue
                case o.Put(held=held) | o.MovePiece(over=held) if held is not None and held <= {0}:
                    continue
            return True
    return False


def _chosen(stmt: Stmt) -> Block:
    """A branch that is always or never gone."""
    if isinstance(stmt, o.If) and stmt.condition.op is Op.CONST:
        return stmt.then if stmt.condition.data else stmt.otherwise
    return (stmt,)


def _plain(program: Program) -> Program:
    """The program without bounds that make no difference (`x \\ (occupied() & board)`, x on the board)."""
    extents = Extents(program)
    procs = []
    for proc in program.procs:
        body = map_block(proc.body, _Unbounding(extents, proc.name))
        procs.append(proc if body is proc.body else evolve(proc, body=body))
    return evolve(program, procs=tuple(procs))


@frozen
class _Unbounding:
    """Changes the expressions of one procedure so."""

    extents: Extents
    proc: str

    def __call__(self, whole: Expr) -> Expr:
        return map_expr(whole, self._plain, Op.DIFF.bit)

    def _plain(self, expr: Expr) -> Expr:
        first, second = expr.args
        if second.op is Op.INTER:
            for one, bound in (second.args, second.args[::-1]):
                if isinstance(bound.data, int) and bound.op is Op.CONST:
                    if not self.extents.of(first, self.proc) & ~bound.data:
                        return k.diff(first, one)
        return expr


class _Analysis(OccupancyAnalysis):
    """The analysis of the program in which one player moves."""

    def __init__(
        self,
        program: Program,
        supposed: frozenset[str],
        player: int,
        meets: dict[Span, dict[int, Meets]],
    ) -> None:
        super().__init__(program)
        self.silent = {*BEFORE, *supposed}
        self._returned: dict[str, SiteFact] = {}
        self.offered = frozenset(_offered(self.procs))
        self.player = player
        self.meets = meets

    def offer(self, stmt: o.Offer, env: Env, member: SiteFact) -> None:
        known = (*env.facts.values(), member.on_board())
        if all(fact.held or not fact.site for fact in known):  # else nobody ever comes there
            super().offer(stmt, env, member)
        if stmt.sites in [k.one(arg) for arg in stmt.args if arg.type is o.INT]:
            self.here(stmt).unsure = True  # it goes to where it is

    def kind(self, kind: o.Kind, ends: list[Env]) -> o.Kind:
        # what is never offered is never played; what is only asked for neither
        played = kind.index in self.offers and kind.index in self.offered
        return super().kind(kind, ends) if played else kind

    def flow(self, proc: Proc) -> Flow:
        name = proc.name if proc.name in self.procs else proc.name.rsplit(".", 1)[0]
        return _Returning(self) if name in self.silent else _Listening(self)

    def here(self, stmt: Stmt) -> Meets:
        """What is known so far of what the ludeme of a statement meets."""
        return self.meets.setdefault(stmt.span, {}).setdefault(self.player, Meets())

    def returned(self, name: str) -> SiteFact:
        """What is known of the members of the set that a procedure returns, whatever it is given."""
        if name not in self._returned:
            self._returned[name] = self.pieces.any  # where it calls itself
            flow = _Returning(self)
            flow.run(self.procs[name].body, Env())
            result = flow.returned
            if result is not None:
                self._returned[name] = SiteFact(result.held, nowhere=result.nowhere)
        return self._returned[name]


def _offered(procs: Mapping[str, Proc]) -> Iterator[int]:
    """The kinds of moves that whoever moves is offered."""
    waiting, seen = ["moves"], {"moves"}
    while waiting:
        for stmt in statements(procs[waiting.pop()].body, _OFFERING):
            if isinstance(stmt, o.Offer):
                yield stmt.kind
            elif isinstance(stmt, o.Generate) and stmt.name not in seen:
                seen.add(stmt.name)
                waiting.append(stmt.name)


class _Returning(Flow):
    """The walk through one procedure, which knows what the sets have that procedures return."""

    def __init__(self, analysis: _Analysis) -> None:
        super().__init__(analysis.source, analysis.pieces, analysis)
        self.analysis = analysis
        #: what is known of the members of what it returns itself
        self.returned: SiteFact | None = None
        #: where a piece has come to, or left, by this move
        self.moved: set[Expr] = set()

    def stmt(self, stmt: Stmt, env: Env) -> tuple[tuple[Stmt, ...], Env | None]:
        if isinstance(stmt, o.ForSites) and stmt.sites.op is Op.ONE and self.has_moved(stmt.sites.args[0]):
            self.moved.add(k.var(stmt.name, o.INT))
        if isinstance(stmt, o.Return) and stmt.value is not None and stmt.value.type is o.SITES:
            here = self.members(stmt.value, env)
            self.returned = here if self.returned is None else self.returned | here
        return super().stmt(stmt, env)

    def has_moved(self, site: Expr) -> bool:
        """Is it where a piece has come to, or left, by this move?"""
        last = isinstance(site.data, o.Field) and site.data.name in ("last_to", "last_from")
        return last or site in self.moved

    def assume(self, env: Env, condition: Expr, holds: bool) -> None:
        op, args = condition.op, condition.args
        if op is (Op.OR if holds else Op.AND):
            first, second = env.copy(), env.copy()
            self.assume(first, args[0], holds)
            self.assume(second, args[1], holds)
            env.facts = first.join(second).facts
            return
        super().assume(env, condition, holds)
        if op is Op.HAS and not holds and args[1].op in TERMS:
            # if it is a site at all: of what is none, nothing is written
            env.facts[args[1]] = self.fact(args[1], env) & self.pieces.outside(args[0])
        elif op in (Op.EQ, Op.NE):
            for one, other in (args, args[::-1]):
                if one.op in (Op.WHAT, Op.WHO) and one.args[0].op in TERMS and other.op is Op.CONST:
                    held = self._answering(one.op, other.data, holds is (op is Op.EQ))
                    env.facts[one.args[0]] = self.fact(one.args[0], env) & SiteFact(held)

    def _answering(self, op: Op, value: object, same: bool) -> frozenset[int]:
        """The components, 0 for none, of which this is the number or the owner; or of which it is not."""
        owners = self.pieces.owners or (0,)
        given = (each if op is Op.WHAT else owners[each] for each in range(len(owners)))
        return frozenset(each for each, number in enumerate(given) if (number == value) is same)

    def _members(self, sites: Expr, env: Env) -> SiteFact:
        if sites.op is Op.CALL and str(sites.data) in self.analysis.procs:
            return self.analysis.returned(str(sites.data))
        return super()._members(sites, env)


class _Listening(_Returning):
    """The walk through one procedure, which notes what its writes meet.

    What comes to its aim, or has left its place, is no victim: it is the mover's own piece that has moved.
    """

    def promised(self, stmt: Stmt, env: Env) -> Stmt:
        match stmt:
            case o.Take(sites=sites) | o.Include(sites=sites, present=True):
                clears = isinstance(stmt, o.Take) or stmt.field.name == TO_CLEAR
                site = sites.args[0] if sites.op is Op.ONE else None
                if clears and not (site is not None and self.has_moved(site)):
                    here = self.analysis.here(stmt)
                    here.taken |= self._met(here, self._held(self.members(sites, env)))
            case o.MovePiece(origin=origin, target=target):
                here = self.analysis.here(stmt)
                here.covered |= self._met(here, self._held(self.fact(target, env)))
                self.moved |= {origin, target}
            case o.Put(site=site, fresh=fresh):
                if not self.has_moved(site):
                    here = self.analysis.here(stmt)
                    held = frozenset((0,)) if fresh else self._held(self.fact(site, env))
                    here.covered |= self._met(here, held)
                    self.moved.add(site)
        return super().promised(stmt, env)

    def _met(self, here: Meets, held: frozenset[int] | None) -> frozenset[int]:
        here.unsure |= held is None
        return held or frozenset()
