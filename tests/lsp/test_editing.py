"""Editing: what is known of a text after an edit is what is known of it read from scratch."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from gdl.assist import Document, Names, colours, folds, hints, names_of, outline, project_of
from gdl.assist.names import Mention
from gdl.assist.tree import Node
from gdl.ludeme.kinds import Kind
from gdl.parse.forms import Form, Named, Starred
from gdl.parse.parser import parse
from gdl.source.reading import read_source
from gdl.source.text import Source
from tests.lsp.test_assist import Texts
from tests.quick import few, one_in

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "games").rglob("*.lud"))
BROKEN = sorted((ROOT / "tests" / "check").rglob("*.lud"))

#: What authors type, and break texts with: brackets, quotes, comments, other languages' marks.
TYPED = (
    *("(", ")", "{", "}", "()", "{}", '"', "<", ">", " < ", "*", "**", "//", "/*", "# ", ";", ",", "[", "]"),
    *("'", "\n", "  ", "name:", " :", "-1.5", '(move "', '"Disc1"', "(sites Empty)", "#1", "<Size:a>"),
    *("9" * 20, '(define "A" (sites', '\n(define "B" ', "\n(game ", "“x”", "\\"),
)  # fmt: skip


def edited(text: str, draw: random.Random) -> str:
    """A text after one edit: something typed, deleted, replaced, or moved."""
    start = draw.randrange(len(text) + 1)
    end = min(len(text), start + draw.choice((0, 0, 0, 1, 1, 5, 200)))
    put = draw.choice((*TYPED, "", text[end : end + draw.randrange(100)]))
    return text[:start] + put + text[end:]


def names(document: Document) -> Names:
    files = Texts()
    files.documents["main"] = document
    project = project_of("main", files)
    assert project is not None
    return names_of(project)


def nodes(document: Document) -> Iterator[tuple[object, ...]]:
    """The forms of a document as they nest, each with its place."""
    for placed in document.pieces:
        for node in placed.piece.nodes:
            depth = sum(1 for _ in node.around())
            yield placed.start + node.start, placed.start + node.end, depth, node.index, said(node)


def said(node: Node) -> object:
    form = node.form
    return type(form), *(getattr(form, name, None) for name in ("text", "name", "stars")), value(form)


def value(form: Form) -> object:
    found = getattr(form, "value", None)
    return None if isinstance(found, Form) else found


def known(document: Document) -> tuple[object, ...]:
    """What is known of a document, as values that two documents of the same text share."""
    there = names(document)
    whole = len(document.source.text)
    return (
        list(nodes(document)),
        [(each.span.start, each.span.end, each.colour, each.declares) for each in colours(there)],
        [str(entry) for entry in outline(document)],
        folds(document),
        list(hints(there, whole // 3, whole)),
        [sorted(map(place, there.known(kind).values())) for kind in Kind],
    )


def place(mention: Mention) -> tuple[str, str, int, int, str]:
    return mention.kind.value, mention.name, mention.span.start, mention.span.end, mention.suffix


@pytest.mark.parametrize("path", [*few(SHIPPED), *one_in(8, BROKEN)], ids=lambda path: path.name)
def test_after_edits_the_same_is_known_as_from_scratch(path: Path) -> None:
    source = read_source(path)
    if not isinstance(source, Source) or len(source.text) > 20_000:
        return
    draw = random.Random(path.name)
    good = text = source.text
    document = Document(Source("main", text))
    for _ in range(12):
        # an author takes back what went wrong, too
        text = good if draw.random() < 0.2 else edited(text, draw)
        document = Document(Source("main", text), document)
        assert known(document) == known(Document(Source("main", text))), text


@pytest.mark.parametrize("path", [*few(SHIPPED), *one_in(4, BROKEN)], ids=lambda path: path.name)
def test_editors_read_as_the_compiler_reads(path: Path) -> None:
    """A piece's nodes are the forms that `parse` has, each where it has it; after an edit too."""
    source = read_source(path)
    if not isinstance(source, Source):
        return
    draw = random.Random(path.name)
    document: Document | None = None
    for text in (source.text, edited(source.text, draw), source.text):
        document = Document(Source("main", text), document)
        for placed in document.pieces:
            forms, _ = parse(placed.piece.source)
            expected = [(form.span.start, form.span.end, type(form)) for form in inside(forms)]
            assert [(n.start, n.end, type(n.form)) for n in placed.piece.nodes] == expected


def inside(forms: tuple[Form, ...]) -> Iterator[Form]:
    for form in forms:
        yield form
        if isinstance(form, Named):
            yield from inside((form.value,))
        elif isinstance(form, Starred):
            yield from inside((form.item,))
        else:
            yield from inside(getattr(form, "items", ()))


def test_brackets_that_an_edit_leaves_alone_are_not_read_again() -> None:
    regions = "\n".join(f'    (regions "R{n}" (sites {{{n} {n + 1}}}))' for n in range(60))
    text = f'(game "G" (players 2) (equipment {{\n{regions}\n}}))'
    before = Document(Source("main", text))
    forms = bracketed(before)
    for put in ("1", "(", '"', "}"):
        after = Document(Source("main", text.replace("{30 31}", put + "{30 31}")), before)
        again = [form for form in bracketed(after) if not any(form is known for known in forms)]
        # the game, its equipment and the list in that, and in the region what stands around the change
        assert 3 <= len(again) <= 8, put


def bracketed(document: Document) -> list[Form]:
    return [node.form for placed in document.pieces for node in placed.piece.nodes if node.items]


@pytest.mark.parametrize("path", few(SHIPPED), ids=lambda path: path.name)
def test_a_name_stands_where_its_place_says_so(path: Path) -> None:
    """All mentions of the same are those that, asked one by one, say that they are."""
    source = read_source(path)
    assert isinstance(source, Source)
    there = names(Document(Source("main", source.text)))
    main = there.project.main
    each = [
        mention
        for placed in main.document.pieces
        for node in (*placed.piece.texts, *(angle.items[0] for _, _, angle in placed.piece.placeholders))
        for mention in there.at(main, placed.start + node.start + 1)
    ]
    by_name: dict[tuple[Kind, str], set[tuple[object, ...]]] = {}
    for mention in each:
        by_name.setdefault((mention.kind, mention.name), set()).add(place(mention))
    for mention in each:
        if mention.kind is Kind.DEFINITION or mention.kind is Kind.PART:
            continue  # of definitions, a file may have two; parts are found from the tag
        assert set(map(place, there.same(mention))) == by_name[mention.kind, mention.name]
