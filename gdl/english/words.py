"""Words of the language in English: directions, as adverbs that stand after a verb, and parts of a board."""

from __future__ import annotations

import re

from gdl.english.grammar import listed
from gdl.words.words import StaticRegion

#: All sites of the board, told as one place.
WHOLE = "the whole board"
#: Between the words of a name in camel case.
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_COMPASS = {
    "N": "north", "E": "east", "S": "south", "W": "west", "NE": "north-east", "SE": "south-east",
    "SW": "south-west", "NW": "north-west", "NNE": "north-north-east", "ENE": "east-north-east",
    "ESE": "east-south-east", "SSE": "south-south-east", "SSW": "south-south-west",
    "WSW": "west-south-west", "WNW": "west-north-west", "NNW": "north-north-west",
}  # fmt: skip
_WORDS = {
    "All": "in any direction",
    "Adjacent": "in any direction",
    "Orthogonal": "orthogonally",
    "Diagonal": "diagonally",
    "OffDiagonal": "along an off-diagonal",
    "Angled": "at an angle to the axes",
    "Axial": "along the axes",
    "Base": "along the base",
    "Support": "towards the supports",
    "SameLayer": "within its layer",
    "Upward": "upward",
    "Downward": "downward",
    "Rotational": "around the centre",
    "AnyAngle": "at any angle",
    "Forward": "straight forward",
    "Backward": "straight backward",
    "Rightward": "straight to the right",
    "Leftward": "straight to the left",
    "Forwards": "in any forward direction",
    "Backwards": "in any backward direction",
    "Rightwards": "in any direction to the right",
    "Leftwards": "in any direction to the left",
    "FL": "diagonally forward to the left",
    "FR": "diagonally forward to the right",
    "BL": "diagonally backward to the left",
    "BR": "diagonally backward to the right",
    "FLL": "forward and farther to the left",
    "FRR": "forward and farther to the right",
    "BLL": "backward and farther to the left",
    "BRR": "backward and farther to the right",
    "FLLL": "forward and farthest to the left",
    "FRRR": "forward and farthest to the right",
    "BLLL": "backward and farthest to the left",
    "BRRR": "backward and farthest to the right",
    "SameDirection": "in the same direction as before",
    "OppositeDirection": "in the opposite direction",
    "In": "inward",
    "Out": "outward",
    "CW": "clockwise",
    "CCW": "anticlockwise",
}
_BOTH = {
    frozenset({"FL", "FR"}): "diagonally forward",
    frozenset({"BL", "BR"}): "diagonally backward",
    frozenset({"FL", "FR", "BL", "BR"}): "diagonally",
    frozenset({"Leftward", "Rightward"}): "sideways",
    frozenset({"Forward", "Backward"}): "straight forward or backward",
    frozenset({"Forward", "FL", "FR"}): "straight or diagonally forward",
    frozenset({"Forward", "Leftward", "Rightward"}): "straight forward or sideways",
    frozenset({"Forward", "FL", "FR", "Leftward", "Rightward"}): "forward, diagonally forward or sideways",
    frozenset({"Forward", "Backward", "Leftward", "Rightward"}): "orthogonally",
    frozenset({"CW", "CCW"}): "either way round",
    frozenset({"In", "Out"}): "inward or outward",
    frozenset({"N", "S"}): "north or south",
    frozenset({"E", "W"}): "east or west",
}


def direction_word(word: str) -> str:
    """A direction's word as an adverb."""
    if word in _WORDS:
        return _WORDS[word]
    if word in _COMPASS:
        return f"to the {_COMPASS[word]}"
    up = {"U": "upward", "D": "downward"}.get(word[:1])
    if up is not None:
        rest = _COMPASS.get(word[1:])
        return f"{up} to the {rest}" if rest else up
    return word.lower()


def words_together(words: tuple[str, ...]) -> str:
    """Several directions as one adverb."""
    both = _BOTH.get(frozenset(words))
    if both is not None:
        return both
    if all(word in _COMPASS for word in words):
        return f"to the {listed([_COMPASS[word] for word in words], 'or')}"
    return listed([direction_word(word) for word in words], "or")


def static_region(word: StaticRegion) -> str:
    """A word for regions that every board has."""
    known = {
        "AllSites": WHOLE,
        "SidesNoCorners": "the sides without their corners",
        "Touching": "the neighbours",
    }
    return known.get(word.value, f"the {CAMEL.sub(' ', word.value).lower()}")
