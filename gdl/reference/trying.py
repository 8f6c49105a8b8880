"""Which forms of a ludeme are supported: found by generating each, and compiling a small game around it.

A form is a ludeme with what it must be given, with each word that it may begin with, and with each thing
that it may be given besides. It is supported if a game with it compiles, refused if it is told to be (E0401)
wherever it is tried; of what needs surroundings that are not tried here nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache

from attrs import frozen

from gdl.bind.specs import ArraySpec, ClassSpec, EnumSpec, Param, ScalarSpec, Spec, Vocabulary
from gdl.compile.compile import compile_game
from gdl.ludeme import categories
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import Entry
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source

_REFUSED = "E0401"
_EXAMPLE = re.compile(r"Example: `([^`]+)`")
#: No deeper than that are parts given that a form must have.
_DEEPEST = 3

_EQUIPMENT = """(board (square 5)) (piece "Disc" Each (move Step Adjacent (to if:(is Empty (to)))))
    (piece "Stone" Neutral) (hand Each) (regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top))
    (colours {"RRRRR" "GGGGG" "RRRRR" "GGGGG" "RRRRR"} {(colour "R" "Red") (colour "G" "Green")})
    (map "Map" {(pair 0 1)})"""
_TRACK = """(board (square 5) (track "Track" "0,E,N,W" directed:True)) (piece "Disc" Each) (dice d:6 num:2)"""
_STACKS = """(board (square 5) largeStack:True) (piece "Disc" Each) (hand Each)"""
_PLAY = "(move Add (to (sites Empty)))"


def _game(equipment: str = _EQUIPMENT, start: str = '(start (place "Disc1" coord:"a1"))', play: str = _PLAY,
          end: str = "(if (is Full) (result Mover Win))", meta: str = "") -> str:  # fmt: skip
    rules = f"(rules {meta} {start} (play {play}) (end {end}))"
    return f'(game "Tried" (players 2) (equipment {{{equipment}}}) {rules})'


def _stacking(play: str = _PLAY, end: str = "(if (is Full) (result Mover Win))") -> str:
    """A game whose pieces stand on each other."""
    return _game(_STACKS, '(start (place Stack items:{"Disc1" "Disc2"} coord:"a1"))', play, end)


def _rolling(play: str) -> str:
    """A game with dice and a track."""
    return _game(_TRACK, play=f"(do (roll) next:(or {_PLAY} {play}))")


#: Games of each of these kinds compile without anything to try in them.
SURROUNDINGS = {"plain": _game(), "stacks": _stacking(), "dice": _rolling(_PLAY)}


def _conditions(condition: str) -> Iterator[str]:
    end = f"(if {condition} (result Mover Win))"
    yield _game(end=end)
    site = f"(move Add (to (sites Empty) if:{condition}))"
    yield _game(play=site)
    yield _rolling(f"(if {condition} {_PLAY})")
    yield _rolling(f"(forEach Die (if {condition} {_PLAY}))")
    yield _stacking(end=end)


def _moves(moves: str) -> Iterator[str]:
    yield _game(play=f"(or {_PLAY} {moves})")
    yield _game(play=f"(move Add (to (sites Empty)) (then {moves}))")
    yield _game(play=f"(or {_PLAY} (forEach Piece {moves}))")
    yield _rolling(moves)
    yield _game(_TRACK, play=f"(do {moves} next:{_PLAY})")
    yield _rolling(f"(forEach Piece {moves})")
    yield _stacking(f"(or {_PLAY} {moves})")


def _around(cls: type[Ludeme], form: str) -> Iterator[str]:
    """Games with the form where its kind may stand."""
    if issubclass(cls, categories.BoolExpr):
        yield from _conditions(form)
    elif issubclass(cls, categories.IntExpr):
        yield from _conditions(f"(= 1 {form})")
    elif issubclass(cls, categories.FloatExpr):
        yield from _conditions(f"(< 0.5 {form})")
    elif issubclass(cls, categories.Region):
        yield from _conditions(f"(= 1 (count Sites in:{form}))")
    elif issubclass(cls, categories.Ints):
        yield from _conditions(f"(= 1 (size Array {form}))")
    elif issubclass(cls, categories.Moves):
        yield from _moves(form)
    elif issubclass(cls, categories.Direction):
        yield from _moves(f"(forEach Piece (move Step {form} (to if:(is Empty (to)))))")
    elif issubclass(cls, categories.Graph):
        yield _game(f'(board {form}) (piece "Disc" Each)', start="")
    elif issubclass(cls, categories.Item):
        yield _game(f"{_EQUIPMENT} {form}")
        yield _game(f'{form} (piece "Disc" Each)', start="")
    elif issubclass(cls, categories.StartRule):
        yield _game(start=f"(start {form})")
        yield _game(_STACKS, start=f"(start {form})")
    elif issubclass(cls, categories.EndRule):
        yield _game(end=form)
    elif issubclass(cls, categories.Result):
        yield _game(end=f"(if (is Full) {form})")


@frozen
class Trials:
    """What came of a ludeme's forms: the first that compiled (None: none did), and all that are refused."""

    works: str | None
    refused: tuple[str, ...]

    @property
    def never(self) -> bool:
        """Is no form of it supported?"""
        return bool(self.refused) and self.works is None


def try_ludeme(entry: Entry, known: Vocabulary) -> Trials:
    """Try the forms of a ludeme; once one has compiled, others in the surroundings in which that did."""
    works: str | None = None
    there: int | None = None
    refused: dict[str, None] = {}
    for form, longer in forms(entry, known):
        if longer and works is None:
            break  # nothing can be told of what is added to forms that do not compile
        came, where = _tried(entry.cls, form, there)
        if came is False:
            refused[form] = None
        elif came and works is None:
            works, there = form, where
    return Trials(works, tuple(refused))


def _tried(cls: type[Ludeme], form: str, there: int | None = None) -> tuple[bool | None, int]:
    """Whether a game with the form compiles (True), or the form is refused (False) in all of those in which
    it is not mistaken for something else; None where nothing can be told. And in which game."""
    refused = False
    for number, text in enumerate(_around(cls, form)):
        if there is not None and number != there:
            continue
        codes = mistakes(text)
        if not codes:
            return True, number
        refused = refused or codes == {_REFUSED}
    return (False if refused else None), -1


@cache
def mistakes(text: str) -> frozenset[str]:
    """The codes of the mistakes in a game."""
    try:
        compile_game(Source("tried.lud", text))
    except LanguageError as error:
        return frozenset(each.code for each in error.diagnostics if each.severity == "error")
    return frozenset()


def forms(entry: Entry, known: Vocabulary) -> Iterator[tuple[str, bool]]:
    """The forms of a ludeme: the example of its docstring, its shortest forms, and these with one thing more,
    which is told."""
    found = known.signature(entry.cls)
    params = list(found.params())
    example = _EXAMPLE.search(vars(entry.cls).get("__doc__") or "")
    if example is not None and example[1].startswith("(" + " ".join(entry.words)):
        yield example[1], False
    needed = {p.attribute: _shortest(p.spec, known) for p in params if not p.optional}
    for group in entry.cls.one_of:
        if not any(name in needed for name in group):
            chosen = next(p for p in params if p.attribute == group[0])
            needed[chosen.attribute] = _shortest(chosen.spec, known)
    if None in needed.values():
        return
    texts = {name: text for name, text in needed.items() if text is not None}
    yield _written(entry, params, texts), False
    first = params[0] if params else None
    if first is not None and not first.name and isinstance(first.spec, EnumSpec) and first.attribute in texts:
        for word in first.spec.members:
            yield _written(entry, params, {**texts, first.attribute: word}), False
    for param in params:
        text = _shortest(param.spec, known) if param.attribute not in texts else None
        rivals = [g for g in (*entry.cls.one_of, *entry.cls.at_most_one) if param.attribute in g]
        if text is not None and not any(name in texts for group in rivals for name in group):
            yield _written(entry, params, {**texts, param.attribute: text}), True


def _written(entry: Entry, params: list[Param], texts: Mapping[str, str]) -> str:
    """The form with these arguments."""
    parts = [*entry.words]
    for param in params:
        if param.attribute in texts:
            parts.append((f"{param.name}:" if param.name else "") + texts[param.attribute])
    return f"({' '.join(parts)})"


#: What stands for a kind.
_KINDS: dict[type[Ludeme], str] = {
    categories.IntExpr: "1",
    categories.BoolExpr: "(is Full)",
    categories.FloatExpr: "0.5",
    categories.Region: "(sites Board)",
    categories.Ints: "{1 2}",
    categories.Moves: "(move Add (to (sites Empty)))",
    categories.Direction: "Adjacent",
    categories.Graph: "(square 3)",
    categories.Result: "(result Mover Win)",
}


def _shortest(spec: Spec, known: Vocabulary, depth: int = 0) -> str | None:
    """A text that a spec takes; None where none is found."""
    if depth > _DEEPEST:
        return None
    for part in spec.alternatives:
        if isinstance(part, EnumSpec):
            return _word(part.enum, list(part.members))
        if isinstance(part, ScalarSpec):
            return {str: '"Disc1"', bool: "True", int: "1", float: "0.5"}.get(part.kind)
        if isinstance(part, ArraySpec):
            inner = _shortest(part.item, known, depth + 1)
            if inner is not None:
                return f"{{{inner}}}"
        if isinstance(part, ClassSpec):
            found = _KINDS.get(part.cls) or _part(part.cls, known, depth)
            if found is not None:
                return found
    return None


def _word(enum: type[Enum], words: list[str]) -> str:
    """A word that means something nearly everywhere."""
    return next((word for word in ("Mover", "Cell", "Adjacent", "N") if word in words), words[0])


def _part(cls: type[Ludeme], known: Vocabulary, depth: int) -> str | None:
    """The shortest form of a ludeme that stands in particular places."""
    entry = next((each for each in known.registry.entries() if issubclass(each.cls, cls)), None)
    if entry is None:
        return None
    params = list(known.signature(entry.cls).params())
    texts = {p.attribute: _shortest(p.spec, known, depth + 1) for p in params if not p.optional}
    if None in texts.values():
        return None
    return _written(entry, params, {name: text for name, text in texts.items() if text is not None})
