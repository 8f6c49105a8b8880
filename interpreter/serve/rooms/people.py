"""People in a room: what they chose to be called, who of them is here, what they say.

A person is a browser that has come in: known by a part of the hash of its cookie, which tells nothing of
that. Names and words are strangers' texts: normalised, bounded, without letters that are not seen; pages
show them as text.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from gdl.support.printable import STAND_IN, shown
from gdl.support.values import define, field
from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages.people import CHATS, SAID, Onlooker, Onlookers, Said
from interpreter.serve.rooms.buckets import Buckets, Rate
from interpreter.serve.rooms.errors import RefusedError, TooMuchError
from interpreter.serve.rooms.rights import Person, Visitor
from interpreter.serve.rooms.store import MOST_SAID, Kept

#: The longest name; so many marks may stand above and below a letter.
_NAME, _MARKS = 24, 2
#: So many who look on are told by name.
_TOLD = 30
#: What can be said where not anything can.
PHRASES = (
    "Hello!",
    "Good luck!",
    "Good move!",
    "One moment, please.",
    "Thank you for the game!",
    "Well played!",
    "Once more?",
    "I have to go, sorry.",
)
#: What one person may say in a room.
_RATE = Rate(6, 0.4)


def plain_words(text: str, most: int) -> str:
    """A stranger's text on one line: composed (NFC), without what is not seen, without towers of marks."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        if char.isspace():
            char = " "
        elif shown(char) != char or char == STAND_IN:
            continue
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())[:most].strip()


def plain_name(text: str) -> str:
    """What somebody is called who chose this name; empty where nothing is left of it."""
    return plain_words(text, _NAME)


def narrower(one: str, other: str) -> str:
    """What may be written where two decide on it."""
    return max(one, other, key=CHATS.index)


@define
class Chat:
    """What is said in a room. `mode` is what may be written here."""

    mode: str
    said: list[Said] = field(factory=list)
    _levels: Buckets = field(factory=lambda: Buckets(_RATE))

    def next(self, visitor: Visitor, name: str, players: Sequence[int], text: str) -> Said:
        """What somebody says, to be kept. Raises RefusedError, BadRequestError, TooMuchError."""
        if self.mode == "off":
            raise RefusedError("the chat of this room is off")
        if not players and not visitor.host:
            raise RefusedError("who watches does not write here")
        words = plain_words(text, SAID)
        if not words:
            raise BadRequestError("there is nothing to be said in this")
        if self.mode == "phrases" and words not in PHRASES:
            raise RefusedError("here only what is offered can be said")
        if not self._levels.take(visitor.person):
            raise TooMuchError("that is a lot at once: wait a little")
        number = self.said[-1].n + 1 if self.said else 0
        return Said(number, visitor.person, name, min(players, default=None), words)

    def take(self, said: Said) -> None:
        """It was kept: tell it."""
        self.said = [*self.said, said][-MOST_SAID:]


@define
class Company:
    """The people of a room, by what tells browsers apart; what they say; and whether anybody may join, since
    when (monotonic), offered from which address."""

    chat: Chat
    offered: bool = False
    people: Mapping[str, Person] = field(factory=dict)
    since: float = field(factory=time.monotonic)
    #: when its host was seen last, where anybody may join
    seen: float = field(factory=time.monotonic)
    address: str = ""
    #: the players for whom somebody has come
    taken: set[int] = field(factory=set)

    @classmethod
    def of(cls, kept: Kept, allowed: str) -> Company:
        """As it was kept, where the server allows so much of a chat."""
        return cls(Chat(narrower(allowed, kept.chat or allowed), list(kept.said)), kept.offered)

    def at(self, player: int) -> tuple[str | None, str | None]:
        """Who plays for a player: the name, and what tells the browser apart; None for nobody with a name."""
        known = ((who, each.name) for who, each in self.people.items() if player in each.players)
        person, name = next(known, (None, None))
        return name, person

    def name_of(self, person: str) -> str:
        """What somebody is called; empty for nothing."""
        return self.people[person].name if person in self.people else ""

    def onlookers(self, persons: Iterable[str]) -> Onlookers | None:
        """These people as those who are here without a seat; None where nobody is."""
        here = sorted(persons)
        if not here:
            return None
        named = [Onlooker(person, self.people[person].name) for person in here if person in self.people]
        return Onlookers(named[:_TOLD], len(here) - len(named[:_TOLD]))
