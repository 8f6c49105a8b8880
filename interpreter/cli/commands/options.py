"""`gdl options`: what a player of a game can choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gdl.support.printable import one_line
from interpreter.cli.arguments import game_argument, json_option, load_game
from interpreter.cli.output import bold, say, say_json

if TYPE_CHECKING:
    from gdl.expand import Item


@click.command()
@game_argument
@json_option
def command(game: str, as_json: bool) -> None:
    """Show the options of a game with their choices; the default is marked with *."""
    loaded = load_game(game)
    if as_json:
        rows = [
            {
                "option": option.name,
                "default": option.default.name,
                "choices": [{"name": i.name, "description": i.description} for i in option.items],
                "open": option.open
                and {
                    "range": option.open.values and [option.open.values.low, option.open.values.high],
                    "description": option.open.description,
                },
            }
            for option in loaded.available_options
        ]
        say_json({"game": loaded.name, "options": rows}, indent=2)
        return
    if not loaded.available_options:
        say(f"{loaded.name} has no options.")
    for option in loaded.available_options:
        say(bold(one_line(option.name)))
        lines = [
            ("*" if item is option.default else " ", one_line(item.name), item.description)
            for item in option.items
        ]
        if option.open is not None:
            lines.append((" ", _shown(option.open), option.open.description))
        width = max(len(name) for _, name, _ in lines)
        for mark, name, description in lines:
            say(f"  {mark} {name:<{width}}  {one_line(description)}".rstrip())


def _shown(item: Item) -> str:
    """What may be chosen of an open item."""
    return "..." if item.values is None else f"{item.values.low} to {item.values.high}"
