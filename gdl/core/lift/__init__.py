"""Lifting: what is said of each piece is done for all of them at once."""

from gdl.core.lift.loops import lift

__all__ = ["lift"]
