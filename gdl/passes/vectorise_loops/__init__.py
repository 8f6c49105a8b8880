"""Lifting: what is said of each piece is done for all of them at once."""

from gdl.passes.vectorise_loops.loops import vectorise_loops

__all__ = ["vectorise_loops"]
