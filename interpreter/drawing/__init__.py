"""Boards as text: from sites with coordinates to lines of characters, plain or coloured."""
