"""What was found among the variants of a game, as frozen values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from interpreter.errors.user_errors import MissingExtraError
from interpreter.study.measures.measure import Measure
from interpreter.study.vary.search import Wrong
from interpreter.study.vary.space import Space, Variant
from interpreter.study.vary.wishes import Verdict, Wish

if TYPE_CHECKING:
    from pandas import DataFrame


@frozen
class Tried:
    """A variant that was tried, and what the search's games say of each wish."""

    variant: Variant
    told: str
    values: Mapping[str, str]
    games: int
    #: in the order of the wishes; empty where it cannot be played
    found: tuple[float, ...]
    wrong: Wrong | None = None
    #: what has the same rules, and was played in its place
    same_as: str = ""
    #: surely outside a range
    refuted: bool = False
    #: no other that was tried is better in something and worse in nothing, by the search's games
    on_front: bool = False

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "variant": self.told,
            "values": dict(self.values),
            "games": self.games,
            "found": list(self.found),
            "wrong": self.wrong and [self.wrong.code, self.wrong.message],
            "same_as": self.same_as or None,
            "refuted": self.refuted,
            "on_front": self.on_front,
        }


@frozen
class Candidate:
    """One of the best, or the game as it is: its measures, one for each wish (None where there is none)."""

    told: str
    variant: Variant | None
    values: Mapping[str, str]
    options: Mapping[str, str]
    fingerprint: str
    #: by the games of the search, which chose it: they flatter it; empty for the game as it is
    found: tuple[Measure | None, ...]
    #: by fresh games
    confirmed: tuple[Measure | None, ...]
    #: by fresh games of other players
    second: tuple[Measure | None, ...]
    #: by the fresh games, for each wish that is a range
    verdicts: tuple[Verdict, ...]
    #: what whoever likes it should know besides
    notes: tuple[str, ...] = ()

    def as_json(self, wishes: Sequence[Wish]) -> dict[str, object]:
        """The same for programs."""
        return {
            "variant": self.told,
            "values": dict(self.values),
            "options": dict(self.options),
            "fingerprint": self.fingerprint,
            "notes": list(self.notes),
            "wishes": [
                {
                    "wish": wish.text,
                    "verdict": self.verdicts[n] or None,
                    "found": _json_at(self.found, n),
                    "confirmed": _json_at(self.confirmed, n),
                    "second": _json_at(self.second, n),
                }
                for n, wish in enumerate(wishes)
            ],
        }


def _json_at(row: Sequence[Measure | None], n: int) -> dict[str, object] | None:
    measure = row[n] if n < len(row) else None
    return None if measure is None else measure.as_json()


@frozen
class Varied:
    """What was found among the variants of a game."""

    game: str
    #: by seat; by number where variants have others there
    players: tuple[str, ...]
    seed: int
    wishes: tuple[Wish, ...]
    space: Space = field(repr=False)
    #: the best first
    best: tuple[Candidate, ...]
    #: the game as its file has it
    as_it_is: Candidate | None
    tried: tuple[Tried, ...] = field(repr=False)
    #: the games of the search, and all those that confirm; what it would take to play as many of all
    search_games: int
    fresh_games: int
    all_games: int
    second: str = ""

    @property
    def wrong(self) -> list[tuple[Wrong, int, str]]:
        """Why variants cannot be played, of how many that is so, and one of them; the most frequent first."""
        counts = Counter(each.wrong for each in self.tried if each.wrong is not None)
        examples: dict[Wrong, str] = {}
        for each in self.tried:
            if each.wrong is not None:
                examples.setdefault(each.wrong, each.told)
        return [(wrong, count, examples[wrong]) for wrong, count in counts.most_common()]

    def as_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "game": self.game,
            "seed": self.seed,
            "fixed": dict(self.space.fixed),
            "wishes": [
                {"text": w.text, "measure": w.of.key, "title": w.title(self.players), "wanted": w.wanted}
                for w in self.wishes
            ],
            "variants": self.space.size,
            "games": {"search": self.search_games, "fresh": self.fresh_games, "trying_all": self.all_games},
            "best": [each.as_json(self.wishes) for each in self.best],
            "as_it_is": self.as_it_is and self.as_it_is.as_json(self.wishes),
            "tried": [each.as_json() for each in self.tried],
        }

    def to_frame(self) -> DataFrame:
        """What was tried as a pandas DataFrame, a variant a row. Raises MissingExtraError without pandas."""
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("`to_frame` takes pandas: pip install pandas") from None
        rows = []
        for each in self.tried:
            titles = (wish.title(self.players) for wish in self.wishes)
            rows.append({**each.values, **dict(zip(titles, each.found, strict=False)), "games": each.games})
        return pandas.DataFrame(rows)

    def write(self, path: str | Path, rank: int = 0) -> None:
        """Write one of the best as a rules file that tells how it came about. Raises VariantFileError."""
        from interpreter.study.vary.writing import write_variant

        write_variant(self, self.best[rank], Path(path))
