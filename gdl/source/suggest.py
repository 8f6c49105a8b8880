"""Did you mean ...? The known names nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

#: Nothing longer is a slip in a name.
MAX_NAME = 100
#: A word is compared with no more names of about its length: nobody has so many.
MOST_COMPARED = 2000
#: So many that are near are gathered before only the nearest of them are kept.
_MANY = 20


def nearest(word: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """The candidates that `word` may have been meant as, the likeliest first; often none.

    Slips counted: wrong case, a letter too many, missing, wrong, or two swapped; a word that only
    begins like a candidate, or differs in blanks, hyphens and underscores alone, counts as near. Where one of
    the candidates is another word for it, as `Hop` is for `Jump`, that is meant.
    """
    return list(_nearest(word, tuple(candidates), limit))


@lru_cache(maxsize=1000)
def _nearest(word: str, candidates: tuple[str, ...], limit: int) -> tuple[str, ...]:
    """The same mistake is often made again, and again among the same names (memoization)."""
    if len(word) > MAX_NAME:
        return ()
    same = [each for each in SYNONYMS.get(bare(word), ()) if each in candidates]
    if same and not any(bare(each) == bare(word) for each in candidates):
        return tuple(same[:limit])
    allowed = most = max(1, len(word) // 3)
    scored: list[tuple[float, int, str]] = []
    compared = 0
    for candidate in dict.fromkeys(candidates):
        if len(candidate) > MAX_NAME or compared > MOST_COMPARED:
            continue
        compared += abs(len(candidate) - len(word)) <= allowed
        score = _score(word, candidate, allowed, most + 1.0)
        if score is not None:
            scored.append((score, abs(len(candidate) - len(word)), candidate))
            if len(scored) > _MANY:  # none that is further off than the best of these can come
                scored = sorted(scored)[:limit]
                allowed = min(allowed, max(1, int(scored[-1][0])))
    return tuple(candidate for _, _, candidate in sorted(scored)[:limit])


@lru_cache(maxsize=10_000)
def bare(name: str) -> str:
    """A name for comparing: lower case, without blanks, hyphens and underscores."""
    return "".join(char for char in name.casefold() if char not in " -_\t\n")


def _score(word: str, candidate: str, allowed: int, begins: float) -> float | None:
    """How far a candidate is off; None where it is no slip. Of one that only begins so it is `begins`."""
    if word == candidate:
        return 0.0
    plain, other = bare(word), bare(candidate)
    if plain == other:
        return 0.5
    if abs(len(plain) - len(other)) <= allowed:
        slips = distance(plain, other, allowed)
        if slips <= allowed and slips < max(len(plain), 1):
            return float(slips)
    if len(plain) >= 3 and (other.startswith(plain) or other.endswith(plain)):
        return begins
    return None


def distance(a: str, b: str, most: int | None = None) -> int:
    """How many slips turn `a` into `b` (restricted Damerau-Levenshtein); if they are more than `most`, just
    that they are (cut-off)."""
    start, a_end, b_end = 0, len(a), len(b)
    while start < a_end and start < b_end and a[start] == b[start]:
        start += 1
    while a_end > start and b_end > start and a[a_end - 1] == b[b_end - 1]:
        a_end, b_end = a_end - 1, b_end - 1
    a, b = a[start:a_end], b[start:b_end]
    two_up: list[int] = []
    up = list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(up[j] + 1, row[j - 1] + 1, up[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                cost = min(cost, two_up[j - 2] + 1)
            row.append(cost)
        if most is not None and min(row) > most and min(up) > most:
            return most + 1
        two_up, up = up, row
    return up[-1]


# --- what people call things whom another word than ours comes to first ---------------------------------

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
