"""What a lint is: a code, and a function from what is known of a game to findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gdl.lint.subject import Subject
from gdl.source.diagnostics import Diagnostic
from gdl.support.values import frozen


@frozen
class Rule:
    """One lint. Its title and explanation stand under its code in `gdl/source/codes/lints.py`.

    `find` yields findings as warnings. A rule that is `last` looks only where no other has found anything:
    what is wrong is told by the rule that knows best why. One that is about a consequence tells it `alone`,
    where nothing else was found.
    """

    code: str
    find: Callable[[Subject], Iterator[Diagnostic]]
    last: bool = False
    alone: bool = False
