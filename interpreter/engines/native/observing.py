"""Observations in emitted code: the planes of a state, written to memory as 32-bit floats.

A set becomes a plane by eights and sixteens of its bits at once, which vector instructions spread to numbers.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.core.ops import FLOAT, SITES, Field
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.planes import (
    Heights,
    Levels,
    OfField,
    OfPiece,
    Pieces,
    PlaneGroup,
    Same,
    Until,
    Viewer,
    count_of,
)
from interpreter.engines.slots import Slot

#: So many sites are written at once, where there are as many.
WIDE, NARROW = 16, 8
#: The bytes of a number.
EACH = 4


def wide_of(type_: str) -> str:
    """In what whole numbers of a type are worked with: such without a sign need a bit more."""
    return "i64" if type_ in ("i32", "i64") else "i32"


def pieces(first: int, last: int) -> list[tuple[int, int]]:
    """Sites from one up to another in runs within one word (the first, how many): 16, 8 or 1 of them."""
    result, at = [], first
    while at < last:
        room = min(last, at // 64 * 64 + 64) - at
        width = next(width for width in (WIDE, NARROW, 1) if width <= room)
        result.append((at, width))
        at += width
    return result


class Observing(Family):
    """Writes planes."""

    def __init__(self, scope: Scope, fields: Fields, sets: Sets) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets
        self._there = {field.name: field for field in self.program.fields}
        self._kinds: tuple[str, str, bool] | None = None

    @property
    def planes(self) -> tuple[PlaneGroup, ...]:
        """All planes, in their order."""
        return self.module.seen.planes

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return self.sites * sum(map(count_of, self.planes))

    # --- parts of a plane -----------------------------------------------------------------------------

    def chunks(self) -> list[tuple[int, int]]:
        """Runs of sites (the first, how many) that are written at once; the last may overlap."""
        result, at = [], 0
        for width in (WIDE, NARROW):
            while self.sites - at >= width:
                result.append((at, width))
                at += width
        if at < self.sites and self.sites >= NARROW and (self.sites - NARROW) // 64 == (self.sites - 1) // 64:
            result.append((self.sites - NARROW, NARROW))
            at = self.sites
        return result + [(site, 1) for site in range(at, self.sites)]

    def put(self, place: str, first: int, width: int, value: str) -> None:
        """Write numbers to some sites of a plane."""
        type_ = "float" if width == 1 else f"<{width} x float>"
        self.f.store(type_, value, self.f.at(place, EACH * first), EACH)

    def write_spread(self) -> None:
        """Write a set as a plane."""
        f = self.f
        words = self.sets.split("%set")
        for first, width in self.chunks():
            word, shift = words[first // 64], first % 64
            bits = f.op(f"lshr i64 {word}, {shift}") if shift else word
            bits = f.op(f"trunc i64 {bits} to i{width}")
            if width == 1:
                self.put("%plane", first, 1, f.op(f"uitofp i1 {bits} to float"))
            else:
                lanes = f.op(f"bitcast i{width} {bits} to <{width} x i1>")
                self.put("%plane", first, width, f.op(f"uitofp <{width} x i1> {lanes} to <{width} x float>"))
        f.end("ret void")

    def write_fill(self) -> None:
        """Write a number as a plane."""
        f, spread = self.f, {1: "%number"}
        # a plane of one number is the same number everywhere: where it is that already, nothing is written
        f.branch(f.op("icmp ne i64 %kept, 0"), "compare", "write")
        f.label("compare")
        there = f.load("i32", "%plane", EACH)
        f.branch(f.op(f"icmp eq i32 {there}, {f.op('bitcast float %number to i32')}"), "same", "write")
        f.label("same")
        f.end("ret void")
        f.label("write")
        for width in (WIDE, NARROW):
            type_ = f"<{width} x float>"
            one = f.op(f"insertelement {type_} poison, float %number, i64 0")
            lanes = f"<{width} x i32> zeroinitializer"
            spread[width] = f.op(f"shufflevector {type_} {one}, {type_} poison, {lanes}")
        for first, width in self.chunks():
            self.put("%plane", first, width, spread[width])
        f.end("ret void")

    def spread(self, sites: str, plane: str) -> None:
        """A set as a plane."""
        self.f.call("void", self.module.helper("spread"), [(self.set_type, sites), ("ptr", plane)])

    def fill(self, number: str, plane: str) -> None:
        """A number (float) as a plane."""
        self.f.call("void", self.module.helper("fill"), [("float", number), ("ptr", plane), ("i64", "%kept")])

    def lanes(self, place: str, type_: str, is_signed: bool, first: int, width: int) -> str:
        """Whole numbers of some sites, as ones of 32 bits (of 64, where they are so wide)."""
        wide = wide_of(type_)
        size = int(type_[1:]) // 8
        read, to = (type_, wide) if width == 1 else (f"<{width} x {type_}>", f"<{width} x {wide}>")
        value = self.f.load(read, self.f.at(place, first * size), size)
        return (
            value if type_ == wide else self.f.op(f"{'sext' if is_signed else 'zext'} {read} {value} to {to}")
        )

    def plane(self, number: int | str) -> str:
        """Where a plane begins."""
        if isinstance(number, int):
            return self.f.at("%planes", EACH * self.sites * number)
        return self.f.at("%planes", self.f.op(f"mul i64 {number}, {EACH * self.sites}"))

    # --- all of them ----------------------------------------------------------------------------------

    def enter_planes(self) -> None:
        """Write all planes, seen by a seat, 0 for who is to move."""
        f = self.f
        f.know("%planes", str(EACH * self.size), "the planes")
        self.scope.forget_state()
        mover = self.fields.scalar(self.module.field("mover"))
        default = f.op("icmp eq i64 %viewer, 0")
        self.viewer = f.op(f"select i1 {default}, i64 {mover}, i64 %viewer")
        self.turn: list[str] = []
        at = 0
        for planes in self.planes:
            self.write(planes, at)
            at += count_of(planes)
        f.end("ret void")

    def write(self, planes: PlaneGroup, at: int) -> None:
        """Write planes from one on."""
        f = self.f
        match planes:
            case Pieces():
                self.pieces(planes, at)
            case Heights():
                self.each_site(lambda site, kind: self.number(self.height(site, kind), self.plane(at), site))
            case Levels():
                self.levels(planes, at)
            case OfPiece():
                self.of_piece(planes.field, self.plane(at))
            case OfField():
                self.of_field(self.module.field(planes.field), planes, at)
            case Same():
                self.spread(self.sets.join(self.constants.words_of(planes.sites)), self.plane(at))
            case Viewer():
                for seat in range(planes.count):
                    here = f.op(f"icmp eq i64 {self.viewer}, {seat + 1}")
                    self.fill(f.op(f"select i1 {here}, float 1.0, float 0.0"), self.plane(at + seat))
            case Until():
                players = self.program.players
                mover = self.fields.scalar(self.module.field("mover"))
                ahead = f.op(f"add i64 {f.op(f'sub i64 {mover}, {self.viewer}')}, {players}")
                left = f.op(f"urem i64 {ahead}, {players}")
                self.fill(f.op(f"uitofp i64 {left} to float"), self.plane(at))

    # --- pieces ---------------------------------------------------------------------------------------

    def pieces(self, planes: Pieces, at: int) -> None:
        """By the sets of pieces where there are such, and these are all; else site by site."""
        sets = self.sets_of_pieces()
        if sets is None:
            self.clear(at, planes.count)
            self.each_piece(lambda site, kind: self.mark(planes, at, site, kind))
            return
        together: dict[tuple[int, ...], list[str]] = {}
        for component, sites in sets.items():
            where = tuple(row[component] for row in planes.planes[1:])
            if -1 not in where:
                together.setdefault(where, []).append(sites)
        hit = [{where[viewer] for where in together} for viewer in range(self.program.players)]
        if any(len(each) < planes.count for each in hit):
            self.clear(at, planes.count)
        for where, alike in together.items():
            all_ = alike[0]
            for other in alike[1:]:
                all_ = self.f.op(f"or {self.set_type} {all_}, {other}")
            table = self.constants.words(("planes by viewer", where), where)
            number = self.f.load("i64", self.f.at(self.f.at(table, 0), self.viewer, "i64"))
            first = self.f.op(f"add i64 {number}, {at}") if at else number
            self.spread(all_, self.plane(first))

    def sets_of_pieces(self) -> dict[int, str] | None:
        """The sites of each component, where sets of the state say it."""
        there = self._there
        if self.program.stacks or self.program.names.dice or "level_what" in there:
            return None
        if "what" in there and "kinds" not in there:
            return None
        return self._components()

    def clear(self, at: int, count: int) -> None:
        """PlaneGroup of zeros."""
        size = ("i64", str(EACH * self.sites * count))
        args = [("ptr", self.plane(at)), ("i8", "0"), size, ("i1", "false")]
        self.f.call("void", "llvm.memset.p0.i64", args, "")

    def mark(self, planes: Pieces, at: int, site: str, kind: str) -> None:
        """A piece in its plane."""
        number = self.of_kind(planes.planes, kind)
        if at:
            number = self.f.op(f"add i64 {number}, {at}")
        self.number("1", self.plane(number), site)

    def of_kind(self, planes: tuple[tuple[int, ...], ...], kind: str) -> str:
        """The plane of a component for the viewer."""
        f, width = self.f, len(planes[0])
        table = self.constants.words(
            ("planes of components", planes), [each for row in planes for each in row]
        )
        row = f.op(f"add i64 {f.op(f'mul i64 {self.viewer}, {width}')}, {kind}")
        return f.load("i64", f.at(f.at(table, 8), row, "i64"))

    def number(self, value: str, plane: str, site: str) -> None:
        """A whole number at a site of a plane."""
        f = self.f
        known = value.isdigit()
        f.store("float", f"{float(value)}" if known else f.op(f"sitofp i64 {value} to float"),
                f.at(plane, site, "float"), EACH)  # fmt: skip

    # --- site by site ---------------------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[str, str, bool]:
        """Where the component on top of each site stands: the place, the type, whether it has a sign."""
        if self._kinds is None:
            self._kinds = self._find_kinds()
        return self._kinds

    def _find_kinds(self) -> tuple[str, str, bool]:
        f, there = self.f, self._there
        dice = self.program.names.dice
        if "what" in there and not dice:
            slot = self.fields.slot(there["what"])
            return f.at(self.scope.state, slot.first), slot.type, slot.signed
        buffer = f.alloca(f"[{self.sites} x i16]", 8)
        if "what" in there:
            slot = self.fields.slot(there["what"])
            self.loop(lambda site: self._keep(buffer, site, self.fields.element_at(slot.field, site)))
        elif "level_what" in there:
            self.loop(lambda site: self._keep(buffer, site, self._top(site)))
        else:
            size = ("i64", str(2 * self.sites))
            f.call("void", "llvm.memset.p0.i64", [("ptr", buffer), ("i8", "0"), size, ("i1", "false")], "")
            for number, sites in self._components().items():
                with self.sets.members(sites) as (site, _, _):
                    self._keep(buffer, site, str(number))
        for number, die in enumerate(dice, 1):
            self._keep(buffer, str(die), str(number))
        return buffer, "i16", False

    def _components(self) -> dict[int, str]:
        """The sets of pieces, in the order in which later ones count where a site is in several."""
        there, owners = self._there, self.program.owners
        if "kinds" in there:
            field = there["kinds"]
            return {n: self.fields.element_at(field, str(n)) for n in range(1, field.length or 0)}
        if "owned" in there:
            field = there["owned"]
            first = {owner: number for number, owner in reversed([*enumerate(owners)][1:])}
            owned = range(field.length or 0)
            return {first[o]: self.fields.element_at(field, str(o)) for o in owned if first.get(o)}
        return {1: self.fields.scalar(there["occupied"])} if "occupied" in there else {}

    def _top(self, site: str) -> str:
        """The component on top of a stack."""
        f, limit = self.f, self.program.stack_limit
        height = self.fields.element_at(self._there["height"], site)
        some = f.op(f"icmp sgt i64 {height}, 0")
        level = f.op(f"select i1 {some}, i64 {f.op(f'sub i64 {height}, 1')}, i64 0")
        place = f.op(f"add i64 {f.op(f'mul i64 {site}, {limit}')}, {level}")
        return f.op(
            f"select i1 {some}, i64 {self.fields.element_at(self._there['level_what'], place)}, i64 0"
        )

    def _keep(self, buffer: str, site: str, kind: str) -> None:
        narrow = kind if kind.isdigit() else self.f.op(f"trunc i64 {kind} to i16")
        self.f.store("i16", narrow, self.f.at(buffer, site, "i16"))

    def loop(self, body: Callable[[str], None], most: str | None = None) -> None:
        """A round for each site (or each number below `most`)."""
        f = self.f
        counter = f.alloca("i64")
        f.store("i64", "0", counter)
        head, inside, done = f.name_of("each"), f.name_of("site"), f.name_of("done")
        f.label(head)
        i = f.load("i64", counter)
        f.branch(f.op(f"icmp slt i64 {i}, {most or self.sites}"), inside, done)
        f.label(inside)
        with self.scope.conditional():
            body(i)
        f.store("i64", f.op(f"add i64 {i}, 1"), counter)
        f.jump(head)
        f.label(done)

    def each_site(self, body: Callable[[str, str], None]) -> None:
        """A round for each site, with the component there, 0 for none."""
        place, type_, is_signed = self.kinds

        def one(site: str) -> None:
            raw = self.f.load(type_, self.f.at(place, site, type_))
            body(site, self.fields.widen(raw, type_, is_signed))

        self.loop(one)

    def each_piece(self, body: Callable[[str, str], None]) -> None:
        """A round for each site with a piece."""
        f = self.f

        def one(site: str, kind: str) -> None:
            some, on = f.name_of("piece"), f.name_of("on")
            f.branch(f.op(f"icmp ne i64 {kind}, 0"), some, on)
            f.label(some)
            body(site, kind)
            f.label(on)

        self.each_site(one)

    def height(self, site: str, kind: str) -> str:
        """How high a stack is."""
        f = self.f
        there = f.op(f"zext i1 {f.op(f'icmp ne i64 {kind}, 0')} to i64")
        if "height" not in self._there:
            return there
        height = self.fields.element_at(self._there["height"], site)
        height = f.call("i64", "llvm.smax.i64", [("i64", height), ("i64", "1")], "")
        return f.op(f"mul i64 {there}, {height}")

    def levels(self, planes: Levels, at: int) -> None:
        """The pieces of the stacks, level by level."""
        f = self.f
        self.clear(at, planes.count)

        def stack(site: str, kind: str) -> None:
            height = self.height(site, kind)

            def level(number: str) -> None:
                top = f.op(f"icmp eq i64 {f.op(f'add i64 {number}, 1')}, {height}")
                there = kind
                if "level_what" in self._there:
                    place = f.op(f"add i64 {f.op(f'mul i64 {site}, {self.program.stack_limit}')}, {number}")
                    stored = self.fields.element_at(self._there["level_what"], place)
                    there = f.op(f"select i1 {top}, i64 {kind}, i64 {stored}")
                else:
                    there = f.op(f"select i1 {top}, i64 {kind}, i64 0")
                value = f.op(f"add i64 {self.of_kind(planes.planes, there)}, 1")
                self.number(value, self.plane(f.op(f"add i64 {number}, {at}")), site)

            self.loop(level, height)

        self.each_piece(stack)

    def of_piece(self, name: str, plane: str) -> None:
        """A number of the piece on top; 0 where there is none."""
        f, slot = self.f, self.fields.slot(self._there[name])
        place, type_, is_signed = self.kinds
        for first, width in self.chunks():
            values = self.lanes(f.at(self.scope.state, slot.first), slot.type, slot.signed, first, width)
            kinds = self.lanes(place, type_, is_signed, first, width)
            each = wide_of(slot.type)
            kind = wide_of(type_)
            if width > 1:
                each, kind, truth = f"<{width} x {each}>", f"<{width} x {kind}>", f"<{width} x i1>"
            else:
                truth = "i1"
            zero = "0" if width == 1 else "zeroinitializer"
            if name == "count":
                one = "1" if width == 1 else "<" + ", ".join([f"{each.split()[-1][:-1]} 1"] * width) + ">"
                none = f.op(f"icmp eq {each} {values}, {zero}")
                values = f.op(f"select {truth} {none}, {each} {one}, {each} {values}")
            there = f.op(f"icmp ne {kind} {kinds}, {zero}")
            values = f.op(f"select {truth} {there}, {each} {values}, {each} {zero}")
            to = "float" if width == 1 else f"<{width} x float>"
            self.put(plane, first, width, f.op(f"sitofp {each} {values} to {to}"))
        if name == "state":
            for number, site in enumerate(self.program.names.dice):
                faces = self._there.get("faces")
                shown = "0" if faces is None else self.fields.element_at(faces, str(number))
                self.number(shown, plane, str(site))

    # --- other fields ---------------------------------------------------------------------------------

    def of_field(self, field: Field, planes: OfField, at: int) -> None:
        """The planes of a field."""
        slot = self.fields.slot(field)
        if planes.by_site:
            self.by_site(slot, planes.count, at)
            return
        for number in range(planes.count):
            if field.length is None:
                value = self.fields.scalar(field)
            elif planes.by_player and number:
                value = self.fields.element_at(field, self.seat_after(number - 1))
            else:
                value = self.fields.element_at(field, str(number))
            if field.type is SITES:
                self.spread(value, self.plane(at + number))
            else:
                self.fill(self.as_float(value, slot), self.plane(at + number))

    def seat_after(self, steps: int) -> str:
        """The seat so many after the viewer."""
        f = self.f
        while len(self.turn) <= steps:
            last = self.turn[-1] if self.turn else None
            if last is None:
                self.turn.append(self.viewer)
                continue
            wraps = f.op(f"icmp sge i64 {last}, {self.program.players}")
            self.turn.append(f.op(f"select i1 {wraps}, i64 1, i64 {f.op(f'add i64 {last}, 1')}"))
        return self.turn[steps]

    def as_float(self, value: str, slot: Slot) -> str:
        """A number or a truth in 32 bits."""
        f = self.f
        if slot.field.type is FLOAT:
            return f.op(f"fptrunc double {value} to float")
        if slot.type == "i8" and self.type_of(slot.field.type) == "i1":
            return f.op(f"uitofp i1 {value} to float")
        return f.op(f"sitofp i64 {value} to float")

    def by_site(self, slot: Slot, count: int, at: int) -> None:
        """Numbers of sites; where there are several of each, one plane for each."""
        f = self.f
        base = f.at(self.scope.state, slot.first)
        if count == 1 and slot.field.type is not FLOAT:
            for first, width in self.chunks():
                values = self.lanes(base, slot.type, slot.signed, first, width)
                each = wide_of(slot.type)
                type_, to = (each, "float") if width == 1 else (f"<{width} x {each}>", f"<{width} x float>")
                self.put(self.plane(at), first, width, f.op(f"sitofp {type_} {values} to {to}"))
            return

        def one(site: str) -> None:
            for number in range(count):
                place = f.op(f"add i64 {f.op(f'mul i64 {site}, {count}')}, {number}")
                value = self.as_float(self.fields.element_at(slot.field, place), slot)
                f.store("float", value, f.at(self.plane(at + number), site, "float"), EACH)

        self.loop(one)
