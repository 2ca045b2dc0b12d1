"""The operator's menu."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinFile
from game.paths import data_dir
from game.registry import GAMES
from game.storage.audits import Audits, HourCount, Incident, IncidentKind
from scenes.kiosk.operator.operator_actions import BackgroundLook, CheckResult, keep
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kit.input.intents import TOUCH, Device, Kind
from scenes.kit.scene import Pop
from scenes.services import Services
from tools.catalogue.common import PAD, press_all
from tools.shooter import Shoot, Shooter

OPENED = (Kind.CONFIRM,)
NOW = datetime(2026, 11, 22, 19, 40)
STARTED = NOW - timedelta(days=6, hours=4)
DAY = {10: "11000", 11: "01010", 12: "21110", 13: "11010", 14: "22110", 15: "32110", 16: "21210", 17: "11010"}
DAY |= {18: "00100", 19: "10000"}
INCIDENTS: tuple[tuple[datetime, IncidentKind, str], ...] = (
    (datetime(2026, 11, 20, 16, 41), "restart", ""),
    (datetime(2026, 11, 14, 11, 3), "hang", "The loop stood still for 32 s in the match of Quoridor"),
    (datetime(2026, 11, 2, 9, 58), "start", ""),
    (datetime(2026, 10, 28, 18, 12), "error", "BrokenPipeError"),
)
FAULTY = """[idle]
turn = 5
thinkng = 200

[hours]
monday = "10-22"

[attract]
text = "Cake of the day: yuzu"
"""
SOUND = """[hours]
monday = "10:00-22:00"
tuesday = "10:00-22:00"
wednesday = "10:00-22:00"
thursday = "10:00-22:00"
friday = "10:00-22:00"
saturday = "10:00-22:00"
sunday = "10:00-22:00"

[games]
shown = ["quoridor", "robots", "coffee"]

[sound]
first_from = "10:00"

[attract]
text = "Cake of the day: yuzu"
"""


def counts(day: date, share: int = 1) -> list[HourCount]:
    """Return how many games of each title were played in every `share`th hour of `day`."""
    found = []
    for hour, games in list(DAY.items())[:: max(1, share)]:
        for game, number in zip(GAMES, map(int, games), strict=False):
            if number:
                left = 1 if (hour, game) in ((12, "quoridor"), (14, "robots"), (16, "coffee"), (15, "quoridor")) else 0
                finished = max(0, number - left)
                ai = min(finished, 1) if hour % 2 else 0
                found.append(HourCount(day, hour, game, finished, left, 860 * number, ai, ai if hour > 14 else 0))
    return found


def audits(days: int = 40) -> Audits:
    """Return the statistics of a table over `days` days; for 0 they are empty."""
    if not days:
        return Audits((), {}, lambda statements: True)
    hours = [count for back in range(days) for count in counts(NOW.date() - timedelta(days=back), 1 + back * 7 % 4)]
    incidents = {i: Incident(*one) for i, one in enumerate(reversed(INCIDENTS), 1)}
    return Audits(hours, incidents, lambda statements: True)


def menu_scene(services: Services, text: str = SOUND, days: int = 40) -> OperatorScene:
    """Return the menu with the configuration `text`, at a table with statistics of `days` days."""
    folder = data_dir()
    path = folder / "kiosk.toml"
    path.write_text(text, encoding="utf-8")
    store = services.store
    store.audits = audits(days)
    store.audits.clock = lambda: NOW
    keep(store, "input", CheckResult(NOW.replace(hour=9, minute=58), True))
    keep(store, "display", CheckResult(NOW.replace(hour=9, minute=58), days > 0))
    kiosk = Kiosk(store, path, PinFile(folder / "pin.json"))
    scene = OperatorScene(services, kiosk, lambda: Pop(), lambda: NOW, STARTED)
    scene.actions.sticks = BackgroundLook(list)
    return scene


def operator(
    device: Device,
    text: str = SOUND,
    days: int = 40,
    presses: tuple[Kind, ...] = (),
    act: Callable[[OperatorScene], None] | None = None,
) -> Shoot:
    """Show the menu with a configuration, after some presses."""

    def shoot(shooter: Shooter) -> None:
        scene = menu_scene(shooter.services, text, days)
        shooter.show(scene, device)
        if act is not None:
            act(scene)
            shooter.run(0.5)
        press_all(shooter, device, presses)
        shooter.run(0.5)

    return shoot


def at(name: str) -> Callable[[OperatorScene], None]:
    """Turn to the page of the row `name` and focus the row."""

    def act(scene: OperatorScene) -> None:
        pages = scene.pages
        page = next(index for index, names in enumerate(pages) if name in names)
        scene.show_page(page)
        scene.focus.focus(scene.panel.rows[pages[page].index(name)])

    return act


def export_to(scene: OperatorScene) -> None:
    """Offer a USB stick and a folder to export to."""
    scene.kiosk.change({"export.folder": "/home/kissaten/Documents/Kissaten/figures of the shop"})
    scene.actions.sticks = BackgroundLook(lambda: [Path("/media/kissaten/SHOP")])
    scene.actions.sticks.found = (Path("/media/kissaten/SHOP"),)
    scene.focus.focus(scene.focus.widgets[-3 if scene.bar is not None else -4])


def period(index: int) -> Callable[[OperatorScene], None]:
    """Choose the statistics' period, a week or a month."""
    return lambda scene: scene.tabs.choose(index)


SCENES: dict[str, Shoot] = {
    "operator": operator(PAD, presses=(Kind.DOWN,) * 3),
    "operator-week": operator(TOUCH, act=period(1)),
    "operator-month": operator(PAD, act=period(2)),
    "operator-empty": operator(PAD, FAULTY, 0),
    "operator-page2": operator(PAD, act=at("pace")),
    "operator-page3": operator(TOUCH, act=at("shelf")),
    "operator-volume-row": operator(PAD, act=at("volume")),
    "operator-hours": operator(PAD, act=at("hours"), presses=OPENED),
    "operator-volume": operator(PAD, act=at("volume"), presses=OPENED),
    "operator-games": operator(PAD, act=at("games"), presses=OPENED),
    "operator-levels": operator(PAD, act=at("levels"), presses=OPENED),
    "operator-number": operator(PAD, act=at("idle.thinking"), presses=OPENED),
    "operator-text": operator(PAD, act=at("text"), presses=OPENED),
    "operator-export": operator(PAD, act=export_to, presses=OPENED),
    "operator-find": operator(TOUCH, presses=(Kind.HINT,)),
    "operator-found": operator(PAD, act=lambda scene: scene.search("i")),
    "operator-nothing": operator(TOUCH, act=lambda scene: scene.search("idle, tea")),
    "operator-clear": operator(PAD, act=at("clear"), presses=OPENED),
    "operator-problems": operator(PAD, FAULTY, act=lambda scene: scene.focus.focus(scene.state), presses=OPENED),
    "operator-incidents": operator(PAD, act=lambda scene: scene.focus.focus(scene.incidents), presses=OPENED),
}
