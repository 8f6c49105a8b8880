"""How long any game may last: a longer one is a draw, as in Ludii."""

from __future__ import annotations

#: So many turns a player, so many moves in all.
TURN_LIMIT = 1250
MOVE_LIMIT = 10_000
#: The fields that count these.
TURNS, MOVES = "turns", "moves"
#: A match of more games is a draw; the field that counts them.
GAMES_LIMIT = 1000
TRIALS = "trials"
