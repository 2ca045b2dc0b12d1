"""The join page, names and the cup."""

from __future__ import annotations

from dataclasses import replace

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.people import tips
from game.people.party import game_id
from game.people.roster import Roster
from game.registry import find
from game.session.session import Session
from scenes.archive.names_scene import NamesScene
from scenes.cup.cup_scene import CupScene
from scenes.cup.plan import Plan, cup_of
from scenes.cup.podium import SECONDS as TRIUMPH_SECONDS
from scenes.cup.running import begun, cup_of_roster
from scenes.join.join_input import ChairMenu
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.kit.scene import Push
from scenes.kit.window.muting import MOST
from scenes.menu.menu_scene import MenuScene
from scenes.services import Services
from tools.catalogue.common import PAD, match_of, showing
from tools.shooter import Shoot, Shooter

NAMES = ("Mia", "Tom", "ことり", "Maximiliane")
PLACES = (("pad1", 0), ("keyboard", ord("f")), ("pad2", 0), ("touch", 0), ("keyboard", ord("l")))


def table(shooter: Shooter, people: int, ai: int = 0) -> Roster:
    """Seat `people` and `ai` players; the first and the third person have names of their own."""
    services = shooter.services
    pads = [Device(f"pad:{number}", "xbox", "Pad", number) for number in (1, 2)]
    setattr(services.stage.devices, "pads", lambda: pads)  # noqa: B010 - as if they were plugged in
    for name in NAMES:
        services.store.profiles.take(name)
    roster = Roster()
    for index in range(people):
        device, key = PLACES[index] if index < len(PLACES) else ("keyboard", ord("q") + index)
        roster = roster.sit(DeviceId(device), key)
    roster = roster.fill(people + ai, 3)
    services.people.seat(roster)
    for index, name in ((0, NAMES[3]), (2, NAMES[2])):
        if index < people:
            services.people.seat(services.people.named(services.people.roster.chairs[index], name))
    return services.people.roster


def join(people: int, ai: int, device: Device, *naming: int) -> Shoot:
    """Show the join page while names are entered in the chairs `naming`, in the second of them by keyboard."""

    def shoot(shooter: Shooter) -> None:
        roster = table(shooter, people, ai)
        scene = JoinScene(shooter.services)
        shooter.show(scene, device)
        for count, index in enumerate(naming):
            chair = roster.chairs[index]
            scene.input.begin_naming(chair, typed=count == 1)
            state = scene.table.namings[chair.identity]
            scene.table.namings[chair.identity] = replace(state, text="Ko" if count else "Mi", at=8)
        shooter.run(0.5)

    return shoot


def chair_menu(shooter: Shooter) -> None:
    roster = table(shooter, 3, 1)
    shooter.show(JoinScene(shooter.services), KEYBOARD)
    shooter.app.manager.go(Push(lambda: ChairMenu(shooter.services, roster.chairs[1])))
    shooter.run(0.5)


def muted(shooter: Shooter) -> None:
    """Show a pad and a key that are muted for a moment."""
    shooter.show(MenuScene(shooter.services), KEYBOARD)
    for device, code in ((Device("pad:2", "xbox", "Pad", 2), 0), (KEYBOARD, ord("q"))):
        for _ in range(MOST):
            shooter.app.take(Intent(Kind.HINT, device, key=code))
    shooter.run(0.1)


def names(shooter: Shooter) -> None:
    table(shooter, 3)
    shooter.services.store.profiles.mark_shown(1, "quoridor")
    shooter.show(NamesScene(shooter.services), KEYBOARD)


def menu(people: int, device: Device) -> Shoot:
    """Show the menu with the people who have sat down."""

    def shoot(shooter: Shooter) -> None:
        table(shooter, people)
        shooter.services.people.were_asked = True
        shooter.show(MenuScene(shooter.services), device)

    return shoot


def sit(services: Services, people: int) -> None:
    """Seat `people` players at pads, keys and the touch screen."""
    roster = Roster()
    for index in range(people):
        device, key = PLACES[index] if index < len(PLACES) else ("keyboard", ord("q") + index)
        roster = roster.sit(DeviceId(device), key)
    services.people.seat(roster)


def play_cup(services: Services, people: int, matches: int | None) -> None:
    """Play the first `matches` matches of a cup (None: all of them). The people take turns in winning."""
    sit(services, people)
    kept = cup_of_roster(services)
    played = 0
    while (match := kept.next) is not None and played != matches:
        turn = [(index + played) % len(match.people) for index in range(len(match.people))]
        places = {person: 1 + rank for person, rank in zip(match.people, turn, strict=True)}
        kept = kept.begun(f"match {played}").ended(f"match {played}", places)
        played += 1
    services.people.keep_cup(kept if played else None)
    if people > 2:
        services.people.seat(services.people.named(services.people.roster.chairs[1], NAMES[3]))
        services.people.seat(services.people.named(services.people.roster.chairs[2], NAMES[2]))


def cup(people: int, matches: int | None, device: Device) -> Shoot:
    """Show the cup's table after `matches` matches (see `play_cup`)."""

    def make(services: Services) -> CupScene:
        play_cup(services, people, matches)
        return CupScene(services)

    return showing(make, device, wait=0.5 if matches is not None else TRIUMPH_SECONDS)


def waiting(game: str, people: int, device: Device, plies: int) -> Shoot:
    """Show a cup's match after `plies` actions. Each person who waits has guessed what comes next; one gives a sign."""

    def shoot(shooter: Shooter) -> None:
        table(shooter, people)
        services, spec = shooter.services, find(game)
        cup = cup_of(services, services.people.roster.chairs, Plan("all", (game,)))
        record = begun(services, cup)
        session = Session(spec, record.options, record.seed, record.seats)
        for _ in range(plies):
            seat = session.actors()[0]
            session.submit(seat, spec.rules.legal(session.state, seat)[0])
        scene = match_of(services, session.record())
        shooter.show(scene, device)
        waits = tips.waiting(cup)
        for number, identity in enumerate(waits):
            scene.strip.choose(identity, 1 + number % 2)
        scene.strip.choose(waits[0], 6)
        shooter.run(0.4)

    return shoot


def cup_reel(shooter: Shooter) -> None:
    """Show the end of a cup whose games are kept, so that there is a reel."""
    _show_kept_cup(shooter)
    shooter.run(TRIUMPH_SECONDS)


def cup_film(shooter: Shooter) -> None:
    """Show the last part of a cup's film, with its end card."""
    scene = _show_kept_cup(shooter)
    reels = next(action for label, action in scene.choices if label == scene.stage.t("cup.reel"))()
    assert isinstance(reels, Push)
    shooter.app.manager.go(reels)
    shooter.run(18.0)


def _show_kept_cup(shooter: Shooter) -> CupScene:
    """Show the end of a cup of Star for three, whose games are kept."""
    table(shooter, 3)
    services, spec = shooter.services, find("star")
    kept = cup_of(services, services.people.roster.chairs, Plan("all", ("star",)))
    while (match := kept.next) is not None:
        session = Session(spec, {}, len(kept.results), [kept_seat(services, each) for each in match.people])
        while session.outcome is None:
            session.submit(session.actors()[0], spec.rules.legal(session.state, session.actors()[0])[0])
        record = session.record()
        services.store.add(record)
        order = sorted(match.people)
        kept = kept.begun(game_id(record)).ended(
            game_id(record), {each: 1 + order.index(each) for each in match.people}
        )
    services.people.keep_cup(kept)
    scene = CupScene(services)
    shooter.show(scene, KEYBOARD)
    return scene


def kept_seat(services: Services, identity: str) -> SeatConfig:
    chair = services.people.roster.chair(identity)
    assert chair is not None
    return chair.seat()


def menu_with_cup(shooter: Shooter) -> None:
    sit(shooter.services, 5)
    shooter.services.people.were_asked = True
    shooter.services.people.keep_cup(cup_of_roster(shooter.services))
    shooter.show(MenuScene(shooter.services), KEYBOARD)


SCENES: dict[str, Shoot] = {
    "join-empty": showing(JoinScene),
    "join": join(4, 2, PAD),
    "join-naming": join(5, 0, PAD, 0, 1),
    "join-touch": join(4, 1, TOUCH),
    "join-menu": chair_menu,
    "muted": muted,
    "names": names,
    "cup": cup(8, 9, PAD),
    "cup-two": cup(2, 1, KEYBOARD),
    "cup-five": cup(5, 4, PAD),
    "cup-new": cup(3, 0, TOUCH),
    "cup-end": cup(5, None, PAD),
    "cup-empty": showing(CupScene),
    "waiting": waiting("coffee", 4, KEYBOARD, 0),
    "waiting-move": waiting("coffee", 4, MOUSE, 2),
    "waiting-eight": waiting("quoridor", 8, TOUCH, 3),
    "waiting-star": waiting("star", 3, TOUCH, 2),
    "cup-reel": cup_reel,
    "cup-film": cup_film,
    "menu-cup": menu_with_cup,
    "menu-three": menu(3, PAD),
    "menu-three-touch": menu(3, TOUCH),
}
