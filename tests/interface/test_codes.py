"""Every code that a user can meet is explained."""

from __future__ import annotations

import re
from pathlib import Path

import interpreter
from interpreter.errors import user_errors
from interpreter.errors.codes import CODES
from interpreter.serve.rooms import errors as _  # noqa: F401  (of these there are subclasses too)


def codes_of(base: type[user_errors.UserError]) -> set[str]:
    found = {base.code} if "code" in vars(base) else set()
    return found.union(*(codes_of(each) for each in base.__subclasses__()))


def test_every_error_is_explained_and_every_explanation_used() -> None:
    assert codes_of(user_errors.UserError) - {user_errors.UserError.code} | codes_beside() == set(CODES)


def codes_beside() -> set[str]:
    """The codes that are no exception's: of diagnostics of records, wishes, streams, overflow, checks, ..."""
    here = Path(interpreter.__file__).parent
    beside = (
        "engines/cache.py",
        "engines/overflows.py",
        "cli/output.py",
        "lsp/publishing.py",
        "serve/workers/main.py",
    )
    found = [path for name in ("records", "study/vary") for path in (here / name).glob("*.py")]
    files = [*found, *(here / name for name in beside)]
    texts = [path.read_text(encoding="utf-8") for path in files]
    return {code for text in texts for code in re.findall(r'["\[]([EW]0[578]\d\d)["\]]', text)}


def test_suggestions_survive_pickling() -> None:
    import pickle

    error = pickle.loads(pickle.dumps(user_errors.IllegalMoveError("no", ["a1", "a2"])))
    assert (error.message, error.suggestions) == ("no", ("a1", "a2"))
    assert str(error) == "no (did you mean a1 or a2?)"
