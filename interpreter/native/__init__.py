"""The native engine: emits a core program to LLVM's language and runs it as machine code."""

from interpreter.native.engine import NativeEngine
from interpreter.native.state import State

__all__ = ["NativeEngine", "State"]
