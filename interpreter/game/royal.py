"""Royal pieces: whether one is attacked, asked of the same rules with another end (program derivation).

The game is compiled once more, all of it, with an end in place of its own: whoever attacks the royal piece of
who is next wins. A position in which somebody passes then tells whether there is check.
"""

from __future__ import annotations

from gdl.parse.forms import Brace, Form, Paren, Word, one_line
from gdl.parse.parser import parse
from gdl.source.diagnostics import LanguageError
from gdl.source.text import Source
from gdl.support.values import evolve
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.interface import Engine, RawState
from interpreter.engines.kept import kept, prepared
from interpreter.engines.move_words import RawMove
from interpreter.engines.placing import fill_from, put
from interpreter.engines.python import PythonEngine
from interpreter.engines.python.module import Module
from interpreter.game.image import Image, Recipe, compile_recipe


class Royal:
    """The pieces of a game that must not be attacked."""

    def __init__(self, module: Module) -> None:
        self._engine = PythonEngine(module.program, prepared=True, module=module)

    def attacked(self, of: Engine, raw: RawState, seat: int) -> bool:
        """Whether a seat's piece is attacked in a state of the game's own engine."""
        engine, players = self._engine, of.program.players
        asked = engine.fresh_state()
        fill_from(asked, engine.module, of, raw)
        mover = (seat - 2) % players + 1
        now = {"mover": mover, "over": False, "next": seat}
        for field, slot in engine.module.slots.items():
            if field.name in now:
                put(asked, slot, field, now[field.name])
        engine.stepper.settle(asked, *RawMove(engine.pass_kind, (), -1))
        ranks = engine.ranks(asked)
        return engine.over(asked) and ranks[mover - 1] == min(ranks) < max(ranks)


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
