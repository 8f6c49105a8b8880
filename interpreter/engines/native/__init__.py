"""The native engine: emits a core program to LLVM's language and runs it as machine code."""

from interpreter.engines.native.engine import NativeEngine
from interpreter.engines.native.state import State

__all__ = ["NativeEngine", "State"]
