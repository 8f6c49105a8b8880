"""`gdl test`: run the scenarios beside games, without pytest."""

from __future__ import annotations

from pathlib import Path

import click

from interpreter.cli.output import Styled, say
from interpreter.errors.memory import wants_memory


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--verbose", "-v", is_flag=True, help="Name the scenarios that hold, too.")
def command(files: tuple[str, ...], verbose: bool) -> int:
    """Run the scenarios of games: FILE is a scenario file, a game's file or name, or a folder of these."""
    from interpreter.errors.user_errors import UserError
    from interpreter.scenarios.model import read_scenario_file
    from interpreter.scenarios.run import describe, run_scenario

    held = failed = 0
    for path in [path for name in files for path in _scenario_files(name)]:
        try:
            file = read_scenario_file(path)
        except UserError as error:
            say(Styled("unusable", "red"), f"  {error}")
            failed += 1
            continue
        for unusable in file.unusable:
            say(Styled("unusable", "red"), f"  {unusable.error}")
            failed += 1
        for scenario in file.scenarios:
            try:
                run_scenario(file.game, scenario)
            except Exception as error:
                if wants_memory(error):
                    raise
                text = (
                    describe(error, scenario.name)
                    or f"{scenario.name}: internal error: {type(error).__name__}: {error}"
                )
                failed += 1
                say(Styled("failed", "red"), f"  {path}:{scenario.line}: {text}\n")
            else:
                held += 1
                if verbose:
                    say(Styled("held", "green"), f"  {path}:{scenario.line}: {scenario.name}")
    say(f"{held} held, {failed} failed")
    return 1 if failed else 0


def _scenario_files(name: str) -> list[Path]:
    from gdl.support.files import is_folder, is_plain_file
    from interpreter.errors.user_errors import ScenarioError
    from interpreter.game.shipped import locate
    from interpreter.scenarios.model import is_scenario_file

    path = Path(name)
    if is_folder(path):
        scenarios = sorted(each for each in path.rglob("*.y*ml") if is_scenario_file(each))
        if not scenarios:
            raise ScenarioError(f"there are no scenario files in {name}")
        return scenarios
    if path.suffix in (".yaml", ".yml"):
        return [path]
    beside = locate(name).with_suffix(".yaml")
    if not is_plain_file(beside):
        raise ScenarioError(f"there is no scenario file {beside.name} beside {beside.stem}.lud")
    return [beside]
