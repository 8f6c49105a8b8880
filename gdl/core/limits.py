"""How long any game may last: a longer one is a draw, as in Ludii; who plays alone has lost it."""

from __future__ import annotations

#: So many turns a player, so many moves in all.
TURN_LIMIT = 1250
MOVE_LIMIT = 10_000
#: The fields that count these.
TURNS, MOVES = "turns", "moves"
#: A match of more games is a draw.
GAMES_LIMIT = 1000
#: The procedure that ends a game of three and more in which nobody else has won, and the field of matches
#: that counts their games.
ALL_DRAW, TRIALS = "all_draw", "trials"
#: Searches tell apart how long a game has lasted once a limit is nearer than so many plies. Alpha-beta never
#: looks so far ahead; what a proof shows that does is looked at once more.
HORIZON = 256


def turn_limit(players: int) -> int:
    """So many turns of all players together."""
    return TURN_LIMIT * players
