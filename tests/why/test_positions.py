"""`why` on positions whose answers were written down from the rules before the program had answered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from gdl import Position, State, load
from interpreter.why.answers import Why
from interpreter.why.explain import why

POSITIONS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("positions.yaml").read_text())


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _state(case: dict[str, Any]) -> State:
    game = load(case["game"])
    given = case.get("position")
    if given is not None:
        pieces = tuple((name, tuple(sites)) for name, sites in given["pieces"].items())
        states = tuple(given.get("states", {}).items())
        game = game.starting_from(Position(pieces, mover=given.get("mover", 1), states=states))
    state = game.start(seed=1)
    for move in case.get("moves", "").split():
        state = state.play(move)
    return state


def _said(answer: Why) -> str:
    told = [answer.words, *answer.effects]
    for reason in (*answer.reasons, *answer.conditions):
        told += [reason.words, reason.label, *reason.notes]
        told += [f"{part.text} {part.value}" for part in reason.parts]
    return "\n".join(told)


@pytest.mark.parametrize(
    "case", POSITIONS, ids=lambda case: f"{case['game']} {case['why']} {POSITIONS.index(case)}"
)
def test_what_is_said_is_what_the_rules_say(case: dict[str, Any]) -> None:
    answer = why(_state(case), case["why"])
    assert answer.legal is case["legal"]
    first = answer.reasons[0]
    if not case["legal"]:
        assert first.cause in _listed(case["cause"])
    if "at" in case:
        text = " ".join(first.span.text.split()).replace("( ", "(")
        assert any(text.startswith(each) for each in _listed(case["at"])), text
    if "line" in case:
        assert first.span.line in _listed(case["line"])
    for each in case.get("says", []):
        assert each in _said(answer)
