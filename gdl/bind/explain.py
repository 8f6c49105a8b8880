"""What is wrong with a form that did not bind.

Every way in which the form could have been meant gets a cost: what has to be put right for it to bind. The
cheapest is what the author most likely meant, and only its mistakes are told. A cost is 0 for what binds,
under 0.6 where the form is of the wanted kind with mistakes inside, and 1 for something of another kind.
Texts are made for the chosen way only; costs are remembered for each (form, spec).
"""

from __future__ import annotations

from gdl.bind import messages
from gdl.bind.binder import Binder, Failed
from gdl.bind.declared import Declared
from gdl.bind.explain_arguments import Arguments
from gdl.bind.explain_ludemes import Ludemes
from gdl.bind.explain_values import Values
from gdl.bind.slips import Slips
from gdl.bind.specs import Spec
from gdl.bind.trouble import NO_TROUBLE, REPORTED, Diagnostics, Trouble, once
from gdl.ludeme.base import Ludeme
from gdl.parse.forms import Brace, Form, Hole, Named, Paren, String, Word
from gdl.support.identity import IdentityMap

#: So many brackets are explained, each for what is wanted in its place; of the others only that is told.
MANY = 10_000


class Explainer:
    """Explains what a binder failed to bind: finds whom a form is to be explained by, and remembers."""

    def __init__(self, binder: Binder, declared: Declared) -> None:
        self.binder = binder
        self.vocabulary = binder.vocabulary
        self.declared = declared
        self.anything = self.vocabulary.spec(Ludeme)
        self._troubles = IdentityMap[Form, IdentityMap[Spec, Trouble]]()
        self._holed = IdentityMap[Form, bool]()
        self._explained = 0
        self.slips = Slips(binder)
        self.values = Values(self)
        self.ludemes = Ludemes(self, self.values, Arguments(self, self.values))

    def explain(self, form: Form, spec: Spec) -> Trouble:
        """What is wrong with a form where `spec` is wanted; nothing if it binds."""
        troubles = self._troubles.setdefault(form, IdentityMap)
        known = troubles.get(spec)
        if known is None:
            value = self.binder.bind(form, spec)
            if not isinstance(value, Failed):
                known = NO_TROUBLE
            elif isinstance(form, Hole):
                known = REPORTED
            elif value.form is form:
                entries = [(each, self.vocabulary.signature(each.cls)) for each in value.entries]
                known = Trouble(0.1, lambda: [messages.ambiguous(form, entries)])
            elif self._explained > MANY and isinstance(form, Paren):
                known = Trouble(1.0, lambda: [messages.wrong_type(form, spec)])
            else:
                self._explained += isinstance(form, Paren)
                known = once(self._explain(form, spec))
            troubles[spec] = known
        return known

    def has_hole(self, form: Form) -> bool:
        """Whether something in the form could not be read, which was told already."""
        known = self._holed.get(form)
        if known is None:
            match form:
                case Paren() | Brace():
                    known = any(self.has_hole(item) for item in form.items)
                case Named():
                    known = self.has_hole(form.value)
                case _:
                    known = isinstance(form, Hole)
            self._holed[form] = known
        return known

    def _explain(self, form: Form, spec: Spec) -> Trouble:
        match form:
            case Paren():
                return self.ludemes.paren(form, spec)
            case Brace():
                return self.values.brace(form, spec)
            case Word():
                return self.values.word(form, spec)
            case String():
                return self.values.string(form, spec)
            case Named():
                return Trouble(1.0, lambda: [messages.misplaced_name(form), *self.survey(form)])
        return Trouble(1.0, lambda: [messages.wrong_type(form, spec)])

    def fits(self, form: Form, spec: Spec) -> bool:
        """Whether the form can stand where `spec` is wanted."""
        return self.binder.fits(form, spec)

    def survey(self, form: Form) -> Diagnostics:
        """The mistakes inside a form whatever is wanted: for what stands in a place that is wrong itself."""
        match form:
            case Paren():
                trouble = self.explain(form, self.anything)
                value = self.binder.bind(form, self.anything)
                return [] if isinstance(value, Failed) and value.form is form else trouble.tell()
            case Brace():
                return [each for item in form.items for each in self.survey(item)]
            case Named():
                return self.survey(form.value)
        return []

    def survey_arguments(self, form: Paren) -> Diagnostics:
        return [each for item in form.items[1:] for each in self.survey(item)]
