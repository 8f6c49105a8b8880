"""Phrases: nouns with clauses on them, and points told in one line (aggregation)."""

from __future__ import annotations

import re

from gdl.english.values import Point

#: In place of a word not known yet: what a clause is about.
IT = "\ue000"


def attach(noun: str, text: str, many: bool = False) -> str:
    """A noun with a clause that speaks of it as `IT`: `a cell that is empty`, `a cell if ...`."""
    for verb, preposition in (("holds", "with"), ("does not hold", "without")):
        held = text.removeprefix(f"{IT} {verb} ")
        if held != text and not re.search(rf"{IT}| or | and |,", held):
            return f"{noun} {preposition} {held}"
    if many:
        if text == f"{IT} is empty":
            return f"empty {noun}"
        if text.startswith(f"{IT} "):
            return f"{noun} of which each {text[2:].replace(IT, 'it')}"
        return f"{noun} for which {text.replace(IT, 'it')}"
    if text.startswith(f"{IT} is empty") and text == f"{IT} is empty" and noun.startswith("a "):
        return f"an empty {noun[2:]}"
    if text.startswith(f"{IT} is the ") and IT not in text[1:]:
        return text.removeprefix(f"{IT} is ")
    if text.startswith(f"{IT} ") and " or " not in text.replace(" or more", "") and ", and " not in text:
        return f"{noun} that {text[2:].replace(IT, 'it')}"
    that = next((f"that {word}" for word in ("cell", "point", "edge", "hole") if word in noun.split()), "it")
    if text.startswith(IT):
        text = f"it{text[1:]}"
    return f"{noun}, if {text.replace(IT, that)}"


def flat(point: Point) -> str:
    """A point in one line."""
    if not point.points:
        return point.text
    inner = "; ".join(_lower(flat(each)) for each in point.points)
    return f"{point.text} {inner}" if point.text.endswith(":") else f"{point.text}; {inner}"


#: Words that have a capital only because they stand first; any other may be a name.
_COMMON = frozenset(
    (
        "a", "add", "an", "any", "at", "capture", "choose", "do", "for",
        "if", "it", "keep", "leap", "move", "no", "only", "otherwise", "pass",
        "place", "propose", "remove", "set", "shoot", "slide", "step", "swap", "take",
        "the", "then", "there", "this", "turn", "use", "what", "with", "you",
        "your",
    )
)  # fmt: skip


def _lower(text: str) -> str:
    """A point of a list, told in a line: it begins with no capital."""
    word = text.split(" ", 1)[0].lower().rstrip(",:;")
    return text[:1].lower() + text[1:] if word in _COMMON else text


def under(lead: str, point: Point) -> Point:
    """A point with a lead before it: `for each group: ...`."""
    return Point(f"{lead}: {point.text}", point.points)
