"""An observer hears all lowering of the ludemes it is woven around, once each, and nothing stays behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from gdl.builder.builder import Builder
from gdl.compile.compile import bind_game, compile_game
from gdl.compile.lower_game import lower
from gdl.core import make as k
from gdl.core.printer import show_program
from gdl.ludeme.base import ludemes_in
from gdl.ludeme.weaving import LOWERING, Advice, Join, woven
from gdl.ludemes.game import Game
from gdl.source.text import Source

SOURCE = Source(
    "small.lud",
    """(game "Small" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
         (rules
           (play (move Add (to (sites Empty) if:(not (is In (to) (sites Top))))))
           (end (if (is Line 3) (result Mover Win)))))""",
)


class Listener:
    """Notes which methods of which ludemes were heard, and where they stand."""

    def __init__(self) -> None:
        self.heard: Counter[tuple[str, str]] = Counter()
        self.held: dict[str, tuple[str, str]] = {}

    def advise(self, join: Join) -> Advice | None:
        text = join.ludeme.span.text
        if join.holder is not None:
            self.held[text] = type(join.holder.ludeme).__name__, join.argument

        def heard(b: Builder, method: str, go: Callable[[], Any]) -> Any:
            self.heard[text, method] += 1
            return go()

        return heard


class NeverIn:
    """Lets the condition of where a piece is placed never hold."""

    def advise(self, join: Join) -> Advice | None:
        if join.ludeme.span.text != "(is In (to) (sites Top))":
            return None
        return lambda b, method, go: k.FALSE


def test_whoever_only_listens_changes_nothing_and_hears_each_ludeme_where_it_stands() -> None:
    listener = Listener()
    observed = compile_game(SOURCE, observer=listener).program
    assert show_program(observed, whole=True) == show_program(compile_game(SOURCE).program, whole=True)
    for text in ("(is In (to) (sites Top))", "(sites Top)", "(is Line 3)", "(result Mover Win)"):
        assert listener.heard[text, "lower"] == 1, text
    # what is asked of another ludeme by the one around it is heard of that, too
    assert listener.held["(sites Top)"] == ("IsIn", "region")


def test_advice_decides_what_a_ludeme_becomes() -> None:
    anywhere = Source("small.lud", SOURCE.text.replace("(is In (to) (sites Top))", "False"))
    observed = compile_game(SOURCE, observer=NeverIn()).program
    assert show_program(observed) == show_program(compile_game(anywhere).program)


def test_nothing_stays_behind_even_after_a_mistake() -> None:
    game = bind_game(SOURCE).game
    assert isinstance(game, Game)
    plain = show_program(lower(game).finish()[0], whole=True)
    with (
        pytest.raises(ZeroDivisionError),
        woven([(game, None)], NeverIn()),
        woven([(game, None)], Listener()),
    ):
        assert show_program(lower(game).finish()[0], whole=True) != plain
        raise ZeroDivisionError
    assert show_program(lower(game).finish()[0], whole=True) == plain
    for ludeme in ludemes_in(game):
        assert not any(callable(vars(ludeme).get(name)) for name in LOWERING)
