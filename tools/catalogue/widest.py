"""The fullest states of scenes: the longest names, the fullest tables, the rarest questions.

Tests measure them; no picture of them is kept.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pygame

from game.agents.agent import Job
from game.agents.worker import InlineAgent
from game.core.device_id import DeviceId
from game.core.record import Record, SeatConfig
from game.core.spec import GameSpec
from game.kiosk.pin import PinFile, PinVerdict
from game.match_setup import MatchSetup, default_table
from game.people.roster import Roster
from game.quoridor import SPEC as QUORIDOR
from game.records.playback import Playback
from game.registry import GAMES, find, puzzle_of_day
from game.robots import SPEC as ROBOTS
from game.session.session import Session
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import ReviewScene
from scenes.join.join_scene import JoinScene
from scenes.kiosk.attract_cards import cards_for
from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.countdowns import WaitingScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kiosk.programme import Show
from scenes.kit.input.intents import KEYBOARD, MOUSE, Kind
from scenes.kit.input.pad_numbers import PadTraits
from scenes.kit.scene import Pop, Scene, Switch
from scenes.match.match_actions import LeaveSeat, Leaving, LostDeviceDialog, TakeSeat
from scenes.match.pause_scene import PauseScene
from scenes.match.result_scene import ResultScene
from scenes.match.verdict import share_text
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import PhonesScene
from scenes.records.records_scene import RecordsScene
from scenes.routes import ToMenu
from scenes.services import Services
from scenes.setup.house_rules import HouseRulesScene
from scenes.setup.seat_editor import SeatEditor
from scenes.setup.setup_scene import SetupScene
from scenes.table.sharing.share_dialog import ShareDialog
from tools.catalogue import coffee, review
from tools.catalogue.common import (
    AOI,
    HARU,
    MIO,
    PEOPLE,
    demo,
    match_of,
    opened_by,
    playing,
    practice,
    record_of,
    rules_page,
    showing,
)
from tools.catalogue.house import clash, leaving_the_program
from tools.catalogue.kiosk import leap
from tools.catalogue.operator import SOUND, menu_scene
from tools.catalogue.phones import NETWORKS, StillPhoneServer, a_join_code
from tools.catalogue.quoridor import WON
from tools.catalogue.records import TODAY, fill
from tools.shooter import Shoot, Shooter

OPENING = "e2 e8 e3h c3v e3 d8"
LONGEST = "WWWWWWWWWWWW"
NAMED = tuple(replace(seat, name=LONGEST) for seat in PEOPLE)
FOUR_SEATS = (AOI, replace(MIO, device=DeviceId("pad1")), PEOPLE[1], HARU)
DETAIL = "/home/kissaten/.local/share/kissaten/operator-pin.json: Permission denied"
# A Wednesday in September, the day and month with the longest names.
LATE = datetime(2026, 9, 23, 23, 14)


def setup(spec: GameSpec, table: MatchSetup) -> Shoot:
    """Show the setup of a table."""

    def make(services: Services) -> Scene:
        services.offers.remember(table)
        return SetupScene(services, spec)

    return showing(make)


def house_rules(spec: GameSpec, table: MatchSetup | None = None) -> Shoot:
    """Show the card of the house rules."""
    return showing(lambda services: HouseRulesScene(services, spec, table or default_table(spec)))


def unequal() -> MatchSetup:
    """Return a table where each seat begins with a different number of walls."""
    return (
        default_table(QUORIDOR).with_options(QUORIDOR, {"players": 4}).with_options(QUORIDOR, {"walls": [2, 3, 4, 5]})
    )


def quiet(players: int) -> MatchSetup:
    """Return a table where each seat has a bidding delay of its own, and most have a head start."""
    table = default_table(ROBOTS).with_options(ROBOTS, {"players": players})
    silence = [5 * seat for seat in range(players)]
    return table.with_options(ROBOTS, {"silence": silence, "head_start": [seat % 3 for seat in range(players)]})


def beginning(seats: tuple[SeatConfig, ...] = PEOPLE) -> Session:
    """Return Quoridor after its first moves."""
    return Session.resume(QUORIDOR, record_of("quoridor", OPENING, seats))


def leaving(step: LeaveSeat | TakeSeat | None) -> Shoot:
    """Ask about a player who has to leave, at a table where two people play and six wait."""

    def make(services: Services) -> Scene:
        roster = Roster()
        for _ in range(8):
            roster = roster.sit(DeviceId("keyboard"))
        services.people.seat(roster)
        questions = Leaving(services, beginning(tuple(chair.seat() for chair in roster.people[:2])))
        if step is None:
            return opened_by(questions.ask())
        return opened_by(questions.ask_for(step) if isinstance(step, LeaveSeat) else questions.ask_others(step))

    return showing(make)


def pausing_with_a_clock(services: Services) -> Scene:
    """Show the pause menu of Hyper Robots while its clock runs."""
    session = Session.resume(ROBOTS, Record("robots", {"players": 2}, 0, ("0:bid 9",), PEOPLE))
    return PauseScene(services, session, 0)


def table_of(services: Services, people: int) -> Roster:
    """Seat `people` players at all kinds of devices, and an AI; the first has the longest possible name."""
    roster = Roster()
    for device, key in (("pad1", 0), ("keyboard", pygame.K_f), ("", 0), ("touch", 0), ("mouse", 0))[:people]:
        roster = roster.sit(DeviceId(device), key)
    services.people.seat(roster.fill(people + 1, 3))
    services.people.seat(services.people.named(services.people.roster.chairs[0], LONGEST))
    for name in ("Mia", "\u304a" * 12, "Maximiliane"):
        services.store.profiles.take(name)
    return services.people.roster


def joining(*naming: int) -> Shoot:
    """Show the join page while names are entered in some chairs, in the second of these by keyboard."""

    def make(services: Services) -> Scene:
        roster = table_of(services, 5)
        scene = JoinScene(services)
        scene.resized()
        for count, index in enumerate(naming):
            scene.input.begin_naming(roster.chairs[index], typed=count == 1)
        if naming:
            scene.table.refused.add(roster.chairs[naming[-1]].identity)
        return scene

    return showing(make)


def join_code(shooter: Shooter) -> None:
    """Show the join code at a full table, with the address in one of several networks."""
    services = shooter.services
    table_of(services, 5)
    controllers = PhoneControllers(services, lambda: shooter.app.manager.top, StillPhoneServer(True, NETWORKS))
    services.people.seat(services.people.roster.sit(DeviceId.phone(1)))
    services.stage.devices.remotes = controllers
    shooter.show(PhonesScene(services, controllers, "star"), KEYBOARD)


def pad_gone(services: Services) -> Scene:
    """Ask who takes over a seat whose pad was pulled out."""
    services.stage.devices.identity.expect({1: PadTraits("pad")})
    lost = match_of(services, record_of("quoridor", OPENING, (replace(AOI, device=DeviceId("pad1")), PEOPLE[1]))).lost
    lost.hold()
    return LostDeviceDialog(lost, 0)


def shared(services: Services) -> Scene:
    """Show a result as text."""
    match = match_of(services, record_of("quoridor", WON, NAMED))
    match.resized()
    result = ResultScene(match.controller)
    return ShareDialog(services, share_text(services, result.session, result.board, result.body, TODAY))


def at_point(game: str, point: int) -> Shoot:
    """Show the review of a game between people with the longest names, at a turning point."""

    def make(services: Services) -> Scene:
        record, spec = review.kept(services, game, NAMED), find(game)
        scene = ReviewScene(services, spec, record, Playback(spec, record))
        scene.enter()
        scene.show(point)
        scene.table.timeline.skip()
        return scene

    return showing(make)


class Silent(InlineAgent):
    """An agent that never answers."""

    def request(self, job: Job) -> None:
        """Ignore the request."""


def looking(shooter: Shooter) -> None:
    """Show a review whose turning points are still being searched."""
    shooter.services.agent = Silent()
    review.review("quoridor", KEYBOARD, seats=NAMED, known=False)(shooter)


def show(services: Services, moves: str, phones: bool = False) -> AttractScene:
    """Show the attract show with its fullest column."""
    invites = a_join_code("192.168.100.200") if phones else None
    games = ("quoridor", *(game for game in GAMES if game != "quoridor"))
    scene = AttractScene(services, Show(games, text="W" * 24, join_code=lambda: invites))
    scene.resized()
    scene.tell(leap(scene.table, moves.split()))
    return scene


def card(number: int, phones: bool = False) -> Shoot:
    """Show card `number` of the show."""

    def make(services: Services) -> Scene:
        scene = show(services, "e2", phones)
        fill(services.store, 11)
        column, frame = scene.column, scene.table.frame
        found = cards_for(services, "robots", scene.show.games, TODAY, column.card, frame)
        scene.end(list(found)[number], 0.0)
        return scene

    return showing(make)


class StandIn(PinFile):
    """A PIN file whose status is always `verdict`."""

    def __init__(self, verdict: PinVerdict) -> None:
        super().__init__(Path("nowhere"))
        self.verdict = verdict

    def status(self) -> PinVerdict:
        return self.verdict


def pin(verdict: PinVerdict, note: str = "", must_set: bool = False, changing: bool = False) -> Shoot:
    """Show the PIN page with `verdict` and `note`."""

    def make(services: Services) -> Scene:
        scene = PinScene(services, StandIn(verdict), Pop, must_set=must_set, changing=changing)
        scene._note = services.stage.t(note, detail=DETAIL) if note else ""
        return scene

    return showing(make)


def closed(days: int | None) -> Shoot:
    """Show the table closed for `days` days; None: for good."""
    opening = None if days is None else datetime(2026, 9, 24, 10) + timedelta(days=days)
    return showing(lambda services: ClosedScene(services, lambda: opening, lambda: LATE))


def waiting(services: Services) -> Scene:
    """Show the offer to resume a game for four."""
    return WaitingScene(services, record_of("quoridor", "e2", FOUR_SEATS), 600.0, Switch(ToMenu()), Pop)


def operator(row: str, opened: bool = False) -> Shoot:
    """Show the operator's page with `row`, or what the row opens if `opened`."""

    def make(services: Services) -> Scene:
        scene = menu_scene(services, SOUND)
        scene.resized()
        scene.show_page(next(index for index, names in enumerate(scene.pages) if row in names))
        widget = next(each for each in scene.panel.rows if each.field.name == row)
        return opened_by(widget.activate(None)) if opened else scene

    return showing(make)


def replay(game: str, ply: int = 2) -> Shoot:
    """Show the replay of the catalogue's reviewed game of `game`, near its beginning."""
    record = review.reviewed(game, PEOPLE)[0]
    return showing(lambda services: ReplayScene(services, find(game), record, ply))


def records(game: str) -> Shoot:
    """Show the records after everybody has played."""

    def make(services: Services) -> Scene:
        fill(services.store, 11)
        return RecordsScene(services, game, TODAY)

    return showing(make)


def todays_robots(services: Services) -> Scene:
    """Show the day's puzzle of Hyper Robots."""
    puzzle = puzzle_of_day("robots", services.today)
    assert puzzle is not None
    return match_of(services, Record("robots", dict(puzzle.options), puzzle.seed, (), PEOPLE[:1]))


SHARED: dict[str, Shoot] = {
    "quit": showing(leaving_the_program),
    "seat-editor": showing(lambda services: SeatEditor(services, default_table(QUORIDOR), 0)),
    "pause-people": showing(lambda services: PauseScene(services, beginning(), 0)),
    "pause-clock": showing(pausing_with_a_clock),
    "leaving-who": leaving(None),
    "leaving-by-whom": leaving(LeaveSeat(1)),
    "leaving-agreed": leaving(TakeSeat(1, HARU)),
    "pad-gone": showing(pad_gone),
    "phones-full": join_code,
    "share-long": showing(shared),
    "clash-all": clash(8, tuple(range(8))),
    "join-long": joining(),
    "join-naming-long": joining(0, 1, 4),
    "setup-handicap-four": setup(QUORIDOR, unequal()),
    "setup-silence": setup(ROBOTS, quiet(3)),
    "setup-rules-two": house_rules(QUORIDOR),
    "setup-handicap-card-four": house_rules(QUORIDOR, unequal()),
    "setup-handicap-card-robots-eight": house_rules(ROBOTS, quiet(8)),
    "setup-rules-star": house_rules(find("star")),
    "records-coffee-empty": showing(lambda services: RecordsScene(services, "coffee", TODAY)),
    "records-star": records("star"),
    "review-long": at_point("quoridor", 0),
    "review-coffee-long": at_point("coffee", 1),
    "review-robots-long": at_point("robots", 2),
    "review-looking": looking,
    **{f"match-analysis-{game}-long": review.match(game, 12, KEYBOARD, NAMED) for game in ("quoridor", "coffee")},
    "match2-people": playing("quoridor", "e2 e8 g7v", PEOPLE, KEYBOARD, Kind.SECONDARY),
    "replay-star": replay("star"),
    "robots-demo": demo("robots", KEYBOARD, 9.0),
    "coffee-axis": coffee.shot(coffee.DIAGONAL, {}, KEYBOARD, Kind.CONFIRM),
    "coffee-line": coffee.shot(coffee.DIAGONAL, {}, MOUSE, "e5"),
    **{f"star-howto-{page}": rules_page("star", page) for page in (1, 2, 4, 7)},
    **{f"star-try-{index}": practice("star", index, KEYBOARD) for index in (1, 2, 3)},
    "robots-howto": rules_page("robots", 0),
    "robots-today": showing(todays_robots, MOUSE),
}
UNATTENDED: dict[str, Shoot] = {
    "attract-long": showing(lambda services: show(services, "e2 e8 e3 d5h")),
    "attract-phones-words": showing(lambda services: show(services, "e2 e8 e3 d5h", phones=True)),
    "attract-records-long": card(-1),
    "attract-phones-route": card(9, phones=True),
    "pin-unwritable": pin(PinVerdict("unwritable")),
    "pin-wrong": pin(PinVerdict("ready", tries=3), "kiosk.pin.wrong"),
    "pin-long-locked": pin(PinVerdict("locked", seconds=900.0)),
    "pin-unkept": pin(PinVerdict("unset"), "kiosk.pin.unkept", must_set=True),
    "pin-busy": pin(PinVerdict("ready"), "kiosk.pin.busy", changing=True),
    "resume-offer-four": showing(waiting),
    "closed-days": closed(4),
    "closed-week": closed(6),
    "closed-for-good": closed(None),
    "operator-levels-row": operator("levels"),
    "operator-defaults-row": operator("defaults"),
    **{f"operator-{row}-keys": operator(row, True) for row in ("hours", "volume", "games", "levels")},
}
