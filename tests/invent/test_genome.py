"""Genomes: the same rules as their games, definitions as they are written, words only where they are true."""

from __future__ import annotations

import pytest

from gdl import load, loads
from gdl.source.text import Source
from interpreter.errors.user_errors import InventError
from interpreter.game.shipped import shipped_games
from interpreter.invent.genome import edited, genome_of, taken_apart, tidied
from tests.invent.texts import LINE
from tests.quick import one_in


@pytest.mark.parametrize("name", one_in(16, [*shipped_games()]))
def test_a_genome_has_the_rules_of_its_game(name: str) -> None:
    game = load(name)
    if game.is_match:
        with pytest.raises(InventError, match="match"):
            genome_of(game)
        return
    text = genome_of(game)
    assert "<" not in text.replace("(<", "").replace("<=", "") or "(option" not in text
    assert loads(text).identity == game.identity


def test_options_are_as_they_are_chosen() -> None:
    chosen = load("hex", {"Size": "5"})
    assert "(hex Diamond 5)" in genome_of(chosen)
    assert loads(genome_of(chosen)).identity == chosen.identity != load("hex").identity


def at(text: str, part: str) -> tuple[int, int]:
    return text.index(part), text.index(part) + len(part)


def test_a_change_in_a_definition_takes_the_words_for_it_away() -> None:
    assert "// says" in edited(LINE, [(*at(LINE, "Full"), "Empty")])
    changed = edited(LINE, [(*at(LINE, "Line 3"), "Line 4")])
    assert "// says" not in changed and '(define "Made" (is Line 4))' in changed
    # and those for what uses it
    text = LINE.replace('(define "Wins"', '// says: a player with a line wins\n(define "Wins"')
    assert "a player with a line wins" not in edited(text, [(*at(text, "Line 3"), "Line 4")])
    assert "a player with a line wins" in edited(text, [(*at(text, "(sites Empty)"), "(sites Top)")])


def test_definitions_that_nothing_uses_any_more_go() -> None:
    changed = edited(LINE, [(*at(LINE, '"Wins"  '.strip() + " (if (is Full)"), "(if (is Full)")])
    assert [*taken_apart(Source("genome", changed)).definitions] == ["Free"]


def test_what_stands_for_nothing_and_arguments_that_are_not_used_go() -> None:
    text = LINE.replace('"Free"))', '("Free" Mover)))').replace(
        '(define "Free"', '(define "None")\n(define "Free"'
    )
    text = text.replace("(is Full)", '(and {(is Full) "None"})')
    plain = tidied(text)
    assert '"None"' not in plain and "Mover)))" not in plain and '("Free")' in plain
    assert loads(plain).identity == loads(LINE).identity
