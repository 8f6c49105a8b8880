"""Why a scenario failed, for its author."""

from __future__ import annotations

from gdl.source.diagnostics import LanguageError
from gdl.source.render import render_all
from interpreter.errors.memory import want_of_memory
from interpreter.errors.user_errors import UserError
from interpreter.scenarios.run import ScenarioFailure


def describe(error: BaseException, scenario: str = "") -> str | None:
    """The text for an author, with the name of the scenario; None for what is a mistake of ours."""
    error = want_of_memory(error) or error
    if isinstance(error, ScenarioFailure):
        return str(error)
    if isinstance(error, UserError):
        where = f"{scenario}: " if scenario else ""
        return f"{where}error[{error.code}]: {error}"
    if isinstance(error, LanguageError):
        return render_all(error.diagnostics)
    return None
