"""Pretty-printing: the author's line breaks are kept, what is too long is broken, and all is indented alike.

As gofmt does, and other than printers in the manner of Wadler (which choose all breaks): an author's line
breaks say what belongs together, a row of a board or the parts of a condition. So:

    a line break between two items of brackets stays, blank lines become one
    brackets of which an item begins a line end on a line of their own, unless a text ends them;
        others end where their last item does
    what does not fit is broken: words and numbers fill lines, brackets in it get a line each
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.format.concrete import Bracket, Leaf, Node, concrete
from gdl.source.text import Source
from gdl.support.identity import IdentityMap

#: The longest line, in characters, and the blanks of each level.
WIDTH, INDENT = 120, 4


def formatted(source: Source, width: int = WIDTH) -> str:
    """A text in the one style; formatting it again changes nothing. Raises LanguageError, see `concrete`."""
    printer = _Printer(width)
    printer.rows([[node] for node in concrete(source)], 0)
    return printer.text()


class _Printer:
    """Lines that are being written."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._lines: list[str] = [""]
        self._flat = IdentityMap[Bracket, int]()

    def text(self) -> str:
        return "" if self._lines == [""] else "\n".join(self._lines) + "\n"

    # --- measuring ------------------------------------------------------------------------------------

    def flat(self, node: Node) -> int:
        """How wide a node is on one line; -1 for one that is broken."""
        if isinstance(node, Leaf):
            return -1 if node.comment else len(node.text.split("\n", 1)[0])
        return self._flat.setdefault(node, lambda: self._measured(node))

    def _measured(self, node: Bracket) -> int:
        total = len(node.prefix) + 2 + len(node.suffix) + max(0, len(node.items) - 1)
        for item in node.items:
            width = self.flat(item)
            if width < 0 or item.breaks:
                return -1
            total += width
        return total

    def first_line(self, node: Node) -> int:
        """How wide the first line of a node is."""
        width = self.flat(node)
        if width >= 0 or isinstance(node, Leaf):
            return width if width >= 0 else 0
        total = len(node.prefix) + 1
        for number, item in enumerate(node.items):
            if item.breaks:
                return total
            total += (number > 0) + self.first_line(item)
            if self.flat(item) < 0:
                return total
        return total

    def fits(self, row: Sequence[Node], column: int, indent: int, behind: int) -> bool:
        """Whether a row fits on its line, with so many characters behind it."""
        for number, node in enumerate(row):
            if _is_comment([node]):
                return True  # however long
            column += number > 0
            width = self.flat(node)
            if width < 0:
                if column + self.first_line(node) > self._width:
                    return False
                column = indent + 1
            else:
                column += width
            if column + (behind if number == len(row) - 1 else 0) > self._width:
                return False
        return True

    # --- writing --------------------------------------------------------------------------------------

    def rows(self, rows: Sequence[Sequence[Node]], indent: int) -> None:
        """Lines of their own, a blank line where the author had one."""
        for number, row in enumerate(rows):
            trailing = _is_comment(row[:1]) and not row[0].breaks
            if trailing and self._lines[-1]:  # a comment behind what it is about
                self._lines[-1] += "  " + _text(row[0])
                continue
            if number and row[0].breaks > 1:
                self._lines.append("")
            if self._lines != [""]:
                self._lines.append("")
            self._lines[-1] = " " * indent
            self._row(row, indent, 0)

    def _row(self, row: Sequence[Node], indent: int, behind: int) -> None:
        for number, node in enumerate(row):
            if number:
                self._lines[-1] += "  " if _is_comment([node]) else " "
            self._node(node, indent, behind if number == len(row) - 1 else 0)

    def _node(self, node: Node, indent: int, behind: int) -> None:
        if isinstance(node, Leaf):
            self._put(node.text)
            return
        width = self.flat(node)
        if width >= 0 and len(self._lines[-1]) + width + behind <= self._width:
            self._put(_text(node))
            return
        self._put(node.prefix + node.opening)
        closing = node.closing + node.suffix
        rows = self._broken(node.items)
        inside = len(closing) + behind
        commented = _is_comment(node.items[-1:])
        whole = len(rows) == 1 and width < 0 and not commented
        if whole and self.fits(rows[0], len(self._lines[-1]), indent, inside):
            self._row(rows[0], indent, inside)
            self._put(closing)
            return
        first, *others = self._wrapped(rows, len(self._lines[-1]), indent, inside)
        self._row(first, indent + INDENT if others else indent, inside if not others else 0)
        if others:
            self.rows(others, indent + INDENT)
        if commented or (others and not _ends_in_text(node)):
            self._lines.append(" " * indent)
        self._put(closing)

    def _put(self, text: str) -> None:
        first, *others = text.split("\n")
        self._lines[-1] += first
        self._lines += others

    # --- rows -----------------------------------------------------------------------------------------

    def _broken(self, items: Sequence[Node]) -> list[list[Node]]:
        """Items in rows: those of the author's lines; the first is behind the opening bracket."""
        rows: list[list[Node]] = [[]]
        after_comment = False
        for item in items:
            if item.breaks or after_comment:
                rows.append([])
            rows[-1].append(item)
            after_comment = _is_comment([item])
        return rows

    def _wrapped(self, rows: Sequence[list[Node]], column: int, indent: int, behind: int) -> list[list[Node]]:
        """The same with rows that do not fit made into several."""
        result: list[list[Node]] = []
        for number, row in enumerate(rows):
            head = number == 0
            start, level = (column, indent) if head else (indent + INDENT, indent + INDENT)
            end = behind if len(rows) == 1 else 0
            if self.fits(row, start, level, end) and not (head and len(rows) == 1):
                result.append(row)
            else:
                split = self._split(row, start, indent + INDENT, end)
                result += split if head else [each for each in split if each]
        return result

    def _split(self, row: Sequence[Node], start: int, indent: int, behind: int) -> list[list[Node]]:
        """Words and numbers fill lines, brackets get one each; the last braces may hang at the first line."""
        brackets = [item for item in row if isinstance(item, Bracket)]
        if brackets and row[-1] is brackets[0] and brackets[0].opening == "{" and len(row) > 1:
            before = sum(self.flat(item) + 1 for item in row[:-1])
            if start + before + len(brackets[0].prefix) + 1 <= self._width:
                return [list(row)]
        if len(row) == 1:
            return [list(row)]
        rows: list[list[Node]] = [[]]
        column = start
        for number, item in enumerate(row):
            width = self.flat(item)
            alone = isinstance(item, Bracket)
            full = column + 1 + width + (behind if number == len(row) - 1 else 0) > self._width
            if alone or (rows[-1] and (full or isinstance(rows[-1][-1], Bracket))):
                rows.append([])
                column = indent
            rows[-1].append(item)
            column += width + 1
        return rows


def _is_comment(nodes: Sequence[Node]) -> bool:
    """Whether the only one of some nodes is a comment."""
    return len(nodes) == 1 and isinstance(nodes[0], Leaf) and nodes[0].comment


def _ends_in_text(node: Bracket) -> bool:
    """Whether the last in it is a text, so that its end needs no line of its own."""
    last = node.items[-1]
    return isinstance(last, Leaf) and last.text.endswith('"')


def _text(node: Node) -> str:
    """A node on one line."""
    if isinstance(node, Leaf):
        return node.text
    inside = " ".join(_text(item) for item in node.items)
    return f"{node.prefix}{node.opening}{inside}{node.closing}{node.suffix}"
