"""Why a move is legal, or which condition of which rule refuses it; and what the rules evaluated at each ply."""
