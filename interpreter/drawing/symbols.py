"""One or two characters for each piece, different for different pieces and readable without colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gdl.support.values import field, frozen
from interpreter.engines.contents import Piece, piece_name


def symbols(components: Sequence[str], owners: Sequence[int], players: Sequence[str]) -> tuple[str, ...]:
    """The symbol of each component (index 0, no piece, has none).

    Where every player has one kind of piece it is the player's initial (or number); with two players and
    several kinds, letters of the kinds' names, the second player's small, as in chess diagrams; with more
    players the player's initial and a small letter (or number and letter). Pieces of nobody are `*`, or small
    letters where there are more.
    """
    names = [piece_name(component, owner) for component, owner in zip(components, owners, strict=True)]
    seats = range(1, len(players))
    owned = {
        seat: [name for name, owner in zip(names, owners, strict=True) if owner == seat] for seat in seats
    }
    letters = letters_of(dict.fromkeys(name for kinds in owned.values() for name in kinds))
    initials = [player[:1].upper() for player in players[1:]]
    distinct = len(set(initials)) == len(initials)
    others = [i for i, owner in enumerate(owners) if i and owner not in owned]
    marks = dict(zip(others, ["*"] if len(others) == 1 else "*+%&@$~=", strict=False))
    simple = all(len(kinds) <= 1 for kinds in owned.values())

    def symbol(index: int) -> str:
        owner = owners[index]
        if index == 0:
            return ""
        if owner not in owned:
            return marks.get(index, names[index][:1].lower())
        if simple:
            return initials[owner - 1] if distinct else "XO3456789"[owner - 1]
        letter = letters[names[index]]
        if len(players) - 1 <= 2:
            return letter if owner == 1 else letter.lower()
        return f"{initials[owner - 1]}{letter.lower()}" if distinct else f"{owner}{letter}"

    return tuple(symbol(index) for index in range(len(components)))


def letters_of(names: Iterable[str]) -> dict[str, str]:
    """A different capital letter for each name, the first of its own that is free.

    Short names choose first, so that a King has the K and a Knight the N.
    """
    chosen: dict[str, str] = {}
    for name in sorted(names, key=len):
        wanted = [char.upper() for char in name if char.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        chosen[name] = next((char for char in wanted if char not in chosen.values()), "?")
    return chosen


#: A stack of different pieces is shown whole up to this height.
_WHOLE = 3


def shown(piece: Piece, table: Sequence[str]) -> str:
    """What is on a site, as one text."""
    return "".join(text for text, _ in parts_shown(piece, table))


def parts_shown(piece: Piece, table: Sequence[str]) -> list[tuple[str, int]]:
    """What is on a site: texts, each with the number of the player whose colour it has.

    A heap is the symbol of its pieces with their number, a stack that of its top piece with its height, where
    that is more than one. Low stacks of different pieces are shown whole, the top one first; where pieces of
    one player with symbols of two characters follow each other, the first character is not repeated.
    """
    stack = (piece, *reversed(piece.below))
    size = piece.count if piece.count > 1 else piece.height
    if size == 1 or piece.count > 1 or size > _WHOLE or len({level.component for level in stack}) == 1:
        return [(_symbol(piece, table) + (str(size) if size > 1 else ""), piece.owner)]
    parts: list[tuple[str, int]] = []
    before = ""
    for level in stack:
        symbol = _symbol(level, table)
        again = len(symbol) > 1 and symbol[0] == before[:1]
        parts.append((symbol[1:] if again else symbol, level.owner))
        before = symbol if len(symbol) > 1 else ""
    return parts


def _symbol(piece: Piece, table: Sequence[str]) -> str:
    """The symbol of a piece: of one whose kind is hidden a question mark, with its owner's number."""
    if piece.component:
        return table[piece.component]
    return f"?{piece.owner or ''}"


# --- how the pieces of a game look, whatever they are drawn on ------------------------------------------


@frozen
class Picture:
    """How the pieces of a game are drawn: a symbol for each component, and the players' names (from 1).

    `kinds` and `owners` have each component's name without its owner's number, and whose it is; `dice` what
    the faces of the dice count that lie on these sites; `renamed` by which name kinds are drawn that the
    rules file wants drawn otherwise, `scales` how large; `lined` and `unlined` between which sites lines are
    drawn besides those of the board, and left out.
    """

    symbols: tuple[str, ...]
    players: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    dice: dict[int, tuple[int, ...]] = field(factory=dict)
    renamed: dict[str, str] = field(factory=dict)
    scales: dict[str, float] = field(factory=dict)
    lined: tuple[tuple[str, str], ...] = ()
    unlined: tuple[tuple[str, str], ...] = ()

    def seat_name(self, owner: int) -> str:
        """The player's name; empty for nobody and for all together."""
        return self.players[owner] if 0 < owner < len(self.players) else ""

    def shown_by(self, site: int, piece: Piece) -> int | None:
        """What the die on a site shows; None where no die lies."""
        faces = self.dice.get(site)
        return faces[piece.state] if faces is not None and 0 <= piece.state < len(faces) else None

    def words(self, site: int, piece: Piece) -> str:
        """What stands on a site, in words: `White Pawn`, `3 Seeds`, `Red Tower on Red Wall`."""
        number = self.shown_by(site, piece)
        if number is not None:
            return f"a die that shows {number}"
        text = " on ".join(self._one(level) for level in (piece, *reversed(piece.below)))
        details = [f"{name} {value}" for name, value in _details(piece) if value]
        return ", ".join([text, *details])

    def _one(self, piece: Piece) -> str:
        who = self.seat_name(piece.owner)
        kind = self.kinds[piece.component] if 0 < piece.component < len(self.kinds) else piece.name
        name = kind if not who or who == kind else f"{who} {kind}"
        if piece.count < 2:
            return name
        from gdl.english.grammar import plural

        return f"{piece.count} {plural(name)}"


def _details(piece: Piece) -> tuple[tuple[str, int], ...]:
    return ("state", piece.state), ("rotation", piece.rotation), ("value", piece.value)
