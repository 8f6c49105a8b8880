"""One or two characters for each piece, different for different pieces and readable without colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.engines.pieces import Piece, piece_name


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
    if size == 1 or piece.count > 1 or size > _WHOLE or len({each.component for each in stack}) == 1:
        return [(table[piece.component] + (str(size) if size > 1 else ""), piece.owner)]
    parts: list[tuple[str, int]] = []
    before = ""
    for each in stack:
        symbol = table[each.component]
        again = len(symbol) > 1 and symbol[0] == before[:1]
        parts.append((symbol[1:] if again else symbol, each.owner))
        before = symbol if len(symbol) > 1 else ""
    return parts
