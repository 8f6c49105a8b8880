"""Perft computed by the oracles: for each game of `games.GAMES`, (nodes, ended) by depth.

Written by `python -m tests.oracles --write`; every number here is computed, `published` has those found
elsewhere.  `nodes` counts the sequences of that many moves (or whole turns, for names ending in `-turns`);
`ended` those of them that ended the game just then.
"""

COUNTS: dict[str, list[tuple[int, int]]] = {}
