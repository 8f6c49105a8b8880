"""An author whose rules run away, for `benchmarks.serving`: one hostile text after another."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

from attrs import define, field
from websockets.asyncio.client import connect

Json = dict[str, Any]

_GAME = '(game "Runaway" (players 2) (equipment {{(board {board}) (piece "Man" Each)}}) (rules {rules}))'
_COUNT = "(forEach Value min:0 max:1000000000 (forEach Value min:0 max:1000000000 (set Score P1 (value))))"
_ADD = "(move Add (to (sites Empty)){then})"
_END = "(end (if (is Full) (result Mover Win)))"


def _game(play: str, start: str = "", board: str = "(square 3)", end: str = _END) -> str:
    return _GAME.format(board=board, rules=f"{start} (play {play}) {end}")


def _bomb() -> str:
    """Each definition uses the one before it three times: a text as large as may be, to be compiled."""
    levels = "".join(
        f'(define "L{level}" (or {{{" ".join([f"{chr(34)}L{level - 1}{chr(34)}"] * 3)}}}))\n'
        for level in range(1, 8)
    )
    return f'(define "L0" {_ADD.format(then="")})\n{levels}{_game(f"{chr(34)}L7{chr(34)}")}'


def _deep() -> str:
    """Each move is tried with all that can follow it, seven deep: a bomb as soon as moves are listed."""
    play = f"(do {_ADD.format(then='')} ifAfterwards:(no Pieces All))"
    for _ in range(6):
        play = f"(do {_ADD.format(then='')} ifAfterwards:(can Move {play}))"
    return _game(play, board="(square 10)")


#: Each kind: the text, and what is asked of it until it runs away.
KINDS: dict[str, tuple[str, tuple[Json, ...]]] = {
    "compile bomb": (_bomb(), ({"do": "check"}, {"do": "open"})),
    "large board": (_game(_ADD.format(then=""), board="(square 60)"), ({"do": "check"}, {"do": "open"})),
    "endless start": (_game(_ADD.format(then=""), f"(start {_COUNT})"), ({"do": "open"},)),
    "endless move": (
        _game(_ADD.format(then=f" (then {_COUNT})")),
        ({"do": "open"}, {"do": "play", "move": 0}),
    ),
    "endless search": (_deep(), ({"do": "open"},)),
    "endless playout": (
        _game(
            "(move Add (to (sites Board)) stack:True)", end="(end (if (no Moves Next) (result Mover Win)))"
        ),
        ({"do": "open"}, {"do": "coverage", "seconds": 2}),
    ),
    "memory": (
        _game(
            "(or (move Add (to (sites Board)) stack:True (then (moveAgain))) (move Pass))",
            '(meta (no Repeat)) (start (place "Man1" (sites Bottom)))',
            "(square 45) use:Vertex",
            "(end (if (no Moves Next) (result Mover Win)))",
        ),
        ({"do": "open"},),
    ),
}


@define
class Told:
    """What came of a kind: the longest wait for an answer (seconds), and what was answered how often."""

    longest: float = 0.0
    answers: dict[str, int] = field(factory=dict)


class Runaway:
    """Somebody in the workshop who is never without a runaway text, as long as it `may` run."""

    def __init__(self, port: int) -> None:
        self._address = f"ws://127.0.0.1:{port}/api/workshop"
        self.may, self.ready = asyncio.Event(), asyncio.Event()
        self._gone = asyncio.Event()
        self._gone.set()
        self.told = {kind: Told() for kind in KINDS}

    async def run(self) -> None:
        """Ask for one kind after the other; cancelled when all is over."""
        async with self._connected() as socket:  # what is loaded once is no part of it
            await socket.send(json.dumps({"id": 0, "do": "check", "text": _game("(move Pass)")}))
            await socket.recv()
        self.ready.set()
        asked = self._asked()
        while True:
            await self.may.wait()
            self._gone.clear()
            async with self._connected() as socket:
                while self.may.is_set():
                    kind, request = next(asked)
                    began = time.perf_counter()
                    await socket.send(json.dumps(request))
                    answer = json.loads(await socket.recv())
                    told = self.told[kind]
                    took = time.perf_counter() - began - request.get("seconds", 0)
                    told.longest = max(told.longest, took)
                    said = answer["error"]["code"] if "error" in answer else f"{request['do']} ok"
                    told.answers[said] = told.answers.get(said, 0) + 1
            self._gone.set()

    async def left(self) -> None:
        """Wait until what was asked last has been answered."""
        await self._gone.wait()

    def _connected(self) -> connect:
        return connect(self._address, compression=None, max_size=None)

    def _asked(self) -> Iterator[tuple[str, Json]]:
        while True:
            for number, (kind, (text, requests)) in enumerate(KINDS.items()):
                for request in requests:
                    yield kind, {"id": number, "text": text, "name": "runaway.lud", **request}

    def lines(self) -> Iterator[str]:
        """What came of each kind."""
        for kind, told in self.told.items():
            answers = ", ".join(f"{said} {count}x" for said, count in told.answers.items())
            yield f"{kind}: answered after {told.longest:.2f} s at most ({answers})"


@contextlib.asynccontextmanager
async def running(runaway: Runaway) -> AsyncIterator[None]:
    """Have it running inside."""
    task = asyncio.create_task(runaway.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
