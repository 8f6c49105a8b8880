"""Statements: everything that a core program can do."""

from __future__ import annotations

from typing import Any

from gdl.core.exprs import Expr
from gdl.core.operations import Field
from gdl.source.text import NOWHERE, Span
from gdl.support.values import field, fields, frozen

# --- where statements hold expressions and blocks, and a bit for each kind of statement (of op masks) ---

_SHAPES = {
    "Expr": "expr",
    "Expr | None": "expr",
    "tuple[Expr, ...]": "exprs",
    "Block": "block",
    "tuple[Block, ...]": "blocks",
}
#: The bits below it are those of the operations.
FIRST_BIT = 256


@frozen
class Parts:
    """The fields of a kind of statement that hold expressions or blocks, in the order of evaluation."""

    all: tuple[tuple[str, str], ...]
    exprs: tuple[tuple[str, bool], ...]  # and whether it is a tuple of them
    blocks: tuple[tuple[str, bool], ...]
    bit: int
    fields: tuple[str, ...]  # all that it is made of


class _PartsOf(dict[type, Parts]):
    """Worked out when first asked for."""

    def __missing__(self, cls: type) -> Parts:
        every = tuple((f.name, _SHAPES[str(f.type)]) for f in fields(cls) if str(f.type) in _SHAPES)
        exprs = tuple((name, shape == "exprs") for name, shape in every if shape in ("expr", "exprs"))
        blocks = tuple((name, shape == "blocks") for name, shape in every if shape in ("block", "blocks"))
        names = tuple(f.name for f in fields(cls) if f.init)
        self[cls] = Parts(every, exprs, blocks, 1 << (FIRST_BIT + len(self)), names)
        return self[cls]


PARTS = _PartsOf()


@frozen
class Stmt:
    """The base of statements; `span` is the ludeme that made it, and stays with it through every pass."""

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)
    #: a bit for each operation and each kind of statement in it, its own included
    op_mask: int = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "op_mask", _op_mask(self))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        names = PARTS[type(self)].fields  # the bits of kinds are those of a process
        return _made_again, (type(self), *(getattr(self, name) for name in names))


def _made_again(kind: type[Stmt], *values: Any) -> Stmt:
    """A statement that was pickled."""
    return kind(**dict(zip(PARTS[kind].fields, values, strict=True)))


def _op_mask(stmt: Stmt) -> int:
    parts = PARTS[type(stmt)]
    result = parts.bit
    for name, several in parts.exprs:
        value = getattr(stmt, name)
        if several:
            for expr in value:
                result |= expr.op_mask
        elif value is not None:
            result |= value.op_mask
    for name, several in parts.blocks:
        value = getattr(stmt, name)
        for block in value if several else (value,):
            for inner in block:
                result |= inner.op_mask
    return result


Block = tuple[Stmt, ...]


@frozen
class Assign(Stmt):
    """Set a local variable. Its type is the expression's; a variable has one type in a procedure."""

    name: str
    value: Expr


@frozen
class Store(Stmt):
    """Set a field, or an element of an array field (an index outside its bounds: nothing happens)."""

    field: Field
    index: Expr | None
    value: Expr


@frozen
class Adjust(Stmt):
    """Add to a numeric field or element: read, add, write at the moment of application."""

    field: Field
    index: Expr | None
    delta: Expr


@frozen
class Include(Stmt):
    """Put sites into a Sites field or element (`present` true), or take them out of it."""

    field: Field
    index: Expr | None
    sites: Expr
    present: bool


# Pieces (abstract writes, replaced by `layout`)


@frozen
class Put(Stmt):
    """One piece `what` on the site; what was there is gone. Values as given (None: count 1, others 0).

    A `what` that is no component, or a count below 1, leaves the site empty. `fresh` promises that the site
    is empty, `held` that what is on top, if it is a site, is one of these components (0: none).
    """

    site: Expr
    what: Expr
    state: Expr | None = None
    value: Expr | None = None
    rotation: Expr | None = None
    count: Expr | None = None
    fresh: bool = False
    held: frozenset[int] | None = None


@frozen
class Take(Stmt):
    """Every member of the set becomes empty (for a stack: the top level goes, or `all_levels`).

    State, value and rotation of a site that becomes empty become 0; those of sites that were empty stay.
    `held` promises that on each is one of these components (0: none).
    """

    sites: Expr
    all_levels: bool = True
    held: frozenset[int] | None = None


@frozen
class MovePiece(Stmt):
    """What is on `origin` goes to `target` with all its values; what was on `target` is gone.

    A stack moves as a whole. Nothing happens where `origin` is empty or is `target`, or either is no site.
    Promises, for sites: `held` and `over` are the components that may be on origin and target (0: none),
    `owner` is the owner of the piece on origin, `apart` says that origin and target differ.
    """

    origin: Expr
    target: Expr
    held: frozenset[int] | None = None
    over: frozenset[int] | None = None
    owner: Expr | None = None
    apart: bool = False


@frozen
class SetAt(Stmt):
    """Set one value of a site: kind is "count", "state", "value" or "rotation"; level None: the top.

    State, value and rotation may be set on empty sites. A count below 1 empties the site; on an empty site a
    count does nothing (Put makes pieces). A level that the stack lacks: nothing happens.
    """

    kind: str
    site: Expr
    value: Expr
    level: Expr | None = None


@frozen
class Push(Stmt):
    """One piece on top of the stack at the site (or as level `level`, from the bottom; others move up).

    Beyond the program's `stack_limit` nothing is pushed and the field `overflow` becomes true.
    """

    site: Expr
    what: Expr
    state: Expr | None = None
    value: Expr | None = None
    rotation: Expr | None = None
    level: Expr | None = None


@frozen
class MoveLevels(Stmt):
    """The levels from `level` up (`whole`; else just that one) go from `origin` onto `target`, in order.

    Nothing happens where origin is target. Levels beyond `stack_limit` are lost and `overflow` becomes true.
    """

    origin: Expr
    target: Expr
    level: Expr
    whole: bool


@frozen
class TakeLevel(Stmt):
    """One level of a stack is removed; those above come down."""

    site: Expr
    level: Expr


# Control


@frozen
class If(Stmt):
    """One of two blocks; the condition is evaluated once."""

    condition: Expr
    then: Block
    otherwise: Block = ()


@frozen
class While(Stmt):
    """Repeat; after `limit` rounds it stops (a rule file cannot hang)."""

    condition: Expr
    body: Block
    limit: int = 100_000


@frozen
class ForSites(Stmt):
    """For each member in ascending order; the set is evaluated once, before.

    The variable of a loop is its own: not set before (on any path) nor read after.
    """

    name: str
    sites: Expr
    body: Block


@frozen
class ForRange(Stmt):
    """For each whole number from `low` up to and including `high`; both evaluated once, before."""

    name: str
    low: Expr
    high: Expr
    body: Block


@frozen
class Break(Stmt):
    """Leave the loop around."""


@frozen
class Continue(Stmt):
    """Go on with the next round of the loop around."""


@frozen
class Return(Stmt):
    """Leave the procedure, with its value if it has a result."""

    value: Expr | None = None


@frozen
class Do(Stmt):
    """Call a procedure for what it does."""

    name: str
    args: tuple[Expr, ...] = ()


@frozen
class Draw(Stmt):
    """Set a local to a random whole number from 0 below `bound` (a bound below 2 draws nothing: 0)."""

    name: str
    bound: Expr


@frozen
class Remember(Stmt):
    """Add the present position to the history, outside any Sandbox.

    A position is every field with `position`; what follows from others need not be one of these. Positions
    are compared in full, whatever hash an engine looks for them by. `irreversible` says that none before can
    come again (they are forgotten); `turn` that a turn begins with this position (for the kinds of repetition
    IN_TURN; without it it belongs to the turn of the one before).
    """

    irreversible: Expr | None = None
    turn: Expr | None = None


# Meaning of whole regions


@frozen
class Simultaneous(Stmt):
    """Effects evaluated against the state at entry, then applied in order.

    Reads in the body (conditions and arguments alike, also through CALL and the consumers of generators) see
    the fields as they were at entry; Adjust, Include and the pieces' writes read what they change at the
    moment of application. A region inside another belongs to it. A procedure called by Do is one effect: its
    arguments are evaluated as at entry, its body runs when it is applied, as it stands. A Sandbox in the body
    begins from the state at entry, and what runs in it sees its own writes. Remember sees the present state.
    No offers are made in a region.
    """

    body: Block


@frozen
class Apply(Stmt):
    """[lowered] Part of a region's effects: what stands in it sees the present state, even inside
    Simultaneous. `layout` wraps the pieces' writes so, their arguments evaluated to locals before."""

    body: Block


@frozen
class Snapshot(Stmt):
    """[lowered] Keep an array field's elements as the local array `name`, for OLD_ELEM and Restore."""

    name: str
    field: Field


@frozen
class Restore(Stmt):
    """[lowered] Give an array field the elements that Snapshot `name` kept."""

    name: str
    field: Field


@frozen
class Sandbox(Stmt):
    """Run the body on a copy of the state and throw the copy away; locals that it assigns remain.

    Return may leave it, Break and Continue may not. What a generator offers in it is played and judged like
    any other move: from the state around when its turn comes, from the copy where it is judged in here.
    """

    body: Block


# Generators only: offering moves to the sink. Control (Return, Break, Continue) does not leave the bodies of
# Priority, Best, Narrow and Provided.


@frozen
class Offer(Stmt):
    """Offer the moves (kind, args, s) for every member s of `sites`, in ascending order: one bundle.

    The args are one fewer than the kind's parameters: the site is the last. A kind without a destination (a
    pass) offers `ONE(0)` and ignores the site.
    """

    kind: int
    args: tuple[Expr, ...]
    sites: Expr


@frozen
class Generate(Stmt):
    """Run another generator with the present sink."""

    name: str
    args: tuple[Expr, ...] = ()


@frozen
class Priority(Stmt):
    """The offers of the first body that offers a legal move; of the others none.

    Legal here: the checks inside the body hold. Those of a Provided around this are judged later.
    """

    bodies: tuple[Block, ...]


@frozen
class Best(Stmt):
    """Of the body's legal offers those whose value is the greatest.

    `value` names a procedure that returns Int, called with `args` in a sandbox just after the move's `play`.
    Legal as in Priority. What is left keeps its order and its bundles (those left empty are dropped), and is
    not judged by the checks inside the body again.
    """

    body: Block
    value: str
    args: tuple[Expr, ...] = ()


@frozen
class Narrow(Stmt):
    """The body's offers, each to those of its sites only that are kept.

    `keep` names a procedure that returns Sites: called once, with all sites that the body offers and `args`,
    it tells which of them are. Of a set that is not empty it keeps at least one. The body only offers, loops
    and chooses: nothing in it is judged.
    """

    body: Block
    keep: str
    args: tuple[Expr, ...] = ()


@frozen
class Provided(Stmt):
    """The body's offers are legal only if `check` (a procedure returning Bool, given `args`) holds after
    the move has been played in a sandbox. Engines may test late: a random move is drawn first and tested
    then, and drawn again where it fails (visible in the random stream, hence part of the meaning)."""

    body: Block
    check: str
    args: tuple[Expr, ...] = ()
