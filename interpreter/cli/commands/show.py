"""`gdl show`: what a game's file becomes on its way to being played."""

from __future__ import annotations

import click

from interpreter.cli.arguments import game_argument, load_game, options_option
from interpreter.cli.output import say, say_table
from interpreter.support.tables import Table

_STAGES = ("forms", "ludemes", "core", "python", "llvm")


@click.command()
@game_argument
@click.option("--stage", type=click.Choice(_STAGES), default="core", show_default=True,
              help="Which stage to print.")  # fmt: skip
@click.option("--after", metavar="PASS", help="Print the core program after this pass.")
@click.option("--without", metavar="PASS", multiple=True,
              help="Leave a pass out, to find the one at fault. Can be given several times.")  # fmt: skip
@click.option("--whole", is_flag=True, help="Print all of the core program, so that it can be read again.")
@click.option("--passes", is_flag=True, help="Tell what each pass does, and what it did.")
@options_option
def command(
    game: str, stage: str, after: str | None, without: tuple[str, ...], whole: bool, passes: bool,
    options: dict[str, str],
) -> None:  # fmt: skip
    """Print one stage of GAME: its forms with all definitions put in, its ludemes, its core program, the
    Python that runs it, or the LLVM that becomes machine code and plays random games.

    A file that ends in .core is read as a core program, such as --whole prints.
    """
    if stage != "core" and (after or without or whole or passes):
        raise click.UsageError("--after, --without, --whole and --passes are for the stage `core`")
    from interpreter.game.stages import OF_GAMES, OF_PROGRAMS, core_after, read_core, work_of

    if not game.endswith(".core"):
        compiled = load_game(game, options).compiled
        if stage in OF_GAMES:
            say(OF_GAMES[stage](compiled))
            return
        program = compiled.program
    elif stage in OF_GAMES or options:
        raise click.UsageError("a core program has no forms, ludemes or options")
    else:
        program = read_core(game)
    if passes:
        rows = [
            (each.name, each.purpose, f"{each.before:,}", f"{each.after:,}", f"{1000 * each.seconds:.1f}")
            for each in work_of(program, without)
        ]
        say_table(Table.of(("pass", "what it does", "before", "after", "ms"), rows, left=2))
    elif after or without:
        say(core_after(program, after, without, whole))
    else:
        say(OF_PROGRAMS[stage](program, whole))
