"""The result of varying a game as frozen values: variants that were tried, the best, and these as rules
files.

A file stands by itself and begins with how it came about. Options that were chosen become its own defaults.
Whatever is written has to play by the rules that were measured: the text is compiled where it is to stand,
and compared by its fingerprint.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from gdl.expand.load import load_forms
from gdl.expand.options import Item, Option, options_of
from gdl.parse.forms import Form, Paren, Starred
from gdl.parse.parser import parse
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source, Span
from gdl.support.printable import one_line
from gdl.support.values import field, frozen
from gdl.version import __version__
from interpreter.errors.user_errors import MissingExtraError, VariantFileError
from interpreter.study.measures.measure import Measure
from interpreter.study.measures.table import bounds, in_brief, number, value
from interpreter.study.vary.search import Wrong
from interpreter.study.vary.space import Edit, Space, Variant, applied, inlined
from interpreter.study.vary.wishes import Verdict, Wish
from interpreter.support.files import write
from interpreter.support.tables import Table, as_html

if TYPE_CHECKING:
    from pandas import DataFrame


@frozen
class Tried:
    """A variant that was tried, and what the search's games say of each wish."""

    variant: Variant
    label: str
    values: Mapping[str, str]
    games: int
    #: in the order of the wishes; empty where it cannot be played
    estimates: tuple[float, ...]
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
            "variant": self.label,
            "values": dict(self.values),
            "games": self.games,
            "found": list(self.estimates),
            "wrong": self.wrong and [self.wrong.code, self.wrong.message],
            "same_as": self.same_as or None,
            "refuted": self.refuted,
            "on_front": self.on_front,
        }


@frozen
class Candidate:
    """One of the best, or the game as it is: its measures, one for each wish (None where there is none)."""

    label: str
    variant: Variant | None
    values: Mapping[str, str]
    options: Mapping[str, str]
    fingerprint: str
    #: by the games of the search, which chose it: they flatter it; empty for the game as it is
    estimates: tuple[Measure | None, ...]
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
            "variant": self.label,
            "values": dict(self.values),
            "options": dict(self.options),
            "fingerprint": self.fingerprint,
            "notes": list(self.notes),
            "wishes": [
                {
                    "wish": wish.text,
                    "verdict": self.verdicts[n] or None,
                    "found": _json_at(self.estimates, n),
                    "confirmed": _json_at(self.confirmed, n),
                    "second": _json_at(self.second, n),
                }
                for n, wish in enumerate(wishes)
            ],
        }


def _at(row: Sequence[Measure | None], n: int) -> Measure | None:
    return row[n] if n < len(row) else None


def _json_at(row: Sequence[Measure | None], n: int) -> dict[str, object] | None:
    measure = _at(row, n)
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
                examples.setdefault(each.wrong, each.label)
        return [(wrong, count, examples[wrong]) for wrong, count in counts.most_common()]

    @property
    def labelled(self) -> list[tuple[str, Candidate]]:
        """The best by number, and the game as it is."""
        rows = [(str(rank), each) for rank, each in enumerate(self.best, 1)]
        return [*rows, ("as it is", self.as_it_is)] if self.as_it_is else rows

    def table(self) -> Table:
        """What was wanted of the best and of the game as it is, what the search found, and what fresh games
        say; of a wish that nobody has made only where there is something to say."""
        shown = [n for n, wish in enumerate(self.wishes) if not wish.implied or self._matters(n)]
        heads = ["", "", "wanted", "found", "fresh games", ""]
        if self.second:
            heads.append(f"by {self.second}")
        rows = (
            (label if n == shown[0] else "", *self._row(each, n))[: len(heads)]
            for label, each in self.labelled
            for n in shown
        )
        return Table.of(heads, rows, left=2)

    def _matters(self, n: int) -> bool:
        """Whether there is anything to say of a wish that nobody has made."""
        measures = [row[n] for each in self.best for row in (each.confirmed, each.second) if row]
        return any(measure is not None and measure.value < 1 for measure in measures)

    def _row(self, each: Candidate, n: int) -> tuple[str, ...]:
        wish, found = self.wishes[n], _at(each.estimates, n)
        confirmed, second = (_at(row, n) for row in (each.confirmed, each.second))
        return (
            wish.title(self.players),
            wish.wanted,
            "" if found is None else number(found.of, found.value, brief=True),
            "" if confirmed is None else in_brief(confirmed),
            each.verdicts[n],
            "" if second is None else in_brief(second),
        )

    def _repr_html_(self) -> str:
        """What notebooks show: the best, and what is known of them."""
        best = "".join(f"<li>{as_html(each.label)}</li>" for each in self.best)
        return f"<h3>{as_html(self.game)}</h3><ol>{best}</ol>{self.table().html() if best else ''}"

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
            rows.append(
                {**each.values, **dict(zip(titles, each.estimates, strict=False)), "games": each.games}
            )
        return pandas.DataFrame(rows)

    def write(self, path: str | Path, rank: int = 0) -> None:
        """Write one of the best as a rules file that tells how it came about. Raises VariantFileError."""
        write_variant(self, self.best[rank], Path(path))


# --- Rules files -----------------------------------------------------------------------------------------

_WIDTH = 108
_LABEL = re.compile(r"\s*(vary|allow|says|term)\b")
#: So often is looked for definitions that nothing uses any more.
_ROUNDS = 20


def write_variant(result: Varied, one: Candidate, path: Path, command: str = "") -> None:
    """Write it. Raises VariantFileError where the file would not play by its rules, and what writing does."""
    text = variant_text(result, one, command)
    source = Source(str(path), text)
    try:
        from interpreter.game.game import loads

        fingerprint = loads(text, {}, result.space.definitions, source.name).fingerprint
    except LanguageError as error:
        first = error.diagnostics[0]
        raise VariantFileError(
            f"{path} would be no game by itself: {first.message} (line {first.span.line})"
        ) from None
    if fingerprint != one.fingerprint:
        raise VariantFileError(f"{path} would play by other rules than the variant that was measured")
    write(path, text)


def variant_text(result: Varied, one: Candidate, command: str = "") -> str:
    """The text of a variant, with its story above it."""
    space = result.space
    edits = [] if one.variant is None else space.edits(one.variant, without_marks=True)
    own = inlined(space.text, space.path) if space.from_file else ()
    text = applied(space.text, [*edits, *own])
    chosen = dict(one.options)
    if chosen:
        if not _has_all(text, chosen):
            text = applied(text, inlined(text, space.path, shipped_too=True))
        text = _with_defaults(text, chosen)
        text = _without_unused(text, space.text)
    return f"{_story(result, one, command)}\n{text}"


# --- Options ----------------------------------------------------------------------------------------------


def _has_all(text: str, chosen: dict[str, str]) -> bool:
    """Are all options that were chosen in the text itself?"""
    own = {option.name for option in options_of(parse(Source("variant", text))[0])[0]}
    return all(name in own for name in chosen)


def _with_defaults(text: str, chosen: dict[str, str]) -> str:
    """The text with what was chosen of its options as their defaults."""
    source = Source("variant", text)
    forms, _ = parse(source)
    edits: list[Edit] = []
    for option in options_of(forms)[0]:
        if option.name in chosen:
            edits += _starring(option, chosen[option.name], forms)
    return applied(text, edits)


def _starring(option: Option, value: str, forms: tuple[Form, ...]) -> list[Edit]:
    """The edits that take an option's stars away and give one to the item of a value."""
    edits: list[Edit] = []
    known = next((item for item in option.items if item.name == value), None)
    for starred in _starred(forms, option.span):
        if known is None or starred.item.span != known.span:
            edits.append((starred.item.span.end, starred.span.end, ""))
    if known is not None:
        if not known.stars:
            edits.append((known.span.end, known.span.end, "*"))
    elif option.open is not None:
        item = option.open
        edits.append((item.span.start, item.span.start, f"{_filled(item, value, item.span.text)}*\n    "))
    return edits


def _starred(forms: tuple[Form, ...], inside: Span) -> list[Starred]:
    marked: list[Starred] = []
    waiting = [form for form in forms if form.span.start <= inside.start < form.span.end]
    while waiting:
        form = waiting.pop()
        if isinstance(form, Starred):
            marked.append(form)
        waiting += getattr(form, "items", ())
    return marked


def _filled(item: Item, value: str, text: str) -> str:
    """An open item with its value, as text: `(item Any <#1> "...")` for `random:7`."""
    written = value if item.values is not None else '"' + value.replace('"', '\\"') + '"'
    read = parse(Source("item", text))[0][0]
    assert isinstance(read, Paren)
    edits: list[Edit] = [
        (read.items[1].span.start, read.items[1].span.end, '"' + value.replace('"', '\\"') + '"')
    ]
    waiting = list(read.items[2:])
    while waiting:
        form = waiting.pop()
        if getattr(form, "text", None) == "#1":
            edits.append((form.span.start, form.span.end, written))
        waiting += getattr(form, "items", ())
        if hasattr(form, "value") and isinstance(form.value, Form):
            waiting.append(form.value)
    return applied(text, edits)


def _without_unused(text: str, before: str) -> str:
    """The text without definitions and options that only came with the files that were taken in."""
    own = {name for name, _ in _named(before)}
    for _ in range(_ROUNDS):
        source = Source("variant", text)
        expanded = load_forms(source)
        unused = {d.subject for d in expanded.diagnostics if d.code == "W0301"}
        tags = _unused_tags(text)
        edits = [
            _line(text, span)
            for name, span in _named(text)
            if name not in own and (name in unused or name in tags)
        ]
        if not edits:
            return text
        text = applied(text, edits)
    return text


def _named(text: str) -> list[tuple[str, Span]]:
    """Definitions and options of a text, by name."""
    names: list[tuple[str, Span]] = []
    for form in parse(Source("variant", text))[0]:
        if isinstance(form, Paren) and len(form.items) > 1:
            head, name = getattr(form.items[0], "text", ""), getattr(form.items[1], "value", None)
            if head in ("define", "option") and isinstance(name, str):
                names.append((name, form.span))
    return names


def _unused_tags(text: str) -> set[str]:
    """The options that nothing refers to."""
    names = set()
    for option in options_of(parse(Source("variant", text))[0])[0]:
        span = option.span
        rest = text[: span.start] + text[span.end :]
        if f"<{option.tag}:" not in rest and f"<{option.tag}>" not in rest:
            names.add(option.name)
    return names


def _line(text: str, span: Span) -> Edit:
    """A form with the comment above it and the blank lines behind it."""
    start, end = span.start, span.end
    while True:
        above = text.rfind("\n", 0, max(0, start - 1)) + 1
        if (
            start
            and text[above : start - 1].lstrip().startswith("//")
            and "// from " not in text[above:start]
        ):
            start = above
        else:
            break
    while text[end : end + 1] == "\n":
        end += 1
    return start, end, ""


# --- The story --------------------------------------------------------------------------------------------


def _story(result: Varied, one: Candidate, command: str) -> str:
    """How it came about, as a comment."""
    was = result.space.path if result.space.from_file else result.game
    lines = [f"A variant of {result.game} ({Path(was).name}): {one.label}."]
    fixed = f", all with {result.space.fixed_label}," if result.space.fixed else ""
    lines.append(
        f"Found among {len(result.tried):,} variants of {result.space.size:,}{fixed} by Ludwright "
        f"{__version__}, seed {result.seed}{':' if command else '.'}"
    )
    for n, wish in enumerate(result.wishes):
        if wish.implied:
            continue
        parts = []
        for what, row in (
            ("found", one.estimates),
            ("confirmed by fresh games", one.confirmed),
            ("", one.second),
        ):
            measure = row[n] if n < len(row) else None
            if measure is not None:
                parts.append(f"{what} {_measured(measure)}".strip())
        before = result.as_it_is.confirmed[n] if result.as_it_is and result.as_it_is.confirmed else None
        if before is not None:
            parts.append(f"as it was {value(before)}")
        lines.append(f"  {wish.title(result.players)}, wanted {wish.wanted}: {'; '.join(parts)}")
    lines.append(
        "Measures are of those who played: what is fair for players at random need not be for good ones."
    )
    shown = [each for line in lines for each in wrap(one_line(line), _WIDTH - 3, subsequent_indent="    ")]
    if command:
        shown.append(one_line(f"    {command}"))
    # the words that comments may begin with, if they are to say something to a program, are none here
    return "".join(f"// {'> ' if _LABEL.match(line) else ''}{line}\n" for line in shown)


def _measured(measure: Measure) -> str:
    """A measure with its interval, its games and who played them."""
    shown = f"{value(measure)} {bounds(measure)}".rstrip()
    return f"{shown} in {measure.games:,} games of {measure.setting.agent}"
