"""The AIs as characters. Each level has a face. Each member of a level's family has a colour of its own behind it."""

from __future__ import annotations

import colorsys
from typing import Final, Literal, NamedTuple, TypeAlias

import pygame

from game.core.record import SeatConfig
from game.core.rules import Outcome, Seat
from game.match_setup import AI_NAMES, family_place
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.stage import Stage

GROUNDS: Final = {
    1: ("#6FA35B", "#F4EBD3"),
    2: ("#6CA6C9", "#8CBDD8"),
    3: ("#B5713C", "#F7E6CF"),
    4: ("#7A6BA8", "#EAE4F2"),
    5: ("#C9A24B", "#23201D"),
}
"""The colours behind each level's face: of the ring, and of the disc in it."""
MEMBERS: Final = len(AI_NAMES[1])
SATURATION, VALUE = 0.5, 0.72  # saturation and least brightness of the disc behind a family member's face
# A face's width, and the distance of its middle to the right and down, in radii of its token.
BESIDE, RIGHT, DOWN = 1.15, 1.72, 0.72


Manner: TypeAlias = Literal["beaten", "won", "drawn"]
"""How a game went for an AI."""


class Face(NamedTuple):
    """The face of a `level`, 0 for none. `member` is the place in the level's family, 0 for the level's character."""

    level: int = 0
    member: int = 0


NO_FACE: Final = Face()


def level_of(seat: SeatConfig) -> int:
    """Return the AI level of a seat; 0 for people and external engines."""
    return seat.level if seat.is_ai and not seat.is_engine else 0


def face_of(seat: SeatConfig) -> Face:
    """The face of the AI in a seat; NO_FACE for people and external engines."""
    level = level_of(seat)
    return Face(level, family_place(seat)) if level else NO_FACE


def grounds(face: Face) -> tuple[str, str]:
    """The colours of the ring and the disc behind a face."""
    ring, disc = GROUNDS[face.level]
    if not face.member:
        return ring, disc
    hue, saturation, value = colorsys.rgb_to_hsv(*(part / 255 for part in pygame.Color(ring)[:3]))
    hue += face.member / MEMBERS
    return _web(hue, saturation, 0.8 * value), _web(hue, SATURATION, max(VALUE, value))


def _web(hue: float, saturation: float, value: float) -> str:
    return "#" + "".join(f"{round(255 * part):02X}" for part in colorsys.hsv_to_rgb(hue % 1, saturation, value))


def draw_face(
    stage: Stage, target: Drawable, face: Face, centre: tuple[int, int], side: int, alpha: float = 1.0
) -> None:
    """Draw a face, `side` pixels wide, around `centre`; nothing for level 0."""
    if face.level:
        ring, disc = grounds(face)
        picture = stage.drawing(f"faces/level-{face.level}", (side, side), line=ring, fill=disc)
        stage.blit(target, picture, (centre[0] - side // 2, centre[1] - side // 2), alpha)


def draw_face_beside(
    stage: Stage, target: Drawable, box: pygame.Rect, radius: float, face: Face, alpha: float = 1.0
) -> None:
    """Draw a face over the lower right of its seat's token; nothing for level 0.

    The token has `radius` (design pixels) and lies at the left of `box`, as `draw_person` draws it.
    """
    px = stage.metrics.px
    centre = box.left + px(RIGHT * radius), box.centery + px(DOWN * radius)
    draw_face(stage, target, face, centre, px(BESIDE * radius), alpha)


def parting(outcome: Outcome, seats: tuple[SeatConfig, ...]) -> tuple[Seat, Manner] | None:
    """Return the seat of the AI that says goodbye after a game, and how the game went for it; None if no AI does.

    After a draw, the strongest AI speaks ("drawn"). If people have beaten AIs, the strongest beaten one speaks
    ("beaten"). Otherwise the strongest AI that has won speaks ("won"). AIs among themselves say nothing.
    """
    levels = {seat: level for seat, config in enumerate(seats) if (level := level_of(config))}
    if not levels or all(config.is_ai for config in seats):
        return None
    if not outcome.winners:
        return max(levels, key=levels.__getitem__), "drawn"
    people_won = any(not seats[seat].is_ai for seat in outcome.winners)
    beaten = [seat for seat in levels if seat not in outcome.winners]
    if people_won and beaten:
        return max(beaten, key=levels.__getitem__), "beaten"
    won = [seat for seat in levels if seat in outcome.winners]
    return (max(won, key=levels.__getitem__), "won") if won else None
