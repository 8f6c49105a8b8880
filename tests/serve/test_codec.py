"""The codec of messages: what it writes it reads again, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import pytest
from attrs import field, frozen

from interpreter.errors.user_errors import BadRequestError
from interpreter.serve.messages.codec import Check, Flat, Json, decode, encode, key, object_in, variants
from interpreter.serve.messages.room import Action
from interpreter.serve.messages.worker import Job, answer_of


@frozen
class Size:
    wide: float
    high_up: float | None


@frozen
class Box:
    name: Annotated[str, Check(lambda value: isinstance(value, str), "`{}` is a text")]
    size: Flat[Size]
    from_: int | None = None
    inside: Sequence[tuple[int, str]] = field(default=(), metadata=key("holds"))
    counts: Sequence[int] = ()
    rest: Flat[Json | None] = None


BOX: Json = {"name": "one", "wide": 2.5, "highUp": None, "holds": [[1, "a"]], "counts": [3, 4]}


def test_keys_are_in_camel_case_in_their_order_and_none_by_default_is_left_out() -> None:
    box = Box("one", Size(2.5, None), inside=((1, "a"),))
    assert list(encode(box)) == ["name", "wide", "highUp", "holds", "counts"]
    assert encode(box)["highUp"] is None and "from" not in encode(box)
    assert encode(Box("one", Size(1, 2), 3))["from"] == 3


def test_what_is_written_is_read_again_and_what_is_not_known_is_the_rest() -> None:
    assert decode(Box, BOX) == Box("one", Size(2.5, None), None, ((1, "a"),), (3, 4), {})
    found = decode(Box, {**BOX, "colour": "red"})
    assert found.rest == {"colour": "red"} and encode(found)["colour"] == "red"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": 3}, "`name` is a text"), ({"name": None}, "`name` is a text"), ({"wide": "x"}, "kind"),
        ({"wide": True}, "kind"), ({"holds": [[1]]}, "kind"), ({"holds": [["1", "a"]]}, "kind"),
        ({"counts": [1, True]}, "kind"), ({"counts": [1.0]}, "kind"), ({"holds": [[1, "a"], [1]]}, "kind"),
        ({"holds": 5}, "kind"), ({"from": 1.0}, "kind"), ({"from": True}, "kind"),
    ],
    ids=str,
)  # fmt: skip
def test_nothing_is_converted(wrong: Json, words: str) -> None:
    with pytest.raises(BadRequestError, match=words):
        decode(Box, {**BOX, **wrong})


@pytest.mark.parametrize("value", [5, None, "x", [], [BOX]], ids=str)
def test_a_message_is_an_object(value: Any) -> None:
    with pytest.raises(BadRequestError):
        decode(Box, value)


def test_what_is_left_out_is_refused_by_its_check_or_by_its_name() -> None:
    with pytest.raises(BadRequestError, match="`name` is a text"):
        decode(Box, {"wide": 1, "highUp": 2})
    with pytest.raises(BadRequestError):
        decode(Box, {"name": "one"})


def test_a_family_is_read_by_its_tag() -> None:
    for does, kind in variants(Action).items():
        more = {"move": {"move": "a1"}, "back": {"count": 1}, "undo": {"count": 1, "others": [2]}}.get(
            does, {}
        )
        value = {"does": does, "player": 1, **more}
        action = decode(Action, value)
        assert type(action) is kind and list(encode(action)) == list(value)
    for value in ({"does": "dance", "player": 1}, {"player": 1}, {"does": ["move"], "player": 1}):
        with pytest.raises(BadRequestError):
            decode(Action, value)


def test_every_job_says_what_it_is_answered_by() -> None:
    assert len(variants(Job)) >= 19
    for kind in variants(Job).values():
        assert answer_of(kind) is not None


@pytest.mark.parametrize(
    "text", [b"{", b"[]", b"NaN", b'{"a": NaN}', b'{"a": "\\ud800"}', b"\xff", b"[" * 9000]
)
def test_what_is_no_object_of_json_is_refused(text: bytes) -> None:
    with pytest.raises(BadRequestError):
        object_in(text)


@pytest.mark.parametrize(
    "command", [["perft", "tic-tac-toe", "2"], ["check", "tic-tac-toe"]], ids=lambda each: each[0]
)
def test_commands_that_serve_nothing_do_not_import_it(command: list[str]) -> None:
    code = (
        "import sys\nfrom interpreter.cli.main import main\n"
        f"try:\n    main({command!r})\nexcept SystemExit as end:\n    assert not end.code\n"
        "assert not {'cattrs', 'interpreter.serve'} & {*sys.modules}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
