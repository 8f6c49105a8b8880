"""Stalemate freedom: whoever has to move can, in every state that is reached from the start.

    offer 1() to filter[s]((all \\ own), (has(bottom, s) or has(own, below[s])))     none: then all is taken

Suppose that no move is offered. What that certainly takes is worked out site by site, and what is known by
then decides of the others (unit propagation): here a site at the bottom is taken, so the one above it is, and
so all are. The sets only grow, and by nothing but moves, so it was so too when `after` looked whether the
game is over. Where each way through that says it is, nobody is ever asked for a move in such a state. It is a
proof: rules written in ways that are not followed are said to have stalemates.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.analyses.necessary_literals import (
    MOST_CALLS,
    Bound,
    Env,
    NecessaryLiterals,
    NotFollowedError,
    forget,
    growing_sets,
)
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Program, Stmt
from gdl.core.walk import bits, statements

#: What a loop must not have in it that is not followed.
_LEAVES = bits(o.Return, o.Do)
#: Statements that change fields and locals, and do nothing else.
_WRITES = (o.Adjust, o.Include)
_LOOPS = (o.ForSites, o.ForRange, o.While)
_IN_LOOPS = (o.Assign, o.Store, o.If, o.Draw, o.Break, o.Continue, *_WRITES, *_LOOPS)


def is_free_of_stalemates(program: Program) -> bool:
    """Whether it is proved that a move is offered wherever the game is not over."""
    grown = growing_sets(program)
    if not grown:
        return False
    walk = NecessaryLiterals(program, grown)
    try:
        if _always_offers(walk):
            return True
        # at the start these sets are empty, so there some move is offered
        return bool(walk.known) and _Ends(walk).certain()
    except NotFollowedError:
        return False


def _always_offers(walk: NecessaryLiterals) -> bool:
    """Whether some move is offered in any state; else `known` is what is so where none is."""
    offers = list(_offers(walk, walk.procs["moves"].body, {}))
    before = None
    while before != walk.known:
        before = walk.known
        for sites, env in offers:
            for site in range(walk.program.sites):
                needs = walk.member(sites, site, env, False)
                if needs is None:
                    return True
                walk.known |= {each for each in needs if each.absent_from is None}
    return False


def _offers(
    walk: NecessaryLiterals, block: Block, env: dict[str, int | Bound | None], depth: int = 0
) -> Iterator[tuple[Expr, Env]]:
    """The sets of sites that are offered whatever the state is, up to the first statement that may hinder."""
    if depth == MOST_CALLS:
        raise NotFollowedError
    for stmt in block:
        match stmt:
            case o.Assign():
                env[stmt.name] = Bound(stmt.value, dict(env))
            case o.Offer():
                yield stmt.sites, dict(env)
            case o.Generate() if (
                stmt is block[-1]
            ):  # it may leave off early, and says nothing of what follows
                yield from _offers(walk, *_called(walk, stmt, env), depth + 1)
            case _:
                return


def _called(
    walk: NecessaryLiterals, stmt: o.Generate | o.Do, env: Env
) -> tuple[Block, dict[str, int | Bound | None]]:
    """The body of what is called, and what its parameters are."""
    proc = walk.procs[stmt.name]
    values = (Bound(arg, dict(env)) for arg in stmt.args)
    return proc.body, {param.name: value for param, value in zip(proc.params, values, strict=True)}


class _Ends:
    """Runs `after` given what is known of growing sets: whether the game is over then on every way."""

    def __init__(self, walk: NecessaryLiterals) -> None:
        self.walk = walk
        self.depth = 0

    def certain(self) -> bool:
        """Whether it is over on every way."""
        return False not in self._call(self.walk.procs["after"].body, {}, frozenset((False,)))

    def _call(
        self, body: Block, env: dict[str, int | Bound | None], over: frozenset[bool]
    ) -> frozenset[bool]:
        """What `over` may be after a procedure, by what it may be before."""
        if self.depth == MOST_CALLS:
            raise NotFollowedError
        self.depth += 1
        returned: set[bool] = set()
        falls = self._block(body, env, over, returned)
        self.depth -= 1
        return falls | returned

    def _block(
        self,
        block: Block,
        env: dict[str, int | Bound | None],
        over: frozenset[bool],
        returned: set[bool],
    ) -> frozenset[bool]:
        """The same of some statements; `returned` gets what it may be where they return."""
        for stmt in block:
            match stmt:
                case o.Return():
                    returned |= over
                    return frozenset()
                case o.Assign():
                    env[stmt.name] = Bound(stmt.value, dict(env))
                case o.Store() if stmt.field.name == "over":
                    over = frozenset((self.walk.number(stmt.value, env) == 1,))
                case o.Do():
                    over = self._call(*_called(self.walk, stmt, env), over)
                case o.If():
                    over = self._if(stmt, env, over, returned)
                case o.Store() | o.Draw():
                    forget((stmt,), env)
                case _ if isinstance(stmt, _WRITES) or (isinstance(stmt, _LOOPS) and _is_plain(stmt)):
                    forget((stmt,), env)
                case _:
                    raise NotFollowedError
        return over

    def _if(
        self, stmt: o.If, env: dict[str, int | Bound | None], over: frozenset[bool], returned: set[bool]
    ) -> frozenset[bool]:
        """Both branches, but for one that what is known excludes."""
        result = frozenset[bool]()
        for body, truth in ((stmt.then, True), (stmt.otherwise, False)):
            if self.walk.truth(stmt.condition, env, truth) is not None:
                result |= self._block(body, dict(env), over, returned)
        forget((stmt,), env)
        return result


def _is_plain(loop: Stmt) -> bool:
    """Whether a loop neither leaves its procedure, nor calls others, nor says whether the game is over."""
    return not loop.op_mask & _LEAVES and all(
        isinstance(each, _IN_LOOPS) and not (isinstance(each, o.Store) and each.field.name == "over")
        for each in statements((loop,))
    )
