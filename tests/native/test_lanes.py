"""Lanes judge all numbers of a record at once: as looking at each of them by itself does."""

from __future__ import annotations

import random

import pytest

from gdl.core.ops import BOOL, FLOAT, INT, SITES, Field
from interpreter.engines.frozen import is_value
from interpreter.engines.lanes import Lanes
from interpreter.engines.slots import Slot, narrow

#: Ranges of every kind: whole lanes, powers of two, below and above the half of a lane, with a sign or none.
RANGES = (
    (0, 0), (0, 1), (0, 7), (0, 200), (0, 255), (3, 9), (5, 250), (-1, 1), (-100, 20), (-128, 127),
    (-120, 120), (0, 40_000), (-20_000, 9), (0, 70_000), (-5, 1 << 33), (-(1 << 63), (1 << 63) - 1), (1, 1),
)  # fmt: skip
SITES_HERE = 70


def laid_out() -> tuple[list[Slot], int, dict[Field, tuple[int, int] | None]]:
    slots, bounds, at = [], {}, 0
    fields: list[tuple[Field, tuple[int, int] | None]] = [
        (Field(f"n{number}", INT, length), range_)
        for number, range_ in enumerate(RANGES)
        for length in (None, 3)
    ]
    fields += [(Field("never", INT, 2), None), (Field("flags", BOOL, 4), None), (Field("real", FLOAT), None)]
    fields += [(Field("set", SITES, 2), None), (Field("one", SITES), None)]
    for field, range_ in fields:
        if field.type is SITES:
            shape: tuple[str, int, bool] = "i128", 16, False
        elif field.type is FLOAT:
            shape = "double", 8, False
        else:
            shape = ("i8", 1, False) if field.type is BOOL else narrow(range_ or (0, 0))
        slot = Slot(field, at, *shape)
        slots.append(slot)
        if field.type is INT:
            bounds[field] = range_
        at += slot.bytes
    return slots, -(-at // 8) * 8, bounds


def edges(low: int, high: int, least: int, most: int) -> list[int]:
    near = {low - 1, low, low + 1, high - 1, high, high + 1, 0, -1, least, most, (low + high) // 2}
    return [number for number in near if least <= number <= most]


def test_every_edge_of_every_range() -> None:
    slots, size, bounds = laid_out()
    lanes = Lanes(slots, size, bounds, SITES_HERE)
    good = bytearray(size)
    for slot in slots:
        for number in range(slot.field.length or 1):
            start = slot.first + number * slot.size
            least = (bounds.get(slot.field) or (0, 0))[0]
            good[start : start + slot.size] = least.to_bytes(slot.size, "little", signed=slot.signed)
    assert lanes.hold(bytes(good))
    for slot in slots:
        if slot.field.type is not INT:
            continue
        range_ = bounds[slot.field]
        for value in edges(*(range_ or (0, 0)), *slot.range):
            for number in range(slot.field.length or 1):
                start = slot.first + number * slot.size
                record = bytearray(good)
                record[start : start + slot.size] = value.to_bytes(slot.size, "little", signed=slot.signed)
                wanted = is_value(value, slot.field, range_, SITES_HERE)
                assert lanes.hold(bytes(record)) is wanted, (slot.field.name, value)


@pytest.mark.parametrize("seed", range(4))
def test_neighbours_do_not_matter(seed: int) -> None:
    """Numbers in their ranges everywhere, the greatest and the least beside each other: then one is not."""
    choose = random.Random(seed)
    slots, size, bounds = laid_out()
    lanes = Lanes(slots, size, bounds, SITES_HERE)
    for _ in range(50):
        record = bytearray(size)
        for slot in slots:
            for number in range(slot.field.length or 1):
                start = slot.first + number * slot.size
                if slot.field.type is INT:
                    low, high = bounds[slot.field] or (0, 0)
                    value = choose.choice((low, high, choose.randint(low, high)))
                    raw = value.to_bytes(slot.size, "little", signed=slot.signed)
                elif slot.field.type is SITES:
                    raw = choose.getrandbits(SITES_HERE).to_bytes(slot.size, "little")
                else:
                    raw = bytes((choose.randrange(2),)) if slot.field.type is BOOL else choose.randbytes(8)
                record[start : start + slot.size] = raw
        assert lanes.hold(bytes(record))
        slot = choose.choice([s for s in slots if s.field.length is not None])
        record[choose.choice((slot.offset, slot.first + slot.size * (slot.field.length or 0)))] = 1
        assert not lanes.hold(bytes(record)), slot.field.name


def test_truths_sets_and_lengths() -> None:
    slots, size, bounds = laid_out()
    slots = [slot for slot in slots if slot.field.type is not INT]
    lanes = Lanes(slots, size, bounds, SITES_HERE)
    by_name = {slot.field.name: slot for slot in slots}
    for name, offset, value, wanted in (
        ("flags", 0, 1, True), ("flags", 2, 2, False), ("real", 7, 0xFF, True),
        ("one", 8, 0x3F, True), ("one", 8, 0x40, False), ("set", 8 + 16, 0x40, False),
    ):  # fmt: skip
        record = bytearray(size)
        record[by_name[name].first + offset] = value
        assert lanes.hold(bytes(record)) is wanted, (name, value)
    assert not lanes.hold(bytes(size - 1)) and not lanes.hold(bytes(size + 8))
