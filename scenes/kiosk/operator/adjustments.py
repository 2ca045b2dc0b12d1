"""What the operator can change on screen, row by row: which settings a row is of, what it says, what presses do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from game.core.kinds import Choice, Flag, Kind, NetworkAddress, Whole, following, neighbour
from game.kiosk.config import KEYS
from game.kiosk.hours import volume_step
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator import words
from scenes.kiosk.operator.looking import Networks
from scenes.kit.scene import Nav
from scenes.services import Services

VOLUME_STEP = 5  # per cent
ROW_KEYS: Mapping[str, tuple[str, ...]] = {
    "hours": tuple(key for key in KEYS if key.startswith("hours.")),
    "volume": tuple(key for key in KEYS if key.startswith("sound.")),
    "idle.menu": ("idle.menu",),
    "idle.turn": ("idle.turn",),
    "idle.thinking": ("idle.thinking",),
    "games": ("games.shown",),
    "language": ("display.language",),
    "text": ("attract.text",),
    "levels": ("games.levels",),
    "pace": ("attract.pace",),
    "cards": ("attract.cards",),
    "limit": ("table.limit",),
    "phones": ("table.phones",),
    "bind": ("table.phones_bind",),
    "question": ("idle.question",),
    "offer": ("idle.offer",),
    "dim": ("idle.dim",),
    "shelf": ("shelf.size",),
    "folder": ("export.folder",),
    "pin": (),
    "clear": (),
    "defaults": (),
}
"""The settings that each row changes, as far as it is of settings."""
FILE_ONLY: Mapping[str, str] = {
    "table.grace": "it is set once, with the hours in which somebody locks up",
    "display.number": "whoever changed it here would send the menu to a screen that may be out of reach",
}
"""The settings that only docs/kiosk.toml's file can change, and why."""
LANGUAGES = {"en": "English", "ja": "日本語", "both": "English + 日本語"}


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A row. `step` takes the value beside it (-1 or 1); None where nothing lies beside it. `open` is a press."""

    name: str
    keys: tuple[str, ...]
    value: Callable[[], str]
    open: Callable[[], Nav | None]
    step: Callable[[int], None] | None = None


class Adjustments:
    """All rows by name, with the values as they are at each look."""

    def __init__(
        self,
        services: Services,
        kiosk: Kiosk,
        clock: Callable[[], datetime],
        opens: Mapping[str, Callable[[], Nav | None]],
    ) -> None:
        """`opens` is what a press does, by row; a number's and a choice's have ways of their own if not named."""
        self.services = services
        self.kiosk = kiosk
        self.clock = clock
        self.networks = Networks()
        self.networks.look()
        self.rows = {name: self._row(name, opens) for name in ROW_KEYS}

    def is_changed(self, row: Adjustment) -> bool:
        """Whether something is not as it comes."""
        return any(self.kiosk.config.value(key) != KEYS[key].default for key in row.keys)

    @property
    def volume_key(self) -> str:
        """The setting of the volume that holds now."""
        return f"sound.{volume_step(self.kiosk.config, self.clock().time()).name}"

    def reset(self, row: Adjustment) -> None:
        """Let all settings of a row be as they come."""
        self.kiosk.change({key: KEYS[key].kind.plain(KEYS[key].default) for key in row.keys})

    def _row(self, name: str, opens: Mapping[str, Callable[[], Nav | None]]) -> Adjustment:
        keys = ROW_KEYS[name]
        step = self._stepper(name, keys)
        open = opens.get(name) or (partial(self._next, name) if step else lambda: None)
        return Adjustment(name, keys, partial(self._value, name), open, step)

    # What it says

    def _value(self, name: str) -> str:
        config, stage = self.kiosk.config, self.services.stage
        t = stage.t
        match name:
            case "hours":
                return words.week_text(stage, config, self.clock().date())
            case "volume":
                return f"{config.value(self.volume_key)} %"
            case "games":
                return ", ".join(t(f"game.{game}") for game in config.games.shown)
            case "language":
                return LANGUAGES[config.display.language]
            case "text":
                return config.attract.text or t("kiosk.menu.no_text")
            case "levels":
                return " ".join(map(str, config.games.levels))
            case "cards":
                return t("setup.on" if config.attract.cards else "setup.off")
            case "folder":
                return config.export.folder or t("kiosk.menu.usual_folder")
            case "phones":
                return t(f"kiosk.phones.{config.table.phones}")
            case "bind":
                return config.table.phones_bind or t("kiosk.menu.best_network")
            case "pin":
                return "••••••"
            case "clear" | "defaults":
                return ""
        return self.number_text(name, config.value(ROW_KEYS[name][0]))

    def number_text(self, name: str, number: int) -> str:
        """A number of a row with its unit."""
        kind = KEYS[ROW_KEYS[name][0]].kind
        assert isinstance(kind, Whole)
        if kind.unit == "seconds":
            return words.seconds_text(self.services.stage, number)
        if name == "limit" and not number:
            return self.services.stage.t("kiosk.menu.no_limit")
        return self.services.stage.t(f"kiosk.unit.{kind.unit}", number=number)

    # What left and right do

    def _stepper(self, name: str, keys: tuple[str, ...]) -> Callable[[int], None] | None:
        if name == "volume":
            return self._step_volume
        if name == "bind":
            return self._step_bind
        kind = KEYS[keys[0]].kind if keys else None
        return partial(self._step, keys[0], kind) if kind is not None and kind.can_step else None

    def _step(self, key: str, kind: Kind, direction: int) -> None:
        self.kiosk.change({key: kind.stepped(self.kiosk.config.value(key), direction)})

    def _step_bind(self, direction: int) -> None:
        key = ROW_KEYS["bind"][0]
        self.kiosk.change({key: neighbour(self._addresses(), self.kiosk.config.value(key), direction)})

    def _addresses(self) -> list[str]:
        """Those at which phones may come: the best one, whichever that is, those of this machine, and what is set."""
        self.networks.look()
        own = [network.address for network in self.networks.found]
        return list(dict.fromkeys(("", *own, self.kiosk.config.table.phones_bind)))

    def _step_volume(self, direction: int) -> None:
        key = self.volume_key
        value = self.kiosk.config.value(key) + VOLUME_STEP * direction
        self.kiosk.change({key: max(0, min(100, value))})

    def _next(self, name: str) -> None:
        """A press takes the next value, after the last one the first."""
        key = ROW_KEYS[name][0]
        kind, value = KEYS[key].kind, self.kiosk.config.value(key)
        if isinstance(kind, Choice | Flag | NetworkAddress):
            values = self._addresses() if isinstance(kind, NetworkAddress) else kind.values
            self.kiosk.change({key: following(values, value)})
