"""Matches: players against each other over many games, every seat equally often."""
