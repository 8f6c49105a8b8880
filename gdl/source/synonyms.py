"""What people call things whom another word than ours comes to first.

No distance between spellings leads from `Jump` to `Hop`, so suggestions look here too (a thesaurus).
"""

from __future__ import annotations

from collections.abc import Mapping

#: By a word in lower case without hyphens: the words of the language that may be meant, the likeliest first.
SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "north": ("N",),
    "south": ("S",),
    "east": ("E",),
    "west": ("W",),
    "northeast": ("NE",),
    "northwest": ("NW",),
    "southeast": ("SE",),
    "southwest": ("SW",),
    "up": ("N", "Forward"),
    "down": ("S", "Backward"),
    "left": ("W", "Leftward"),
    "right": ("E", "Rightward"),
    "ahead": ("Forward",),
    "back": ("Backward",),
    "straight": ("Orthogonal",),
    "jump": ("Hop", "Leap"),
    "lose": ("Loss",),
    "me": ("Mover",),
    "self": ("Mover",),
    "opponent": ("Next", "Enemy"),
    "vacant": ("Empty",),
    "skip": ("Pass",),
}
