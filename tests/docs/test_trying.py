"""What the reference says of forms that are supported or refused, against what is known of some of them."""

from __future__ import annotations

import pytest

import gdl.ludemes  # noqa: F401  (registers them)
from gdl.bind.specs import vocabulary
from gdl.ludeme.registry import REGISTRY, Entry
from gdl.reference.trying import SURROUNDINGS, Trials, mistakes, try_ludeme

KNOWN = vocabulary(REGISTRY)
FIRST: dict[type, Entry] = {entry.cls: entry for entry in reversed(REGISTRY.entries())}


def tried(words: str) -> list[Trials]:
    return [try_ludeme(entry, KNOWN) for entry in FIRST.values() if " ".join(entry.words) == words]


@pytest.mark.parametrize("kind", SURROUNDINGS)
def test_nothing_is_wrong_with_the_games_around(kind: str) -> None:
    assert mistakes(SURROUNDINGS[kind]) == frozenset()


@pytest.mark.parametrize(
    "words", ["is Loop", "is Crossing", "is Path", "sites Random", "sites Pattern", "cost", "amount"]
)
def test_what_authors_found_to_be_refused_is_marked(words: str) -> None:
    """Those of the list in which trying the language as an author had met E0401."""
    assert [each.never for each in tried(words)] == [True]


def test_of_a_ludeme_with_advice_for_what_to_write_instead_no_form_is_supported() -> None:
    advised = [entry for cls, entry in FIRST.items() if cls.instead]
    assert len(advised) > 20
    assert [" ".join(each.words) for each in advised if try_ludeme(each, KNOWN).works] == []


def test_of_some_only_forms_are_refused() -> None:
    (line,) = tried("is Line")
    assert line.works is not None and not line.never
    assert any("throughHowMuch:" in form for form in line.refused)


@pytest.mark.parametrize(
    "words", ["move Slide", "hop", "set Colour", "count Stack", "roll", "sow", "place Stack"]
)
def test_what_shipped_games_use_is_not_marked(words: str) -> None:
    found = tried(words)
    assert found and not any(each.never for each in found)
