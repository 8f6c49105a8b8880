"""Measurements against other programs; see docs/performance.md."""
