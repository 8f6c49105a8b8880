"""Searches: written once as procedures of the core, compiled with each game by either engine."""
