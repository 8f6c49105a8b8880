"""Replaying recorded games: do our rules allow the same moves, with the same effect, as the record shows?"""

from interpreter.replay.report import Failure, Replayed, Report
from interpreter.replay.runner import replay_game
from interpreter.replay.trace import Trace, find_traces, read_trace

__all__ = ["Failure", "Replayed", "Report", "Trace", "find_traces", "read_trace", "replay_game"]
