"""The pytest plug-in: a scenario file beside a game's file is a file of tests, one for each scenario.

It is on wherever the distribution is installed, so `pytest my-games/` works in an author's own folder. It
imports the interpreter only when there is something to run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from interpreter.scenarios.model import Scenario


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect scenario files."""
    if file_path.suffix not in (".yaml", ".yml"):
        return None
    from interpreter.scenarios.model import is_scenario_file

    if not is_scenario_file(file_path):
        return None
    collected: ScenarioModule = ScenarioModule.from_parent(parent, path=file_path)
    return collected


class ScenarioModule(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[pytest.Item]:
        """One test for each scenario; a file with a mistake is reported with it."""
        from gdl.support.printable import one_line, printable
        from interpreter.errors.user_errors import UserError
        from interpreter.scenarios.model import read_scenario_file

        try:
            file = read_scenario_file(self.path)
        except UserError as error:
            raise self.CollectError(printable(str(error))) from None
        for scenario in file.scenarios:
            item: ScenarioItem = ScenarioItem.from_parent(
                self, name=one_line(scenario.name), game=file.game, scenario=scenario
            )
            yield item
        for each in file.unusable:
            wrong: UnusableItem = UnusableItem.from_parent(
                self, name=f"line {each.line}", line=each.line, error=each.error
            )
            yield wrong


class UnusableItem(pytest.Item):
    """A scenario that cannot be used: a test that fails with what is wrong with it."""

    def __init__(self, *, line: int, error: Exception, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.line = line
        self.error = error

    def runtest(self) -> None:
        """Fail."""
        raise self.error

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **kwargs: Any) -> Any:
        """What is wrong, without a traceback."""
        from gdl.support.printable import printable
        from interpreter.scenarios.run import describe

        return printable(describe(excinfo.value) or str(excinfo.value))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the scenario stands."""
        return self.path, self.line - 1, self.name


class ScenarioItem(pytest.Item):
    """One scenario as a test."""

    def __init__(self, *, game: Path, scenario: Scenario, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game = game
        self.scenario = scenario

    def runtest(self) -> None:
        """Run the scenario."""
        from interpreter.scenarios.run import run_scenario

        run_scenario(self.game, self.scenario)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **kwargs: Any) -> Any:
        """What does not hold, without a traceback where that is a game author's affair."""
        from gdl.support.printable import printable
        from interpreter.scenarios.run import describe

        text = describe(excinfo.value)
        return printable(text) if text is not None else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the scenario stands."""
        return self.path, self.scenario.line - 1, self.name
