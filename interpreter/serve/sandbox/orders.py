"""What a fork server is told, and what it reports: messages on its socket."""

from __future__ import annotations

from typing import ClassVar

from gdl.support.values import frozen
from interpreter.serve.sandbox.limits import Limits


@frozen
class Order:
    """What a fork server is told, of the child of a number."""

    TAG: ClassVar = "do"
    number: int


@frozen
class StartChild(Order):
    """Fork a child, which talks on the descriptor that comes with this. `strict`: it ends at once where it
    cannot be confined in every way."""

    do: ClassVar = "start"
    limits: Limits
    strict: bool


@frozen
class KillChild(Order):
    """Kill a child."""

    do: ClassVar = "kill"


@frozen
class Report:
    """What a fork server reports."""

    TAG: ClassVar = "event"


@frozen
class Ready(Report):
    """Everything is imported."""

    event: ClassVar = "ready"


@frozen
class Started(Report):
    """A child has been forked."""

    event: ClassVar = "started"
    number: int
    pid: int


@frozen
class Ended(Report):
    """A child has ended and was reaped."""

    event: ClassVar = "ended"
    number: int
    status: int
