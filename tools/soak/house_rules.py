"""What must hold at a kiosk at every check, for all visitors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.names_scene import NamesScene
from scenes.kiosk.countdowns import StillPlayingScene, WaitingScene
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kit.scene import IdleLimit
from scenes.settings.settings_scene import SettingsScene
from scenes.table.names import NameScene
from tools.soak.crowd import Crowd
from tools.soak.house import House
from tools.soak.invariants import Watch

NEVER = (SettingsScene, ArchiveScene, NamesScene, NameScene)
NO_VISITOR = (*NEVER, OperatorScene)
# The most scenes that may lie on top of each other.
DEEPEST = 8
# Seconds from closing time until the screen must be dark, even during a game.
DARK_WITHIN = 11 * 60.0
# Seconds from opening time until visitors must be able to play.
LIT_WITHIN = 30.0
# Seconds for which the operator's scenes may stay open without the operator.
MANNED_WITHIN = 90.0
# Seconds by which the question "still playing?" may be late.
SLACK = 10.0


class HouseRules:
    """Checks the table; each finding is one sentence."""

    def __init__(self, house: House, crowd: Crowd, folder: Path) -> None:
        """`folder` is the data folder."""
        self.house = house
        self.crowd = crowd
        self.folder = folder
        self.deepest = 0
        self._watch = Watch(house.app, house.services)
        self._fullscreen = house.app.window.fullscreen
        self._shift = house.clock.shift
        self._looked = house.time
        # The times of two checks: the last with the operator's scenes open, and the last with none of them open.
        self._manned = self._free = house.time
        # Seconds for which the screen is dark although the house is open, or the other way round.
        self._late = 0.0

    def broken(self) -> Iterator[str]:
        """Return what is wrong now."""
        house = self.house
        passed, self._looked = house.time - self._looked, house.time
        scenes = house.app.manager.scenes
        names = [type(scene).__name__ for scene in scenes]
        self.deepest = max(self.deepest, len(scenes))
        yield from self._watch.broken(self.crowd.pads)
        if house.app.manager.quitting or house.app.failed:
            yield f"a visitor has ended the program: {names}"
        if house.app.window.fullscreen != self._fullscreen:
            yield "a visitor has left full screen"
        if any(isinstance(scene, NEVER if self.crowd.is_operator else NO_VISITOR) for scene in scenes):
            yield f"a visitor has come where none may be: {names}"
        if len(scenes) > DEEPEST:
            yield f"{len(scenes)} scenes lie on one another: {names}"
        if logs := list(self.folder.glob("crashes/*.json")):
            yield f"there are logs of crashes: {[log.name for log in logs]}"
        yield from self._hours(passed, names)
        yield from self._rest(names)

    def _hours(self, passed: float, names: list[str]) -> Iterator[str]:
        """Check that the screen is dark while the house is closed, else lit; setting the clock restarts the check."""
        house = self.house
        is_odd = house.has_operator or house.clock.shift != self._shift or house.pin.is_unset
        self._shift = house.clock.shift
        self._late = 0.0 if is_odd or house.is_open != house.is_dark else self._late + passed
        if house.is_open and self._late > LIT_WITHIN:
            yield f"{self._late:.0f} s after opening time nobody can play: {names}"
        if not house.is_open and self._late > DARK_WITHIN:
            yield f"{self._late:.0f} s after closing time it is not dark: {names}"

    def _rest(self, names: list[str]) -> Iterator[str]:
        """Check that an idle table asks, then rests, and that the operator's scenes do not stay open."""
        house, idle, touched = self.house, self.house.kiosk.config.idle, self.crowd.touched
        if house.has_operator:
            self._manned = house.time
            if house.time - max(touched, self._free) > MANNED_WITHIN and not house.pin.is_unset:
                yield f"the operator's scenes are open to anybody: {names}"
            return
        self._free = house.time
        if house.rests:
            return
        calm = house.time - max(touched, self._manned)
        patience = max((scene.patience for scene in house.app.manager.scenes), key=lambda one: one.value)
        allowed = {IdleLimit.MENU: idle.menu, IdleLimit.TURN: idle.turn, IdleLimit.THINKING: idle.thinking}
        over = calm - allowed[patience] - idle.question - SLACK
        offered = idle.offer + MANNED_WITHIN if isinstance(house.top, WaitingScene | StillPlayingScene) else 0.0
        if over > offered:
            yield f"{calm:.0f} s after the last press it does not rest: {names}"
