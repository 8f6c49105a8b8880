"""What the parts of the explainer ask of the whole: a form's trouble is worked out from those inside it."""

from __future__ import annotations

from typing import Protocol

from gdl.bind.binder import Binder
from gdl.bind.declared import Declared
from gdl.bind.slips import Slips
from gdl.bind.specs import Spec, Vocabulary
from gdl.bind.trouble import Found, Trouble
from gdl.parse.forms import Form, Paren


class Explaining(Protocol):
    """The explainer, as its parts see it."""

    binder: Binder
    vocabulary: Vocabulary
    #: the names that the text itself gives to things, for suggestions
    declared: Declared
    #: where any ludeme can stand
    anything: Spec
    slips: Slips

    def explain(self, form: Form, spec: Spec) -> Trouble:
        """What is wrong with a form where `spec` is wanted; nothing if it binds."""

    def fits(self, form: Form, spec: Spec) -> bool:
        """Whether the form can stand where `spec` is wanted."""

    def survey(self, form: Form) -> Found:
        """The mistakes inside a form whatever is wanted."""

    def survey_arguments(self, form: Paren) -> Found:
        """The mistakes inside what stands behind the head of a form."""

    def has_hole(self, form: Form) -> bool:
        """Whether something in the form could not be read, which was told already."""
