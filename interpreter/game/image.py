"""Images: what compiling a game left, ready to play, and kept on disk.

Starting from an image imports neither the ludemes nor the parser. It is as good as the game's file as long as
nothing has changed that the game was made from: the texts of all files that were read (and that others, which
would be found before them, are still missing), the options, the code of the language, the plug-ins. If
anything has, the game is compiled as if there were none.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from gdl.core.ops import Program
from gdl.source.consulted import Witness
from gdl.support.values import evolve, field, frozen
from interpreter.drawing.plan import Plan
from interpreter.engines.cache import Cache, default_folder
from interpreter.engines.kept import keep, kept, key_of, language_version, recall

if TYPE_CHECKING:
    from gdl.compile.compile import Bound, Compiled
    from gdl.equip.dice import Die
    from gdl.ludeme.weaving import Observer
    from gdl.parse.forms import Form
    from gdl.passes.linker import LinkUnit
    from gdl.source.diagnostics import Diagnostic
    from gdl.source.text import Source
    from interpreter.game.customs import Customs
    from interpreter.game.metadata import Graphics
    from interpreter.game.position import Position


@frozen
class Recipe:
    """What a game is made from: a file by its path, what was chosen, what runs it.

    `path` is its file, or where it is a `text` what that is called in messages; `folder` is the absolute path
    of the folder that a path begins in. `position` is what it begins with: as scenarios describe it, which
    makes it part of the rules, or as `State.text` writes it, which does not. `subgame` is the text of the
    game that a match plays, where it is not to be looked for.
    """

    path: str
    options: tuple[tuple[str, str], ...]
    definitions: tuple[str, ...]
    position: Position | str | None = None
    engine: str = "python"
    checked: bool = False
    text: str | None = None
    subgame: str | None = None
    folder: str = ""

    @property
    def source(self) -> str | Source:
        """Its file, or its text."""
        from gdl.source.text import Source

        return self.path if self.text is None else Source(self.path, self.text)


@frozen
class Image:
    """What playing a game needs to know of it."""

    #: the core program as it was lowered, and what stands for it in the cache (None: nothing does)
    program: Program = field(repr=False)
    key: str | None
    #: stands for the rules as they are played
    fingerprint: str
    #: every option with what was chosen
    options: tuple[tuple[str, str], ...]
    #: what the file says about the game, and what the file of the game that a match plays says
    metadata: dict[str, str] = field(repr=False)
    counting: dict[str, str] = field(repr=False)
    #: how its pieces are to look
    graphics: Graphics = field(repr=False)
    #: how its moves are written by people
    customs: Customs = field(repr=False)
    #: the names that the rules give the players
    seats: tuple[str, ...]
    #: the sites beside the board
    hands: frozenset[int]
    dice: tuple[Die, ...]
    plan: Plan = field(repr=False)
    #: what it was made from
    made_from: Witness = field(repr=False)
    #: the rules as one text in which all is put in, and for a match that of the game that it plays
    texts: tuple[str, ...] = field(repr=False)


def image_of(compiled: Compiled) -> Image:
    """The image of a game that was compiled just now."""
    from hashlib import blake2b

    from gdl.equip.dice import dice_of
    from gdl.parse.forms import one_line
    from interpreter.drawing.layout import plan_of
    from interpreter.game.customs import read_customs
    from interpreter.game.metadata import player_names, read_graphics, read_metadata

    text = "\n".join(one_line(form) for form in compiled.texts)
    metadata = (compiled.expanded.metadata, compiled.metadata)
    texts = (_with_metadata(*each) for each in zip(compiled.texts, metadata, strict=False))
    return Image(
        program=compiled.program,
        key=key_of(compiled.program),
        fingerprint=blake2b(text.encode(), digest_size=8).hexdigest(),
        options=tuple(compiled.expanded.chosen.items()),
        metadata=read_metadata(compiled.expanded.metadata),
        counting=read_metadata(compiled.metadata),
        graphics=read_graphics(compiled.metadata),
        customs=read_customs(compiled.metadata),
        seats=player_names(compiled.program, compiled.metadata),
        hands=frozenset(site for held in compiled.facts.containers for site in held.sites),
        dice=tuple(dice_of(compiled.facts)),
        plan=plan_of(compiled.facts),
        made_from=_witness(compiled),
        texts=tuple(texts),
    )


def _with_metadata(game: Form, metadata: Sequence[Form]) -> str:
    from gdl.parse.forms import one_line

    said = f"\n(metadata {' '.join(map(one_line, metadata))})" if metadata else ""
    return f"{one_line(game)}{said}\n"


@frozen
class Verdict:
    """What checking a file without an error left to be said."""

    warnings: tuple[Diagnostic, ...]
    made_from: Witness


_Kept = TypeVar("_Kept", Image, Verdict)


def warnings_for(recipe: Recipe) -> tuple[Diagnostic, ...]:
    """What is to be said of a game, which may have been found out before. Raises LanguageError."""
    return _until_changed(Verdict, recipe, _verdict_of)[0].warnings


def _verdict_of(recipe: Recipe) -> tuple[Verdict, Compiled]:
    """All that checking a game finds, what only a check looks for among it; and the game."""
    from gdl.compile.compile import bind_game
    from gdl.lint import findings
    from gdl.lint.notes import Noted

    def compiling(options: Mapping[str, str], observer: Observer) -> Compiled:
        return compile_recipe(evolve(recipe, options=tuple(options.items())), observer)

    def binding(options: Mapping[str, str]) -> Bound:
        return bind_game(recipe.source, options, definitions=recipe.definitions)

    noted = Noted.by(compiling, dict(recipe.options))
    return Verdict(findings(noted, binding), _witness(noted.compiled)), noted.compiled


def image_for(recipe: Recipe) -> tuple[Image, Compiled | None]:
    """The image of a game, and the game itself where it had to be compiled. Raises LanguageError."""
    return _until_changed(Image, recipe, _image_and_game)


def _image_and_game(recipe: Recipe) -> tuple[Image, Compiled]:
    compiled = compile_recipe(recipe)
    return image_of(compiled), compiled


def _until_changed(
    kind: type[_Kept], recipe: Recipe, make: Callable[[Recipe], tuple[_Kept, Compiled]]
) -> tuple[_Kept, Compiled | None]:
    """What was kept of a game, while nothing has changed that it was made from; else the game is compiled."""
    store = Cache(default_folder())
    key = None if store.folder is None else _key(recipe)
    if key is not None:
        result = recall(kind, key, store)
        if result is not None and result.made_from.holds():
            return result, None
    value, compiled = make(recipe)
    if key is not None:
        keep(value, key, store)
    return value, compiled


def _witness(compiled: Compiled) -> Witness:
    """All that a game was made from, the plug-ins too."""
    from gdl.bind.plugins import plugin_files

    for path in plugin_files():
        compiled.expanded.consulted.file(path)
    return compiled.expanded.consulted.witness()


def compile_recipe(recipe: Recipe, observer: Observer | None = None) -> Compiled:
    """Compile the game that a recipe is of, with an `observer` around its lowering if one is given.

    Raises LanguageError.
    """
    from gdl.compile.compile import compile_game
    from gdl.source.text import Source

    subgame = None if recipe.subgame is None else Source(recipe.path, recipe.subgame)
    return compile_game(
        recipe.source,
        dict(recipe.options),
        definitions=recipe.definitions,
        observer=observer,
        subgame=subgame,
    )


def estimate_for(image: Image, recipe: Recipe, compiled: Callable[[], Compiled]) -> LinkUnit:
    """How states of a game are estimated, kept beside its image; else the `compiled` game tells."""
    from gdl.passes.linker import LinkUnit

    key = None if image.key is None else f"{image.key} {_key(recipe)}"
    return kept(LinkUnit, key, Cache(default_folder()), lambda: compiled().estimate)


def _key(recipe: Recipe) -> str:
    """Stands for all that is known without looking at the game."""
    where = os.path.abspath(recipe.path) if recipe.text is None else ""
    folders = [os.path.abspath(folder) for folder in recipe.definitions]
    chosen = (recipe.path, where, recipe.text, recipe.subgame, recipe.options, recipe.definitions, folders)
    return repr((chosen, language_version(), sorted(_installed())))


def _installed() -> Iterator[str]:
    """A line for each installed package: any may bring ludemes."""
    for folder in dict.fromkeys(sys.path):
        try:
            with os.scandir(folder or os.curdir) as entries:
                for entry in entries:
                    if entry.name.endswith((".dist-info", ".egg-info")):
                        yield f"{entry.path} {entry.stat().st_mtime_ns}"
        except NotADirectoryError:
            yield f"{folder} {os.stat(folder).st_mtime_ns}"
        except OSError:
            continue
