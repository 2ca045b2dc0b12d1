"""The kinds of players of a seat: a person, a level of the AI or, where one plays the game here, an engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from game.core.device_id import ANY
from game.core.record import SeatConfig, SeatKind
from game.core.spec import LEVELS
from scenes.kit.widgets.picker import Cycler
from scenes.kit.widgets.widget import Pips, SegmentedControl
from scenes.services import Services

PERSON, AI, ENGINE = range(3)
OnChange = Callable[[SeatConfig], None]


def kind_of(seat: SeatConfig) -> int:
    """One of the three."""
    return ENGINE if seat.is_engine else AI if seat.is_ai else PERSON


def kind_choice(
    services: Services, game: str, seat: SeatConfig, rect: pygame.Rect, on_change: OnChange
) -> SegmentedControl:
    """The choice of who plays; engines are offered where there is one for `game`. Another choice gives another seat."""
    t = services.stage.t
    names = services.offers.engine_names(game)
    kinds = [t("setup.person"), t("setup.ai"), *([t("setup.engine")] if names else [])]

    def choose(kind: int) -> None:
        engine = names[0] if kind == ENGINE else ""
        level = (0, services.offers.level(), LEVELS[-1])[kind]
        kinded: SeatKind = "human" if kind == PERSON else "ai"
        on_change(replace(seat, kind=kinded, level=level, device=ANY, engine=engine))

    choice = SegmentedControl(rect, kinds, kind_of(seat), choose)
    choice.name = services.people.name(seat)
    return choice


def thinker(
    services: Services, game: str, seat: SeatConfig, rect: pygame.Rect, on_change: OnChange
) -> Pips | Cycler | None:
    """Return the control for the level or the engine that plays for a seat; None where a person does."""
    t = services.stage.t
    if seat.is_engine:
        names = services.offers.engine_names(game)
        index = names.index(seat.engine)
        return Cycler(rect, t("setup.engine"), names, index, lambda i: on_change(replace(seat, engine=names[i])))
    if seat.is_ai:
        levels = [t(f"level.{level}") for level in LEVELS]
        return Pips(
            rect,
            t("setup.level"),
            seat.level,
            lambda level: on_change(replace(seat, level=level)),
            levels,
            services.offers.levels,
            [t(f"level.{level}.style") for level in LEVELS],
        )
    return None
