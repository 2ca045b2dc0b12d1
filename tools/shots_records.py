"""Screenshots of the records and of what else is made of the statistics; part of `tools/shots.py`."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from game.figures import HOUSE, Figures
from game.registry import GAMES
from game.statistics import Statistics
from game.store import Store
from game.table import default_table
from scenes.kit.intents import Device, Intent, Kind
from scenes.records.records_scene import RecordsScene
from scenes.setup.setup_scene import SetupScene
from scenes.table import daily
from tools.shooter import Shoot, Shooter

TODAY = date(2026, 11, 21)  # a Saturday
PEOPLE = ("Mia", "ことり", "Tom", "Maximiliane", "おおたにさん", "Jo", "Émile", "WWWWWWWWWWWW", "Aki", "レン", "Zoë")
STARS = (3, 3, 2, 3, 1, 2, 0, 3, 3, 0, 0, 2, 1, 3, 3, 3, 0, 2, 2, 3, 1, 0, 3, 3, 2)  # of the days up to TODAY


def fill(store: Store, people: int) -> None:
    """Let so many people have played every game, and puzzles have been solved."""
    figures = {}
    for index, name in enumerate(PEOPLE[:people]):
        profile = store.profiles.take(name)
        for shift, game in enumerate(GAMES):
            played = 31 - 2 * index + 3 * shift
            won = played * (9 - (index + shift) % 7) // 11
            fastest = tuple(0 if level + index > 3 + shift else 41 - 5 * level - index - shift for level in range(5))
            best = 2 + (index * 5 + shift) % 9
            figures[profile.id, game] = Figures(
                played, won, 0, 1, best, 2 * won, tuple(18 * bool(f) + f // 2 for f in fastest)
            )
    for game in GAMES:
        own = [figure for (_, title), figure in figures.items() if title == game]
        total = Figures()
        for figure in own:
            total = total.plus(figure)
        if own:
            figures[HOUSE, game] = replace(total, best=max(figure.best for figure in own))
    store.statistics = Statistics(figures, (), GAMES)
    for game in GAMES:
        for back, stars in reversed(list(enumerate(STARS))):
            if stars:
                daily.keep(store, game, TODAY - timedelta(days=back), stars)


def records(game: str, device: Device, people: int = len(PEOPLE), *presses: Kind) -> Shoot:
    """A game's page after so many people have played, and some presses."""

    def shoot(shooter: Shooter) -> None:
        fill(shooter.services.store, people)
        shooter.show(RecordsScene(shooter.services, game, TODAY), device)
        shooter.press(*(Intent(kind, device) for kind in presses))

    return shoot


def setup(game: str, device: Device, **options: object) -> Shoot:
    """A setup in a house that has records."""

    def shoot(shooter: Shooter) -> None:
        fill(shooter.services.store, len(PEOPLE))
        spec = GAMES[game]
        shooter.services.store.set(f"daily.{game}", [shooter.services.today.isoformat(), 6, 2])
        shooter.services.remember(default_table(spec).with_options(spec, options))
        shooter.show(SetupScene(shooter.services, spec), device)

    return shoot


def scenes(devices: dict[str, Device]) -> dict[str, Shoot]:
    """By name."""
    pad, keyboard, touch = devices["pad"], devices["keyboard"], devices["touch"]
    return {
        "records": records("quoridor", pad, 11, Kind.DOWN, Kind.DOWN, Kind.DOWN),
        "records-few": records("coffee", keyboard, 3, Kind.SECONDARY),
        "records-puzzles": records("robots", keyboard),
        "records-touch": records("robots", touch),
        "setup-record": setup("quoridor", keyboard),
        "setup-record-puzzles": setup("robots", pad, players=1),
        "records-empty": records("star", touch, 0),
    }
