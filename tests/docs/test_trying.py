"""What the reference says of forms that are supported or refused, against what is known of some of them."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import gdl.ludemes  # noqa: F401  (registers them)
from gdl import loads
from gdl.bind.binder import vocabulary
from gdl.compile.compile import compile_game
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import REGISTRY, Entry
from gdl.reference.examples import EXAMPLES
from gdl.reference.page import UNTOLD, entry_text, place
from gdl.reference.shown import Form, forms_of, shown_by, written
from gdl.reference.surroundings import SURROUNDINGS, around
from gdl.reference.trying import Mark, classes_of, trial, try_ludeme
from gdl.source.text import Source
from tests.quick import one_in, thinned

KNOWN = vocabulary(REGISTRY)
FIRST: dict[type[Ludeme], Entry] = {entry.cls: entry for entry in reversed(REGISTRY.entries())}
PAGE = (Path(__file__).parents[2] / "docs" / "reference.md").read_text(encoding="utf-8")
#: What the page says of each ludeme, by its anchor.
ENTRIES = {text.split('"', 1)[0]: text for text in PAGE.split('<a id="')[1:]}
PLIES = 6


def tried(words: str) -> list[dict[Form, Mark | None]]:
    return [try_ludeme(entry, KNOWN) for entry in FIRST.values() if " ".join(entry.words) == words]


def refused(marks: dict[Form, Mark | None]) -> set[str]:
    """The words and arguments of a ludeme that are refused; the empty text stands for the plain form."""
    return {form.word or form.argument for form, mark in marks.items() if mark is not None and mark.refused}


def named(entry: Entry) -> str:
    return f"{' '.join(entry.words)} ({entry.cls.__name__})"


# --- The page: read, not made -------------------------------------------------------------------------------


def cells(text: str) -> dict[str, str]:
    """The last cell of each row of an entry's tables, by its first."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    return {row[0].strip("`:"): row[-1].strip() for row in rows}


def test_every_ludeme_and_every_form_carries_a_mark() -> None:
    unmarked = []
    for cls, entry in FIRST.items():
        text = ENTRIES.get(place(cls), "")
        whole = "**Refused** (E0401)" in text
        if UNTOLD in text or not (whole or re.search(r"\bExamples?:\s", text)):
            unmarked.append(named(entry))
        labels = {p.attribute: p.label for p in KNOWN.signature(cls).params()}
        marks = cells(text)
        for form in () if whole else forms_of(cls, KNOWN)[1:]:
            mark = marks.get(form.word or labels[form.argument], "")
            if not mark.startswith(("`(", "**refused** (E0401)")):
                unmarked.append(f"{named(entry)}: {form.word or labels[form.argument]}")
    assert unmarked == []


def test_whatever_is_refused_says_what_to_write_instead() -> None:
    silent = [
        f"{anchor}: {line}"
        for anchor, text in ENTRIES.items()
        for line in text.splitlines()
        if "(E0401)" in line and not re.search(r"Instead: \S", line)
    ]
    assert silent == []
    assert sum("(E0401)" in text for text in ENTRIES.values()) > 40


# --- Trying -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SURROUNDINGS)
def test_nothing_is_wrong_with_the_games_around(kind: str) -> None:
    assert trial(SURROUNDINGS[kind], KNOWN).codes == frozenset()


@pytest.mark.parametrize("example", one_in(8, EXAMPLES))
def test_examples_by_hand_compile(example: str) -> None:
    text = " ".join(example.split())
    games = [game for cls in classes_of(text, KNOWN) for game in around(cls, text, KNOWN)]
    assert any(trial(game, KNOWN).codes == frozenset() for game in games)


@pytest.mark.parametrize("entry", thinned(32, 8, FIRST.values()), ids=named)
def test_what_the_page_says_is_what_came_of_trying_and_its_examples_play(entry: Entry) -> None:
    assert "\n".join(entry_text(entry, KNOWN, REGISTRY)) in PAGE
    games = {mark.game: mark for mark in try_ludeme(entry, KNOWN).values() if mark and not mark.refused}
    for game, mark in games.items():
        assert mark.example in " ".join(game.split())
        state = loads(game).start(seed=1)
        chance = random.Random(1)
        for _ in range(PLIES):
            if not state.is_over:
                state = state.play(chance.choice(state.legal_moves))


@pytest.mark.parametrize(
    "words",
    ["is Loop", "is Crossing", "is Path", "sites Random", "sites Pattern", "cost", "amount", "payoffs"],
)
def test_what_authors_found_to_be_refused_is_marked(words: str) -> None:
    """Those of the list in which trying the language as an author had met E0401."""
    (marks,) = tried(words)
    assert all(mark is not None and mark.refused for mark in marks.values())


@pytest.mark.slow
def test_of_a_ludeme_with_advice_for_what_to_write_instead_no_form_is_supported() -> None:
    advised = [entry for cls, entry in FIRST.items() if cls.instead]
    assert len(advised) > 20
    for each in advised:
        assert all(mark is not None and mark.refused for mark in try_ludeme(each, KNOWN).values()), named(
            each
        )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("is Line", {"through_how_much", "visible"}),
        ("move Slide", set()),
        ("hop", set()),
        ("set Colour", set()),
        ("count Stack", set()),
        ("roll", set()),
        ("sow", set()),
        ("place Stack", set()),
        ("max Distance", {"", "name", "who", "then"}),
    ],
)
def test_of_some_only_forms_are_refused_and_of_what_shipped_games_use_none(
    words: str, expected: set[str]
) -> None:
    (marks,) = tried(words)
    assert refused(marks) == expected


def test_forms_are_told_from_each_other() -> None:
    """A word, an argument with its name, one without, and one that is given what it is without it."""
    text = SURROUNDINGS["plain"].replace("(is Full)", "(is Line 3 Orthogonal exact:True byLevel:False)")
    bound = compile_game(Source("small.lud", text)).played
    (line,) = [each for each in trial(text, KNOWN).shown.values() if " ".join(each.words) == "is Line"][:1]
    assert {form.argument for form in shown_by(line, KNOWN)} == {"", "direction", "exact"}
    assert written(line, KNOWN) == "(is Line 3 Orthogonal exact:True)"
    assert written(bound.rules.play, KNOWN) == "(play (move Add (to (sites Empty))))"


def test_a_form_that_is_no_ludeme_s_has_no_mark() -> None:
    """The games of these tests tell that: what is not bound is neither supported nor refused."""
    made = trial(SURROUNDINGS["plain"].replace("(is Full)", "(is Fulll)"), KNOWN)
    assert made.codes and not made.refused and not made.shown
