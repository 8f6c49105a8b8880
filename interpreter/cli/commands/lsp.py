"""`gdl lsp`: a language server, for editors."""

from __future__ import annotations

import click


@click.command()
def command() -> int:
    """Serve an editor: mistakes as you type, completion, what each ludeme means, renaming, and more.

    Editors start this command and talk to it over its standard input and output, by the Language Server
    Protocol. docs/editors.md says how to set up yours. It takes `pip install 'ludwright[lsp]'`.
    """
    from interpreter.errors.user_errors import MissingExtraError

    try:
        from interpreter.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs"):
            raise
        raise MissingExtraError("the language server takes packages that are not installed: "
                                "pip install 'ludwright[lsp]'") from error  # fmt: skip
    return 0 if serve() else 1
