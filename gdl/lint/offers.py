"""Moves that are never offered, as the conditions around them contradict each other (infeasible paths)."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Stmt
from gdl.core.walk import blocks_of
from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.categories import Moves
from gdl.source.diagnostics import Diagnostic
from gdl.source.text import Span

#: What must hold for a statement to be reached.
Path = tuple[Expr, ...]


def membership(sites: Expr) -> Path:
    """The conditions that a member of a set fulfils."""
    if sites.op is Op.FILTER:
        member = k.var(str(sites.data), o.INT)
        return (k.has(sites.args[0], member), sites.args[1])
    return (k.has(sites, k.var("member of the set", o.INT)),)


def _offers(block: Block, path: Path) -> Iterator[tuple[o.Offer | o.Generate, Path]]:
    """The offers in a block, each with what must hold where it is made."""
    for stmt in block:
        match stmt:
            case o.Offer() | o.Generate():
                yield stmt, path
            case o.If():
                yield from _offers(stmt.then, (*path, stmt.condition))
                yield from _offers(stmt.otherwise, (*path, k.not_(stmt.condition)))
            case o.ForSites():
                yield from _offers(stmt.body, (*path, k.has(stmt.sites, k.var(stmt.name, o.INT))))
            case o.ForRange():
                yield from _offers(stmt.body, path)
            case _:
                yield from _inside(stmt)


def _inside(stmt: Stmt) -> Iterator[tuple[o.Offer | o.Generate, Path]]:
    for block in blocks_of(stmt):
        yield from _offers(block, ())


def _never(subject: Subject) -> Iterator[Diagnostic]:
    """By place whether all offers that were made of it are infeasible."""
    result: dict[Span, bool] = {}
    waiting, seen = ["moves"], {"moves"}
    while waiting:
        name = waiting.pop()
        cases = subject.cases(name)
        for stmt, path in _offers(subject.procs[name].body, ()):
            if isinstance(stmt, o.Generate):
                if stmt.name not in seen:
                    seen.add(stmt.name)
                    waiting.append(stmt.name)
                continue
            possible = cases.possible(*path, *membership(stmt.sites))
            result[stmt.span] = result.get(stmt.span, False) or possible
    offered = {each.span: each for each in subject.rules(Moves)}
    for place, possible in result.items():
        moves = offered.get(place)
        if not possible and moves is not None and subject.written(moves):
            yield finding(
                "W0629", "these moves are never offered: what must hold for them never does together", place,
                "never offered", "see the conditions around them, and those of where they go",
            )  # fmt: skip


RULES = (Rule("W0629", _never, last=True),)
