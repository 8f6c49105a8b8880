"""The functions of a module by name: what they take, and which of them Python calls.

Python's are compiled in parts, each when one of its functions is first wanted: whoever plays random games
does not wait for what counts sequences of moves.
"""

from __future__ import annotations

from gdl.support.values import frozen

#: What Python calls begins so in the module.
PREFIX = "ludwright_"
#: Procedures that are called by their names take state, context, arguments and the place of the result.
CALL = "call_"


@frozen
class Entry:
    """A function: result and parameters as LLVM writes them; `part` is empty where only functions call it."""

    result: str
    params: str
    part: str = ""
    #: whether it is a procedure of interpreter/subset/games.py, with the places of its pools before the rest
    in_subset: bool = False


_STATE = "ptr %S, ptr %C"
_GAME = f"{_STATE}, i64 %most"
_POOL = "ptr %pool0, i64 %room0"
_NUMBERS = "i64 %seed, i64 %first, i64 %games, i64 %most"
_ROWS = "ptr %C, ptr %rows, ptr %beside, ptr %summary, i64 %n"
_DESK = f"{_ROWS}, i64 %first, ptr %D"
_MOVE = "ptr %S, ptr %C, ptr %B, i64 %site"
ENTRIES: dict[str, Entry] = {
    "start": Entry("void", f"{_STATE}, i64 %generator", "games"),
    "playout": Entry("i64", _GAME, "games"),
    "playouts": Entry("void", f"{_STATE}, {_POOL}, ptr %pool1, i64 %room1, {_NUMBERS}", "games", True),
    "tallied_playouts": Entry("void", f"{_STATE}, {_POOL}, {_NUMBERS}", "tallied games", True),
    "playouts_from": Entry("void", f"{_STATE}, {_POOL}, {_NUMBERS}", "games from a state", True),
    "set_up": Entry("void", f"{_STATE}, i64 %generator", "moves"),
    "play": Entry("void", _MOVE, "moves"),
    "settle": Entry("void", _MOVE, "moves"),
    "chance": Entry("void", _STATE, "moves"),
    "effects": Entry("void", _MOVE, "moves"),
    "offers": Entry("i64", _STATE, "moves"),
    "legal": Entry("i64", _STATE, "moves"),
    "random": Entry("i64", f"{_STATE}, ptr %chosen", "moves"),
    "count": Entry("i64", _STATE, "moves"),
    "seen": Entry("void", f"{_MOVE}, ptr %out", "moves"),
    "perft": Entry("void", f"{_STATE}, i64 %ply, i64 %depth, i1 %turns, ptr %nodes, ptr %ended", "perft"),
    "batch_start": Entry("i64", f"{_ROWS}, i64 %seed, i64 %first", "batch"),
    "batch_wrong": Entry("i64", f"{_ROWS}, ptr %moves", "batch"),
    "batch_step": Entry("void", f"{_ROWS}, ptr %moves", "batch"),
    "batch_random": Entry("void", _ROWS, "batch"),
    "batch_tell": Entry("void", _ROWS, "batch"),
    "rows_wrong": Entry("i64", "ptr %C, i64 %n, ptr %D", "numbered"),
    "rows_look": Entry("i64", _DESK, "numbered"),
    "rows_step": Entry("i64", _DESK, "numbered"),
    "rows_begin": Entry("i64", _DESK, "numbered"),
    "rows_planes": Entry("i64", _DESK, "planes"),
    "fresh": Entry("void", f"{_STATE}, i64 %generator"),
    "anew": Entry("void", _STATE),
    "begin": Entry("void", f"{_STATE}, i64 %generator"),
    "begin_another": Entry("void", _STATE),
    "advance": Entry("void", _MOVE),
    "pass": Entry("void", _STATE),
    "turn": Entry("i64", f"{_STATE}, ptr %chosen"),
    "finish": Entry("void", _STATE),
    "ply": Entry("void", _STATE),
    "game": Entry("i64", _GAME),
    "sequences": Entry(
        "void", f"{_STATE}, i64 %ply, i64 %depth, i1 %turns, i1 %replying, ptr %nodes, ptr %ended"
    ),
    "stuck": Entry("i1", _STATE),
    "moves": Entry("i64", _STATE),
    "choose": Entry("void", f"{_STATE}, i64 %k"),
    "distinct": Entry("void", f"{_STATE}, i64 %start"),
    "number": Entry("i64", f"{_STATE}, ptr %table, ptr %mask, ptr %list"),
    "planes": Entry("void", f"{_STATE}, ptr %planes, i64 %viewer, i64 %kept"),
}
#: The part of the procedures that Python calls by their names.
CALLS = "calls"
PARTS = (*dict.fromkeys(entry.part for entry in ENTRIES.values() if entry.part), CALLS)


def entries_of(part: str) -> tuple[str, ...]:
    """The functions of a part."""
    return tuple(name for name, entry in ENTRIES.items() if entry.part == part)
