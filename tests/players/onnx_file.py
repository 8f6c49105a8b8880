"""Small networks as ONNX files, written byte by byte: the tests need no library that writes models."""

from __future__ import annotations

import numpy as np

#: float32
_FLOAT = 1


def linear_model(
    shape: tuple[int, ...], policy: np.ndarray, value: np.ndarray, games: int | str = "games"
) -> bytes:
    """A model that flattens what it sees and multiplies it by two matrices."""
    nodes = [
        _node("Flatten", ["planes"], "flat"),
        _node("MatMul", ["flat", "towards"], "policy"),
        _node("MatMul", ["flat", "worth"], "value"),
    ]
    graph = b"".join(_part(1, node) for node in nodes) + _part(2, b"linear")
    graph += _part(5, _tensor("towards", policy)) + _part(5, _tensor("worth", value))
    graph += _part(11, _value("planes", (games, *shape)))
    graph += _part(12, _value("policy", (games, policy.shape[1])))
    graph += _part(12, _value("value", (games, value.shape[1])))
    return _number(1, 8) + _part(7, graph) + _part(8, _number(2, 13))


def _node(kind: str, given: list[str], told: str) -> bytes:
    parts = b"".join(_part(1, name.encode()) for name in given)
    return parts + _part(2, told.encode()) + _part(4, kind.encode())


def _tensor(name: str, array: np.ndarray) -> bytes:
    dims = b"".join(_number(1, size) for size in array.shape)
    return dims + _number(2, _FLOAT) + _part(8, name.encode()) + _part(9, array.astype("<f4").tobytes())


def _value(name: str, shape: tuple[int | str, ...]) -> bytes:
    dims = (_part(2, size.encode()) if isinstance(size, str) else _number(1, size) for size in shape)
    tensor = _number(1, _FLOAT) + _part(2, b"".join(_part(1, dim) for dim in dims))
    return _part(1, name.encode()) + _part(2, _part(1, tensor))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _part(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(number: int) -> bytes:
    low, rest = number & 127, number >> 7
    return bytes((low | 128,)) + _varint(rest) if rest else bytes((low,))
