"""A first lesson, made of a game's own scenarios: positions in which something is to be tried, or to be won.

A scenario says in a sentence what holds, and which moves are legal or which one wins; a lesson needs no more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gdl.support.values import frozen
from interpreter.errors.user_errors import SessionError, UserError
from interpreter.game.game import Game, load
from interpreter.game.move import Move
from interpreter.game.state import State
from interpreter.scenarios.model import Scenario, read_scenario_file
from interpreter.serve.messages.codec import Json
from interpreter.serve.messages.game import Lesson, LessonStep
from interpreter.support.files import read_at_most
from interpreter.support.yaml_text import read_yaml

#: Steps to try something, and to win; where scenarios are written for a lesson; moves that are named, legal
#: and not; legal moves that are tried for a win; moves that lead to a position; seeds that are tried for a
#: roll.
_TRIES, _WINS, _SAID, _NAMED, _REFUSED, _LOOKED_AT, _LEADING, _SEEDS = 4, 2, 8, 40, 2, 150, 12, 1000
#: A name of fewer words is no sentence, one of more letters says more than one thing; a file of scenarios has
#: no more bytes.
_WORDS, _LONG, _BYTES = 4, 110, 1 << 20

Made = Callable[["Scene"], LessonStep | None]


@frozen
class Scene:
    """A scenario with the game that it is of, its options chosen; its position as text, if it has one."""

    game: Game
    scenario: Scenario
    described: str | None

    @property
    def words(self) -> str:
        """What is told of it."""
        said = self.scenario.says or self.scenario.name
        return f"{said[:1].upper()}{said[1:].rstrip('.')}."


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game; without steps where its scenarios are missing, or say nothing to be tried."""
    path = Path(game.recipe.path).with_suffix(".yaml")
    if game.recipe.text is not None or not path.is_file():
        return Lesson([])
    try:
        usable = [(each, described) for each, described in _scenarios(path) if _is_plain(each)]
        said = any(each.says for each, _ in usable)
        tries, wins = (_SAID, _SAID) if said else (_TRIES, _WINS)
        # where scenarios have nothing to try on the usual board, as on a large one, they have on another
        for options in (False, True):
            scenes = list(_scenes(game, usable, said, options))
            steps = [*_some(scenes, _tried, tries), *_some(scenes, _won, wins)]
            if steps or said:
                return Lesson(steps)
    except UserError:
        pass
    return Lesson([])


def _scenes(
    game: Game, usable: Sequence[tuple[Scenario, str | None]], said: bool, options: bool
) -> Iterator[Scene]:
    """The scenes of a lesson: of those scenarios that say something there, where one does, else of all
    without options, or of all."""
    games: dict[tuple[tuple[str, str], ...], Game] = {(): game}
    for scenario, described in usable:
        chosen = tuple(sorted(scenario.options.items()))
        if (said and not scenario.says) or (not said and chosen and not options):
            continue
        if chosen not in games:
            games[chosen] = load(game.recipe.path, dict(chosen))
        yield Scene(games[chosen], scenario, described)


def _scenarios(path: Path) -> list[tuple[Scenario, str | None]]:
    """The scenarios of a file, each with its position as text, if it describes one."""
    content, _ = read_yaml(read_at_most(_BYTES, path).decode("utf-8", errors="replace"), str(path))
    entries: list[Json] = content["scenarios"]
    positions = {entry.get("name"): entry.get("position") for entry in entries if isinstance(entry, dict)}
    scenarios = read_scenario_file(path).scenarios
    return [
        (each, None if each.position is None else json.dumps(positions.get(each.name))) for each in scenarios
    ]


def _is_plain(scenario: Scenario) -> bool:
    """Can a page set its scene?"""
    special = len(scenario.rolls) > 1 or isinstance(scenario.position, str)
    return not special and len(scenario.name) <= _LONG and len(scenario.moves) <= _LEADING


def _some(scenes: Sequence[Scene], make: Made, most: int) -> Iterator[LessonStep]:
    """So many of the steps that come of scenarios."""
    for scene in scenes:
        if most == 0:
            return
        try:
            step = make(scene)
        except UserError:  # the scenario's own test says what is wrong with it
            continue
        if step is not None:
            most -= 1
            yield step


def _tried(scene: Scene) -> LessonStep | None:
    """Something to try: a scenario with a few legal moves, or a move that it goes on with."""
    scenario = scene.scenario
    expected = scenario.expected
    named = [*(text for text, _ in scenario.after), *(expected.legal or expected.includes)]
    if not named or len(named) > _NAMED or expected.perft or len(scene.words.split()) < _WORDS:
        return None
    seed = _seed_of(scene)
    state, led = _led(scene, seed, scenario.moves)
    if state.is_over:
        return None
    wanted = {str(move): move for move in (state.parse_turn(text)[0] for text in named)}
    return _step(scene, seed, led, False, state, list(wanted.values()), expected.illegal[:_REFUSED])


def _won(scene: Scene) -> LessonStep | None:
    """A win to find: a scenario that ends with one, before its last move."""
    scenario = scene.scenario
    outcome = scenario.expected.outcome
    if not scenario.moves or not isinstance(outcome, dict) or "winner" not in outcome:
        return None
    seed = _seed_of(scene)
    state, led = _led(scene, seed, scenario.moves[:-1])
    if len(state.parse_turn(scenario.moves[-1])) != 1 or len(state.legal_moves) > _LOOKED_AT:
        return None
    wins = [move for move in state.legal_moves if _wins(state.play(move), state.mover)]
    return _step(scene, seed, led, True, state, wins, ()) if wins else None


def _step(
    scene: Scene,
    seed: int,
    led: Sequence[str],
    wins: bool,
    state: State,
    wanted: Sequence[Move],
    refused: Sequence[str],
) -> LessonStep:
    return LessonStep(
        scene.words,
        scene.scenario.rule,
        dict(scene.scenario.options),
        scene.described,
        seed,
        led,
        wins,
        [str(move) for move in wanted],
        [state.customary(move, signs=False) for move in wanted],
        # where sites are called otherwise than in these texts they would lead astray
        [] if scene.game.customs.sites else list(refused),
    )


def _wins(state: State, player: int) -> bool:
    ranks = state.outcome.ranks if state.outcome is not None else ()
    return bool(ranks) and ranks[player - 1] == min(ranks) < max(ranks)


def _begun(scene: Scene, seed: int) -> State:
    position = scene.scenario.position
    game = scene.game if position is None else scene.game.starting_from(position)
    return game.start(seed)


def _seed_of(scene: Scene) -> int:
    """The seed of a scene: one by which the dice show what they are to show, where there are some.

    Raises SessionError where none of many does.
    """
    scenario = scene.scenario
    if not scenario.rolls:
        return scenario.seed
    shown = sorted(scenario.rolls[0])
    for seed in range(_SEEDS):
        if sorted(_begun(scene, seed).dice) == shown:
            return seed
    raise SessionError("no seed rolls this")


def _led(scene: Scene, seed: int, moves: Sequence[str]) -> tuple[State, list[str]]:
    """The position of a scene after these of its moves, and the decisions that lead there."""
    state, led = _begun(scene, seed), list[str]()
    for text in moves:
        for move in state.parse_turn(text):
            led.append(str(move))
            state = state.play(move)
    return state, led
