"""The vocabulary of the core: every operation there is, on one page.

A core program is a set of procedures over a flat state. Expressions have no effects; statements do. Every
operation is *total*: a site outside the board (-1) is in no set, reads as empty, and cannot be written; a
division by zero is 0. So no rule file can make an engine fail. Whole numbers have 64 bits and wrap around.

Expressions are generic nodes (`Expr`): an operation, a type, arguments, and for some operations a constant
(`data`: a value, a name, a table). SIGNATURES in `signatures.py` says what each takes; `verify` enforces it.

A program goes through these passes before an engine sees it (`prepare.py`): verify, simplify, known (promises
about the pieces: a move is played in the state that it was offered in), foresee (Best without playing),
vanishing (positions that cannot come again), layout (pieces become fields), effects (Simultaneous regions
become plain code), simplify again, verify again. What only the first programs hold is marked [abstract]
below; what only the last ones hold is marked [lowered].

*Chance.* The generator is splitmix64; of each output the high 32 bits are used. A draw below `bound` is
Lemire's: m = high32 * bound; while the low 32 bits of m are below 2**32 mod bound, take the next output; the
result is m >> 32. A bound below 2 draws nothing and gives 0; one above 2**32 - 1 counts as 2**32 - 1. The
generator stands outside the record, but what a Sandbox or a sink's what-if draws is thrown away with it: the
stream goes on from where it was.

*The random player.* The bundles that `moves` offers, empty ones dropped, in order; total = the sum of their
sizes; k drawn below total; the move is the k-th counting through the bundles. Where its checks fail (it is
played in a sandbox and judged), it is taken out of its bundle and k is drawn again below total - 1, and so
on. A bundle's checks are judged innermost first and stop at the first that fails. Where no move is left (or
none was offered) the kind named `pass` is played without a draw.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import cached_property

from attrs import field, frozen

from gdl.core.parts import PARTS
from gdl.source import NOWHERE, Span


class Type(Enum):
    """The types of core values."""

    INT = "Int"
    BOOL = "Bool"
    FLOAT = "Float"
    SITES = "Sites"

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return self.value


INT, BOOL, FLOAT, SITES = Type.INT, Type.BOOL, Type.FLOAT, Type.SITES


class Op(Enum):
    """The operations of expressions. `data` in brackets; `s` a site, `S` a set of sites."""

    bit: int  # of its own, for `inside`
    __hash__ = object.__hash__

    def __init__(self, number: int) -> None:
        self.bit = 1 << number

    # Leaves
    CONST = auto()  # [value: int | bool | float; a Sites constant is an int whose bit i is site i]
    VAR = auto()  # [name] a local variable or parameter
    FIELD = auto()  # [Field] a scalar field of the state
    ELEM = auto()  # [Field] (i) an element of an array field; outside its bounds: 0 / empty
    TABLE = auto()  # [Table] (i) an element of a constant table; outside its bounds: the table's `outside`
    # Numbers (Int or Float alike; DIV and MOD of Ints truncate toward zero as Java's do)
    ADD = auto()
    SUB = auto()
    MUL = auto()
    DIV = auto()
    MOD = auto()
    POW = auto()
    NEG = auto()
    ABS = auto()
    MIN = auto()
    MAX = auto()
    TO_FLOAT = auto()  # (Int or Bool)
    TO_INT = auto()  # (Float or Bool), truncating
    SIN = auto()
    COS = auto()
    TAN = auto()
    EXP = auto()
    LOG = auto()
    LOG10 = auto()
    SQRT = auto()
    # Comparison (EQ, NE on any one type; the others on numbers)
    EQ = auto()
    NE = auto()
    LT = auto()
    LE = auto()
    GT = auto()
    GE = auto()
    # Truth (AND and OR do not evaluate the second where the first decides)
    AND = auto()
    OR = auto()
    XOR = auto()
    NOT = auto()
    SELECT = auto()  # (Bool, a, b) only the chosen one is evaluated
    # Sets of sites
    ONE = auto()  # (s) the set of that site; of -1: the empty set
    UNION = auto()
    INTER = auto()
    DIFF = auto()
    HAS = auto()  # (S, s)
    SUBSET = auto()  # (A, B) is every member of A in B
    SOME = auto()  # (S) is there any member
    SIZE = auto()  # (S) how many
    NTH = auto()  # (S, k) the k-th member from 0 in ascending order; -1 where there is none
    LAST = auto()  # (S) the greatest member; -1 of the empty set
    # Sets by a condition; [name] is the variable that stands for each member in the second argument
    FILTER = auto()  # [name] (S, Bool) the members for which it holds
    EXISTS = auto()  # [name] (S, Bool)
    SUM = auto()  # [name] (S, Int)
    GATHER = auto()  # [name] (S, Sites) the union over the members
    GREATEST = auto()  # [name] (S, Int) the members for which it is the greatest
    # Board procedures
    IMAGE = auto()  # [Table of Int: site -> site] (S) where one step takes the members
    RAY = auto()  # [Rays] (s, S) the sites of the ray from s, up to and including the first in S
    FILL = auto()  # [Table of Int] (S, T) sites reached from S by steps that each land in T (S not included)
    RUN = auto()  # [Table of Int] (s, T) how many steps in a row from s land in T (at most as many as sites)
    FLOOD = auto()  # [Table of Sites: site -> neighbours] (S, T) what S∩T is connected to within T
    # Pieces (abstract reads; `layout` decides which fields carry them and replaces these)
    WHAT = auto()  # (s) the component on top there, 0 for none
    WHO = auto()  # (s) its owner, 0 for none (neutral pieces: 0)
    OF_KIND = auto()  # (c) the sites with component c (on top); of 0 and outside 1..components: none
    OWNED = auto()  # (p) the sites with a piece of owner p (on top); of 0: neutral pieces, not empty sites
    OCCUPIED = auto()  # () the sites with any piece, containers included
    COUNT_AT = auto()  # (s) how many pieces are there as a count (0 where empty)
    STATE_AT = auto()  # (s) the local state; state, value and rotation may stand on empty sites too
    VALUE_AT = auto()  # (s) the piece's value
    ROTATION_AT = auto()  # (s)
    HEIGHT = auto()  # (s) the height of the stack
    WHAT_LEVEL = auto()  # (s, level) levels count from 0 at the bottom; where there is no such level: 0
    WHO_LEVEL = auto()
    STATE_LEVEL = auto()
    VALUE_LEVEL = auto()
    ROTATION_LEVEL = auto()
    # Calls
    CALL = auto()  # [procedure's name] (args...) a procedure that returns a value and writes nothing
    # Consumers of generators: run a generator with a sink and look; the state is unchanged afterwards
    ANY_MOVE = auto()  # [generator's name] (args...) Bool: does it offer any (legal) move; stops at the first
    ANY_MOVE_TO = auto()  # [generator's name] (T, args...) Bool: one whose destination is in T
    MOVES_TO = auto()  # [generator's name] (args...) Sites: all destinations
    COUNT_MOVES = auto()  # [generator's name] (args...) Int: how many
    MOST = auto()  # [(generator's name, value procedure's name)] (args...) Int: the greatest value over its
    #   legal moves, each valued (no arguments) just after it was played in a sandbox; 0 where there is none
    # History (stands outside the record that what-if copies)
    REPEATS = auto()  # [RepeatKind] () or (mover) how many remembered positions equal the present one, taken
    #   as if `mover` were to move (without it: the field `mover`); see Remember
    # Snapshots
    OLD_ELEM = auto()  # [(name, Field)] (i) [lowered] an element of the array field as Snapshot `name` saw it
    # Searches [lowered]; see searching.py
    PEEK = auto()  # [Pool] (i) a word of a pool
    ROOM = auto()  # [Pool] () how many words it has
    STOPPED = auto()  # () Bool: whoever runs the search wants it to end
    FINGERPRINT = auto()  # (with_history: Bool) a number from 0 for all that decides what follows but the
    #   generator (and, if asked for, what is remembered): states with different ones differ, states with the
    #   same one are the same but for a chance of one in 2**63. No meaning beyond this run of this engine.


class RepeatKind(Enum):
    """What counts as the same position, and where earlier ones are looked for."""

    SITUATIONAL = auto()  # the same pieces and the same mover
    POSITIONAL = auto()  # the same pieces, whoever moves
    SITUATIONAL_IN_TURN = auto()  # ... among the positions of this turn only
    POSITIONAL_IN_TURN = auto()


@frozen(eq=False)
class Table:
    """A constant array. Equal tables are shared by the builder (compare by identity)."""

    name: str
    type: Type
    values: tuple[int, ...] | tuple[float, ...] = field(repr=False)
    outside: int | float = 0


@frozen(eq=False)
class Rays:
    """For each site the ordered sites of one ray (the site itself excluded, any static stop applied)."""

    name: str
    paths: tuple[tuple[int, ...], ...] = field(repr=False)


@frozen(eq=False)
class Field:
    """A field of the state: a scalar (length None) or a fixed-size array.

    `initial` fills it before `start` runs. `position` says that it belongs to the position: it takes part in
    hashing and in repetition. Fields live in the record that what-if copies. A Sites field's `initial` is an
    int whose bit i is site i.
    """

    name: str
    type: Type
    length: int | None = None
    initial: int | float | bool = 0
    position: bool = True


@frozen(eq=False)
class Expr:
    """An expression: operation, type, arguments, and the operation's constant if it has one."""

    op: Op
    type: Type
    args: tuple[Expr, ...] = ()
    data: object = None
    #: a bit for each operation in it, its own included
    inside: int = field(init=False, repr=False)
    _hash: int = field(init=False, repr=False)

    @inside.default
    def _what_is_inside(self) -> int:
        found = self.op.bit
        for arg in self.args:
            found |= arg.inside
        return found

    @_hash.default
    def _hash_of_all(self) -> int:
        return hash((self.op, self.type, self.args, self.data))

    @cached_property
    def free(self) -> frozenset[str]:
        """The names of the variables that it reads and does not itself bind."""
        if self.op is Op.VAR:
            return frozenset((str(self.data),))
        if not self.inside & Op.VAR.bit:
            return _NO_NAMES
        if self.op in BINDERS:
            return self.args[0].free | (self.args[1].free - {str(self.data)})
        found = _NO_NAMES
        for arg in self.args:
            found = found | arg.free if found else arg.free
        return found

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Expr) or self._hash != other._hash or self.op is not other.op:
            return False
        return self.type is other.type and self.data == other.data and self.args == other.args

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Expr, (self.op, self.type, self.args, self.data)

    def __repr__(self) -> str:
        from gdl.core.show import show_expr

        return show_expr(self)


_NO_NAMES: frozenset[str] = frozenset()
#: Operations whose `data` names the variable that their second argument is evaluated with.
BINDERS = (Op.FILTER, Op.EXISTS, Op.SUM, Op.GATHER, Op.GREATEST)


# --- Statements ---------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Stmt:
    """The base of statements; `span` is the ludeme that made it, and stays with it through every pass."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)

    @cached_property
    def inside(self) -> int:
        """A bit for each operation and each kind of statement in it, its own included."""
        parts = PARTS[type(self)]
        found = parts.bit
        for name, several in parts.exprs:
            value = getattr(self, name)
            if several:
                for expr in value:
                    found |= expr.inside
            elif value is not None:
                found |= value.inside
        for name, several in parts.blocks:
            for block in getattr(self, name) if several else (getattr(self, name),):
                for stmt in block:
                    found |= stmt.inside
        return found


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

    `what` 0, or a count below 1, leaves the site empty. `fresh` promises that the site is empty, `held` that
    what is on top there, if it is a site, is one of these components (0: none).
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
    pass


@frozen
class Continue(Stmt):
    pass


@frozen
class Return(Stmt):
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
    are compared in full, or by hashes of 64 bits: then different ones count as equal with a chance of about
    one in 2**64 for each pair (in one of 10**11 games of 10**4 plies). `irreversible` says that none before
    can come again (they are forgotten); `turn` that a turn begins with this position (for the kinds of
    repetition IN_TURN; without it it belongs to the turn of the one before).
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


# --- Procedures and programs ---------------------------------------------------------------------------


@frozen
class Param:
    name: str
    type: Type


@frozen
class Proc:
    """A procedure. `generator` ones offer moves and return nothing.

    An `entry` is called from outside too, with any arguments: it is kept, and nothing is taken for granted
    about its parameters. Engines may be asked to call others only with what the program itself gives them.
    """

    name: str
    params: tuple[Param, ...]
    body: Block
    result: Type | None = None
    generator: bool = False
    entry: bool = False
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Kind:
    """A kind of move: what a decision offers.

    A move is (kind, args, site): `play` names the procedure that carries out its effects, called with the
    args and the site, `params` in order; what-if rules stop there, a real move goes on with `after`. `origin`
    and `target` are expressions over `params` that give the from and to sites to show (-1: none); `level_*`
    the levels. `label` tells moves apart that share both ("" mostly).
    """

    index: int
    name: str
    play: str
    params: tuple[Param, ...]
    origin: Expr
    target: Expr
    level_from: Expr | None = None
    level_to: Expr | None = None
    decision: str = "move"  # "add", "move", "remove", "pass", "swap", "select", "propose", "vote", ...
    label: str = ""
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Names:
    """What a person calls things: for notation and drawing; engines do not look."""

    players: tuple[str, ...]  # index 0 is unused ("")
    components: tuple[str, ...]  # index 0 is unused ("")
    sites: tuple[str, ...]
    dice: tuple[int, ...] = ()  # where each die lies; the first components are dice, the field `faces` shows


@frozen
class Program:
    """A whole game. The procedures with fixed names and when an engine calls them:

    `start()`          once, on a fresh state: the starting position (may Draw)
    `turn()`           before the first move and after every move while the game goes on: chance (may Draw)
    `moves()`          a generator: the legal moves of the present state. Where it offers none, or none whose
                       checks hold, the one legal move is the kind named `pass`, (pass, (), 0): no need to
                       offer a forced pass, and none to test for it. A pass that the rules allow beside
                       others is offered as any other kind is.
    `after()`          after each kind's `play`: end-of-turn removals, the end rules, phases, the next mover

    The fields with fixed names: `mover` (1..n), `over` (Bool), `rank` (Float array of n + 1; 0.0 while open).
    `layout` adds `overflow` (Bool) to programs with stacks. The kind named `pass` takes a site only.
    """

    name: str
    players: int
    sites: int
    fields: tuple[Field, ...]
    tables: tuple[Table, ...]
    rays: tuple[Rays, ...]
    procs: tuple[Proc, ...]
    kinds: tuple[Kind, ...]
    owners: tuple[int, ...]  # component -> owner; index 0 is 0
    names: Names
    stacks: bool = False
    counts: bool = False
    stack_limit: int = 32
