"""Niches: what kind of game something is, along axes that people understand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from gdl.builder.context import Context
from gdl.compile.compile import Compiled
from gdl.ludeme.base import ARGUMENTS, Ludeme, ludemes_in
from gdl.ludeme.categories import BoolExpr, EndRule, Handling, IntExpr, Moves, Result
from gdl.ludemes.game import Equipment, Game, Play
from gdl.support.values import frozen
from interpreter.errors.user_errors import InventError
from interpreter.study.measures.random_play import Games


@frozen
class Facts:
    """What a niche is told by: the game itself, and games at random."""

    compiled: Compiled
    games: Games
    sites: int


@frozen
class Axis:
    """A question about a game, to which every game has one answer."""

    name: str
    #: for people
    title: str
    definition: str
    answer: Callable[[Facts], str]


def _between(bounds: Sequence[float], unit: str) -> Callable[[float], str]:
    """The interval between two of these bounds that a number is in, in words."""

    def level(value: float) -> str:
        at = bisect_right(bounds, value)
        if not at:
            return f"under {bounds[0]:g} {unit}"
        if at == len(bounds):
            return f"{bounds[-1]:g} {unit} or more"
        return f"{bounds[at - 1]:g} to {bounds[at]:g} {unit}"

    return level


_LENGTHS = _between((10, 20, 40, 80), "plies")
_BRANCHING = _between((4, 8, 16, 32), "moves")
_SITES = _between((17, 37, 65), "sites")


def _length(facts: Facts) -> str:
    ended = facts.games.ended
    return _LENGTHS(sum(plies * n for (plies, _), n in ended.items()) / max(1, sum(ended.values())))


def _branching(facts: Facts) -> str:
    sample = facts.games.sample
    return _BRANCHING(sum(s.moves for s in sample) / max(1, sum(s.plies for s in sample)))


def _size(facts: Facts) -> str:
    return _SITES(facts.sites)


def _goal(facts: Facts) -> str:
    """What wins and what loses, in the words of the language: `is Line Win`, `is Line Win, no Moves Loss`."""
    goals: dict[str, None] = {}
    for rule in (each for each in ludemes_in(facts.compiled.game) if isinstance(each, EndRule)):
        arguments = _arguments(rule)
        condition = next((each for each in arguments if isinstance(each, BoolExpr)), None)
        result = next((each for each in arguments if isinstance(each, Result)), None)
        if condition is not None and result is not None and (what := _comes_to(result)):
            goals[f"{called(_told_by(condition))} {what}"] = None
    return ", ".join([*goals][:_GOALS]) or "no goal"


#: So many goals are told.
_GOALS = 2


def _comes_to(result: Result) -> str:
    """What a result is called, and whose it is if it is not who moved; nothing for a draw."""
    words = [
        str(each.value) for name in ARGUMENTS[type(result)] if isinstance(each := getattr(result, name), Enum)
    ]
    if not words:
        return " ".join(result.words)
    whose, *what = words
    if not what or what[-1] in ("Draw", "Tie"):
        return ""
    return " ".join(what) if whose == "Mover" else f"{' '.join(what)} of {whose}"


def _told_by(condition: Ludeme) -> Ludeme:
    """Of a condition that is made of others, or compares, the first that has a name of its own."""
    parts = [
        *condition.alike(),
        *(each for each in _arguments(condition) if isinstance(each, BoolExpr | IntExpr)),
    ]
    if condition.alike() or not condition.words[0].isalpha():
        inner = next((each for each in parts if each.words), None)
        return condition if inner is None else _told_by(inner)
    return condition


def _arguments(ludeme: Ludeme) -> list[Ludeme]:
    given = [getattr(ludeme, name) for name in ARGUMENTS[type(ludeme)]]
    every = [item for each in given for item in (each if isinstance(each, tuple) else (each,))]
    return [each for each in every if isinstance(each, Ludeme)]


def called(ludeme: Ludeme) -> str:
    """A ludeme's name with the word that selects it, where one does."""
    first = [getattr(ludeme, name) for name in ARGUMENTS[type(ludeme)][:1]] if len(ludeme.words) == 1 else []
    words = [str(each.value) for each in first if isinstance(each, Enum)]
    return " ".join((*ludeme.words, *words)) or "a value"


def _movement(facts: Facts) -> str:
    """Whether pieces are placed, moved, or both, and whether any are taken."""
    game = facts.compiled.game
    assert isinstance(game, Game)
    among = [each for each in ludemes_in(game) if isinstance(each, Play | Equipment)]
    moves = [each for part in among for each in ludemes_in(part) if isinstance(each, Moves)]
    handled = {each.handling for each in moves}
    places, goes = Handling.PLACES in handled, Handling.MOVES in handled
    what = "placing and moving" if places and goes else "placing" if places else "moving" if goes else "other"
    takes = any(each.capture(Context.TO) is not None for each in moves)
    return f"{what}, with captures" if takes else what


AXES: Mapping[str, Axis] = {
    axis.name: axis
    for axis in (
        Axis("length", "length", "the mean plies of random games", _length),
        Axis("branching", "branching", "the mean legal moves of a ply of random games", _branching),
        Axis("goal", "goal", "what wins and what loses, by the first endings", _goal),
        Axis("movement", "movement", "whether pieces are placed, moved and taken", _movement),
        Axis("board", "board", "how many sites pieces may stand on", _size),
    )
}
#: The axes of an archive unless somebody says otherwise.
USUAL = ("length", "goal", "movement")


def read_axes(text: str) -> tuple[str, ...]:
    """Axes by name, with commas between. Raises InventError."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in AXES:
            raise InventError(f"there is no axis `{name}`: there are {', '.join(AXES)}", tuple(AXES))
    if not names:
        raise InventError(f"an archive has one axis or more: {', '.join(AXES)}")
    return names


def niche(facts: Facts) -> dict[str, str]:
    """The answer on each axis."""
    return {name: axis.answer(facts) for name, axis in AXES.items()}
