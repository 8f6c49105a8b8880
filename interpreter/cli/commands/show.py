"""`gdl show`: what a game's file becomes on its way to being played."""

from __future__ import annotations

import click

from interpreter.cli.arguments import game_argument, load_game, options_option
from interpreter.cli.output import say, say_table

_STAGES = ("forms", "ludemes", "core", "python", "llvm")


@click.command()
@game_argument
@click.option("--stage", type=click.Choice(_STAGES), default="core", show_default=True,
              help="Which stage to print.")  # fmt: skip
@click.option("--after", metavar="PASS", help="Print the core program after this pass.")
@click.option("--without", metavar="PASS", multiple=True,
              help="Leave a pass out, to find the one at fault. Can be given several times.")  # fmt: skip
@click.option("--passes", is_flag=True, help="Tell what each pass does, and what it did.")
@options_option
def command(
    game: str, stage: str, after: str | None, without: tuple[str, ...], passes: bool, options: dict[str, str]
) -> None:
    """Print one stage of GAME: its forms with all definitions put in, its ludemes, its core program, the
    Python that runs it, or the LLVM that becomes machine code and plays random games."""
    if stage != "core" and (after or without or passes):
        raise click.UsageError("--after, --without and --passes are for the stage `core`")
    loaded = load_game(game, options)
    if passes:
        from interpreter.game.passes import work_of

        rows = [
            (each.name, each.purpose, f"{each.before:,}", f"{each.after:,}", f"{1000 * each.seconds:.1f}")
            for each in work_of(loaded.compiled.program, without)
        ]
        say_table(("pass", "what it does", "before", "after", "ms"), rows, left=2)
        return
    if after or without:
        from interpreter.game.passes import core_after

        say(core_after(loaded.compiled.program, after, without))
        return
    from interpreter.game.stages import STAGES

    say(STAGES[stage](loaded.compiled))
