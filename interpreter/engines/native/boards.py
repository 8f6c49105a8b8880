"""Bitboard move generation: IMAGE, RAY, FILL, RUN, FLOOD by shifts and masks."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from gdl.core.ops import Expr, Op, Rays, RepeatKind, Table
from interpreter.engines.native.constants import longest_chain
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets

#: Sets on a line of fixed direction are filled by doubling where the chains are at least so long.
LONG_CHAIN = 4

#: Wide sets are stepped by so many shifts at most; beyond that it is done site by site.
FEW_SHIFTS = 12


@lru_cache(maxsize=1024)
def _slopes(rays: Rays) -> tuple[bool, bool]:
    """Whether all rays go up in site numbers, and whether all go down."""
    steps = [(a, b) for path in rays.paths for a, b in pairwise(path)]
    return all(a < b for a, b in steps), all(a > b for a, b in steps)


class Boards(Family):
    """Writes board procedures."""

    def __init__(self, scope: Scope, fields: Fields, sets: Sets) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets

    def image(self, expr: Expr) -> str:
        """IMAGE."""
        assert isinstance(expr.data, Table)
        return self.step(expr.data, self.value(expr.args[0]))

    def step(self, table: Table, sites: str) -> str:
        """The union of the images of the members."""
        shifts = self.constants.shifts(table)
        if shifts is not None and (len(shifts) <= FEW_SHIFTS or self.words == 1):
            return self.shifted(shifts, sites)
        name = self.constants.table(table)[0] if table.type.value == "Sites" else self.constants.steps(table)
        f = self.f
        result = f.alloca(self.set_type, 8)
        f.store(self.set_type, "0", result, 8)
        limit = len(table.values)
        with self.sets.members(sites) as (site, _, _):
            # members are sites of the board; a shorter table has its margin
            at = site if limit >= self.sites else self.fields.clamp(site, limit)
            image = self.fields.set_row(name, at)
            old = f.load(self.set_type, result, 8)
            f.store(self.set_type, f.op(f"or {self.set_type} {old}, {image}"), result, 8)
        return f.load(self.set_type, result, 8)

    def shifted(self, shifts: list[tuple[int, int]], sites: str) -> str:
        """The union of the images, where a step is some shifts: (distance, the sites that go so far)."""
        full = (1 << self.sites) - 1
        parts = []
        for distance, those in shifts:
            part = sites if those == full else self.f.op(f"and {self.set_type} {sites}, {those}")
            parts.append(self.shift(part, distance))
        result = parts[0] if parts else "0"
        for part in parts[1:]:
            result = self.f.op(f"or {self.set_type} {result}, {part}")
        return result

    def shift(self, sites: str, distance: int) -> str:
        """A set moved by a distance in site numbers."""
        if distance == 0:
            return sites
        return self.f.op(f"{'shl' if distance > 0 else 'lshr'} {self.set_type} {sites}, {abs(distance)}")

    def ray(self, expr: Expr) -> str:
        """RAY: the mask of the ray up to its first blocker, by arithmetic where its sites rise or fall."""
        rays = expr.data
        assert isinstance(rays, Rays)
        rising, falling = _slopes(rays)
        site, blockers = expr.args
        at = self.fields.margin(site, len(rays.paths))
        if not rising and not falling:
            return self.walk(rays, at, self.value(blockers))
        name = self.constants.ray_masks(rays)
        mask = self.fields.set_row(name, at)
        hit = self.f.op(f"and {self.set_type} {mask}, {self.value(blockers)}")
        keep = self.up_to_first(hit) if rising else self.down_to_last(hit)
        return self.f.op(f"and {self.set_type} {mask}, {keep}")

    def up_to_first(self, hit: str) -> str:
        """All bits up to and including the lowest; all where there is none."""
        less = self.f.op(f"sub {self.set_type} {hit}, 1")
        return self.f.op(f"xor {self.set_type} {hit}, {less}")

    def down_to_last(self, hit: str) -> str:
        """All bits from the highest up; all where there is none."""
        f = self.f
        words, result, above = self.sets.split(hit), [""] * self.words, ""
        for w in reversed(range(self.words)):
            zeros = f.call(
                "i64", "llvm.ctlz.i64", [("i64", f.op(f"or i64 {words[w]}, 1")), ("i1", "true")], ""
            )
            top = f.op(f"lshr i64 {1 << 63}, {zeros}")
            keep = f.op(f"sub i64 0, {top}")
            if above:
                blocked = f.op(f"icmp ne i64 {above}, 0")
                keep = f.op(f"select i1 {blocked}, i64 0, i64 {keep}")
                above = f.op(f"or i64 {above}, {words[w]}")
            else:
                above = words[w]
            result[w] = keep
        return self.sets.join(result)

    def walk(self, rays: Rays, at: str, blockers: str) -> str:
        """Rays that turn: site by site."""
        f = self.f
        name, type_, row = self.constants.ray_paths(rays)
        result = f.alloca(self.set_type, 8)
        memory = f.alloca(self.set_type, 8)
        counter = f.alloca("i64")
        f.store(self.set_type, "0", result, 8)
        f.store(self.set_type, blockers, memory, 8)
        f.store("i64", f.op(f"mul i64 {self.fields.beyond(at)}, {row}"), counter)
        head, body, done = f.name_of("walk"), f.name_of("step"), f.name_of("done")
        f.label(head)
        number = f.load("i64", counter)
        site = self.fields.widen(f.load(type_, f.at(name, number, type_)), type_, True)
        f.branch(f.op(f"icmp sge i64 {site}, 0"), body, done)
        f.label(body)
        word = f.op(f"lshr i64 {site}, 6") if self.words > 1 else "0"
        bit = f.op(f"shl i64 1, {self.sets.low(site)}")
        place = f.at(result, word, "i64")
        f.store("i64", f.op(f"or i64 {f.load('i64', place, 8)}, {bit}"), place, 8)
        f.store("i64", f.op(f"add i64 {number}, 1"), counter)
        hit = f.op(f"and i64 {f.load('i64', f.at(memory, word, 'i64'), 8)}, {bit}")
        f.branch(f.op(f"icmp eq i64 {hit}, 0"), head, done)
        f.label(done)
        return f.load(self.set_type, result, 8)

    def fill(self, expr: Expr) -> str:
        """FILL: step after step; by doubling where the step is one shift (Kogge-Stone)."""
        table = expr.data
        assert isinstance(table, Table)
        start, through = self.value(expr.args[0]), self.value(expr.args[1])
        shifts = self.constants.shifts(table)
        longest = longest_chain(table, self.sites)
        if shifts is not None and len(shifts) == 1 and longest < self.sites:
            return self.fill_line(shifts[0], longest, start, through)
        first = self.f.op(f"and {self.set_type} {self.step(table, start)}, {through}")
        return self.grow(lambda front: self.step(table, front), first, through)

    def fill_line(self, shift: tuple[int, int], longest: int, start: str, through: str) -> str:
        """A direction that is one shift: the sites reached double with each round."""
        f, type_, (distance, those) = self.f, self.set_type, shift
        landing = those << distance if distance > 0 else those >> -distance
        landing &= (1 << self.sites) - 1
        free = f.op(f"and {type_} {through}, {landing}")
        reached = f.op(f"and {type_} {self.shift(start, distance)}, {free}")
        done = 1
        if longest < LONG_CHAIN:
            step = reached
            while done < longest:
                step = f.op(f"and {type_} {self.shift(step, distance)}, {free}")
                reached = f.op(f"or {type_} {reached}, {step}")
                done += 1
            return reached
        while done < longest:
            onward = f.op(f"and {type_} {self.shift(reached, distance * done)}, {free}")
            reached = f.op(f"or {type_} {reached}, {onward}")
            done *= 2
            if done < longest:
                free = f.op(f"and {type_} {free}, {self.shift(free, distance * done // 2)}")
        return reached

    def grow(self, step: Callable[[str], str], first: str, through: str) -> str:
        """Step after step until nothing new is reached."""
        f, type_ = self.f, self.set_type
        start, head, body, done = f.here(), f.name_of("grow"), f.name_of("ring"), f.name_of("done")
        f.label(head)
        front, result = "%" + f.name_of("front"), "%" + f.name_of("reach")
        new_front, new_result = "%" + f.name_of("front"), "%" + f.name_of("reach")
        hole = len(f.lines)
        f.branch(f.op(f"icmp ne {type_} {front}, 0"), body, done)
        f.label(body)
        answer = f.op(f"and {type_} {step(front)}, {through}")
        f.do(f"{new_front} = and {type_} {answer}, {self.sets.complement(result)}")
        f.do(f"{new_result} = or {type_} {result}, {new_front}")
        last = f.block
        f.jump(head)
        f.lines[hole:hole] = [
            f"  {front} = phi {type_} [ {first}, %{start} ], [ {new_front}, %{last} ]",
            f"  {result} = phi {type_} [ {first}, %{start} ], [ {new_result}, %{last} ]",
        ]
        f.label(done)
        return result

    def flood(self, expr: Expr) -> str:
        """FLOOD: ring after ring."""
        table = expr.data
        assert isinstance(table, Table)
        start, through = self.value(expr.args[0]), self.value(expr.args[1])
        first = self.f.op(f"and {self.set_type} {start}, {through}")
        return self.grow(lambda front: self.step(table, front), first, through)

    def run(self, expr: Expr) -> str:
        """Step by step: mostly the first step is the last. On small boards without a jump."""
        f, table = self.f, expr.data
        assert isinstance(table, Table)
        if self.words == 1:
            chains = self.constants.chains(table)
            if chains is not None:
                return self.run_by_mask(expr, *chains)
        length = len(table.values)
        name, type_, is_signed = self.constants.table(table)
        outside = int(table.outside)
        at = self.fields.margin(expr.args[0], length)

        def follow(place: str) -> str:
            raw = f.load(type_, f.at(name, self.fields.beyond(place), type_))
            return self.fields.widen(raw, type_, is_signed)

        first = follow(at)
        through = self.value(expr.args[1]) if self.words == 1 else self.sets.set_memory(expr.args[1])
        ends = all(v > s or v < 0 for s, v in enumerate(table.values))
        ends = ends or all(v < s for s, v in enumerate(table.values))
        inside = all(-1 <= v < min(length, self.sites) for v in (*table.values, outside))
        start, head, more = f.here(), f.name_of("run"), f.name_of("test")
        body, done = f.name_of("longer"), f.name_of("done")
        f.label(head)
        site, count = "%" + f.name_of("site"), "%" + f.name_of("count")
        onward, longer = "%" + f.name_of("site"), "%" + f.name_of("count")
        f.do(f"{site} = phi i64 [ {first}, %{start} ], [ {onward}, %{body} ]")
        f.do(f"{count} = phi i64 [ 0, %{start} ], [ {longer}, %{body} ]")
        good = f.op(f"icmp sge i64 {site}, 0") if inside else f.op(f"icmp ult i64 {site}, {self.bits}")
        if not ends:
            good = f.op(f"and i1 {good}, {f.op(f'icmp ult i64 {count}, {self.sites}')}")
        f.branch(good, more, done)
        f.label(more)
        word = through
        if self.words > 1:
            word = f.load("i64", f.at(through, f.op(f"lshr i64 {site}, 6"), "i64"))
        bit = f.op(f"trunc i64 {f.op(f'lshr i64 {word}, {self.sets.low(site)}')} to i1")
        f.branch(bit, body, done)
        f.label(body)
        f.do(f"{longer} = add i64 {count}, 1")
        next_site = follow(site if inside else self.fields.clamp(site, length))
        f.do(f"{onward} = add i64 {next_site}, 0")
        f.jump(head)
        f.label(done)
        return count

    def run_by_mask(self, expr: Expr, masks: str, rising: bool) -> str:
        """All sites that steps lead to, up to the first that does not count."""
        f = self.f
        assert isinstance(expr.data, Table)
        at = self.fields.margin(expr.args[0], len(expr.data.values))
        chain = f.load("i64", f.at(masks, self.fields.beyond(at), "i64"))
        stops = f.op(f"and i64 {chain}, {self.sets.complement(self.value(expr.args[1]))}")
        if rising:
            below = f.op(f"and i64 {f.op(f'sub i64 {stops}, 1')}, {self.sets.complement(stops)}")
            return self.sets.popcount(f.op(f"and i64 {chain}, {below}"))
        # what is above the highest; the chain never has the last site, so nothing is shifted out
        raised = f.op(f"or i64 {f.op(f'shl i64 {stops}, 1')}, 1")
        above = f.op(f"shl i64 -1, {self.sets.highest(raised)}")
        return self.sets.popcount(f.op(f"and i64 {chain}, {above}"))

    def repeats(self, expr: Expr) -> str:
        """REPEATS: how often the position was there."""
        kind = expr.data
        any_mover = kind in (RepeatKind.POSITIONAL, RepeatKind.POSITIONAL_IN_TURN)
        in_turn = kind in (RepeatKind.SITUATIONAL_IN_TURN, RepeatKind.POSITIONAL_IN_TURN)
        mover = self.value(expr.args[0]) if expr.args else self.fields.scalar(self.module.field("mover"))
        flags = [("i1", "true" if flag else "false") for flag in (any_mover, in_turn)]
        name = self.module.helper("repeats")
        return self.f.call("i64", name, [*self.context(), ("i64", mover), *flags])


#: What writes each operation of this family.
WRITERS: dict[Op, Callable[[Boards, Expr], str]] = {
    Op.IMAGE: Boards.image,
    Op.RAY: Boards.ray,
    Op.FILL: Boards.fill,
    Op.RUN: Boards.run,
    Op.FLOOD: Boards.flood,
    Op.REPEATS: Boards.repeats,
}
