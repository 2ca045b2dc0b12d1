"""Pages that all games share: menu, setup, settings, the test of keys held together."""

from __future__ import annotations

from typing import Any

import pygame

from game.match_setup import default_table
from game.quoridor import SPEC as QUORIDOR
from game.registry import find
from game.third_party import ThirdParty
from scenes.kit.drawing.window_light import STEPS, WindowLight
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device, Intent, Kind
from scenes.kit.scene import Push
from scenes.kit.stage import let_in
from scenes.menu.menu_scene import MenuScene
from scenes.services import Services
from scenes.settings.about_scene import AboutScene, ColourVisionScene
from scenes.settings.clash_scene import CLASH_SHOWN, PATIENCE, ClashScene
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.settings_scene import TABS, SettingsScene
from scenes.setup.setup_scene import SetupScene
from scenes.table.fits import with_fitting
from scenes.table.names import NameScene
from tools.catalogue.common import AGAINST_AI, PAD, opened_by, press_all, record_of, showing
from tools.catalogue.quoridor import TWO
from tools.shooter import Shoot, Shooter


def menu_resume(shooter: Shooter) -> None:
    """Show the menu with an unfinished game to resume."""
    store = shooter.services.store
    store.begin(record_of("quoridor", (), AGAINST_AI))
    for ply, text in enumerate(TWO):
        store.append("quoridor", ply, text, 0)
    shooter.services.offered_resume = False
    shooter.show(MenuScene(shooter.services), KEYBOARD)


def compiling(services: Services) -> MenuScene:
    """Show the menu at a first start, while searches are compiled."""
    services.compiling = lambda: (1, 3)
    return MenuScene(services)


def about(services: Services) -> AboutScene:
    """Show the About page, with the same parts on every machine."""
    names = ("aiohttp 3.12.0", "budoux 0.10.0", "numba 0.68.0", "numpy 2.4.0", "pygame-ce 2.5.6", "segno 1.6.6")
    licences = ("Apache-2.0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "LGPL-2.1-or-later", "BSD-3-Clause")
    found = [
        ThirdParty(name, licence, f"https://{name.split()[0]}.example.org/{name.split()[0]}")
        for name, licence in zip(names, licences, strict=True)
    ]
    return AboutScene(services, found * 3, "Home › .local › share › kissaten")


def setup(game: str, *presses: Kind, device: Device = KEYBOARD, fits: bool = False, **options: Any) -> Shoot:
    """Show a setup with options, after some presses; with `fits` the levels of its AIs are fitted to the person."""

    def make(services: Services) -> SetupScene:
        spec = find(game)
        table = default_table(spec).with_options(spec, options)
        services.offers.remember(with_fitting(services, spec, table) if fits else table)
        return SetupScene(services, spec)

    return showing(make, device, *presses)


def evening(shooter: Shooter) -> None:
    """Show the menu in late-afternoon light."""
    shooter.show(MenuScene(shooter.services), PAD)
    let_in(shooter.services.stage, WindowLight(17 * STEPS))
    shooter.run(0.2)


def naming(shooter: Shooter) -> None:
    """Show a name being entered with the ring of letters."""
    shooter.show(SetupScene(shooter.services, QUORIDOR), PAD)
    shooter.app.manager.go(Push(lambda: NameScene(shooter.services.stage, "Maja")))
    shooter.run(0.5)
    press_all(shooter, PAD, (Kind.NEXT, Kind.RIGHT))


def settings(section: str) -> Shoot:
    """Show the settings page of `section`."""

    def opened(services: Services) -> SettingsScene:
        scene = SettingsScene(services)
        scene.section = TABS.index(section)
        return scene

    return showing(opened, PAD if section == "sound" else KEYBOARD)


def controls_conflict(shooter: Shooter) -> None:
    """Show a key that two actions have."""
    showing(ControlsScene, KEYBOARD, Kind.RIGHT, Kind.CONFIRM)(shooter)
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_t, mod=0, unicode="", scancode=0))
    shooter.run(0.5)


def clash(tried: int, clashing: tuple[int, ...] = (), down: int = 0, *others: int) -> Shoot:
    """Show the key test after `tried` sets of three keys; `down` keys of the present set and `others` are held."""

    def shoot(shooter: Shooter) -> None:
        scene = ClashScene(shooter.services)
        shooter.show(scene, KEYBOARD)
        for number in range(tried):
            keys = scene.test.asked[: 2 if number in clashing else 3]
            for key in keys:
                scene.test.press(key)
            shooter.run(PATIENCE + 0.2)
            if number < tried - 1 or not down:
                scene.test.let_go()
                shooter.run(CLASH_SHOWN + 0.2)
        for key in (*scene.test.asked[:down], *others):
            scene.test.press(key)
        shooter.run(0.2)

    return shoot


def leaving_the_program(services: Services) -> Any:
    """Ask whether to quit."""
    menu = MenuScene(services)
    menu.enter()
    return opened_by(menu.intent(Intent(Kind.BACK, KEYBOARD)))


SCENES: dict[str, Shoot] = {
    "menu": showing(MenuScene, PAD),
    "menu-evening": evening,
    "menu-touch": showing(MenuScene, TOUCH),
    "menu-more": showing(MenuScene, PAD, Kind.PAUSE),
    "menu-resume": menu_resume,
    "setup2": setup("quoridor"),
    "setup4": setup("quoridor", device=PAD, players=4),
    "setup-fits": setup("star", fits=True),
    "setup-coffee": setup("coffee", Kind.NEXT, board="hex5", n=5),
    "setup-robots3": setup("robots", players=3),
    "setup-robots8": setup("robots", device=PAD, players=8),
    "setup-robots-rules": setup("robots", Kind.HINT, Kind.NEXT),
    "setup-handicap": setup("quoridor", walls=[10, 6]),
    "setup-handicap-robots": setup("robots", players=3, head_start=[0, 1, 0], silence=[20, 0, 10]),
    "setup-handicap-card": setup("quoridor", Kind.HINT, walls=[10, 6]),
    "setup-handicap-card-robots": setup("robots", Kind.HINT, Kind.PREVIOUS, players=3, silence=[20, 0, 10]),
    "setup-first": setup("star", first=1),
    "setup-seat": showing(lambda services: SetupScene(services, QUORIDOR), KEYBOARD, Kind.NEXT, Kind.CONFIRM),
    "setup-name": naming,
    "setup-rules": setup("quoridor", Kind.HINT, players=4),
    "setup-rules-coffee": setup("coffee", Kind.HINT, board="hex4", n=4, pie=True),
    **{f"settings-{section}": settings(section) for section in TABS},
    "settings-touch": showing(SettingsScene, TOUCH),
    "settings-defaults": showing(SettingsScene, KEYBOARD, Kind.SECONDARY),
    "vision": showing(ColourVisionScene),
    "about": showing(about),
    "menu-compiling": showing(compiling),
    "controls": showing(ControlsScene),
    "controls-waiting": showing(ControlsScene, KEYBOARD, Kind.RIGHT, Kind.CONFIRM),
    "controls-conflict": controls_conflict,
    "clash": clash(0, (), 0, pygame.K_f, pygame.K_LSHIFT),
    "clash-down": clash(0, (), 2),
    "clash-found": clash(3, (2,), 2),
    "clash-over": clash(8, (2, 5)),
    "clash-none": clash(8),
}
