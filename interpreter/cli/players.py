"""`gdl players`: who can be named as a player, and what can be set of them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import json_option

if TYPE_CHECKING:
    from interpreter.players.options import Option


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the players and their options.

    Seats are separated by commas, options by colons: --players human,mcts:2s. The name of an option in
    brackets may be left out.
    """
    from interpreter.players.kinds import KINDS

    if as_json:
        import json

        shown = [
            {
                "name": kind.name,
                "summary": kind.summary,
                "options": [
                    {
                        "name": option.name,
                        "unit": option.unit.name.split()[-1],
                        "default": _default(option) or None,
                        "name may be left out": option.bare,
                        "help": option.help,
                    }
                    for option in kind.options
                ],
                "only one of": [list(group) for group in kind.exclusive],
            }
            for kind in KINDS.values()
        ]
        click.echo(json.dumps(shown, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("player", "option", "default", "what it is"):
        table.add_column(head)
    for kind in KINDS.values():
        table.add_row(kind.name, "", "", kind.summary)
        for option in kind.options:
            name = f"\\[{option.name}=]" if option.bare else f"{option.name}="
            table.add_row("", name, _default(option), f"{option.help} ({option.examples})")
    Console(width=None if sys.stdout.isatty() else 110).print(table)


def _default(option: Option) -> str:
    return "" if option.default is None else option.unit.write(option.default)
