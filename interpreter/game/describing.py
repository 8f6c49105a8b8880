"""A position as text (serialisation): what `position_from` reads again, and what such a text cannot say.

What is written is read back and compared with the position, field by field: nothing is claimed to be said
that is not.
"""

from __future__ import annotations

from typing import Any

from gdl.core.arithmetic import members
from gdl.core.ops import FLOAT, SITES, Field
from gdl.core.programs import COLOUR, OVERFLOW, OVERFLOW_RULE
from gdl.support.values import frozen
from interpreter.errors.user_errors import PositionError
from interpreter.game.game import Game
from interpreter.game.position import position_from, text_of
from interpreter.game.state import State

#: What a position says of itself elsewhere, or is never told.
_ELSEWHERE = ("mover", "over", "rank", OVERFLOW, OVERFLOW_RULE)
#: Fields that hold a site.
_SITES = ("last_to", "last_from")
#: What a roll decides.
_ROLLED = ("pips", "faces", "decided", "dice_equal")


@frozen
class Description:
    """A position as a scenario's `position:` has it: as values, as text, and what is not said in it."""

    position: dict[str, Any]
    text: str
    lacks: tuple[str, ...]


def described(state: State) -> Description:
    """Describe a position. Time: that of compiling the game twice, about a second for a large one."""
    result = _contents(state)
    fields = _differing(state, _start(state, result))
    result |= {field.name: _value(state, field) for field in fields}
    again = _start(state, result)
    return Description(result, text_of(result), tuple(_lacks(state, again)))


def begun_by_its_rules(game: Game) -> Game:
    """A game that begins with a position by its text, as one whose rules begin with that: for what plays
    games from the start of the rules, thousands at once. Any other game as it is.

    Raises PositionError where there is more to the position than descriptions say.
    """
    if not isinstance(game.recipe.position, str):
        return game
    description = described(game.start(0))
    if description.lacks:
        raise PositionError(
            f"{game.name} cannot be played from this position again and again: its rules cannot begin with "
            f"{' and '.join(description.lacks)}"
        )
    return game.starting_from(position_from(description.text, "the position"))


def _contents(state: State) -> dict[str, Any]:
    """What stands where, whose turn it is, the colours of sites where these change."""
    program, names = state.game.program, state.game.site_names
    pieces: dict[str, list[str]] = {}
    stacks: dict[str, list[str]] = {}
    numbers: dict[str, dict[str, int]] = {"counts": {}, "states": {}, "values": {}, "rotations": {}}
    dice = {*program.names.dice}
    for site, piece in enumerate(state.contents):
        if piece is None or site in dice:
            continue
        levels = [program.names.components[level.component] for level in (*piece.below, piece)]
        if len(set(levels)) > 1:
            stacks[names[site]] = levels
        else:
            pieces.setdefault(levels[0], []).extend([names[site]] * len(levels))
        for kind, number, usual in (
            ("counts", piece.count, 1),
            ("states", piece.state, 0),
            ("values", piece.value, 0),
            ("rotations", piece.rotation, 0),
        ):
            if number != usual:
                numbers[kind][names[site]] = number
    result: dict[str, Any] = {"pieces": pieces, "mover": state.seat}
    if stacks:
        result["stacks"] = stacks
    result |= {kind: at for kind, at in numbers.items() if at}
    changing = state.game.engine.colours(state.raw)
    if changing:
        result["colours"] = {
            colour: [names[site] for site in members(sites) if site < len(names)]
            for colour, sites in changing.items()
            if sites
        }
    if state.ply:
        result["ply"] = state.ply
    return result


def _start(state: State, position: dict[str, Any]) -> State:
    """The state that a game begins with whose first position is described so."""
    game = state.game
    assert isinstance(game, Game), "rules are played as a game"
    return game.starting_from(position_from(text_of(position), "the position")).start(0)


def _differing(state: State, other: State) -> list[Field]:
    """The fields in which two states of the same rules differ, apart from what stands where."""
    result = []
    for field in state.game.program.fields:
        if field.name in _ELSEWHERE or field.name.startswith(COLOUR):
            continue
        try:
            ours = state.game.engine.value(state.raw, field.name)
            theirs = other.game.engine.value(other.raw, field.name)
        except KeyError:  # nothing reads it
            continue
        if ours != theirs:
            result.append(field)
    return result


def _value(state: State, field: Field) -> Any:
    """A field's value as a position has it."""
    value = state.game.engine.value(state.raw, field.name)
    if field.length is None:
        return _one(state, field, value)
    first = 1 if field.length == state.game.program.players + 1 else 0
    return [_one(state, field, each) for each in value[first:]]


def _one(state: State, field: Field, value: Any) -> Any:
    names = state.game.site_names
    if field.type is SITES:
        return [names[site] for site in members(value) if site < len(names)]
    if field.name in _SITES and 0 <= value < len(names):
        return names[value]
    return value if field.type is FLOAT else int(value)


def _lacks(state: State, again: State) -> list[str]:
    """What is different after all, in words."""
    names, dice = state.game.site_names, {*state.game.program.names.dice}
    other = [
        names[site]
        for site, (ours, theirs) in enumerate(zip(state.contents, again.contents, strict=True))
        if site not in dice and ours != theirs
    ]
    result = [f"what lies on {', '.join(other)}"] if other else []
    if dice:
        result.append("what the dice show")
    if state.is_over:
        result.append("that the game is over, and how")
    fields = [field.name for field in _differing(state, again) if not (dice and field.name in _ROLLED)]
    result += [f"the field `{name}`" for name in fields]
    if state.game.engine.past(state.raw) != again.game.engine.past(again.raw):
        result.append("the positions before it, which its rules remember")
    return result
