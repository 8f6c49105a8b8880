"""What the games' sources say of how they are played, measured: `python -m benchmarks.claims CLAIM`.

A source's sentence that is no rule ("beginners often lose before placing more than four or five pawns") is
measured between players of several strengths. Each claim prints the table that docs/studies holds; the same
seed plays the same games.
"""
