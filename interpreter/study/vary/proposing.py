"""Proposing variants of a large space: Optuna's tree-structured Parzen estimator, for several objectives.

S. Watanabe, *Tree-Structured Parzen Estimator*, 2023; Y. Ozaki and others, *Multiobjective Tree-Structured
Parzen Estimator*, 2022. It is asked for some variants at a time and told of all of them before it is asked
again, so that it does not matter who plays them.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.errors.user_errors import MissingExtraError
from interpreter.study.vary.knobs import Knob
from interpreter.study.vary.space import Space, Variant

if TYPE_CHECKING:
    from optuna.trial import Trial

#: What a variant that cannot be played counts for each objective.
HOPELESS = 1e6
#: So often in a row it may propose what is known already, before variants are drawn at random.
_PATIENCE = 20


def version() -> str:
    """Optuna's version: another one may propose other variants. Raises MissingExtraError."""
    return str(_optuna().__version__)


def _optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise MissingExtraError(
            "so large a space is searched with Optuna: pip install 'ludwright[vary]' (a smaller one is tried "
            "as a whole: --variants says up to which size)"
        ) from None
    return optuna


class Proposer:
    """Proposes variants, and learns from what became of them."""

    def __init__(self, space: Space, objectives: int, seed: int) -> None:
        optuna = _optuna()
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._space = space
        self._objectives = objectives
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is experimental in it
            sampler = optuna.samplers.TPESampler(
                seed=seed % (1 << 32), multivariate=True, constant_liar=True, n_startup_trials=32
            )
        self._study = optuna.create_study(directions=["minimize"] * objectives, sampler=sampler)
        self._asked: dict[Variant, list[Trial]] = {}
        self._losses: dict[Variant, tuple[float, ...]] = {}

    def ask(self, count: int) -> list[Variant]:
        """So many variants that are not known yet; fewer where there are no more to be found."""
        found: list[Variant] = []
        stale = 0
        while len(found) < count and stale < _PATIENCE * count:
            trial = self._study.ask()
            variant = self._space.canonical(
                tuple(_suggested(trial, number, knob) for number, knob in enumerate(self._space.knobs))
            )
            known = self._losses.get(variant)
            if known is not None:
                self._study.tell(trial, known)
                stale += 1
            elif variant in self._asked:
                self._asked[variant].append(trial)
                stale += 1
            else:
                self._asked[variant] = [trial]
                found.append(variant)
        return found

    def tell(self, variants: Sequence[Variant], losses: Sequence[tuple[float, ...] | None]) -> None:
        """What became of those that were asked for, in their order; None where it cannot be played."""
        for variant, loss in zip(variants, losses, strict=True):
            told = loss if loss is not None else (HOPELESS,) * self._objectives
            self._losses[variant] = told
            for trial in self._asked.pop(variant):
                self._study.tell(trial, told)


def _suggested(trial: Trial, number: int, knob: Knob) -> int:
    name = f"{number} {knob.name}"
    last = len(knob.values) - 1
    if last and knob.steps is not None:
        return trial.suggest_int(name, 0, last)
    return int(trial.suggest_categorical(name, list(range(last + 1))))
