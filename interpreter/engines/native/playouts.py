"""Playouts in emitted code: random games to the end, one or many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl.analyses.worst_case_steps import Pace
from interpreter.engines.interface import MAX_PLIES
from interpreter.engines.native.calls import TOO_LONG
from interpreter.engines.native.chance import Chance
from interpreter.engines.native.fields import Fields
from interpreter.engines.native.memory import (
    HISTORY,
    HISTORY_ENTRY,
    HISTORY_FIRST,
    HISTORY_LENGTH,
    HISTORY_TURN,
    POSITIONS,
    RNG,
)
from interpreter.engines.native.playing import Playing
from interpreter.engines.native.scope import Family, Scope
from interpreter.engines.native.stacks import Stacks

#: Offsets in the summary of playouts; wins of player 1 follow.
GAMES, PLIES, DRAWS, WINS = 0, 8, 16, 24

#: So many plies of a random game are played between two looks.
STRETCH = 256

#: Games of so many steps at most (see gdl/analyses/worst_case_steps.py) end before anybody could wait.
LONG_GAME = 5 * 10**8


def most_unwatched(pace: Pace) -> int:
    """Random games of more plies than this may take longer than anybody could wait."""
    return LONG_GAME // pace.ply


class Playouts(Family):
    """Writes random games."""

    def __init__(
        self, scope: Scope, fields: Fields, stacks: Stacks, chance: Chance, playing: Playing
    ) -> None:
        super().__init__(scope)
        self.fields = fields
        self.stacks = stacks
        self.chance = chance
        self.playing = playing

    def enter_playout(self) -> None:
        """A random game; TOO_LONG where it may take longer than one can wait."""
        self._playout(self._usual_game())

    def enter_long_playout(self) -> None:
        """A random game that may be stopped."""
        self._playout("long_game")

    def _playout(self, game: str) -> None:
        self.playing.clear_stacks()
        result = self.playing.entry(game, [*self.context(), ("i64", "%most")])
        self.f.end(f"ret i64 {result}")

    def _usual_game(self) -> str:
        """The loop for games that end in time whatever happens; a longer one is told to be TOO_LONG."""
        f, short = self.f, most_unwatched(self.module.pace)
        if short < MAX_PLIES:
            return "long_game"
        long, on = f.name_of("long"), f.name_of("on")
        f.branch(f.op(f"icmp sgt i64 %most, {short}"), long, on, likely=False)
        f.label(long)
        f.end(f"ret i64 {TOO_LONG}")
        f.label(on)
        return "game"

    def enter_game(self) -> None:
        """Random moves to the end; how many."""
        start, done = self.f.block, "done"
        self._plies("0", start, "%most", done, done)
        self.f.label(done)
        self.f.end("ret i64 %plies")

    def enter_long_game(self) -> None:
        """The same; now and then it is looked whether to stop, which costs some percent."""
        f = self.f
        start, again, done = f.block, "again", "done"
        f.label(again)
        f.do(f"%before = phi i64 [ 0, %{start} ], [ %plies, %look ]")
        f.do(f"%more = add i64 %before, {STRETCH}")
        f.do("%least = icmp slt i64 %more, %most")
        f.do("%upto = select i1 %least, i64 %more, i64 %most")
        self._plies("%before", again, "%upto", done, "rest")
        f.label("rest")
        f.branch(f.op("icmp slt i64 %plies, %most"), "longer", done)
        f.label("longer")
        self.stacks.stop_at(done)
        f.label("look")
        f.jump(again)
        f.label(done)
        f.end("ret i64 %plies")

    def _plies(self, first: str, before: str, upto: str, done: str, enough: str) -> None:
        """The loop of both: `%plies` counts from `first`, which holds in the block `before`. It is left
        to `done` where the game is over, to `enough` where that many plies are made."""
        f, head, test, step = self.f, "head", "test", "step"
        f.label(head)
        f.do(f"%plies = phi i64 [ {first}, %{before} ], [ %plies.next, %{step} ]")
        f.branch(self.playing.over(), done, test)
        f.label(test)
        f.branch(f.op(f"icmp slt i64 %plies, {upto}"), step, enough)
        f.label(step)
        self.playing.entry("ply", self.context())
        f.do("%plies.next = add i64 %plies, 1")
        f.jump(head)

    def enter_playouts(self) -> None:
        """Random games; TOO_LONG where they may take longer than one can wait."""
        self._playouts(self._usual_game())

    def enter_long_playouts(self) -> None:
        """Random games that may be stopped."""
        self._playouts("long_game")

    def enter_tallied_playouts(self) -> None:
        """Random games, tallied; TOO_LONG where they may take longer than one can wait."""
        self._tallied(self._usual_game())

    def enter_long_tallied_playouts(self) -> None:
        """Random games, tallied, that may be stopped."""
        self._tallied("long_game")

    def enter_playouts_from(self) -> None:
        """Random games from a state; TOO_LONG where they may take longer than one can wait."""
        self._playouts_from(self._usual_game())

    def enter_long_playouts_from(self) -> None:
        """Random games from a state that may be stopped."""
        self._playouts_from("long_game")

    def _playouts_from(self, game: str) -> None:
        """Games by their numbers, each from the given state with a generator of its own. Results as below."""
        with self._games(game, self._copy_given) as plies:
            self._tell(plies, *self._result())

    def _copy_given(self, generator: str) -> None:
        """Make the state that is given the present one: its record, and what it remembers."""
        f = self.f
        each = self.memory.position_size // HISTORY_ENTRY
        positions = f.op(f"mul i64 %length, {each}")
        for to, source, size in (
            (self.scope.state, "%S", str(self.memory.size)),
            (self.stacks.read(HISTORY, "ptr"), "%past", "%length"),
            (self.stacks.read(POSITIONS, "ptr"), f.at("%past", "%length"), positions),
        ):
            parts = [("ptr", to), ("ptr", source), ("i64", size), ("i1", "false")]
            f.call("void", "llvm.memcpy.p0.p0.i64", parts, "")
        for part, value in (
            (RNG, generator),
            (HISTORY_FIRST, "0"),
            (HISTORY_LENGTH, "%length"),
            (HISTORY_TURN, "%turn"),
        ):
            self.stacks.give(part, value)
        self.playing.clear_stacks()

    def _tell(self, plies: str, over: str, ranks: list[str]) -> None:
        """Write a game's row of the results: its plies, whether it is over, the ranks."""
        f = self.f
        row = f.at("%results", f.op(f"mul i64 %i, {16 + 8 * self.program.players}"))
        f.store("i64", plies, row)
        f.store("i64", over, f.at(row, 8))
        for p, value in enumerate(ranks):
            f.store("double", value, f.at(row, 16 + 8 * p))

    def _playouts(self, game: str) -> None:
        """Games by their numbers. Results: plies, over, ranks; summary: see above."""
        f = self.f
        tell, tally = "tell", "tally"
        with self._games(game) as plies:
            over, ranks = self._result()
            f.branch(f.op("icmp ne ptr %results, null"), tell, tally)
            f.label(tell)
            self._tell(plies, over, ranks)
            f.label(tally)
            firsts = self._firsts(ranks)
            together = firsts[0]
            for each in firsts[1:]:
                together = f.op(f"add i64 {together}, {each}")
            single = f.op(f"icmp eq i64 {together}, 1")
            self.stacks.add(f.at("%summary", GAMES), "1")
            self.stacks.add(f.at("%summary", PLIES), plies)
            drawn = f.op(f"zext i1 {f.op(f'xor i1 {single}, true')} to i64")
            self.stacks.add(f.at("%summary", DRAWS), drawn)
            for p, each in enumerate(firsts):
                won = f.op(f"select i1 {single}, i64 {each}, i64 0")
                self.stacks.add(f.at("%summary", WINS + 8 * p), won)

    def _tallied(self, game: str) -> None:
        """Games by their numbers, counted in a table of two dimensions: a row for each length, the last one
        for games that were given up, and in it a word for each set of players who came first, as bits: none
        where all share the first place, or where the game was given up."""
        f, players = self.f, self.program.players
        words = f.op(f"shl i64 {f.op('add i64 %most, 2')}, {players}")
        f.know("%table", f.op(f"mul i64 {words}, 8"), "the table")
        with self._games(game) as plies:
            over, ranks = self._result()
            given_up = f.op("add i64 %most, 1")
            row = f.op(f"select i1 {f.op(f'icmp ne i64 {over}, 0')}, i64 {plies}, i64 {given_up}")
            place = f.op(f"shl i64 {row}, {players}")
            for player, first in enumerate(self._leaders(over, ranks)):
                place = f.op(f"add i64 {place}, {f.op(f'shl i64 {first}, {player}')}")
            self.stacks.add(f.at("%table", place, "i64"), "1")

    @contextmanager
    def _games(self, game: str, open_with: Callable[[str], None] | None = None) -> Iterator[str]:
        """A loop over games, a whole function: inside, one has been played of so many plies.

        `open_with` writes what makes the first state of a game, with the generator that is its own; else
        that is the start.
        """
        f = self.f
        state = f.alloca(f"[{self.memory.size} x i8]", 64)
        start, head, body, done = f.block, "head", "begin", "done"
        f.label(head)
        f.do(f"%i = phi i64 [ 0, %{start} ], [ %i.next, %counted ]")
        f.branch(f.op("icmp slt i64 %i, %games"), body, done)
        f.label(body)
        number = f.op("add i64 %first, %i")
        self.scope.state = state
        generator = self.chance.generator_of("%seed", number)
        if open_with is None:
            self.playing.entry("begin", [*self.context(), ("i64", generator)])
        else:
            open_with(generator)
        plies = self.playing.entry(game, [*self.context(), ("i64", "%most")])
        self.stacks.stop_at(done)
        yield plies
        f.label("counted")
        f.do("%i.next = add i64 %i, 1")
        f.jump(head)
        f.label(done)
        f.end("ret i64 0")

    def _result(self) -> tuple[str, list[str]]:
        """Whether the game is over, and each player's rank."""
        f = self.f
        over = f.op(f"zext i1 {self.playing.over()} to i64")
        rank = self.module.field("rank")
        return over, [self.fields.element_at(rank, str(p)) for p in range(1, self.program.players + 1)]

    def _firsts(self, ranks: list[str]) -> list[str]:
        """For each player whether it came first."""
        f = self.f
        return [f.op(f"zext i1 {f.op(f'fcmp oeq double {r}, 1.0')} to i64") for r in ranks]

    def _leaders(self, over: str, ranks: list[str]) -> list[str]:
        """For each player whether it came first in a game that is over, alone or with some of the others."""
        if len(ranks) == 1:
            return self._firsts(ranks)
        f = self.f
        best = worst = ranks[0]
        for rank in ranks[1:]:
            less, more = (
                f.op(f"fcmp {how} double {rank}, {each}") for how, each in (("olt", best), ("ogt", worst))
            )
            best = f.op(f"select i1 {less}, double {rank}, double {best}")
            worst = f.op(f"select i1 {more}, double {rank}, double {worst}")
        ended = f.op(f"icmp ne i64 {over}, 0")
        apart = f.op(f"and i1 {ended}, {f.op(f'fcmp olt double {best}, {worst}')}")
        firsts = [f.op(f"fcmp oeq double {rank}, {best}") for rank in ranks]
        return [f.op(f"zext i1 {f.op(f'and i1 {apart}, {first}')} to i64") for first in firsts]
