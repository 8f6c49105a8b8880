"""Fuzzing: inputs made at random by mutation, run in processes of their own, and what fails made small.

`python -m tests.fuzz` runs it; docs/fuzzing.md tells how. Each kind of input is a module with a `KIND`;
what was found stays in `found/`, and is run again by `test_found.py`.
"""
