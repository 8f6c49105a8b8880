"""What is compiled for trials is collected by itself."""

from __future__ import annotations

import gc
from weakref import ref

from gdl.support.cpython import collected_apart


class _Circle:
    def __init__(self) -> None:
        self.myself = self


def test_circles_made_within_are_gone_afterwards_and_the_collector_is_as_before() -> None:
    assert gc.isenabled()
    frozen = gc.get_freeze_count()
    with collected_apart():
        assert not gc.isenabled()
        gone, kept = ref(_Circle()), _Circle()
        assert gone() is not None
    assert gone() is None
    assert kept.myself is kept
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


def test_what_others_froze_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with collected_apart():
            gone = ref(_Circle())
        assert gone() is None
        assert gc.get_freeze_count() >= frozen - 10  # what was let go meanwhile is not counted any more
    finally:
        gc.unfreeze()
