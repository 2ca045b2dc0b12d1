"""A fake speaker: what the tests of speech share."""

from __future__ import annotations

from scenes.kit.sound.speech import Speaker
from tests.scenes.playhouse import Playhouse


class FakeProgram:
    """A program whose command is the text with its language, or else one that is given."""

    name = "fake"
    flags = 0

    def __init__(self, *given: str) -> None:
        self.given = given

    def command(self, text: str, language: str) -> tuple[tuple[str, ...], bool]:
        return self.given or (language, text), bool(self.given)


class FakeChild:
    """A process that ends when a test says so, or when it is killed."""

    def __init__(self, status: int | None = None) -> None:
        self.status = status
        self.killed = False
        self.waited = False

    def poll(self) -> int | None:
        return self.status

    def kill(self) -> None:
        self.killed, self.status = True, -9

    def wait(self, timeout: float | None = None) -> int:
        self.waited = True
        assert self.status is not None
        return self.status


class Recorder:
    """Keeps the language and the text of each process that was started."""

    def __init__(self, ends_at_once: bool = True) -> None:
        self.ends_at_once = ends_at_once
        self.said: list[tuple[str, str]] = []
        self.children: list[FakeChild] = []

    def launch(self, arguments: tuple[str, ...], text: str | None, flags: int) -> FakeChild:
        language, words = arguments
        self.said.append((language, words))
        self.children.append(FakeChild(0 if self.ends_at_once else None))
        return self.children[-1]

    @property
    def texts(self) -> list[str]:
        return [text for _, text in self.said]


def listen(house: Playhouse, on: bool = True) -> Recorder:
    """Give the house a fake speaker. It is switched on, unless a test needs the setting as it is."""
    recorder = Recorder()
    house.stage.speech = Speaker(FakeProgram(), recorder.launch)
    house.services.settings.apply()
    if on:
        house.services.settings.change(speech=True)
    return recorder
