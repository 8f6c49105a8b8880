"""Running a scenario: set the scene, then compare what holds with what must hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from gdl.source.diagnostics import LanguageError
from gdl.source.render import render_all
from interpreter.engines.interface import Depth
from interpreter.errors.memory import want_of_memory
from interpreter.errors.user_errors import IllegalMoveError, MoveError, SlowRulesError, UserError
from interpreter.game.game import Game, load
from interpreter.game.position import component_numbers
from interpreter.game.state import State
from interpreter.scenarios.model import Expected, Scenario
from interpreter.support.stopping import StoppedError, within

#: The time limit of one list of counts; all that are shipped take a few seconds.
PERFT_SECONDS = 120.0


class ScenarioFailure(Exception):
    """Something that a scenario promises does not hold; the text says what, and shows the position."""


def run_scenario(game_path: Path, scenario: Scenario) -> None:
    """Check one scenario. Raises ScenarioFailure, UserError for what cannot be done, or LanguageError."""
    game = _game(game_path, game_path.stat().st_mtime_ns, tuple(sorted(scenario.options.items())))
    if scenario.position is not None:
        game = game.starting_from(scenario.position)
    rolls = list(scenario.rolls)
    state = _used(game.start(scenario.seed, rolls[0] if rolls else None), rolls)
    played: list[str] = []
    for number, text in enumerate(scenario.moves, 1):
        try:
            state = _play(state, text, rolls)
        except MoveError as error:
            wrong = [f"move {number} cannot be played: {error}"]
            raise ScenarioFailure(_report(scenario, wrong, state, played)) from None
        played.append(text)
    _check(scenario, scenario.expected, state, played)
    for text, expected in scenario.after:
        try:
            then = _play(state, text, list(rolls))
        except MoveError as error:
            raise ScenarioFailure(_report(scenario, [f"after: {error}"], state, played)) from None
        _check(scenario, expected, then, [*played, text], f"after {text}: ")


def _play(state: State, text: str, rolls: list[tuple[int, ...]]) -> State:
    """The state after a move or turn, dice showing what the list says, which gets shorter."""
    for move in state.parse_turn(text):
        state = _used(state.play(move, rolls[0] if rolls else None), rolls)
    return state


def _used(state: State, rolls: list[tuple[int, ...]]) -> State:
    if state.rolled:
        del rolls[0]
    return state


@lru_cache(maxsize=32)
def _game(path: Path, stamp: int, options: tuple[tuple[str, str], ...]) -> Game:
    """The game, compiled once for all scenarios with the same options (and again when the file changes)."""
    return load(path, options=dict(options))


def _check(
    scenario: Scenario, expected: Expected, state: State, played: Sequence[str], when: str = ""
) -> None:
    wrong = [f"{when}{each}" for each in _differences(expected, state)]
    if wrong:
        raise ScenarioFailure(_report(scenario, wrong, state, played))


def _differences(expected: Expected, state: State) -> Iterator[str]:
    """Everything that is not as expected, each in a line or a few."""
    if state.overflow is not None:
        yield f"{state.overflow.span}: {state.overflow.message} ({state.overflow.code})"
    yield from _legal(expected, state)
    if expected.mover is not None and expected.mover not in (state.mover, state.mover_name):
        yield f"{expected.mover} should be to move, not {state.mover} ({state.mover_name})"
    if expected.pieces is not None:
        yield from _pieces(expected.pieces, state)
    if expected.colours is not None:
        yield from _colours(expected.colours, state)
    if expected.scores is not None and expected.scores != state.scores:
        yield f"the scores should be {list(expected.scores)}, not {list(state.scores)}"
    yield from _outcome(expected, state)
    yield from _perft(expected, state)


def _legal(expected: Expected, state: State) -> Iterator[str]:
    legal = state.legal_moves
    if expected.legal is not None:
        named = {text: _parsed(state, text) for text in expected.legal}
        missing = [text for text, move in named.items() if move is None]
        surplus = [str(move) for move in legal if move not in named.values()]
        if missing or surplus:
            yield f"legal moves: expected {_words(expected.legal)}"
            yield f"                  got {_words(map(str, legal))}"
            if missing:
                yield f"              missing {_words(missing)}"
            if surplus:
                yield f"           unexpected {_words(surplus)}"
    if expected.legal_count is not None and expected.legal_count != len(legal):
        shown = f": {_words(map(str, legal))}" if len(legal) <= 40 else ""
        yield f"there should be {expected.legal_count} legal moves, not {len(legal)}{shown}"
    for text in expected.includes:
        try:
            state.parse_turn(text)
        except MoveError as error:
            yield f"{text} should be legal: {error}"
    for text in expected.illegal:
        try:
            state.parse_turn(text)
        except IllegalMoveError:
            continue
        except MoveError as error:
            yield f"{text} should be a move that is not legal: {error}"
        else:
            yield f"{text} should not be legal"


def _parsed(state: State, text: str) -> object:
    try:
        return state.parse(text)
    except MoveError:
        return None


def _pieces(expected: Mapping[str, tuple[str, ...]], state: State) -> Iterator[str]:
    """Where the pieces named stand; of others nothing is said."""
    components = component_numbers(state.game.program)
    for component, wanted in expected.items():
        number = components.get(component)
        if number is None:
            yield f"the game has no piece {component}; it has {_words(components)}"
            continue
        got = {
            site
            for site, piece in state.sites.items()
            if any(level.component == number for level in (*piece.below, piece))
        }
        if got != set(wanted):
            yield f"{component} should be on {_words(sorted(wanted))}, not on {_words(sorted(got))}"


def _colours(expected: Mapping[str, tuple[str, ...]], state: State) -> Iterator[str]:
    """The colours of the sites named; of others nothing is said."""
    for colour, sites in expected.items():
        for site in sites:
            got = state.colours.get(site)
            if got != colour:
                yield f"{site} should be {colour}, not {got or 'without a colour'}"


def _outcome(expected: Expected, state: State) -> Iterator[str]:
    outcome, wanted = state.outcome, expected.outcome
    got = "none: the game goes on" if outcome is None else str(outcome)
    if wanted == "none" and outcome is not None:
        yield f"the game should go on, but it is over: {got}"
    elif wanted == "draw" and (outcome is None or not outcome.draw):
        yield f"the outcome should be a draw, not {got}"
    elif isinstance(wanted, dict) and "winner" in wanted:
        winner = None if outcome is None else outcome.winner
        if winner is None or wanted["winner"] not in (winner, state.game.players[winner - 1]):
            yield f"the winner should be {wanted['winner']}, not {got}"
    elif isinstance(wanted, dict):
        ranks = [] if outcome is None else list(outcome.ranks)
        if ranks != wanted["ranks"]:
            yield f"the ranks should be {wanted['ranks']}, not {ranks or got}"


def _perft(expected: Expected, state: State) -> Iterator[str]:
    for what, wanted in (("perft", expected.perft), ("turns", expected.turns)):
        if not wanted:
            continue
        counted = _counted(state, len(wanted), what == "turns")
        nodes = [each.nodes for each in counted]
        if nodes != list(wanted):
            yield f"{what} should be {list(wanted)}, not {nodes}"
        ends = [each.ended for each in counted][: len(expected.ended)]
        if ends != list(expected.ended):
            yield f"games that end at each depth should be {list(expected.ended)}, not {ends}"


def _counted(state: State, depth: int, turns: bool) -> tuple[Depth, ...]:
    """The sequences of moves, if they are counted in a time that one can wait. Raises SlowRulesError."""
    try:
        return within(PERFT_SECONDS, lambda: state.perft(depth, turns=turns))
    except StoppedError:
        what = "turns" if turns else "perft"
        raise SlowRulesError(
            f"{what}: the sequences of up to {depth} moves were not counted in {PERFT_SECONDS:g} s; "
            "list fewer numbers, or begin later in the game"
        ) from None


def _words(texts: Iterable[str]) -> str:
    return ", ".join(texts) or "none"


def _report(scenario: Scenario, wrong: list[str], state: State, played: Sequence[str]) -> str:
    """What does not hold, and the position, after the moves that were played."""
    lines = [scenario.name]
    if scenario.rule:
        lines.append(f'  "{scenario.rule}"' + (f" ({scenario.source})" if scenario.source else ""))
    lines += ["", *(f"  {each}" for each in wrong), ""]
    who = str(state.outcome) if state.outcome is not None else f"{state.mover_name} to move"
    after = f" after {_words(played)}" if played else ""
    lines.append(f"  The position{after}, {who}:")
    lines += [f"    {line}" for line in str(state).splitlines()]
    return "\n".join(lines)


# --- why a scenario failed, for its author --------------------------------------------------------------


def describe(error: BaseException, scenario: str = "") -> str | None:
    """The text for an author, with the name of the scenario; None for what is a mistake of ours."""
    error = want_of_memory(error) or error
    if isinstance(error, ScenarioFailure):
        return str(error)
    if isinstance(error, UserError):
        where = f"{scenario}: " if scenario else ""
        return f"{where}error[{error.code}]: {error}"
    if isinstance(error, LanguageError):
        return render_all(error.diagnostics)
    return None
