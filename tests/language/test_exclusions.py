"""Arguments that exclude each other, and those of which one has to be given."""

from __future__ import annotations

import pytest

from gdl.bind.binder import exclusions_kept
from gdl.ludeme.base import Ludeme
from gdl.ludemes.equipment import Dice


class OneOf(Ludeme):
    """Of two arguments one is to be given, and of two others one at most."""

    one_of = (("first", "second"),)
    at_most_one = (("third", "fourth"),)


@pytest.mark.parametrize(
    ("cls", "given", "kept"),
    [
        (Dice, (), True),
        (Dice, ("d", "number"), True),
        (Dice, ("faces",), True),
        (Dice, ("faces", "start"), False),
        (Dice, ("faces", "faces_by_die", "start"), False),
        (OneOf, (), False),
        (OneOf, ("first",), True),
        (OneOf, ("second", "third"), True),
        (OneOf, ("first", "second"), False),
        (OneOf, ("first", "third", "fourth"), False),
    ],
)
def test_as_many_as_may_be(cls: type[Ludeme], given: tuple[str, ...], kept: bool) -> None:
    assert exclusions_kept(cls, dict.fromkeys(given)) is kept
