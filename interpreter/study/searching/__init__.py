"""Searching play, watched: whole games between searches of given budgets, and what these thought of them."""
