"""Processes that hold tables and think, and what keeps an eye on them."""
