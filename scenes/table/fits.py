"""Opponents that fit: the ratings of the people at this table, and AIs of the strength that suits them.

A person with a profile keeps a rating in the store. The ratings of others last until the program ends, or at
an unattended table until the visit ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from game.core.record import SeatConfig, with_strength
from game.core.spec import GameSpec
from game.core.values import Values
from game.match_setup import MatchSetup, has_own_name, with_fitting_names
from game.people.ratings import RatedMatch, Skill, fitting_strength, put_skill, rate_match, skill, strength_at
from game.session.session import Session
from scenes.kit.stage import Stage
from scenes.services import Services

NEAR = 0.17  # a strength that is nearer than this to a level's strength counts as equal to the level


class Rated(NamedTuple):
    """The ratings of the only person in a match: before the match (None if it was their first), and after it."""

    before: Skill | None
    after: Skill


def owner_of(services: Services, seat: SeatConfig) -> tuple[Values, int | str]:
    """The store that has a person's ratings, and the owner under whom they are stored."""
    if not services.is_unattended and has_own_name(seat.name):
        profile = services.store.profiles.find(seat.name)
        if profile is not None:
            return services.store, profile.id
    return services.visit, seat.name


def skill_of(services: Services, seat: SeatConfig, spec: GameSpec) -> Skill | None:
    """The rating of the person in a seat; None before their first match."""
    return skill(*owner_of(services, seat), spec)


def fitted(services: Services, spec: GameSpec, seats: Sequence[SeatConfig]) -> tuple[SeatConfig, ...]:
    """The seats, with a new strength for each AI that is fitted: one at which the people win about half of their
    matches. Such an AI gets one of the nearest level's names.
    """
    if not spec.strengths or not any(seat.strength for seat in seats):
        return tuple(replace(seat, strength=0.0) for seat in seats)
    known = [skill_of(services, seat, spec) for seat in seats if not seat.is_ai]
    strength = fitting_strength(spec, [one for one in known if one is not None])
    offered = services.offers.levels
    strength = float(min(max(strength, offered[0]), offered[-1]))
    fitting = (with_strength(seat, strength) if seat.is_ai and seat.strength else seat for seat in seats)
    return with_fitting_names(tuple(fitting))


def with_fitting(services: Services, spec: GameSpec, table: MatchSetup) -> MatchSetup:
    """The setup with every AI fitted to the people, except engines; unchanged in a game without strengths."""
    if not spec.strengths:
        return table
    seats = [with_strength(seat, 1.0) if seat.is_ai and not seat.is_engine else seat for seat in table.seats]
    return replace(table, seats=fitted(services, spec, seats))


def is_known(services: Services, spec: GameSpec, table: MatchSetup) -> bool:
    """Whether the only person of a setup has a name of their own, is a visitor, or has a rating in this game."""
    people = [seat for seat in table.seats if not seat.is_ai]
    if len(people) != 1:
        return False
    return services.is_unattended or has_own_name(people[0].name) or skill_of(services, people[0], spec) is not None


def rate(services: Services, session: Session) -> Rated | None:
    """Rate the people of a finished match. Returns the ratings of the only person, None if there are several.

    If the end of the match rated last was taken back, its new end replaces the old one.
    """
    spec, record = session.spec, session.record()
    people = {seat: owner_of(services, one) for seat, one in enumerate(record.owners) if not one.is_ai}
    points = tuple(spec.play.points(session.state)) if spec.play.points else ()
    if services.last_rated is not None and record.retakes(services.last_rated.record):
        for (store, owner), before in services.last_rated.before:
            put_skill(store, owner, spec, before)
    found = rate_match(spec, record, points, people)
    services.last_rated = RatedMatch(record, [(people[seat], before) for seat, (before, _) in found.items()])
    return Rated(*next(iter(found.values()))) if len(people) == 1 == len(found) else None


def standing(stage: Stage, spec: GameSpec, value: float) -> str:
    """Return how strong a rating is, compared with the nearest level: "a little stronger than Milk"."""
    return beside_level(stage, strength_at(spec, value))


def beside_level(stage: Stage, strength: float) -> str:
    """Return a strength in words, compared with the nearest level."""
    seat = with_strength(SeatConfig("ai"), strength)
    apart = strength - seat.level
    key = "near" if abs(apart) < NEAR else "above" if apart > 0 else "below"
    return stage.t(f"fits.{key}", name=stage.t(f"level.{seat.level}"))
