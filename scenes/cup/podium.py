"""The end of a cup: the first three on a podium, and who has won it."""

from __future__ import annotations

from fractions import Fraction

import pygame

from game.cup import Cup
from scenes.cup.running import seat_of
from scenes.cup.slip import points_text
from scenes.cup.triumph import crowned, risen
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Part, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import alike
from scenes.services import Services
from scenes.table.art.laurel import draw_laurel

WINNER = Style(60, theme.IVORY, bold=True)
NAME = Style(theme.HELPER, theme.IVORY, bold=True)
POINTS = Style(theme.HELPER, theme.MUTED)
PLACE = Style(72, theme.EYEBROW, bold=True)
MOST = 3  # who stands there
WORDS, LOW_WORDS = 168, 92  # design pixels, as all below: who has won, above the podium, and where that is low
STEPS = (1.0, 0.72, 0.5)  # how high the places are, in shares of the first one's step
LOW, NAME_ROOM, TOKEN, LEAST_STEP, MOST_STEP = 500, 44, 104, 60, 260
LEAST = 20


def draw_podium(services: Services, canvas: Canvas, rect: pygame.Rect, cup: Cup, text: str, age: float) -> None:
    """The first three with their points, the first one in the middle in a laurel, `age` seconds after the page came.

    Their steps rise one after the other, the first one's last; then comes `text`, which says who has won. People
    who share a place stand equally high.
    """
    stage = services.stage
    reduced = stage.look.reduced_motion
    best = list(cup.standings[:MOST])
    order = [best[1], best[0], *best[2:]]  # as on every podium
    high = rect.height / stage.metrics.scale
    words, token = (LOW_WORDS, 150) if high < LOW else (WORDS, 190)
    step = max(LEAST_STEP, min(MOST_STEP, high - words - token - NAME_ROOM - 16))
    stands = row(*[_stand(place, token, step) for place, _ in order], gap=12)
    places = within(stage.metrics, rect, column(cell("words", words), stands, gap=0))
    crown = crowned(age, reduced)
    stage.label(canvas, text, places["words"], WINNER, "centre", lines=0, alpha=crown)
    names = [services.people.name(seat_of(services, entrant)) for _, entrant in order]
    rooms = places.all("name")
    style = alike(stage, names, stage.limit_scale(NAME, 1.0), [room.width for room in rooms], LEAST)
    found = zip(order, names, rooms, places.all("token"), places.all("step"), strict=True)
    for (place, entrant), name, room, at, step_place in found:
        share = risen(place, age, reduced)
        down = round((1 - share) * step_place.height)
        own = stage.shrink_to_width(name, style, room.width, LEAST)
        stage.centred(canvas, name, room.move(0, down), own, alpha=share)
        draw_laurel(services.stage, canvas, at.move(0, down), [entrant.identity], share, won=False)
        if place == 1:
            draw_laurel(services.stage, canvas, at.move(0, down), [entrant.identity], crown)
        _draw_step(stage, canvas, step_place, place, cup.totals[entrant.identity], share)


def _stand(place: int, token: float, step: float) -> Part:
    """One who stands there: `token` (the first one's is so high), `name` and the `step`."""
    high = step * STEPS[min(place, MOST) - 1]
    who = cell("token", token if place == 1 else TOKEN), cell("name", NAME_ROOM)
    return column(cell(), *who, cell("step", high), gap=4)


def _draw_step(stage: Stage, canvas: Canvas, step: pygame.Rect, place: int, total: Fraction, share: float) -> None:
    """A step with its place, and the points below that; `share` of it has risen, 0 to 1, so much is seen of it."""
    if not share:
        return
    panel = stage.paint.panel("enamel" if place == 1 else "lacquer", step.size)
    down = round((1 - share) * step.height)
    seen = panel.surface.get_rect()
    seen.height -= down
    canvas.blit(panel.surface, (step.left + panel.dx, step.top + panel.dy + down), area=seen if down else None)
    if share < 1:
        return
    inside = within(stage.metrics, step, column(cell("place", share=1.6), cell("points"), gap=0, pad=(10, 8)))
    said = stage.t("cup.phone_points", points=points_text(total), count=1 if total == 1 else 2)
    ink = (theme.PRINT_RED, theme.INK_SOFT) if place == 1 else (PLACE.color, POINTS.color)
    if stage.fonts.width(said, stage.limit_scale(POINTS._replace(size=LEAST), 1.0)) > inside["points"].width:
        said = points_text(total)
    high = min(PLACE.size, 0.8 * inside["place"].height / stage.metrics.scale)
    stage.label(canvas, str(place), inside["place"], PLACE._replace(size=high, color=ink[0]), "centre", least=LEAST)
    stage.label(canvas, said, inside["points"], POINTS._replace(color=ink[1]), "centre", least=LEAST)
