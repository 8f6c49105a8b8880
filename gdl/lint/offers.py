"""What is offered of moves: none, as the conditions around them contradict each other (infeasible paths); of
a slide one step, as the condition of its `to` holds of empty sites (three-valued logic)."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.builder.context import Context
from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Block, Expr, Op, Stmt
from gdl.core.walk import blocks_of
from gdl.lint.subject import Rule, Subject, finding
from gdl.ludeme.categories import BoolExpr, Moves
from gdl.ludeme.literals import BoolLiteral
from gdl.ludemes.arguments import Between
from gdl.ludemes.connectives import AllHold, AnyHolds, Not
from gdl.ludemes.ints_context import is_named
from gdl.ludemes.is_site import IsEmpty, SiteCondition
from gdl.ludemes.sliding import Slide
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


def _one_step(subject: Subject) -> Iterator[Diagnostic]:
    """Slides that end on the first empty site, as the condition of `to` holds of it."""
    for several in subject.each_written(subject.rules(Slide)):
        slide = several[0]
        to = slide.to.condition if slide.to is not None and slide.track is None else None
        if to is None or not _over_empty(slide.between) or _holds_of_empty(to) is not True:
            continue
        yield finding(
            "W0660", "this slide goes one step only: the first empty site is one on which `to` lets it end",
            to.span, "holds of empty sites",
            "empty sites are passed anyway: let `to` say only what may stand on the site behind them, "
            "`(is Enemy (who at:(to)))`", "or, if one step is meant, write `(move Step ...)`",
        )  # fmt: skip


def _over_empty(between: Between | None) -> bool:
    """Does a slide pass over empty sites, and may end on the first?"""
    if between is None:
        return True
    return between.range is None and (
        between.condition is None or _holds_of_empty(between.condition, Context.BETWEEN) is True
    )


def _holds_of_empty(condition: BoolExpr, site: Context = Context.TO) -> bool | None:
    """Does it hold where the site is empty, whatever else is so? None: not known."""
    match condition:
        case BoolLiteral():
            return condition.value
        case IsEmpty() if is_named(condition.site, site):
            return condition.what is SiteCondition.EMPTY
        case Not():
            denied = _holds_of_empty(condition.condition, site)
            return None if denied is None else not denied
        case AllHold() | AnyHolds():
            parts = [_holds_of_empty(part, site) for part in condition.operands()]
            decides = isinstance(condition, AnyHolds)
            if decides in parts:
                return decides
            return None if None in parts else not decides
    return False if condition.asks_occupied(site) else None


RULES = (Rule("W0629", _never, last=True), Rule("W0660", _one_step))
