"""The Python engine: a core program emitted as Python. The reference: readable, steppable, and the oracle."""

from interpreter.python_engine.engine import Move, Perft, Playout, Playouts, PythonEngine
from interpreter.python_engine.state import State

__all__ = ["Move", "Perft", "Playout", "Playouts", "PythonEngine", "State"]
