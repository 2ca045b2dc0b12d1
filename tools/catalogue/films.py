"""Films of games: finished ones, and one being made."""

from __future__ import annotations

from game.core.incremental import run_to_end
from game.core.record import SeatConfig
from game.records.films import Filming, FilmOrder, Films
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device
from scenes.table.film.reel import reel_in_steps
from scenes.table.film.watch_scene import FilmingScene, WatchScene
from tools.catalogue.archive import GAMES
from tools.catalogue.common import AGAINST_AI, PAD
from tools.catalogue.quoridor import FOUR_SEATS
from tools.catalogue.review import reviewed
from tools.shooter import Shoot, Shooter

SHARE = 0.4


class HalfWay(Films):
    """A film maker that begins and never finishes."""

    def begin(self, order: FilmOrder) -> Filming:
        filming = Filming.__new__(Filming)
        filming.share, filming.child, filming.look = SHARE, None, lambda seconds=0.0: False  # type: ignore[method-assign]
        return filming


def film(game: str, key: int, device: Device, seats: tuple[SeatConfig, ...] = AGAINST_AI) -> Shoot:
    """Show the film of a game, one second into its key moment number `key`; -1 shows the film's end."""

    def shoot(shooter: Shooter) -> None:
        record, review = (GAMES[1], "") if len(seats) > 2 else reviewed(game, seats)
        scene = WatchScene(shooter.services, run_to_end(reel_in_steps(shooter.services, record, review)))
        shooter.show(scene, device)
        keys = [index for index, shot in enumerate(scene.reel.shots) if shot.is_key]
        at = scene.reel.begins(keys[key]) + 1 if key >= 0 else scene.reel.seconds
        scene.time, scene.running = at, False
        shooter.run(0.1)

    return shoot


def making(shooter: Shooter) -> None:
    """Show a film being made."""
    shooter.services.films = HalfWay()
    order = FilmOrder(GAMES[0].to_json(), "", "en")
    shooter.show(FilmingScene(shooter.services, order, lambda data: NotImplemented), PAD)
    shooter.run(0.4)


SCENES: dict[str, Shoot] = {
    "film": film("quoridor", 0, PAD),
    "film-four": film("quoridor", 1, MOUSE, FOUR_SEATS),
    "film-robots": film("robots", 1, TOUCH),
    "film-coffee": film("coffee", 2, KEYBOARD),
    "film-star": film("star", 2, KEYBOARD),
    "film-end": film("quoridor", -1, PAD),
    "film-making": making,
}
