"""The process that strangers' rules run in: a fork server of confined workers, with everything imported.

    python -P -m interpreter.serve.workers.strangers DESCRIPTOR

Each worker reads requests as lines of JSON and writes an answer for each:

    {"id": 7, "do": "check", "text": "...", "name": "game.lud"}
    {"id": 7, "ok": {...}}
    {"id": 7, "error": {"code": "E0502", "message": "...", "suggestions": []}}

The error of a text with mistakes also has its `diagnostics`, as `check` tells them. Requests that name a
`room` are those of `jobs`: rooms whose rules are strangers' have their tables here.
"""

from __future__ import annotations

import os
import pkgutil
import resource
import socket
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO

from gdl.source.diagnostics import LanguageError
from gdl.source.render import all_to_json
from gdl.support.files import games_folder
from gdl.support.printable import one_line
from interpreter.errors.memory import wants_memory
from interpreter.errors.user_errors import BadRequestError, CrashedError, UserError
from interpreter.serve.messages import worker as message
from interpreter.serve.messages.codec import Json, decode, encode, object_in, to_line
from interpreter.serve.messages.room import Command, Setup
from interpreter.serve.messages.worker import Answer, Job, Problem, Request
from interpreter.serve.sandbox.nursery import tend
from interpreter.serve.workers.desk import Desk
from interpreter.serve.workers.jobs import Jobs, UnknownActionsError
from interpreter.serve.workers.language import Language
from interpreter.serve.workers.main import INTERNAL
from interpreter.serve.workers.playing import Playing

#: What is imported before anything is forked: later nothing can be.
_NEEDED = ("gdl", *(f"interpreter.{each}" for each in (
    "coverage", "drawing", "engines", "errors", "game", "players", "records", "rulebook", "search", "session",
    "statistics", "study.measures", "support", "why",
)))  # fmt: skip
#: How a worker ends that has no memory left.
NO_MEMORY = 71
#: A worker that has ever had so much memory (bytes) ends when it has answered: little of it is given back.
LARGE = 384 << 20

#: A game in which everything that a worker is asked is tried once before it is forked.
WARMING = """
(game "Warming"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))
"""


SETUP = Setup(game="warming.lud", text=WARMING, seed=1)
#: Each kind of player, so that what it needs is there.
THINKERS = ("random", "mcts:50", "alphabeta:0.05s")


class Work:
    """What one worker can be asked."""

    def __init__(self) -> None:
        language, desk, playing, self._jobs = Language(), Desk(), Playing(), Jobs()
        self._does: dict[str, Callable[[Json], Json]] = {
            "check": language.check,
            "complete": language.complete,
            "hover": language.hover,
            "format": language.format,
            "colours": language.colours,
            "open": desk.open,
            "replay": desk.replay,
            "play": desk.play,
            "back": desk.back,
            "board": desk.board,
            "snapshot": desk.snapshot,
            "why": desk.why,
            "behind": desk.behind,
            "rules": desk.rules,
            "coverage": playing.coverage,
            "study": playing.study,
        }

    def __call__(self, request: Json) -> Answer:
        """The answer to a request. MemoryError goes through: what is left then cannot be trusted."""
        number = request.get("id")
        try:
            if "room" in request:
                return Answer(number, ok=encode(self._jobs(decode(Request, request))))
            does = self._does.get(request.get("do", ""))
            if does is None:
                raise BadRequestError("there is nothing of that name to be done")
            return Answer(number, ok=does(request))
        except UnknownActionsError:
            return Answer(number, need="actions")
        except LanguageError as error:
            first, mistakes = error.diagnostics[0], all_to_json(error.diagnostics)
            problem = Problem(first.code, one_line(first.message), mistakes=mistakes)
        except UserError as error:
            problem = Problem(error.code, one_line(error.message), error.suggestions)
        except RecursionError:
            problem = Problem(CrashedError.code, "these rules are nested too deep")
        except Exception as error:
            if wants_memory(error):
                raise MemoryError from error
            problem = Problem(INTERNAL, one_line(f"{type(error).__name__}: {str(error)[:200]}"))
        return Answer(number, error=problem)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until there are no more, or no memory is left."""
    sys.path.clear()  # nothing can be imported here, nor looked for
    work = Work()
    for line in requests:
        try:
            answer = to_line(work(object_in(line)))
        except MemoryError:
            os._exit(NO_MEMORY)
        answers.write(answer)
        answers.flush()
        if _resident() > LARGE:
            return


def _resident() -> int:
    """The most bytes of memory that this process has had at a time."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def warm() -> None:
    """Import everything, and try everything once. No thread is left running."""
    for package in _NEEDED:
        path = import_module(package).__path__
        for found in pkgutil.walk_packages(path, f"{package}."):
            if not found.name.endswith(("__main__", ".plugin")):
                import_module(found.name)
    from gdl.assist.checking import warm as warm_language

    warm_language()
    work = Work()
    text: Json = {"text": WARMING, "name": "warming.lud"}
    asked: tuple[Json, ...] = (
        {"do": "check", **text},
        {"do": "check", "text": WARMING.replace("Line 3", "Lin 3"), "name": "warming.lud"},
        {"do": "complete", "at": WARMING.index("Empty"), **text},
        {"do": "hover", "at": WARMING.index("Empty"), **text},
        {"do": "colours", **text},
        {"do": "format", **text},
        {"do": "open", **text},
        {"do": "play", "move": 0},
        {"do": "why", "move": "a1"},
        {"do": "behind"},
        {"do": "rules"},
        {"do": "replay", **text},
        {"do": "coverage", "seconds": 0.1, **text},
        *({"do": "study", "seconds": 0.1, **text},) * 2,
        {"do": "back"},
    )
    jobs: tuple[Job[Any], ...] = (
        message.OpenTable((), 0, ()),
        message.DoCommand((), 0, Command("move", "a1"), 1),
        message.GiveHint(0.05),
        message.ShowVariation(["a1"]),
        message.Consider([], 0.05),
        message.Solve(["a1", "b1", "c2", "c3", "b2"], 1.0),
        message.WriteRecord(["a1"]),
        *(message.ChooseMove(1, by) for by in THINKERS),
    )
    for request in (*asked, *(encode(Request(0, "warm", SETUP, 0, (), job)) for job in jobs)):
        answer = work({"id": 0, **request})
        assert answer.error is None and answer.need is None, (request["do"], answer)
    for thread in threading.enumerate():  # what compiles in the background, and what waits for more to do
        if thread is not threading.current_thread():
            thread.join()


def main() -> None:
    """Warm up, and fork workers for whoever holds the other end of the socket."""
    control = socket.socket(fileno=int(sys.argv[1]))
    warm()
    tend(control, serve, [games_folder()])


if __name__ == "__main__":
    main()
