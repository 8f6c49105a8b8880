"""Output neutralisation: text that strangers wrote, made fit for a terminal.

A terminal obeys some characters instead of showing them (controls, escapes, their eight-bit forms), and shows
others out of order or not at all (bidirectional and other format characters). Each is shown by a stand-in of
one column, so a text keeps its length. Everything that is printed goes through `printable`, where it is
printed: see `interpreter.support.printing`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, east_asian_width

#: In place of what has no picture of its own.
STAND_IN = "\N{REPLACEMENT CHARACTER}"
#: Controls, formats, halves of pairs, private and unassigned ones, ends of lines and of paragraphs.
_UNSHOWN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
#: Letters that are not seen: they fill places in Hangul.
_FILLERS = "\u115f\u1160\u3164\uffa0"
_PLAIN = re.compile(r"[\n -~]*")


def printable(text: str) -> str:
    """The text with a stand-in for every character that would not be shown as it is; lines stay lines."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(char if char == "\n" else shown(char) for char in text)


def one_line(text: str) -> str:
    """The same on one line."""
    return printable(text).replace("\n", shown("\n"))


@lru_cache(maxsize=4096)
def shown(char: str) -> str:
    """The character, or what stands for it."""
    if category(char) not in _UNSHOWN and char not in _FILLERS:
        return char
    if char < " ":
        return chr(0x2400 + ord(char))  # Unicode's pictures of controls
    return "\N{SYMBOL FOR DELETE}" if char == "\x7f" else STAND_IN


def width(char: str) -> int:
    """How many columns a character takes, or what stands for it."""
    if category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(shown(char)) in "WF" else 1


def shortened(text: str, most: int = 60) -> str:
    """The beginning of a long text."""
    return text if len(text) <= most else f"{text[:most]}…"
