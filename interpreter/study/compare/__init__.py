"""Comparing two games: what differs, what is the same within a margin, and what nobody can tell yet."""
