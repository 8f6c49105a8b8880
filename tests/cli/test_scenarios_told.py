"""What `gdl test` says of scenarios that cannot be run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.authors_folder import with_a_game, with_scenarios
from tests.cli.conftest import Gdl

HOLDS = """\
  - name: nobody has moved
    legal_count: 9
  - name: one has moved
    moves: b2
    legal_count: 8
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return with_a_game(tmp_path)


def test_one_that_cannot_be_used_hides_no_others(gdl: Gdl, folder: Path) -> None:
    ran = gdl("test", str(with_scenarios(folder, "  - name: x\n    leagl: [a1]\n" + HOLDS)))
    assert ran.code == 1
    assert "mine.yaml:2: x: there is no key `leagl`" in ran.out
    assert ran.out.endswith("2 held, 1 failed\n")


def test_what_cannot_be_set_up_names_the_scenario(gdl: Gdl, folder: Path) -> None:
    text = "  - name: off the board\n    position: {pieces: {Cross: [z9]}}\n    legal_count: 8\n"
    ran = gdl("test", str(with_scenarios(folder, text)))
    assert ran.code == 1
    assert "mine.yaml:2: off the board: error[E0517]: there is no site `z9`" in ran.out


def test_two_pieces_on_one_site_are_refused_where_there_are_no_stacks(gdl: Gdl, folder: Path) -> None:
    text = "  - name: both\n    position: {pieces: {Cross: [a1], Nought: [a1]}}\n    legal_count: 8\n"
    ran = gdl("test", str(with_scenarios(folder, text)))
    assert ran.code == 1
    assert "both: error[E0517]: two pieces stand on a1, Cross and Nought: this game has no stacks" in ran.out
