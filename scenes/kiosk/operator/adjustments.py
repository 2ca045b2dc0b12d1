"""The settings that the operator can change on screen, as rows of a form.

A new setting of a usual kind needs an entry in ROWS and the text `kiosk.row.NAME`; values with a text of their own also
need `kiosk.row.NAME.VALUE` ("none" for an empty value).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from game.core.kinds import Line, Several, ValueKind, Whole
from game.core.times import TimeOfDay
from game.kiosk.config import KEYS, split_key, volume_step
from game.kiosk.kiosk import Kiosk
from game.phones.addresses import networks
from scenes.kiosk.operator import words
from scenes.kiosk.operator.auto_close import MenuCommand, Question, ask
from scenes.kiosk.operator.editors import HoursScene, LineScene, NumberScene, SeveralScene, TimeScene, VolumeScene
from scenes.kiosk.operator.marks import game_thumb
from scenes.kiosk.operator.operator_actions import BackgroundLook
from scenes.kiosk.pin_scene import PinScene
from scenes.kit.scene import Nav, Pop, Push, Scene
from scenes.kit.widgets.dialog import tell
from scenes.kit.widgets.form import Field, value_text
from scenes.services import Services


class Adjustments:
    """The rows as fields of a form, whose values are always current."""

    def __init__(self, services: Services, kiosk: Kiosk, clock: Callable[[], datetime]) -> None:
        self.services = services
        self.stage = services.stage
        self.kiosk = kiosk
        self.clock = clock
        self.remarks: dict[str, str] = {}  # for each row, why its value was refused
        self.networks = BackgroundLook(networks)
        self.networks.look()

    @property
    def fields(self) -> Mapping[str, Field]:
        """All rows by name, in the screen's language."""
        return {name: self._field(name, row) for name, row in ROWS.items()}

    @property
    def volume_key(self) -> str:
        """The key of the setting for the current volume."""
        return f"sound.{volume_step(self.kiosk.config, self.clock().time()).name}"

    def restore_all(self) -> Nav:
        """Reset all settings that have a row, and say so on the screen."""
        keys = [key for row in ROWS.values() for key in row.keys]
        self.kiosk.change({key: KEYS[key].kind.plain(KEYS[key].default) for key in keys})
        return self.tell("defaults")

    def tell(self, name: str) -> Nav:
        """Say on the screen that the action `name` was done."""
        return tell(self.stage, self.stage.t(f"kiosk.told.{name}"), "", width=860, kind=Question)

    # Fields

    def _field(self, name: str, row: SettingRow) -> Field:
        keys, note = row.keys, f"kiosk.row.{name}.note"
        kind = KEYS[keys[0]].kind if len(keys) == 1 else ValueKind()
        field = Field(
            name,
            self.stage.t(f"kiosk.row.{name}"),
            kind,
            value=lambda: _one_or_all([self.kiosk.config.value(key) for key in keys]),
            put=partial(self._put, keys),
            default=_one_or_all([KEYS[key].default for key in keys]),
            text=partial(row.text, self) if row.text else partial(value_text, self.stage, f"kiosk.row.{name}", kind),
            note=lambda: self.stage.t(note) if self.stage.strings.has(note) else "",
            values=partial(row.values, self) if row.values else (),
            step=partial(row.step, self, keys) if row.step else None,
        )
        scene = row.scene or _SCENES.get(type(kind))
        return replace(field, open=lambda: Push(lambda: scene(self, field))) if scene else field

    def _put(self, keys: Sequence[str], value: Any) -> None:
        """Change the settings of a row. Raises ValueError with a reason in the screen's language."""
        changes = {}
        for key, one in zip(keys, [value] if len(keys) == 1 else value, strict=True):
            kind = KEYS[key].kind
            changes[key] = kind.plain(one)
            try:
                kind.read(changes[key])
            except ValueError:
                allowed, given = words.range_text(self.stage, kind), kind.text(one)
                raise ValueError(self.stage.t("kiosk.problem.value", name=key, given=given, allowed=allowed)) from None
        self.kiosk.change(changes)


def _one_or_all(values: Sequence[Any]) -> Any:
    """Return a row's value: the value of its only setting, a tuple of several settings' values, or None."""
    return (values[0] if len(values) == 1 else tuple(values)) if values else None


# Special rows


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A row for one setting, for all settings of a section of the configuration, or for none.

    The optional fields replace what the setting's kind provides: the text of a value, the values to choose from, the
    next value, and the scene that a press opens.
    """

    of: str = ""
    text: Callable[[Adjustments, Any], str] | None = None
    values: Callable[[Adjustments], Sequence[Any]] | None = None
    step: Callable[[Adjustments, Sequence[str], int], Any] | None = None
    scene: Callable[[Adjustments, Field], Scene] | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The settings that the row changes."""
        return tuple(key for key in KEYS if self.of in (key, split_key(key)[0]))


def _opening(at: Adjustments, value: Any) -> str:
    return words.week_text(at.stage, at.kiosk.config, at.clock().date())


def _volume(at: Adjustments, value: Any) -> str:
    return f"{at.kiosk.config.value(at.volume_key)} %"


def _louder(at: Adjustments, keys: Sequence[str], direction: int) -> Any:
    """Return all volumes, the current one a step louder or quieter."""
    config, now = at.kiosk.config, at.volume_key
    louder = KEYS[now].kind.stepped(config.value(now), direction)
    return tuple(louder if key == now else config.value(key) for key in keys)


def _games(at: Adjustments, shown: Sequence[str]) -> str:
    return ", ".join(at.stage.t(f"game.{game}") for game in shown)


def _levels(at: Adjustments, offered: Sequence[int]) -> str:
    return " ".join(map(str, offered))


def _addresses(at: Adjustments) -> Sequence[str]:
    """Return the addresses to choose from: automatic, those of this machine, and the configured one."""
    at.networks.look()
    own = [network.address for network in at.networks.found]
    return list(dict.fromkeys(("", *own, at.kiosk.config.table.phones_bind)))


def _card(kind: Callable[..., Scene], **options: Any) -> Callable[[Adjustments, Field], Scene]:
    """Return a function that makes a card to change the value."""
    return lambda at, field: kind(at.services, field, **options)


def _pin(at: Adjustments, field: Field) -> Scene:
    changed = MenuCommand(partial(at.tell, "pin_changed"))
    return PinScene(at.services, at.kiosk.pin, lambda: Pop(changed), changing=True)


def _clear(at: Adjustments, field: Field) -> Scene:
    return ask(at.stage, "clear", lambda: at.tell("clear" if at.services.store.audits.clear() else "clear_failed"))


def _defaults(at: Adjustments, field: Field) -> Scene:
    return ask(at.stage, "defaults", at.restore_all)


_SCENES: Mapping[type[ValueKind], Callable[[Adjustments, Field], Scene]] = {
    Whole: _card(NumberScene),
    Line: _card(LineScene),
    Several: _card(SeveralScene),
    TimeOfDay: _card(TimeScene),
}
"""What a press opens, by kind of value. For other kinds a press takes the next value."""
ROWS: Mapping[str, SettingRow] = {
    "hours": SettingRow("hours", _opening, scene=_card(HoursScene)),
    "volume": SettingRow("sound", _volume, step=_louder, scene=_card(VolumeScene)),
    "idle.menu": SettingRow("idle.menu"),
    "idle.turn": SettingRow("idle.turn"),
    "idle.thinking": SettingRow("idle.thinking"),
    "games": SettingRow("games.shown", _games, scene=_card(SeveralScene, name=words.game_text, picture=game_thumb)),
    "language": SettingRow("display.language"),
    "text": SettingRow("attract.text"),
    "levels": SettingRow("games.levels", _levels, scene=_card(SeveralScene, name=words.level_text)),
    "pace": SettingRow("attract.pace"),
    "cards": SettingRow("attract.cards"),
    "limit": SettingRow("table.limit"),
    "phones": SettingRow("table.phones"),
    "bind": SettingRow("table.phones_bind", values=_addresses),
    "question": SettingRow("idle.question"),
    "offer": SettingRow("idle.offer"),
    "dim": SettingRow("idle.dim"),
    "shelf": SettingRow("shelf.size"),
    "folder": SettingRow("export.folder"),
    "pin": SettingRow(text=lambda at, value: "••••••", scene=_pin),
    "clear": SettingRow(text=lambda at, value: "", scene=_clear),
    "defaults": SettingRow(text=lambda at, value: "", scene=_defaults),
}
