"""Mutation testing of our own code: faults planted one by one, and the quick tests that should notice them.

`python -m tests.mutate` runs it; docs/mutation-testing.md tells how, and which faults nobody noticed.
"""
