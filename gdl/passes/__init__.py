"""Passes: from core program to core program, each with a name; `pipeline.py` has them in order."""
