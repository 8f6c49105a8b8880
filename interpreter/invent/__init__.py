"""Inventing games: rules bred by typed mutation, tried, and kept by what kind of game they are."""
