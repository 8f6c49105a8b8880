"""Whole games: procedures, kinds of moves, programs."""

from __future__ import annotations

from gdl.core.exprs import Expr
from gdl.core.operations import Field, Rays, Table, Type
from gdl.core.statements import Block
from gdl.source.text import NOWHERE, Span
from gdl.support.values import field, frozen


@frozen
class Param:
    """A parameter of a procedure or of a kind of move."""

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
class Overflow:
    """Something of a state that more can come to than it holds, and the rule that does it."""

    what: str  # the field's name; "" for a number on the way to something
    span: Span = field(default=NOWHERE, eq=False, repr=False)


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
    `overflow` (Bool) says that something went beyond what a state holds: a stack in programs with stacks
    (`layout`), a number in those in which one can (`detect-overflow`). The kind named `pass` takes a site
    only.
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
    #: [lowered] what the field `overflow_rule` counts from 1: what went beyond, and where in the rules
    overflows: tuple[Overflow, ...] = ()


# --- how long any game may last -------------------------------------------------------------------------

#: The limits of turns of a player, and of moves in all.
TURN_LIMIT = 1250
MOVE_LIMIT = 10_000
#: The fields that count these.
TURNS, MOVES = "turns", "moves"
#: A match of more games is a draw.
GAMES_LIMIT = 1000
#: The procedure that ends a game of three and more in which nobody else has won, and the field of matches
#: that counts their games.
ALL_DRAW, TRIALS = "all_draw", "trials"
#: Searches tell apart how long a game has lasted once a limit is nearer than so many plies. Alpha-beta never
#: looks so far ahead; what a proof shows that does is looked at once more.
HORIZON = 256


def turn_limit(players: int) -> int:
    """The limit of turns of all players together."""
    return TURN_LIMIT * players


# --- names of fields that programs have where their rules need them, for whoever reads states by name ---

#: Of matches: the points of each person so far, and by seat who sits there.
MATCH_SCORE, PERSON = "match_score", "person"
#: Did something go beyond what a state holds, and which of the program's `overflows` it was.
OVERFLOW, OVERFLOW_RULE = "overflow", "overflow_rule"
#: What the fields of the colours begin with that sites have, where these change: the sites of each colour.
COLOUR = "colour_"
#: What the fields begin with that are by player the sites of which something is hidden.
HIDDEN = "hidden_"
#: What the fields begin with that are sets of numbers, not of sites.
REMEMBERED = "remembered_"
#: The procedure that estimates a position, in programs that have it.
ESTIMATE = "estimate"
#: By player the number of the phase.
PHASE = "phase"
#: The players' scores and values, and the sites whose pieces go when the turn ends.
SCORE, PLAYER_VALUE, TO_CLEAR = "score", "player_value", "to_clear"
