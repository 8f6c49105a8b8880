"""Why a move is legal, or which condition refuses it; and what the rules evaluated at each ply."""
