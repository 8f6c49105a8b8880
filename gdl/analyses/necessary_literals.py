"""Necessary literals: what it takes that a condition holds or a site is in a set, or that it does not.

A literal says that a site is in a set that only grows, and gets nothing but destinations of moves; or that it
is not in an element of one. What is found always holds where the condition does, so that its contradiction
proves that the condition does not hold; of what is written in ways that are not followed nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from gdl.analyses.ranges import find_ranges
from gdl.core import ops as o
from gdl.core.evaluate import NotConstant, evaluate
from gdl.core.intrinsics import Ask, ListMoves, PlayMove, PlayOut, Poke, Reseed, SaveRecord, Tally
from gdl.core.ops import Block, Expr, Op, Program, Stmt
from gdl.core.statements import PARTS
from gdl.core.walk import bits, block_exprs, blocks_of, statements, subexprs
from gdl.support.values import frozen

#: So many steps are taken at most, and generators followed so deep.
MOST_STEPS, MOST_CALLS = 400_000, 20
_OFFERS = PARTS[o.Offer].bit | PARTS[o.Generate].bit
_NOT_FOLLOWED = bits(Ask, ListMoves, PlayMove, PlayOut, Poke, Reseed, SaveRecord, Tally)


@frozen
class Literal:
    """A site is in a set that only grows; or it is not in one element of it."""

    field: o.Field
    site: int
    #: the element that it is not in; None: it is in one of them
    absent_from: int | None = None


#: What something takes; None for what cannot be.
Needs: TypeAlias = "frozenset[Literal] | None"
NOTHING: frozenset[Literal] = frozenset()


@frozen(eq=False)
class Bound:
    """A local: what it stands for, and what the locals in that stand for. None: that is not known."""

    expr: Expr
    env: Env


Env: TypeAlias = "Mapping[str, int | Bound | None]"


class NotFollowedError(Exception):
    """Rules are written in a way that is not followed."""


# --- sets that only grow ----------------------------------------------------------------------------------


@frozen
class Growth:
    """Of a set that only grows: which elements ever get a site, and by which kinds of moves."""

    elements: frozenset[int]
    kinds: frozenset[int]


def growing_sets(program: Program) -> dict[o.Field, Growth]:
    """The sets that are empty at first and get nothing but destinations of moves."""
    candidates = {each for each in program.fields if each.type is o.SITES and not each.initial}
    if not candidates or any(stmt for proc in program.procs for stmt in statements(proc.body, _NOT_FOLLOWED)):
        return {}
    plays = {kind.play: kind.index for kind in program.kinds}
    called = {name for proc in program.procs for name in _called(proc.body)}
    writes: dict[o.Field, list[tuple[o.Proc, o.Include]]] = {}
    for proc in program.procs:
        for stmt in statements(proc.body):
            field = getattr(stmt, "field", None)
            if field not in candidates or isinstance(stmt, o.Snapshot):
                continue
            if _is_destination(stmt, proc, plays, called):
                assert isinstance(stmt, o.Include)
                writes.setdefault(field, []).append((proc, stmt))
            else:
                candidates.remove(field)
    ranges = find_ranges(program) if candidates & writes.keys() else None
    result = {}
    for field in candidates & writes.keys():
        assert ranges is not None
        elements: set[int] = set()
        for proc, stmt in writes[field]:
            low, high = (0, 0) if stmt.index is None else ranges.of(stmt.index, proc.name)
            elements.update(range(max(low, 0), min(high, (field.length or 1) - 1) + 1))
        kinds = frozenset(
            k.index for k in program.kinds if k.play in {proc.name for proc, _ in writes[field]}
        )
        result[field] = Growth(frozenset(elements), kinds)
    return result


def _is_destination(stmt: Stmt, proc: o.Proc, plays: Mapping[str, int], called: set[str]) -> bool:
    """Whether it puts the destination of a move into a set, and nothing else is done by it."""
    if not isinstance(stmt, o.Include) or not stmt.present:
        return False
    if proc.name not in plays or proc.name in called or proc.entry:
        return False
    site, last = stmt.sites, proc.params[-1].name
    if site.op is not Op.ONE or site.args[0].op is not Op.VAR or site.args[0].data != last:
        return False
    return not any(getattr(each, "name", None) == last for each in statements(proc.body))


def _called(block: Block) -> Iterable[str]:
    """The procedures that a block calls, but for plays of moves."""
    for stmt in statements(block):
        if isinstance(stmt, o.Do | o.Generate):
            yield stmt.name
    for expr in block_exprs(block):
        for each in subexprs(expr):
            if each.op is Op.CALL:
                yield str(each.data)


# --- what destinations take -------------------------------------------------------------------------------


class NecessaryLiterals:
    """Follows generators, and notes what each destination of a kind takes."""

    def __init__(self, program: Program, grown: Mapping[o.Field, Growth]) -> None:
        self.program = program
        self.grown = grown
        self.procs = {proc.name: proc for proc in program.procs}
        self.offered: dict[int, dict[int, frozenset[Literal]]] = {}
        #: sites that are in growing sets, whatever else: what contradicts them cannot be
        self.known: frozenset[Literal] = NOTHING
        self.steps = self.depth = 0

    def generator(self, name: str, env: Env, given: frozenset[Literal] = NOTHING) -> None:
        """Follow a generator, given that some literals hold."""
        if self.depth == MOST_CALLS:
            raise NotFollowedError
        self.depth += 1
        self._block(self.procs[name].body, dict(env), given)
        self.depth -= 1

    def _block(self, block: Block, env: dict[str, int | Bound | None], given: frozenset[Literal]) -> None:
        for stmt in block:
            self._step()
            match stmt:
                case o.Assign():
                    env[stmt.name] = Bound(stmt.value, dict(env))
                case o.Offer():
                    self._offer(stmt, env, given)
                case _ if not stmt.op_mask & _OFFERS:
                    if stmt.op_mask & PARTS[o.Do].bit:
                        raise NotFollowedError
                    forget((stmt,), env)
                case o.Generate():
                    params = self.procs[stmt.name].params
                    values = (Bound(arg, dict(env)) for arg in stmt.args)
                    inside = {param.name: value for param, value in zip(params, values, strict=True)}
                    self.generator(stmt.name, inside, given)
                case o.If():
                    for body, truth in ((stmt.then, True), (stmt.otherwise, False)):
                        needs = self.truth(stmt.condition, env, truth)
                        if needs is not None:
                            self._block(body, dict(env), given | needs)
                    forget((stmt,), env)
                case o.ForSites():
                    forget(stmt.body, env)
                    for site in range(self.program.sites):
                        needs = self.member(stmt.sites, site, env, True)
                        if needs is not None:
                            self._block(stmt.body, {**env, stmt.name: site}, given | needs)
                case o.Priority() | o.Best() | o.Narrow() | o.Provided():  # they leave some out
                    for body in blocks_of(stmt):
                        self._block(body, dict(env), given)
                    forget((stmt,), env)
                case _:
                    raise NotFollowedError

    def _offer(self, stmt: o.Offer, env: Env, given: frozenset[Literal]) -> None:
        known = self.offered.setdefault(stmt.kind, {})
        for site in range(self.program.sites):
            needs = self.member(stmt.sites, site, env, True)
            if needs is not None:
                known[site] = known.get(site, needs | given) & (needs | given)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise NotFollowedError

    # --- truths and sets ------------------------------------------------------------------------------

    def truth(self, expr: Expr, env: Env, wanted: bool) -> Needs:
        """What it takes that a condition holds, or that it does not."""
        self._step()
        match expr.op:
            case Op.CONST:
                return NOTHING if bool(expr.data) == wanted else None
            case Op.NOT:
                return self.truth(expr.args[0], env, not wanted)
            case Op.AND | Op.OR:
                one, other = (self.truth(arg, env, wanted) for arg in expr.args)
                return (
                    self._possible(both(one, other)) if (expr.op is Op.AND) == wanted else either(one, other)
                )
            case Op.SUBSET:
                return self._subset(expr, env, wanted)
            case Op.HAS:
                site = self.number(expr.args[1], env)
                return NOTHING if site is None else self.member(expr.args[0], site, env, wanted)
            case Op.VAR:
                bound = env.get(str(expr.data))
                return self.truth(bound.expr, bound.env, wanted) if isinstance(bound, Bound) else NOTHING
        number = self.number(expr, env)
        return NOTHING if number is None or bool(number) == wanted else None

    def member(self, expr: Expr, site: int, env: Env, wanted: bool) -> Needs:
        """What it takes that a site is in a set, or that it is not."""
        self._step()
        if not 0 <= site < self.program.sites:
            return None if wanted else NOTHING
        args = expr.args
        match expr.op:
            case Op.CONST:
                assert isinstance(expr.data, int)
                return NOTHING if bool(expr.data >> site & 1) == wanted else None
            case Op.VAR:
                bound = env.get(str(expr.data))
                if isinstance(bound, Bound):
                    return self.member(bound.expr, site, bound.env, wanted)
            case Op.UNION | Op.INTER | Op.DIFF:
                one = self.member(args[0], site, env, wanted)
                other = self.member(args[1], site, env, wanted != (expr.op is Op.DIFF))
                return (
                    either(one, other)
                    if (expr.op is Op.UNION) == wanted
                    else self._possible(both(one, other))
                )
            case Op.FILTER:
                one = self.member(args[0], site, env, wanted)
                other = self.truth(args[1], {**env, str(expr.data): site}, wanted)
                return self._possible(both(one, other)) if wanted else either(one, other)
            case Op.ONE:
                number = self.number(args[0], env)
                if number is not None:
                    return NOTHING if (number == site) == wanted else None
            case Op.IMAGE:
                table = expr.data
                assert isinstance(table, o.Table)
                before = [at for at, to in enumerate(table.values) if to == site]
                result: Needs = None if wanted else NOTHING
                for at in before:
                    needs = self.member(args[0], at, env, wanted)
                    result = either(result, needs) if wanted else both(result, needs)
                return result
            case Op.FIELD | Op.ELEM if expr.data in self.grown:
                return self._field(expr, site, env, wanted)
        return NOTHING

    def _field(self, expr: Expr, site: int, env: Env, wanted: bool) -> Needs:
        field = expr.data
        assert isinstance(field, o.Field)
        at = self.number(expr.args[0], env) if expr.op is Op.ELEM else 0
        if at is not None and at not in self.grown[field].elements:
            return None if wanted else NOTHING
        if wanted:
            return frozenset((Literal(field, site),))
        return NOTHING if at is None else self._possible(frozenset((Literal(field, site, at),)))

    def _subset(self, expr: Expr, env: Env, wanted: bool) -> Needs:
        """That all sites of a set are in another one, or that some is not."""
        inner, outer = expr.args
        result: Needs = NOTHING if wanted else None
        for site in range(self.program.sites):
            inside = self.member(inner, site, env, not wanted)
            there = self.member(outer, site, env, wanted)
            if wanted:
                result = self._possible(both(result, either(inside, there)))
            else:
                result = either(result, self._possible(both(inside, there)))
        return result

    def _possible(self, needs: Needs) -> Needs:
        """What something takes; None where a site known to be in a set would be in no element of it."""
        for each in needs or ():
            if each.absent_from is not None and Literal(each.field, each.site) in self.known:
                elements = self.grown[each.field].elements
                if needs is not None and all(Literal(each.field, each.site, at) in needs for at in elements):
                    return None
        return needs

    def number(self, expr: Expr, env: Env) -> int | None:
        """What a number or a truth comes to, where it does not depend on the state."""
        values: dict[str, int] = {}
        for name in expr.free:
            bound = env.get(name)
            known = self.number(bound.expr, bound.env) if isinstance(bound, Bound) else bound
            if known is None:
                return None
            values[name] = known
        try:
            return int(evaluate(expr, values, self.program.sites))
        except NotConstant:
            return None


def both(one: Needs, other: Needs) -> Needs:
    """What two things take that both have to hold."""
    return None if one is None or other is None else one | other


def either(one: Needs, other: Needs) -> Needs:
    """What it certainly takes if one of two things is enough."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def forget(block: Block, env: dict[str, int | Bound | None]) -> None:
    """What a block assigns is not known any more."""
    for stmt in statements(block):
        if isinstance(stmt, o.Assign | o.Draw):
            env[stmt.name] = None
