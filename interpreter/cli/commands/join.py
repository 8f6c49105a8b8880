"""`gdl join`: an outside program in a seat of a game on a page."""

from __future__ import annotations

import click


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("link")
@click.argument("program", nargs=-1, required=True)
def command(link: str, program: tuple[str, ...]) -> int:
    """Let PROGRAM play in the seat that LINK leads to, until the game is over.

    LINK comes from the page of `gdl serve`, here or elsewhere. PROGRAM is started with the words that follow;
    it reads positions as lines of JSON and answers with moves: docs/protocol.md tells how. It takes
    `pip install 'ludwright[serve]'`.
    """
    from gdl.support.printable import one_line
    from interpreter.cli.output import say
    from interpreter.errors.user_errors import MissingExtraError, UnreadableFileError

    try:
        from interpreter.serve.web.joining import Player, Room
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("cattrs", "websockets"):
            raise
        raise MissingExtraError("joining a game takes packages that are not installed: "
                                "pip install 'ludwright[serve]'") from error  # fmt: skip
    room = Room(link)
    try:
        player = Player(program)
    except (OSError, ValueError) as error:
        raise UnreadableFileError(f"cannot start {one_line(program[0])}: {error}") from None
    try:
        say(room.play(player).words)
    finally:
        player.close()
    return 0
