"""What a game at the terminal and the commands typed there share."""

from __future__ import annotations

from gdl.support.values import define
from interpreter.cli.terminal import Terminal
from interpreter.session.session import Session


@define
class Desk:
    """A session and the terminal that is its client."""

    #: another one when a game is loaded
    session: Session
    terminal: Terminal
    #: is it told what the computer thinks?
    thinking: bool = False
    #: has whoever sits here left?
    left: bool = False
