"""Offsets and columns in code units of an encoding, as editors count them; the language counts characters."""

from __future__ import annotations

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"


def units(text: str, encoding: str) -> int:
    """How long a text is in the code units of an encoding."""
    if text.isascii() or encoding == UTF32:
        return len(text)
    if encoding == UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def characters(text: str, count: int, encoding: str) -> int:
    """The inverse: how many characters of a text come before so many code units.

    Inside a character it is the next one's beginning; behind the text's end, that.
    """
    if text.isascii() or encoding == UTF32:
        return min(max(0, count), len(text))
    counted = 0
    for at, char in enumerate(text):
        if counted >= count:
            return at
        counted += units(char, encoding)
    return len(text)
