"""The house's badge: 喫茶 on enamel."""

from __future__ import annotations

from scenes.kit import theme
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage

BADGE_SIZE = 112  # design pixels
BADGE = Style(38, theme.PRINT_RED, bold=True)


def house_badge(stage: Stage) -> Sprite:
    """The badge with its shadow, put at its top left corner."""
    return stage.paint.once("badge", lambda: _badge(stage))


def _badge(stage: Stage) -> Sprite:
    side = stage.metrics.px(BADGE_SIZE)
    shade = stage.paint.shadow((side, side), 0.6, BADGE_SIZE / 2)
    surface = shade.surface.copy()
    surface.blit(stage.assets.svg("sprites/badge.svg", (side, side)), (-shade.dx, -shade.dy))
    style = BADGE._replace(size=BADGE.size / stage.metrics.text_scale)  # the badge does not grow with the text
    line = stage.fonts.line("喫茶", style)
    middle = -shade.dy + side / 2 + 0.366 * style.size * stage.metrics.scale * stage.metrics.text_scale
    surface.blit(line, (-shade.dx + (side - line.get_width()) // 2, round(middle - stage.fonts.ascent(style))))
    return Sprite(surface, shade.dx, shade.dy)
