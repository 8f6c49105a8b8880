"""An outside program in a seat: it reads positions as lines of JSON, and answers with moves.

The program runs where this runs, beside the server or far away from it; the server knows it as it knows a
person, by a link. What the program is sent is the room's snapshot without what is only drawn, one line for
each change:

    {"type": "position", "version": 7, "yours": true, "moves": [{"n": 0, "text": "a2-a4", ...}], ...}
    {"type": "error", "error": {"code": "E0502", "message": "..."}}      the same position follows
    {"type": "end", "over": {"words": "...", "ranks": [1, 2]}}

What it answers, once for each position that is `yours`, is one of

    {"move": "a2-a4"}  {"move": 0}  {"resign": true}  {"draw": true}  {"agree": true}  {"decline": true}
"""

from __future__ import annotations

import json
import subprocess
import urllib.error
import urllib.request
import uuid
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.rooms.errors import RefusedError, ServeError

Json = dict[str, Any]
#: What a program does not need: pictures.
_DRAWN = ("looks", "board", "stacks", "marks", "gone")
_DOES = ("resign", "draw", "agree", "decline")
#: Seconds until a server has to answer; so many mistakes in one position are one too many.
_PATIENCE, _MISTAKES = 30.0, 10


class AnswerError(ServeError):
    """The server says what is wrong with a request: `told` has its code and its words."""

    def __init__(self, told: Json) -> None:
        self.told = told
        super().__init__(str(told.get("message")))


class Player:
    """A program, started for one game."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it. Raises OSError where that cannot be done."""
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
        )

    def tell(self, what: Json) -> None:
        """Send it a line. Raises ServeError where it has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(what) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise ServeError("the program has ended") from None

    def answer(self) -> Json:
        """The next line that it answers. Raises ServeError where it has ended, or says no JSON object."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise ServeError("the program has ended")
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise ServeError("the program answers what is no JSON object on a line")
        return found

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
        self.post("enter", {"secret": parts.fragment})

    def post(self, does: str, body: Json) -> Json:
        """Ask the server for something. Raises RefusedError and ServeError."""
        request = urllib.request.Request(
            f"{self._origin}/api/rooms/{self.name}/{does}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Cookie": self._cookie, "Origin": self._origin},
        )
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
                cookie = answer.headers.get("Set-Cookie")
                self._cookie = cookie.partition(";")[0] if cookie else self._cookie
                return dict(json.loads(answer.read()))
        except urllib.error.HTTPError as error:
            told = _told(error)
            raise (RefusedError(told["message"]) if error.code == 403 else AnswerError(told)) from None
        except (OSError, ValueError) as error:
            raise ServeError(f"the server cannot be reached: {error}") from None

    def play(self, player: Player) -> Json:
        """Have a program play until the game is over; returns how it ended. Raises ServeError."""
        address = f"{self._origin.replace('http', 'ws', 1)}/api/rooms/{self.name}/news"
        headers = {"Cookie": self._cookie, "Origin": self._origin}
        try:
            with connect(address, additional_headers=headers, max_size=1 << 25) as news:
                answered = -1
                while True:
                    told = json.loads(news.recv())
                    if told["over"]:
                        player.tell({"type": "end", "over": told["over"]})
                        return dict(told["over"])
                    yours = _asked(told)
                    if not yours or told["version"] != answered:
                        player.tell(_position(told, bool(yours)))
                    if yours and told["version"] != answered:
                        answered = told["version"]
                        self._answer(player, told)
        except (OSError, WebSocketException) as error:
            raise ServeError(f"the connection to the server was lost: {error}") from None

    def _answer(self, player: Player, told: Json) -> None:
        """Do what the program answers; where that cannot be, tell it, and ask again."""
        for _ in range(_MISTAKES):
            answer = player.answer()
            does = next((each for each in _DOES if answer.get(each)), "moves")
            body = {"id": uuid.uuid4().hex, "version": told["version"]}
            if does == "moves":
                body["move"] = answer.get("move")
            try:
                self.post(does, body)
                return
            except AnswerError as error:
                player.tell({"type": "error", "error": error.told})
                player.tell(_position(told, True))
        raise ServeError(f"the program made {_MISTAKES} mistakes in one position")


def _asked(told: Json) -> bool:
    """Is the program asked for something: a move, or an answer to an offer?"""
    offer = told["offer"]
    return told["mover"] in told["you"] or (
        offer is not None and not {*offer["asked"]}.isdisjoint(told["you"])
    )


def _position(told: Json, yours: bool) -> Json:
    shown = {key: value for key, value in told.items() if key not in _DRAWN}
    return {"type": "position", **shown, "yours": yours}


def _told(error: urllib.error.HTTPError) -> Json:
    try:
        told = dict(json.loads(error.read())["error"])
        return {**told, "message": str(told["message"])}
    except (ValueError, KeyError, TypeError):
        return {"code": ServeError.code, "message": f"the server answered {error.code}"}
