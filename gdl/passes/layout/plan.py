"""The plan of a layout: which fields a program needs to carry its pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from gdl.core import make as k
from gdl.core import ops as o
from gdl.core.ops import Expr, Op, Program, Stmt
from gdl.core.walk import assigned, bits, program_op_mask, statements
from gdl.support.values import evolve, frozen

#: Up to so many sets it is cheaper to take a site out of all than to look up which one it is in.
FEW_SETS = 4
#: Up to so many components it is cheaper to ask whose sites a site is one of than to keep what is on it.
FEW_WHATS = 2
#: Up to so many sets of owners on a board of one word their union is found when it is asked for.
FEW_OWNERS, WORD = 3, 64
LEVEL_VALUES = ("what", "state", "value", "rotation")
#: The names of all fields that a layout can have.
PIECE_FIELDS = frozenset(
    ("what", "owned", "kinds", "occupied", "count", "state", "value", "rotation", "height")
) | {f"level_{name}" for name in LEVEL_VALUES}


@frozen
class Plan:
    """The fields that carry the pieces; None, or left out, where nothing needs them."""

    sites: int
    owners: tuple[int, ...]
    limit: int
    what: o.Field | None
    owned: o.Field | None
    kinds: o.Field | None
    occupied: o.Field | None
    values: dict[str, o.Field]
    height: o.Field | None
    levels: dict[str, o.Field]
    overflow: o.Field | None
    #: whether `owned` tells the components apart
    merged: bool
    #: component -> owner, None where these are the same numbers
    owner_table: o.Table | None
    #: component -> owner, -1 where there is no such component
    kind_table: o.Table | None

    @property
    def whats(self) -> range:
        """The components."""
        return range(1, len(self.owners))

    def own(self, whats: Iterable[int]) -> list[int]:
        """The owners of some components (0: none, with no owner)."""
        return sorted({self.owners[what] for what in whats if what})

    def owner(self, what: int) -> int:
        """The owner of a component, 0 where there is no such component."""
        return self.owners[what] if 0 < what < len(self.owners) else 0

    def is_component(self, what: Expr) -> list[Expr]:
        """Conditions that say that a number is a component's; none where it certainly is."""
        if what.op is Op.CONST and what.data in self.whats:
            return []
        return [k.gt(what, k.int_(0)), k.le(what, k.int_(len(self.owners) - 1))]

    def slot(self, site: Expr, level: Expr) -> Expr:
        """Where a level's values stand in the fields of levels."""
        return k.add(k.mul(site, k.int_(self.limit)), level)

    def fields(self) -> Iterator[o.Field]:
        """The fields to be added to the program."""
        scalars = (self.what, self.owned, self.kinds, self.occupied, self.height, self.overflow)
        yield from (f for f in scalars if f is not None)
        yield from self.values.values()
        yield from self.levels.values()

    def tables(self) -> Iterator[o.Table]:
        """The tables to be added to the program."""
        yield from (t for t in (self.owner_table, self.kind_table) if t is not None)


def plan_of(program: Program) -> Plan:
    """The plan by which a program has been laid out, as far as its fields tell."""
    by_name = {f.name: f for f in program.fields if f.name in PIECE_FIELDS or f.name == "overflow"}
    owners = program.owners
    levels = {n: by_name[f"level_{n}"] for n in LEVEL_VALUES if f"level_{n}" in by_name}
    return Plan(
        program.sites,
        owners,
        program.stack_limit,
        what=by_name.get("what"),
        owned=by_name.get("owned"),
        kinds=by_name.get("kinds"),
        occupied=by_name.get("occupied"),
        values={n: by_name[n] for n in ("count", "state", "value", "rotation") if n in by_name},
        height=by_name.get("height"),
        levels=levels,
        overflow=by_name.get("overflow"),
        merged=_tells_components(owners),
        owner_table=_owner_table(owners),
        kind_table=o.Table("owner_of_kind", o.INT, (-1, *owners[1:]), -1),
    )


def _tells_components(owners: tuple[int, ...]) -> bool:
    """Whether each owner has one component, so that sets by owner tell which it is."""
    return len(set(owners[1:])) == len(owners) - 1 and max(owners, default=0) <= 2 * len(owners)


def _owner_table(owners: tuple[int, ...]) -> o.Table | None:
    straight = all(owner == what for what, owner in enumerate(owners))
    return None if straight else o.Table("owner_of", o.INT, owners, 0)


@frozen
class _Uses:
    """What a program does with pieces."""

    reads: int  #: a bit for each operation
    writes: tuple[Stmt, ...]
    #: the writes that are made in play
    plays: tuple[Stmt, ...]
    #: of each local that is only assigned what it is assigned anywhere
    locals: Mapping[str, tuple[Expr, ...]]

    def reads_any(self, *ops: Op) -> bool:
        return bool(self.reads & bits(*ops))

    def writes_any(self, *classes: type[Stmt]) -> bool:
        return any(isinstance(s, classes) for s in self.writes)

    def touched(self, owned: bool, kinds: bool, owners: tuple[int, ...]) -> int:
        """From how many sets a write has to take a site at most, where it is not known what is there."""
        everything = frozenset(range(len(owners)))

        def count(held: frozenset[int] | None) -> int:
            whats = (everything if held is None else held) - {0}
            return owned * len({owners[w] for w in whats}) + kinds * len(whats)

        most = 0
        for stmt in self.plays:
            match stmt:
                case o.Put() if not stmt.fresh:
                    most = max(most, count(stmt.held))
                case o.Take() if stmt.sites != k.EMPTY_SET:
                    most = max(most, count(stmt.held))
                case o.MovePiece():
                    most = max(most, count(stmt.over), count(stmt.held))
                case o.TakeLevel() | o.SetAt():
                    most = max(most, count(None))
        return most

    def sets(self, value: str) -> bool:
        """Whether a value of sites is ever set to something that it would not be by itself.

        What only goes from piece to piece is what it was at first (copy propagation, the optimistic fixed
        point: where all that is written is copies, all of them are of what pieces have by themselves).
        """
        given = (
            stmt.value if isinstance(stmt, o.SetAt) and stmt.kind == value
            else getattr(stmt, value, None) if isinstance(stmt, o.Put | o.Push)
            else None
            for stmt in self.writes
        )  # fmt: skip
        return any(number is not None and not self._copies(value, number, frozenset()) for number in given)

    def _copies(self, value: str, number: Expr, within: frozenset[str]) -> bool:
        """Whether a number is what a piece has by itself, or the value of another piece."""
        if number.op is Op.SELECT:
            return all(self._copies(value, part, within) for part in number.args[1:])
        if number.op is Op.VAR and isinstance(number.data, str) and number.data in self.locals:
            name = number.data
            return name in within or all(
                self._copies(value, each, within | {name}) for each in self.locals[name]
            )
        return number == k.int_(1 if value == "count" else 0) or number.op in _COPIED.get(value, ())


#: The reads of values that may be copied as they are. (Of counts there are none: heaps are added up.)
_COPIED = {
    "state": (Op.STATE_AT, Op.STATE_LEVEL),
    "value": (Op.VALUE_AT, Op.VALUE_LEVEL),
    "rotation": (Op.ROTATION_AT,),
}


def _uses(program: Program) -> _Uses:
    written = bits(o.Put, o.Take, o.MovePiece, o.SetAt, o.Push, o.MoveLevels, o.TakeLevel)
    writes = tuple(s for p in program.procs for s in statements(p.body, written))
    plays = tuple(s for p in program.procs if p.name != "start" for s in statements(p.body, written))
    return _Uses(program_op_mask(program), writes, plays, _locals(program))


def _locals(program: Program) -> dict[str, tuple[Expr, ...]]:
    """What locals are assigned, in all procedures together; none of those that get values in other ways."""
    result: dict[str, tuple[Expr, ...]] = {}
    others = {param.name for proc in program.procs for param in proc.params}
    for proc in program.procs:
        plain = list(statements(proc.body, bits(o.Assign)))
        for stmt in plain:
            assert isinstance(stmt, o.Assign)
            result[stmt.name] = (*result.get(stmt.name, ()), stmt.value)
        often = Counter(assigned(proc.body))
        often.subtract(Counter(stmt.name for stmt in plain if isinstance(stmt, o.Assign)))
        others |= {name for name, count in often.items() if count}
    return {name: values for name, values in result.items() if name not in others}


def make_plan(program: Program) -> Plan:
    """Choose the fields that a program needs."""
    uses = _uses(program)
    sites, owners = program.sites, program.owners
    stacks = uses.writes_any(o.Push, o.MoveLevels)
    reads_owned, reads_kind = uses.reads_any(Op.OWNED), uses.reads_any(Op.OF_KIND)
    merged = _tells_components(owners)
    kinds = o.Field("kinds", o.SITES, len(owners)) if reads_kind and not merged else None
    owned_length = max(program.players + 1, max(owners, default=0)) + 1
    owned = o.Field("owned", o.SITES, owned_length) if reads_owned or (reads_kind and merged) else None

    values: dict[str, o.Field] = {}
    for name in ("count", "state", "value", "rotation"):
        # people see it on the board, whether or not a rule reads it
        if uses.sets(name):
            values[name] = o.Field(name, o.INT, sites)

    levels: dict[str, o.Field] = {}
    height = overflow = None
    if stacks:
        height = o.Field("height", o.INT, sites)
        overflow = o.Field("overflow", o.BOOL, None, False, position=False)
        names = [n for n in LEVEL_VALUES if n == "what" or n in values]
        levels = {n: o.Field(f"level_{n}", o.INT, sites * program.stack_limit) for n in names}

    reads_what = uses.reads_any(Op.WHAT, Op.WHO)
    reads_what = reads_what or (not stacks and uses.reads_any(Op.WHAT_LEVEL, Op.WHO_LEVEL))
    if stacks:
        keeps_what = reads_what or uses.writes_any(o.MovePiece)
    elif kinds is None and not (merged and owned is not None):
        # what stands on the board can always be seen, even where no rule looks
        keeps_what = reads_what or uses.writes_any(o.Put, o.Push, o.MovePiece)
    else:
        keeps_what = reads_what and len(owners) - 1 > FEW_WHATS
        keeps_what = keeps_what or uses.touched(owned is not None, kinds is not None, owners) > FEW_SETS
    counted = uses.reads_any(Op.COUNT_AT) and "count" not in values
    needs_occupied = (
        uses.reads_any(Op.OCCUPIED)
        or counted
        or (uses.reads_any(Op.HEIGHT) and not stacks)
        or bool(values)
        or (
            uses.writes_any(o.SetAt)
            and any(isinstance(s, o.SetAt) and s.kind == "count" for s in uses.writes)
        )
    )
    spread = len(set(owners[1:])) <= FEW_OWNERS and sites <= WORD and len(owners) > 1
    if owned is not None and spread and not stacks and not values and not uses.writes_any(o.SetAt):
        needs_occupied = False  # the union of what the owners have
    # One of them tells all others; only that one makes the position.
    tellers = {"kinds": (len(owners) - 1) * sites} if kinds is not None else {}
    if owned is not None and merged:
        tellers["owned"] = (len(owners) - 1) * sites
    if keeps_what:
        tellers["what"] = 8 * sites
    teller = "level_what" if stacks else min(tellers, key=lambda name: tellers[name], default="")

    def tells(name: str) -> bool:
        return teller in ("", name)

    return Plan(
        sites,
        owners,
        program.stack_limit,
        what=o.Field("what", o.INT, sites, position=tells("what")) if keeps_what else None,
        owned=None if owned is None else evolve(owned, position=tells("owned")),
        kinds=None if kinds is None else evolve(kinds, position=tells("kinds")),
        occupied=o.Field("occupied", o.SITES, position=tells("occupied")) if needs_occupied else None,
        values=values,
        height=height,
        levels=levels,
        overflow=overflow,
        merged=merged,
        owner_table=_owner_table(owners),
        kind_table=o.Table("owner_of_kind", o.INT, (-1, *owners[1:]), -1) if merged else None,
    )
