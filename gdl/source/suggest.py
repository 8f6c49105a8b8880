"""Did you mean ...? The known names nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gdl.source.synonyms import SYNONYMS

#: Nothing longer is a slip in a name.
MAX_NAME = 100


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
    allowed = max(1, len(word) // 3)
    scored: list[tuple[float, str]] = []
    for candidate in dict.fromkeys(candidates):
        if len(candidate) > MAX_NAME:
            continue
        score = _score(word, candidate, allowed)
        if score is not None:
            scored.append((score, candidate))
    scored.sort(key=lambda pair: (pair[0], abs(len(pair[1]) - len(word)), pair[1]))
    return tuple(candidate for _, candidate in scored[:limit])


@lru_cache(maxsize=10_000)
def bare(name: str) -> str:
    """A name for comparing: lower case, without blanks, hyphens and underscores."""
    return "".join(char for char in name.casefold() if char not in " -_\t\n")


def _score(word: str, candidate: str, allowed: int) -> float | None:
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
        return allowed + 1.0
    return None


def distance(a: str, b: str, most: int | None = None) -> int:
    """How many slips turn `a` into `b` (restricted Damerau-Levenshtein); if they are more than `most`, just
    that they are (cut-off)."""
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
