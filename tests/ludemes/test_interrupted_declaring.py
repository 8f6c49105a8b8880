"""A ludeme class whose methods were being written when Ctrl-C came is written anew."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from gdl.ludeme import base


@pytest.mark.parametrize("done", [False, True])
def test_a_class_is_written_anew(done: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Small(base.Ludeme):
        number: int = base.arg(default=3)
        word: str = base.named("word", default="a")

    base.declare(Small)
    Small.words = ("small",)  # as the decorator does, after it
    write = base._write

    def interrupted(cls: type) -> Any:
        if done:
            write(cls)
        raise KeyboardInterrupt

    monkeypatch.setattr(base, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Small()
    monkeypatch.setattr(base, "_write", write)
    made = Small(word="b")
    assert (made.number, made.word, made.words) == (3, "b", ("small",))  # type: ignore[attr-defined]
    assert [each.name for each in base.fields_of(Small)] == ["span", "number", "word"]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.number = 4
