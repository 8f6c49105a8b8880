"""Boards as SVG: one picture, complete in itself, the same bytes for the same position."""
