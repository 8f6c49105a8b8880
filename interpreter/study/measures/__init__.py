"""Measures of games: a file for each family of them, and the games that they are taken from."""
