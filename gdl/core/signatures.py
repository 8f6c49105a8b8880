"""SIGNATURES: what every operation takes and gives, one line each.

Letters: I Int, B Bool, F Float, S Sites; n a number (Int or Float, the same throughout); a any one type (the
same throughout); `*` any further arguments (checked against the procedure called); the result `=` is told by
the constant (`data`): a variable's, field's, table's or procedure's type.
"""

from __future__ import annotations

from attrs import frozen

from gdl.core.ops import BOOL, FLOAT, INT, SITES, Field, Op, Pool, Rays, RepeatKind, Table, Type


@frozen
class Signature:
    """`args` and `result` in the letters above; `data` the class of the constant, None for none."""

    args: str
    result: str
    data: type | None = None


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

_S = Signature

SIGNATURES: dict[Op, Signature] = {
    Op.CONST: _S("", "=", object),
    Op.VAR: _S("", "=", str),
    Op.FIELD: _S("", "=", Field),
    Op.ELEM: _S("I", "=", Field),
    Op.TABLE: _S("I", "=", Table),
    Op.ADD: _S("nn", "n"),
    Op.SUB: _S("nn", "n"),
    Op.MUL: _S("nn", "n"),
    Op.DIV: _S("nn", "n"),
    Op.MOD: _S("nn", "n"),
    Op.POW: _S("nn", "n"),
    Op.NEG: _S("n", "n"),
    Op.ABS: _S("n", "n"),
    Op.MIN: _S("nn", "n"),
    Op.MAX: _S("nn", "n"),
    Op.TO_FLOAT: _S("i", "F"),
    Op.TO_INT: _S("f", "I"),
    Op.SIN: _S("F", "F"),
    Op.COS: _S("F", "F"),
    Op.TAN: _S("F", "F"),
    Op.EXP: _S("F", "F"),
    Op.LOG: _S("F", "F"),
    Op.LOG10: _S("F", "F"),
    Op.SQRT: _S("F", "F"),
    Op.EQ: _S("aa", "B"),
    Op.NE: _S("aa", "B"),
    Op.LT: _S("nn", "B"),
    Op.LE: _S("nn", "B"),
    Op.GT: _S("nn", "B"),
    Op.GE: _S("nn", "B"),
    Op.AND: _S("BB", "B"),
    Op.OR: _S("BB", "B"),
    Op.XOR: _S("BB", "B"),
    Op.NOT: _S("B", "B"),
    Op.SELECT: _S("Baa", "a"),
    Op.ONE: _S("I", "S"),
    Op.UNION: _S("SS", "S"),
    Op.INTER: _S("SS", "S"),
    Op.DIFF: _S("SS", "S"),
    Op.HAS: _S("SI", "B"),
    Op.SUBSET: _S("SS", "B"),
    Op.SOME: _S("S", "B"),
    Op.SIZE: _S("S", "I"),
    Op.NTH: _S("SI", "I"),
    Op.LAST: _S("S", "I"),
    Op.FILTER: _S("SB", "S", str),
    Op.EXISTS: _S("SB", "B", str),
    Op.SUM: _S("SI", "I", str),
    Op.GATHER: _S("SS", "S", str),
    Op.GREATEST: _S("SI", "S", str),
    Op.IMAGE: _S("S", "S", Table),
    Op.RAY: _S("IS", "S", Rays),
    Op.FILL: _S("SS", "S", Table),
    Op.RUN: _S("IS", "I", Table),
    Op.FLOOD: _S("SS", "S", Table),
    Op.WHAT: _S("I", "I"),
    Op.WHO: _S("I", "I"),
    Op.OF_KIND: _S("I", "S"),
    Op.OWNED: _S("I", "S"),
    Op.OCCUPIED: _S("", "S"),
    Op.COUNT_AT: _S("I", "I"),
    Op.STATE_AT: _S("I", "I"),
    Op.VALUE_AT: _S("I", "I"),
    Op.ROTATION_AT: _S("I", "I"),
    Op.HEIGHT: _S("I", "I"),
    Op.WHAT_LEVEL: _S("II", "I"),
    Op.WHO_LEVEL: _S("II", "I"),
    Op.STATE_LEVEL: _S("II", "I"),
    Op.VALUE_LEVEL: _S("II", "I"),
    Op.ROTATION_LEVEL: _S("II", "I"),
    Op.CALL: _S("*", "=", str),
    Op.ANY_MOVE: _S("*", "B", str),
    Op.ANY_MOVE_TO: _S("S*", "B", str),
    Op.MOVES_TO: _S("*", "S", str),
    Op.COUNT_MOVES: _S("*", "I", str),
    Op.MOST: _S("*", "I", tuple),
    Op.REPEATS: _S("*", "I", RepeatKind),
    Op.OLD_ELEM: _S("I", "=", tuple),
    Op.PEEK: _S("I", "=", Pool),
    Op.ROOM: _S("", "I", Pool),
    Op.STOPPED: _S("", "B"),
    Op.FINGERPRINT: _S("B", "I"),
}

#: The type that the table of a board procedure has.
TABLE_TYPES = {Op.IMAGE: INT, Op.FILL: INT, Op.RUN: INT, Op.FLOOD: SITES}
