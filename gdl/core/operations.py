"""Operations: the types of values, every operation that there is with its signature, and the constants that
these are about. `verify` enforces the signatures.
"""

# ruff: noqa: PIE796  (operations may have the same signature: `Op.__new__` numbers them)

from __future__ import annotations

from enum import Enum, Flag, auto

from gdl.support.values import field, frozen


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
    int whose bit i is site i. `called` is what people call what it holds ("": its name says that), with
    `{player}`, `{person}`, `{die}` or `{number}` for whose or which it is; None is for what they are told
    otherwise, if at all: whose turn it is, and what every move writes down.
    """

    name: str
    type: Type
    length: int | None = None
    initial: int | float | bool = 0
    position: bool = True
    called: str | None = field(default=None, eq=False, repr=False)


@frozen(eq=False)
class Pool:
    """Words outside the record, which no sandbox gives back. Int and Float pools of one number share them.

    Whoever runs a search provides the words, 0 at first. Reading outside them gives 0, writing does nothing.
    """

    name: str
    type: Type
    number: int


class Trait(Flag):
    """What passes, analyses and engines ask of an operation, besides its signature."""

    #: nothing is worked out: a constant, a local, a scalar field of the state
    LEAF = auto()
    #: it reads a field of the state
    READS_FIELD = auto()
    #: it is a set of sites by what stands there
    PIECES = auto()
    #: its `data` names the variable that its second argument is evaluated with
    BINDS = auto()
    #: it runs a generator of moves with a sink
    CONSUMES = auto()
    #: it runs a procedure: a call, or a generator of moves
    CALLS = auto()
    #: it compares two values
    COMPARES = auto()
    #: what it comes to may be beyond 64 bits, and wraps around
    OVERFLOWS = auto()
    #: so quick that it is worth no jump around it
    CHEAP = auto()
    #: a function of one Float that a library works out
    MATHEMATICAL = auto()


@frozen
class Signature:
    """What an operation takes and gives, in letters; `data` is the class of the constant, None for none.

    I Int, B Bool, F Float, S Sites; n a number (Int or Float, the same throughout); a any one type (the same
    throughout); i Int or Bool, f Float or Bool; `*` any further arguments (checked against the procedure
    called); the result `=` is told by the constant (`data`): a variable's, field's, table's or procedure's
    type.
    """

    args: str
    result: str
    data: type | None = None
    traits: Trait = Trait(0)


_S, _T = Signature, Trait


class Op(Enum):
    """The operations of expressions. `data` in brackets; `s` a site, `S` a set of sites."""

    signature: Signature
    bit: int  # of its own, in an op mask
    __hash__ = object.__hash__

    def __new__(cls, signature: Signature) -> Op:
        """Numbered in order: two operations may have the same signature."""
        op = object.__new__(cls)
        op._value_ = len(cls.__members__) + 1
        op.signature, op.bit = signature, 1 << op._value_
        return op

    # Leaves
    #: [value: int | bool | float; a Sites constant is an int whose bit i is site i]
    CONST = _S("", "=", object, _T.LEAF | _T.CHEAP)
    VAR = _S("", "=", str, _T.LEAF | _T.CHEAP)  # [name] a local variable or parameter
    FIELD = _S("", "=", Field, _T.LEAF | _T.READS_FIELD | _T.CHEAP)  # [Field] a scalar field of the state
    #: [Field] (i) an element of an array field; outside its bounds: 0 / empty
    ELEM = _S("I", "=", Field, _T.READS_FIELD | _T.CHEAP)
    #: [Table] (i) an element of a constant table; outside its bounds: the table's `outside`
    TABLE = _S("I", "=", Table, _T.CHEAP)
    # Numbers (Int or Float alike; DIV and MOD of Ints truncate toward zero as Java's do)
    ADD = _S("nn", "n", None, _T.OVERFLOWS | _T.CHEAP)
    SUB = _S("nn", "n", None, _T.OVERFLOWS | _T.CHEAP)
    MUL = _S("nn", "n", None, _T.OVERFLOWS)
    DIV = _S("nn", "n", None, _T.OVERFLOWS)
    MOD = _S("nn", "n")
    POW = _S("nn", "n", None, _T.OVERFLOWS)
    NEG = _S("n", "n", None, _T.OVERFLOWS | _T.CHEAP)
    ABS = _S("n", "n", None, _T.OVERFLOWS)
    MIN = _S("nn", "n")
    MAX = _S("nn", "n")
    TO_FLOAT = _S("i", "F")  # (Int or Bool)
    TO_INT = _S("f", "I", None, _T.CHEAP)  # (Float or Bool), truncating
    SIN = _S("F", "F", None, _T.MATHEMATICAL)
    COS = _S("F", "F", None, _T.MATHEMATICAL)
    TAN = _S("F", "F", None, _T.MATHEMATICAL)
    EXP = _S("F", "F", None, _T.MATHEMATICAL)
    LOG = _S("F", "F", None, _T.MATHEMATICAL)
    LOG10 = _S("F", "F", None, _T.MATHEMATICAL)
    SQRT = _S("F", "F", None, _T.MATHEMATICAL)
    # Comparison (EQ, NE on any one type; the others on numbers)
    EQ = _S("aa", "B", None, _T.COMPARES | _T.CHEAP)
    NE = _S("aa", "B", None, _T.COMPARES | _T.CHEAP)
    LT = _S("nn", "B", None, _T.COMPARES | _T.CHEAP)
    LE = _S("nn", "B", None, _T.COMPARES | _T.CHEAP)
    GT = _S("nn", "B", None, _T.COMPARES | _T.CHEAP)
    GE = _S("nn", "B", None, _T.COMPARES | _T.CHEAP)
    # Truth (AND and OR do not evaluate the second where the first decides)
    AND = _S("BB", "B", None, _T.CHEAP)
    OR = _S("BB", "B", None, _T.CHEAP)
    XOR = _S("BB", "B", None, _T.CHEAP)
    NOT = _S("B", "B", None, _T.CHEAP)
    SELECT = _S("Baa", "a", None, _T.CHEAP)  # (Bool, a, b) only the chosen one is evaluated
    # Sets of sites
    ONE = _S("I", "S", None, _T.CHEAP)  # (s) the set of that site; of -1: the empty set
    UNION = _S("SS", "S", None, _T.CHEAP)
    INTER = _S("SS", "S", None, _T.CHEAP)
    DIFF = _S("SS", "S", None, _T.CHEAP)
    HAS = _S("SI", "B", None, _T.CHEAP)  # (S, s)
    SUBSET = _S("SS", "B", None, _T.CHEAP)  # (A, B) is every member of A in B
    SOME = _S("S", "B", None, _T.CHEAP)  # (S) is there any member
    SIZE = _S("S", "I")  # (S) how many
    NTH = _S("SI", "I")  # (S, k) the k-th member from 0 in ascending order; -1 where there is none
    LAST = _S("S", "I")  # (S) the greatest member; -1 of the empty set
    # Sets by a condition; [name] is the variable that stands for each member in the second argument
    FILTER = _S("SB", "S", str, _T.BINDS)  # [name] (S, Bool) the members for which it holds
    EXISTS = _S("SB", "B", str, _T.BINDS)  # [name] (S, Bool)
    SUM = _S("SI", "I", str, _T.BINDS | _T.OVERFLOWS)  # [name] (S, Int)
    GATHER = _S("SS", "S", str, _T.BINDS)  # [name] (S, Sites) the union over the members
    GREATEST = _S("SI", "S", str, _T.BINDS)  # [name] (S, Int) the members for which it is the greatest
    # Board procedures
    IMAGE = _S("S", "S", Table)  # [Table of Int: site -> site] (S) where one step takes the members
    RAY = _S("IS", "S", Rays)  # [Rays] (s, S) the sites of the ray from s, up to and including the first in S
    #: [Table of Int] (S, T) sites reached from S by steps that each land in T (S not included)
    FILL = _S("SS", "S", Table)
    #: [Table of Int] (s, T) how many steps in a row from s land in T (at most as many as sites)
    RUN = _S("IS", "I", Table)
    #: [Table of Sites: site -> neighbours] (S, T) what S∩T is connected to within T
    FLOOD = _S("SS", "S", Table)
    # Pieces (abstract reads; `layout` decides which fields carry them and replaces these)
    WHAT = _S("I", "I")  # (s) the component on top there, 0 for none
    WHO = _S("I", "I")  # (s) its owner, 0 for none (neutral pieces: 0)
    #: (c) the sites with component c (on top); of 0 and outside 1..components: none
    OF_KIND = _S("I", "S", None, _T.PIECES)
    #: (p) the sites with a piece of owner p (on top); of 0: neutral pieces, not empty sites
    OWNED = _S("I", "S", None, _T.PIECES)
    OCCUPIED = _S("", "S", None, _T.PIECES)  # () the sites with any piece, containers included
    COUNT_AT = _S("I", "I")  # (s) how many pieces are there as a count (0 where empty)
    STATE_AT = _S("I", "I")  # (s) the local state; state, value and rotation may stand on empty sites too
    VALUE_AT = _S("I", "I")  # (s) the piece's value
    ROTATION_AT = _S("I", "I")  # (s)
    HEIGHT = _S("I", "I")  # (s) the height of the stack
    #: (s, level) levels count from 0 at the bottom; where there is no such level: 0
    WHAT_LEVEL = _S("II", "I")
    WHO_LEVEL = _S("II", "I")
    STATE_LEVEL = _S("II", "I")
    VALUE_LEVEL = _S("II", "I")
    ROTATION_LEVEL = _S("II", "I")
    # Calls
    #: [procedure's name] (args...) a procedure that returns a value and writes nothing
    CALL = _S("*", "=", str, _T.CALLS)
    # Consumers of generators: run a generator with a sink and look; the state is unchanged afterwards
    #: [generator's name] (args...) Bool: does it offer any (legal) move; stops at the first
    ANY_MOVE = _S("*", "B", str, _T.CONSUMES | _T.CALLS)
    #: [generator's name] (T, args...) Bool: one whose destination is in T
    ANY_MOVE_TO = _S("S*", "B", str, _T.CONSUMES | _T.CALLS)
    #: [generator's name] (args...) Sites: all destinations
    MOVES_TO = _S("*", "S", str, _T.CONSUMES | _T.CALLS)
    COUNT_MOVES = _S("*", "I", str, _T.CONSUMES | _T.CALLS)  # [generator's name] (args...) Int: how many
    #: [(generator's name, value procedure's name)] (args...) Int: the greatest value over its legal moves,
    #: each valued (no arguments) just after it was played in a sandbox; 0 where there is none
    MOST = _S("*", "I", tuple, _T.CONSUMES | _T.CALLS)
    # History (stands outside the record that what-if copies)
    #: [RepeatKind] () or (mover) how many remembered positions equal the present one, taken as if `mover`
    #: were to move (without it: the field `mover`); see Remember
    REPEATS = _S("*", "I", RepeatKind)
    # Snapshots
    #: [(name, Field)] (i) [lowered] an element of the array field as Snapshot `name` saw it
    OLD_ELEM = _S("I", "=", tuple)
    # Searches [lowered]; see intrinsics.py
    PEEK = _S("I", "=", Pool)  # [Pool] (i) a word of a pool
    ROOM = _S("", "I", Pool)  # [Pool] () how many words it has
    STOPPED = _S("", "B")  # () Bool: whoever runs the search wants it to end
    #: (with_history: Bool) a number from 0 for all that decides what follows but the generator (and, if asked
    #: for, what is remembered): states with different ones differ, states with the same one are the same but
    #: for a chance of one in 2**63. No meaning beyond this run of this engine.
    FINGERPRINT = _S("B", "I")


#: The types that a letter of a signature stands for.
TYPES: dict[str, tuple[Type, ...]] = {
    "I": (INT,),
    "B": (BOOL,),
    "F": (FLOAT,),
    "S": (SITES,),
    "n": (INT, FLOAT),
    "a": (INT, BOOL, FLOAT, SITES),
    "i": (INT, BOOL),
    "f": (FLOAT, BOOL),
}

#: The type that the table of a board procedure has.
TABLE_TYPES = {Op.IMAGE: INT, Op.FILL: INT, Op.RUN: INT, Op.FLOOD: SITES}


def having(trait: Trait) -> tuple[Op, ...]:
    """The operations that have a trait, in their order."""
    return tuple(op for op in Op if trait in op.signature.traits)


LEAVES, FIELD_READS, PIECE_SETS = having(Trait.LEAF), having(Trait.READS_FIELD), having(Trait.PIECES)
BINDERS, CONSUMERS, CALLS = having(Trait.BINDS), having(Trait.CONSUMES), having(Trait.CALLS)
COMPARISONS = having(Trait.COMPARES)
#: The comparison that holds where one does not, of whole numbers; and the same with the sides exchanged.
NEGATED = {Op.EQ: Op.NE, Op.NE: Op.EQ, Op.LT: Op.GE, Op.GE: Op.LT, Op.GT: Op.LE, Op.LE: Op.GT}
MIRRORED = {Op.EQ: Op.EQ, Op.NE: Op.NE, Op.LT: Op.GT, Op.GT: Op.LT, Op.LE: Op.GE, Op.GE: Op.LE}
