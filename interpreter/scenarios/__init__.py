"""Scenarios: positions, moves and outcomes that a game promises, written beside it and run as tests."""
