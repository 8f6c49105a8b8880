"""Ludemes: one attrs class each, in one place, from which binding, messages, reference and engines come.

    @ludeme("move Slide")
    class Slide(Decision):
        \"\"\"Slide a piece any distance over sites that `between` allows.\"\"\"

        origin: From | None = arg(None)
        directions: Direction | None = arg(None)
        stack: bool = named("stack", False)

The string is the head word and, for some, the words that select the variant. Fields in order are the
positional arguments (`arg`) and the `name:` arguments (`named`); a field with a default may be left out. A
field's annotation says what may stand there:

- a *category* (IntExpr, Region, Moves, ...) or a concrete ludeme class (From, To, Piece);
- an Enum subclass: one of its members' names as a bare word (or values where names cannot be words);
- `str` a text in quotes, `bool` True or False, `int` a literal whole number, `float` a literal number;
- `tuple[X, ...]` an array `{...}` of X, also nested; a single X may stand there too only where the
  annotation is `X | tuple[X, ...]`;
- unions of these, `None` only for optional ones; alternatives are tried in the order written.

Fields exclude each other where the class says so, by the names of its fields:

    one_of = (("at", "region"),)          # exactly one of the two is given
    at_most_one = (("within", "at"),)     # or neither

A kind whose values can be written without parentheses (numbers, words, arrays) has a *literal* class, with
one field, and that class is bound wherever the kind is wanted and the text is not in parentheses:

    @literal
    class DirectionWord(Direction):
        \"\"\"Directions named by one word.\"\"\"

        word: AbsoluteDirection | RelativeDirection = arg()

The binder looks up classes by (head, variant words, expected category).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

import attrs
from attrs import frozen

from gdl.source.budget import spend_on_board
from gdl.source.text import NOWHERE, Span

if TYPE_CHECKING:
    from gdl.boards.graph import Graph as Drawn
    from gdl.boards.sitetype import SiteType
    from gdl.core.ops import Expr
    from gdl.equip.facts import Component
    from gdl.lower.builder import Builder
    from gdl.lower.closeness import Goal
    from gdl.lower.directions import Rows

C = TypeVar("C", bound="type[Ludeme]")
#: What a point, edge or cell of a board takes to draw, in entries of a table.
DRAWN = 20
REQUIRED: Any = attrs.NOTHING


class _ArgumentNames(dict[type, tuple[str, ...]]):
    """The names of a ludeme's arguments, by its class; looked up when first asked for."""

    def __missing__(self, cls: type) -> tuple[str, ...]:
        names = self[cls] = tuple(each.name for each in attrs.fields(cls) if each.name != "span")
        return names


ARGUMENTS = _ArgumentNames()


def arg(default: Any = REQUIRED) -> Any:
    """A positional argument; with a default it may be left out, wherever it stands.

    Positional in a game file; to Python all fields are keywords, because optional ones may come first.
    """
    return attrs.field(default=default, kw_only=True, metadata={"gdl": "positional"})


def named(name: str, default: Any = REQUIRED) -> Any:
    """An argument written `name:value`."""
    return attrs.field(default=default, kw_only=True, metadata={"gdl": "named", "name": name})


@frozen(eq=False, slots=False)
class Ludeme:
    """The base of all ludemes. Compared by identity: two equal texts are two ludemes."""

    span: Span = attrs.field(default=NOWHERE, repr=False, kw_only=True)
    #: filled in by the decorator: ("move", "Slide")
    words: ClassVar[tuple[str, ...]] = ()
    #: groups of field names of which exactly one, or at most one, is given
    one_of: ClassVar[tuple[tuple[str, ...], ...]] = ()
    at_most_one: ClassVar[tuple[tuple[str, ...], ...]] = ()


def ludemes_in(value: Any) -> Iterator[Ludeme]:
    """Every ludeme of a bound tree, outer ones first."""
    stack = [value]
    while stack:
        here = stack.pop()
        if isinstance(here, tuple):
            stack.extend(reversed(here))
        elif isinstance(here, Ludeme):
            yield here
            parts = [getattr(here, name) for name in reversed(ARGUMENTS[type(here)])]
            stack += [part for part in parts if isinstance(part, Ludeme | tuple)]


# --- Categories: what can stand where. Each says how it is lowered. -------------------------------------


class IntExpr(Ludeme):
    """A whole number."""

    category: ClassVar[str] = "a number"

    def lower(self, b: Builder) -> Expr:
        raise NotImplementedError

    def graded(self, b: Builder) -> Expr | None:
        """The number for an estimate of how near a goal is: it may tell more finely, by a fraction less than
        one. None where it takes too long to tell."""
        from gdl.lower.closeness import known

        return known(b, self.lower(b))


class BoolExpr(Ludeme):
    """A condition."""

    category: ClassVar[str] = "a condition"

    def lower(self, b: Builder) -> Expr:
        raise NotImplementedError

    def closeness(self, b: Builder) -> Expr | None:
        """How near it is to holding, for an estimate: a Float from 0.0 to 1.0, for the player to whom the
        mover is bound as if that player had just moved. None where it takes too long to tell."""
        from gdl.lower.closeness import certain, known

        value = known(b, self.lower(b))
        return None if value is None else certain(value)


class FloatExpr(Ludeme):
    """A number with a fraction."""

    category: ClassVar[str] = "a number with a fraction"

    def lower(self, b: Builder) -> Expr:
        raise NotImplementedError

    def fixed(self) -> float:
        """Its value, where it has to be known before the game starts: on a board."""
        from gdl.lower.errors import unsupported

        raise unsupported("a number that is not known before the game starts", self.span)


class Region(Ludeme):
    """A set of sites."""

    category: ClassVar[str] = "a region"

    def lower(self, b: Builder) -> Expr:
        raise NotImplementedError


class Ints(Ludeme):
    """An array of whole numbers; lowered to a list of expressions of a length known in advance, or looped."""

    category: ClassVar[str] = "an array of numbers"

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        """Emit `body` for each number in order (unrolled or as a loop)."""
        raise NotImplementedError


class Direction(Ludeme):
    """Directions, absolute or relative."""

    category: ClassVar[str] = "a direction"

    def rows(self, b: Builder, type_: SiteType | None) -> Rows:
        """The rays that leave each site."""
        raise NotImplementedError


class Moves(Ludeme):
    """Rules that offer moves, and effects that change the state: Ludii makes no difference in grammar.

    As rules of play they are lowered by `lower` (which offers moves); in `then`, `apply` and the like, by
    `effect` (which changes the state).
    """

    category: ClassVar[str] = "moves"
    #: does it stand for a random event at the start of a turn (rolling dice)
    is_chance: ClassVar[bool] = False

    def lower(self, b: Builder) -> None:
        """Offer the moves."""
        raise self._not_as("moves to choose from")

    def reach(self, b: Builder) -> tuple[int, ...]:
        """For an estimate, by site where they take a piece over the bare board, as bits: here, where any of
        the parts does."""
        masks = [0] * b.facts.size
        for part in parts_of(self):
            masks = [mask | more for mask, more in zip(masks, part.reach(b), strict=True)]
        return tuple(masks)

    def chance(self, b: Builder) -> None:
        """Let happen what chance decides before these moves are offered: here, whatever its parts say."""
        for part in parts_of(self):
            part.chance(b)

    def effect(self, b: Builder) -> None:
        """Change the state, inside a Simultaneous region."""
        raise self._not_as("an effect")

    def happens(self, b: Builder) -> Expr:
        """Does it do anything as an effect, as far as can be told before?"""
        return b.bool(True)

    def _not_as(self, what: str) -> Exception:
        """An author's mistake, for now: the ludeme has no meaning yet where it stands."""
        from gdl.lower.errors import unsupported

        return unsupported(f"({' '.join(self.words)} ...) as {what}", self.span)


def parts_of(moves: Moves) -> Iterator[Moves]:
    """The moves and effects that these are made of, in order."""
    for part in attrs.fields(type(moves)):
        value = getattr(moves, part.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Moves):
                yield each


def has_chance(moves: Moves) -> bool:
    """Does chance decide anything before these moves are offered?"""
    return moves.is_chance or any(has_chance(part) for part in parts_of(moves))


def holds_chance(value: Any) -> bool:
    """Is there a random event anywhere in a ludeme?"""
    if isinstance(value, tuple):
        return any(holds_chance(each) for each in value)
    if not isinstance(value, Ludeme):
        return False
    if isinstance(value, Moves) and value.is_chance:
        return True
    return any(holds_chance(getattr(value, f.name)) for f in attrs.fields(type(value)))


def only_chance(moves: Moves) -> bool:
    """Is it chance alone that decides what these do?"""
    parts = tuple(parts_of(moves))
    return moves.is_chance or (bool(parts) and all(only_chance(part) for part in parts))


class Dim(Ludeme):
    """A size of a board: a whole number known before the game starts."""

    category: ClassVar[str] = "a size"

    def number(self) -> int:
        """Its value."""
        raise NotImplementedError


class Graph(Ludeme):
    """The graph that a board is made of."""

    category: ClassVar[str] = "a board shape"

    def draw(self, site: SiteType) -> Drawn:
        """The graph, for a board whose pieces stand on sites of this type."""
        raise NotImplementedError

    def charged(self, site: SiteType) -> Drawn:
        """The same, charged to the budget."""
        graph = self.draw(site)
        made = len(graph.points) + len(graph.edges) + len(graph.faces)
        spend_on_board(DRAWN * made, "the shape of this board")
        return graph


class Item(Ludeme):
    """Something that the equipment holds."""

    category: ClassVar[str] = "an item of equipment"


class StartRule(Ludeme):
    """A rule that sets up the starting position."""

    category: ClassVar[str] = "a starting rule"

    def lower(self, b: Builder) -> None:
        raise NotImplementedError

    def placed(self, b: Builder) -> list[tuple[Component, int]]:
        """For an estimate, which pieces it places where (as bits), as far as that is always the same."""
        return []


class MetaRule(Ludeme):
    """A rule about the rules."""

    category: ClassVar[str] = "a meta rule"


class EndRule(Ludeme):
    """A rule that ends the game."""

    category: ClassVar[str] = "an ending rule"

    def lower(self, b: Builder) -> None:
        raise NotImplementedError

    def goals(self, b: Builder) -> list[Goal]:
        """What it promises whom, for an estimate, with the mover bound as if that player had just moved."""
        return []


class Result(Ludeme):
    """What an ending means for the players."""

    category: ClassVar[str] = "a result"

    def lower(self, b: Builder) -> None:
        raise NotImplementedError

    def goals(self, b: Builder, near: Expr | None) -> list[Goal]:
        """What it promises whom, for an estimate, if the condition for it is so near (None: not known)."""
        return []


# --- Literals, made by the binder -----------------------------------------------------------------------


@frozen(eq=False)
class IntLiteral(IntExpr):
    """A whole number as written; also `Off` (-1), `End` (-2), `Undefined` (-1) and `Infinity`."""

    named_values: ClassVar[dict[str, int]] = {
        "Off": -1,
        "End": -2,
        "Undefined": -1,
        "Infinity": 1_000_000_000,
    }
    value: int

    def lower(self, b: Builder) -> Expr:
        return b.int(self.value)


@frozen(eq=False)
class BoolLiteral(BoolExpr):
    """`True` or `False`."""

    value: bool

    def lower(self, b: Builder) -> Expr:
        return b.bool(self.value)


@frozen(eq=False)
class FloatLiteral(FloatExpr):
    """A number as written."""

    value: float

    def lower(self, b: Builder) -> Expr:
        return b.float(self.value)

    def fixed(self) -> float:
        return self.value


@frozen(eq=False)
class DimLiteral(Dim):
    """A size as written."""

    value: int

    def number(self) -> int:
        return self.value


@frozen(eq=False)
class IntsLiteral(Ints):
    """Numbers as written: `{1 2 (mover)}`."""

    items: tuple[IntExpr, ...]

    def lower_each(self, b: Builder, body: Callable[[Expr], None]) -> None:
        for item in self.items:
            body(item.lower(b))


BUILT_IN_LITERALS: tuple[type[Ludeme], ...] = (IntLiteral, DimLiteral, BoolLiteral, FloatLiteral, IntsLiteral)


# --- The registry: the only mutable global --------------------------------------------------------------


@frozen
class Entry:
    """One spelling of a ludeme class: the head, and the words after it that select the variant."""

    words: tuple[str, ...]
    cls: type[Ludeme]


@frozen
class RegistryState:
    """What a registry held at some time."""

    by_head: dict[str, tuple[Entry, ...]]
    literals: tuple[type[Ludeme], ...]


class Registry:
    """All ludeme classes, by head word, and the literal classes."""

    def __init__(self) -> None:
        self.by_head: dict[str, list[Entry]] = {}
        self.literals: list[type[Ludeme]] = list(BUILT_IN_LITERALS)
        #: counts changes, so that whoever remembers look-ups knows when to forget them
        self.version = 0

    def add(self, cls: type[Ludeme], words: tuple[str, ...]) -> None:
        self.by_head.setdefault(words[0], []).append(Entry(words, cls))
        self.version += 1

    def add_literal(self, cls: type[Ludeme]) -> None:
        self.literals.append(cls)
        self.version += 1

    def heads(self) -> list[str]:
        return sorted(self.by_head)

    def entries(self) -> list[Entry]:
        """All spellings, by head, then in the order of registration."""
        return [entry for head in self.heads() for entry in self.by_head[head]]

    def state(self) -> RegistryState:
        """What is registered now, to come back to."""
        return RegistryState({head: tuple(each) for head, each in self.by_head.items()}, tuple(self.literals))

    def restore(self, state: RegistryState) -> None:
        """Forget what was registered since `state`."""
        self.by_head = {head: list(each) for head, each in state.by_head.items()}
        self.literals = list(state.literals)
        self.version += 1

    def classes(self) -> list[type[Ludeme]]:
        """All classes, each once even where it has several spellings."""
        return list(dict.fromkeys(entry.cls for entry in self.entries()))


REGISTRY = Registry()


#: The making of hundreds of classes is most of the time to start, so attrs writes only what they need.
_light = attrs.define(frozen=True, eq=False, order=False, repr=False, slots=False, match_args=False)


@dataclass_transform(
    frozen_default=True, eq_default=False, kw_only_default=True, field_specifiers=(arg, named)
)
def ludeme(words: str, *more: str, registry: Registry = REGISTRY) -> Callable[[C], C]:
    """Register a class under its head and variant words (and under further spellings `more`).

    Makes it a frozen attrs class; no decorator of attrs is needed beside this one.
    """

    def register(cls: C) -> C:
        made = _light(cls)
        made.words = tuple(words.split())
        for spelling in (words, *more):
            registry.add(made, tuple(spelling.split()))
        return made

    return register


@dataclass_transform(
    frozen_default=True, eq_default=False, kw_only_default=True, field_specifiers=(arg, named)
)
def literal(cls: C, registry: Registry = REGISTRY) -> C:
    """Register a class with one field as what is written without parentheses where its kind is wanted."""
    made = _light(cls)
    registry.add_literal(made)
    return made


class WordEnum(Enum):
    """An enumeration whose members are written as bare words in a game file (by value)."""

    def __repr__(self) -> str:
        return str(self.value)
