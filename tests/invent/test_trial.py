"""The ladder: on which step games fall that are made to fall there; what counts as the same."""

from __future__ import annotations

import pytest

from gdl import load
from interpreter.invent.genome import genome_of
from interpreter.invent.quality import met_by, quality_of, wishes_for
from interpreter.invent.trial import try_text
from tests.invent.texts import AT_ONCE, ENDLESS, LINE, LINE_AGAIN, LOPSIDED


@pytest.mark.parametrize(
    ("text", "step"),
    [
        (LINE.replace("Line 3", "Lime 3"), "check"),
        (LINE.replace("(square 4)", "(square 40)"), "large"),
        (LINE.replace("(players 2)", "(players 3)"), "large"),
        pytest.param(ENDLESS, "ends", marks=pytest.mark.slow),
        (AT_ONCE, "short"),
        (LOPSIDED, "wins"),
        (LINE, "playable"),
    ],
)
def test_where_a_game_falls(text: str, step: str) -> None:
    assert try_text(text, 1).fell == step


@pytest.mark.slow
def test_the_same_rules_in_other_words_are_known() -> None:
    first, again = try_text(LINE, 1), try_text(LINE_AGAIN, 1)
    assert first.fingerprint == again.fingerprint
    assert try_text(LINE_AGAIN, 1, frozenset({first.fingerprint})).fell == "same rules"


@pytest.mark.slow
def test_a_dead_rule_makes_no_new_game_and_a_live_one_does() -> None:
    first = try_text(LINE, 1)
    # no game on sixteen cells has forty moves
    dead = LINE.replace('"Wins" (if', '"Wins" (if (= 40 (count Moves)) (result Mover Loss)) (if')
    found = try_text(dead, 1)
    assert found.fingerprint != first.fingerprint and found.behaviour == first.behaviour
    assert try_text(dead, 1, plays=frozenset({first.behaviour})).fell == "same play"
    alive = LINE.replace('"Wins" (if', '"Wins" (if (= 9 (count Moves)) (result Mover Loss)) (if')
    assert try_text(alive, 1).behaviour != first.behaviour


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "by"), [("yavalath", "random"), ("katarenga", "greedy"), ("congress", "greedy")]
)
def test_games_that_people_play_are_appreciated(name: str, by: str) -> None:
    """Random games of Katarenga last over a hundred plies, those of Congress do not end."""
    trial = try_text(genome_of(load(name)), 1)
    assert (trial.fell, trial.by) == ("playable", by)
    assert trial.games is not None
    wishes = wishes_for((), trial.players)
    assert quality_of(met_by(wishes, trial.games, trial.players, trial.sites)) == 1.0
