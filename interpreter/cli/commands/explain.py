"""`gdl explain`: what the code of an error or warning means."""

from __future__ import annotations

import textwrap

import click

from interpreter.cli.output import bold, say


@click.command()
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Say more about the CODE of an error or warning, such as E0203. Without one, list all codes."""
    from gdl.source.codes.registry import all_codes, explain
    from gdl.source.suggest import nearest

    if code is None:
        for each in all_codes().values():
            say(f"{each.code}  {each.title}")
        return
    explanation = explain(code)
    if explanation is None:
        near = nearest(code.upper(), all_codes())
        hint = f" Did you mean {' or '.join(near)}?" if near else " `gdl explain` lists all."
        raise click.BadParameter(f"there is no code `{code}`.{hint}")
    say(bold(f"{explanation.code}: {explanation.title}"))
    for paragraph in explanation.text.split("\n\n"):
        say()
        say(textwrap.fill(paragraph, 88))
