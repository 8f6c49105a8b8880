"""`gdl reports`: what visitors of a page have reported, for whoever looks after it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.arguments import json_option

if TYPE_CHECKING:
    from interpreter.serve.rooms.reports import Report


@click.command()
@click.option(
    "--database",
    metavar="FILE|ADDRESS",
    help="Where games are kept, as `gdl serve` was told it.  [default: in the user's data folder]",
)
@click.option("--all", "everything", is_flag=True, help="Also those about which something was done.")
@click.option("--close", "closed", type=int, multiple=True, metavar="NUMBER",
              help="Nothing more is to be done about a report; may be repeated.")  # fmt: skip
@click.option("--delete", "deleted", type=int, multiple=True, metavar="NUMBER",
              help="Delete the room of a report, with all that was played and said there; may be "
                   "repeated.")  # fmt: skip
@json_option
def command(
    database: str | None,
    everything: bool,
    closed: tuple[int, ...],
    deleted: tuple[int, ...],
    as_json: bool,
) -> None:
    """List what visitors of the page have reported, with what was said in the room, the newest last.

    It may be used while `gdl serve` runs, which deletes within a few seconds what is to be deleted; else it
    is deleted when a server is started.
    """
    from interpreter.cli.commands.serve import usual_database
    from interpreter.cli.output import say, say_json
    from interpreter.errors.user_errors import MissingExtraError

    try:
        from interpreter.serve.rooms import reports
        from interpreter.serve.rooms.connecting import connected, is_address, shown
        from interpreter.serve.rooms.database import DatabaseError
        from interpreter.serve.rooms.errors import CannotServeError
        from interpreter.serve.rooms.tables import brought_up
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "cattrs":
            raise
        raise MissingExtraError("the page takes packages that are not installed: "
                                "pip install 'ludwright[serve]'") from error  # fmt: skip
    from gdl.support.printable import one_line

    place = str(usual_database()) if database is None else database
    try:
        if not is_address(place) and not Path(place).is_file():
            raise CannotServeError(f"no games are kept in {one_line(place)}: --database names the file")
        connection = connected(place)
        try:
            brought_up(connection)
            for verdict, numbers in ((reports.CLOSED, closed), (reports.DELETE, deleted)):
                for number in numbers:
                    reports.decide(connection, number, verdict)
            found = reports.listed(connection, everything)
        finally:
            connection.close()
    except (OSError, ValueError, DatabaseError) as error:
        raise CannotServeError(f"cannot read {one_line(shown(place))}: {error}") from None
    if as_json:
        from attrs import asdict

        say_json([asdict(each) for each in found], indent=2)
        return
    for each in found:
        _say_report(each)
    if not found:
        say("there are no reports" if everything else "there are no open reports")


def _say_report(report: Report) -> None:
    import time

    from gdl.support.printable import one_line
    from interpreter.cli.output import say

    at = time.strftime("%Y-%m-%d %H:%M", time.localtime(report.at))
    about = "" if report.about is None else f", about {one_line(report.about)}"
    done = "" if report.verdict is None else f" [{report.verdict}]"
    say(f"{report.number}  {at}  {one_line(report.game)}, room {report.room}{done}")
    say(f"   by {one_line(report.who)}{about}: {one_line(report.words) or '(without words)'}")
    for said in report.said:
        name = said.name or f"player {said.player}" if said.player else said.name or "the host"
        say(f"   | {one_line(name)} ({said.person}): {one_line(said.words)}")
