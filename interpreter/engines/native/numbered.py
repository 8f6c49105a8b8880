"""Moves by their numbers in emitted code: which are legal, and playing one.

The numbers stand in a table (interpreter/engines/numbering.py), which is data: code depends on its shape
alone. Whole steps of many games are in `steps.py`.
"""

from __future__ import annotations

from interpreter.engines.native.looking import Looking
from interpreter.engines.native.memory import ARGS, COUNT, KIND
from interpreter.engines.native.observing import pieces
from interpreter.engines.native.playing import Playing
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets, lowest
from interpreter.engines.numbering import NONE, Digit, Numbering, Run

#: Offsets in a desk (see steps.py). The table; by number, the bundle that plays it (its kind -1 where there
#: is none such), with the site in place of the count; by number, the only site of it.
TABLE, BUNDLES_BY_NUMBER, SITES_BY_NUMBER = 0, 8, 16

#: Truths are set at once of so many sites at least, and of so many kinds at most.
AT_ONCE, FEW_RUNS = 8, 4
#: What listing says where two moves have one number, and where one has none.
ALIKE, UNKNOWN = -1, -2


class Numbered(Family):
    """Writes what works with numbers of moves."""

    def __init__(
        self,
        scope: Scope,
        sets: Sets,
        looking: Looking,
        playing: Playing,
    ) -> None:
        super().__init__(scope)
        self.sets = sets
        self.looking = looking
        self.playing = playing

    @property
    def numbering(self) -> Numbering:
        """How moves are numbered."""
        assert self.module.seen.numbering is not None
        return self.module.seen.numbering

    def from_desk(self, offset: int, type_: str = "ptr") -> str:
        """What the desk has there."""
        return self.f.load(type_, self.f.at("%D", offset))

    # --- rows of the table ------------------------------------------------------------------------------

    def write_row(self) -> None:
        """Where in the table the row of a bundle begins."""
        f, rows = self.f, self.numbering.kinds
        plain = len({each.digits for each in rows}) == 1 and not rows[0].digits
        if plain and len(rows) == 1:
            f.end(f"ret i64 {rows[0].first * self.sites}")
            return
        kind = f.load("i32", f.at("%B", KIND))
        if plain:  # one row for each kind, one after the other
            first = f.op(f"add i64 {f.op(f'zext i32 {kind} to i64')}, {rows[0].first}")
            f.end(f"ret i64 {f.op(f'mul i64 {first}, {self.sites}')}")
            return
        shapes: dict[tuple[tuple[Digit, ...], tuple[int, ...]], list[int]] = {}
        for number, each in enumerate(rows):
            shapes.setdefault((each.digits, self._words(number)), []).append(number)
        firsts = self.module.constants.words(("first rows of kinds",), [each.first for each in rows])
        first = f.load("i64", f.at(f.at(firsts, 8), f.op(f"zext i32 {kind} to i64"), "i64"))
        labels = {shape: f.name_of("shape") for shape in shapes}
        cases = " ".join(
            f"i32 {number}, label %{labels[shape]}" for shape, numbers in shapes.items() for number in numbers
        )
        f.end(f"switch i32 {kind}, label %none [ {cases} ]")
        for shape in shapes:
            f.label(labels[shape])
            self._row_of(first, *shape)
        f.label("none")
        f.end("ret i64 0")

    def _words(self, kind: int) -> tuple[int, ...]:
        """The words in a bundle of the arguments that count."""
        types = [param.type for param in self.program.kinds[kind].params]
        return tuple(
            sum(self.memory.slots_of(each) for each in types[: digit.argument])
            for digit in self.numbering.kinds[kind].digits
        )

    def _row_of(self, first: str, digits: tuple[Digit, ...], words: tuple[int, ...]) -> None:
        f, good = self.f, "true"
        for digit, word in zip(digits, words, strict=True):
            value = f.op(f"sub i64 {f.load('i64', f.at('%B', ARGS + 8 * word))}, {digit.least}")
            good = f.op(f"and i1 {good}, {f.op(f'icmp ult i64 {value}, {digit.values}')}")
            first = f.op(f"add i64 {first}, {f.op(f'mul i64 {value}, {digit.step}')}")
        row = f.op(f"select i1 {good}, i64 {first}, i64 0")
        f.end(f"ret i64 {f.op(f'mul i64 {row}, {self.sites}')}")

    def row(self, place: str, table: str) -> str:
        """The row of a bundle."""
        return self.f.at(
            table, self.f.call("i64", self.module.helper("row"), [("ptr", "%C"), ("ptr", place)]), "i32"
        )

    def number_at(self, row: str, site: str) -> str:
        """The number of the move to a site."""
        return self.f.op(f"sext i32 {self.f.load('i32', self.f.at(row, site, 'i32'))} to i64")

    # --- the legal moves --------------------------------------------------------------------------------

    def enter_number(self) -> None:
        """Set the truths of the legal moves, list their numbers if there is a place for them; how many."""
        f = self.f
        self.clear_mask()
        ended, on = f.name_of("ended"), f.name_of("on")
        f.branch(self.playing.over(), ended, on)
        f.label(ended)
        f.end("ret i64 0")
        f.label(on)
        self.playing.clear_stacks()
        self.playing.generate()
        self.looking.judge_from("0")
        total = f.alloca("i64")
        self._set_all(total, "again")
        none, some = f.name_of("none"), f.name_of("some")
        count = f.load("i64", total)
        f.branch(f.op(f"icmp eq i64 {count}, 0"), none, some, likely=False)
        f.label(none)
        passing = self.numbering.forced_pass
        if passing == NONE:  # the rules lead to no such position
            f.end(f"ret i64 {UNKNOWN}")
        else:
            f.store("i8", "1", f.at("%mask", passing))
            self._list("0", str(passing))
            f.end("ret i64 1")
        f.label(some)
        f.end(f"ret i64 {count}")
        # one number came twice: it may be the same move, offered twice
        f.label("again")
        self.clear_mask()
        self.playing.entry("distinct", [*self.context(), ("i64", "0")])
        self._set_all(total, "alike")
        f.end(f"ret i64 {f.load('i64', total)}")
        f.label("alike")
        f.end(f"ret i64 {ALIKE}")

    def clear_mask(self) -> None:
        """No number is legal."""
        size = ("i64", str(self.numbering.count))
        self.f.call("void", "llvm.memset.p0.i64", [("ptr", "%mask"), ("i8", "0"), size, ("i1", "false")], "")

    def _set_all(self, total: str, alike: str) -> None:
        """The moves of all bundles; on to a label where a number comes twice."""
        f = self.f
        f.store("i64", "0", total)
        with self.looking.bundles("0") as (offset, onward, _):
            place, sites = self.looking.bundle(offset), self.looking.sites_of(offset)
            self._set_runs(place, sites, total, alike, onward)
            row = self.row(place, "%table")
            with self.sets.members(sites) as (site, _, _):
                number = self.number_at(row, site)
                strange, known = f.name_of("strange"), f.name_of("known")
                f.branch(f.op(f"icmp slt i64 {number}, 0"), strange, known, likely=False)
                f.label(strange)
                f.end(f"ret i64 {UNKNOWN}")
                f.label(known)
                truth = f.at("%mask", number)
                new = f.name_of("new")
                f.branch(f.op(f"icmp ne i8 {f.load('i8', truth)}, 0"), alike, new, likely=False)
                f.label(new)
                f.store("i8", "1", truth)
                count = f.load("i64", total)
                self._list(count, number)
                f.store("i64", f.op(f"add i64 {count}, 1"), total)

    def _set_runs(self, place: str, sites: str, total: str, alike: str, onward: str) -> None:
        """Where numbers go up with the sites and are not listed, the moves of a bundle are set at once."""
        f = self.f
        runs = {kind: run for kind, run in self.numbering.runs.items() if run.sites.bit_count() >= AT_ONCE}
        if not 0 < len(runs) <= FEW_RUNS:
            return
        at_once, singly = f.name_of("at_once"), f.name_of("singly")
        f.branch(f.op("icmp eq ptr %list, null"), at_once, singly)
        f.label(at_once)
        labels = {kind: f.name_of("run") for kind in runs}
        cases = " ".join(f"i32 {kind}, label %{label}" for kind, label in labels.items())
        f.end(f"switch i32 {f.load('i32', f.at(place, KIND))}, label %{singly} [ {cases} ]")
        for kind, run in runs.items():
            f.label(labels[kind])
            others = self.sets.without(sites, self.sets.join(self.constants.words_of(run.sites)))
            strange, known = f.name_of("strange"), f.name_of("known")
            f.branch(f.op(f"icmp ne {self.set_type} {others}, 0"), strange, known, likely=False)
            f.label(strange)
            f.end(f"ret i64 {UNKNOWN}")
            f.label(known)
            twice = self._set_run(run, sites)
            new = f.name_of("new")
            f.branch(f.op(f"icmp ne i8 {twice}, 0"), alike, new, likely=False)
            f.label(new)
            count = f.op(f"add i64 {f.load('i64', total)}, {self.sets.size(sites)}")
            f.store("i64", count, total)
            f.jump(onward)
        f.label(singly)

    def _set_run(self, run: Run, sites: str) -> str:
        """Set the truths of some sites; not 0 where one was set before."""
        f, twice = self.f, "0"
        first, last = lowest(run.sites), run.sites.bit_length()
        for at, width in pieces(first, last):
            word = self.sets.split(sites)[at // 64]
            bits = f.op(f"trunc i64 {f.op(f'lshr i64 {word}, {at % 64}')} to i{width}")
            type_ = "i8" if width == 1 else f"<{width} x i8>"
            if width == 1:
                new = f.op(f"zext i1 {bits} to i8")
            else:
                new = f.op(
                    f"zext <{width} x i1> {f.op(f'bitcast i{width} {bits} to <{width} x i1>')} to {type_}"
                )
            truths = f.at("%mask", run.more + at)
            old = f.load(type_, truths, 1)
            f.store(type_, f.op(f"or {type_} {old}, {new}"), truths, 1)
            both = f.op(f"and {type_} {old}, {new}")
            if width > 1:
                whole = f.op(f"bitcast {type_} {both} to i{8 * width}")
                both = f.op(f"zext i1 {f.op(f'icmp ne i{8 * width} {whole}, 0')} to i8")
            twice = f.op(f"or i8 {twice}, {both}")
        return twice

    def _list(self, count: str, number: str) -> None:
        f = self.f
        write, on = f.name_of("list"), f.name_of("listed")
        f.branch(f.op("icmp ne ptr %list, null"), write, on)
        f.label(write)
        narrow = number if number.isdigit() else f.op(f"trunc i64 {number} to i32")
        f.store("i32", narrow, f.at("%list", count, "i32"))
        f.label(on)

    # --- playing ----------------------------------------------------------------------------------------

    def write_scan(self) -> None:
        """How many moves of the bundles have a number; where the first is: its offset, its site."""
        f = self.f
        count_at = f.alloca("i64")
        f.store("i64", "0", count_at)
        with self.looking.bundles("0") as (offset, onward, _):
            place = self.looking.bundle(offset)
            sites, row = self.looking.sites_of(offset), self.row(place, "%table")
            one, several = f.name_of("one"), f.name_of("several")
            f.branch(f.op("icmp sge i64 %only, 0"), one, several)
            f.label(one)
            low = self.sets.low("%only")
            words = self.sets.pick(sites, f.op("lshr i64 %only, 6"))
            there = f.op(f"trunc i64 {f.op(f'lshr i64 {words}, {low}')} to i1")
            same = f.op(f"icmp eq i64 {self.number_at(row, '%only')}, %number")
            self._note_if(f.op(f"and i1 {there}, {same}"), count_at, offset, "%only")
            f.jump(onward)
            f.label(several)
            with self.sets.members(sites) as (site, _, _):
                same = f.op(f"icmp eq i64 {self.number_at(row, site)}, %number")
                self._note_if(same, count_at, offset, site)
        f.end(f"ret i64 {f.load('i64', count_at)}")

    def _note_if(self, condition: str, count_at: str, offset: str, site: str) -> None:
        f = self.f
        note, write, on = f.name_of("note"), f.name_of("write"), f.name_of("on")
        f.branch(condition, note, on)
        f.label(note)
        count = f.load("i64", count_at)
        f.store("i64", f.op(f"add i64 {count}, 1"), count_at)
        f.branch(f.op(f"icmp eq i64 {count}, 0"), write, on)
        f.label(write)
        f.store("i64", offset, "%out")
        f.store("i64", site, f.at("%out", 8))
        f.label(on)

    def write_play_number(self) -> None:
        """Play the legal move of a number."""
        f = self.f
        at = f.op(f"mul i64 %number, {self.memory.bundle_size}")
        plain = f.at(self.from_desk(BUNDLES_BY_NUMBER), at)
        f.branch(f.op(f"icmp sge i32 {f.load('i32', f.at(plain, KIND))}, 0"), "plain", "search")
        f.label("plain")
        self.playing.clear_stacks()
        site = f.load("i64", f.at(plain, COUNT))
        self.playing.entry("advance", [*self.context(), ("ptr", plain), ("i64", site)])
        f.end("ret void")
        f.label("search")
        out = f.alloca("[2 x i64]", 8)
        self.playing.clear_stacks()
        self.playing.generate()
        passing = self.numbering.forced_pass
        f.branch(f.op(f"icmp eq i64 %number, {passing}"), "judge", "look")
        f.label("look")
        f.branch(f.op(f"icmp eq i64 {self._scanned(out)}, 1"), "play", "judge")
        f.label("judge")
        self.looking.judge_from("0")
        f.branch(f.op(f"icmp sge i64 {self._scanned(out)}, 1"), "play", "none")
        f.label("play")
        place = self.looking.bundle(f.load("i64", out))
        args = [*self.context(), ("ptr", place), ("i64", f.load("i64", f.at(out, 8)))]
        self.playing.entry("advance", args)
        f.end("ret void")
        f.label("none")  # no move but the forced pass, for the number is legal
        self.playing.entry("pass", self.context())
        f.end("ret void")

    def _scanned(self, out: str) -> str:
        f = self.f
        only = f.load("i32", f.at(self.from_desk(SITES_BY_NUMBER), "%number", "i32"))
        args = [*self.context(), ("ptr", self.from_desk(TABLE)), ("i64", "%number")]
        args += [("i64", f.op(f"sext i32 {only} to i64")), ("ptr", out)]
        return f.call("i64", self.module.helper("scan"), args)
