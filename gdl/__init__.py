"""Ludwright's language: from a game's text to a verified core program."""
