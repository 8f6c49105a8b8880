"""Replaying one recorded game, ply by ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from gdl.bind.binder import vocabulary
from gdl.compile.compile import Compiled, compile_game
from gdl.equip.dice import Die, dice_of
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.registry import REGISTRY
from gdl.reference.shown import shown_by
from gdl.source.diagnostics import LanguageError
from gdl.support.values import evolve, frozen
from interpreter.engines.interface import Engine, RawState
from interpreter.engines.registry import make_engine
from interpreter.errors.memory import wants_memory
from interpreter.replay.chance import draws_at_start, generator_of, outcomes_of, started_as
from interpreter.replay.keys import Keys
from interpreter.replay.limited import replay_limited
from interpreter.replay.report import Replayed, Report
from interpreter.replay.trace import Case, Ply, Position, Trace, TraceError, Trial, read_trace

#: More states than this that fit the same record are not kept.
MAX_CANDIDATES = 64


class Disagreement(Exception):
    """The first difference between a record and us."""

    def __init__(self, stage: str, detail: str) -> None:
        self.stage, self.detail = stage, detail
        super().__init__(f"{stage}: {detail}")


def replay_game(case: Case, engine: str = "python", definitions: Sequence[Path] = ()) -> Replayed:
    """Replay all recorded games of a description, to the first difference."""
    try:
        trace = read_trace(case.trace)
    except TraceError as error:
        return Replayed.failed(case.name, "load", str(error))
    if case.lud is None:
        return Replayed.failed(case.name, "load", "there is no description for this recorded game")
    try:
        compiled = compile_game(case.lud, definitions=(*definitions, *case.definitions))
    except LanguageError as error:
        errors = [d for d in error.diagnostics if d.severity == "error"]
        needs = tuple(dict.fromkeys(d.message for d in errors))
        first = errors[0]
        return Replayed.failed(
            case.name, "load", f"{first.span.line}:{first.span.column}: {first.message}", needs
        )
    except Exception as error:  # a bug of ours is a failure of this game, not of the run
        if wants_memory(error):
            raise
        return Replayed.failed(case.name, "load", _bug(error), (f"bug: {type(error).__name__}",))
    forms = _forms(compiled)
    try:
        dice, program = dice_of(compiled.facts), compiled.program
        by_chance = draws_at_start(program)
        replay = None
        for number, trial in enumerate(trace.trials):
            if replay is None or by_chance:
                if by_chance:
                    names = Keys(program, compiled.facts).sites
                    program = started_as(compiled.program, trial.start, names, dice)
                runs = make_engine(engine, program)
                replay = Replay(trace, runs, Keys(runs.program, compiled.facts), dice)
            replay.trial(number)
    except Disagreement as difference:
        return evolve(Replayed.failed(case.name, difference.stage, difference.detail), forms=forms)
    except Exception as error:
        if wants_memory(error):
            raise
        return Replayed.failed(case.name, "load", _bug(error), (f"bug: {type(error).__name__}",))
    return Replayed(case.name, forms=forms)


def _forms(compiled: Compiled) -> tuple[str, ...]:
    """The forms of ludemes that a game has, as the reference lists them."""
    known = vocabulary(REGISTRY)
    games = {id(each): each for each in (compiled.game, compiled.played)}.values()
    return tuple(
        sorted(
            {
                form.text(known)
                for game in games
                for ludeme in ludemes_in(game)
                for form in shown_by(ludeme, known)
            }
        )
    )


def _bug(error: Exception) -> str:
    text = str(error).splitlines()
    return f"internal error: {type(error).__name__}: {text[0] if text else ''}"


@frozen
class Replay:
    """One description's recorded games against an engine."""

    trace: Trace
    engine: Engine
    keys: Keys
    dice: Sequence[Die] = ()

    def trial(self, number: int) -> None:
        """Replay one recorded game. Raises Disagreement."""
        trial = self.trace.trials[number]
        state = self.engine.set_up(0)
        position = dict(trial.start)
        where = f"game {number + 1}, start"
        ours = self.keys.position(self.engine.contents(state))
        if wrong := self.keys.differences(ours, position):
            raise Disagreement("start", f"{where}: {_some(wrong)}")
        states = [state]
        for index, ply in enumerate(trial.plies):
            states, position = self._ply(f"game {number + 1}, ply {index}", states, ply, position)
        self._end(f"game {number + 1}, end", states, trial)

    def _ply(
        self, where: str, states: list[RawState], ply: Ply, before: Position
    ) -> tuple[list[RawState], Position]:
        engine = self.engine
        after = dict(before)
        for site, value in ply.diff.items():
            if value is None:
                after.pop(site, None)
            else:
                after[site] = value
        generator = generator_of(ply, after, self.dice)
        problem: Disagreement | None = None
        result: dict[Any, RawState] = {}
        for settled in states:
            state = engine.take_chance(settled, generator)
            if engine.over(state):
                problem = problem or Disagreement("end", f"{where}: ours is over, the recorded game goes on")
                continue
            if engine.mover(state) != ply.mover:
                problem = problem or Disagreement(
                    "legal", f"{where}: player {engine.mover(state)} is to move, recorded {ply.mover}"
                )
                continue
            keyed = self._keyed(state)
            ours = Counter(key for key, _ in keyed)
            recorded = Counter(ply.legal)
            if ours != recorded:
                more = sorted((ours - recorded).elements())
                fewer = sorted((recorded - ours).elements())
                problem = problem or Disagreement(
                    "legal", f"{where}: ours in addition {_some(more)}; missing {_some(fewer)}"
                )
                continue
            for key, move in keyed:
                if key != ply.move:
                    continue
                for following in outcomes_of(engine, state, move):
                    position = self.keys.position(engine.contents(following))
                    wrong = self.keys.differences(position, after)
                    if wrong:
                        problem = problem or Disagreement("effect", f"{where}, {ply.move}: {_some(wrong)}")
                    elif len(result) < MAX_CANDIDATES:
                        result.setdefault(engine.key(following), following)
        if not result:
            raise problem or Disagreement("legal", f"{where}: {ply.move} is not among the legal moves")
        return list(result.values()), after

    def _keyed(self, state: RawState) -> list[tuple[str, Any]]:
        kinds = self.engine.program.kinds
        return [
            (self.keys.move(kinds[move[0]].decision, self.engine.endpoints(state, move)), move)
            for move in self.engine.legal_moves(state)
        ]

    def _end(self, where: str, states: list[RawState], trial: Trial) -> None:
        problem = ""
        for state in states:
            over = self.engine.over(state)
            if over != trial.over:
                problem = problem or f"ours is {'over' if over else 'not over'}, recorded the opposite"
                continue
            if not over:
                if trial.next is not None and self.engine.mover(state) != trial.next:
                    problem = problem or f"player {self.engine.mover(state)} is next, recorded {trial.next}"
                    continue
                return
            ranks = self.engine.ranks(state)
            recorded = trial.ranking[1 : len(ranks) + 1]
            if all(abs(a - b) < 1e-9 for a, b in zip(ranks, recorded, strict=False)):
                return
            problem = problem or f"ranks {list(ranks)}, recorded {list(recorded)}"
        raise Disagreement("end", f"{where}: {problem}")


def _some(parts: Sequence[str], limit: int = 6) -> str:
    more = f" and {len(parts) - limit} more" if len(parts) > limit else ""
    return (", ".join(parts[:limit]) or "none") + more


__all__ = ["Disagreement", "Replay", "replay_game"]

# --- replaying many recorded games in several processes -------------------------------------------------


def replay_all(
    cases: Sequence[Case],
    engine: str = "python",
    definitions: Sequence[Path] = (),
    jobs: int = 1,
    timeout: float | None = None,
) -> Report:
    """Replay all cases; the report keeps their order. With a `timeout` (in seconds) games that take longer
    are named as slow."""
    one = partial(replay_game, engine=engine, definitions=tuple(definitions))
    if timeout is not None:
        return Report.of(replay_limited(cases, one, jobs, timeout))
    if jobs == 1:
        return Report.of(map(one, cases))
    with ProcessPoolExecutor(jobs) as pool:
        return Report.of(pool.map(one, cases, chunksize=4))
