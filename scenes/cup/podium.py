"""The end of a cup: the first three on a podium, and a line that says who has won.

The steps rise one after the other, the lamp's light grows warmer, and pieces fall like rain. The page's age in seconds
determines what is drawn. With reduced motion everything is in its final place at once and nothing falls.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Final

import pygame

from game.people.cup import Cup
from scenes.cup.running import Seats
from scenes.cup.slip import points_text
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_in_out, ease_out
from scenes.kit.layout import Part, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import alike
from scenes.services import Services
from scenes.table.art.laurel import SECONDS as LAUREL_SECONDS
from scenes.table.art.laurel import FlyingPiece, draw_laurel, draw_pieces

RISES: Final = {3: (0.2, 0.5), 2: (0.6, 0.5), 1: (1.0, 0.6)}
"""By place: the age in seconds at which its step begins to rise, and how long it rises."""
# The age at which the winner's step has risen.
LANDED: Final = sum(RISES[1])
WARM_SECONDS = 1.2
# Seconds until the whole animation is over.
SECONDS: Final = 5.2
# The number of falling pieces. There are fewer in a 4K window, where each costs more than twice the time.
PIECES, FEW_PIECES = 54, 27
# Seconds that the fastest and the slowest piece take from top to bottom.
FALL = 1.3, 2.2
# The last part of a piece's fall, as a share of the fall, in which the piece fades out.
FADES = 0.2
# The sizes of the pieces. There are only three, because each picture is scaled once per size.
SIZES = (0.5, 0.7, 0.9)
SOUNDS: Final = {3: "stone", 2: "stone", 1: "win"}
WARM, SMALL = "#FFD98A", 8
# Radius of the warm light, in design pixels.
REACH = 460


def risen(place: int, age: float, reduced: bool) -> float:
    """Return how far the step of a place has risen at `age` seconds, from 0 to 1."""
    begin, seconds = RISES[min(place, max(RISES))]
    return 1.0 if reduced else ease_out(min(1.0, max(0.0, (age - begin) / seconds)))


def crowned(age: float, reduced: bool) -> float:
    """Return how far the winner's laurel has grown at `age` seconds, from 0 to 1."""
    return 1.0 if reduced else ease_out(min(1.0, max(0.0, (age - LANDED) / LAUREL_SECONDS)))


def cues(places: set[int], before: float, after: float) -> list[str]:
    """Return the sounds due between two ages: one for each of the `places` whose step comes to rest between them."""
    landing = ((sum(RISES[place]), SOUNDS[place]) for place in sorted(RISES, reverse=True) if place in places)
    return [sound for at, sound in landing if before < at <= after]


def rain(files: list[str], age: float, count: int = PIECES) -> Iterator[tuple[str, FlyingPiece]]:
    """Yield the pieces that are falling at `age` seconds, each with its picture file. There are `count` pieces in all.

    They begin to fall when the winner's step has risen.
    """
    random = Random(len(files))
    last = SECONDS - LANDED - FALL[1]
    for number in range(count):
        begin, seconds, size = random.uniform(0, last), random.uniform(*FALL), random.choice(SIZES)
        x, way = random.random(), (age - LANDED - begin) / seconds
        if 0 < way < 1:
            alpha = min(1.0, (1 - way) / FADES)
            yield files[number % len(files)], FlyingPiece(x, way * (0.4 + 0.6 * way), size, alpha)


def draw_rain(stage: Stage, canvas: Canvas, files: list[str], age: float) -> None:
    """Draw the falling pieces over the whole window."""
    if files and age < SECONDS and not stage.look.reduced_motion:
        count = FEW_PIECES if stage.is_large else PIECES
        draw_pieces(stage, canvas, rain(files, age, count), pygame.Rect((0, 0), stage.metrics.size))


def draw_warmth(stage: Stage, canvas: Canvas, podium: pygame.Rect, age: float) -> None:
    """Draw warm light on the table around the middle of `podium`, given in pixels.

    It appears when the winner's step has risen.
    """
    share = 1.0 if stage.look.reduced_motion else ease_in_out(min(1.0, max(0.0, (age - LANDED) / WARM_SECONDS)))
    radius = stage.metrics.px(REACH)

    def make() -> Sprite:
        small = max(1, 2 * radius // SMALL)
        stops = (("0", f"{WARM}/.30"), (".5", f"{WARM}/.12"), ("1", f"{WARM}/0"))
        defs = svg.radial("warm", stops, (small / 2, small / 2), small / 2)
        light = svg.render(
            f'<defs>{defs}</defs><rect width="{small}" height="{small}" fill="url(#warm)"/>', small, small
        )
        return Sprite(pygame.transform.smoothscale(light, (2 * radius, 2 * radius)), -radius, -radius)

    stage.blit(canvas, stage.paint.cached(("cup warmth", radius), make), podium.center, share)


WINNER = Style(60, theme.IVORY, bold=True)
NAME = Style(theme.HELPER, theme.IVORY, bold=True)
POINTS = Style(theme.HELPER, theme.MUTED)
PLACE = Style(72, theme.EYEBROW, bold=True)
# How many places have a step.
MOST = 3
# Design pixels of the words above the podium. The second one is for low podiums.
WORDS, LOW_WORDS = 168, 92
# Heights of the steps, as shares of the first one.
STEPS = (1.0, 0.72, 0.5)
LOW, NAME_ROOM, TOKEN, LEAST_STEP, MOST_STEP = 500, 44, 104, 60, 260
LEAST = 20


def draw_podium(
    services: Services, canvas: Canvas, rect: pygame.Rect, cup: Cup, seats: Seats, text: str, age: float
) -> None:
    """Draw the first three with their points, the winner in the middle with a laurel, at `age` seconds.

    The steps rise one after the other, the winner's last. Then `text` appears, which says who has won. People with
    equal places have steps of equal height.
    """
    stage = services.stage
    reduced = stage.look.reduced_motion
    best = list(cup.standings[:MOST])
    order = [best[1], best[0], *best[2:]]  # the winner stands in the middle
    high = rect.height / stage.metrics.scale
    words, token = (LOW_WORDS, 150) if high < LOW else (WORDS, 190)
    step = max(LEAST_STEP, min(MOST_STEP, high - words - token - NAME_ROOM - 16))
    stands = row(*[_stand(place, token, step) for place, _ in order], gap=12)
    places = within(stage.metrics, rect, column(cell("words", words), stands, gap=0))
    crown = crowned(age, reduced)
    stage.label(canvas, text, places["words"], WINNER, "centre", lines=0, alpha=crown)
    names = [services.people.name(seats[entrant.identity]) for _, entrant in order]
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
    """Lay out one place of the podium: the `token`, the `name` and the `step`.

    The argument `token` is the height of the winner's token.
    """
    high = step * STEPS[min(place, MOST) - 1]
    who = cell("token", token if place == 1 else TOKEN), cell("name", NAME_ROOM)
    return column(cell(), *who, cell("step", high), gap=4)


def _draw_step(stage: Stage, canvas: Canvas, step: pygame.Rect, place: int, total: Fraction, share: float) -> None:
    """Draw a step with its place and points. `share` is the part of the step that has risen, from 0 to 1."""
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
    text = stage.t("cup.phone_points", points=points_text(total), count=1 if total == 1 else 2)
    ink = (theme.PRINT_RED, theme.INK_SOFT) if place == 1 else (PLACE.color, POINTS.color)
    if stage.fonts.width(text, stage.limit_scale(POINTS._replace(size=LEAST), 1.0)) > inside["points"].width:
        text = points_text(total)
    high = min(PLACE.size, 0.8 * inside["place"].height / stage.metrics.scale)
    stage.label(canvas, str(place), inside["place"], PLACE._replace(size=high, color=ink[0]), "centre", least=LEAST)
    stage.label(canvas, text, inside["points"], POINTS._replace(color=ink[1]), "centre", least=LEAST)
