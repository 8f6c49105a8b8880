"""What searches ask for in emitted code: moves as words, games played out, fingerprints of states.

Pools and moves as words are described in gdl/core/intrinsics.py.
"""

from __future__ import annotations

from gdl.analyses.live_fields import limit_counters, live_fields
from gdl.core.intrinsics import move_words
from interpreter.engines.native.chance import GOLDEN, MIX_1, MIX_2, Chance
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.history import History
from interpreter.engines.native.looking import Looking
from interpreter.engines.native.memory import (
    ARGS,
    BUNDLES_TOP,
    COUNT,
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_TURN,
    KIND,
)
from interpreter.engines.native.playing import Playing
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.sets import Sets
from interpreter.engines.native.stacks import Stacks

#: Where a move as words has its site: there bundles have their counts, the rest is alike.
SITE = COUNT


class Searching(Family):
    """Writes what the statements of searches call."""

    def __init__(
        self,
        scope: Scope,
        fields: Fields,
        sets: Sets,
        stacks: Stacks,
        chance: Chance,
        history: History,
        looking: Looking,
        playing: Playing,
    ) -> None:
        super().__init__(scope)
        self.fields = fields
        self.sets = sets
        self.stacks = stacks
        self.chance = chance
        self.history = history
        self.looking = looking
        self.playing = playing

    def write_list_moves(self) -> None:
        """Write the different legal moves, for as many as there is room; how many there are."""
        f = self.f
        ended, on, none, some = "ended", "on", "none", "some"
        f.branch(self.playing.over(), ended, on)
        f.label(ended)
        f.end("ret i64 0")
        f.label(on)
        result = f.alloca("i64")
        f.store("i64", "0", result)
        self.playing.list_moves()
        f.branch(f.op(f"icmp eq i64 {self.stacks.read(BUNDLES_TOP)}, 0"), none, some, likely=False)
        f.label(none)
        self.write_move(result, str(self.module.pass_kind.index), None, "0")
        f.end("ret i64 1")
        f.label(some)
        f.know("%words", f.op("shl i64 %room, 3"), "room for moves")
        with self.looking.bundles("0") as (offset, _, _):
            place = self.looking.bundle(offset)
            kind = f.op(f"zext i32 {f.load('i32', f.at(place, KIND))} to i64")
            with self.sets.members(self.looking.sites_of(offset)) as (site, _, _):
                self.write_move(result, kind, place, site)
        self.playing.clear_stacks()
        f.end(f"ret i64 {f.load('i64', result)}")

    def write_move(self, counter: str, kind: str, place: str | None, site: str) -> None:
        """Write a move if there is room, its arguments out of a bundle; count it."""
        f, words = self.f, move_words(self.program)
        number = f.load("i64", counter)
        start = f.op(f"mul i64 {number}, {words}")
        onward = f.op(f"add i64 {number}, 1")
        f.store("i64", onward, counter)
        room, full = f.name_of("room"), f.name_of("full")
        f.branch(f.op(f"icmp sle i64 {f.op(f'mul i64 {onward}, {words}')}, %room"), room, full)
        f.label(room)
        there = f.at("%words", start, "i64")
        f.store("i64", kind, f.at(there, KIND))
        f.store("i64", site, f.at(there, SITE))
        if place is not None:
            for word in range(words - 2):
                value = f.load("i64", f.at(place, ARGS + 8 * word))
                f.store("i64", value, f.at(there, ARGS + 8 * word))
        f.label(full)

    def write_generator_of(self) -> None:
        """What the game of a number of a seed begins with."""
        self.f.end(f"ret i64 {self.chance.generator_of('%seed', '%number')}")

    def write_fingerprint(self) -> None:
        """Of all that decides what follows, and of what is remembered if that is asked for; from 0."""
        f = self.f
        bits: dict[int, int] = {}
        decide = live_fields(self.program)
        for field in decide:
            slot = self.fields.slot(field)
            for byte in range(slot.offset, slot.offset + slot.bytes):
                bits[byte // 8] = bits.get(byte // 8, 0) | 255 << 8 * (byte % 8)
        parts = {word: mask for word, mask in bits.items() if mask != (1 << 64) - 1}
        hashed = self.history.hash_words(sorted(bits), parts)
        for number, each in enumerate(limit_counters(self.program, decide)):
            gone = f.op(f"sub i64 {self.fields.scalar(each.counter)}, {each.near}")
            gone = f.call("i64", "llvm.smax.i64", [("i64", gone), ("i64", "0")], "")
            hashed = f.op(f"xor i64 {hashed}, {f.op(f'mul i64 {gone}, {(MIX_1, MIX_2)[number]}')}")
        answer = f.alloca("i64")
        f.store("i64", hashed, answer)
        if self.module.remembers:
            past, done = f.name_of("past"), f.name_of("done")
            f.branch("%history", past, done)
            f.label(past)
            f.store("i64", f.op(f"xor i64 {hashed}, {self.past()}"), answer)
            f.label(done)
        positive = f.op(f"and i64 {f.load('i64', answer)}, {(1 << 63) - 1}")
        f.end(f"ret i64 {positive}")

    def past(self) -> str:
        """A number for the remembered positions, in any order, each with whether it is of this turn."""
        f = self.f
        total, counter = f.alloca("i64"), f.alloca("i64")
        f.store("i64", "0", total)
        f.store("i64", self.stacks.read(HISTORY_FIRST), counter)
        turn = self.stacks.read(HISTORY_TURN)
        head, body, done = f.name_of("head"), f.name_of("body"), f.name_of("done")
        f.label(head)
        at = f.load("i64", counter)
        f.branch(f.op(f"icmp slt i64 {at}, {self.stacks.read(HISTORY_LENGTH)}"), body, done)
        f.label(body)
        each = f.load("i64", f.at(self.stacks.read(HISTORY, "ptr"), at))
        current = f.op(f"icmp sge i64 {at}, {turn}")
        key = f.op(f"select i1 {current}, i64 {MIX_2}, i64 {GOLDEN}")
        mixed = f.op(f"mul i64 {f.op(f'xor i64 {each}, {key}')}, {MIX_1}")
        mixed = f.op(f"xor i64 {mixed}, {f.op(f'lshr i64 {mixed}, 32')}")
        f.store("i64", f.op(f"add i64 {f.load('i64', total)}, {mixed}"), total)
        f.store("i64", f.op(f"add i64 {at}, {HISTORY_ENTRY}"), counter)
        f.jump(head)
        f.label(done)
        return f.op(f"mul i64 {f.load('i64', total)}, {GOLDEN}")
