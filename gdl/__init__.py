"""Ludwright: games as texts, loaded, played and searched. What is public is imported from here.

    import gdl

    state = gdl.load("chess").start(seed=1)
    print(state.legal_moves)

The names come from what runs games, and are loaded when they are first used: the language below does not know
it, and starting a command waits for nothing that it does not need.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for type checkers, and held to the table below by a test
    from gdl.english.phrases import Point as Point
    from gdl.english.phrases import Rulebook as Rulebook
    from gdl.source.diagnostics import Diagnostic as Diagnostic
    from gdl.source.diagnostics import LanguageError as LanguageError
    from gdl.version import __version__ as __version__
    from interpreter.engines.contents import Piece as Piece
    from interpreter.engines.contents import PieceKind as PieceKind
    from interpreter.engines.interface import Depth as Depth
    from interpreter.engines.interface import Playouts as Playouts
    from interpreter.environments.gymnasium import GymnasiumEnv as GymnasiumEnv
    from interpreter.environments.openspiel import OpenSpielGame as OpenSpielGame
    from interpreter.environments.pettingzoo import PettingZooEnv as PettingZooEnv
    from interpreter.environments.vector import GymnasiumVectorEnv as GymnasiumVectorEnv
    from interpreter.errors.user_errors import ActionError as ActionError
    from interpreter.errors.user_errors import AmbiguousMoveError as AmbiguousMoveError
    from interpreter.errors.user_errors import CannotPlayError as CannotPlayError
    from interpreter.errors.user_errors import EngineError as EngineError
    from interpreter.errors.user_errors import GameNotFoundError as GameNotFoundError
    from interpreter.errors.user_errors import IllegalMoveError as IllegalMoveError
    from interpreter.errors.user_errors import MarginError as MarginError
    from interpreter.errors.user_errors import MoveError as MoveError
    from interpreter.errors.user_errors import NetworkError as NetworkError
    from interpreter.errors.user_errors import PlayerError as PlayerError
    from interpreter.errors.user_errors import PlayerOptionError as PlayerOptionError
    from interpreter.errors.user_errors import PositionError as PositionError
    from interpreter.errors.user_errors import RollError as RollError
    from interpreter.errors.user_errors import SlowRulesError as SlowRulesError
    from interpreter.errors.user_errors import StudyError as StudyError
    from interpreter.errors.user_errors import UnknownMoveError as UnknownMoveError
    from interpreter.errors.user_errors import UnreadableFileError as UnreadableFileError
    from interpreter.errors.user_errors import UserError as UserError
    from interpreter.errors.user_errors import VaryError as VaryError
    from interpreter.errors.user_errors import WhyError as WhyError
    from interpreter.game.actions import Action as Action
    from interpreter.game.actions import Actions as Actions
    from interpreter.game.batch import Batch as Batch
    from interpreter.game.board import Board as Board
    from interpreter.game.cursor import Cursor as Cursor
    from interpreter.game.game import Game as Game
    from interpreter.game.game import load as load
    from interpreter.game.game import loads as loads
    from interpreter.game.geometry import Geometry as Geometry
    from interpreter.game.move import Move as Move
    from interpreter.game.observation import Observation as Observation
    from interpreter.game.outcome import Outcome as Outcome
    from interpreter.game.position import Position as Position
    from interpreter.game.sampled import Sampled as Sampled
    from interpreter.game.state import State as State
    from interpreter.match.match import match as match
    from interpreter.match.score import Score as Score
    from interpreter.match.score import Standing as Standing
    from interpreter.players.limit import Limit as Limit
    from interpreter.players.naming import read_player as read_player
    from interpreter.players.naming import read_players as read_players
    from interpreter.players.net import NetPlayer as NetPlayer
    from interpreter.players.net import net as net
    from interpreter.players.network_file import label_network as label_network
    from interpreter.players.network_file import read_network as read_network
    from interpreter.players.player import Candidate as Candidate
    from interpreter.players.player import Choice as Choice
    from interpreter.players.player import Line as Line
    from interpreter.players.player import Player as Player
    from interpreter.players.player import Thought as Thought
    from interpreter.players.self_play import NetSearch as NetSearch
    from interpreter.players.self_play import Searched as Searched
    from interpreter.records.model import Record as Record
    from interpreter.records.replaying import Replayed as Replayed
    from interpreter.records.replaying import records as records
    from interpreter.rulebook.formats import rules as rules
    from interpreter.session.events import DrawAnswered as DrawAnswered
    from interpreter.session.events import DrawOffered as DrawOffered
    from interpreter.session.events import Ended as Ended
    from interpreter.session.events import GameOver as GameOver
    from interpreter.session.events import Moved as Moved
    from interpreter.session.events import Overflowed as Overflowed
    from interpreter.session.events import SeatTaken as SeatTaken
    from interpreter.session.events import TakenBack as TakenBack
    from interpreter.session.resuming import resume as resume
    from interpreter.session.session import Session as Session
    from interpreter.study.compare.comparison import Comparison as Comparison
    from interpreter.study.compare.experiment import compare as compare
    from interpreter.study.compare.measures import Finding as Finding
    from interpreter.study.measures.measure import Measure as Measure
    from interpreter.study.options import SearchOptions as SearchOptions
    from interpreter.study.study import Study as Study
    from interpreter.study.study import study as study
    from interpreter.study.vary.experiment import vary as vary
    from interpreter.study.vary.result import Varied as Varied
    from interpreter.why.answers import Why as Why
    from interpreter.why.explain import why as why
    from interpreter.why.trace import Ply as Ply
    from interpreter.why.trace import trace as trace

#: The modules that public names live in, with the names.
_MODULES = {
    "gdl.english.phrases": "Point Rulebook",
    "gdl.source.diagnostics": "Diagnostic LanguageError",
    "gdl.version": "__version__",
    "interpreter.engines.contents": "Piece PieceKind",
    "interpreter.engines.interface": "Depth Playouts",
    "interpreter.environments.gymnasium": "GymnasiumEnv",
    "interpreter.environments.openspiel": "OpenSpielGame",
    "interpreter.environments.pettingzoo": "PettingZooEnv",
    "interpreter.environments.vector": "GymnasiumVectorEnv",
    "interpreter.errors.user_errors": (
        "ActionError AmbiguousMoveError CannotPlayError EngineError GameNotFoundError IllegalMoveError "
        "MarginError MoveError NetworkError "
        "PlayerError PlayerOptionError PositionError RollError SlowRulesError "
        "StudyError UnknownMoveError UnreadableFileError UserError VaryError WhyError"
    ),
    "interpreter.game.actions": "Action Actions",
    "interpreter.game.batch": "Batch",
    "interpreter.game.cursor": "Cursor",
    "interpreter.game.board": "Board",
    "interpreter.game.game": "Game load loads",
    "interpreter.game.geometry": "Geometry",
    "interpreter.game.move": "Move",
    "interpreter.game.observation": "Observation",
    "interpreter.game.outcome": "Outcome",
    "interpreter.game.position": "Position",
    "interpreter.game.sampled": "Sampled",
    "interpreter.game.state": "State",
    "interpreter.match.match": "match",
    "interpreter.match.score": "Score Standing",
    "interpreter.players.limit": "Limit",
    "interpreter.players.naming": "read_player read_players",
    "interpreter.players.net": "NetPlayer net",
    "interpreter.players.network_file": "label_network read_network",
    "interpreter.players.player": "Candidate Choice Line Player Thought",
    "interpreter.records.model": "Record",
    "interpreter.records.replaying": "Replayed records",
    "interpreter.players.self_play": "NetSearch Searched",
    "interpreter.rulebook.formats": "rules",
    "interpreter.session.events": (
        "DrawAnswered DrawOffered Ended GameOver Moved Overflowed SeatTaken TakenBack"
    ),
    "interpreter.session.resuming": "resume",
    "interpreter.session.session": "Session",
    "interpreter.study.compare.comparison": "Comparison",
    "interpreter.study.compare.experiment": "compare",
    "interpreter.study.compare.measures": "Finding",
    "interpreter.study.measures.measure": "Measure",
    "interpreter.study.options": "SearchOptions",
    "interpreter.study.study": "Study study",
    "interpreter.study.vary.experiment": "vary",
    "interpreter.study.vary.result": "Varied",
    "interpreter.why.answers": "Why",
    "interpreter.why.explain": "why",
    "interpreter.why.trace": "Ply trace",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}

#: All but what takes an extra: `from gdl import *` is to work without.
__all__ = sorted(name for name, home in _HOMES.items() if not home.startswith("interpreter.environments"))


def _imported(name: str) -> ModuleType:
    """A module of ours. Raises ImportError where another package is called `interpreter`, and hides ours."""
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        other = (error.name or "").partition(".")[0] == "interpreter" and _other_interpreter()
        if not other:
            raise
        message = f"another package is called `interpreter` and hides Ludwright's: {other}"
        raise ImportError(
            f"{message}; uninstall it, or install Ludwright in an environment of its own"
        ) from None


def _other_interpreter() -> str:
    """Where a package `interpreter` is that is not beside this one; nothing where there is none."""
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("interpreter")
    places = [] if spec is None else [spec.origin] if spec.origin else spec.submodule_search_locations or []
    ours = Path(__file__).resolve().parent.parent
    return next((place for place in places if place and ours not in Path(place).resolve().parents), "")


if not TYPE_CHECKING:  # to type checkers every name would be one

    def __getattr__(name: str) -> object:
        """A public name, imported when it is first asked for."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value: object = getattr(_imported(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
