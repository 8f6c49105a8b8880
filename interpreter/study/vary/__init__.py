"""Varying a game: a space of variants, wishes, and the search for those that come up to them."""
