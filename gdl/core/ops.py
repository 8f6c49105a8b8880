"""The vocabulary of the core: all of it is imported from here, and here is what holds of all of it.

A core program (`programs.py`) is a set of procedures over a flat state. Expressions (`exprs.py`, of the
operations in `operations.py`) have no effects; statements (`statements.py`) do. Every operation is *total*: a
site outside the board (-1) is in no set, reads as empty, and cannot be written; a division by zero is 0. So
no rule file can make an engine fail. Whole numbers have 64 bits and wrap around.

What a program goes through before an engine sees it stands in `PASSES` (`gdl/passes/pipeline.py`). What only
the first programs hold is marked [abstract]; what only the last ones hold is marked [lowered].

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

from gdl.core.exprs import Expr as Expr
from gdl.core.operations import BINDERS as BINDERS
from gdl.core.operations import BOOL as BOOL
from gdl.core.operations import CALLS as CALLS
from gdl.core.operations import COMPARISONS as COMPARISONS
from gdl.core.operations import CONSUMERS as CONSUMERS
from gdl.core.operations import FIELD_READS as FIELD_READS
from gdl.core.operations import FLOAT as FLOAT
from gdl.core.operations import INT as INT
from gdl.core.operations import LEAVES as LEAVES
from gdl.core.operations import MIRRORED as MIRRORED
from gdl.core.operations import NEGATED as NEGATED
from gdl.core.operations import PIECE_SETS as PIECE_SETS
from gdl.core.operations import SITES as SITES
from gdl.core.operations import Field as Field
from gdl.core.operations import Op as Op
from gdl.core.operations import Pool as Pool
from gdl.core.operations import Rays as Rays
from gdl.core.operations import RepeatKind as RepeatKind
from gdl.core.operations import Table as Table
from gdl.core.operations import Trait as Trait
from gdl.core.operations import Type as Type
from gdl.core.operations import having as having
from gdl.core.programs import Kind as Kind
from gdl.core.programs import Names as Names
from gdl.core.programs import Overflow as Overflow
from gdl.core.programs import Param as Param
from gdl.core.programs import Proc as Proc
from gdl.core.programs import Program as Program
from gdl.core.statements import Adjust as Adjust
from gdl.core.statements import Apply as Apply
from gdl.core.statements import Assign as Assign
from gdl.core.statements import Best as Best
from gdl.core.statements import Block as Block
from gdl.core.statements import Break as Break
from gdl.core.statements import Continue as Continue
from gdl.core.statements import Do as Do
from gdl.core.statements import Draw as Draw
from gdl.core.statements import ForRange as ForRange
from gdl.core.statements import ForSites as ForSites
from gdl.core.statements import Generate as Generate
from gdl.core.statements import If as If
from gdl.core.statements import Include as Include
from gdl.core.statements import MoveLevels as MoveLevels
from gdl.core.statements import MovePiece as MovePiece
from gdl.core.statements import Narrow as Narrow
from gdl.core.statements import Offer as Offer
from gdl.core.statements import Priority as Priority
from gdl.core.statements import Provided as Provided
from gdl.core.statements import Push as Push
from gdl.core.statements import Put as Put
from gdl.core.statements import Remember as Remember
from gdl.core.statements import Restore as Restore
from gdl.core.statements import Return as Return
from gdl.core.statements import Sandbox as Sandbox
from gdl.core.statements import SetAt as SetAt
from gdl.core.statements import Simultaneous as Simultaneous
from gdl.core.statements import Snapshot as Snapshot
from gdl.core.statements import Stmt as Stmt
from gdl.core.statements import Store as Store
from gdl.core.statements import Take as Take
from gdl.core.statements import TakeLevel as TakeLevel
from gdl.core.statements import While as While
