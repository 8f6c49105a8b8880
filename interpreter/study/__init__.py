"""Studies: what kind of game it is, in numbers with their uncertainty."""
