"""What the catalogue's modules share: people, devices, and helpers that put scenes on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from game.agents.agent import Agent
from game.core.device_id import DeviceId
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.registry import find
from game.session.session import Session
from scenes.kit.input.intents import KEYBOARD, Device, Intent, Kind
from scenes.kit.scene import Pop, Push, Route, Scene
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene, keep_solved
from scenes.learn.rules_scene import RulesScene
from scenes.match.match_scene import MatchScene
from scenes.services import Services
from scenes.table.loading import lessons_of, make_board
from tools.shooter import Shoot, Shooter

PAD = Device("pad:1", "xbox", "Pad", 1)
AOI = SeatConfig("human", name="@aoi", identity="circle")
REN = SeatConfig("human", name="@ren", identity="square")
MIO = SeatConfig("human", name="@mio", identity="triangle", device=DeviceId("pad2"))
HARU = SeatConfig("ai", 5, "@master", "diamond")
REN_AI = SeatConfig("ai", 3, "@mocha", "square")
PEOPLE = (AOI, REN)
AGAINST_AI = (AOI, REN_AI)


def texts(actions: str | Iterable[str]) -> tuple[str, ...]:
    """Split `actions` into the texts of single actions."""
    return tuple(actions.split() if isinstance(actions, str) else actions)


def record_of(game: str, actions: str | Iterable[str], seats: tuple[SeatConfig, ...], **options: Any) -> Record:
    """Return a running game; options that are left out have their defaults."""
    spec = find(game)
    if any(option.name == "players" for option in spec.options):
        options = {"players": len(seats), **options}
    return Record(game, resolve(spec.options, options), 0, texts(actions), seats)


def match_of(services: Services, record: Record, agent: Agent | None = None) -> MatchScene:
    """Return a running match; without an agent nothing thinks."""
    return scene_of(services, Session.resume(find(record.game), record, agent=agent))


def scene_of(services: Services, session: Session) -> MatchScene:
    """Return the match scene of a session."""
    return MatchScene(services, session, make_board(services, session.spec, session.options))


def press_all(shooter: Shooter, device: Device, presses: Iterable[Kind]) -> None:
    """Hand presses of one device to the scene on top."""
    shooter.press(*(Intent(kind, device) for kind in presses))


def showing(make: Callable[[Services], Scene], device: Device = KEYBOARD, *presses: Kind, wait: float = 0.0) -> Shoot:
    """Show a scene, after some presses and `wait` seconds."""

    def shoot(shooter: Shooter) -> None:
        shooter.show(make(shooter.services), device)
        press_all(shooter, device, presses)
        if wait:
            shooter.run(wait)

    return shoot


def playing(
    game: str,
    actions: str | Iterable[str],
    seats: tuple[SeatConfig, ...],
    device: Device,
    *presses: Kind,
    wait: float = 0.0,
    **options: Any,
) -> Shoot:
    """Show a match after `actions` and some presses."""
    return showing(
        lambda services: match_of(services, record_of(game, actions, seats, **options)), device, *presses, wait=wait
    )


def rules_page(game: str, number: int, device: Device = KEYBOARD) -> Shoot:
    """Show a page of a game's rules."""
    return showing(lambda services: RulesScene(services, find(game)), device, *[Kind.RIGHT] * number)


def practice(game: str, solved: int, device: Device, *presses: Kind, wait: float = 0.0) -> Shoot:
    """Show the exercise that follows the first `solved` ones, which count as solved, after some presses."""

    def make(services: Services) -> Scene:
        for exercise in lessons_of(find(game)).exercises[:solved]:
            keep_solved(services.store, find(game), exercise.key)
        return ExerciseScene(services, find(game))

    return showing(make, device, *presses, wait=wait)


def demo(game: str, device: Device, seconds: float) -> Shoot:
    """Show a game's demonstration after `seconds`."""
    return showing(lambda services: DemoScene(services, find(game), Pop()), device, wait=seconds)


def opened_by(nav: object) -> Scene:
    """Return the scene that a press puts on top."""
    assert isinstance(nav, Push) and not isinstance(nav.to, Route)
    return nav.to()
