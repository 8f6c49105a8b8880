"""An outside program in a seat: it reads positions as lines of JSON, and answers with moves
(docs/protocol.md).

The program runs where this runs, beside the server or far away from it; the server knows it as it knows a
person, by a link.
"""

from __future__ import annotations

import subprocess
import urllib.error
import urllib.request
import uuid
from collections.abc import Sequence
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages import program as message
from interpreter.serve.messages.codec import Json, decode, object_in, to_line
from interpreter.serve.messages.game import Ending
from interpreter.serve.messages.room import MoveRequest, RoomNews, Secret, TurnRequest
from interpreter.serve.messages.worker import Failure, Problem
from interpreter.serve.rooms.errors import RefusedError, ServeError

#: What a program does not need: pictures.
_DRAWN = ("looks", "board", "stacks", "marks", "gone")
_DOES = ("resign", "draw", "agree", "decline")
#: Seconds until a server has to answer; so many mistakes in one position are one too many.
_PATIENCE, _MISTAKES = 30.0, 10


class AnswerError(ServeError):
    """The server says what is wrong with a request."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.message)


class Player:
    """A program, started for one game."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it. Raises OSError where that cannot be done."""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
        )

    def tell(self, line: message.ProgramLine) -> None:
        """Send it a line. Raises ServeError where it has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(to_line(line).decode())
            self._process.stdin.flush()
        except OSError:
            raise ServeError("the program has ended") from None

    def answer(self) -> message.ProgramAnswer:
        """The next line that it answers. Raises ServeError where it has ended, or says no JSON object, and
        BadRequestError for one that is no answer."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ServeError("the program has ended")
        try:
            value = object_in(line)
        except BadRequestError:
            raise ServeError("the program answers what is no JSON object on a line") from None
        return decode(message.ProgramAnswer, value)

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.wait()


class Room:
    """A room on a server, entered by a link."""

    def __init__(self, link: str) -> None:
        """Enter. Raises BadRequestError for what is no link, RefusedError and ServeError."""
        parts = urlsplit(link)
        folder, _, self.name = parts.path.rpartition("/")
        if parts.scheme not in ("http", "https") or folder != "/r" or not parts.fragment:
            raise BadRequestError("a link to a seat is wanted, such as http://127.0.0.1:8000/r/ROOM#SECRET")
        self._origin = f"{parts.scheme}://{parts.netloc}"
        self._cookie = ""
        self.post("enter", Secret(parts.fragment))

    def post(self, does: str, body: object) -> None:
        """Ask the server for something. Raises RefusedError and ServeError."""
        request = urllib.request.Request(
            f"{self._origin}/api/rooms/{self.name}/{does}",
            to_line(body),
            {"Content-Type": "application/json", "Cookie": self._cookie, "Origin": self._origin},
        )
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                cookie = answer.headers.get("Set-Cookie")
                self._cookie = cookie.partition(";")[0] if cookie else self._cookie
        except urllib.error.HTTPError as error:
            problem = _problem(error)
            raise (RefusedError(problem.message) if error.code == 403 else AnswerError(problem)) from None
        except (OSError, ValueError) as error:
            raise ServeError(f"the server cannot be reached: {error}") from None

    def play(self, player: Player) -> Ending:
        """Have a program play until the game is over; returns how it ended. Raises ServeError."""
        address = f"{self._origin.replace('http', 'ws', 1)}/api/rooms/{self.name}/news"
        headers = {"Cookie": self._cookie, "Origin": self._origin}
        try:
            with connect(address, additional_headers=headers, max_size=1 << 25) as socket:
                answered = -1
                while True:
                    value = object_in(socket.recv())
                    news = decode(RoomNews, value)
                    snapshot = news.state.snapshot
                    if snapshot.over is not None:
                        player.tell(message.EndLine(snapshot.over))
                        return snapshot.over
                    yours = _is_asked(news)
                    if not yours or snapshot.version != answered:
                        player.tell(_position(value, yours))
                    if yours and snapshot.version != answered:
                        answered = snapshot.version
                        self._answer(player, value, answered)
        except BadRequestError as error:
            raise ServeError(f"the server says what is no position: {error.message}") from None
        except (OSError, WebSocketException) as error:
            raise ServeError(f"the connection to the server was lost: {error}") from None

    def _answer(self, player: Player, value: Json, version: int) -> None:
        """Do what the program answers; where that cannot be, tell it, and ask again."""
        for _ in range(_MISTAKES):
            request = uuid.uuid4().hex
            try:
                answer = player.answer()
                does = next((each for each in _DOES if getattr(answer, each)), "moves")
                if does != "moves":
                    self.post(does, TurnRequest(id=request, version=version))
                elif answer.move is None:
                    raise BadRequestError("an answer is a move, or what else is to be done")
                else:
                    self.post(does, MoveRequest(id=request, version=version, move=answer.move))
                return
            except BadRequestError as error:
                problem = Problem(error.code, error.message)
            except AnswerError as error:
                problem = error.problem
            player.tell(message.MistakeLine(problem))
            player.tell(_position(value, True))
        raise ServeError(f"the program made {_MISTAKES} mistakes in one position")


def _is_asked(news: RoomNews) -> bool:
    """Whether the program is asked for something: a move, or an answer to an offer."""
    snapshot, you = news.state.snapshot, news.guest.you
    offer = snapshot.offer
    return snapshot.mover in you or (offer is not None and not {*offer.asked}.isdisjoint(you))


def _position(value: Json, yours: bool) -> message.PositionLine:
    return message.PositionLine({key: each for key, each in value.items() if key not in _DRAWN}, yours)


def _problem(error: urllib.error.HTTPError) -> Problem:
    try:
        return decode(Failure, object_in(error.read())).error
    except BadRequestError:
        return Problem(ServeError.code, f"the server answered {error.code}")
