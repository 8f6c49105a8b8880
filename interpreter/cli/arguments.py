"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gdl.support.values import fields

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.players.options import Unit

F = TypeVar("F", bound=Callable[..., Any])

game_argument = click.argument("game")


def engine_option(default: str) -> Callable[[F], F]:
    """The option that names the engine."""
    return click.option("--engine", default=default, show_default=True, metavar="NAME",
                        help="Which engine runs the rules: auto, native or python.")  # fmt: skip


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    chosen = {}
    for value in values:
        name, equals, choice = value.partition("=")
        if not (equals and name.strip() and choice.strip()):
            raise click.BadParameter(f"`{value}` is not NAME=VALUE")
        if not value.isascii() and value != value.encode(errors="replace").decode():
            raise click.BadParameter(f"`{value}` is not written in UTF-8")
        chosen[name.strip()] = choice.strip()
    return chosen


def unit_of(unit: Unit) -> Callable[[click.Context, click.Parameter, str], float]:
    """Reads an option's value as it is written for players: `2s`, `256M`."""

    def read(ctx: click.Context, param: click.Parameter, text: str) -> float:
        value = unit.read(text)
        if value is None or value <= 0:
            raise click.BadParameter(f"`{text}` is not {unit.name}, such as {unit.example}")
        return value

    return read


options_option = click.option(
    "--option", "-o", "options", multiple=True, metavar="NAME=VALUE", callback=_pairs,
    help="Choose one of the game's options (`gdl options GAME` lists them); may be repeated.",
)  # fmt: skip


def side_options(side: str) -> Callable[[F], F]:
    """Options for one of two games."""
    return click.option(
        f"-{side}", f"--option-{side}", f"options_{side}", multiple=True, metavar="NAME=VALUE",
        callback=_pairs, help=f"Choose an option of {side.upper()} alone; may be repeated.",
    )  # fmt: skip


def options_of(cls: type, *names: str) -> Callable[[F], F]:
    """The options for some fields of a class of options, in this order."""
    known = {each.name: each for each in fields(cls)}

    def add(command: F) -> F:
        for name in reversed(names):
            each = known[name]
            spelling = each.metadata
            spelt = spelling.get("spelt") or f"--{name.replace('_', '-')} {name}"
            flags = [*spelt.split(" "), *spelling.get("short", ())]
            settings: dict[str, Any] = {"show_default": True, "metavar": spelling.get("metavar")}
            if each.default is False:
                settings = {"is_flag": True}
            elif "range" in spelling:
                settings["type"] = click.IntRange(*spelling["range"])
            command = click.option(*flags, default=each.default, help=spelling["help"], **settings)(command)
        return command

    return add


def place_options(work: str) -> Callable[[F], F]:
    """The options that say by how many processes and where work is done, and which file keeps results."""
    options = (
        click.option("--workers", "-w", type=click.IntRange(1, 1024), default=1, show_default=True,
                     help="How many processes play; that changes nothing but the time."),
        click.option("--on", metavar="CLUSTER", help="Play on a cluster: dask:ADDRESS, ray, ray:ADDRESS."),
        click.option("--results", metavar="FILE",
                     help=f"Keep the results here as they come; the same {work} goes on from them."),
    )  # fmt: skip
    return lambda command: reduce(lambda inner, option: option(inner), reversed(options), command)


seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Repeat a game of chance.")
checked_option = click.option(
    "--checked", is_flag=True, help="Have the native engine verify all that it does; slower."
)
threads_option = click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True,
                              help="How many threads share the work.")  # fmt: skip
output_format_option = click.option(
    "--output-format", type=click.Choice(["text", "json"]), default="text", show_default=True
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def load_game(name: str, options: dict[str, str] | None = None) -> Game:
    """The game that a GAME argument names; raises UserError or LanguageError."""
    from interpreter.game.game import load

    return load(name, options=options or {})
