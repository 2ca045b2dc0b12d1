"""The rack of walls on a seat's card."""

from __future__ import annotations

from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.services import Services
from scenes.table.contract.setup import Stock

WIDTH, HEIGHT, PITCH = 16, 48, 22


def rack(services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
    """Ivory bars in their slots, and the empty slots; they move together where `room` (pixels) is short."""

    def make() -> Sprite:
        scale = services.stage.metrics.scale
        width, height = round(scale * WIDTH), round(scale * HEIGHT)
        pitch = min(scale * PITCH, max(1.0, (room - width) / max(1, stock.total - 1)))
        sheet = SurfaceCanvas.blank((round((stock.total - 1) * pitch) + width, height))
        for i in range(stock.total):
            sheet.blit(_bar(services, lit, i < stock.left, (width, height)).surface, (round(i * pitch), 0))
        return Sprite(sheet.surface)

    return services.stage.paint.cached(("rack", stock.left, stock.total, lit, room), make)


def _bar(services: Services, lit: bool, filled: bool, size: tuple[int, int]) -> Sprite:
    ground = "enamel" if lit else "lacquer"
    name = f"rack-bar-{ground}" if filled else f"rack-slot-{ground}"
    return services.stage.paint.cached(
        ("rack", lit, filled), lambda: Sprite(services.stage.assets.svg(f"sprites/{name}.svg", size))
    )
