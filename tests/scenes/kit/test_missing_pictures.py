"""A picture that cannot be read is told once, and what stands in for it is kept nowhere."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from scenes.kit.drawing.assets import Assets


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    yield
    pygame.display.quit()


def test_a_damaged_picture(tmp_path: Path) -> None:
    folder = tmp_path / "assets"
    folder.mkdir()
    (folder / "wood.jpg").write_bytes(b"no picture")
    assets = Assets(tmp_path / "cache", folder)
    assert assets.texture("wood.jpg", (8, 8)).get_size() == (8, 8)
    assert [path for path, _ in assets.missing] == [str(folder / "wood.jpg")]
    assets.missing = []  # it has been shown
    assert assets.cover("wood.jpg", (9, 9)).get_size() == (9, 9)
    assert assets.missing == []
    assert not list(tmp_path.rglob("*.bin"))
