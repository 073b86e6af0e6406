"""Profiles, rules and questions in, what people read about them out, in the table's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pi_app.game.choices import Choice, Question, choices, fitting
from pi_app.game.custom import BadOverride, customise
from pi_app.game.editions import edition_of
from pi_app.game.moves import Override
from pi_app.game.profiles import PROFILES, Profile, Rules, resolve
from pi_app.game.provenance import RuleSource, Source, provenance
from pi_app.session.offered import ChoiceView, ProfileView, QuestionView, RuleView
from pi_app.session.saved_rules import SavedRules
from pi_app.words import Words

_PLAYERS_SHOWN = 4
"""For how many players a profile's changes are told when nobody sits at the table yet."""


def profile_view(profile: Profile, words: Words, saved: SavedRules | None = None) -> ProfileView:
    """The profile as it is chosen from; `saved`: it is offered under the name it was kept by."""
    edition = edition_of(profile)
    return ProfileView(
        id=saved.id if saved else profile.id,
        title=profile.title,
        least=profile.least,
        most=profile.most,
        name=edition.name if edition.own else words.text(edition.name),
        special=words.text(edition.special),
        changed=_changes(profile, words),
        saved=saved is not None,
    )


@lru_cache(maxsize=8)
def profile_views(words: Words, saved: tuple[SavedRules, ...] = ()) -> tuple[ProfileView, ...]:
    """Every profile, and then every one that a table saved."""
    built_in = (profile_view(profile, words) for profile in PROFILES.values())
    own = (profile_view(customise(one.profile, one.overrides), words, one) for one in saved)
    return (*built_in, *own)


@lru_cache(maxsize=8)
def rule_views(profile: Profile, players: int, words: Words) -> tuple[RuleView, ...]:
    """Every rule for so many players, with the texts that say so: the answer to "why is it 4?"."""
    return tuple(_rule(rule, words) for rule in provenance(resolve(profile, players)))


def question_views(
    profile: str, players: int, overrides: Mapping[str, Override], words: Words
) -> tuple[QuestionView, ...]:
    """Where editions differ for so many players."""
    return tuple(_question(question, words) for question in choices(profile, players, overrides))


def fitting_ids(players: int, saved: tuple[SavedRules, ...]) -> tuple[str, ...]:
    """Ids of the built-in and saved editions that so many can play."""
    known = fitting(players)
    return (*known, *(one.id for one in saved if one.profile in known))


def customised(profile: str, overrides: Mapping[str, Override]) -> Profile:
    """The profile with these changes; as it is in the box, if they are impossible."""
    try:
        return customise(profile, overrides)
    except BadOverride:
        return PROFILES[profile]


def _rule(rule: RuleSource, words: Words) -> RuleView:
    return RuleView(
        path=rule.path,
        text=words.text(rule.said.text, **rule.said.fields),
        sources=tuple(_source(source, words) for source in rule.sources),
        doubts=tuple(words.text(doubt) for doubt in rule.doubts),
        changed=rule.changed,
        sure=not rule.uncertain,
        value=rule.said.value,
    )


def _source(source: Source, words: Words) -> str:
    title = words.text(source.title)
    return f"{title} ({words.text(source.note)})" if source.note else title


def _changes(profile: Profile, words: Words) -> tuple[str, ...]:
    """The rules that this table plays differently from the box."""
    if not profile.custom:
        return ()
    players = max(profile.least, min(_PLAYERS_SHOWN, profile.most))
    box = {rule.path: rule.said for rule in provenance(resolve(PROFILES[profile.id], players))}
    now: Rules = resolve(profile, players)
    return tuple(
        words.text(rule.said.text, **rule.said.fields)
        for rule in provenance(now)
        if rule.said != box.get(rule.path)
    )


def _question(question: Question, words: Words) -> QuestionView:
    return QuestionView(
        question.code,
        words.text(question.text),
        tuple(_choice(choice, words) for choice in question.choices),
        question.proposed,
        question.chosen,
        question.answered,
    )


def _choice(choice: Choice, words: Words) -> ChoiceView:
    return ChoiceView(choice.code, words.text(choice.text, **choice.fields), choice.profile, choice.overrides)
