"""Test fixtures: small games with a place for a form of each kind, in which forms are tried.

Between them the games have what ludemes ask for: boards of cells and of points, tracks, dice, stacks, seeds,
hands, regions, colours, maps, facings, ballots, variables, pieces with moves of every family.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.bind.binder import Vocabulary
from gdl.bind.specs import ArraySpec, ClassSpec, Param
from gdl.ludeme import categories
from gdl.ludeme.base import Ludeme

_COLOURS = '(colours {"RRRRR" "GGGGG" "RRRRR" "GGGGG" "RRRRR"} {(colour "R" "Red") (colour "G" "Green")})'
_EQUIPMENT = f"""(board (square 5) (track "Track" "0,E,N,W")) (hand Each)
    (piece "Disc" Each N (flips 1 2) (move Step Adjacent (to if:(is Empty (to)))))
    (piece "Stone" Neutral) (piece "King" Each (move Slide)) (regions "Home" P1 (sites Bottom))
    (regions "Home" P2 (sites Top)) {_COLOURS} (map "Map" {{(pair 0 1)}})"""
_STACKS = """(board (square 5) largeStack:True) (piece "Disc" Each N (move Step Adjacent (to))) (hand Each)"""
_SEEDS = """(mancalaBoard 2 6 (track "Track" "1,E,N,W" loop:True)) (piece "Seed" Shared)"""
_RACE = """(board (square 5) (track "Track" "0,E,N,W,N,E,End")) (piece "Disc" Each) (dice d:6 num:2)"""
_POINTS = """(board (square 5) use:Vertex) (piece "Disc" Each (move Step (to if:(is Empty (to)))))"""
_LINES = """(board (square 3) use:Edge) (piece "Line" Each)"""
PLACE = "(move Add (to (sites Empty)))"
_START = '(start {(place "Disc1" coord:"a1") (place "Disc2" coord:"e5")})'
_END = "(if (is Full) (result Mover Win))"


def game(equipment: str = _EQUIPMENT, start: str = _START, play: str = PLACE, end: str = _END,
         meta: str = "", players: str = "2", phases: str = "") -> str:  # fmt: skip
    """A whole game of these parts."""
    rules = f"{meta} {start} {f'(play {play})' if play else ''} (end {end}) {phases}"
    return f'(game "Tried" (players {players}) (equipment {{{equipment}}}) (rules {rules}))'


def _stacking(play: str = PLACE, end: str = _END) -> str:
    """Pieces stand on each other."""
    return game(_STACKS, '(start (place Stack items:{"Disc1" "Disc2"} coord:"a1"))', play, end)


def _sowing(play: str, end: str = _END) -> str:
    """Seeds lie in holes, counted."""
    return game(_SEEDS, "(start (set Count 4 to:(sites Track)))", play, end)


def _rolling(play: str = PLACE, start: str = _START) -> str:
    """A race: dice and a track."""
    return game(_RACE, start, f"(do (roll) next:{play})")


#: Games of each of these kinds compile without anything to try in them.
SURROUNDINGS = {
    "plain": game(),
    "stacks": _stacking(),
    "dice": _rolling(),
    "seeds": _sowing("(move Select (from (sites Track) if:(< 0 (count at:(from)))) (then (sow)))"),
    "points": game(_POINTS),
    "lines": game(_LINES, ""),
}


def _conditions(condition: str) -> Iterator[str]:
    end = f"(if {condition} (result Mover Win))"
    yield game(end=end)
    yield game(play=f"(move Add (to (sites Empty) if:{condition}))")
    yield game(play=f"(or {PLACE} (forEach Piece (move Step (to if:{condition}))))")
    yield game(play=f"(or {PLACE} (forEach Piece (move Hop (between if:{condition}) (to))))")
    yield game(play=f"(or {PLACE} (forEach Value min:1 max:2 (if {condition} (forEach Piece))))")
    yield game(play=f"(or {PLACE} (forEach Player (if {condition} (move Pass))))")
    yield _rolling(f"(if {condition} {PLACE})")
    yield _rolling(f"(forEach Die (if {condition} {PLACE}))")
    yield _sowing(f"(move Select (from (sites Track) if:{condition}) (then (sow)))")
    yield _stacking(end=end)
    yield game(_POINTS, end=end)
    yield game(_LINES, "", end=end)


def _moves(moves: str) -> Iterator[str]:
    yield game(play=f"(or {PLACE} {moves})")
    yield game(play=f"(or {PLACE} (forEach Piece {moves}))")
    yield game(play=f"(move Add (to (sites Empty)) (then {moves}))")
    yield game(play=f"(or {PLACE} (forEach Piece (move Step (to if:(is Empty (to))) (then {moves}))))")
    yield _rolling(moves)
    yield _rolling(f"(forEach Piece {moves})")
    yield game(_RACE, play=f"(do {moves} next:{PLACE})")
    yield _sowing(f"(move Select (from (sites Track) if:(< 0 (count at:(from)))) (then {moves}))")
    yield _stacking(f"(or {PLACE} (forEach Piece {moves}))")
    yield _stacking(f"(or {PLACE} {moves})")
    yield _stacking(f"(move Add (to (sites Board)) (then {moves}))")
    yield game(_POINTS, play=f"(or {PLACE} (forEach Piece {moves}))")


def _boards(graph: str) -> Iterator[str]:
    for use in ("", " use:Vertex"):
        yield game(f'(board {graph}{use}) (piece "Disc" Each)', start="")


def _items(item: str) -> Iterator[str]:
    yield game(f"{_EQUIPMENT} {item}")
    yield game(f'{item} (piece "Disc" Each)', start="")
    yield game(f'{item} (piece "Disc" Each)', start="", play="(or (move Pass) (forEach Piece))")
    yield game(f"{_EQUIPMENT.replace(_COLOURS, '')} {item}")
    for size in (2, 4, 8):
        yield game(f'(board (square {size})) (piece "Disc" Each) {item}', start="")
    yield game(f"(board (square 5)) {item}", start="", play="(or (move Pass) (forEach Piece))")


def _starts(rule: str) -> Iterator[str]:
    for equipment in (_EQUIPMENT, _STACKS, _SEEDS, _POINTS, _RACE):
        yield game(equipment, f"(start {rule})")
    yield game(start=f"(start {rule})", players="4")


def around(cls: type[Ludeme], form: str, known: Vocabulary, depth: int = 0) -> Iterator[str]:
    """Games with the form where its kind may stand; a part stands in each of the ludemes that have such."""
    if issubclass(cls, categories.BoolExpr):
        yield from _conditions(form)
    elif issubclass(cls, categories.IntExpr):
        yield from _conditions(f"(< 1 {form})")
    elif issubclass(cls, categories.FloatExpr):
        yield from _conditions(f"(< 1 (toInt {form}))")
    elif issubclass(cls, categories.Region):
        yield from _conditions(f"(= 1 (count Sites in:{form}))")
        yield from _moves(f"(move Add (to {form}))")
    elif issubclass(cls, categories.Ints):
        yield from _conditions(f"(= 1 (size Array {form}))")
    elif issubclass(cls, categories.Moves):
        yield from _moves(form)
    elif issubclass(cls, categories.Direction):
        yield from _moves(f"(move Step {form} (to if:(is Empty (to))))")
        yield from _moves(f"(move Slide {form})")
        yield game(
            f'(board (hex 3) use:Vertex) (piece "Disc" Each N (move Step {form} (to)))',
            play="(forEach Piece)",
        )
    elif issubclass(cls, categories.Dim):
        yield from _boards(f"(square {form})")
    elif issubclass(cls, categories.Graph):
        yield from _boards(form)
    elif issubclass(cls, categories.Item):
        yield from _items(form)
    elif issubclass(cls, categories.StartRule):
        yield from _starts(form)
    elif issubclass(cls, categories.MetaRule):
        yield game(meta=f"(meta {form})")
    elif issubclass(cls, categories.EndRule):
        yield game(end=form)
        yield game(_RACE, end=form)
    elif issubclass(cls, categories.Result):
        yield game(end=f"(if (is Full) {form})")
    elif form.startswith(("(game ", "(match ")):
        yield form
    elif depth < 2:
        for host, text in _hosts(cls, form, known):
            yield from around(host, text, known, depth + 1)


def is_kind(cls: type[Ludeme]) -> bool:
    """Whether it is of a kind that stands in many places, rather than a part of some ludemes."""
    return any("category" in vars(base) for base in cls.__mro__)


def _hosts(cls: type[Ludeme], form: str, known: Vocabulary) -> Iterator[tuple[type[Ludeme], str]]:
    """Ludemes with the form as one of their arguments, written with what else they must be given."""
    from gdl.reference.filling import first_text  # which fills parts by their examples

    seen: set[type[Ludeme]] = set()
    for entry in known.registry.entries():
        params = list(known.signature(entry.cls).params())
        takes = next((p for p in params if _takes(p, cls) or _takes_several(p, cls)), None)
        if takes is None or entry.cls in seen:
            continue
        seen.add(entry.cls)
        parts = [*entry.words]
        for param in params:
            text = (
                (form if _takes(param, cls) else f"{{{form}}}")
                if param is takes
                else ""
                if param.optional
                else first_text(param, known)
            )
            if text is None:
                break
            if text:
                parts.append(f"{param.name}:{text}" if param.name else text)
        else:
            yield entry.cls, f"({' '.join(parts)})"


def _takes(param: Param, cls: type[Ludeme]) -> bool:
    return any(isinstance(part, ClassSpec) and part.cls is cls for part in param.spec.alternatives)


def _takes_several(param: Param, cls: type[Ludeme]) -> bool:
    items = (part.item for part in param.spec.alternatives if isinstance(part, ArraySpec))
    return any(isinstance(item, ClassSpec) and item.cls is cls for item in items)
