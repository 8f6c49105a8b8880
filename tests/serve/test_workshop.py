"""The workshop: what an editor and a board beside it are told of a text that is being written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

if not hasattr(os, "fork"):
    pytest.skip("this system cannot fork", allow_module_level=True)

from click.testing import CliRunner

from interpreter.cli.commands.check import command as check_command
from interpreter.game.shipped import shipped_games
from interpreter.serve.workers import workshop
from interpreter.study.study import ENOUGH
from tests.check.cases import BROKEN as BROKEN_FILES
from tests.quick import few, one_in
from tests.serve.workshops import Shop, Strangers, open_shop

#: Broken files that name no others, and are text that a page can have.
BROKEN = sorted(
    path
    for path in BROKEN_FILES.glob("*.lud")
    if not any(word in path.read_bytes() for word in (b"(include", b"(match", b"\0"))
    and path.read_bytes().decode("utf-8", errors="ignore").encode() == path.read_bytes()
)

LINE = """(game "Line"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})
    )
)
"""
#: Pawns step straight ahead; knights leap. What is before the board is longer in UTF-16 than in characters.
TWO = """// 🐎🐎
(game "Two"
    (players {(player N) (player S)})
    (equipment {
        (board (square 4))
        (piece "Foot" Each (move Step Forward (to if:(is Empty (to)))))
        (piece "Horse" Each (move Leap {{F F R F}} (to if:(is Empty (to)))))
    })
    (rules
        (start {(place "Foot1" {"A1"}) (place "Horse1" {"B1"}) (place "Foot2" {"D4"})})
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"""


@pytest.fixture(scope="module")
def shop(strangers: Strangers) -> Iterator[Shop]:
    with open_shop(strangers, dict.fromkeys(workshop.SECONDS, 60.0)) as shop:
        yield shop


def utf16(text: str, start: int, end: int) -> str:
    """What a browser says stands there."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def told_by_check(folder: Path, text: str, name: str) -> Any:
    """What `gdl check --output-format json` says of a file."""
    (folder / name).write_text(text, encoding="utf-8")
    before = os.getcwd()
    os.chdir(folder)
    try:
        done = CliRunner().invoke(check_command, [name, "--output-format", "json"])
    finally:
        os.chdir(before)
    return json.loads(done.stdout)


def same_as_check(shop: Shop, folder: Path, text: str, name: str) -> dict[str, Any]:
    wanted = told_by_check(folder, text, name)
    found = shop.ok("check", text=text, name=name)
    assert {key: found[key] for key in wanted} == wanted
    return found


# --- Mistakes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", one_in(10, BROKEN), ids=lambda file: file.stem)
def test_mistakes_are_those_of_gdl_check(file: Path, shop: Shop, tmp_path: Path) -> None:
    same_as_check(shop, tmp_path, file.read_bytes().decode().replace("\r\n", "\n"), file.name)


@pytest.mark.parametrize("name", few(name for name in shipped_games() if "match" not in name))
def test_shipped_games_have_none(name: str, shop: Shop) -> None:
    text = shipped_games()[name].read_text(encoding="utf-8")
    assert shop.ok("check", text=text, name=f"{name}.lud")["errors"] == 0


def test_columns_count_characters_and_marks_code_units(shop: Shop, tmp_path: Path) -> None:
    """An emoji is one character to `gdl check`, and two code units to a browser."""
    text = LINE.replace('"Line"\n    (players 2)', '"🎲🎲🎲" (plaiers 2)')
    found = same_as_check(shop, tmp_path, text, "dice.lud")
    number, mark = next((each["n"], each) for each in found["marks"])
    told = found["diagnostics"][number]
    assert told["start"] == {"line": 1, "column": 14, "offset": 13}  # (game "🎲🎲🎲" (plaiers
    assert mark["from"] == 13 + 3
    assert utf16(text, mark["from"], mark["to"]) == "plaiers"
    fix = mark["fixes"][0]
    edit = fix["edits"][0]
    assert fix["applicability"] == "MachineApplicable"
    assert edit["insert"] == "players" and utf16(text, edit["from"], edit["to"]) == "plaiers"
    assert found["repairs"] == fix["edits"]


def test_only_the_newest_check_is_wanted(shop: Shop) -> None:
    """A check that takes long is left where it stands: what has been typed since is checked at once."""
    slow = (Path(__file__).parent / "hostile" / "define-bomb.lud").read_text()
    texts = [slow, LINE.replace("(end", "(edn"), LINE]
    answers = shop.together(*({"do": "check", "text": text, "name": "x.lud"} for text in texts))
    assert answers[0] == answers[1] == {"superseded": True}
    assert answers[2]["ok"]["errors"] == 0


def test_rules_behind_what_was_played_and_behind_what_can_be_are_two_questions(shop: Shop) -> None:
    opened = shop.ok("open", text=LINE, name="x.lud", seed=1)
    shop.ok("play", move=opened["moves"][0]["n"])
    answers = shop.together({"do": "behind", "ply": 0}, {"do": "behind"})
    assert all("ok" in answer for answer in answers), answers


def test_a_check_waits_for_no_game(shop: Shop) -> None:
    """The text and the game have a process each."""
    shop.ok("open", text=LINE)
    playing = {"do": "coverage", "seconds": 2}
    order: list[str] = []

    async def noted(request: dict[str, Any]) -> None:
        await shop.workshops.ask("mine", request)
        order.append(request["do"])

    async def both() -> None:
        import asyncio

        await asyncio.gather(noted(playing), noted({"do": "check", "text": LINE, "name": "x.lud"}))

    shop.runner.run(both())
    assert order == ["check", "coverage"]


# --- Writing ----------------------------------------------------------------------------------------------


def test_completion_hover_and_layout_have_places_of_a_browser(shop: Shop) -> None:
    text = TWO.replace("(forEach Piece)", "(forEa)")
    at = len(text[: text.index("(forEa)") + 7].encode("utf-16-le")) // 2 - 1
    offers = shop.ok("complete", text=text, at=at)["offers"]
    piece = next(each for each in offers if each["label"] == "forEach Piece")
    assert utf16(text, piece["from"], piece["to"]) == "forEa" and piece["insert"].startswith("forEach Piece")
    said = shop.ok("hover", text=TWO, at=at)
    assert "forEach Piece" in said["markdown"] and utf16(TWO, said["from"], said["to"]) == "forEach"
    crooked = TWO.replace("    (players", " (players")
    edits = shop.ok("format", text=crooked)["edits"]
    assert edited(crooked, edits) == edited(TWO, shop.ok("format", text=TWO)["edits"])
    words = shop.ok("colours", text=TWO)["words"]
    assert ["(", "game"] not in words and "game" in {utf16(TWO, each[0], each[1]) for each in words}


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    raw = text.encode("utf-16-le")
    for each in sorted(edits, key=lambda each: -each["from"]):
        raw = raw[: 2 * each["from"]] + each["insert"].encode("utf-16-le") + raw[2 * each["to"] :]
    return raw.decode("utf-16-le")


# --- The game under an edit -------------------------------------------------------------------------------


def test_a_game_is_opened_played_and_taken_back(shop: Shop) -> None:
    opened = shop.ok("open", text=LINE, seed=5)
    assert len(opened["moves"]) == 9 and len(opened["board"]["sites"]) == 9
    assert shop.ok("play", move="b2")["made"] == ["b2"]
    assert shop.ok("play", move=0)["made"] == ["b2", "a1"]
    assert shop.ask("play", move="b2")["error"]["code"] == "E0502"
    assert shop.ok("back")["made"] == ["b2"]
    assert [piece[0] for piece in shop.ok("snapshot")["snapshot"]["pieces"]] == [4]


def test_a_text_with_mistakes_leaves_the_last_good_board(shop: Shop) -> None:
    shop.ok("open", text=LINE)
    shop.ok("play", move="b2")
    wrong = shop.ask("replay", text=LINE.replace("(end", "(edn"))["error"]
    assert wrong["code"] == "E0203" and wrong["diagnostics"][0]["start"]["line"] == 6
    assert shop.ok("play", move="a1")["made"] == ["b2", "a1"]


#: An edit, what first differs, at which ply, whether the game can be played on to its end; and what is said.
EDITS: dict[str, tuple[str, str, str | None, int, int, str]] = {
    "nothing": ("Line 3", "Line 3 ", None, 0, 5, ""),
    "a name": ('"Line"', '"Row"', None, 0, 5, ""),
    "fewer in a row": ("Line 3", "Line 2", "result", 3, 3, "wins"),
    "more in a row": ("Line 3", "Line 4", "result", 5, 5, "it was"),
    "a larger board": ("square 3", "square 4", "board", 0, 5, "sites"),
    "a smaller board": ("square 3", "square 2", "board", 0, 3, "sites"),
    "other moves": ("(sites Empty)", "(difference (sites Empty) (sites Right))", "moves", 0, 3, "no longer"),
    "more moves": ("(move Add (to (sites Empty)))", "(or (move Add (to (sites Empty))) (move Pass))",
                   "moves", 0, 5, "pass"),
    "who moves": ("(sites Empty)))", "(sites Empty)) (then (moveAgain)))", "mover", 1, 4, "to move"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_replays_the_game_and_names_what_differs(name: str, shop: Shop) -> None:
    old, new, how, ply, played, said = EDITS[name]
    shop.ok("open", text=LINE)
    for move in ("a1", "b1", "a2", "c1", "a3"):  # the first column wins
        shop.ok("play", move=move)
    found = shop.ok("replay", text=LINE.replace(old, new))
    assert (found["first"] or {}).get("how") == how
    assert (found["plies"], found["of"]) == (played, 5)
    assert (found["stopped"] is None) == (played == 5)
    if how is not None:
        assert found["first"]["ply"] == ply and said in found["first"]["words"]
    assert len(found["made"]) == played


def test_a_move_that_is_no_longer_legal_is_explained(shop: Shop) -> None:
    shop.ok("open", text=TWO)
    shop.ok("play", move="b1-c3")
    edited = TWO.replace("{{F F R F}}", "{{F F L F}}")
    found = shop.ok("replay", text=edited)
    assert found["stopped"]["ply"] == 0 and "b1-c3" in found["stopped"]["words"]
    assert found["first"]["how"] == "moves"
    assert found["why"]["legal"] is False
    assert "Horse" in found["why"]["words"]


# --- Rules and moves --------------------------------------------------------------------------------------


def test_the_rules_behind_each_move_and_the_moves_of_each_rule(shop: Shop) -> None:
    opened = shop.ok("open", text=TWO)
    texts = [each["text"] for each in opened["moves"]]
    behind = {
        utf16(TWO, rule["from"], rule["to"]): {texts[number] for number in rule["moves"]}
        for rule in shop.ok("behind")["rules"]
    }
    assert behind == {
        "(move Step Forward (to if:(is Empty (to))))": {"a1-a2"},
        "(move Leap {{F F R F}} (to if:(is Empty (to))))": {text for text in texts if text != "a1-a2"},
    }


def test_why_names_the_place_that_refuses(shop: Shop) -> None:
    shop.ok("open", text=TWO)
    shop.ok("play", move="a1-a2")
    shop.ok("play", move="d4-d3")
    told = shop.ok("why", move="b1-b2")
    assert not told["legal"]
    assert {utf16(TWO, each["at"]["from"], each["at"]["to"]) for each in told["reasons"]} == {
        "(move Leap {{F F R F}} (to if:(is Empty (to))))"
    }


def test_each_sentence_of_the_rules_has_its_place(shop: Shop) -> None:
    shop.ok("open", text=TWO)
    found: dict[str, str] = {}

    def collect(points: list[dict[str, Any]]) -> None:
        for point in points:
            if "to" in point:
                found[point["text"]] = utf16(TWO, point["from"], point["to"])
            collect(point["points"])

    for section in shop.ok("rules")["sections"]:
        collect(section["points"])
    assert any("Horse" in sentence and "(piece" in place for sentence, place in found.items())
    assert all(place.startswith("(") for place in found.values())


def test_coverage_stands_beside_the_text(shop: Shop) -> None:
    never = LINE.replace("(end {", "(end {(if (> (count Moves) 100) (result Mover Loss)) ")
    shop.ok("open", text=never)
    found = shop.ok("coverage", seconds=0.3)
    states = {utf16(never, each["from"], each["to"]): each["state"] for each in found["places"]}
    assert states["(result Mover Win)"] == "used"
    assert states["(result Mover Loss)"] == "never"


OPTIONS = (
    LINE.replace("(square 3)", "(square <Size:n>)")
    + """
(option "Size" <Size> args:{<n>} {
    (item "Small" <3> "")*
    (item "Large" <5> "")
    (item 2..9 <#1> "As many as you like.")
})
"""
)


def test_options_are_told_and_those_that_a_text_has_no_more_are_left_out(shop: Shop) -> None:
    opened = shop.ok("open", text=OPTIONS, options={"Size": "Large"})
    assert opened["options"] == {"Size": "Large"} and len(opened["board"]["sites"]) == 25
    (told,) = opened["choices"]
    assert (told["name"], told["chosen"]) == ("Size", "Small")
    assert [each["name"] for each in told["choices"]] == ["Small", "Large"] and told["open"]
    shop.ok("play", move="e5")
    smaller = shop.ok("replay", text=OPTIONS, options={"Size": "7"})
    assert smaller["options"] == {"Size": "7"} and smaller["made"] == ["e5"]
    assert smaller["first"]["ply"] == 0
    gone = shop.ok("replay", text=OPTIONS.replace("2..9", "2..5"), options={"Size": "7"})
    assert gone["options"] == {"Size": "Small"} and gone["stopped"]["move"] == "e5"
    none = shop.ok("replay", text=LINE, options={"Size": "Large"})
    assert none["options"] == {} and none["choices"] == []


def test_a_study_goes_on_where_the_same_is_asked_and_can_be_repeated(shop: Shop) -> None:
    import shlex

    shop.ok("open", text=OPTIONS, options={"Size": "Large"})
    first = shop.ok("study", seconds=0.2, seed=3)
    second = shop.ok("study", seconds=0.2, seed=3)
    # a quick machine plays as many as there may be at once
    assert first["games"] < second["games"] or first["games"] == ENOUGH
    assert any(row["bounds"].startswith("[") for row in second["rows"])
    words = shlex.split(second["command"])
    assert words[:3] == ["gdl", "study", "game.lud"] and words[-2:] == ["-o", "Size=Large"]
    assert words[words.index("--games") + 1] == str(second["games"])
    assert words[words.index("--seed") + 1] == "3"
    # another text, another study
    assert shop.ok("study", seconds=0.05, seed=3, text=LINE, name="game.lud")["games"] < second["games"]


def test_what_is_asked_wrongly_is_said(shop: Shop) -> None:
    shop.ok("open", text=LINE)
    for request in (
        {"do": "dance"},
        {"do": "check"},
        {"do": "check", "text": LINE, "name": "../x.lud"},
        {"do": "check", "text": LINE, "name": "x.exe"},
        {"do": "complete", "text": LINE, "at": "here"},
        {"do": "play", "move": None},
        {"do": "open", "text": LINE, "seed": -1},
        {"do": "open", "text": LINE, "moves": [1]},
        {"do": "open", "text": LINE, "options": ["x"]},
        {"do": "coverage", "seconds": 1e9},
        {"do": "coverage", "seconds": "long"},
        {"do": "study", "seconds": 0},
        {"do": "study", "seed": "x"},
        {"do": "check", "text": "x" * 2_000_000},
    ):
        assert shop.ask(**request)["error"]["code"] == "E0785", request


def test_workshops_that_nobody_has_used_for_long_lose_their_processes(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And get them again when they are used, with the game as it was."""
    shop.ok("open", "first", text=LINE)
    shop.ok("play", "first", move="b2")
    shop.close()
    monkeypatch.setattr(workshop, "WORKSHOPS", 2)
    for key in ("second", "third"):
        shop.ok("open", key, text=LINE)
    assert shop.nursery.children == 2
    assert shop.ok("play", "first", move="a1")["made"] == ["b2", "a1"]
    for key in ("first", "second", "third"):
        shop.close(key)
    assert shop.nursery.children == 0
