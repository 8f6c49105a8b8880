"""Customs: how the players of a game write its moves, as its file says in `(metadata (notation {...}))`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gdl.parse.forms import Brace, Form, String, Word, entries_of
from gdl.support.values import field, frozen


@frozen
class Special:
    """A move of a piece, from one site to another by their names, that has a text of its own: castling."""

    piece: str
    ways: frozenset[str]
    text: str


@frozen
class Customs:
    """How moves are written. A game that says nothing of it writes them as they are told apart."""

    #: what stands for a piece, by its name; with nothing (a pawn) its column does, where it captures. With
    #: any letters sites that are moved from are named only as far as it takes
    letters: Mapping[str, str] = field(factory=dict)
    #: what stands between two sites, also where something is taken, and behind a move that takes something
    step: str = "-"
    take: str = "x"
    taken: str = ""
    #: what stands behind a move that attacks this piece, and one that wins by it
    royal: str = ""
    check: str = ""
    mate: str = ""
    specials: tuple[Special, ...] = ()
    #: what sites are called, by their names, of everybody (0) or seen by a seat
    sites: Mapping[int, Mapping[str, str]] = field(factory=dict)
    #: what stands for the place beside the board that a piece comes from, and goes to
    hand: str = ""
    off: str = ""
    #: what stands between the steps of a turn that do not go on from each other
    joint: str = ""

    @property
    def any(self) -> bool:
        """Whether moves are written otherwise than they are told apart."""
        return bool(self.letters or self.specials or self.sites or self.hand or self.off or self.joint)

    def site(self, seat: int, name: str) -> str:
        """What a site is called, seen by a seat."""
        for each in (seat, 0):
            if name in self.sites.get(each, ()):
                return self.sites[each][name]
        return name


def read_customs(forms: Sequence[Form]) -> Customs:
    """What the metadata says: `(notation {...})`, and `(graphics (show Check "King"))`, as Ludii has it."""
    letters: dict[str, str] = {}
    specials: list[Special] = []
    sites: dict[int, dict[str, str]] = {}
    texts: dict[str, str] = {}
    for entry in entries_of(forms, "notation"):
        match entry.items:
            case (Word(text="piece"), String(value=piece), String(value=letter)):
                letters[piece] = letter
            case (Word(text="move"), String(value=piece), ways, String(value=text)):
                named = ways.items if isinstance(ways, Brace) else (ways,)
                among = frozenset(each.value for each in named if isinstance(each, String))
                specials.append(Special(piece, among, text))
            case (Word(text="sites"), String(value=names)):
                sites[0] = _numbered(names)
            case (Word(text="sites"), Word(text=seat), String(value=names)) if _seat(seat):
                sites[_seat(seat)] = _numbered(names)
            case (Word(text=("marks" | "check" | "hand" | "turn") as key), *values):
                texts |= _texts(key, values)
            case _:
                pass
    for entry in entries_of(forms, "graphics"):
        match entry.items:
            case (Word(text="show"), Word(text="Check"), String(value=piece)):
                texts["royal"] = piece
            case _:
                pass
    return Customs(letters=letters, specials=tuple(specials), sites=sites, **texts)


#: The texts of an entry in their order.
_TEXTS = {
    "marks": ("step", "take", "taken"),
    "check": ("check", "mate"),
    "hand": ("hand", "off"),
    "turn": ("joint",),
}


def _texts(key: str, values: Sequence[Form]) -> dict[str, str]:
    texts = [each.value for each in values if isinstance(each, String)]
    return dict(zip(_TEXTS[key], texts, strict=False))


def _numbered(names: str) -> dict[str, str]:
    """Sites that are called by their place in a list, from 1."""
    return {name: str(number) for number, name in enumerate(names.split(), 1)}


def _seat(word: str) -> int:
    return int(word[1:]) if word[:1] == "P" and word[1:].isdigit() else 0
