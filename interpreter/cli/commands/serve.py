"""`gdl serve`: a page to play on."""

from __future__ import annotations

from pathlib import Path

import click


def _networks(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses and networks, written as always. Raises BadParameter for what is none."""
    import ipaddress

    try:
        return tuple(str(ipaddress.ip_network(each, strict=False)) for each in given)
    except ValueError as error:
        raise click.BadParameter(f"{error}: an address or a network is wanted, as 10.0.0.0/8") from None


@click.command()
@click.argument("game", required=False)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0 is all."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True,
              help="The port; 0 for any that is free.")  # fmt: skip
@click.option("--name", "names", multiple=True, metavar="HOST",
              help="A name under which others reach the server; may be repeated.")  # fmt: skip
@click.option(
    "--database",
    metavar="FILE|ADDRESS",
    help="Where games are kept: a file, or the address of a PostgreSQL, postgresql://..., which several "
    "servers may share.  [default: a file in the user's data folder]",
)
@click.option("--keep", type=click.IntRange(1, 36500), metavar="DAYS",
              help="Delete games in which nothing was done for so long.  [default: keep all]")  # fmt: skip
@click.option("--trusted-proxy", "proxies", multiple=True, metavar="ADDRESS|NETWORK", callback=_networks,
              help="A proxy, such as 127.0.0.1 or 10.0.0.0/8, that is believed about who asks "
                   "(X-Forwarded-For, -Proto, -Host); may be repeated.")  # fmt: skip
@click.option("--log", "log_file", metavar="FILE",
              help="A file to log to; - is standard error.  [default: -, what goes wrong alone]")  # fmt: skip
@click.option("--log-level", type=click.Choice(("warning", "info", "debug")),
              help="How much is logged: what goes wrong, also events and requests, also requests for "
                   "files of the page.  [default: info with --log, else warning]")  # fmt: skip
@click.option("--ponder", is_flag=True,
              help="Let computers that go by the clock think on while people do.")  # fmt: skip
@click.option("--chat", type=click.Choice(("free", "phrases", "off")), default="free", show_default=True,
              help="What people may write to each other in a game: anything, what is offered to be said, "
                   "nothing.")  # fmt: skip
@click.option("--lobby/--no-lobby", default=True,
              help="Whether games can be offered to whoever comes.  [default: they can]")  # fmt: skip
@click.option("--gallery", is_flag=True,
              help="Let visitors put games that they have made where all can see them.")  # fmt: skip
@click.option("--open", "opened", is_flag=True, help="Show the page in a browser.")
def command(
    game: str | None,
    host: str,
    port: int,
    names: tuple[str, ...],
    database: str | None,
    keep: int | None,
    proxies: tuple[str, ...],
    log_file: str | None,
    log_level: str | None,
    ponder: bool,
    chat: str,
    lobby: bool,
    gallery: bool,
    opened: bool,
) -> int:
    """Serve a page on which games are played: by people here, by people far away, by computers.

    With GAME the page begins with it. If it is a file of yours, the address of its workshop is told too:
    whoever has that may change the file. It takes `pip install 'ludwright[serve]'`.
    """
    from contextlib import ExitStack
    from urllib.parse import quote

    from interpreter.cli.output import say
    from interpreter.errors.user_errors import MissingExtraError

    try:
        from interpreter.serve.rooms.connecting import shown
        from interpreter.serve.rooms.database import DatabaseError
        from interpreter.serve.rooms.errors import CannotServeError
        from interpreter.serve.rooms.house import House, Terms
        from interpreter.serve.web.log import logged
        from interpreter.serve.web.run import bound, serve
        from interpreter.serve.web.writing import OwnFile
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in (
            "cattrs",
            "starlette",
            "uvicorn",
            "websockets",
            "anyio",
            "httptools",
        ):
            raise
        raise MissingExtraError("the page takes packages that are not installed: "
                                "pip install 'ludwright[serve]'") from error  # fmt: skip
    from gdl.support.printable import one_line
    from interpreter.game.shipped import locate, shipped_name

    file = None if game is None else locate(game).resolve()
    begins = None if file is None else shipped_name(file) or file.stem
    own = None if file is None or shipped_name(file) else OwnFile(file)
    place = str(usual_database()) if database is None else database
    try:
        if database is None:
            usual_database().parent.mkdir(parents=True, exist_ok=True)
        house = House(
            place,
            own={} if file is None or begins is None else {begins: file},
            host=host,
            ponder=ponder,
            terms=Terms(chat, lobby, gallery),
        )
    except (OSError, ValueError, DatabaseError) as error:
        raise CannotServeError(f"cannot keep games in {one_line(shown(place))}: {_reason(error)}") from None
    try:
        at = bound(host, port, early=not house.servers.several)
    except (OSError, ValueError, TypeError) as error:
        raise CannotServeError(f"cannot listen at {one_line(host)}, port {port}: {_reason(error)}") from None
    named = f"[{host}]" if ":" in host else host
    site = f"http://{named}:{at.getsockname()[1]}"
    address = f"{site}/{f'?game={quote(begins)}' if begins else ''}"

    def ready() -> None:
        say(f"Ludwright is at {address}")
        if own is not None:
            # the key stands behind the #, which no server is told by itself
            say(f"The workshop for {one_line(own.path.name)} is at {site}/workshop#{own.key}")
        if opened:
            import webbrowser

            webbrowser.open(address)

    with ExitStack() as logging:
        try:
            to = None if log_file in (None, "-") else log_file
            logging.enter_context(logged(to, log_level or ("warning" if log_file is None else "info")))
        except OSError as error:
            raise CannotServeError(f"cannot log to {one_line(str(log_file))}: {_reason(error)}") from None
        serve(at, house, names, ready, own=own, trusted=proxies, keep=keep and keep * 86400.0)
    return 0


def usual_database() -> Path:
    """Where games are kept if nothing else is said."""
    from platformdirs import user_data_path

    return user_data_path("ludwright", appauthor=False) / "games.sqlite"


def _reason(error: Exception) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]
