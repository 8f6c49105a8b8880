"""Independent oracles: plain implementations of the rules of the first games.

Nothing here uses the language or the interpreter.  Each module states the words of the rules it follows and
every choice made where those words are silent; the engine's perft is tested against the numbers in `counts`.
"""
