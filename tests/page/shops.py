"""The workshop as its author uses it, for tests: a text is put in, moves are typed, mistakes are read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocket

#: Milliseconds in which a machine with much else to do has to come to an end with something.
PATIENCE = 90_000


class Bench:
    """A page with the workshop."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.wrong: list[str] = []
        self.hosts: set[str] = set()
        #: what was asked through the socket
        self.asked: list[dict[str, Any]] = []
        self._kept = 0
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: self.hosts.add(urlsplit(request.url).netloc))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda told: self.wrong.append(told.text) if told.type == "error" else None)
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda data: self.asked.append(json.loads(data)) if data != "?" else None)

    def open(
        self, text: str | None = None, name: str = "game.lud", where: str = "", playable: bool = True
    ) -> None:
        """Come to the workshop, with a text that the browser has kept, or wherever `where` leads."""
        if text is not None:
            self._kept += 1
            kept, tab = json.dumps(json.dumps({"name": name, "text": text})), f"test{self._kept}"
            self.page.add_init_script(
                f"""if (!localStorage.getItem("{tab}")) {{
                    localStorage.setItem("{tab}", "put in");
                    localStorage.setItem("workshop:{tab}", {kept});
                    sessionStorage.setItem("workshop", JSON.stringify({{ want: "", id: "{tab}" }}));
                }}"""
            )
        self.page.goto(f"{self.address}/workshop{where}")
        self.page.locator(".cm-content").wait_for(state="attached")
        ready = ".shop[data-ready=true]" if playable else ".shop:not([data-errors=''])"
        self.page.locator(ready).wait_for()

    def write(self, text: str) -> None:
        """Put a text in the place of the whole one, by the keyboard."""
        self.page.locator(".cm-content").focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)

    def change(self, old: str, new: str) -> None:
        """Replace a part of the text, through the editor's own search."""
        page = self.page
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+f")
        page.locator(".cm-search [name=search]").fill(old)
        page.locator(".cm-search [name=case]").check()
        page.locator(".cm-search input[name=replace]").fill(new)
        page.locator(".cm-search [name=replaceAll]").click()
        page.locator(".cm-search [name=close]").click()

    def play(self, *moves: str) -> None:
        """Type moves that are legal."""
        for move in moves:
            before = self.made()
            self.type(move)
            self.page.locator(f".ground .playground[data-made='{before + 1}']").wait_for()

    def type(self, move: str) -> None:
        """Type a move, whatever comes of it."""
        field = self.page.get_by_label("Type a move")
        field.fill(move)
        field.press("Enter")

    def made(self) -> int:
        """How many moves were made."""
        return int(self.page.locator(".playground").get_attribute("data-made") or 0)

    def cell(self, name: str) -> Locator:
        """A site of the board."""
        return self.page.locator(f"[role=gridcell][data-name={name}]")

    def seed(self) -> int:
        """The seed of the game that goes on."""
        return int(next(each["seed"] for each in reversed(self.asked) if each["do"] == "open"))

    def mistakes(self) -> list[str]:
        """The mistakes as they are listed: place, code and message."""
        texts = self.page.locator(".mistakes li .place").all_inner_texts()
        return [" ".join(each.split()) for each in texts]
