"""Loop vectorisation: what is offered for each piece is offered for all of them at once."""

from gdl.passes.vectorise_loops.loops import vectorise_loops

__all__ = ["vectorise_loops"]
