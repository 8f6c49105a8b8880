"""The Python engine: a core program emitted as Python. The reference: readable, steppable, and the oracle."""

from interpreter.engines.python.engine import PythonEngine
from interpreter.engines.python.state import State

__all__ = ["PythonEngine", "State"]
