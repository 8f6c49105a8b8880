"""A first lesson, made of a game's own scenarios: positions in which something is to be tried, or to be won.

A scenario says in a sentence what holds, and which moves are legal or which one wins; a lesson needs no more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from interpreter.errors.user_errors import UserError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.scenarios.model import Scenario, read_scenario_file
from interpreter.serve.messages.game import Lesson, LessonStep
from interpreter.support.files import read_at_most
from interpreter.support.yaml_text import read_yaml

#: Steps to try something, and to win; moves that are named, legal and not; legal moves that are tried for a
#: win; moves that lead to a position.
_TRIES, _WINS, _NAMED, _REFUSED, _LOOKED_AT, _LEADING = 4, 2, 40, 2, 150, 12
#: A name of fewer words is no sentence, one of more letters says more than one thing; a file of scenarios has
#: no more bytes.
_WORDS, _LONG, _BYTES = 4, 110, 1 << 20

Made = Callable[[Game, Scenario, str | None], LessonStep | None]


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game; without steps where its scenarios are missing, or say nothing to be tried."""
    path = Path(game.recipe.path).with_suffix(".yaml")
    if game.recipe.text is not None or not path.is_file():
        return Lesson([])
    try:
        usable = [(each, described) for each, described in _scenarios(path) if _is_plain(each)]
    except UserError:
        return Lesson([])
    return Lesson([*_some(game, usable, _tried, _TRIES), *_some(game, usable, _won, _WINS)])


def _scenarios(path: Path) -> list[tuple[Scenario, str | None]]:
    """The scenarios of a file, each with its position as text, if it describes one."""
    content, _ = read_yaml(read_at_most(_BYTES, path).decode("utf-8", errors="replace"), str(path))
    entries: list[dict[str, Any]] = content["scenarios"]
    positions = {entry.get("name"): entry.get("position") for entry in entries if isinstance(entry, dict)}
    found = read_scenario_file(path).scenarios
    return [(each, None if each.position is None else json.dumps(positions.get(each.name))) for each in found]


def _is_plain(scenario: Scenario) -> bool:
    """Can a page set its scene?"""
    special = scenario.options or scenario.rolls or isinstance(scenario.position, str)
    return not special and len(scenario.name) <= _LONG and len(scenario.moves) <= _LEADING


def _some(
    game: Game, scenarios: Sequence[tuple[Scenario, str | None]], make: Made, most: int
) -> Iterator[LessonStep]:
    """So many of the steps that come of scenarios."""
    for scenario, described in scenarios:
        if most == 0:
            return
        try:
            step = make(game, scenario, described)
        except UserError:  # the scenario's own test says what is wrong with it
            continue
        if step is not None:
            most -= 1
            yield step


def _tried(game: Game, scenario: Scenario, described: str | None) -> LessonStep | None:
    """Something to try: a scenario with a few legal moves, or a move that it goes on with."""
    expected = scenario.expected
    named = [*(text for text, _ in scenario.after), *(expected.legal or expected.includes)]
    if not named or len(named) > _NAMED or expected.perft or len(scenario.name.split()) < _WORDS:
        return None
    state, led = _scene(game, scenario, scenario.moves)
    if state.is_over:
        return None
    wanted = list(dict.fromkeys(str(state.parse_turn(text)[0]) for text in named))
    refused = list(expected.illegal[:_REFUSED])
    return LessonStep(
        _sentence(scenario.name), scenario.rule, described, scenario.seed, led, False, wanted, refused
    )


def _won(game: Game, scenario: Scenario, described: str | None) -> LessonStep | None:
    """A win to find: a scenario that ends with one, before its last move."""
    outcome = scenario.expected.outcome
    if not scenario.moves or not isinstance(outcome, dict) or "winner" not in outcome:
        return None
    state, led = _scene(game, scenario, scenario.moves[:-1])
    if len(state.parse_turn(scenario.moves[-1])) != 1 or len(state.legal_moves) > _LOOKED_AT:
        return None
    wins = [str(move) for move in state.legal_moves if _wins(state.play(move), state.mover)]
    words = _sentence(scenario.name)
    return LessonStep(words, scenario.rule, described, scenario.seed, led, True, wins, []) if wins else None


def _wins(state: State, player: int) -> bool:
    ranks = state.outcome.ranks if state.outcome is not None else ()
    return bool(ranks) and ranks[player - 1] == min(ranks) < max(ranks)


def _scene(game: Game, scenario: Scenario, moves: Sequence[str]) -> tuple[State, list[str]]:
    """The position of a scenario after these of its moves, and the decisions that lead there."""
    scene = game if scenario.position is None else game.starting_from(scenario.position)
    state, led = scene.start(scenario.seed), list[str]()
    for text in moves:
        for move in state.parse_turn(text):
            led.append(str(move))
            state = state.play(move)
    return state, led


def _sentence(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}."
