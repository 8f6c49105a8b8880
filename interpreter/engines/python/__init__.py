"""The Python engine: a core program emitted as Python. The reference: readable, steppable, and the oracle."""

from interpreter.engines.python.engine import Move, Perft, Playout, Playouts, PythonEngine
from interpreter.engines.python.state import State

__all__ = ["Move", "Perft", "Playout", "Playouts", "PythonEngine", "State"]
