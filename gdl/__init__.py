"""Ludwright: games as texts, loaded, played and searched. What is public is imported from here.

    import gdl

    state = gdl.load("chess").start(seed=1)
    print(state.legal_moves)

The names come from what runs games, and are loaded when they are first used: the language below does not know
it, and starting a command waits for nothing that it does not need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gdl.source.diagnostics import Diagnostic, LanguageError
    from gdl.version import __version__
    from interpreter.engines.contents import Piece
    from interpreter.engines.interface import Depth, Playouts
    from interpreter.errors.user_errors import (
        AmbiguousMoveError,
        CannotPlayError,
        EngineError,
        GameNotFoundError,
        IllegalMoveError,
        MarginError,
        MoveError,
        PlayerError,
        PlayerOptionError,
        PositionError,
        RollError,
        SlowRulesError,
        StudyError,
        UnknownMoveError,
        UnreadableFileError,
        UserError,
        VaryError,
        WhyError,
    )
    from interpreter.game.batch import Batch
    from interpreter.game.game import Game, load, loads
    from interpreter.game.move import Move
    from interpreter.game.outcome import Outcome
    from interpreter.game.position import Position
    from interpreter.game.state import State
    from interpreter.players.naming import read_player, read_players
    from interpreter.players.player import Candidate, Choice, Line, Player, Thought
    from interpreter.rulebook.formats import rules
    from interpreter.study.compare.comparison import Comparison
    from interpreter.study.compare.experiment import compare
    from interpreter.study.compare.measures import Finding
    from interpreter.study.measures.measure import Measure
    from interpreter.study.study import Study, study
    from interpreter.study.vary.experiment import Varied, vary
    from interpreter.why.answers import Why
    from interpreter.why.explain import why
    from interpreter.why.trace import Ply, trace

#: Where each public name lives.
_HOMES = {
    "__version__": "gdl.version",
    "Diagnostic": "gdl.source.diagnostics",
    "LanguageError": "gdl.source.diagnostics",
    "Playouts": "interpreter.engines.interface",
    "Depth": "interpreter.engines.interface",
    "Piece": "interpreter.engines.contents",
    "Batch": "interpreter.game.batch",
    "Game": "interpreter.game.game",
    "load": "interpreter.game.game",
    "loads": "interpreter.game.game",
    "Move": "interpreter.game.move",
    "Outcome": "interpreter.game.outcome",
    "Position": "interpreter.game.position",
    "State": "interpreter.game.state",
    "read_player": "interpreter.players.naming",
    "read_players": "interpreter.players.naming",
    "Candidate": "interpreter.players.player",
    "Choice": "interpreter.players.player",
    "Line": "interpreter.players.player",
    "Player": "interpreter.players.player",
    "rules": "interpreter.rulebook.formats",
    "Thought": "interpreter.players.player",
    "compare": "interpreter.study.compare.experiment",
    "Comparison": "interpreter.study.compare.comparison",
    "Finding": "interpreter.study.compare.measures",
    "Measure": "interpreter.study.measures.measure",
    "Study": "interpreter.study.study",
    "study": "interpreter.study.study",
    "Varied": "interpreter.study.vary.experiment",
    "vary": "interpreter.study.vary.experiment",
    "Why": "interpreter.why.answers",
    "why": "interpreter.why.explain",
    "Ply": "interpreter.why.trace",
    "trace": "interpreter.why.trace",
    "AmbiguousMoveError": "interpreter.errors.user_errors",
    "CannotPlayError": "interpreter.errors.user_errors",
    "EngineError": "interpreter.errors.user_errors",
    "GameNotFoundError": "interpreter.errors.user_errors",
    "IllegalMoveError": "interpreter.errors.user_errors",
    "MarginError": "interpreter.errors.user_errors",
    "MoveError": "interpreter.errors.user_errors",
    "PlayerError": "interpreter.errors.user_errors",
    "PlayerOptionError": "interpreter.errors.user_errors",
    "PositionError": "interpreter.errors.user_errors",
    "RollError": "interpreter.errors.user_errors",
    "StudyError": "interpreter.errors.user_errors",
    "SlowRulesError": "interpreter.errors.user_errors",
    "UnknownMoveError": "interpreter.errors.user_errors",
    "UnreadableFileError": "interpreter.errors.user_errors",
    "UserError": "interpreter.errors.user_errors",
    "VaryError": "interpreter.errors.user_errors",
    "WhyError": "interpreter.errors.user_errors",
}

__all__ = [
    "AmbiguousMoveError",
    "Batch",
    "Candidate",
    "CannotPlayError",
    "Choice",
    "Comparison",
    "Depth",
    "Diagnostic",
    "EngineError",
    "Finding",
    "Game",
    "GameNotFoundError",
    "IllegalMoveError",
    "LanguageError",
    "Line",
    "MarginError",
    "Measure",
    "Move",
    "MoveError",
    "Outcome",
    "Piece",
    "Player",
    "PlayerError",
    "PlayerOptionError",
    "Playouts",
    "Ply",
    "Position",
    "PositionError",
    "RollError",
    "SlowRulesError",
    "State",
    "Study",
    "StudyError",
    "Thought",
    "UnknownMoveError",
    "UnreadableFileError",
    "UserError",
    "Varied",
    "VaryError",
    "Why",
    "WhyError",
    "__version__",
    "compare",
    "load",
    "loads",
    "read_player",
    "read_players",
    "rules",
    "study",
    "trace",
    "vary",
    "why",
]


def __getattr__(name: str) -> object:
    """A public name, imported when it is first asked for."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
