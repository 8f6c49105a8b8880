"""`gdl`: finds the command, runs it, and turns every mistake into a clear text and an exit code.

Exit codes: 0 fine; 1 what was given is wrong (a game's file, a move, a name); 2 the command was used
wrongly; 70 a mistake of ours; 71 there is not enough memory. Errors go to stderr. Commands are imported only
when asked for, so that `gdl --version` does not wait for the language.
"""

from __future__ import annotations

import gc
import os
import sys
from functools import cache
from importlib import import_module

import click

from interpreter.cli import commands
from interpreter.cli.leaving import (
    FINE,
    INTERRUPTED,
    NO_MEMORY,
    OUR_MISTAKE,
    WRONG_INPUT,
    WRONG_USE,
    leave,
)
from interpreter.cli.output import (
    print_help,
    say,
    show_diagnostics,
    show_lost_output,
    show_usage_error,
    show_user_error,
)
from interpreter.errors.memory import want_of_memory
from interpreter.errors.user_errors import UserError
from interpreter.support.modules import module_names
from interpreter.support.printing import OUT, OutputLostError, ReaderGoneError, open_standard_streams

#: The sections of help, by what a person wants, each with its commands in order; commands that are in none
#: come last.
SECTIONS = {
    "Play": ("list", "play", "players", "match", "train", "serve", "reports", "join", "record", "replay"),
    "Write": ("new", "import", "check", "format", "test", "lsp", "explain"),
    "Know": ("rules", "options", "board", "why", "solve", "study", "compare", "vary", "invent"),
    "Look inside": ("show", "trace", "perft", "bench"),
}
#: Every command; each is `command` in the module of its name in `interpreter/cli/commands/`.
COMMANDS = module_names(commands.__path__, tuple(name for names in SECTIONS.values() for name in names))


def _with_help(command: click.Command) -> click.Command:
    """A command whose help is printed as everything else is."""
    command.add_help_option = False
    command.params.append(
        click.Option(["-h", "--help"], is_flag=True, is_eager=True, expose_value=False, callback=print_help,
                     help="Show this message and exit.")
    )  # fmt: skip
    return command


@cache
def _command(name: str) -> click.Command:
    return _with_help(import_module(f"{commands.__name__}.{name}").command)


class LazyGroup(click.Group):
    """A group whose commands are modules, imported when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order in which help shows them."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections of help."""
        listed = {name for names in SECTIONS.values() for name in names}
        others = tuple(name for name in COMMANDS if name not in listed)
        width = formatter.width - 6 - max(map(len, COMMANDS))
        for title, names in {**SECTIONS, "More": others}.items():
            rows = [(name, _command(name).get_short_help_str(width)) for name in names if name in COMMANDS]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        return _command(cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; what is no name of one is told with those like it."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            from gdl.source.suggest import nearest

            near = nearest(name, COMMANDS)
            hint = f" Did you mean `{near[0]}`?" if near else ""
            raise click.UsageError(f"there is no command `{name}`.{hint}", ctx)
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from gdl.version import __version__

        say(f"gdl (ludwright) {__version__}")
        ctx.exit()


@click.group(cls=LazyGroup)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
              help="Show the version and leave.")  # fmt: skip
@click.option("--debug", is_flag=True, expose_value=False,
              help="Show Python's traceback if something inside goes wrong.")  # fmt: skip
def cli() -> None:
    """Board games as text files: play them, check them, measure them.

    GAME is the path of a .lud file or the name of a shipped game (`gdl list`).
    """


_with_help(cli)


#: When the garbage collector looks for cycles: the first of its generations holds so many objects more than
#: Python would let it. Importing and compiling make many objects that stay, and nearly no cycles; looking
#: through them again and again would be a tenth of a command's time.
RARELY = (400_000, 20, 20)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    gc.set_threshold(*RARELY)
    # numpy's algebra, which no command asks for, ends the process where its threads find no memory
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    given = sys.argv[1:] if arguments is None else arguments
    try:
        code = run(given)
    except KeyboardInterrupt:  # once more, while the first was answered
        code = INTERRUPTED
    leave(code)


def run(arguments: list[str]) -> int:
    """Run one command line; returns the exit code."""
    debug = "--debug" in arguments
    if debug:  # accepted before and after the command's name
        arguments = [word for word in arguments if word != "--debug"]
    open_standard_streams()
    try:
        result = cli.main(arguments, prog_name="gdl", standalone_mode=False)
        OUT.flush()
    except click.UsageError as error:
        show_usage_error(error)
        return WRONG_USE
    except click.ClickException as error:
        show_usage_error(error)
        return WRONG_INPUT
    except (click.Abort, KeyboardInterrupt):
        say("stopped", error=True)
        return INTERRUPTED
    except ReaderGoneError:
        return FINE
    except OutputLostError as error:
        show_lost_output(error)
        return WRONG_INPUT
    except Exception as error:
        lacking = want_of_memory(error)
        if lacking is None:
            return _explain(error, debug)
        if not debug:
            # lets go of what all its frames hold: telling it takes memory, too
            error.__traceback__ = error.__cause__ = error.__context__ = None
        else:
            _show_traceback(error)
        show_user_error(lacking)
        return NO_MEMORY
    return result if isinstance(result, int) else FINE


def _show_traceback(error: Exception) -> None:
    import traceback

    say("".join(traceback.format_exception(error)).rstrip("\n"), error=True)


def _explain(error: Exception, debug: bool) -> int:
    from gdl.source.diagnostics import LanguageError

    if isinstance(error, UserError):
        show_user_error(error)
        return WRONG_INPUT
    if isinstance(error, LanguageError):
        show_diagnostics(error.diagnostics)
        return WRONG_INPUT
    if debug:
        _show_traceback(error)
    what = " ".join(str(error).split())[:200]
    say(f"internal error: {type(error).__name__}: {what}", error=True)
    say(
        "This is a mistake in Ludwright, not in your game. Please report it with the command you typed and "
        "the game's file; --debug shows where it happened.",
        error=True,
    )
    return OUR_MISTAKE


if __name__ == "__main__":
    main()
