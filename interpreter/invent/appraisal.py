"""Appraisal: what a playable offspring is worth before searches have played it, and which niche it is of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gdl.compile.compile import compile_game
from gdl.source.text import Source
from interpreter.invent.niches import Facts, niche
from interpreter.invent.quality import form_quality, met_by, quality_of, wishes_for
from interpreter.invent.trial import Trial, mean_length, oddities
from interpreter.invent.unlikeness import Features, features_of, new_parts, unlikeness, unlikeness_quality


@lru_cache(maxsize=64)
def _features(text: str) -> Features:
    return features_of(compile_game(Source("parent", text)))


def appraised(text: str, trial: Trial, wanted: Sequence[str], parents: Sequence[str]) -> dict[str, Any]:
    """What is known of a genome from its trial, which it has passed; `parents` are the texts of those that
    all began with."""
    assert trial.games is not None and trial.compiled is not None
    met = met_by(wishes_for(wanted, trial.players), trial.games, trial.players, trial.sites)
    odd = [each.code for each in oddities(text)]
    own = features_of(trial.compiled)
    theirs = [_features(each) for each in parents]
    unlike = min((unlikeness(own, each) for each in theirs), default=1.0)
    return {
        "text": text,
        "rules": trial.fingerprint,
        "play": trial.behaviour,
        "niche": niche(Facts(trial.compiled, trial.games, trial.sites)),
        "values": [each.value for each in met],
        "by": trial.by,
        "odd": odd,
        "unlike": unlike,
        "new": new_parts(own, theirs),
        "quality": quality_of(met) * form_quality(len(odd), len(text.split())) * unlikeness_quality(unlike),
        "length": mean_length(trial.games),
    }
