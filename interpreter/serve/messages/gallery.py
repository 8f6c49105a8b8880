"""The gallery: rules that visitors have made and put where all can see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from gdl.support.values import frozen
from interpreter.serve.messages.codec import Check
from interpreter.serve.messages.room import Text

_WORDS = Check(
    lambda value: isinstance(value, str) and len(value) <= 500, "`{}` is a text of up to 500 letters"
)
_RULES = Check(lambda value: isinstance(value, str), "`{}` is a text")


@frozen
class Origin:
    """What rules were made from: its title, and its address on this page where it has one."""

    title: Text
    at: Text = ""


@frozen
class Shown:
    """Rules in the gallery: when they came (seconds since 1970), by whom, if by anybody with a name, and what
    they were made from."""

    id: str
    title: str
    players: int
    by: str
    at: float
    origin: Origin | None = None


@frozen
class Gallery:
    """What visitors have made, the newest first; `kept` says whether there is a gallery here at all."""

    games: Sequence[Shown]
    kept: bool


@frozen
class ShownText:
    """The rules of a game in the gallery."""

    name: str
    text: str
    shown: Shown


@frozen(kw_only=True)
class ShowRequest:
    """Rules that somebody wants to show, and what they were made from."""

    name: Text
    text: Annotated[str, _RULES]
    by: Text = ""
    origin: Origin | None = None


@frozen
class ShowMade:
    """Where they are shown, and the key by which whoever put them there takes them back."""

    id: str
    key: str


@frozen
class ShowKey:
    """The key that was told when rules were put into the gallery."""

    key: Text


@frozen
class ShowReport:
    """What is wrong with what is shown."""

    words: Annotated[str, _WORDS]
