"""Names of fields that programs have where their rules need them, for whoever reads states by name."""

from __future__ import annotations

#: Of matches: the points of each person so far, and by seat who sits there.
MATCH_SCORE, PERSON = "match_score", "person"
#: Did something go beyond what a state holds, and which of the program's `overflows` it was.
OVERFLOW, OVERFLOW_RULE = "overflow", "overflow_rule"
#: What the fields of the colours begin with that sites have, where these change: the sites of each colour.
COLOUR = "colour_"
#: What the fields begin with that are sets of numbers, not of sites.
REMEMBERED = "remembered_"
#: By player the number of the phase.
PHASE = "phase"
#: The players' scores and values, and the sites whose pieces go when the turn ends.
SCORE, PLAYER_VALUE, TO_CLEAR = "score", "player_value", "to_clear"
