"""What a press on a row opens: a card for its value, the letters for a text, a question before something is cleared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum, auto
from functools import partial

from game.core.kinds import Line, Whole
from game.kiosk.config import KEYS
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.adjustments import ROW_KEYS, Adjustments
from scenes.kiosk.operator.dial import NumberScene
from scenes.kiosk.operator.hours_scene import HoursScene
from scenes.kiosk.operator.quiet import Question, Quiet
from scenes.kiosk.operator.switches_scene import GamesScene, LevelsScene
from scenes.kiosk.operator.volume_scene import VolumeScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kit.dialog import Answer, tell
from scenes.kit.letters import PAGES
from scenes.kit.scene import Nav, Pop, Push, Scene
from scenes.kit.stage import Stage
from scenes.kit.widgets import Action
from scenes.services import Services
from scenes.table.name_scene import NameScene

Opens = Mapping[str, Callable[[], Nav | None]]


class Order(Enum):
    """What was answered, or done."""

    CLEAR = auto()
    DEFAULTS = auto()
    PIN_CHANGED = auto()


class Editors:
    """Opens them, and takes what they come back with."""

    adjustments: Adjustments  # set once the rows are made

    def __init__(self, services: Services, kiosk: Kiosk, clock: Callable[[], datetime]) -> None:
        self._services = services
        self._stage = services.stage
        self._kiosk = kiosk
        self._clock = clock
        self._line = ""  # the setting whose text is being written

    def opens(self) -> Opens:
        """What a press does, by row; where nothing is named here, it takes the next value."""
        numbers = [name for name, keys in ROW_KEYS.items() if len(keys) == 1 and isinstance(KEYS[keys[0]].kind, Whole)]
        return {
            **{name: partial(self._push, partial(self._number, name)) for name in numbers},
            "hours": partial(self._push, lambda: HoursScene(self._stage, self._kiosk)),
            "volume": partial(self._push, self._volume),
            "games": partial(self._push, lambda: GamesScene(self._services, self._kiosk)),
            "levels": partial(self._push, lambda: LevelsScene(self._services, self._kiosk)),
            "text": partial(self._write, "text"),
            "folder": partial(self._write, "folder"),
            "pin": partial(self._push, self._pin),
            "clear": partial(self._ask, "clear", Order.CLEAR),
            "defaults": partial(self._ask, "defaults", Order.DEFAULTS),
        }

    def _push(self, make: Callable[[], Scene]) -> Nav:
        return Push(make)

    def _number(self, name: str) -> Scene:
        title = self._stage.t(f"kiosk.row.{name}")
        text = partial(self.adjustments.number_text, name)
        return NumberScene(self._stage, self._kiosk, ROW_KEYS[name][0], title, text)

    def _volume(self) -> Scene:
        return VolumeScene(self._stage, self._kiosk, self.adjustments, self.adjustments.rows["volume"])

    def _write(self, name: str) -> Nav:
        self._line = ROW_KEYS[name][0]
        title = self._stage.t(f"kiosk.row.{name}")
        return Push(lambda: LineScene(self._stage, self._kiosk, self._line, title))

    def _pin(self) -> Scene:
        return PinScene(self._services, self._kiosk.pin, lambda: Pop(Order.PIN_CHANGED), changing=True)

    def _ask(self, name: str, order: Order) -> Nav:
        """Ask first; the answer that changes nothing has the focus."""
        t = self._stage.t
        answers = [Answer(t(f"kiosk.{name}.no"), None, primary=True), Answer(t(f"kiosk.{name}.yes"), order)]
        title, body = t(f"kiosk.{name}.title"), t(f"kiosk.{name}.body")
        return Push(lambda: Question(self._stage, title, body, answers, width=960))

    def answered(self, result: object) -> Nav | None:
        """Do what was answered."""
        line, self._line = self._line, ""
        if result is Order.CLEAR:
            kept = self._services.store.audits.clear()
            return self._tell("clear") if kept else self._tell("clear_failed")
        if result is Order.DEFAULTS:
            keys = [key for keys in ROW_KEYS.values() for key in keys]
            self._kiosk.change({key: KEYS[key].kind.plain(KEYS[key].default) for key in keys})
            return self._tell("defaults")
        if result is Order.PIN_CHANGED:
            return self._tell("pin_changed")
        if line and isinstance(result, str):
            self._kiosk.change({line: result})
        return None

    def _tell(self, name: str) -> Nav:
        return tell(self._stage, self._stage.t(f"kiosk.told.{name}"), "", width=860, kind=Question)


SIGNS = {"-/&": ("-_/\\:;.,!?", "()[]<>{}+=", "&#%@*~\"'|^", "、。「」・！？～：／", "¥$€£°…–†©®")}


class LineScene(Quiet, NameScene):
    """A text in one line; signs have a page of theirs. Pops with it, "" for none; with None where it was left."""

    pages: Mapping[str, tuple[str, ...]] = {**PAGES, **SIGNS}

    def __init__(self, stage: Stage, kiosk: Kiosk, key: str, title: str) -> None:
        kind = KEYS[key].kind
        assert isinstance(kind, Line)
        self.longest = kind.longest
        self._title = title
        super().__init__(stage, kiosk.config.value(key))

    @property
    def result(self) -> object:
        return self.name.strip()

    def heading(self) -> tuple[str, str]:
        return self._title, self.stage.t("naming.note", count=self.longest)

    def helpers(self) -> list[tuple[str, Action]]:
        return [*super().helpers(), (self.stage.t("kiosk.menu.empty"), self._empty)]

    def _empty(self) -> None:
        self.name = ""

    def clean(self, text: str) -> str:
        return text[: self.longest]
