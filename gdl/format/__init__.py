"""Formatting: one style for the layout of rule files; what they say, and their comments, stay as they are."""

from gdl.format.layout import WIDTH, formatted

__all__ = ["WIDTH", "formatted"]
