"""Analyses: trees of moves, kept like rooms, changed by whoever has the right and followed by others.

A tree grows by moves that are tried; of what is cut off nothing is told any more, and its numbers are not
given again. What machines think of a position is kept with it. One analysis thinks at a time, so that the
machines of games are left a worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from gdl.support.values import evolve
from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages.analysis import (
    Candidate,
    Description,
    MoveLine,
    RecordText,
    Thought,
    Variation,
)
from interpreter.serve.messages.codec import decode, encode
from interpreter.serve.messages.room import Setup
from interpreter.serve.messages.worker import (
    Consider,
    CopyLine,
    DescribePosition,
    FollowMoves,
    Job,
    ShowVariation,
    Solve,
    WriteRecord,
)
from interpreter.serve.rooms.database import Connection, DatabaseError
from interpreter.serve.rooms.errors import ElsewhereError, NoRoomError, TooMuchError, WorkersError
from interpreter.serve.rooms.house import SETTLED, House
from interpreter.serve.rooms.rights import HOST, WATCH, new_name
from interpreter.serve.rooms.room import Room
from interpreter.serve.rooms.tree import Analysis, Node
from interpreter.serve.workers.process import WorkerError, WorkerLostError

log = logging.getLogger("ludwright.serve")
A = TypeVar("A")
#: So many moves in one tree, analyses open at once, positions of a bar that are valued.
MOST_MOVES, MOST_OPEN, MOST_VALUED = 4000, 300, 300
#: Seconds for a position of the bar; seconds beyond a limit that a worker is waited for.
_EACH, _MORE = 0.3, 20.0

_ADDED = "insert into analyses (name, setup, made) values (?, ?, ?)"


class Analyses:
    """The analyses of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: dict[str, Analysis] = {}
        self._thinking = asyncio.Semaphore(1)
        house.letting_go.append(self._let_go)

    # --- Made and found ---------------------------------------------------------------------------------

    async def make(self, setup: Setup, moves: Sequence[str]) -> tuple[Analysis, str]:
        """A new one of a game from a seed, with a line to begin with; and the cookie of whoever made it.

        Raises WorkerError for a game or a move that cannot be played, WorkersError, TooMuchError.
        """
        analysis = Analysis(new_name(), setup)
        return await self._kept(analysis, await self._ask(analysis, FollowMoves([], list(moves))))

    async def of_room(self, room: Room) -> tuple[Analysis, str]:
        """A new one of the game that is played in a room, as far as it has come. Raises as `make` does."""
        try:
            line = await self._house.pool.ask(room.name, room.setup, CopyLine(), room.actions)
        except WorkerLostError:
            raise WorkersError("the table took too long, or was lost") from None
        return await self._kept(Analysis(new_name(), evolve(room.setup, clock=None)), line)

    async def _kept(self, analysis: Analysis, line: MoveLine) -> tuple[Analysis, str]:
        values = (analysis.name, json.dumps(encode(analysis.setup)), time.time())
        await self._house.servers.take(analysis.name)
        await self._house.store.do(lambda c: c.execute(_ADDED, values))
        await self._hold(analysis)
        analysis.at = await self._append(analysis, 0, line)
        cookie = await self._house.rights.admit(analysis.name, HOST, [])
        return analysis, cookie

    async def find(self, name: str) -> Analysis:
        """The analysis of a name. Raises NoRoomError."""
        if name in self._open and not self._open[name].moved:
            return self._open[name]

        def work(connection: Connection) -> Analysis | None:
            row = connection.execute("select setup from analyses where name = ?", (name,)).fetchone()
            if row is None:
                return None
            kept = Analysis(name, decode(Setup, json.loads(row[0])))
            query = (
                "select number, parent, move, mover, cut, short from tried where analysis = ? order by number"
            )
            for number, parent, move, mover, cut, short in connection.execute(query, (name,)):
                kept.next = number + 1
                if not cut:
                    kept.nodes[number] = Node(number, parent, move, mover, short)
            query = "select number, thought from thoughts where analysis = ?"
            for number, thought in connection.execute(query, (name,)):
                if number == 0 or number in kept.nodes:
                    kept.thoughts[number] = decode(Thought, json.loads(thought))
            return kept

        await self._house.servers.take(name)
        self._house.rights.forget(name)
        analysis = await self._house.store.do(work)
        if analysis is None:
            await self._house.servers.let_go(name)
            raise NoRoomError("there is no such analysis")
        if name not in self._open or self._open[name].moved:  # nobody was quicker
            await self._hold(analysis)
        return self._open[name]

    async def _let_go(self, name: str, by_order: bool) -> bool | None:
        """Another server wants an analysis."""
        analysis = self._open.get(name)
        if analysis is None:
            return None
        if analysis.listeners and not by_order and time.monotonic() - analysis.opened < SETTLED:
            return False
        async with analysis.lock:
            self._go(analysis)
            await self._house.servers.let_go(name)
        return True

    def _go(self, analysis: Analysis) -> None:
        """Another server has it from now on, or this one reads it anew."""
        analysis.moved = True
        if analysis.task is not None:
            analysis.task.cancel()
        if self._open.get(analysis.name) is analysis:
            del self._open[analysis.name]
        self._house.rights.forget(analysis.name)
        analysis.changed()

    async def _hold(self, analysis: Analysis) -> None:
        idle = [name for name, each in self._open.items() if not (each.listeners or each.task)]
        gone = idle[: max(0, len(self._open) - MOST_OPEN + 1)]
        for name in gone:
            del self._open[name]
        if len(self._open) >= MOST_OPEN:
            raise TooMuchError("there are as many analyses as this server takes")
        self._open[analysis.name] = analysis
        await self._house.servers.let_go(*gone)

    async def expire(self, name: str) -> bool:
        """Forget an analysis in which nothing was done for long, unless somebody is there; was it done?"""
        analysis = self._open.get(name)
        if analysis is not None and (analysis.listeners or analysis.task or analysis.lock.locked()):
            return False
        if analysis is not None:
            analysis.gone = True
            del self._open[name]
        if not await self._house.servers.take_free(name):  # it is open elsewhere, where it may expire
            return False
        await self._house.store.delete_analysis(name)
        await self._house.servers.let_go(name)
        self._house.rights.forget(name)
        log.info("analysis %s has expired", name)
        return True

    # --- What is done ---------------------------------------------------------------------------------

    async def position(self, analysis: Analysis, number: int, board: str, turn: int = 0) -> Variation:
        """The position behind a move, on a board that is turned by so many degrees.

        Raises NoRoomError, WorkerError, WorkersError.
        """
        return await self._ask(analysis, ShowVariation(analysis.texts(number), board, turn))

    async def describe(self, analysis: Analysis, number: int, position: str | None, turn: int) -> Description:
        """The position behind a move, or a described one, as text and to be changed. Raises as `position`."""
        if position is None:
            return await self._ask(analysis, DescribePosition(analysis.texts(number), turn))
        setup = evolve(analysis.setup, position=position)
        return await self._ask(analysis, DescribePosition([], turn), setup)

    async def add(self, analysis: Analysis, parent: int, moves: Sequence[str]) -> int:
        """Try moves behind another; those that were tried are found. Returns the number of the last.

        Raises as `position`, and TooMuchError.
        """
        line = await self._ask(analysis, FollowMoves(analysis.texts(parent), list(moves)))
        async with analysis.lock:
            analysis.path(parent)  # nobody has cut it off meanwhile
            last = await self._append(analysis, parent, line)
            analysis.at = last
        analysis.changed()
        return last

    async def _append(self, analysis: Analysis, parent: int, line: MoveLine) -> int:
        new: list[Node] = []
        number = analysis.next
        for move, mover, short in line.moves:
            known = None if new else analysis.child(parent, move)
            if known is None:
                known = Node(number + len(new), parent, move, mover, short)
                new.append(known)
            parent = known.number
        if len(analysis.nodes) + len(new) > MOST_MOVES:
            raise TooMuchError(f"an analysis has at most {MOST_MOVES} moves")
        rows = [(analysis.name, each.number, each.parent, each.move, each.mover, each.short) for each in new]
        query = "insert into tried (analysis, number, parent, move, mover, short) values (?, ?, ?, ?, ?, ?)"
        await self._change(analysis, lambda c: c.executemany(query, rows))
        analysis.nodes |= {each.number: each for each in new}
        analysis.next += len(new)
        return parent

    async def _change(self, analysis: Analysis, work: Callable[[Connection], object]) -> None:
        """Keep a change, and when it was. Raises NoRoomError where the analysis has expired."""
        changed = time.time(), analysis.name

        def both(connection: Connection) -> None:
            self._house.store.fence(connection, analysis.name)
            work(connection)
            connection.execute("update analyses set changed = ? where name = ?", changed)

        if analysis.gone:
            raise NoRoomError("this analysis was deleted")
        if analysis.moved:
            raise ElsewhereError("this analysis goes to another server just now: ask again")
        try:
            await self._house.store.do(both)
        except DatabaseError:
            if self._house.store.shared:  # what was kept of it, and who has it, is to be learnt anew
                self._go(analysis)
            raise

    async def cut(self, analysis: Analysis, number: int) -> int:
        """Cut off a move and all behind it. Returns the number of the one before. Raises NoRoomError."""
        async with analysis.lock:
            path = analysis.path(number)
            if not path:
                raise BadRequestError("the start cannot be cut off")
            gone = {path[-1].number}
            for node in analysis.nodes.values():  # those behind a move have greater numbers
                if node.parent in gone:
                    gone.add(node.number)
            rows = [(analysis.name, each) for each in gone]
            query = "update tried set cut = 1 where analysis = ? and number = ?"
            await self._change(analysis, lambda c: c.executemany(query, rows))
            for each in gone:
                del analysis.nodes[each]
                analysis.thoughts.pop(each, None)
            if analysis.at in gone:
                analysis.at = path[-1].parent
        analysis.changed()
        return path[-1].parent

    def show(self, analysis: Analysis, number: int) -> None:
        """Show a position to those who follow. Raises NoRoomError."""
        path = analysis.path(number)
        analysis.at = path[-1].number if path else 0
        analysis.changed()

    async def record(self, analysis: Analysis, number: int) -> RecordText:
        """The line to a move as a record. Raises as `position`."""
        return await self._ask(analysis, WriteRecord(analysis.texts(number)))

    # --- Thinking ---------------------------------------------------------------------------------------

    async def think(self, analysis: Analysis, number: int, seconds: float, solve: bool) -> Thought:
        """What a strong player thinks of a position, or what a solver proves, in so many seconds.

        Raises as `position`.
        """
        path = analysis.path(number)
        thought = await self._thought(analysis, path[-1].number if path else 0, seconds, solve)
        analysis.changed()
        return thought

    def value(self, analysis: Analysis, number: int) -> None:
        """Have the positions of a line valued that are not yet, in turn, for the bar. Raises NoRoomError."""
        line = [0, *(node.number for node in analysis.path(number))]
        missing = [each for each in line if each not in analysis.thoughts][:MOST_VALUED]
        self.stop(analysis)
        if missing:
            analysis.task = asyncio.create_task(self._value(analysis, missing))

    def stop(self, analysis: Analysis) -> None:
        """Leave the rest of the bar as it is."""
        if analysis.task is not None:
            analysis.task.cancel()
            analysis.task, analysis.busy = None, (0, 0)
            analysis.changed()

    async def _value(self, analysis: Analysis, numbers: Sequence[int]) -> None:
        mine = asyncio.current_task()
        try:
            for done, number in enumerate(numbers):
                analysis.busy = len(numbers) - done, len(numbers)
                analysis.changed()
                if number in analysis.thoughts:  # somebody had it thought about meanwhile, and for longer
                    continue
                with contextlib.suppress(NoRoomError):  # it was cut off
                    await self._thought(analysis, number, _EACH, solve=False)
        except (WorkerError, WorkersError, DatabaseError):
            pass  # what was found is shown
        finally:
            if analysis.task is mine:
                analysis.task, analysis.busy = None, (0, 0)
                analysis.changed()

    async def _thought(self, analysis: Analysis, number: int, seconds: float, solve: bool) -> Thought:
        moves, pool = analysis.texts(number), self._house.pool
        job: Job[Thought] = Solve(moves, seconds) if solve else Consider(moves, seconds)
        try:
            async with self._thinking:
                thought = await pool.think(analysis.name, analysis.setup, job, (), seconds + _MORE)
        except WorkerLostError:
            raise WorkersError("nothing was found in time") from None
        if number and number not in analysis.nodes:
            raise NoRoomError("the move was cut off meanwhile")
        before = analysis.thoughts.get(number)
        if before is not None and solve:
            thought = _led(_beside(before, thought))
        elif before is not None and before.proved and not thought.proved:
            thought = _beside(thought, before)
        analysis.thoughts[number] = thought
        row = (analysis.name, number, json.dumps(encode(thought)))
        query = (
            "insert into thoughts values (?, ?, ?) "
            "on conflict (analysis, number) do update set thought = excluded.thought"
        )
        await self._change(analysis, lambda c: c.execute(query, row))
        return thought

    # --- Who looks on -----------------------------------------------------------------------------------

    async def link(self, analysis: Analysis) -> str:
        """The secret of a link for looking on."""
        return await self._house.rights.grant(analysis.name, WATCH, [])

    async def close(self) -> None:
        """Stop thinking."""
        tasks = [each.task for each in self._open.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, analysis: Analysis, job: Job[A], setup: Setup | None = None) -> A:
        # a long line holds up no move of a game; strangers' rules have processes of their own anyway
        pool = self._house.gallery if analysis.setup.text is None else self._house.pool
        try:
            return await pool.ask(analysis.name, setup or analysis.setup, job)
        except WorkerLostError:
            raise WorkersError("the position took too long, or was lost") from None


def _beside(thought: Thought, proof: Thought) -> Thought:
    """What was thought beside what was proved, or was not."""
    return evolve(
        thought,
        mover=proof.mover,
        verdict=proof.verdict or thought.verdict,
        unsolved=proof.unsolved,
        over=proof.over or thought.over,
        expected=proof.expected or thought.expected,
    )


def _led(thought: Thought) -> Thought:
    """The same, its candidates led by the move that is proved, if one is."""
    verdict, candidates, line = thought.verdict, thought.candidates, thought.expected
    if verdict is None or not verdict.proved or not candidates or not line:
        return thought
    visits = next((each.visits for each in candidates if each.move == line[0]), None)
    others = [each for each in candidates if each.move != line[0]]
    value, plies = verdict.value, verdict.plies
    proved = Candidate(line[0], value, visits, True, plies, plies is not None, False)
    return evolve(thought, candidates=[proved, *others])
