"""Royal pieces: whether one is attacked, asked of the same rules with another end (program derivation).

The game is compiled once more, all of it, with an end in place of its own: whoever attacks the royal piece of who
is next wins. A position in which somebody passes then tells whether there is check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from gdl.parse.forms import Brace, Form, Paren, Word, one_line
from gdl.parse.parser import parse
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.kept import kept, prepared
from interpreter.engines.move_words import RawMove
from interpreter.engines.placing import fill_from
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.module import Module
from interpreter.game.image import Image, Recipe, compile_recipe

if TYPE_CHECKING:
    from interpreter.game.state import State


class Royal:
    """The pieces of a game that must not be attacked."""

    def __init__(self, module: Module) -> None:
        self._engine = PythonEngine(module.program, prepared=True, module=module)

    def attacked(self, state: State, seat: int) -> bool:
        """Whether a seat's piece is attacked in a position."""
        engine, seats = self._engine, len(state.game.seats)
        asked = engine.fresh_state()
        fill_from(asked, engine.module, state.game.engine, state.raw)
        mover = (seat - 2) % seats + 1
        asked.mover, asked.over = mover, False
        if "next" in engine.module.slots.values():
            asked.next = seat
        engine.stepper.settle(asked, *RawMove(engine.pass_kind, (), -1))
        ranks = engine.ranks(asked)
        return bool(asked.over) and ranks[mover - 1] == min(ranks) < max(ranks)


def royal_of(image: Image, name: str) -> Royal | None:
    """The royal pieces of a game, by their name; None for rules of which nobody can be asked that."""
    text = image.texts[-1]
    key = None if image.key is None else f"royal {name} {image.key}"
    try:
        return Royal(kept(Module, key, Cache(default_folder()), lambda: _made(text, name)))
    except LanguageError:
        return None


def _made(text: str, name: str) -> Module:
    recipe = Recipe("royal", (), (), text=_with_its_end(text, name))
    return Module(prepared(compile_recipe(recipe).program, Cache(default_folder()), keep=False))


def _with_its_end(text: str, name: str) -> str:
    """The rules with that end in place of every other."""
    end = f'(end (if (is Threatened (id "{name}" Next)) (result Mover Win)))'
    forms, _ = parse(Source("royal", text))
    (made, *_), _ = parse(Source("royal", end))
    return "\n".join(one_line(_replaced(form, made, False)) for form in forms)


def _replaced(form: Form, end: Form, in_rules: bool) -> Form:
    if isinstance(form, Brace):
        return evolve(form, items=tuple(_replaced(each, end, in_rules) for each in form.items))
    if not isinstance(form, Paren) or not form.items:
        return form
    head = form.items[0].text if isinstance(form.items[0], Word) else ""
    if head == "end" and in_rules:
        return end
    if head in ("game", "rules", "phases", "phase"):
        inside = in_rules or head == "rules"
        return evolve(form, items=tuple(_replaced(each, end, inside) for each in form.items))
    return form
