"""The five levels of the AI as characters. Each has a name, a face, a style of play and words of goodbye."""

from __future__ import annotations

from game.core.record import SeatConfig
from game.core.rules import Outcome
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.stage import Stage


def level_of(seat: SeatConfig) -> int:
    """Return the AI level of a seat; 0 for people and external engines."""
    return seat.level if seat.is_ai and not seat.is_engine else 0


def draw_face(
    stage: Stage, target: Drawable, level: int, centre: tuple[int, int], side: int, alpha: float = 1.0
) -> None:
    """Draw a level's face, `side` pixels wide, around `centre`. Level 0 has none."""
    if level:
        face = stage.assets.sprite(f"sprites/faces/level-{level}.svg", (side, side))
        target.blit(face, (centre[0] - side // 2, centre[1] - side // 2), alpha)


def farewell(outcome: Outcome, seats: tuple[SeatConfig, ...]) -> tuple[int, str]:
    """Return the level that says goodbye after a game, and the key of its text; (0, "") if none does.

    The strongest beaten AI speaks, otherwise the strongest winning AI. In games without people none does.
    """
    levels = {seat: level for seat, config in enumerate(seats) if (level := level_of(config))}
    if not levels or all(config.is_ai for config in seats):
        return 0, ""
    if not outcome.winners:
        return max(levels.values()), "level.drawn"
    people_won = any(not seats[seat].is_ai for seat in outcome.winners)
    beaten = [level for seat, level in levels.items() if seat not in outcome.winners]
    if people_won and beaten:
        return max(beaten), "level.beaten"
    won = [level for seat, level in levels.items() if seat in outcome.winners]
    return (max(won), "level.won") if won else (0, "")
