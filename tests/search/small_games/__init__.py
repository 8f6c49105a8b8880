"""Small games made from seeds, their truth by trying everything, and what searches claim of them.

python -m tests.search.small_games --games 1000            every claim of every search about so many games
python -m tests.search.small_games --seed 17 --show        the rules of one of them, and what is true of it

`rules.py` makes the rules, `truth.py` tries everything, `claims.py` compares. The truth is found through
`Game` and `State` alone; it knows nothing of searches, fingerprints or tables.
"""
