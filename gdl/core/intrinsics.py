"""What searches need of the core beside the rules: memory that lasts, and moves as words.

A search is written as procedures of the core and compiled with its game: see interpreter/search. These
statements, pools and the operations PEEK, ROOM, STOPPED and FINGERPRINT are [lowered]: search procedures join
a program when all passes are done. Only Tally stands in rules too, in a program that is profiled.

*A move as words.* [kind, site, the arguments in order], each a word, a set as many as it takes. `move_words`
says how many that are at most; whoever lists moves leaves that much room for each.
"""

from __future__ import annotations

from gdl.core.ops import SITES, Expr, Program, Stmt
from gdl.core.ops import Pool as Pool
from gdl.support.values import field, frozen

#: The procedures of searches are called so, that they are no rule's.
SEARCHES = "search_"
#: Whether what is put off until moves are played holds (gdl/passes/defer_checks.py), and which element of the
#: ranks, that of no player, then marks a state as one that must not be.
LAWFUL, UNLAWFUL = f"{SEARCHES}holds", 0
#: Pools have numbers below this.
POOLS = 4


@frozen
class Poke(Stmt):
    """Write a word of a pool."""

    pool: Pool
    index: Expr
    value: Expr


@frozen
class Tally(Stmt):
    """Add one to a word of a pool: a profile counter. It is no part of the state, and no rule reads it.

    It may stand anywhere, also where the state must stay as it is, and counts in sandboxes too. In the
    language of compilers: a counter of a basic block, as instrumentation for coverage puts it there.
    """

    pool: Pool
    index: Expr


@frozen
class ListMoves(Stmt):
    """Write the legal moves into a pool, each once, from a word on; `name` becomes how many there are.

    A forced pass is one; an ended game has none. Moves for which the pool has no room are not written.
    """

    name: str
    pool: Pool = field(kw_only=True)
    index: Expr = field(kw_only=True)


@frozen
class PlayMove(Stmt):
    """Play the move that was written at a word of a pool, with all that comes before the next one."""

    pool: Pool
    index: Expr


@frozen
class Begin(Stmt):
    """Begin another game in this state, whose generator goes on: nothing else of it is left."""


@frozen
class PlayOut(Stmt):
    """Random moves to the end of the game, at most so many; `name` becomes how many they were."""

    name: str
    limit: Expr


@frozen
class Reseed(Stmt):
    """The generator starts where playout `number` of a seed starts."""

    seed: Expr
    number: Expr


@frozen
class SaveRecord(Stmt):
    """Write the record of the state into a pool, from a word on, if there is room for all of it.

    It is read outside, as arrays: what stands beside the record (the generator, positions remembered) is not
    saved.
    """

    pool: Pool
    index: Expr


@frozen
class Ask(Stmt):
    """Set a local to what a procedure returns that may write to pools and to the state."""

    name: str
    procedure: str
    args: tuple[Expr, ...] = ()


def set_words(program: Program) -> int:
    """How many words a set of sites takes."""
    return max(1, -(-program.sites // 64))


def move_words(program: Program) -> int:
    """How many words a move of the program takes at most."""
    wide = set_words(program)
    sizes = (sum(wide if p.type is SITES else 1 for p in kind.params[:-1]) for kind in program.kinds)
    return 2 + max(sizes, default=0)
