"""How forms and signatures are shown in the texts of mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.bind.describe import (
    listed,
    signature_text,
)
from gdl.bind.specs import EnumSpec, Signature
from gdl.ludeme.registry import Entry
from gdl.parse.forms import Brace, Form, Named, Number, Paren, String, Word
from gdl.source.text import Span

#: A form with its variant words and parameters: what a message is about.
Use = tuple[Paren, Entry, Signature]


#: Longer signatures are shown on several lines.
MAX_SIGNATURE = 105

#: No longer form is shown whole with what it lacks put in.
MAX_SHOWN = 80


def call(use: Use) -> str:
    """`move Slide`, to be put in quotes; with the word that selects the class as its first argument."""
    return " ".join((*use[1].words, *selecting(use)))


def selecting(use: Use) -> tuple[str, ...]:
    form, entry, signature = use
    if not signature.selected or len(form.items) <= len(entry.words):
        return ()
    item, spec = form.items[len(entry.words)], signature.positional[0].spec
    if isinstance(item, Word) and isinstance(spec, EnumSpec) and item.text in spec.members:
        return (item.text,)
    return ()


def signature_note(use: Use) -> str:
    """The note that shows a signature."""
    _, entry, signature = use
    text = f"signature: {signature_text(signature, entry.words, selecting(use))}"
    from textwrap import wrap  # seldom needed

    return "\n".join(wrap(text, MAX_SIGNATURE, subsequent_indent="    ", break_on_hyphens=False))


def head_span(form: Paren, words: int = 1) -> Span:
    """From the opening parenthesis to the end of the head, or of the variant words."""
    last = form.items[min(words, len(form.items)) - 1].span
    if last.source is form.span.source and form.span.start < last.end <= form.span.end:
        return Span(form.span.source, form.span.start, last.end)
    return form.span


def is_called(form: Form) -> bool:
    """Whether brackets follow a word without a blank, as in a call of other languages: `sites(Top)`."""
    return form.span.source.text[form.span.end : form.span.end + 1] == "("


def follows_a_word(form: Form) -> bool:
    """Whether these are the brackets of such a call."""
    start = form.span.start
    return start > 0 and form.span.source.text[start - 1].isalnum()


def did_you_mean(names: Sequence[str]) -> tuple[str, ...]:
    """The help that suggests other spellings; none without any."""
    return (f"did you mean {listed([f'`{name}`' for name in names])}?",) if names else ()


def brief(form: Form) -> str:
    """A form with its insides left out."""
    match form:
        case Paren(items=(Word(text=head), _, *_)):
            return f"({head} ...)"
        case Brace():
            return "{...}"
        case Named(name=name, value=value):
            return f"{name}:{brief(value)}"
        case String(value=text):
            return f'"{text}"'
        case Number(value=number):
            return str(number)
    return form.span.text


def shown(form: Form) -> str:
    """A form in few letters."""
    match form:
        case Word(text=text):
            return f"`{text}`"
        case Number(value=value):
            return f"`{value}`"
        case String(value=text):
            return f'`"{text}"`'
        case Paren(items=(Word(text=head), *rest)):
            return f"`({head} ...)`" if rest else f"`({head})`"
        case Brace():
            return "this array"
    return "this"
