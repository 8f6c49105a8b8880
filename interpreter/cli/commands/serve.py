"""`gdl serve`: a page to play on."""

from __future__ import annotations

import click


@click.command()
@click.argument("game", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0 is all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True,
              help="The port; 0 for any that is free.")  # fmt: skip
@click.option("--name", "names", multiple=True, metavar="HOST",
              help="A name under which others reach the server; may be repeated.")  # fmt: skip
@click.option("--database", metavar="FILE", help="Where games are kept.  [default: in the user's data folder]")
@click.option("--open", "opened", is_flag=True, help="Show the page in a browser.")
def command(
    game: str | None, host: str, port: int, names: tuple[str, ...], database: str | None, opened: bool
) -> int:
    """Serve a page on which games are played: by people here, by people far away, by computers.

    With GAME the page begins with it. It takes `pip install 'ludwright[serve]'`.
    """
    from interpreter.cli.output import say
    from interpreter.errors.user_errors import MissingExtraError

    try:
        from interpreter.serve.web.run import bound, serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "websockets", "anyio"):
            raise
        raise MissingExtraError("the page takes packages that are not installed: "
                                "pip install 'ludwright[serve]'") from error  # fmt: skip
    from pathlib import Path

    path = Path(database) if database is not None else _kept()
    at = bound(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{at.getsockname()[1]}/{f'?game={game}' if game else ''}"

    def ready() -> None:
        say(f"Ludwright is at {address}")
        if opened:
            import webbrowser

            webbrowser.open(address)

    serve(at, path, names, ready)
    return 0


def _kept() -> object:
    from pathlib import Path

    from platformdirs import user_data_dir

    folder = Path(user_data_dir("ludwright", False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "games.sqlite"
