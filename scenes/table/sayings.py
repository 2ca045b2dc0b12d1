"""What an AI says: a short sentence in character at the start, at a turning point that the review finds, at the end."""

from __future__ import annotations

from random import Random
from typing import Final, Literal, TypeAlias

from game.core.record import SeatConfig
from game.core.rules import Outcome, Seat
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.stage import Stage
from scenes.kit.widgets.notice import MARGIN, draw_in_margin
from scenes.services import Services
from scenes.table.art.faces import draw_face, face_of, level_of, parting

Occasion: TypeAlias = Literal["start", "slip", "chance", "beaten", "won"]
"""When an AI speaks: at the start, where it erred, where somebody else did, and after it has lost or won."""
GAP: Final = 12  # design pixels between the face and the words


def saying(services: Services, game: str, seat: SeatConfig, occasion: Occasion, seed: int) -> str:
    """Return a sentence of the AI in `seat`, with its name.

    Return "" for people and engines, in a game without such texts, and if the setting silences AIs. The same `seed`
    gives the same sentence.
    """
    level, t = level_of(seat), services.stage.t
    key = f"{game}.says.{level}.{occasion}"
    if not level or not services.settings.preferences.sayings or not services.stage.strings.has(key):
        return ""
    said = Random(f"{seed} {occasion} {level}").choice(t(key).split("\n"))
    return t("says.line", name=services.people.name(seat), said=said)


def greeting(seats: tuple[SeatConfig, ...]) -> SeatConfig | None:
    """Return the strongest AI, which speaks at the start; None if no person plays against an AI."""
    found = [seat for seat in seats if level_of(seat)]
    return max(found, key=level_of) if found and any(not seat.is_ai for seat in seats) else None


def commentator(
    seats: tuple[SeatConfig, ...], erring: Seat, taker: Seat | None = None
) -> tuple[SeatConfig, Occasion] | None:
    """Return the AI that speaks about a turning point at which `erring` acted badly, and on which occasion.

    If an AI erred, it speaks. Otherwise the AI in `taker`, the seat that won the round, speaks; if `taker` is None, the
    strongest AI speaks. Returns None if `taker` is a person's seat, or if no person plays against an AI.
    """
    speaker = greeting(seats)
    if speaker is None:
        return None
    if level_of(seats[erring]):
        return seats[erring], "slip"
    speaker = speaker if taker is None else seats[taker]
    return (speaker, "chance") if level_of(speaker) else None


def goodbye(
    services: Services, game: str, outcome: Outcome, seats: tuple[SeatConfig, ...], seed: int
) -> tuple[SeatConfig, str]:
    """Return the AI that speaks at the end, and what it says; an empty seat and "" if no AI speaks.

    After a draw, or if the setting silences AIs, the text says instead that the AI nods or waves.
    """
    found = parting(outcome, seats)
    if found is None:
        return SeatConfig(), ""
    seat, how = seats[found[0]], found[1]
    said = "" if how == "drawn" else saying(services, game, seat, how, seed)
    return seat, said or services.stage.t(f"level.{how}", name=services.people.name(seat))


def draw_saying(stage: Stage, canvas: Canvas, seat: SeatConfig, text: str) -> None:
    """Draw what an AI says in the free margin at the top, beside its face."""
    px = stage.metrics.px
    place = draw_in_margin(stage, canvas, text, room=MARGIN)
    side = px(MARGIN)
    draw_face(stage, canvas, face_of(seat), (place.left + px(GAP) + side // 2, side // 2), side)
