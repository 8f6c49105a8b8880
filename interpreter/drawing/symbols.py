"""One or two characters for each piece, different for different pieces and readable without colours."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.pieces import Piece, piece_name


def symbols(components: Sequence[str], owners: Sequence[int], players: Sequence[str]) -> tuple[str, ...]:
    """The symbol of each component (index 0, no piece, has none).

    Where every player has one kind of piece it is the player's initial (or number); with two players and
    several kinds, letters of the kinds' names, the second player's small, as in chess diagrams; with more
    players the player's number and a letter. Pieces of nobody are `*`, or small letters where there are more.
    """
    names = [piece_name(component, owner) for component, owner in zip(components, owners, strict=True)]
    seats = range(1, len(players))
    owned = {
        seat: [name for name, owner in zip(names, owners, strict=True) if owner == seat] for seat in seats
    }
    letters = _letters(dict.fromkeys(name for kinds in owned.values() for name in kinds))
    initials = [player[:1].upper() for player in players[1:]]
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
            return initials[owner - 1] if len(set(initials)) == len(initials) else "XO3456789"[owner - 1]
        letter = letters[names[index]]
        if len(players) - 1 <= 2:
            return letter if owner == 1 else letter.lower()
        return f"{owner}{letter}"

    return tuple(symbol(index) for index in range(len(components)))


def _letters(names: dict[str, None]) -> dict[str, str]:
    """A different capital letter for each name, the first of its own that is free."""
    chosen: dict[str, str] = {}
    for name in names:
        wanted = [char.upper() for char in name if char.isalpha()] + list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        chosen[name] = next((char for char in wanted if char not in chosen.values()), "?")
    return chosen


def shown(piece: Piece, table: Sequence[str]) -> str:
    """The symbol of a piece with its number (heaps) or height (stacks), where that is more than one."""
    size = piece.count if piece.count > 1 else piece.height
    return table[piece.component] + (str(size) if size > 1 else "")
