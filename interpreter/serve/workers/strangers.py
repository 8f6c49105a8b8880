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
from interpreter.errors.user_errors import CrashedError, UserError
from interpreter.serve.messages import worker as message
from interpreter.serve.messages import workshop as shop
from interpreter.serve.messages.codec import decode, encode, object_in, to_line
from interpreter.serve.messages.room import Command, Setup
from interpreter.serve.messages.worker import Answer, Job, Problem, Request
from interpreter.serve.messages.workshop import ShopJob, ShopRequest
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
        self._handlers: dict[type[ShopJob[Any]], Callable[[Any], object]] = {
            shop.CheckText: language.check,
            shop.CompleteText: language.complete,
            shop.HoverOver: language.hover,
            shop.FormatText: language.format,
            shop.ColourText: language.colours,
            shop.OpenText: desk.open,
            shop.ReplayText: desk.replay,
            shop.PlayMove: desk.play,
            shop.TakeBack: desk.back,
            shop.ShowBoard: desk.board,
            shop.ShowGame: desk.snapshot,
            shop.ExplainMove: desk.why,
            shop.ShowProvenance: desk.behind,
            shop.TellRules: desk.rules,
            shop.PlayCoverage: playing.coverage,
            shop.PlayStudy: playing.study,
        }

    def __call__(self, request: Request | ShopRequest) -> Answer:
        """The answer to a request. MemoryError goes through: what is left then cannot be trusted."""
        number = request.id
        try:
            if isinstance(request, Request):
                return Answer(number, ok=encode(self._jobs(request)))
            return Answer(number, ok=encode(self._handlers[type(request.job)](request.job)))
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
            answer = to_line(work(_read(line)))
        except MemoryError:
            os._exit(NO_MEMORY)
        answers.write(answer)
        answers.flush()
        if _resident() > LARGE:
            return


def _read(line: bytes) -> Request | ShopRequest:
    """A request about a room's table, or one of a workshop."""
    value = object_in(line)
    return decode(Request, value) if "room" in value else decode(ShopRequest, value)


def _resident() -> int:
    """The most bytes of memory that this process has had at a time."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def warm() -> None:
    """Import everything, and try everything once. No thread is left running."""
    for package in _NEEDED:
        path = import_module(package).__path__
        for module in pkgutil.walk_packages(path, f"{package}."):
            if not module.name.endswith(("__main__", ".plugin")):
                import_module(module.name)
    from gdl.assist.checking import warm as warm_language

    warm_language()
    work = Work()
    at, name = WARMING.index("Empty"), "warming.lud"
    calls: tuple[ShopJob[Any], ...] = (
        shop.CheckText(WARMING, name),
        shop.CheckText(WARMING.replace("Line 3", "Lin 3"), name),
        shop.CompleteText(WARMING, name, at=at),
        shop.HoverOver(WARMING, name, at=at),
        shop.ColourText(WARMING, name),
        shop.FormatText(WARMING, name),
        shop.OpenText(WARMING, name),
        shop.PlayMove(0),
        shop.ExplainMove("a1"),
        shop.ShowProvenance(),
        shop.TellRules(),
        shop.ReplayText(WARMING, name),
        shop.PlayCoverage(text=WARMING, name=name, seconds=0.1),
        *(shop.PlayStudy(text=WARMING, name=name, seconds=0.1),) * 2,
        shop.TakeBack(),
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
    requests: list[Request | ShopRequest] = [ShopRequest(0, call) for call in calls]
    requests += [Request(0, "warm", SETUP, 0, (), job) for job in jobs]
    for request in requests:
        answer = work(_read(to_line(request)))
        assert answer.error is None and answer.need is None, (request.job, answer)
        to_line(answer)
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
