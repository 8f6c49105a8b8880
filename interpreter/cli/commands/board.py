"""`gdl board`: a game's board to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import game_argument, load_game, options_option, seed_option
from interpreter.cli.output import say
from interpreter.cli.positions import position_options

if TYPE_CHECKING:
    from interpreter.drawing.view import Layer

_LAYERS = ("pieces", "names", "numbers", "colours", "regions", "tracks", "states", "legend", "all")


def _layers(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> frozenset[str]:
    named = {word.strip() for value in values for word in value.split(",") if word.strip()}
    unknown = sorted(named - {*_LAYERS})
    if unknown:
        from gdl.source.suggest import nearest

        near = nearest(unknown[0], _LAYERS)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        raise click.BadParameter(f"`{unknown[0]}` is none of {', '.join(_LAYERS)}{hint}")
    return frozenset(_LAYERS[:-1]) if "all" in named else frozenset(named)


@click.command()
@game_argument
@click.option("--show", "-s", metavar="WHAT,...", multiple=True, callback=_layers,
              help=f"What to draw: {', '.join(_LAYERS)}.")  # fmt: skip
@position_options
@click.option("--legal", is_flag=True, help="Mark where the legal moves lead.")
@click.option("--svg", "file", metavar="FILE", help="Write an SVG picture.")
@click.option("--format", "form", type=click.Choice(("text", "svg")), default="text", show_default=True,
              help="What to print.")  # fmt: skip
@click.option("--plain", is_flag=True, help="Draw without colours.")
@options_option
@seed_option
def command(
    game: str,
    show: frozenset[str],
    moves: str,
    position: str | None,
    legal: bool,
    file: str | None,
    form: str,
    plain: bool,
    options: dict[str, str],
    seed: int | None,
) -> None:
    """Draw the board of GAME, in its first position or another.

    In text it has its sites' names and numbers, colours, regions and tracks; a picture has what --show names.
    """
    from gdl.support.values import evolve
    from interpreter.cli.positions import line_to
    from interpreter.drawing.view import USUAL
    from interpreter.records.model import marks_of_turn

    loaded = load_game(game, options)
    line = line_to(loaded, moves, position, seed or 0)
    marks = marks_of_turn(line)
    if legal:
        marks = evolve(marks, legal=line.state.legal_targets)

    def layers(usual: frozenset[Layer]) -> frozenset[Layer]:
        return frozenset(layer for layer in type(next(iter(usual))) if layer.value in show) or usual

    if file is not None or form == "svg":
        from pathlib import Path

        from interpreter.drawing.svg.write import svg
        from interpreter.support.files import write

        picture = svg(line.state.view(layers(USUAL), marks))
        if file is None:
            say(picture)
            return
        write(Path(file), f"{picture}\n")
        say(f"Written to {file}.")
        return
    from interpreter.cli.board_text import described
    from interpreter.cli.terminal import Terminal
    from interpreter.drawing.view import Layer as every_layer

    terminal = Terminal(plain)
    view = line.state.view(layers(frozenset(every_layer)), marks)
    for each in described(loaded, view, terminal.has_colours):
        terminal.drawn(each)
