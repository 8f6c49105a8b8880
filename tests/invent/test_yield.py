"""What comes of offspring, counted."""

from __future__ import annotations

from interpreter.invent.archive import Archive


def test_yields_count_texts_once_and_parts_that_are_new() -> None:
    archive = Archive(("goal",))
    rows = [
        {"fell": "playable", "key": "a", "rules": "a", "play": "a", "new": ["moves", "ending"]},
        {"fell": "playable", "key": "b", "rules": "b", "play": "b", "new": ["moves"]},
        {"fell": "playable", "key": "c", "rules": "c", "play": "b", "new": ["ending"]},  # plays as b
        {"fell": "check", "key": "d", "why": "E0203"},
        {"fell": "check", "key": "d", "why": "E0203"},  # the same text
        {"fell": "wins", "key": "e", "rules": "e"},
    ]
    archive.take(rows)
    assert archive.yields() == [
        ("unique texts that pass check", 4, 5),
        ("playable and new among all", 2, 6),
        ("playable with moves that no parent has", 2, 6),
        ("playable with ending that no parent has", 1, 6),
        ("playable with equipment that no parent has", 0, 6),
        ("playable with ending or equipment that no parent has", 1, 6),
    ]
