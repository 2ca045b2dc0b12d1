"""Measuring the renderers never leaves the display without this process, least of all on a bare X server."""

import os

import pygame
import pytest

from scenes.kit.window import renderer
from tests.scenes.x_server import needs_x, run_script, x_server

SIZE = (320, 240)
WRONG = 1 << 40  # flags with which a child fails
SCRIPT = """
from scenes.kit.window import renderer
from scenes.kit.window.window import Window
if __name__ == "__main__":
    measured = []
    def way(driver, size, flags):
        measured.append(renderer.faster(size, flags))
        return measured[0]
    window = Window((640, 480), False, "test", 0, way)
    window.surface.fill((200, 100, 50))
    window.present([window.surface.get_rect()])
    print(measured[0] in renderer.WAYS, window.size)
"""


@pytest.fixture
def display(monkeypatch):
    monkeypatch.delenv(renderer.HINT, raising=False)
    pygame.display.init()
    yield
    pygame.display.quit()


def test_the_display_stays_open_here(display, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(pygame.display, "quit", lambda: pytest.fail("the display was closed"))
        assert renderer.faster(SIZE, 0) in renderer.WAYS
    assert pygame.display.get_init() and renderer.HINT not in os.environ


def test_a_child_that_dies_is_no_measure(display, caplog):
    assert renderer.faster(SIZE, WRONG) == "software"
    assert "the renderers cannot be measured: the process has ended" in caplog.text


def test_a_child_that_hangs_is_not_waited_for(display, caplog):
    assert renderer.faster(SIZE, 0, 0.0) == "software"
    assert "the renderers cannot be measured within 0 s" in caplog.text


@needs_x
def test_a_server_that_ends_with_its_last_client_is_still_there_for_the_window():
    with x_server("-terminate") as environment:
        done = run_script(SCRIPT, environment)
    assert (done.returncode, done.stdout.split("\n")[-2]) == (0, "True (640, 480)"), done.stderr
