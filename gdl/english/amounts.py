"""Quantities in English: how many there are of something, as a clause."""

from __future__ import annotations

from gdl.english.grammar import number_word, plural, singular, times_word


def amount(text: str, many: str, single: str, number: int, counts: bool) -> str:
    """A clause on a number, given as it is said: `many` (`at least two`) is how many there are of what it
    counts, `single` (`is two or more`) what a number is that counts nothing."""
    if text.startswith("the number of times that "):
        return _often(text.removeprefix("the number of times that "), many)
    if text.startswith("the number of moves made"):
        rest = text.removeprefix("the number of moves made")
        return f"{many} {'move has' if number == 1 and many != 'no' else 'moves have'} been made{rest}"
    if text.startswith("the number of games played"):
        return f"{many} {'game has' if number == 1 else 'games have'} been played"
    if text.startswith("the number of ") and counts:
        noun = text.removeprefix("the number of ")
        if noun.startswith(("your ", "the ", "those ", "one ")):
            many = "none" if many == "no" else many
            return f"there {'is' if number == 1 else 'are'} {many} of {noun}"
        verb = "is" if number == 1 and many != "no" else "are"
        return f"there {verb} {many} {one_of(noun) if number == 1 else noun}"
    return f"{text} {single}"


def _often(what: str, many: str) -> str:
    """How often something was so."""
    head, _, last = many.rpartition(" ")
    number = {number_word(n): n for n in range(1, 13)}.get(last)
    often = times_word(number) if number is not None else f"{last} times"
    if many == "no":
        return f"it was never so that {what}"
    head = "" if head == "exactly" else head
    subject, _, rest = what.partition(" stood ")
    return f"{subject} stood {head} {often} {rest}" if rest else f"{head} {often} {what}"


def one_of(noun: str) -> str:
    """One of what is counted: `piece on d4` of `pieces on d4`."""
    first, space, rest = noun.partition(" ")
    if first in ("pieces", "cells", "points", "groups", "edges", "holes"):
        return first[:-1] + space + rest
    if not space:
        return singular(noun)
    if first.endswith("s") and plural(first[:-1]) == first:
        return first[:-1] + space + rest
    return noun
