"""The records page, and a setup with a record to beat."""

from __future__ import annotations

import math
from dataclasses import asdict, replace
from datetime import date, timedelta

from game.match_setup import default_table
from game.people.ratings import Skill
from game.puzzles.practice_results import keep_best
from game.puzzles.results import PuzzleProgress, keep
from game.registry import GAMES
from game.storage.figures import HOUSE, Figures
from game.storage.statistics import Statistics
from game.storage.store import Store
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device, Kind
from scenes.records.curve_scene import CurveScene
from scenes.records.records_scene import RecordsScene
from scenes.services import Services
from scenes.setup.setup_scene import SetupScene
from tools.catalogue.common import PAD, showing
from tools.shooter import Shoot

TODAY = date(2026, 11, 21)  # a Saturday
PEOPLE = ("Mia", "ことり", "Tom", "Maximiliane", "おおたにさん", "Jo", "Émile", "WWWWWWWWWWWW", "Aki", "レン", "Zoë")
# The stars of each day, from TODAY backwards.
STARS = (3, 3, 2, 3, 1, 2, 0, 3, 3, 0, 0, 2, 1, 3, 3, 3, 0, 2, 2, 3, 1, 0, 3, 3, 2)


def fill(store: Store, people: int) -> None:
    """Store results as if `people` players had played every game and solved puzzles."""
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
    for back, stars in enumerate(STARS):
        day = TODAY - timedelta(days=back)
        if stars:
            keep(store, HOUSE, "robots", day, PuzzleProgress(stars, solved=day, in_row=True))


def records(game: str, device: Device, people: int = len(PEOPLE), *presses: Kind, minutes: int = 0) -> Shoot:
    """Show a game's records of `people` players, after some presses; `minutes` is the best score of Three minutes."""

    def make(services: Services) -> RecordsScene:
        fill(services.store, people)
        for profile in services.store.profiles.all()[:2] if minutes else ():
            keep_best(services.store, profile.id, game, minutes)
        return RecordsScene(services, game, TODAY)

    return showing(make, device, *presses)


def setup(game: str, device: Device, **options: object) -> Shoot:
    """Show a setup where there are records to beat."""

    def make(services: Services) -> SetupScene:
        fill(services.store, len(PEOPLE))
        spec = GAMES[game]
        today = services.today
        keep(services.store, HOUSE, game, today, PuzzleProgress(2, solved=today, in_row=True))
        services.offers.remember(default_table(spec).with_options(spec, options))
        return SetupScene(services, spec)

    return showing(make, device)


def curve(game: str, device: Device, matches: int) -> Shoot:
    """Show the strength of a person over some matches."""

    def make(services: Services) -> CurveScene:
        spec, profile = GAMES[game], services.store.profiles.take(PEOPLE[0])
        low = spec.strengths[1]
        values = tuple(round(low + 160 + 11 * i + 70 * math.sin(i)) for i in range(matches))
        if values:
            services.store.set(f"rating.{profile.id}.{game}", asdict(Skill(values[-1], 80.0, curve=values)))
        return CurveScene(services, spec, profile)

    return showing(make, device)


SCENES: dict[str, Shoot] = {
    "records": records("quoridor", PAD, 11, Kind.DOWN, Kind.DOWN, Kind.DOWN),
    "records-few": records("coffee", KEYBOARD, 3, Kind.SECONDARY),
    "records-puzzles": records("robots", KEYBOARD),
    "records-minutes": records("star", KEYBOARD, len(PEOPLE), *[Kind.UP] * 2, minutes=14),
    "records-touch": records("robots", TOUCH),
    "setup-record": setup("quoridor", KEYBOARD),
    "setup-record-puzzles": setup("robots", PAD, players=1),
    "records-curve": curve("quoridor", KEYBOARD, 40),
    "records-curve-none": curve("star", TOUCH, 0),
    "records-empty": records("star", TOUCH, 0),
}
