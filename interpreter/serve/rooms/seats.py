"""Who sits on a seat: one of these, or a machine by the name that `interpreter.players.naming` reads."""

from __future__ import annotations

#: At the host's browser; by a link; an outside program.
PERSON, LINK, PROGRAM = "person", "link", "program"
PEOPLE = (PERSON, LINK, PROGRAM)
