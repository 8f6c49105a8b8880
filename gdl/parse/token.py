"""Tokens: pieces of a text, each of a terminal of `grammar.lark`."""

from __future__ import annotations


class Token(str):
    """A piece of a text: its terminal, and where it starts and ends, in characters."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, type: str, text: str, start_pos: int, end_pos: int) -> Token:
        """A token of a terminal."""
        made = str.__new__(cls, text)
        made.type, made.start_pos, made.end_pos = type, start_pos, end_pos
        return made
