"""What editors show of a ludeme: a sentence, a snippet to fill in, its part of the reference."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from enum import Enum

from gdl.bind.binder import Vocabulary
from gdl.bind.describe import article, describe, example, plain_words, signature_text, type_text
from gdl.bind.specs import EnumSpec, Param, Signature, Spec
from gdl.ludeme.base import Ludeme
from gdl.ludeme.registry import Entry
from gdl.source.comment_above import Comment
from gdl.support.values import field, frozen

#: More words than this are not listed in a snippet's choice, or in a hover.
MAX_CHOICES = 24
MAX_WORDS = 60


@frozen
class Snippet:
    """A text to fill in: as it is without an editor's help, and in the syntax of snippets (`${1:here}`)."""

    plain: str
    stops: str


def text_of(plain: str) -> Snippet:
    """A text with nothing to fill in."""
    return Snippet(plain, escaped(plain))


def bracketed(made: Snippet) -> Snippet:
    """The same in round brackets."""
    return Snippet(f"({made.plain})", f"({made.stops})")


def escaped(text: str) -> str:
    """A text that stands for itself in a snippet."""
    return re.sub(r"([\\$}])", r"\\\1", text)


# --- Markdown: what a file says is shown as it is, and is no markup (an image would be fetched) ----------


def prose(text: str) -> str:
    """A file's words in Markdown."""
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~&])", r"\\\1", text)


def comment_markdown(comment: Comment) -> str:
    """What the comment above a definition says, in Markdown: what it is, and how rules in English tell it."""
    parts = [prose(comment.text)]
    if comment.says is not None:
        one_of = [prose(_both_ways(words)) for words in comment.says.split(" / ")]
        words = f"“{one_of[0]}”" + (f", or of one of them “{one_of[1]}”" if len(one_of) > 1 else "")
        parts.append(f"In the rules: {words}" if comment.says else "The rules in English leave it out.")
    parts += [f"Said once: “{prose(term)}”" for term in comment.terms]
    return "\n\n".join(filter(None, parts))


def _both_ways(words: str) -> str:
    """`a row <is|is not> full` as it is read."""
    return re.sub(r"<([^<>|]*)\|([^<>|]*)>", r"\1 (or \2)", words)


def code(text: str) -> str:
    """A file's words as code, within a line."""
    fence = "`" * (1 + _longest_run(text))
    return f"{fence}{text}{fence}" if fence == "`" else f"{fence} {text} {fence}"


def block(text: str) -> str:
    """A file's lines as code."""
    fence = "`" * max(3, 1 + _longest_run(text))
    return f"{fence}lud\n{text}\n{fence}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def doc_of(cls: type) -> str:
    """What the reference says of a class; empty where its text is another class's."""
    return inspect.cleandoc(vars(cls).get("__doc__") or "")


def sentence(text: str) -> str:
    """The first sentence of a text."""
    first = " ".join(text.split("\n\n", 1)[0].split())
    return re.split(r"(?<=[^.][.:])\s+(?=[A-Z`(])", first, maxsplit=1)[0].removesuffix(":")


def snippet(entry: Entry, known: Vocabulary, skip: int = 0) -> Snippet:
    """A ludeme's words (without the first `skip`) with what has to follow them, ready to be replaced."""
    words = " ".join(entry.words[skip:])
    plain, stops = [words], [escaped(words)]
    for number, param in enumerate(_needed(entry.cls, known.signature(entry.cls)), 1):
        name = f"{param.name}:" if param.name else ""
        shown = sample(param.spec)
        plain.append(name + shown)
        stops.append(name + _stop(number, param.spec, shown))
    return Snippet(" ".join(filter(None, plain)), " ".join(filter(None, stops)))


def _needed(cls: type[Ludeme], signature: Signature) -> list[Param]:
    """The arguments that cannot be left out; of several of which one has to be given, the first."""
    groups = {group[0] for group in cls.one_of}
    return [param for param in signature.params() if not param.optional or param.attribute in groups]


def _stop(number: int, spec: Spec, shown: str) -> str:
    if isinstance(spec, EnumSpec) and 1 < len(spec.members) <= MAX_CHOICES:
        choices = ",".join(re.sub(r"([\\,|])", r"\\\1", word) for word in spec.members)
        return f"${{{number}|{choices}|}}"
    return f"${{{number}:{escaped(shown)}}}"


def sample(spec: Spec) -> str:
    """Something that can stand there, to be replaced."""
    result = example(spec)
    return result.replace(" ...", "") if result else "()"


def value_stop(spec: Spec) -> str:
    """A place to fill in with what is wanted."""
    return _stop(1, spec, sample(spec))


# --- The reference ------------------------------------------------------------------------------------------


def reference_of(entries: Sequence[Entry], known: Vocabulary) -> str:
    """The part of the reference about some ludemes, in Markdown."""
    return "\n\n---\n\n".join(_ludeme(entry, known) for entry in entries)


def _ludeme(entry: Entry, known: Vocabulary) -> str:
    signature = known.signature(entry.cls)
    parts = [f"```lud\n{signature_text(signature, entry.words)}\n```", doc_of(entry.cls)]
    parts.append("\n".join(f"- {line}" for line in map(_argument, signature.params())))
    for groups, text in ((entry.cls.one_of, "Exactly one"), (entry.cls.at_most_one, "At most one")):
        labels = {param.attribute: _label(param) for param in signature.params()}
        parts += [f"{text} of {', '.join(f'`{labels[n]}`' for n in group)} is given." for group in groups]
    return "\n\n".join(filter(None, parts))


def _label(param: Param) -> str:
    return f"{param.name}:" if param.name else param.attribute


def _argument(param: Param) -> str:
    return f"`{_label(param)}` {argument_text(param)}"


def argument_text(param: Param) -> str:
    """What an argument is, and what it is when it is left out."""
    what = describe(param.spec, full=True)
    if not param.optional:
        return what
    default = param.default
    if isinstance(default, Enum):
        return f"{what}; if left out `{default.value}`"
    if isinstance(default, bool | int | float | str):
        return f"{what}; if left out `{default}`"
    return f"{what}; may be left out"


def words_text(spec: EnumSpec, word: str) -> str:
    """What a word is one of, in Markdown."""
    members = list(spec.members)
    shown = ", ".join(f"`{each}`" for each in members[:MAX_WORDS])
    more = ", ..." if len(members) > MAX_WORDS else ""
    doc = doc_of(spec.enum)
    return f"`{word}`: {article(plain_words(spec.enum.__name__))}\n\n{doc}\n\nOne of {shown}{more}"


@frozen
class Part:
    """A parameter in a shown signature, and where in that it stands (characters)."""

    start: int
    end: int
    text: str


@frozen
class SignatureText:
    """A signature as it is shown while its arguments are typed."""

    text: str
    parts: tuple[Part, ...] = field(factory=tuple)
    doc: str = ""


def signature_parts(entry: Entry, known: Vocabulary) -> SignatureText:
    """A ludeme's signature with the places of its parameters in it."""
    signature = known.signature(entry.cls)
    text, parts = "(" + " ".join(entry.words), []
    for param in signature.params():
        prefix = f"{param.name}:" if param.name else ""
        types = " | ".join(prefix + type_text(part) for part in param.spec.alternatives)
        shown = f"[{types}]" if param.optional else types
        parts.append(Part(len(text) + 1, len(text) + 1 + len(shown), argument_text(param)))
        text += f" {shown}"
    return SignatureText(text + ")", tuple(parts), sentence(doc_of(entry.cls)))
