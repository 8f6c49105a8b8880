"""`gdl new`: a game of one's own, begun from another."""

from __future__ import annotations

import click

from interpreter.cli.output import say


@click.command()
@click.argument("name")
@click.option("--from", "origin", default="tic-tac-toe", show_default=True, metavar="GAME",
              help="The game to begin from: a path, or the name of a shipped game.")  # fmt: skip
@click.option("--definitions", is_flag=True,
              help="Copy the files of definitions too that come with Ludwright, to change them.")  # fmt: skip
def command(name: str, origin: str, definitions: bool) -> None:
    """Start a game: NAME.lud with the rules of another, to be changed, and NAME.yaml with its scenarios."""
    from interpreter.game.variant import variant, write

    new = variant(name, origin, definitions)
    write(new)
    for path in new.files:
        say(f"wrote {path}")
    say(f"Try `gdl play {new.game}` and `gdl test {new.game}`; then change the rules.")
