"""Today's sheet, the packs, and the board on which puzzles are solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from game.core.device_id import DeviceId
from game.match_setup import IDENTITIES
from game.people.roster import Chair, Roster
from game.puzzles.practice_results import keep_best, keep_practised, rate
from game.puzzles.puzzle import Puzzle
from game.puzzles.results import HOUSE, PuzzleProgress, keep, solve
from game.registry import book_of, find
from game.storage.store import Store
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.kit.scene import Push
from scenes.services import Services
from scenes.today.minutes_scene import MinutesScene
from scenes.today.occasion import Occasion, OfDay, OfEndless, OfPack
from scenes.today.practice_scene import PracticeScene
from scenes.today.race_scene import RaceScene
from scenes.today.solving_scene import SolvingScene
from scenes.today.today_scene import CodeScene, TodayScene
from tools.catalogue.common import PAD, press_all, showing
from tools.shooter import NOW, Shoot, Shooter

TODAY = NOW.date()
SHOWN = ("quoridor-35", "coffee-385", "star-262")
"""The puzzles shown on the sheet. The real puzzles of the day would change whenever puzzles are baked."""


def puzzle(name: str) -> Puzzle:
    """Return a puzzle by its name."""
    book = book_of(find(name.partition("-")[0]))
    assert book is not None
    return next(each for each in (*book.calendar(), *book.practice()) if each.id == name)


class ShownToday(TodayScene):
    """Today's sheet with puzzles that never change."""

    def _read(self) -> None:
        super()._read()
        shown = {name.partition("-")[0]: puzzle(name) for name in SHOWN}
        self.entries = [replace(entry, puzzle=shown.get(entry.game, entry.puzzle)) for entry in self.entries]


def fill(store: Store) -> None:
    """Store solved puzzles for some days of this month, and for today."""
    for back in range(20, 0, -1):
        day = TODAY - timedelta(days=back)
        for shift, game in enumerate(("quoridor", "coffee", "star")):
            if (back + shift) % 4 and back != 14:
                solve(store, HOUSE, game, day, day, PuzzleProgress(stars=1 + (back * 2 + shift) % 3, seconds=100))
        if back % 3:
            solve(store, HOUSE, "robots", day, day, PuzzleProgress(stars=1 + back % 3))
    keep(store, HOUSE, "quoridor", TODAY, PuzzleProgress(wrong=1))
    solve(store, HOUSE, "coffee", TODAY, TODAY, PuzzleProgress(stars=3, seconds=100))


def today(device: Device, *presses: Kind, filled: bool = True) -> Shoot:
    """Show the sheet after some presses."""

    def make(services: Services) -> TodayScene:
        if filled:
            fill(services.store)
        return ShownToday(services)

    return showing(make, device, *presses, wait=2.0)


def code(shooter: Shooter) -> None:
    """Show the code of a day being entered."""
    shooter.show(ShownToday(shooter.services), PAD)
    shooter.app.manager.go(Push(lambda: CodeScene(shooter.services)))
    shooter.run(0.5)
    press_all(shooter, PAD, (*[Kind.RIGHT] * 3, Kind.CONFIRM, Kind.LEFT, Kind.CONFIRM))


Does = Callable[[SolvingScene], object]
RESULTS = "1101 1011 1110 1101 1111 0111"
"""The results of Endless puzzles: 1 if the first try was right, otherwise 0."""


def practised(store: Store) -> None:
    """Store two thirds of some packs as solved, and some Endless puzzles."""
    for game in ("quoridor", "coffee", "star"):
        book = book_of(find(game))
        assert book is not None
        for place, each in enumerate(book.practice()):
            if (place * each.grade) % 3:
                keep_practised(store, HOUSE, each, PuzzleProgress(stars=1 + place % 3, solved=TODAY))
        for result, each in zip(RESULTS.replace(" ", ""), book.practice(), strict=False):
            rate(store, HOUSE, each, float(result))


def practice(device: Device, *presses: Kind, game: str = "quoridor", filled: bool = True) -> Shoot:
    """Show the packs of a game after some presses."""

    def make(services: Services) -> PracticeScene:
        if filled:
            practised(services.store)
        return PracticeScene(services, game)

    return showing(make, device, *presses)


def endless(name: str, device: Device, *does: Does) -> Shoot:
    """Show an Endless puzzle after `does` acted on it."""
    return on_board(lambda services: OfEndless(services, puzzle(name)), device, *does)


def solving(name: str, device: Device, *does: Does, attempt: PuzzleProgress | None = None) -> Shoot:
    """Show one of today's puzzles, after some time and after `does` acted on it."""

    def occasion(services: Services) -> Occasion:
        given = puzzle(name)
        if attempt is not None:
            keep(services.store, HOUSE, given.game, TODAY, attempt)
        return OfDay(services, given, TODAY, has_next=True)

    return on_board(occasion, device, *does)


def on_board(occasion: Callable[[Services], Occasion], device: Device, *does: Does) -> Shoot:
    """Show a puzzle on an `occasion`, after some time and after `does` acted on it."""

    def shoot(shooter: Shooter) -> None:
        scene = SolvingScene(shooter.services, occasion(shooter.services))
        shooter.show(scene, device)
        for do in does:
            do(scene)
            shooter.run(3.0)
        scene._seconds = 167.0
        shooter.run(0.1)

    return shoot


def in_pack(name: str, device: Device, pack: str) -> Shoot:
    """Show a puzzle of a pack; `pack` is the key of the pack's name."""
    return on_board(lambda services: OfPack(services, puzzle(name), services.stage.t(pack), 17, 120), device)


def minutes(device: Device, *actions: str, left: float = 95.0) -> Shoot:
    """Show Three minutes of Star after right and wrong `actions`, with `left` seconds to go; 0 shows the end."""

    def shoot(shooter: Shooter) -> None:
        keep_best(shooter.services.store, HOUSE, "star", 6)
        scene = MinutesScene(shooter.services, [puzzle("star-262")], 0)
        shooter.show(scene, device)
        for text in actions:
            scene.try_action(scene.spec.rules.parse(text))
            shooter.run(3.0)
            # A wrong try is explained until the next press.
            if not scene.legal:
                scene.ordered(Intent(Kind.CONFIRM, device))
                shooter.run(1.0)
        if actions[-1:] == (WRONG,):
            scene.try_action(scene.spec.rules.parse(WRONG))
            shooter.run(3.0)
        scene.left = left
        shooter.run(0.1)

    return shoot


PADS = tuple(
    Chair(identity, name=name, device=DeviceId(f"pad{number + 1}"))
    for number, (identity, name) in enumerate(zip(IDENTITIES, ("@aoi", "@ren", "@mio", "@haru"), strict=False))
)
KEYS = tuple(
    Chair(identity, name=name, device=DeviceId("keyboard"), key=key)
    for identity, name, key in zip(
        IDENTITIES[4:], ("Zoë", "Maximiliane", "おおたにさん", "WWWWWWWWWWWW"), (102, 106, 107, 108), strict=True
    )
)
ALONE = (Chair(IDENTITIES[0], name="@aoi", device=DeviceId("mouse")), *PADS[1:2])


def race(name: str, device: Device, chairs: Sequence[Chair], *answers: tuple[int, bool], rounds: int = 3) -> Shoot:
    """Show a race after `rounds` rounds and some `answers` in the next one. After the last round, show its end."""

    def shoot(shooter: Shooter) -> None:
        shooter.services.people.seat(Roster(tuple(chairs)))
        scene = RaceScene(shooter.services, [puzzle(name)], 0)
        shooter.show(scene, device)
        scene.race.points = [(7 * place) % 11 for place in range(len(chairs))]
        for _ in range(rounds):
            scene.race.go_on()
        for player, is_right in answers:
            scene.answer(player, scene.key if is_right else (scene.key + 1) % len(scene.options))
        shooter.run(1.0)
        if scene.race.is_last:
            scene._go_on()
            shooter.run(0.5)

    return shoot


def tries(text: str) -> Does:
    """Return a step that tries an action."""
    return lambda scene: scene.try_action(scene.spec.rules.parse(text))


def hint(scene: SolvingScene) -> None:
    """Ask for a hint."""
    scene.give_hint()


WRONG, RIGHT = "@b2", "@a2"
TWO_STARS = PuzzleProgress(wrong=1, seconds=60)
SCENES: dict[str, Shoot] = {
    "today": today(KEYBOARD),
    "today-touch": today(TOUCH),
    "today-new": today(PAD, filled=False),
    "today-code": code,
    "today-yesterday": today(PAD, Kind.PREVIOUS),
    "puzzle-quoridor": solving("quoridor-44", KEYBOARD),
    "puzzle-quoridor-wrong": solving("quoridor-44", PAD, tries("e6h")),
    "puzzle-quoridor-touch": solving("quoridor-32", TOUCH, tries("h5h")),
    "puzzle-coffee-hint": solving("coffee-22", MOUSE, hint),
    "puzzle-coffee-on": solving("coffee-22", TOUCH, tries("e1v")),
    "puzzle-star-solved": solving("star-262", KEYBOARD, tries("@a2"), attempt=TWO_STARS),
    "puzzle-star-solution": solving("star-767", TOUCH, SolvingScene.show_solution),
    "puzzle-star-hint": solving("star-767", PAD, hint, hint, hint),
    "practice": practice(KEYBOARD, Kind.DOWN),
    "practice-touch": practice(TOUCH, game="coffee"),
    "practice-new": practice(PAD, game="robots", filled=False),
    "puzzle-pack": in_pack("star-262", KEYBOARD, "star.pack.star_jump"),
    "puzzle-endless-wrong": endless("star-262", PAD, tries("@b2")),
    "minutes": minutes(KEYBOARD, RIGHT, WRONG, RIGHT),
    "minutes-wrong": minutes(TOUCH, RIGHT, RIGHT, WRONG),
    "minutes-over": minutes(PAD, RIGHT, RIGHT, left=0.01),
    "race": race("star-262", PAD, (*PADS, *KEYS), (1, True), (2, False)),
    "race-quoridor": race("quoridor-44", KEYBOARD, KEYS[:3]),
    "race-shown": race("quoridor-44", PAD, PADS, (1, True), (2, True), (0, True), (3, True)),
    "race-turns": race("coffee-385", MOUSE, ALONE),
    "race-over": race("star-262", KEYBOARD, (*PADS, *KEYS), *[(player, True) for player in range(8)], rounds=9),
}
