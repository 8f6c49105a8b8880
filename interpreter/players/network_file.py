"""Networks in files, ONNX: labelled with the rules that they were trained for, checked, run by onnxruntime.

A label is four entries of the model's metadata. They are appended to the file: a message of protocol buffers
goes on with whatever is written behind it, so no library is needed that knows models. A file is read as bytes
and never from beside it, so a model cannot name other files.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from interpreter.errors.user_errors import MissingExtraError, NetworkError, UnreadableFileError
from interpreter.game.observation import Planes
from interpreter.game.rules import Rules
from interpreter.search.network import Evaluate, shape_of

#: A file has so many bytes at most.
_MOST_BYTES = 1 << 30
#: The number of a model's metadata among its fields, and those of a key and its value.
_METADATA, _KEY, _VALUE = 14, 1, 2
_PREFIX = "ludwright."


def label_of(game: Rules) -> dict[str, str]:
    """What a network's file says of a game: its rules, the numbers of its actions, what is seen of it."""
    planes = f"{shape_of(game)} {game.observation.names}"
    return {
        f"{_PREFIX}game": game.name,
        f"{_PREFIX}rules": game.fingerprint,
        f"{_PREFIX}actions": game.actions.digest,
        f"{_PREFIX}planes": hashlib.sha256(planes.encode()).hexdigest()[:16],
    }


def label_network(path: str | Path, game: Rules) -> None:
    """Write into an ONNX file for which game it was trained: for its rules as they are now.

    Raises UnreadableFileError, NetworkError where it has a label already, and ActionError.
    """
    known = _session(path).get_modelmeta().custom_metadata_map
    if any(key in known for key in label_of(game)):
        raise NetworkError(f"{path} has a label already, for {known.get(f'{_PREFIX}game', 'some game')}")
    entries = b"".join(
        _bytes_field(_METADATA, _bytes_field(_KEY, key.encode()) + _bytes_field(_VALUE, value.encode()))
        for key, value in label_of(game).items()
    )
    try:
        with Path(path).open("ab") as file:
            file.write(entries)
    except OSError as error:
        raise UnreadableFileError(f"{path} cannot be written: {error.strerror}") from None


def read_network(path: str | Path, game: Rules) -> Evaluate:
    """The network in an ONNX file, for a game. It runs on one thread, so that it says the same each time.

    Its input are observations; its outputs, in this order or called `policy` and `value`, logits and values.
    Raises NetworkError for one of another game, UnreadableFileError, MissingExtraError, ActionError.
    """
    session = _session(path)
    _check_label(path, session.get_modelmeta().custom_metadata_map, game)
    (given, *more), outputs = session.get_inputs(), [each.name for each in session.get_outputs()]
    if more or len(outputs) < 2:
        raise NetworkError(f"{path} has {len(more) + 1} inputs and {len(outputs)} outputs, not one and two")
    wanted = (None, *shape_of(game))
    sizes = tuple(size if isinstance(size, int) else None for size in given.shape)
    if len(sizes) != len(wanted) or any(
        size not in (None, ours) for size, ours in zip(sizes[1:], wanted[1:], strict=True)
    ):
        shown = " x ".join(str(size or "any") for size in sizes[1:])
        raise NetworkError(f"{path} sees {shown} numbers, and {game.name} has {_by(wanted[1:])}")
    names = [n if n in outputs else outputs[at] for at, n in enumerate(("policy", "value"))]
    fixed = sizes[0]

    def evaluate(planes: Planes) -> tuple[Any, Any]:
        count = len(planes)
        if fixed is None:
            policy, value = session.run(names, {given.name: planes})
            return policy, value
        parts = []
        for first in range(0, count, fixed):  # a network that was exported for batches of one size
            part = np.zeros((fixed, *planes.shape[1:]), np.float32)
            part[: len(planes[first : first + fixed])] = planes[first : first + fixed]
            parts.append(session.run(names, {given.name: part}))
        policies, values = zip(*parts, strict=True)
        return np.concatenate(policies)[:count], np.concatenate(values)[:count]

    return evaluate


def _by(sizes: tuple[object, ...]) -> str:
    return " x ".join(map(str, sizes))


def _check_label(path: str | Path, known: dict[str, str], game: Rules) -> None:
    label = label_of(game)
    if not any(key in known for key in label):
        raise NetworkError(
            f"{path} does not say for which rules it was trained: `gdl.label_network` writes it there"
        )
    of = known.get(f"{_PREFIX}game", "another game")
    for key, what in (
        ("rules", "for other rules"),
        ("actions", "when the actions had other numbers"),
        ("planes", "when positions were seen otherwise"),
    ):
        if known.get(_PREFIX + key) != label[_PREFIX + key]:
            named = "" if key == "rules" and of == game.name else f" ({of})"
            raise NetworkError(f"{path} was trained {what}{named}: it does not play this {game.name}")


def _session(path: str | Path) -> Any:
    """The model of a file, ready to run. Raises UnreadableFileError, MissingExtraError."""
    try:
        import onnxruntime
    except ImportError:
        raise MissingExtraError(
            "onnxruntime is not installed: pip install 'ludwright[onnx]'", ("ludwright[onnx]",)
        ) from None
    try:
        with Path(path).open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableFileError(f"{path} cannot be read: {error.strerror}") from None
    if len(raw) > _MOST_BYTES:
        raise UnreadableFileError(f"{path} is too large for a network")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # what is wrong is told below
    try:
        return onnxruntime.InferenceSession(raw, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own exceptions have no base of their own
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise UnreadableFileError(f"{path} is no network that onnxruntime can run: {said}") from None


def _bytes_field(number: int, value: bytes) -> bytes:
    """A field of bytes, as protocol buffers have it: its tag, its length, itself."""
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _varint(number: int) -> bytes:
    result = bytearray()
    while number > 127:
        result.append(number & 127 | 128)
        number >>= 7
    return bytes((*result, number))
