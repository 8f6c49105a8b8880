"""What can be wrong with what somebody asks of a room, as exceptions with codes."""

from __future__ import annotations

from interpreter.errors.user_errors import UserError


class ServeError(UserError):
    """The base of what is told to whoever asks a server for something."""

    code = "E0780"


class RefusedError(ServeError):
    """There is no right to do this: no link, one that was revoked, or one for another seat."""

    code = "E0781"


class NoRoomError(ServeError):
    """There is no such room, or no such thing in it."""

    code = "E0782"


class PassedError(ServeError):
    """The game has gone on since this was chosen."""

    code = "E0783"


class TooMuchError(ServeError):
    """More than the server takes: of rooms, of those who watch, of requests in a while, of bytes."""

    code = "E0784"


class WorkersError(ServeError):
    """What holds the table was lost, or took too long, twice."""

    code = "E0786"


class ElsewhereError(ServeError):
    """A room is open at another server of the same place, or goes there just now."""

    code = "E0795"


class CannotServeError(ServeError):
    """The server cannot begin: an address in use, a file that cannot be written."""

    code = "E0787"


class NewerStoreError(CannotServeError):
    """The games are kept as a later version of this program keeps them."""

    code = "E0788"
