"""`gdl rules`: the rules of a game in English."""

from __future__ import annotations

import click

from interpreter.cli.arguments import game_argument, load_game, options_option
from interpreter.cli.output import is_terminal, say

_FORMATS = ("text", "markdown", "html")
#: Lines longer than this are hard to read.
_WIDEST = 100


@click.command()
@game_argument
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True,
              help="Text for a terminal, Markdown, or a page of HTML that needs nothing else.")  # fmt: skip
@options_option
def command(game: str, form: str, options: dict[str, str]) -> None:
    """Tell the rules of GAME in English, as they are played with the options chosen."""
    loaded = load_game(game, options)
    from interpreter.rulebook import rendered, rules

    say(rendered(loaded, rules(loaded), form, _width()).rstrip("\n"))


def _width() -> int:
    if not is_terminal(False):
        return _WIDEST
    import shutil

    return min(_WIDEST, shutil.get_terminal_size().columns)
